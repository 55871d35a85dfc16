"""What each face of the Power die is worth, drawn as small dice."""

from __future__ import annotations

from scorecheck.game.template import PowerFace, Template
from scorecheck.sheet.canvas import Pen, Style
from scorecheck.sheet.colours import INK, SOFT
from scorecheck.sheet.fonts import BOLD, REGULAR
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.placed import Block, Plan
from scorecheck.sheet.rect import Rect

_STEP_MOST = 8.5
_PANEL_LEAST = 40.0
"""A table that ends this much above the page's tables has the legend as a panel under it."""


def draw_legend(pen: Pen, template: Template, identity: SheetIdentity, plan: Plan) -> None:
    """The faces under the sheet's notation with their factors; nothing for other games."""
    faces = _faces(template, identity)
    if not faces:
        return
    block = plan.blocks[0]
    end = block.groups[-1].bottom
    free = plan.measures.table_bottom - end
    if free > _PANEL_LEAST:
        _panel(pen, faces, Rect(block.label_x, end + 8, block.right - block.label_x, free - 12))
    else:
        _row(pen, faces, block)


def draw_sign(pen: Pen, place: Rect, sign: str) -> None:
    """A die with a sign instead of pips."""
    pen.outline(place, width=place.w * 0.07, colour=INK, radius=place.w * 0.2)
    style = Style(BOLD, place.w * 1.9, INK)
    x, y = place.middle
    pen.text((x, y + style.cap / 2), sign, style, align="centre")


def _row(pen: Pen, faces: tuple[PowerFace, ...], block: Block) -> None:
    """One small row over the labels, each face over its factor and, for a letter, its name."""
    step = min(_STEP_MOST, (block.left - block.label_x - 2) / len(faces))
    size = min(step * 0.68, 4.0)
    style = Style(REGULAR, size * 1.5, SOFT)
    for n, face in enumerate(faces):
        die = Rect(block.label_x + n * step, block.band.y + 0.1, size, size)
        draw_sign(pen, die, face.names[0])
        under = (die.middle[0], die.bottom + 0.6 + style.cap)
        pen.text(under, f"×{face.factor}", style, align="centre")
        if len(face.names) > 1:  # a letter, which says nothing to who plays for the first time
            name = Style(REGULAR, size * 1.2, SOFT)
            below = (under[0], under[1] + 0.6 + name.cap)
            pen.text(below, face.names[1].capitalize(), name, align="centre", room=step - 0.5)


def _panel(pen: Pen, faces: tuple[PowerFace, ...], place: Rect) -> None:
    """Two columns of faces, each with its factor and name."""
    rows = -(-len(faces) // 2)
    step = min(11.0, place.h / rows)
    size = min(6.6, step * 0.66)
    for n, face in enumerate(faces):
        die = Rect(place.x + n // rows * place.w / 2, place.y + n % rows * step, size, size)
        draw_sign(pen, die, face.names[0])
        bold = Style(BOLD, size * 1.5, INK)
        x, y = die.right + 2.0, die.middle[1] + bold.cap / 2
        x += pen.text((x, y), f"×{face.factor}", bold) + 1.6
        more = face.names[1].capitalize() if len(face.names) > 1 else ""
        pen.text((x, y), more, Style(REGULAR, size * 1.3, SOFT), room=place.w / 2 - (x - die.x))


def _faces(template: Template, identity: SheetIdentity) -> tuple[PowerFace, ...]:
    if template.power is None:
        return ()
    options = template.resolve_options(dict(identity.options))
    return template.power.notations[str(options[template.power.option])]
