"""A card in the PDF report: its findings, what people decided, and whether a game ends so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.audit.witness.turn import Conflict, Game, Turn
from scorecheck.languages.phrase import Joined
from scorecheck.report import pdf_style as look
from scorecheck.report import witness_words as witness
from scorecheck.report import words
from scorecheck.report.dispute_cells import CellShown
from scorecheck.report.dispute_shown import CardShown
from scorecheck.report.pdf_findings import finding_block
from scorecheck.report.pdf_parts import BAR, CUT, Page, beside, framed, people, readings


def card_blocks(page: Page, shown: CardShown) -> Iterator[list[Flowable]]:
    """The blocks of one card, none of which is to be broken."""
    for finding in shown.findings:
        yield finding_block(page, finding)
    for cell in shown.decided:
        yield _decided(page, cell)
    if shown.witness is not None:
        for conflict in shown.witness.conflicts:
            yield _conflict(page, shown, conflict)
        for game in shown.witness.games:
            yield _game(page, shown, game)


def _decided(page: Page, shown: CellShown) -> list[Flowable]:
    """A cell that a person settled: what is there, what the machine had read, who said what."""
    cut = look.image(page.view.cut([shown.cell]), *CUT)
    right = [
        page.text(words.sentence(shown.place), look.STRONG, look.BLUE),
        *people(page, [shown]),
        Spacer(0, 0.8 * mm),
        readings(page, [shown.bare], look.BLUE, BAR),
    ]
    return framed([beside(cut, right, CUT[0] + 6 * mm)], look.BLUE)


def _conflict(page: Page, shown: CardShown, conflict: Conflict) -> list[Flowable]:
    """The entries that cannot stand together; why, where no finding has said so already."""
    parts: list[Flowable] = [
        page.text(witness.NO_GAME, look.STRONG, look.RED),
        page.text(witness.conflict_words(conflict)),
    ]
    if not shown.is_told(conflict.why):
        parts.append(page.text(Joined([words.sentence(conflict.why), "."])))
    return framed(parts, look.RED)


def _game(page: Page, shown: CardShown, game: Game) -> list[Flowable]:
    """One legal game, turn by turn, in two columns of small letters."""
    told = [page.text(witness.game_title(game), look.PART)]
    told += [page.text(note, look.SMALL) for note in shown.game_notes]
    return [*told, _turns(page, game), Spacer(0, 4 * mm)]


def _turns(page: Page, game: Game) -> Flowable:
    numbered = list(enumerate(game.turns, start=1))
    half = (len(numbered) + 1) // 2
    blank = (look.text("", look.TINY),) * 3
    rows = [
        [cell for one in pair for cell in (_turn(page, game, *one) if one else blank)]
        for pair in zip_longest(numbered[:half], numbered[half:])
    ]
    dice = 19 * mm if game.rules.template.power is None else 33 * mm
    wide = look.TEXT_WIDTH / 2 - 7 * mm - dice
    table = Table(rows, colWidths=[6 * mm, dice, wide + 1 * mm] * 2, hAlign="LEFT")
    lines = ("LINEBELOW", (0, 0), (-1, -1), 0.25, look.LINE)
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), lines, *look.tight(0.35 * mm)]))
    return table


def _turn(page: Page, game: Game, number: int, turn: Turn) -> Sequence[Flowable]:
    return (
        look.text(number, look.TINY, look.QUIET),
        look.text(turn.thrown(game.rules), look.TINY),
        page.text(turn.done(game.rules), look.TINY),
    )
