"""Dice that were given for a box where nothing is written: nothing to compare them with."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.case_file import CaseFile
from scorecheck.game.card import Card
from scorecheck.languages.phrase import Joined, Named, Phrase


def dice_of_blanks(case: CaseFile) -> Iterator[str]:
    """A sentence for each of them, so that nobody takes the dice for checked."""
    for place in case.dice:
        column, _, box = place.rpartition(".")
        if _card(case, column).entry(box).is_blank:
            yield Phrase(
                "{box} is blank: the dice given for it were compared with nothing",
                box=_name(case, column, box),
            )


def _card(case: CaseFile, column: str) -> Card:
    if not column:
        return case.cards[0]
    return case.sheets[0].columns.get(column, Card())


def _name(case: CaseFile, column: str, box: str) -> str:
    label = Named(case.template.label, box)
    return Joined([Named(case.template.label, column), label], between=": ") if column else label
