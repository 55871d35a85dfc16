"""Made-up writers: digits and letters drawn stroke by stroke, each writer with habits of their own.

Sets of real handwriting hold few European writers. A drawn writer flags the 1 or not, bars the 7
or not, opens or closes the 4, curls or straightens the 9, and so on, always the same way with a
little unsteadiness: training on many of them teaches shapes that no set at hand shows. They train
only; what is measured is real handwriting.

Points are in a unit box: x right, y down; a sign is 1 high and as wide as it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate.glyphs import Glyph

Points = NDArray[np.float64]
_HEIGHT, _PEN = 72, 6  # px


@dataclass(frozen=True)
class Habits:
    """One drawn writer; every figure is 0..1 unless said otherwise."""

    width: float  # of a round sign, share of its height
    flag: float  # length of the 1's flag; 0 is none
    foot: bool  # the 1 stands on a bar
    bar: bool  # the 7 is barred
    hook: bool  # the 7 starts with a small stroke down
    open_four: bool
    straight_nine: bool
    stem_six: float  # how straight the 6 comes down
    flat_three: bool
    loop_two: bool
    parted_five: bool  # the 5's bar is a stroke of its own
    two_rings: bool  # the 8 is one ring on another
    slashed: bool  # the 0 has a slash
    corner: float  # how much corners are rounded
    unsteady: float


def habits(rng: np.random.Generator) -> Habits:
    """Draw a writer."""
    return Habits(
        width=float(rng.uniform(0.42, 0.8)),
        flag=float(rng.choice([0.0, 1.0], p=[0.3, 0.7]) * rng.uniform(0.12, 0.55)),
        foot=bool(rng.random() < 0.12),
        bar=bool(rng.random() < 0.6),
        hook=bool(rng.random() < 0.25),
        open_four=bool(rng.random() < 0.6),
        straight_nine=bool(rng.random() < 0.5),
        stem_six=float(rng.uniform(0, 1)),
        flat_three=bool(rng.random() < 0.25),
        loop_two=bool(rng.random() < 0.35),
        parted_five=bool(rng.random() < 0.6),
        two_rings=bool(rng.random() < 0.35),
        slashed=bool(rng.random() < 0.06),
        corner=float(rng.uniform(0.0, 1.0)),
        unsteady=float(rng.uniform(0.3, 1.3)),
    )


def drawn_writers(count: int, rng: np.random.Generator, each: int = 4) -> list[Glyph]:
    """`each` glyphs of every sign by every one of `count` writers."""
    glyphs = []
    for number in range(count):
        writer = habits(rng)
        for sign in _SIGNS:
            for _ in range(each):
                glyphs.append(Glyph(sign, draw(sign, writer, rng), "drawn", f"drawn/{number}"))
    return glyphs


def draw(sign: str, writer: Habits, rng: np.random.Generator) -> NDArray[np.uint8]:
    """One sign, ink = 255, cropped to it."""
    strokes = [_hand(stroke, writer, rng) for stroke in _SIGNS[sign](writer, rng)]
    points = np.concatenate(strokes)
    low, high = points.min(0), points.max(0)
    tall = max(float(high[1] - low[1]), 0.2)
    scale = (_HEIGHT - _PEN) / tall
    wide = int(np.ceil((high[0] - low[0]) * scale)) + _PEN + 1
    image = np.zeros((_HEIGHT + 2, wide + 2), np.uint8)
    for stroke in strokes:
        at = (stroke - low) * scale + _PEN / 2 + 1
        cv2.polylines(image, [np.round(at * 16).astype(np.int32)], False, 255, _PEN, cv2.LINE_AA, 4)
    ys, xs = np.nonzero(image > 100)
    return np.ascontiguousarray(image[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def _hand(stroke: Points, writer: Habits, rng: np.random.Generator) -> Points:
    """A stroke as this hand draws it: corners rounded, points off by a little, a slow tremble."""
    dense = _along(stroke, 48)
    reach = 1 + 2 * round(1 + 4 * writer.corner)
    kernel = np.hanning(reach + 2)[1:-1]
    padded = np.pad(dense, ((reach // 2, reach // 2), (0, 0)), mode="edge")
    smooth = np.stack(
        [np.convolve(padded[:, k], kernel / kernel.sum(), "valid") for k in (0, 1)], axis=1
    )
    along = np.linspace(0, 2 * np.pi, len(smooth))[:, None]
    waves, phase = rng.uniform(0.3, 1.6, 2), rng.uniform(0, 2 * np.pi, 2)
    tremble = 0.025 * writer.unsteady * np.sin(waves * along + phase)
    shift = rng.normal(0, 0.02 * writer.unsteady, 2)
    return np.asarray(smooth + tremble + shift)


def _along(points: Points, count: int) -> Points:
    """`count` points evenly along a polyline."""
    steps = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    at = np.linspace(0, steps[-1], count)
    return np.stack([np.interp(at, steps, points[:, k]) for k in (0, 1)], axis=1)


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Points:
    """Part of an ellipse; degrees clockwise from the right (y runs down)."""
    angle = np.radians(np.linspace(start, end, 24))
    return np.stack([x + rx * np.cos(angle), y + ry * np.sin(angle)], axis=1)


def _line(*points: tuple[float, float]) -> Points:
    return np.asarray(points, dtype=np.float64)


def _off(rng: np.random.Generator, by: float = 0.04) -> float:
    return float(rng.normal(0, by))


def _zero(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, start = a.width / 2, rng.uniform(-130, -50)
    turn = 360 + rng.normal(4, 16)
    strokes = [_arc(w, 0.5, w * rng.uniform(0.85, 1.1), 0.5, start, start + turn)]
    if a.slashed:
        reach = rng.uniform(0, 0.1)
        strokes.append(_line((2 * w + reach, 0.1 - reach), (-reach, 0.9 + reach)))
    return strokes


def _one(a: Habits, rng: np.random.Generator) -> list[Points]:
    lean = _off(rng, 0.05)
    stem = [(0.5 + lean, 0.0), (0.5, 1.0)]
    if a.flag > 0:
        flag = a.flag * rng.uniform(0.75, 1.25)
        stem.insert(0, (0.5 - flag, flag * rng.uniform(0.6, 1.5)))
    strokes = [_line(*stem)]
    if a.foot:
        half = rng.uniform(0.15, 0.3)
        strokes.append(_line((0.5 - half, 1.0), (0.5 + half, 1.0 + _off(rng, 0.02))))
    return strokes


def _two(a: Habits, rng: np.random.Generator) -> list[Points]:
    w = a.width
    top = _arc(w * 0.5, 0.28, w * 0.48, 0.28, -200 + _off(rng, 15), 25)
    foot = (0.0, 0.97 + _off(rng, 0.02))
    end = (w * rng.uniform(0.95, 1.3), 0.97 + _off(rng, 0.05))
    if a.loop_two:
        loop = _arc(w * 0.16, 0.9, w * 0.17, 0.09, 60, 330)
        return [np.concatenate([top, loop, _line(end)])]
    return [np.concatenate([top, _line(foot, end)])]


def _three(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, waist = a.width, 0.45 + _off(rng, 0.04)
    deep = rng.uniform(0.15, 0.55)
    low = _arc(w * 0.4, (waist + 1) / 2, w * rng.uniform(0.5, 0.62), (1 - waist) / 2, -75, 150)
    if a.flat_three:
        high = _line((0.0, 0.02), (w * 0.9, _off(rng, 0.02)), (w * deep, waist))
    else:
        start = -170 + _off(rng, 20)
        high = np.concatenate(
            [_arc(w * 0.42, waist / 2, w * 0.45, waist / 2, start, 75), _line((w * deep, waist))]
        )
    return [np.concatenate([high, low])]


def _four(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, level = a.width * 1.05, rng.uniform(0.52, 0.72)
    reach = w * rng.uniform(1.0, 1.3)
    stem = w * rng.uniform(0.62, 0.85)
    if a.open_four:
        top = w * rng.uniform(0.05, 0.35)
        first = _line((top, rng.uniform(0.0, 0.15)), (0.0, level), (reach, level + _off(rng, 0.03)))
        start = rng.uniform(-0.02, 0.4)
        return [first, _line((stem + _off(rng, 0.05), start), (stem + _off(rng, 0.05), 1.0))]
    tip = (stem + _off(rng, 0.03), 0.0)
    if rng.random() < 0.5:
        return [
            _line(tip, (0.0, level), (reach, level + _off(rng, 0.03))),
            _line(tip, (stem + _off(rng, 0.04), 1.0)),
        ]
    return [_line((reach, level), (0.0, level), tip, (stem + _off(rng, 0.04), 1.0))]


def _five(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, neck = a.width, rng.uniform(0.33, 0.5)
    left = w * rng.uniform(0.05, 0.22)
    bowl = _arc(
        w * 0.42,
        (neck + 1) / 2,
        w * rng.uniform(0.45, 0.6),
        (1 - neck) / 2,
        -110,
        145 + _off(rng, 15),
    )
    body = np.concatenate([_line((left + _off(rng, 0.03), 0.03), (left * 0.7, neck)), bowl])
    end = (w * rng.uniform(0.8, 1.2), _off(rng, 0.04))
    if a.parted_five:
        away = abs(_off(rng, 0.05))
        return [body, _line((left + away, 0.02 + _off(rng, 0.03)), end)]
    return [np.concatenate([_line(end, (left, 0.0)), body])]


def _six(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, high = a.width, rng.uniform(0.42, 0.62)
    ring = _arc(w * 0.5, 1 - high / 2, w * 0.48, high / 2, 180, 180 - 360 - rng.uniform(-25, 30))
    start = (w * rng.uniform(0.55, 1.0), 0.0)
    bulge = (w * (0.25 * a.stem_six + 0.05), 0.4)
    return [np.concatenate([_line(start, bulge, (0.0, 1 - high / 2)), ring])]


def _seven(a: Habits, rng: np.random.Generator) -> list[Points]:
    w = a.width * rng.uniform(0.85, 1.2)
    foot = w * rng.uniform(0.1, 0.6)
    path = [(0.0, 0.03 + _off(rng, 0.03)), (w, _off(rng, 0.03))]
    if a.hook:
        path.insert(0, (0.02, rng.uniform(0.1, 0.22)))
    if rng.random() < 0.4:
        path.append((w * 0.6 + foot * 0.3, 0.45))
    path.append((foot, 1.0))
    strokes = [_line(*path)]
    if a.bar:
        level, half = rng.uniform(0.4, 0.62), rng.uniform(0.15, 0.32)
        x = w + (foot - w) * level
        rise = _off(rng, 0.05)
        strokes.append(_line((x - half, level + rise), (x + half * rng.uniform(0.7, 1.2), level)))
    return strokes


def _eight(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, waist = a.width, rng.uniform(0.4, 0.52)
    if a.two_rings:
        gap = 0.02 + _off(rng, 0.02)
        return [
            _arc(w * 0.5, waist / 2, w * rng.uniform(0.32, 0.45), waist / 2, -80, 285),
            _arc(w * 0.5, (1 + waist) / 2 + gap, w * 0.48, (1 - waist) / 2, -95, 270),
        ]
    turn = np.linspace(0, 2 * np.pi, 60) + rng.uniform(-0.15, 0.3)
    y = 0.5 - 0.5 * np.cos(turn)
    wide = np.where(y < waist, w * rng.uniform(0.36, 0.46), w * rng.uniform(0.42, 0.52))
    x = w * 0.5 - wide * np.sin(2 * turn)
    return [np.stack([x, y], axis=1)[: int(rng.integers(56, 61))]]


def _nine(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, high = a.width, rng.uniform(0.42, 0.6)
    ring = _arc(w * 0.5, high / 2, w * 0.48, high / 2, -35 + _off(rng, 15), -375 + _off(rng, 12))
    right = (w * 0.97, high * 0.4)
    if a.straight_nine:
        tail = _line(right, (w * rng.uniform(0.55, 1.02), 1.0))
    else:
        tail = np.concatenate(
            [_line(right), _arc(w * 0.45, 0.74, w * 0.5, 0.26, -10, 130 + _off(rng, 20))]
        )
    return [np.concatenate([ring, tail])]


def _d(a: Habits, rng: np.random.Generator) -> list[Points]:
    w = a.width * rng.uniform(0.9, 1.3)
    out = abs(_off(rng, 0.06))
    bow = np.concatenate(
        [_line((-out, 0.02)), _arc(0.1, 0.5, w, 0.48, -85, 85), _line((-out, 1.0))]
    )
    return [_line((0, 0), (_off(rng, 0.03), 1)), bow]


def _o(a: Habits, rng: np.random.Generator) -> list[Points]:
    start = rng.uniform(-140, -40)
    w = a.width * rng.uniform(0.5, 0.65)
    return [_arc(w, 0.5, w, 0.5, start, start + 360 + rng.normal(3, 14))]


def _u(a: Habits, rng: np.random.Generator) -> list[Points]:
    w = a.width / 2
    body = np.concatenate([_line((0, 0)), _arc(w, 0.62, w, 0.38, 180, 0), _line((2 * w, 0))])
    if rng.random() < 0.3:
        return [np.concatenate([body, _line((2 * w, 0.5), (2 * w + 0.03, 1.0))])]
    return [body]


def _bow(w: float, top: float, bottom: float) -> Points:
    middle, half = (top + bottom) / 2, (bottom - top) / 2
    return np.concatenate(
        [_line((0, top)), _arc(w * 0.35, middle, w * 0.65, half, -85, 85), _line((0, bottom))]
    )


def _b(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, waist = a.width, rng.uniform(0.42, 0.54)
    return [
        _line((_off(rng, 0.03), 0), (0, 1)),
        np.concatenate([_bow(w * rng.uniform(0.8, 1), 0.0, waist), _bow(w, waist, 1.0)]),
    ]


def _l(a: Habits, rng: np.random.Generator) -> list[Points]:
    return [_line((_off(rng, 0.03), 0), (0, 1), (a.width * rng.uniform(0.7, 1.1), 1 + _off(rng)))]


def _e(a: Habits, rng: np.random.Generator) -> list[Points]:
    w = a.width
    if rng.random() < 0.12:
        top = _arc(w * 0.45, 0.25, w * 0.45, 0.25, -30, -270)
        return [np.concatenate([top, _arc(w * 0.45, 0.75, w * 0.5, 0.25, -90, -330)])]
    reach = [w * rng.uniform(0.7, 1.1) for _ in range(3)]
    return [
        _line((reach[0], _off(rng, 0.03)), (0, 0), (0, 1), (reach[1], 1 + _off(rng, 0.03))),
        _line((0, 0.5 + _off(rng)), (reach[2] * 0.85, 0.48 + _off(rng))),
    ]


def _f(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, middle = a.width * rng.uniform(0.75, 1.15), rng.uniform(0.4, 0.55)
    over = rng.choice([0.0, rng.uniform(0, 0.2)])
    cut = rng.choice([0.0, rng.uniform(0, 0.2)])
    return [
        _line((_off(rng, 0.03), 0), (0, 1)),
        _line((-over, _off(rng, 0.03)), (w, _off(rng, 0.04))),
        _line((-cut, middle), (w * rng.uniform(0.6, 0.95), middle + _off(rng, 0.03))),
    ]


def _r(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, waist = a.width * 0.9, rng.uniform(0.45, 0.56)
    bow = np.concatenate([_bow(w, 0.0, waist), _line((w * rng.uniform(0.8, 1.15), 1.0))])
    return [_line((_off(rng, 0.03), 0), (0, 1)), bow]


def _z(a: Habits, rng: np.random.Generator) -> list[Points]:
    w = a.width * rng.uniform(0.9, 1.2)
    strokes = [_line((0, 0), (w, _off(rng, 0.03)), (0, 1), (w, 1 + _off(rng, 0.03)))]
    if a.bar and rng.random() < 0.7:
        strokes.append(_line((w * 0.2, 0.52), (w * 0.8, 0.48 + _off(rng, 0.02))))
    return strokes


def _p(a: Habits, rng: np.random.Generator) -> list[Points]:
    low = rng.uniform(0.45, 0.6)
    out = abs(_off(rng, 0.05))
    bow = _bow(a.width * rng.uniform(0.8, 1.15), 0.0, low)
    return [_line((0, _off(rng, 0.02)), (_off(rng, 0.03), 1)), bow - np.array([out, 0.0])]


def _w(a: Habits, rng: np.random.Generator) -> list[Points]:
    w, peak = a.width * rng.uniform(1.2, 1.7), rng.uniform(0.0, 0.45)
    return [_line((0, 0), (w * 0.25, 1), (w * 0.5, peak), (w * 0.75, 1), (w, 0))]


_SIGNS: dict[str, Callable[[Habits, np.random.Generator], list[Points]]] = {
    "0": _zero, "1": _one, "2": _two, "3": _three, "4": _four, "5": _five, "6": _six,
    "7": _seven, "8": _eight, "9": _nine, "D": _d, "O": _o, "U": _u, "B": _b, "L": _l,
    "E": _e, "F": _f, "R": _r, "Z": _z, "P": _p, "W": _w,
}  # fmt: skip
