"""Which of the readings of one sheet of paper is judged; the others say the same."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.archive.cards import at_home, judged
from scorecheck.archive.reading_json import Body, place_of
from scorecheck.decisions.compare import outcome
from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import Settler
from scorecheck.game.catalogue import Catalogue
from scorecheck.report.result import SheetResult


def best_first(
    readings: Sequence[Body],
    decisions: Sequence[Decision],
    catalogue: Catalogue,
    settlers: dict[str, Settler] | None = None,
) -> list[Body]:
    """The readings, each once, the one to be judged first.

    That is the one with the fewest cells open, decisions counted; of equals the one of the lowest
    name, so that it makes no difference which photo came first. Where people have decided
    something, the one that was judged so far stays, unless another one leaves some of its open
    cells sure and all the rest as it was: what is settled stays settled.

    Args:
        readings: all of one sheet of paper; the one that was judged so far comes first.
        decisions: those on any of these readings, in the order in which they were made.
        settlers: as for `judged`.

    Raises:
        UsageError: a game that is not in the catalogue.
        InputError: a sheet of a later version of scorecheck.
    """
    each = {one["reading"]: one for one in readings}
    if len(each) == 1:
        return list(each.values())
    sheets = {name: judged([one], decisions, catalogue, settlers) for name, one in each.items()}
    ranked = sorted(each, key=lambda name: (len(_open(sheets[name])), name))
    if _decided(readings[0], decisions):
        so_far = readings[0]["reading"]
        better = (one for one in ranked if _only_settles(sheets[one], sheets[so_far]))
        first = next(better, so_far)
        ranked = [first, *(one for one in ranked if one != first)]
    return [each[name] for name in ranked]


def _decided(reading: Body, decisions: Sequence[Decision]) -> bool:
    """Whether anything holds that people said of the sheet."""
    home = place_of(reading)
    held = outcome(at_home(decisions, home), *home)
    return bool(held.decided or held.differences)


def _only_settles(sheet: SheetResult, before: SheetResult) -> bool:
    """Whether fewer cells are open than before, none of them anew, and no other text changes."""
    was_open = _open(before)
    texts, told = _texts(sheet), _texts(before)
    stays = all(texts.get(cell) == told[cell] for cell in told if cell not in was_open)
    return _open(sheet) < was_open and stays


def _open(sheet: SheetResult) -> frozenset[str]:
    return frozenset(cell.cell for card in sheet.cards for cell in card.cells if cell.is_open)


def _texts(sheet: SheetResult) -> dict[str, str]:
    return {cell.cell: cell.text for card in sheet.cards for cell in card.cells}
