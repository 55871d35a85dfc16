"""What a sheet comes to, as the `version` records of the log keep it, and the way there again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from scorecheck.archive.combined import combined
from scorecheck.archive.reading_json import Body, place_of, sheet_of
from scorecheck.decisions.compare import outcome
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import Settler
from scorecheck.game.catalogue import Catalogue
from scorecheck.judge.sheet import read_columns
from scorecheck.report.result import CardResult, JudgedFinding, SheetResult, TableResult


def judged(
    readings: Sequence[Body],
    decisions: Sequence[Decision],
    catalogue: Catalogue,
    settlers: dict[str, Settler] | None = None,
) -> SheetResult:
    """A sheet of paper as its readings and people's decisions say.

    Args:
        readings: all of one sheet of paper; they are judged together.
        decisions: those on any of these readings, in the order in which they were made.
        settlers: remembers, by the names of readings, what is worked out here, to be quick the
            next time.

    Raises:
        UsageError: a game that is not in the catalogue.
        InputError: a sheet of a later version of scorecheck.
    """
    home, whole = place_of(readings[0]), combined(readings)
    held = outcome(at_home(decisions, home), *home)
    if not held.decided and not held.differences:
        return sheet_of(whole, catalogue)
    name, known = " ".join(one["reading"] for one in readings), {} if settlers is None else settlers
    if name not in known:
        known[name] = Settler(sheet_of(whole, catalogue, read_columns), catalogue)
    return known[name].settle(held.decided, held.differences)


def at_home(decisions: Iterable[Decision], home: Place) -> list[Decision]:
    """Decisions on any photo of a sheet of paper, as if they were on this one."""
    there = home._asdict()
    return [one if one.place == home else replace(one, **there) for one in decisions]


def cards_of(sheet: SheetResult, players: Sequence[str | None] = ()) -> list[Body]:
    """The cards of a sheet.

    Args:
        players: who plays in each column, as far as it is known.
    """
    return seated([_card(card) for card in sheet.cards], players)


def seated(cards: Sequence[Body], players: Sequence[str | None]) -> list[Body]:
    """Cards that nobody's name stood on, with the players of their columns."""
    seats = [*players, *[None] * len(cards)]
    return [card | {"player": player} for card, player in zip(cards, seats, strict=False)]


def table_of(sheet: SheetResult) -> Body | None:
    """What the players of one sheet come to together; None where they are no table."""
    table: TableResult | None = sheet.table
    if table is None:
        return None
    return {
        "status": table.status.value,
        "verdict": table.verdict.value,
        "findings": [_finding(one) for one in table.findings],
        "leaders": [player.column for player in table.leaders],
    }


def in_doubt(cards: Sequence[Body]) -> int:
    """How many cells a person still has to look at."""
    return sum(len(card["open"]) for card in cards)


def findings_in(cards: Sequence[Body]) -> tuple[int, int]:
    """How many things are surely wrong on the paper, and how many only may be: their findings
    rest on cells in doubt."""
    rests = [rests_on for card in cards for _, _, rests_on in card["findings"]]
    return sum(not one for one in rests), sum(bool(one) for one in rests)


def _card(card: CardResult) -> Body:
    return {
        "column": card.column,
        "status": card.status.value,
        "verdict": card.verdict.value,
        "texts": {cell.cell: cell.text for cell in card.cells if cell.text},
        "open": [cell.cell for cell in card.cells if cell.is_open],
        "totals": {name: list(totals) for name, totals in card.totals.items()},
        "findings": [_finding(one) for one in card.findings],
    }


def _finding(judged: JudgedFinding) -> list[Any]:
    return [judged.finding.code, judged.finding.at, list(judged.rests_on)]
