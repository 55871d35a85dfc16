"""Cards with and without mistakes, read by a made reader: what the weighing is measured on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from scorecheck.game.card import Number
from scorecheck.game.formula import AddFormula, BoxesFormula
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import evaluate, section_sums, sum_of
from scorecheck.measure.noisy_reader import CLOSE, NoisyReader
from scorecheck.reading.types import CellReading
from scorecheck.simulate.mistakes import with_mistake
from scorecheck.simulate.play import Played, Texts, random_card, texts_of

PLANTED = 0.5
"""Share of the cards with a planted mistake."""

RUNNING = 0.15
"""Share of the cards on which the game is still going on, with no sums yet."""

CARRIED = 0.6
"""Share of the wrong sums with which the player goes on adding."""

MISSES = (1, 1, 2, 3, 5, 9, 10, 10, 20, 100)
"""By how much wrong sums are wrong, where they are near misses."""


@dataclass(frozen=True)
class MadeCard:
    """`truth` is what is written, by cell id; `mistake` is empty where nothing was planted.

    `status` is the game's, as the audit takes it.
    """

    template: Template
    cells: tuple[CellReading, ...]
    truth: Mapping[str, str]
    mistake: str
    status: str


def made_card(template: Template, reader: NoisyReader, seed: int) -> MadeCard:
    """A card of this game as the reader sees it; the same seed gives the same card."""
    rng = np.random.default_rng(seed)
    running = bool(rng.random() < RUNNING)
    played, mistake = random_card(template, rng, filled=0.6 if running else 1.0), ""
    if not running and rng.random() < PLANTED:
        mistake = str(rng.choice(_kinds(template)))
        played = _with_mistake(played, template, mistake, rng)
    texts = texts_of(played, template)
    places = list(cell_places(template))
    reader = replace(reader, clearness=reader.clearness * float(np.exp(rng.normal(0.0, 0.15))))
    written = {place[0]: _text_at(texts, place) for place in places}
    cells = tuple(reader.read(place, written[place[0]], rng) for place in places)
    status = "in-progress" if running else "final"
    return MadeCard(template, cells, written, mistake, status)


def cell_places(template: Template) -> Iterator[tuple[str, str, str, str]]:
    """Cell id, box, field and kind of every cell of a column."""
    for box in template.boxes:
        for name in box.fields:
            yield f"g1/{box.id}/{name}", box.id, name, "power" if name == "power" else "number"
    for number in range(1, (template.chips.printed if template.chips else 0) + 1):
        yield f"g1/chips/{number}", "chips", "chips", "tick"
    for total in template.sums:
        if total.printed:
            yield f"g1/{total.id}/sum", total.id, "sum", "number"


def _text_at(texts: Texts, place: tuple[str, str, str, str]) -> str:
    cell, box, name, _ = place
    return texts.get((box, cell.rsplit("/", 1)[1] if name == "chips" else name), "")


def _kinds(template: Template) -> list[str]:
    kinds = ["sum", "sum", "sum", "bonus", "value"]
    return [*kinds, "multiplier", "multiplier", "strike-order"] if template.power else kinds


def _with_mistake(
    played: Played, template: Template, kind: str, rng: np.random.Generator
) -> Played:
    if kind not in ("sum", "bonus"):
        return with_mistake(played, template, kind, rng)
    if kind == "bonus":
        levels = {0, 35, 50, 100, 200} - {played.card.written["bonus"]}
        return _wrong_sum(played, template, "bonus", int(rng.choice(sorted(levels))), carry=True)
    printed = [s.id for s in template.sums if s.printed and s.id not in ("bonus", "chip_points")]
    name = str(rng.choice(printed))
    wrong = _wrong_number(int(played.card.written[name]), rng)
    return _wrong_sum(played, template, name, wrong, carry=bool(rng.random() < CARRIED))


def _wrong_number(right: int, rng: np.random.Generator) -> int:
    """A near miss, or (the worst case for a reader) a number that looks alike, or any number."""
    kind = rng.random()
    if kind < 0.6:
        wrong = right + int(rng.choice(MISSES)) * int(rng.choice([-1, 1]))
    elif kind < 0.8:
        pair = str(rng.choice([pair for pair in CLOSE if set(pair) & set(str(right))] or ["01"]))
        wrong = int(str(right).translate(str.maketrans(pair, pair[::-1])))
    else:
        wrong = int(rng.integers(1, 400))
    return right + 1 if wrong < 0 or wrong == right else wrong


def _wrong_sum(played: Played, template: Template, name: str, wrong: int, *, carry: bool) -> Played:
    """One sum is wrong; where the player goes on from it, the later ones follow."""
    rules = ruleset(template, template.resolve_options())
    written: dict[str, Number] = {}
    sections = section_sums(played.card, rules)
    for total in template.sums:
        formula = total.formula
        if total.id == name:
            written[name] = wrong
        elif not carry:
            written[total.id] = played.card.written[total.id]
        elif isinstance(formula, BoxesFormula):
            written[total.id] = sections[formula.section]
        elif isinstance(formula, AddFormula):
            ways = formula.ways(rules.options)
            written[total.id] = sum_of(written, next((w for w in ways if name in w), ways[0]))
        else:
            written[total.id] = evaluate(formula, written, played.card.chips, rules)
    return replace(played, card=replace(played.card, written=written))
