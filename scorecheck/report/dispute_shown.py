"""What a dispute report shows of a finding, a card, a sheet: facts and phrases, no pictures.

The pictures are cut from the photo, by the cells that are named here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule
from scorecheck.audit.witness.conflict import SLIPS
from scorecheck.audit.witness.turn import Witness
from scorecheck.audit.words import both
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.report import together, words
from scorecheck.report.arithmetic import Step
from scorecheck.report.cards import card_text
from scorecheck.report.dispute_cells import CellShown
from scorecheck.report.dispute_source import Row, file_name
from scorecheck.report.result import CardResult, FileResult, JudgedFinding, SheetResult


@dataclass(frozen=True)
class FindingShown:
    """A finding: where it is, its cells, the arithmetic that shows it, and its rule.

    `doubt` says on which cells in doubt it rests; empty where it is sure.
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
        slips = [one for one in self.findings if one.finding.name in SLIPS]
        if len(slips) == len(self.findings) and not all(one.doubt for one in slips):
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
    """A sheet with its verdict, its cards, and where it comes from.

    `played` tells where and by whom it was played, `ties` bind it to the photo, `basis` is what it
    was judged by, `remarks` are what the reader has to say of the sheet.
    """

    file: FileResult
    sheet: SheetResult
    title: str
    verdict: str
    cards: tuple[CardShown, ...]
    together: tuple[FindingShown, ...]
    played: tuple[Row, ...]
    ties: tuple[Row, ...]
    basis: tuple[Row, ...]
    remarks: tuple[str, ...]

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
            told.append(
                together.as_written(
                    table,
                    together.doubtful_totals(self.sheet),
                    partial(together.name_on, self.sheet),
                )
            )
            told += [together.card_rests(self.sheet, player) for player in table.players]
        return tuple(words.sentence(note) for note in told if note)

    @property
    def subject(self) -> str:
        """What the sheet is, and of which file, in one line."""
        start = (self.file.sha256 or "")[:12]
        return Joined([self.title, file_name(self.file), start], between="  ·  ")


@dataclass(frozen=True)
class Dispute:
    """A whole report. `command` computes every number in it again, word by word as in
    `report.again`; `made_by` says with what it was made, `notes` are about files."""

    sheets: tuple[SheetShown, ...]
    unread: tuple[FileResult, ...]
    notes: tuple[str, ...]
    command: tuple[str, ...]
    made_by: tuple[Row, ...]

    @property
    def from_outside(self) -> Iterator[str]:
        """The texts that somebody else wrote: names of games and files, what people said."""
        yield from (str(file.path) for file in self.unread)
        for sheet in self.sheets:
            yield sheet.subject
            yield from (said for _, said in sheet.played)
            for card in sheet.cards:
                at_findings = [cell for finding in card.findings for cell in finding.cells]
                for cell in (*at_findings, *card.decided, *card.doubts):
                    yield from (said.sentence + said.remark for said in cell.people)
