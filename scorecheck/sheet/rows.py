"""The rows of a sheet in print order: boxes, chips and sums, in groups that touch."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.game.template import Template


@dataclass(frozen=True)
class Row:
    """A row of the table: `kind` is box, chips, sum or overall (a sum over columns that belong
    together); `grand` marks the last sum of all."""

    id: str
    kind: str
    grand: bool = False


@dataclass(frozen=True)
class Group:
    """Rows under one section tab; the last sums of all stand under no section."""

    section: str
    rows: tuple[Row, ...]


def groups_of(template: Template) -> tuple[Group, ...]:
    """One group a section, and one for the last sum of all or the sums over all columns."""
    sums = [part for part in template.sums if part.printed]
    overall = [part for part in template.overall if part.printed]
    grand = (overall or sums)[-1]
    groups = []
    for section in template.sections:
        rows = [Row(box.id, "box") for box in template.section_boxes(section.id)]
        if template.chips and template.box(template.chips.box).section == section.id:
            rows.append(Row(template.chips.id, "chips"))
        rows += [Row(s.id, "sum") for s in sums if s.after == section.id and s is not grand]
        groups.append(Group(section.id, tuple(rows)))
    last = [Row(s.id, "overall", grand=s is grand) for s in overall]
    return (*groups, Group("", tuple(last) or (Row(grand.id, "sum", grand=True),)))
