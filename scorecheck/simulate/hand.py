"""A hand with a pen: writes a text into a cell as people do, from real glyphs.

One `Hand` has one writer's glyphs, one pen and one set of habits, so a card that one hand
filled looks like one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate import marks
from scorecheck.simulate.glyphs import GLYPH_BORDER, GLYPH_HEIGHT, GlyphBook, signed_distance

Alpha = NDArray[np.float32]

# How often a hand is taken from each source; MNIST has the most writers, the European sources
# the alphabet that MNIST lacks.
_SOURCE_WEIGHT = {
    "mnist_train": 0.34,
    "mnist_test": 0.34,
    "swiss_numbers": 0.32,
    "bhmsds": 0.18,
    "handwritten62": 0.10,
    "optdigits32": 0.06,
    "drawn": 0.36,
}
_ON_THE_LINE = 0.07
"""How often an entry begins or ends on the line of its cell."""

# Letters that no honest reader takes for a number, a strike or a power.
_NOT_LIKE_DIGITS = "EHKMNRWaekmnwhru"
_STROKE_MARKS = {
    "X": marks.cross,
    "/": marks.slash,
    "\\": marks.backslash,
    "-": marks.dash,
    "#": marks.scribble,
    "v": marks.tick,
}


@dataclass(frozen=True)
class Style:
    """Habits of one hand and one pen; lengths in mm unless said otherwise."""

    hand: str
    height: float  # of a digit, as a share of the cell's height
    slant: float  # shear, tan of the angle
    turn: float  # radians
    pen: float  # stroke width
    gap: float  # between signs, as a share of their height; negative touches
    wobble: float  # how much each sign departs from the habit, 0..1
    ink: tuple[int, int, int]  # BGR of the dried ink on white paper
    strength: float  # 0..1, how much of the paper's light the ink takes
    grain: float  # 0..1, how broken the line is (pencil, dry ball pen)
    slashed: bool = False  # whether a 0 gets a slash
    wide: float = 1.0  # how wide signs are, of their usual width


def random_style(book: GlyphBook, rng: np.random.Generator, tool: str | None = None) -> Style:
    """Draw a hand and a pen. `tool`: pen, pencil, felt or faint; None draws one of them."""
    hand = str(rng.choice(book.digit_hands, p=_hand_weights(book.digit_hands)))
    tool = tool or str(rng.choice(["pen", "pencil", "felt", "faint"], p=[0.5, 0.2, 0.15, 0.15]))
    pen, strength, grain = {
        "pen": (rng.uniform(0.28, 0.55), rng.uniform(0.7, 1.0), rng.uniform(0, 0.25)),
        "pencil": (rng.uniform(0.3, 0.6), rng.uniform(0.4, 0.8), rng.uniform(0.2, 0.6)),
        "felt": (rng.uniform(0.55, 1.0), rng.uniform(0.8, 1.0), 0.0),
        "faint": (rng.uniform(0.2, 0.4), rng.uniform(0.22, 0.5), rng.uniform(0.1, 0.5)),
    }[tool]
    blue, black, red, grey = (140, 60, 25), (35, 30, 30), (40, 40, 170), (85, 85, 85)
    colours = [grey] if tool == "pencil" else [blue, black, black, red]
    ink = np.clip(np.array(colours[rng.integers(len(colours))]) + rng.normal(0, 12, 3), 0, 200)
    trains = book.split == "train"
    return Style(
        hand=hand,
        height=_random_height(rng, unusual=trains),
        slant=float(np.clip(rng.normal(0.08, 0.14), -0.3, 0.5)),
        turn=float(rng.normal(0, 0.16 if trains and rng.random() < 0.12 else 0.04)),
        pen=float(pen),
        gap=_random_gap(rng),
        wobble=float(rng.uniform(0.3, 1.0)),
        ink=(int(ink[0]), int(ink[1]), int(ink[2])),
        strength=float(strength),
        grain=float(grain),
        slashed=bool(rng.random() < 0.03),
        wide=_random_width(rng) if trains else 1.0,
    )


def _random_height(rng: np.random.Generator, *, unusual: bool) -> float:
    """Some hands write smaller than half of the cell, or fill it; unusually so only what trains,
    never what is measured."""
    roll = rng.random() if unusual else 1.0
    if roll < 0.1:
        return float(rng.uniform(0.22, 0.4))
    if roll < 0.2:
        return float(rng.uniform(0.85, 1.1))
    return float(np.clip(rng.normal(0.62, 0.11), 0.36, 0.92))


def _random_width(rng: np.random.Generator) -> float:
    """Some hands write narrower or wider than any at hand; only what trains, never what is
    measured."""
    return float(np.exp(rng.normal(0, 0.22))) if rng.random() < 0.4 else 1.0


def _random_gap(rng: np.random.Generator) -> float:
    """Most hands leave room between their digits; some write them into each other."""
    if rng.random() < 0.1:
        return float(np.clip(rng.normal(-0.02, 0.05), -0.12, 0.1))
    return float(np.clip(rng.normal(0.13, 0.11), -0.04, 0.5))


@cache
def _hand_weights(hands: tuple[str, ...]) -> NDArray[np.float64]:
    """Each source's share, divided among its hands."""
    sources = [hand.split("/")[0] for hand in hands]
    weights = np.array([_SOURCE_WEIGHT.get(s, 0.1) / sources.count(s) for s in sources])
    return np.asarray(weights / weights.sum())


class Hand:
    """Writes with one style. The random generator is the only source of chance."""

    def __init__(
        self, book: GlyphBook, rng: np.random.Generator, style: Style | None = None
    ) -> None:
        self.book = book
        self.rng = rng
        self.style = style or random_style(book, rng)

    def write(
        self, text: str, w: float, h: float, px_per_mm: float, margin: float = 2.0,
        *, letters: bool = True,
    ) -> Alpha:  # fmt: skip
        """Write `text` into a cell of w x h mm; `letters` may be what makes it illegible ("?").

        Returns the ink, float32 0..1, of the cell and `margin` mm around it (people write over
        the line): shape (round((h + 2 margin) px), round((w + 2 margin) px)).
        """
        size = (round((h + 2 * margin) * px_per_mm), round((w + 2 * margin) * px_per_mm))
        canvas = np.zeros(size, np.float32)
        if text in _STROKE_MARKS:
            self._write_mark(canvas, text, w, h, px_per_mm, margin)
        elif text == "?":
            self._write_illegible(canvas, w, h, px_per_mm, margin, letters=letters)
        elif text:
            self._write_signs(canvas, text, w, h, px_per_mm, margin)
        return self._texture(canvas, px_per_mm)

    def _write_signs(
        self, canvas: Alpha, text: str, w: float, h: float, px_per_mm: float, margin: float,
    ) -> None:  # fmt: skip
        rng, style = self.rng, self.style
        near = []
        for char in text:
            glyph = self.book.pick(self._case(char), style.hand, rng)
            if glyph is None:
                raise ValueError(f"no glyph for {char!r}")
            near.append(self._flexed(signed_distance(glyph)))
        tall = style.height * h * float(np.exp(rng.normal(0, 0.07)))
        heights = [tall * float(np.exp(rng.normal(0, 0.06 * style.wobble))) for _ in text]
        hang = [0.7] * len(text)
        if self.book.split == "train" and rng.random() < 0.1:  # one sign is small, at any level
            i = int(rng.integers(len(text)))
            heights[i] *= float(rng.uniform(0.5, 0.85))
            hang[i] = float(rng.uniform(0, 1))
        widths = [
            (sdf.shape[1] - 2 * GLYPH_BORDER) / GLYPH_HEIGHT * height * style.wide
            for sdf, height in zip(near, heights, strict=True)
        ]
        gaps = [tall * (style.gap + rng.normal(0, 0.04 * style.wobble)) for _ in text[1:]]
        total = sum(widths) + sum(gaps) + abs(style.slant) * tall * 0.5
        room = w * rng.uniform(0.86, 1.0)
        shrink = min(1.0, room / total)
        free_x, free_y = max(0.0, w - total * shrink), max(0.0, h - tall * shrink)
        x = margin + free_x * float(np.clip(rng.normal(0.5, 0.2), 0, 1))
        if rng.random() < _ON_THE_LINE:
            # Most of the first or last sign stays inside: else it is the neighbour's entry.
            left = rng.random() < 0.6
            over = rng.uniform(-0.05 * tall, 0.4 * widths[0 if left else -1]) * shrink
            x = margin + (-over if left else free_x + over)
        y = margin + free_y * float(np.clip(rng.normal(0.52, 0.22), -0.15, 1.15))
        drift = rng.normal(0, 0.03)
        for i, sdf in enumerate(near):
            high = heights[i] * shrink
            top = (
                y
                + (tall * shrink - high) * hang[i]
                + drift * (x - margin)
                + rng.normal(0, 0.02 * h * style.wobble)
            )
            self._place(canvas, sdf, x, top, high, px_per_mm)
            if style.slashed and text[i] == "0":
                self.draw_strokes(
                    canvas, marks.slash(rng), (x - margin, top - margin, widths[i] * shrink, high),
                    px_per_mm, margin,
                )  # fmt: skip
            if i < len(gaps):
                x += (widths[i] + gaps[i]) * shrink

    def _flexed(self, sdf: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bend a glyph smoothly by a px or two; only what trains, never what is measured."""
        rng = self.rng
        if self.book.split != "train" or rng.random() < 0.4:
            return sdf
        rows, cols = sdf.shape
        by = rng.normal(0, rng.uniform(0.3, 1.6), (2, 4, 4)).astype(np.float32)
        dx, dy = (cv2.resize(part, (cols, rows), interpolation=cv2.INTER_CUBIC) for part in by)
        x, y = np.meshgrid(np.arange(cols, dtype=np.float32), np.arange(rows, dtype=np.float32))
        return np.asarray(
            cv2.remap(sdf, x + dx, y + dy, cv2.INTER_LINEAR, borderValue=-20.0), np.float32
        )

    def _case(self, char: str) -> str:
        """Some hands write the power words in small letters."""
        small = char.lower()
        if (
            char.isalpha()
            and small in self.book.by_char
            and small not in "fpxv"
            and self.rng.random() < 0.1
        ):
            return small
        return char

    def _place(
        self,
        canvas: Alpha,
        sdf: NDArray[np.float32],
        x: float,
        y: float,
        high: float,
        px_per_mm: float,
    ) -> None:
        """Draw a glyph `high` mm tall with its top left corner at (x, y) mm."""
        rng, style = self.rng, self.style
        scale = high * px_per_mm / GLYPH_HEIGHT
        squeeze = float(np.exp(rng.normal(0, 0.08 * style.wobble)))
        slant = style.slant + rng.normal(0, 0.05 * style.wobble)
        turn = style.turn + rng.normal(0, 0.05 * style.wobble)
        cos, sin = np.cos(turn), np.sin(turn)
        linear = (
            np.array([[cos, -sin], [sin, cos]])
            @ np.array([[squeeze * style.wide, -slant], [0, 1.0]])
            * scale
        )
        centre = np.array([sdf.shape[1] / 2, sdf.shape[0] / 2])
        lies = scale * (centre - GLYPH_BORDER) * np.array([style.wide, 1.0])
        target = np.array([x, y]) * px_per_mm + lies
        matrix = np.hstack([linear, (target - linear @ centre)[:, None]]).astype(np.float32)
        corners = (
            matrix[:, :2]
            @ np.array([[0, sdf.shape[1], 0, sdf.shape[1]], [0, 0, sdf.shape[0], sdf.shape[0]]])
            + matrix[:, 2:]
        )
        x0, y0 = np.maximum(np.floor(corners.min(1)).astype(int) - 1, 0)
        x1, y1 = np.ceil(corners.max(1)).astype(int) + 1
        x1, y1 = min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        matrix[:, 2] -= (x0, y0)
        warped = cv2.warpAffine(
            sdf, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR, borderValue=-20.0
        )
        # The stroke's own half width is the distance at its spine; the pen moves the edge so
        # that it becomes the pen's. Thinning stops early: it would cut thin joints.
        deep = sdf[sdf > 0.5]
        own = float(2.6 * deep.mean()) * scale if deep.size else 1.0
        change = np.clip(0.5 * (style.pen * px_per_mm - own), -0.30 * own, 1.2 * own)
        alpha = np.clip(warped * scale + change + 0.5, 0, 1)
        np.maximum(canvas[y0:y1, x0:x1], alpha, out=canvas[y0:y1, x0:x1])

    def _write_mark(
        self, canvas: Alpha, text: str, w: float, h: float, px_per_mm: float, margin: float
    ) -> None:
        rng = self.rng
        if text in ("X", "/", "\\") and rng.random() < 0.5:
            glyph = self.book.pick("X" if text == "X" else "/", self.style.hand, rng)
            if glyph is not None:
                sdf = signed_distance(glyph)
                sdf = np.ascontiguousarray(sdf[:, ::-1]) if text == "\\" else sdf
                high = min(h * rng.uniform(0.4, 0.95), 0.95 * w)
                wide = (sdf.shape[1] - 2 * GLYPH_BORDER) / GLYPH_HEIGHT * high
                x = margin + max(0.0, w - wide) * float(np.clip(rng.normal(0.5, 0.2), 0, 1))
                y = margin + (h - high) * float(np.clip(rng.normal(0.5, 0.25), -0.2, 1.2))
                self._place(canvas, sdf, x, y, high, px_per_mm)
                return
        self.draw_strokes(
            canvas, _STROKE_MARKS[text](rng), self._mark_box(text, w, h), px_per_mm, margin
        )

    def _mark_box(self, text: str, w: float, h: float) -> tuple[float, float, float, float]:
        """(x, y, width, height) in mm of the cell that a mark fills."""
        rng = self.rng
        if text == "-":
            wide, high = w * rng.uniform(0.22, 0.75), h * 0.3
        elif rng.random() < (0.6 if text == "#" else 0.3):
            wide, high = w * rng.uniform(0.75, 1.02), h * rng.uniform(0.7, 1.05)
        else:
            high = h * rng.uniform(0.4, 0.9)
            # A slash leans clearly: upright, nobody could tell it from a 1.
            wide = min(w, high * rng.uniform(0.8 if text in ("/", "\\") else 0.45, 1.5))
        x = (w - wide) * float(np.clip(rng.normal(0.5, 0.2), 0, 1))
        return x, (h - high) * float(np.clip(rng.normal(0.5, 0.2), 0, 1)), wide, high

    def draw_strokes(
        self, canvas: Alpha, strokes: list[marks.Stroke], box: tuple[float, float, float, float],
        px_per_mm: float, margin: float,
    ) -> None:  # fmt: skip
        """Draw unit-box strokes with the pen into `box` (mm in the cell)."""
        x, y, wide, high = box
        thick = max(1, round(self.style.pen * px_per_mm * self.rng.uniform(0.8, 1.2)))
        layer = np.zeros(canvas.shape, np.uint8)
        for stroke in strokes:
            points = (np.array([margin + x, margin + y]) + stroke * [wide, high]) * px_per_mm
            cv2.polylines(
                layer, [np.round(points * 16).astype(np.int32)], False, 255, thick, cv2.LINE_AA, 4
            )
        np.maximum(canvas, layer.astype(np.float32) / 255, out=canvas)

    def _write_illegible(
        self, canvas: Alpha, w: float, h: float, px_per_mm: float, margin: float, *, letters: bool
    ) -> None:
        """Ink that is no entry: overwritten, lined out, letters, a doodle."""
        rng = self.rng
        digits = "".join(str(d) for d in rng.integers(0, 10, int(rng.integers(1, 4))))
        kind = rng.random()
        if kind < 0.2:  # one entry over another of its length
            place = rng.bit_generator.state
            self._write_signs(canvas, digits, w, h, px_per_mm, margin)
            rng.bit_generator.state = place  # the same chances: the same place
            other = "".join(str((int(d) + 1 + i) % 10) for i, d in enumerate(digits))
            self._write_signs(canvas, other, w, h, px_per_mm, margin)
        elif kind < 0.56:
            self._correct(canvas, digits, w, h, px_per_mm, margin)
        elif kind < 0.76:  # lined out, crossed out or scribbled over
            self._write_signs(canvas, digits, w, h, px_per_mm, margin)
            way = (marks.line_through, marks.scribble, marks.line_through, marks.cross)[
                rng.integers(4)
            ]
            box = (w * 0.15, h * 0.15, w * 0.7, h * 0.7)
            self.draw_strokes(canvas, way(rng), box, px_per_mm, margin)
        elif kind < 0.88 and letters:
            known = [c for c in _NOT_LIKE_DIGITS if c in self.book.by_char]
            text = "".join(str(c) for c in rng.choice(known, int(rng.integers(1, 4))))
            self._write_signs(canvas, text, w, h, px_per_mm, margin)
        else:
            self.draw_strokes(
                canvas, marks.doodle(rng), self._mark_box("X", w, h), px_per_mm, margin
            )

    def _correct(
        self, canvas: Alpha, old: str, w: float, h: float, px_per_mm: float, margin: float
    ) -> None:
        """An entry struck out and another written beside it, above, below or across."""
        rng = self.rng
        new = str(rng.integers(0, 60))
        beside = rng.random() < 0.6
        part = rng.uniform(0.4, 0.6)
        for text, first in ((old[:2], True), (new, False)):
            layer = np.zeros_like(canvas)
            if beside:
                wide, high = w * (part if first else 1 - part), h
                at = (0.0 if first else w * part, 0.0)
            else:
                wide, high = w, h * 0.62
                at = (0.0, h * 0.38 if first else 0.0)
                at = at if rng.random() < 0.7 else (0.0, h * 0.38 - at[1])
            self._write_signs(layer, text, wide, high, px_per_mm, margin)
            if first:
                box = (0.05 * wide, 0.15 * high, 0.9 * wide, 0.7 * high)
                way = (marks.line_through, marks.slash, marks.cross, marks.scribble)
                self.draw_strokes(
                    layer, way[rng.choice(4, p=[0.4, 0.15, 0.3, 0.15])](rng), box, px_per_mm, margin
                )
            shift = np.array([[1, 0, at[0] * px_per_mm], [0, 1, at[1] * px_per_mm]])
            moved = cv2.warpAffine(layer, shift, layer.shape[::-1])
            np.maximum(canvas, moved, out=canvas)

    def _texture(self, canvas: Alpha, px_per_mm: float) -> Alpha:
        """Break the line as the paper's tooth and a dry pen do."""
        if self.style.grain <= 0.02:
            return canvas
        shape = (
            max(2, int(canvas.shape[0] * 3 / px_per_mm)),
            max(2, int(canvas.shape[1] * 3 / px_per_mm)),
        )
        tooth = cv2.resize(
            self.rng.random(shape, dtype=np.float32),
            canvas.shape[::-1],
            interpolation=cv2.INTER_CUBIC,
        )
        broken = np.clip(1 - self.style.grain * tooth, 0.15, 1)
        return np.asarray(canvas * broken, np.float32)
