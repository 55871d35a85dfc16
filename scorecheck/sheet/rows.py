"""The rows of a sheet in print order: boxes, chips and sums, in groups that touch."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.game.template import Template


@dataclass(frozen=True)
class Row:
    """A row of the table: `kind` is box, chips or sum; `grand` marks the last sum of all."""

    id: str
    kind: str
    grand: bool = False


@dataclass(frozen=True)
class Group:
    """Rows under one section tab; the grand total stands alone, under no section."""

    section: str
    rows: tuple[Row, ...]


def groups_of(template: Template) -> tuple[Group, ...]:
    """One group a section, and one for the last sum of all."""
    sums = [part for part in template.sums if part.printed]
    grand = sums[-1]
    groups = []
    for section in template.sections:
        rows = [Row(box.id, "box") for box in template.section_boxes(section.id)]
        if template.chips and template.box(template.chips.box).section == section.id:
            rows.append(Row(template.chips.id, "chips"))
        rows += [Row(s.id, "sum") for s in sums if s.after == section.id and s is not grand]
        groups.append(Group(section.id, tuple(rows)))
    return (*groups, Group("", (Row(grand.id, "sum", grand=True),)))
