"""The weighing against brute force: every combination of texts, one after the other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pytest

from scorecheck.evidence.posterior import Posterior
from scorecheck.evidence.priors import (
    CARES,
    FACTOR_SHARE,
    ILLEGAL_SPREAD,
    LEVEL_SHARE,
    NEAR,
    NO_POWER,
    NO_POWER_TEXTS,
    P_BLANK,
    P_STRIKE,
    PLAUSIBLE,
    ROW_HABITS,
    SLIP,
    UNIFORM,
    Care,
)
from scorecheck.evidence.slots import OTHER, Slot, number_of, slot_of
from scorecheck.game.template import Template
from scorecheck.reading.types import Candidate, CellReading, State

UNKNOWN = None
Number = int | None
Weighted = Iterator[tuple[Number, float]]
FACTORS = {"1": 1, "2": 2, "D": 2}
CORNERS = ((0.0, 0.0),) * 4


def template(*, power: bool = False) -> Template:
    """A game of three boxes with all kinds of sums."""
    face = {"kind": "face", "face": 3}

    def box(name: str, section: str, pattern: object) -> dict[str, object]:
        fields = ["base", "power", "total"] if power and name == "threes" else ["value"]
        return {
            "id": name,
            "labels": {"en": name},
            "section": section,
            "pattern": pattern,
            "fields": fields,
        }

    def total(name: str, **formula: object) -> dict[str, object]:
        return {"id": name, "labels": {"en": name}, "after": "top", "formula": formula}

    data: dict[str, object] = {
        "id": "tiny", "version": 1, "names": {"en": "Tiny"}, "dice": 2, "sources": ["made up"],
        "sections": [{"id": name, "labels": {"en": name}} for name in ("top", "low")],
        "boxes": [
            box("threes", "top", face),
            box("fours", "top", face | {"face": 4}),
            box("pair", "low", {"kind": "groups", "sizes": [2], "score": 5}),
        ],
        "sums": [
            total("upper_sum", kind="boxes", section="top"),
            total("bonus", kind="bonus", of="upper_sum", tiers=[[10, 3], [14, 6]]),
            total("upper_total", kind="add", parts=["upper_sum", "bonus"]),
            total("lower", kind="boxes", section="low"),
            total("grand", kind="add", parts=["upper_total", "lower"]),
        ],
    }  # fmt: skip
    if power:
        data["options"] = {
            "notation": {"type": "choice", "choices": ["all"], "default": "all", "help": "-"}
        }
        faces = [{"names": ["1"], "factor": 1}, {"names": ["2", "D"], "factor": 2}]
        data["power"] = {"option": "notation", "notations": {"all": faces}}
    return Template.model_validate(data)


def reading(box: str, field: str, candidates: Mapping[str, float]) -> CellReading:
    found = sorted((Candidate(t, p) for t, p in candidates.items()), key=lambda c: -c.p)
    return CellReading(
        f"g1/{box}/{field}", "g1", box, field, "number", tuple(found), State.DOUBTFUL, CORNERS
    )


class Brute:
    """The story of how a card comes about, told for every combination of texts."""

    def __init__(self, cells: Sequence[CellReading], game: Template, care: Care) -> None:
        self.game, self.care = game, care
        self.slots: dict[tuple[str, str], Slot] = {}
        for cell in cells:
            usual = self._usual(cell)
            self.slots[cell.box, cell.field] = slot_of(cell, usual)

    def _usual(self, cell: CellReading) -> list[str]:
        if cell.field in ("value", "base"):
            return [str(value) for value in sorted(self.game.values(cell.box, {}))]
        return list(FACTORS) if cell.field == "power" else []

    def joint(self) -> tuple[float, dict[tuple[str, str], float]]:
        """Z, and per (cell, text) its part of Z."""
        parts: dict[tuple[str, str], float] = {}
        whole = 0.0
        keys = list(self.slots)
        for texts in itertools.product(*(self.slots[key].texts for key in keys)):
            card = dict(zip(keys, texts, strict=True))
            weight = self._picture(card) * self._story(card)
            whole += weight
            for key, text in card.items():
                place = (self.slots[key].cell, text)
                parts[place] = parts.get(place, 0.0) + weight
        return whole, parts

    def _picture(self, card: Mapping[tuple[str, str], str]) -> float:
        return math.prod(
            float(self.slots[key].likelihood[self.slots[key].texts.index(text)])
            for key, text in card.items()
        )

    def _story(self, card: Mapping[tuple[str, str], str]) -> float:
        weight = 0.0
        rows = [self._box(box.id, card) for box in self.game.boxes]
        for choice in itertools.product(*(list(row) for row in rows)):
            numbers = [number for number, _ in choice]
            before = math.prod(w for _, w in choice)
            if before:
                weight += before * self._sums(card, numbers)
        return weight

    def _sums(self, card: Mapping[tuple[str, str], str], numbers: Sequence[Number]) -> float:
        weight = 0.0
        for upper, w1 in self._sum(card, "upper_sum", plus(numbers[0], numbers[1])):
            for bonus, w2 in self._bonus(card, upper):
                for high, w3 in self._sum(card, "upper_total", plus(upper, bonus)):
                    for low, w4 in self._sum(card, "lower", numbers[2]):
                        for _, w5 in self._sum(card, "grand", plus(high, low)):
                            weight += w1 * w2 * w3 * w4 * w5
        return weight

    def _entry(self, box: str, text: str) -> float:
        legal = self.game.values(box, {})
        value, written = number_of(text), 1 - P_BLANK - P_STRIKE
        if text == "":
            return P_BLANK
        if text == OTHER:
            return written * self.care.illegal
        if value == 0:
            return P_STRIKE / 6
        if value in legal:
            return written * (1 - self.care.illegal) / len(legal)
        return written * self.care.illegal / ILLEGAL_SPREAD

    def _box(self, box: str, card: Mapping[tuple[str, str], str]) -> Weighted:
        if (box, "base") in card:
            yield from self._row(box, card)
        else:
            text = card[box, "value"]
            yield (0 if text == "" else number_of(text)), self._entry(box, text)

    def _sum(self, card: Mapping[tuple[str, str], str], name: str, meant: Number) -> Weighted:
        """(number that goes on, probability of this text) for what was right to write."""
        text, care = card[name, "sum"], self.care
        value = number_of(text)
        listed = [number_of(t) for t in self.slots[name, "sum"].texts]
        if text == "":
            yield meant, 1.0
        elif meant is UNKNOWN:
            yield (value, 1 / PLAUSIBLE) if value is not None else (UNKNOWN, 1.0)
        elif value is not None:
            right = float(value == meant)
            wrong = NEAR.get(value - meant, 0.0) + UNIFORM * (1 - right)
            yield value, (1 - care.wrong_sum) * right + care.wrong_sum * wrong * (1 - SLIP)
            yield meant, care.wrong_sum * wrong * SLIP
        else:
            yield UNKNOWN, care.wrong_sum * (1 - SLIP)
            yield meant, care.wrong_sum * SLIP
            if text == OTHER and meant not in listed:
                yield meant, 1 - care.wrong_sum

    def _bonus(self, card: Mapping[tuple[str, str], str], upper: Number) -> Weighted:
        text, care = card["bonus", "sum"], self.care
        value = number_of(text)
        listed = [number_of(t) for t in self.slots["bonus", "sum"].texts]
        if upper is UNKNOWN:
            if value is None:
                yield UNKNOWN, 1.0
            else:
                yield UNKNOWN, 1 / 3 if value in (0, 3, 6) else 1 / PLAUSIBLE
            return
        right = 6 if upper >= 14 else 3 if upper >= 10 else 0
        if text == "":
            yield right, 1 - care.wrong_sum
            yield 0, care.wrong_sum
        elif value is None:
            yield UNKNOWN, care.wrong_sum * (1 - SLIP)
            yield right, care.wrong_sum * SLIP
            if text == OTHER and right not in listed:
                yield right, 1 - care.wrong_sum
        elif value == right:
            yield value, 1 - care.wrong_sum
        else:
            level = LEVEL_SHARE / 2 if value in (0, 3, 6) else (1 - LEVEL_SHARE) / PLAUSIBLE
            yield value, care.wrong_sum * level * (1 - SLIP)
            yield right, care.wrong_sum * level * SLIP

    def _row(self, box: str, card: Mapping[tuple[str, str], str]) -> Weighted:
        base, power, total = (card[box, name] for name in ("base", "power", "total"))
        kind = 2 if base == "" else 1 if number_of(base) == 0 else 0
        blank = ROW_HABITS.power_blank[kind]
        foreign = NO_POWER if power == OTHER else NO_POWER / NO_POWER_TEXTS
        named = (1 - 2 * NO_POWER) / 3 if power in FACTORS else foreign
        share = self._entry(box, base) * (blank if power == "" else (1 - blank) * named)
        right = self._products(box, base, FACTORS.get(power), power)
        for number, weight in self._total(box, total, base, power, right):
            no_total = ROW_HABITS.total_blank[kind]
            yield number, share * weight * (no_total if total == "" else 1 - no_total)

    def _products(self, box: str, base: str, factor: int | None, power: str) -> dict[int, float]:
        if number_of(base) == 0:
            return {0: 1.0}
        if base in ("", OTHER):
            return {}
        value = number_of(base) or 0
        return {value * factor: 1.0} if factor else {value: 0.5, value * 2: 0.5}

    def _total(
        self, box: str, text: str, base: str, power: str, right: Mapping[int, float]
    ) -> Weighted:
        wrong_now, factor = self.care.wrong_sum, FACTORS.get(power)
        value = number_of(text)
        sure = next(iter(right)) if len(right) == 1 else UNKNOWN
        if base == "" and not right:
            sure = 0 if power == "" else UNKNOWN
        listed = [number_of(t) for t in self.slots[box, "total"].texts]
        if text == "":
            yield sure, 1.0
        elif value is None:
            yield UNKNOWN, wrong_now
            if text == OTHER:
                free = sum(w for n, w in right.items() if n not in listed) if right else 1.0
                yield sure, (1 - wrong_now) * free
        elif not right:
            products = {v * f for v in self.game.values(box, {}) for f in (1, 2)}
            usual = 1 / len(products) if value in products else 0.1 / PLAUSIBLE
            fits = usual if base == "" else 1 / PLAUSIBLE
            yield value, (1 - wrong_now) * fits + wrong_now / PLAUSIBLE * (1 - SLIP)
            yield sure, wrong_now / PLAUSIBLE * SLIP
        else:
            fits = right.get(value, 0.0)
            stray = sum(w * NEAR.get(value - n, 0.0) for n, w in right.items())
            stray += UNIFORM * (1 - fits)
            if factor and number_of(base):
                slip = value in ({number_of(base), (number_of(base) or 0) * 2} - set(right))
                stray = (1 - FACTOR_SHARE) * stray + FACTOR_SHARE * slip
            yield value, (1 - wrong_now) * fits + wrong_now * stray * (1 - SLIP)
            yield sure, wrong_now * stray * SLIP


def plus(left: Number, right: Number) -> Number:
    return UNKNOWN if left is UNKNOWN or right is UNKNOWN else left + right


def some_candidates(rng: np.random.Generator, texts: Sequence[str], count: int) -> dict[str, float]:
    chosen = rng.choice(texts, size=count, replace=False)
    shares = rng.dirichlet(np.full(count, 0.5)) * rng.choice([1.0, 0.97, 0.3])
    return {str(text): float(p) for text, p in zip(chosen, shares, strict=True)}


RANGES = {
    "upper_sum": ["", "6", "7", "10", "11", "14", "15", "v"],
    "bonus": ["", "0", "3", "6", "5"],
    "upper_total": ["", "6", "13", "14", "17", "20", "21"],
    "lower": ["", "0", "5", "10", "6"],
    "grand": ["", "13", "18", "19", "25", "120", "-"],
}


def tiny_cells(rng: np.random.Generator) -> list[CellReading]:
    numbers = ["", "X", "0", "3", "4", "5", "6", "8", "9", "14", "v"]
    boxes = [
        reading(box, "value", some_candidates(rng, numbers, 2))
        for box in ("threes", "fours", "pair")
    ]
    sums = [reading(n, "sum", some_candidates(rng, texts, 2)) for n, texts in RANGES.items()]
    return boxes + sums


def power_cells(rng: np.random.Generator) -> list[CellReading]:
    totals = ["", "X", "0", "6", "12", "v", "7", "3"]
    row = {"base": ["", "X", "3", "6", "7"], "power": ["", "1", "D", "F"], "total": totals}
    cells = [reading("threes", f, some_candidates(rng, texts, 2)) for f, texts in row.items()]
    cells += [
        reading(box, "value", some_candidates(rng, ["4", "5"], 1)) for box in ("fours", "pair")
    ]
    return cells + [
        reading(name, "sum", some_candidates(rng, texts, 1)) for name, texts in RANGES.items()
    ]


def mixed_brute(
    cells: Sequence[CellReading], game: Template, cares: Sequence[Care]
) -> dict[tuple[str, str], float]:
    whole, parts = 0.0, {}
    for care in cares:
        z, own = Brute(cells, game, care).joint()
        whole += care.share * z
        for key, weight in own.items():
            parts[key] = parts.get(key, 0.0) + care.share * weight
    return {key: weight / whole for key, weight in parts.items()}


def check_against_brute_force(
    cells: Sequence[CellReading], game: Template, cares: Sequence[Care] = CARES[1:2]
) -> None:
    expected = mixed_brute(cells, game, cares)
    posterior = Posterior(cells, game, game.resolve_options(), cares)
    found = posterior.marginals.texts
    for (cell, text), p in expected.items():
        assert found[cell][text] == pytest.approx(p, rel=1e-9, abs=1e-15)
    assert len(expected) == sum(len(texts) for texts in found.values())


@pytest.mark.parametrize("seed", range(3))
def test_marginals_equal_brute_force(seed: int) -> None:
    check_against_brute_force(tiny_cells(np.random.default_rng(seed)), template())


def test_levels_of_care_are_mixed() -> None:
    check_against_brute_force(tiny_cells(np.random.default_rng(7)), template(), CARES[:2])


@pytest.mark.parametrize("seed", range(6))
def test_marginals_of_rows_with_a_multiplier_equal_brute_force(seed: int) -> None:
    check_against_brute_force(power_cells(np.random.default_rng(seed)), template(power=True))
