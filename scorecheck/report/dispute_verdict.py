"""The verdict on a sheet in one sentence: who has what, what is wrong, what is in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase, Plural, Sentence
from scorecheck.report import together, words
from scorecheck.report.result import CardResult, CardVerdict, JudgedFinding, SheetResult


def verdict_sentence(sheet: SheetResult) -> str:
    """One sentence, ending in a full stop."""
    return Joined([Sentence(Joined(list(_parts(sheet)), between="; ")), "."])


def verdict_of(sheet: SheetResult) -> CardVerdict:
    """The gravest verdict of the cards and of the table."""
    verdicts = {card.verdict for card in sheet.cards}
    verdicts |= {sheet.table.verdict} if sheet.table else set()
    doubtful = together.doubtful_totals(sheet)
    verdicts |= {together.match_verdict(sheet.match, doubtful)} if sheet.match else set()
    for verdict in (CardVerdict.FINDINGS, CardVerdict.DOUBT):
        if verdict in verdicts:
            return verdict
    return CardVerdict.CLEAN


def findings_of(sheet: SheetResult) -> list[JudgedFinding]:
    """All findings of a sheet, those of its table last."""
    found = [judged for card in sheet.cards for judged in card.findings]
    return found + list(sheet.table.findings if sheet.table else ())


def points_words(card: CardResult, template: Template) -> str:
    """`256 points, and not 220 as written`; empty for a card without sums."""
    written, right = card.totals.get(template.grand_total.id, (None, None))
    if right is None:
        return ""
    if written in (None, right):
        return Plural("{n} point", "{n} points", right)
    unsure = any(cell.box == template.grand_total.id for cell in card.doubtful)
    said = f"{written}{'?' * unsure}"
    return Plural(
        "{n} point, and not {written} as written",
        "{n} points, and not {written} as written",
        right,
        written=said,
    )


def _parts(sheet: SheetResult) -> Iterator[str]:
    cards = sheet.filled
    if not cards and not findings_of(sheet):
        yield Phrase("nothing is written on this sheet")
    else:
        yield from _outcome(sheet, cards)
        yield from _mistakes(findings_of(sheet))
    opened = sum(cell.in_doubt for card in sheet.cards for cell in card.cells)
    if opened:
        yield Plural("{n} cell is in doubt", "{n} cells are in doubt", opened)


def _outcome(sheet: SheetResult, cards: Sequence[CardResult]) -> Iterator[str]:
    if sheet.table is not None:
        yield together.table_lead(sheet.table, partial(together.name_on, sheet))
    elif sheet.match is not None and sheet.match.total is not None:
        summary = together.match_summary(sheet.match, together.doubtful_totals(sheet))
        yield Joined([together.match_name(sheet.match), summary], between=": ")
    else:
        for card in cards:
            points = points_words(card, sheet.template)
            if points:
                yield Joined([words.column_name(card.column), points], between=": ")


def _mistakes(found: list[JudgedFinding]) -> Iterator[str]:
    """How many things are wrong of themselves; what only follows from them is not counted."""
    own = [judged for judged in found if not judged.finding.carried]
    sure = sum(not judged.rests_on for judged in own)
    if not found:
        yield Phrase("no mistake was found")
    if sure:
        yield Plural("{n} mistake was found", "{n} mistakes were found", sure)
    if len(own) > sure:
        more = len(own) - sure
        yield Plural("{n} mistake is possible", "{n} mistakes are possible", more)
