"""What of a sheet could not be seen, and why: glare, shadow, things over it, the picture's edge."""

from __future__ import annotations

import numpy as np

from scorecheck.game.template import Template
from scorecheck.photo.flatten import FlatSheet
from scorecheck.photo.quality import CellQuality
from scorecheck.reading.policy import MOST_GLARE, MOST_HIDDEN_MM, MOST_SHADOW
from scorecheck.report.words import box_name, column_name
from scorecheck.sheet.layout import Cell

_NAMED = 8
_USUAL_SCALES = (0.93, 1.05)

_WHY = {
    "cut": "the picture's edge cuts off {cells}; photograph the whole sheet",
    "glare": "glare washes out {cells}; photograph again from another angle or without the flash",
    "covered": "something covers {cells}, or a bright or dark edge lies on their lines; "
    "take it away and photograph again",
    "shadow": "a deep shadow lies on {cells}; photograph again in even light",
}


def sight_notes(flat: FlatSheet, template: Template) -> tuple[str, ...]:
    """Sentences that name the cells that cannot be seen, by what hides them; and an odd scale."""
    cells = [cell for cell in flat.layout.cells if cell.kind != "text"]
    notes = []
    for why, sentence in _WHY.items():
        hidden = [cell for cell in cells if _hidden_by(flat.cells[cell.cell]) == why]
        if hidden:
            notes.append(sentence.format(cells=_named(hidden, template)))
    return (*notes, *_scale_note(flat))


def _hidden_by(seen: CellQuality) -> str:
    """What hides a cell; "" if nothing does."""
    if np.isinf(seen.hidden_mm):
        return "cut"
    if seen.glare > MOST_GLARE:
        return "glare"
    if seen.shadow > MOST_SHADOW:
        return "shadow"
    return "covered" if seen.hidden_mm > MOST_HIDDEN_MM else ""


def _named(cells: list[Cell], template: Template) -> str:
    """`3 cells (player 1: Sixes, Chance; player 2: Fours)`; where there are many, some of them."""
    boxes: dict[str, list[str]] = {}
    for number, (column, box) in enumerate(dict.fromkeys((one.column, one.box) for one in cells)):
        if number < _NAMED:
            boxes.setdefault(column, []).append(box_name(template, box))
    listed = "; ".join(f"{column_name(name)}: {', '.join(boxes[name])}" for name in boxes)
    more = len({(one.column, one.box) for one in cells}) > _NAMED
    return (
        f"{len(cells)} cell{'s' if len(cells) > 1 else ''} ({listed}{' and more' if more else ''})"
    )


def _scale_note(flat: FlatSheet) -> tuple[str, ...]:
    if flat.scale is None or _USUAL_SCALES[0] <= flat.scale.value <= _USUAL_SCALES[1]:
        return ()
    percent = f"{100 * flat.scale.value:.0f} %"
    return (
        f"the sheet was printed at {percent} of its size, so its cells are not as large as they "
        'should be; print at 100 % ("actual size")',
    )
