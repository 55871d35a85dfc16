"""Dice faces as vectors, and small examples of the rolls that a box asks for."""

from __future__ import annotations

from scorecheck.game.formula import DifferenceFormula
from scorecheck.game.patterns import (
    AnyFacePattern,
    FacePattern,
    GroupsPattern,
    Pattern,
    StraightPattern,
)
from scorecheck.game.template import Template
from scorecheck.sheet.canvas import Pen
from scorecheck.sheet.colours import INK, SOFT
from scorecheck.sheet.rect import Rect

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
ANY = 0
"""A die that may show anything: drawn pale and empty."""


def draw_die(pen: Pen, place: Rect, face: int) -> None:
    """A die that fills a square place; `ANY` draws an empty one."""
    size = place.w
    colour = INK if face else SOFT
    width = size * (0.07 if face else 0.045)
    pen.outline(place, width=width, colour=colour, radius=size * 0.2)
    x, y = place.middle
    for across, down in PIPS.get(face, ()):
        pip = (x + across * size * 0.255, y + down * size * 0.255)
        pen.disc(pip, size * 0.098, colour)


def example_roll(pattern: Pattern, dice: int) -> tuple[int, ...]:
    """One roll that fits, with `ANY` for the dice that do not matter; empty for a single face."""
    if isinstance(pattern, FacePattern):
        return ()
    if isinstance(pattern, StraightPattern):
        first = pattern.first or (7 - pattern.length if pattern.length == dice else 1)
        faces = tuple(range(first, first + pattern.length))
    elif isinstance(pattern, GroupsPattern):
        high = iter((5, 2, 4, 3, 6, 1))
        faces = tuple(face for size in pattern.sizes for face in [next(high)] * size)
    elif isinstance(pattern, AnyFacePattern):
        faces = (4, 4, 4)
    else:
        faces = ()
    return (*faces, *([ANY] * (dice - len(faces))))


def extreme_roll(template: Template, box_id: str) -> tuple[int, ...]:
    """High dice for a box from which another is subtracted, low ones for that other; else none."""
    for total in template.sums:
        if isinstance(total.formula, DifferenceFormula):
            if box_id == total.formula.plus:
                return _some((6, 6, 5, 6, 4), template.dice)
            if box_id == total.formula.minus:
                return _some((1, 1, 2, 1, 3), template.dice)
    return ()


def _some(faces: tuple[int, ...], dice: int) -> tuple[int, ...]:
    return tuple(faces[n % len(faces)] for n in range(dice))


def face_of(pattern: Pattern) -> int | None:
    """The number of an upper box."""
    return pattern.face if isinstance(pattern, FacePattern) else None
