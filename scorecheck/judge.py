"""One column, from blind readings to a verdict on the card; what is in doubt stays in doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecheck.audit.finding import Finding
from scorecheck.audit.verdict import Verdict, audit_card
from scorecheck.evidence.weigh import WeighedCell, weigh
from scorecheck.game.card import STRIKE_SIGNS, Card, Entry, Mark, Number
from scorecheck.game.template import Template
from scorecheck.reading.types import ILLEGIBLE_TEXT, Candidate, CellReading, State
from scorecheck.report.result import (
    CardResult,
    CardStatus,
    CardVerdict,
    CellResult,
    JudgedFinding,
)

Options = Mapping[str, object]

_MOST_RIVALS = 3
_LEAST_RIVAL = 0.005
"""Less likely readings than this do not put a finding in doubt."""


@dataclass(frozen=True)
class _Bench:
    """A column's cells under its rules: what each choice of texts comes to."""

    cells: tuple[CellResult, ...]
    template: Template
    options: Options
    status: CardStatus

    def verdict(self, changed: Mapping[str, str] | None = None) -> Verdict:
        """The audit with the texts of some cells changed."""
        card = card_of(self.cells, self.template, changed or {})
        return audit_card(card, self.template, self.options, self._audit_status())

    def _audit_status(self) -> str:
        if self.status is not CardStatus.FINAL:
            return CardStatus.IN_PROGRESS.value
        # One full card ends some games: open boxes beside a grand total are another's doing.
        return "final-loser" if self.template.ends_at_first_full else "final"


def judge_card(cells: Sequence[CellReading], template: Template, options: Options) -> CardResult:
    """Weigh the readings of one column, audit what they say, and mark what rests on doubt."""
    weighed = tuple(_weighed(cell) for cell in weigh(cells, template, options).cells)
    bench = _Bench(weighed, template, options, status_of(weighed, template))
    verdict = bench.verdict()
    findings = tuple(
        JudgedFinding(finding, _grounds(finding, bench))
        for finding in verdict.findings
        if not _only_illegible(finding, weighed)
    )
    return CardResult(
        column=cells[0].column,
        status=bench.status,
        cells=weighed,
        totals={name: (_whole(w), int(c)) for name, (w, c) in verdict.totals.items()},
        findings=findings,
        verdict=_verdict(weighed, findings),
    )


def read_card(cells: Sequence[CellReading], template: Template, options: Options) -> CardResult:
    """The blind readings of one column as they are; no card is weighed or audited."""
    del options
    results = tuple(_alone(cell) for cell in cells)
    status = status_of(results, template)
    return CardResult(cells[0].column, status, results, {}, (), _verdict(results, ()))


def status_of(cells: Sequence[CellResult], template: Template) -> CardStatus:
    """How far a card is filled: nothing written, all boxes filled or a grand total, or between."""
    written = {cell.box for cell in cells if cell.kind != "text" and cell.text}
    if not written:
        return CardStatus.BLANK
    last = template.sums[-1].id
    full = all(box.id in written for box in template.boxes)
    return CardStatus.FINAL if full or last in written else CardStatus.IN_PROGRESS


def card_of(
    cells: Sequence[CellResult], template: Template, changed: Mapping[str, str] | None = None
) -> Card:
    """The card that the cells' texts say; `changed` replaces texts by cell id.

    What is not legible says nothing.
    """
    texts: dict[tuple[str, str], str] = {}
    for cell in cells:
        text = (changed or {}).get(cell.cell, cell.text)
        texts[cell.box, cell.field] = "" if text == ILLEGIBLE_TEXT else text
    entries = {box.id: _entry(box.id, box.fields, texts) for box in template.boxes}
    written = {total.id: _mark(texts.get((total.id, "sum"), "")) for total in template.sums}
    return Card(
        entries={box: entry for box, entry in entries.items() if not entry.is_blank},
        chips=chips_of([cell for cell in cells if cell.field == "chips"], changed or {}),
        written={name: _number(mark) for name, mark in written.items() if mark is not None},
    )


def chips_of(cells: Sequence[CellResult], changed: Mapping[str, str]) -> int | None:
    """The number of chips: every mark in a tick box is one, and a number in the last box counts
    by itself. None where the sheet has no tick boxes."""
    if not cells:
        return None
    texts = [changed.get(cell.cell, cell.text) for cell in cells]
    if texts[-1].isdigit():
        return int(texts[-1])
    return sum(1 for text in texts if text and text != ILLEGIBLE_TEXT)


def _entry(box: str, fields: Sequence[str], texts: Mapping[tuple[str, str], str]) -> Entry:
    if "power" not in fields:
        return Entry(base=_mark(texts.get((box, "value"), "")))
    return Entry(
        base=_mark(texts.get((box, "base"), "")),
        power=texts.get((box, "power"), "").upper() or None,
        total=_mark(texts.get((box, "total"), "")),
    )


def _mark(text: str) -> Mark:
    """A cell's text as the card has it: a number, a strike sign, or None for nothing."""
    if text.isascii() and text.isdigit():
        return int(text)
    return text if text in STRIKE_SIGNS else None


def _number(mark: Mark) -> Number:
    return 0 if mark is None or isinstance(mark, str) else mark


def _whole(number: Number | None) -> int | None:
    return None if number is None else int(number)


def _weighed(cell: WeighedCell) -> CellResult:
    return _result(cell.reading, cell.text, cell.state, cell.confidence, cell.alternatives)


def _alone(cell: CellReading) -> CellResult:
    return _result(cell, cell.text, cell.state, cell.p, cell.candidates[1:])


def _result(
    cell: CellReading, text: str, state: State, p: float, alternatives: Sequence[Candidate]
) -> CellResult:
    mark = _mark(text) if cell.kind in ("number", "power") else None
    strike = isinstance(mark, str)
    return CellResult(
        cell=cell.cell,
        column=cell.column,
        box=cell.box,
        field=cell.field,
        kind=cell.kind,
        text=text,
        value=0 if strike else mark if isinstance(mark, int) else None,
        strike=strike,
        state=state,
        confidence=p,
        alone=cell.candidates[0],
        alternatives=tuple(alternatives),
        box_px=cell.box_px,
    )


def _only_illegible(finding: Finding, cells: Sequence[CellResult]) -> bool:
    """Whether a box is called blank only because what is in it cannot be read."""
    return finding.name == "incomplete" and any(
        cell.box == finding.at and cell.state is State.ILLEGIBLE for cell in cells
    )


def _grounds(finding: Finding, bench: _Bench) -> tuple[str, ...]:
    """The doubtful cells that a finding rests on: at its own place, or such that with another
    of their likely texts the finding would go away."""
    return tuple(
        cell.cell
        for cell in bench.cells
        if cell.in_doubt
        and (
            cell.box == finding.at
            or any(
                _gone(finding, bench.verdict({cell.cell: text})) for text in _rivals(cell, bench)
            )
        )
    )


def _gone(finding: Finding, verdict: Verdict) -> bool:
    return all((f.name, f.at) != (finding.name, finding.at) for f in verdict.findings)


def _rivals(cell: CellResult, bench: _Bench) -> list[str]:
    """What a doubtful cell may say instead; an illegible one anything legal."""
    likely = [c.text for c in cell.alternatives if c.p >= _LEAST_RIVAL and c.text != cell.text]
    if cell.state is State.ILLEGIBLE and bench.template.has_box(cell.box) and cell.field != "power":
        legal = sorted(bench.template.values(cell.box, bench.options))
        likely = likely[:_MOST_RIVALS] + [str(value) for value in legal]
        return list(dict.fromkeys(likely))
    return likely[:_MOST_RIVALS]


def _verdict(cells: Sequence[CellResult], findings: Sequence[JudgedFinding]) -> CardVerdict:
    if any(not judged.rests_on for judged in findings):
        return CardVerdict.FINDINGS
    if findings or any(cell.in_doubt for cell in cells):
        return CardVerdict.DOUBT
    return CardVerdict.CLEAN
