"""A finding in the PDF report: the place cut out, who read what, the arithmetic, the rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.arithmetic import Step, Term
from scorecheck.report.dispute_shown import FindingShown
from scorecheck.report.pdf_parts import BAR, CUT, Page, beside, framed, people, readings, row_strip

_WIDTHS = (37 * mm, 94 * mm, 16 * mm, 26 * mm)


def finding_block(page: Page, shown: FindingShown) -> list[Flowable]:
    """All that shows a finding, in one frame."""
    colour = look.AMBER if shown.doubt else look.RED
    head = f"{look.plain(shown.finding.code)}&nbsp;&nbsp;{page.plain(words.sentence(shown.place))}"
    parts: list[Flowable] = [
        look.marked(head, look.STRONG, colour),
        page.text(Joined([shown.message, "."])),
    ]
    if shown.doubt:
        parts.append(page.text(Joined([shown.doubt, "."]), look.BODY, look.AMBER))
    if shown.cells:
        parts += [Spacer(0, 1.5 * mm), _evidence(page, shown, colour), Spacer(0, 1 * mm)]
        parts += people(page, shown.cells)
        parts += row_strip(page, shown.cells)
    if shown.steps:
        parts += [Spacer(0, 1.5 * mm), arithmetic(page, shown.steps)]
    parts += [Spacer(0, 1.2 * mm), _rule(page, shown)]
    return framed(parts, colour)


def _evidence(page: Page, shown: FindingShown, colour: Color) -> Flowable:
    """The cut-out on the left; on the right what is written, what is right, how it was read."""
    right: list[Flowable] = []
    for name, said, tint in _said(shown):
        line = look.quiet(f"{page.plain(name)}: ") + look.strong(page.plain(said), tint)
        right.append(look.marked(line, look.BODY))
    if shown.read:
        right += [Spacer(0, 1 * mm), readings(page, shown.read, colour, BAR)]
    cut = page.view.cut([one.cell for one in shown.cells])
    return beside(look.image(cut, *CUT), right, CUT[0] + 6 * mm)


def _said(shown: FindingShown) -> Iterator[tuple[str, str, Color]]:
    finding = shown.finding
    if shown.written:
        yield Phrase("On the paper"), shown.written, look.INK
    if finding.expected is not None:
        name = Phrase("Possible") if shown.several else Phrase("Right")
        yield name, words.expected_words(finding.expected), look.GREEN


def arithmetic(page: Page, steps: Sequence[Step]) -> Flowable:
    """The sums line by line: name, numbers with their own names, result, what is written."""
    rows = [
        [_name(page, step), _terms(page, step), _result(step), _written(page, step)]
        for step in steps
    ]
    table = Table(rows, colWidths=_WIDTHS, hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("LINEABOVE", (0, 0), (-1, 0), 0.3, look.LINE),
                ("LINEBELOW", (0, 0), (-1, -1), 0.3, look.LINE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                *look.tight(0.7 * mm),
                ("RIGHTPADDING", (0, 0), (0, -1), 2 * mm),
            ]
        )
    )
    return table


def _name(page: Page, step: Step) -> Flowable:
    return look.marked(look.strong(page.plain(step.name)), look.CELL)


def _terms(page: Page, step: Step) -> Flowable:
    """`Aces 3 + Twos 6`, the names in grey."""
    if step.how:
        names = ", ".join(page.plain(term.name) for term in step.terms)
        told = f"{look.plain(step.how)} {look.quiet(f'({names})')}"
    else:
        told = step.between.join(_term(page, term) for term in step.terms) or "–"
    why = f": {page.plain(step.why)}" if step.why else ""
    return look.marked(told + why, look.CELL)


def _term(page: Page, term: Term) -> str:
    said = look.quiet(f" ({page.plain(words.text_words(term.said))})") if term.said else ""
    name = look.quiet(page.plain(term.name).replace(" ", "&nbsp;"))
    return f"{name}&nbsp;{term.number}{'?' * term.in_doubt}{said}"


def _result(step: Step) -> Flowable:
    colour = look.GREEN if step.is_wrong else look.INK
    return look.marked("= " + look.strong(str(step.result), colour), look.CELL)


def _written(page: Page, step: Step) -> Flowable:
    if step.written is None:
        return page.text(Phrase("not written"), look.CELL, look.QUIET)
    number = look.strong(str(step.written), look.RED if step.is_wrong else look.INK)
    label = look.quiet(page.plain(Phrase("written")))
    return look.marked(f"{label} {number}", look.CELL)


def _rule(page: Page, shown: FindingShown) -> Flowable:
    """The rule in words with its code and its name."""
    head = words.rule_head(shown.rule)
    said = " ".join(page.plain(part) for part in shown.rule_words)
    return look.marked(f"<b>{page.plain(head)}</b>: {said}", look.SMALL)
