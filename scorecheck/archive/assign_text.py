"""Sheets of no event in sentences, and what became of one that was put to its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.archive.facts import SheetFacts
from scorecheck.archive.shown import number_words, place_words
from scorecheck.archive.steps import Step
from scorecheck.archive.take_back import TakenBack
from scorecheck.archive.unplaced import Unplaced
from scorecheck.archive.versions import Entered
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Joined, Named, Phrase, Plural

_STEPS = {
    Step.ADDED: Phrase("it was missing, and is in now"),
    Step.JOINED: Phrase("another photo of it says the same"),
    Step.CONFLICT: Phrase("another photo of it says otherwise: `scorecheck archive settle`"),
    Step.KNOWN: Phrase("it was there already"),
}


def listed(sheets: Sequence[Unplaced], catalogue: Catalogue) -> Iterator[str]:
    """A line for each: its name to type, its game and columns, its photos, its totals."""
    for one in sheets:
        known = (
            Phrase("number not read")
            if one.number is None
            else Phrase("printed as sheet {number}", number=one.number)
        )
        totals = Joined([number_words(total) for total in one.totals], between=", ")
        parts = [
            Named(catalogue.get(one.variant).title),
            Plural("{n} column", "{n} columns", len(one.totals)),
            known,
            Phrase("totals {totals}", totals=totals),
            Joined(one.photos, between=", "),
        ]
        yield Joined([one.name, Joined(parts, between=" · ")], between="  ")


def outcome(target: SheetFacts, entered: Sequence[Entered]) -> Iterator[str]:
    """Which sheet it is now, and what that was before."""
    for one in entered:
        place = Joined(
            [Phrase("sheet {number}", number=target.number), place_words(target)], between=" · "
        )
        yield Joined([place, _STEPS[one.step]], between=": ")


def taken_back(done: TakenBack) -> Iterator[str]:
    """That a sheet is of no event again, and what is not seen of it meanwhile."""
    of = {"number": done.sheet.number, "name": done.name}
    yield Phrase("taken back from sheet {number}: {name} is of no event again", **of)
    if done.waiting:
        yield Plural(
            "{n} decision that was made there is kept, but shows only once the sheet is put to its "
            "place",
            "{n} decisions that were made there are kept, but show only once the sheet is put to "
            "its place",
            done.waiting,
        )
