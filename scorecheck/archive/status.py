"""Which sheets of an event are in, missing, in doubt, seen twice, corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorecheck.archive.facts import EventFacts, SheetFacts
from scorecheck.languages.phrase import Phrase


@dataclass(frozen=True)
class State:
    """Something that may be said of a sheet."""

    name: str
    says: str
    holds: Callable[[SheetFacts], bool]


def _in_doubt(sheet: SheetFacts) -> bool:
    return any(card.open for card in sheet.cards)


def _unfinished(sheet: SheetFacts) -> bool:
    """A game that was not played to its end, or a player's column with nothing in it."""
    return any(card.player and card.status != "final" for card in sheet.cards)


STATES = (
    State("missing", Phrase("missing"), lambda sheet: not sheet.is_in),
    State("in", Phrase("in"), lambda sheet: sheet.is_in),
    State("conflict", Phrase("two photos differ"), lambda sheet: bool(sheet.contested)),
    State("doubt", Phrase("cells in doubt"), _in_doubt),
    State("unfinished", Phrase("not filled to the end"), _unfinished),
    State(
        "findings",
        Phrase("something wrong on the paper"),
        lambda sheet: any(card.is_wrong for card in sheet.cards),
    ),
    State(
        "findings-in-doubt",
        Phrase("something perhaps wrong on the paper"),
        lambda sheet: any(card.may_be_wrong for card in sheet.cards),
    ),
    State("twice", Phrase("photographed more than once"), lambda sheet: sheet.readings > 1),
    State("corrected", Phrase("corrected"), lambda sheet: sheet.corrected),
    State("by-hand", Phrase("put to its place by hand"), lambda sheet: sheet.by_hand),
)


def states_of(sheet: SheetFacts) -> tuple[State, ...]:
    """All that is to be said of a sheet."""
    return tuple(state for state in STATES if state.holds(sheet))


def counts(facts: EventFacts) -> dict[str, list[int]]:
    """For each state the numbers of its sheets."""
    return {
        state.name: [sheet.number for sheet in facts.sheets if state.holds(sheet)]
        for state in STATES
    }


def waits(facts: EventFacts) -> bool:
    """Whether anything waits for somebody: a sheet that is missing, in doubt, or in conflict."""
    told = counts(facts)
    return any(told[name] for name in ("missing", "conflict", "doubt"))


def unprinted(facts: EventFacts) -> list[int]:
    """The rounds whose sheets have not been drawn and printed yet, so that none can be missing."""
    printed = {sheet.round for sheet in facts.sheets}
    return [round for round in range(1, facts.event.rounds + 1) if round not in printed]
