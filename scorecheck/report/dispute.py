"""All that a dispute report shows, gathered once, for its PDF and its HTML form alike.

Every text is a phrase, so that the same facts can be told in each language. Pictures are not among
them: they are cut from the photo, by the cells that are named here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorecheck.audit.codes import find_rule
from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule
from scorecheck.audit.witness.turn import Witness
from scorecheck.audit.words import both
from scorecheck.languages.phrase import Joined, Phrase, Plural
from scorecheck.report import together, words
from scorecheck.report.arithmetic import Step, row_step, unseen
from scorecheck.report.arithmetic_card import steps_of
from scorecheck.report.cards import WrittenCard, card_text, witness_of, written_card
from scorecheck.report.dispute_cells import CellShown, cell_shown
from scorecheck.report.dispute_source import Row, file_name, made_by, source_of
from scorecheck.report.dispute_verdict import verdict_sentence
from scorecheck.report.result import BatchResult, CardResult, FileResult, JudgedFinding, SheetResult
from scorecheck.report.table import filled_cards


@dataclass(frozen=True)
class FindingShown:
    """A finding: where it is, its cells, the arithmetic that shows it, and its rule.

    `doubt` says on which cells in doubt it rests; empty where it is sure. `blanks` are further
    findings of the same kind that are told with it.
    """

    judged: JudgedFinding
    place: str
    message: str
    doubt: str
    cells: tuple[CellShown, ...]
    steps: tuple[Step, ...]
    rule: Rule
    rule_is_new: bool = True

    @property
    def rule_words(self) -> tuple[Phrase, ...]:
        """What the rule says: all of it where the report comes to it first, later its summary."""
        return self.rule.paragraphs if self.rule_is_new else self.rule.paragraphs[:1]

    @property
    def written(self) -> str:
        """What the finding says is on the paper; empty where that is not what it is about."""
        said = self.finding.written
        return "" if said is None and self.read else words.written_words(said)

    @property
    def finding(self) -> Finding:
        """The finding itself."""
        return self.judged.finding

    @property
    def several(self) -> bool:
        """Whether several things would be right."""
        expected = self.finding.expected
        return isinstance(expected, tuple) and len(expected) > 1

    @property
    def read(self) -> tuple[CellShown, ...]:
        """Those of its cells in which anything was read."""
        return tuple(one for one in self.cells if one.cell.text or one.cell.in_doubt)


@dataclass(frozen=True)
class CardShown:
    """A card: its findings, the cells that people decided, and whether a legal game ends so.

    `decided` leaves out the cells that a finding shows; `doubts` are all that are still in doubt.
    """

    card: CardResult
    name: str
    summary: str
    findings: tuple[FindingShown, ...]
    decided: tuple[CellShown, ...]
    doubts: tuple[CellShown, ...]
    witness: Witness | None

    def is_told(self, why: str) -> bool:
        """Whether a finding says the same already."""
        return any(one.message == words.sentence(why) for one in self.findings)

    @property
    def game_notes(self) -> Iterator[str]:
        """What a legal game of the card leaves out, and what it says of the findings."""
        if any(one.finding.name in words.SLIPS for one in self.findings):
            yield Phrase("The boxes can be; only sums are wrong.")
        taken = [
            Joined([one.place, words.text_words(card_text(one.cell))], between=" ")
            for one in self.doubts
            if one.cell.field != "sum"
        ]
        if taken:
            yield Phrase("What is in doubt is taken at its likeliest: {cells}.", cells=both(taken))


@dataclass(frozen=True)
class SheetShown:
    """A sheet with its verdict, its cards, and where it comes from."""

    file: FileResult
    sheet: SheetResult
    title: str
    verdict: str
    cards: tuple[CardShown, ...]
    together: tuple[FindingShown, ...]
    source: tuple[Row, ...]

    @property
    def doubts(self) -> Iterator[tuple[str, list[tuple[CardShown, CellShown]]]]:
        """The cells in doubt by the rows of the sheet, from the top: a row's name, its cells."""
        rows: dict[str, list[tuple[CardShown, CellShown]]] = {}
        for card in self.cards:
            for shown in card.doubts:
                rows.setdefault(shown.cell.box, []).append((card, shown))
        order = [cell.box for card in self.sheet.cards for cell in card.cells]
        for box in sorted(rows, key=order.index):
            yield words.sentence(words.box_name(self.sheet.template, box)), rows[box]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the outcome rests on, and what it would be by the totals as written."""
        table, match = self.sheet.table, self.sheet.match
        told = [together.rests_sentence(self.sheet, match.rests_on)] if match else []
        if table is not None:
            name = together.lead_name(table)
            told = [together.rests_sentence(self.sheet, table.lead_rests_on, name)]
            told.append(together.as_written(table))
        return tuple(words.sentence(note) for note in told if note)

    @property
    def subject(self) -> str:
        """What the sheet is, and of which file, in one line."""
        start = (self.file.sha256 or "")[:12]
        return Joined([self.title, file_name(self.file), start], between="  ·  ")


@dataclass(frozen=True)
class Dispute:
    """A whole report. `command` computes every number in it again, word by word as in
    `report.again`; `made_by` says with what it was made."""

    sheets: tuple[SheetShown, ...]
    unread: tuple[FileResult, ...]
    notes: tuple[str, ...]
    command: tuple[str, ...]
    made_by: tuple[Row, ...]


def gather(batch: BatchResult, command: tuple[str, ...]) -> Dispute:
    """The facts of a report on a run.

    Args:
        command: the words to type so as to compute every number again.
    """
    return Dispute(
        sheets=tuple(_sheet(file, sheet) for file in batch.files for sheet in file.sheets),
        unread=tuple(file for file in batch.files if file.error is not None),
        notes=tuple(note.message for note in batch.notes),
        command=command,
        made_by=tuple(made_by()),
    )


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
        source=tuple(source_of(file, sheet)),
    )


def _each_rule_once(findings: Sequence[FindingShown], told: set[str]) -> tuple[FindingShown, ...]:
    """The findings, with the whole of a rule only where it is not among those told already."""
    marked = []
    for one in findings:
        marked.append(replace(one, rule_is_new=one.rule.code not in told))
        told.add(one.rule.code)
    return tuple(marked)


def _is_shown(sheet: SheetResult, card: CardResult) -> bool:
    return card in filled_cards(sheet) or bool(card.findings or card.doubtful)


def _card(sheet: SheetResult, card: CardResult) -> CardShown:
    written = written_card(sheet, card)
    findings = tuple(_findings(sheet, card, written))
    shown = {one.cell.cell for finding in findings for one in finding.cells}
    decided = (c for c in card.cells if c.decided and not c.in_doubt and c.cell not in shown)
    return CardShown(
        card=card,
        name=words.column_name(card.column),
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
