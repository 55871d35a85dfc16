"""Gathers all that a dispute report shows, once, for its PDF and its HTML form alike.

Every text is a phrase, so that the same facts can be told in each language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorecheck.audit.codes import find_rule
from scorecheck.languages.phrase import Joined, Plural
from scorecheck.report import together, words
from scorecheck.report.arithmetic import row_step, unseen
from scorecheck.report.arithmetic_card import steps_of
from scorecheck.report.cards import WrittenCard, witness_of, written_card
from scorecheck.report.dispute_cells import cell_shown
from scorecheck.report.dispute_shown import CardShown, Dispute, FindingShown, SheetShown
from scorecheck.report.dispute_source import basis_of, file_name, made_by, ties_of
from scorecheck.report.dispute_verdict import verdict_sentence
from scorecheck.report.result import BatchResult, CardResult, FileResult, JudgedFinding, SheetResult


def gather(batch: BatchResult, command: tuple[str, ...]) -> Dispute:
    """The facts of a report on a run.

    Args:
        command: the words to type so as to compute every number again.
    """
    return Dispute(
        sheets=tuple(_sheet(file, sheet) for file in batch.files for sheet in file.sheets),
        unread=tuple(file for file in batch.files if file.error is not None),
        notes=tuple(_notes(batch)),
        command=command,
        made_by=tuple(made_by()),
    )


def _notes(batch: BatchResult) -> Iterator[str]:
    """What concerns several files, then what is to be said of each."""
    yield from (note.message for note in batch.notes)
    for file in batch.files:
        yield from (Joined([file_name(file), note], between=": ") for note in file.notes)


def _sheet(file: FileResult, sheet: SheetResult) -> SheetShown:
    found = sheet.table.findings if sheet.table else ()
    told: set[str] = set()
    cards = [_card(sheet, card) for card in sheet.cards if _is_shown(sheet, card)]
    cards = [replace(card, findings=_each_rule_once(card.findings, told)) for card in cards]
    return SheetShown(
        file=file,
        sheet=sheet,
        title=words.sheet_title(sheet),
        verdict=verdict_sentence(sheet),
        cards=tuple(cards),
        together=_each_rule_once([_together(sheet, judged) for judged in found], told),
        played=tuple(sheet.played.rows()) if sheet.played else (),
        ties=tuple(ties_of(file, sheet)),
        basis=tuple(basis_of(sheet)),
        remarks=sheet.notes,
    )


def _each_rule_once(findings: Sequence[FindingShown], told: set[str]) -> tuple[FindingShown, ...]:
    """The findings, with the whole of a rule only where it is not among those told already."""
    marked = []
    for one in findings:
        marked.append(replace(one, rule_is_new=one.rule.code not in told))
        told.add(one.rule.code)
    return tuple(marked)


def _is_shown(sheet: SheetResult, card: CardResult) -> bool:
    return card in sheet.filled or bool(card.findings or card.doubtful)


def _card(sheet: SheetResult, card: CardResult) -> CardShown:
    written = written_card(sheet, card)
    findings = tuple(_findings(sheet, card, written))
    shown = {one.cell.cell for finding in findings for one in finding.cells}
    decided = (c for c in card.cells if c.decided and not c.in_doubt and c.cell not in shown)
    return CardShown(
        card=card,
        name=together.name_on(sheet, card.column),
        summary=words.card_summary(card),
        findings=findings,
        decided=tuple(cell_shown(sheet.template, cell) for cell in decided),
        doubts=tuple(cell_shown(sheet.template, cell) for cell in card.doubtful),
        witness=witness_of(card, written),
    )


def _findings(sheet: SheetResult, card: CardResult, written: WrittenCard) -> Iterator[FindingShown]:
    """In the order of the card; many blank boxes are told as one."""
    steps, seen = steps_of(sheet, card, written), set[str]()
    single, blanks = words.grouped(card)
    for judged in single:
        finding = judged.finding
        cells = [cell for cell in card.cells if words.is_at_cell(finding, cell)]
        own = steps.get(finding.at, ()) or row_step(written.one, finding)
        yield FindingShown(
            judged,
            words.place(sheet.template, finding.at),
            words.sentence(finding.message),
            _doubt(sheet, card, judged),
            tuple(cell_shown(sheet.template, cell) for cell in cells),
            unseen(own, seen),
            find_rule(finding.code),
        )
    if blanks:
        told = words.sentence(words.blanks_sentence(sheet.template, blanks))
        place = Plural("{n} box", "{n} boxes", len(blanks))
        rule = find_rule(blanks[0].finding.code)
        yield FindingShown(blanks[0], place, told, "", (), (), rule)


def _together(sheet: SheetResult, judged: JudgedFinding) -> FindingShown:
    finding = judged.finding
    doubt = together.rests_sentence(sheet, judged.rests_on)
    return FindingShown(
        judged,
        together.TABLE,
        words.sentence(finding.message),
        words.sentence(doubt) if doubt else "",
        (),
        (),
        find_rule(finding.code),
    )


def _doubt(sheet: SheetResult, card: CardResult, judged: JudgedFinding) -> str:
    if not judged.rests_on:
        return ""
    rests = words.rests_words(sheet, card, judged.rests_on)
    return words.sentence(Joined([together.THIS, rests], between=" "))
