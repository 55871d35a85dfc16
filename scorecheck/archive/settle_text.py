"""Open conflicts in words: which sheet, what either photo says, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.archive.cell_words import cell_words, player_words
from scorecheck.archive.settling import Contested, Side
from scorecheck.archive.shown import number_words
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Joined, Named, Phrase
from scorecheck.report.words import text_words


def lines_of(conflicts: Sequence[Contested], catalogue: Catalogue) -> Iterator[str]:
    """The lines; those about one conflict are set in below its first."""
    for one in conflicts:
        template = catalogue.get(one.variant)
        yield Phrase("conflict {number}: {sheet}", number=one.number, sheet=_sheet(one, catalogue))
        yield _set_in(Phrase("first: {photo}", photo=_photo(one.first)))
        yield _set_in(Phrase("second: {photo}", photo=_photo(one.second)))
        for cell, old, new in zip(one.cells, one.first.texts, one.second.texts, strict=True):
            yield _set_in(
                Phrase(
                    "{cell}: first {first}, second {second}",
                    cell=cell_words(template, cell, one.players),
                    first=text_words(old),
                    second=text_words(new),
                )
            )
        for total in one.totals:
            yield _set_in(
                Phrase(
                    "total of {player}: {first} with the first, {second} with the second",
                    player=player_words(total.column, one.players),
                    first=number_words(total.first),
                    second=number_words(total.second),
                )
            )


def _sheet(one: Contested, catalogue: Catalogue) -> str:
    """`Club Night, sheet 2, round 1, table 2, Anna Ek, Bo Ål`."""
    number = (
        Phrase("number not read")
        if one.sheet_number is None
        else Phrase("sheet {number}", number=one.sheet_number)
    )
    if not one.event:
        return Joined([Named(catalogue.get(one.variant).title), number], between=", ")
    place = [
        one.event,
        number,
        Phrase("Round {number}", number=one.round),
        Phrase("Table {number}", number=one.table),
        Joined(list(one.players.values()), between=", "),
    ]
    return Joined(place, between=" · ")


def _photo(side: Side) -> str:
    """The names of the file, and where the photo lies if it is here."""
    known = Joined(side.called, between=", ")
    page = Phrase("page {number}", number=side.page) if side.page > 1 else ""
    where = str(side.photo) if side.photo.is_file() else Phrase("the photo is in another archive")
    shown = Joined([one for one in (known, page) if one], between=" ")
    return Joined([shown, " (", where, ")"]) if shown else where


def _set_in(line: str) -> str:
    return Joined(["  ", line])
