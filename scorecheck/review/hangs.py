"""What may be shown while cells are in doubt: only sums and findings on which no such cell bears.

A person who knows which number would make a sum right no longer reads what is written. So nothing
is said of a sum before all that goes into it is settled, nor of a rule before every cell that the
finding is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scorecheck.audit.finding import Finding
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    ColumnsFormula,
    DifferenceFormula,
    Formula,
    TimesFormula,
)
from scorecheck.game.template import Template
from scorecheck.report.result import CardResult, CellResult, JudgedFinding

CHIPS = "chips"


def open_cells(card: CardResult) -> tuple[CellResult, ...]:
    """The cells of a card that nobody has settled yet."""
    return tuple(cell for cell in card.cells if cell.is_open)


def sum_is_open(total: str, card: CardResult, template: Template) -> bool:
    """Whether the right number of a sum hangs on a cell that is not settled, or that a person
    could not read."""
    unknown = {cell.box for cell in card.doubtful}
    return bool(unknown) and not unknown.isdisjoint(boxes_of(total, template))


def finding_is_open(judged: JudgedFinding, card: CardResult, template: Template) -> bool:
    """Whether a finding concerns a cell that is not settled."""
    open_now = open_cells(card)
    if not open_now:
        return False
    ids, boxes = {cell.cell for cell in open_now}, {cell.box for cell in open_now}
    places = places_of(judged.finding)
    if ids & {*judged.rests_on} or boxes & places:
        return True
    known = {cell.box for cell in card.cells}
    # What concerns the card as a whole concerns every cell of it.
    return not places <= known or any(boxes & boxes_of(place, template) for place in places)


def places_of(finding: Finding) -> set[str]:
    """The boxes and sums that a finding names."""
    return {place.partition("/")[0] for place in (finding.at, *finding.beside)}


def boxes_of(total: str, template: Template) -> set[str]:
    """The boxes (and the chips) that go into a sum; a box goes into none, and has none."""
    lead, dot, name = total.rpartition(".")
    formulas = {one.id: one.formula for one in (*template.sums, *template.overall)}
    if name not in formulas:
        return set()
    return set(_boxes(formulas[name], f"{lead}{dot}", template, {total}))


def _boxes(formula: Formula, lead: str, template: Template, seen: Collection[str]) -> Iterator[str]:
    for part in _parts(formula, template):
        column, dot, name = part.rpartition(".")
        place = part if dot else lead + name
        if name == CHIPS:
            yield from _chips(lead, template)
        elif template.has_box(name):
            yield place
        elif name in {section.id for section in template.sections}:
            yield from (lead + box.id for box in template.section_boxes(name))
        elif place not in seen:
            inner = {one.id: one.formula for one in (*template.sums, *template.overall)}[name]
            yield from _boxes(inner, f"{column}{dot}" or lead, template, {*seen, place})


def _parts(formula: Formula, template: Template) -> Iterator[str]:
    """What a formula names: boxes, sections, sums, or the chips."""
    match formula:
        case BoxesFormula():
            yield formula.section
        case BonusFormula() | TimesFormula():
            yield formula.of
        case AddFormula():
            chosen = (way for ways in formula.only.values() for way in ways)
            yield from (part for way in (formula.parts, *formula.also, *chosen) for part in way)
        case ChipsFormula():
            yield CHIPS
        case DifferenceFormula():
            yield from (formula.plus, formula.minus, formula.times)
        case ColumnsFormula():
            yield from (f"{column.id}.{formula.of}" for column in template.columns)
            yield from formula.plus


def _chips(lead: str, template: Template) -> Iterator[str]:
    """The chips, and the box that they need; a sum over all columns counts those of each."""
    every = [f"{column.id}." for column in template.columns]
    for one in [lead] if lead or not every else every:
        yield one + CHIPS
        if template.chips is not None:
            yield one + template.chips.box
