"""What of a sheet could not be seen, and why: glare, want of light, things over it, bent paper."""

from __future__ import annotations

from math import inf

from scorecheck.game.template import Template
from scorecheck.languages.phrase import Figure, Joined, Phrase, Plural
from scorecheck.photo.flatten import FlatSheet
from scorecheck.photo.load import Photo
from scorecheck.photo.refusals import pen_lost
from scorecheck.reading.dim import LOST_BELOW, is_dim, usual_pen_to_noise
from scorecheck.reading.policy import Hidden, hidden_by
from scorecheck.reading.types import Reading
from scorecheck.report.words import box_name, column_name
from scorecheck.sheet.layout import Cell

_NAMED = 8
_USUAL_SCALES = (0.93, 1.05)
_TOLD = (
    Hidden.CUT, Hidden.GLARE, Hidden.COVERED, Hidden.MISPLACED, Hidden.WASHED, Hidden.DIM,
)  # fmt: skip


def refuse_lost(photo: Photo, reading: Reading) -> None:
    """Raise an InputError where the photo's noise hides most of what is written.

    Raises:
        InputError: `too-dark`.
    """
    times = usual_pen_to_noise(reading)
    if times < LOST_BELOW:
        raise pen_lost(photo, times, LOST_BELOW)


def sight_notes(flat: FlatSheet, template: Template, reading: Reading) -> tuple[str, ...]:
    """Sentences that name the cells that cannot be seen, by what hides them; and an odd scale."""
    empty = {cell.cell for cell in reading.cells if not cell.text}
    dim = {cell for cell in empty if is_dim(reading.pen_to_noise.get(cell, inf))}
    hidden: dict[Hidden | None, list[Cell]] = {}
    for cell in flat.layout.cells:
        if cell.kind != "text":
            why = hidden_by(flat.cells[cell.cell], dim=cell.cell in dim)
            if why is not Hidden.WASHED or cell.cell in empty:
                hidden.setdefault(why, []).append(cell)
    notes = [_note(why, _named(hidden[why], template)) for why in _TOLD if why in hidden]
    return (*notes, *_scale_note(flat))


def _note(why: Hidden, cells: str) -> str:
    if why is Hidden.CUT:
        return Phrase(
            "the picture's edge cuts off {cells}; photograph the whole sheet", cells=cells
        )
    if why is Hidden.GLARE:
        return Phrase(
            "glare washes out {cells}; photograph again from another angle or without the flash",
            cells=cells,
        )
    if why is Hidden.MISPLACED:
        return Phrase(
            "the paper is bent so that nobody can tell where {cells} lie; press the sheet flat and "
            "photograph again",
            cells=cells,
        )
    if why is Hidden.WASHED:
        return Phrase(
            "the picture is so bright that pale ink would leave no trace in {cells}; photograph "
            "again in less light, without a filter that whitens paper",
            cells=cells,
        )
    if why is Hidden.DIM:
        return Phrase(
            "too little light falls on {cells}; photograph again in even, bright light", cells=cells
        )
    return Phrase(
        "the lines of {cells} are not to be seen: something covers them, or they are blurred, or a "
        "bright or dark edge lies on them; photograph again",
        cells=cells,
    )


def _named(cells: list[Cell], template: Template) -> str:
    """`3 cells (player 1: Sixes, Chance; player 2: Fours)`; where there are many, some of them."""
    boxes: dict[str, list[str]] = {}
    every = dict.fromkeys((cell.column, cell.box) for cell in cells)
    for column, box in list(every)[:_NAMED]:
        boxes.setdefault(column, []).append(box_name(template, box))
    listed: list[str] = [
        Joined([column_name(column), Joined(names, between=", ")], between=": ")
        for column, names in boxes.items()
    ]
    if len(every) > _NAMED:
        listed.append(Phrase("and more"))
    names = Joined(listed, between="; ")
    return Plural("{n} cell ({names})", "{n} cells ({names})", len(cells), names=names)


def _scale_note(flat: FlatSheet) -> tuple[str, ...]:
    if flat.scale is None or _USUAL_SCALES[0] <= flat.scale.value <= _USUAL_SCALES[1]:
        return ()
    return (
        Phrase(
            "the sheet was printed at {percent} % of its size, so its cells are not as large as "
            'they should be; print at 100 % ("actual size")',
            percent=Figure(100 * flat.scale.value, 0),
        ),
    )
