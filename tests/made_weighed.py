"""Cards of clear and doubtful readings, weighed."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.audit.finding import Finding
from scorecheck.audit.verdict import audit_card
from scorecheck.evidence.to_card import card_of
from scorecheck.evidence.types import WeighedCard
from scorecheck.evidence.weigh import weigh
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.measure.made_cards import cell_places
from scorecheck.measure.noisy_reader import CORNERS
from scorecheck.reading.types import Candidate, CellReading, State

Seen = Mapping[str, tuple[State, Mapping[str, float]]]
SURE, DOUBTFUL = State.SURE, State.DOUBTFUL

YATZY = {
    "ones": "3", "twos": "6", "threes": "9", "fours": "12", "fives": "15", "sixes": "18",
    "one_pair": "12", "two_pairs": "18", "three_kind": "15", "four_kind": "X",
    "small_straight": "15", "large_straight": "20", "full_house": "22", "chance": "23",
    "yatzy": "/", "upper_sum": "63", "bonus": "50", "grand_total": "238",
}  # fmt: skip


def game(name: str) -> Template:
    return load_catalogue().get(name)


def column(
    template: Template, texts: Mapping[str, str], seen: Seen | None = None
) -> list[CellReading]:
    """Clear readings of `texts` (by box, sum or cell without column), save those in `seen`."""
    cells = []
    for cell, box, field, kind in cell_places(template):
        name = cell.split("/", 1)[1]
        text = texts.get(name, texts.get(box, "") if field in ("value", "sum") else "")
        state, candidates = (seen or {}).get(
            name, (seen or {}).get(box, (SURE if text else State.BLANK, {text: 0.9995}))
        )
        found = tuple(Candidate(t, p) for t, p in candidates.items())
        cells.append(CellReading(cell, "g1", box, field, kind, found, state, CORNERS))
    return cells


def weigh_card(name: str, texts: Mapping[str, str], seen: Seen | None = None) -> WeighedCard:
    template = game(name)
    return weigh(column(template, texts, seen), template, template.resolve_options())


def cell_of(card: WeighedCard, box: str) -> tuple[str, State]:
    cell = next(cell for cell in card.cells if cell.cell.startswith(f"g1/{box}/"))
    return cell.text, cell.state


def findings(card: WeighedCard, name: str) -> list[Finding]:
    template = game(name)
    verdict = audit_card(card_of(card, template), template, template.resolve_options(), "final")
    return list(verdict.findings)
