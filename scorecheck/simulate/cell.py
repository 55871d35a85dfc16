"""One composed cell: handwriting, the printed frame, the neighbours' ink and a bad photo of it.

The frame is drawn as the sheet prints it but misplaced by up to half a millimetre, the
neighbours write over their lines, and the light, the lens and the file leave their traces:
what the network must learn to look past.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.window import HEIGHT, OVERSAMPLE, WIDTH, Window, window_for
from scorecheck.simulate import marks
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.hand import Hand

Grey = NDArray[np.float32]
_SIZE = (HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE)
_NOISELESS = 0.1
"""How often a cell in training is scanned or photographed in so much light that all paper is white,
and light lines with it."""
_PALE = 200
"""No ink is lit more than to this grey."""


@dataclass(frozen=True)
class MadeCell:
    """`cut` is the window as the reader would cut it (grey uint8); `text` what was written."""

    cut: NDArray[np.uint8]
    window: Window
    text: str
    kind: str


def random_text(kind: str, rng: np.random.Generator) -> str:
    """Draw what is written in a cell of this kind, spread over all that may be."""
    roll = rng.random()
    if kind == "tick":
        return (
            str(rng.choice(["", "v", "X", "/", "#", "?"], p=[0.4, 0.36, 0.11, 0.06, 0.02, 0.05]))
            if roll < 0.75
            else str(rng.integers(1, 13))
        )
    if roll < 0.10:
        return ""
    if roll < 0.24:
        return str(rng.choice(["X", "/", "\\", "-", "#"], p=[0.34, 0.2, 0.12, 0.2, 0.14]))
    if roll < 0.30:  # on real sheets still fewer: what people write, they mean to be read
        return "?"
    if kind == "power":
        return str(rng.choice(
            ["1", "2", "3", "4", "5", "6", "D", "F", "P", "DOUBLE", "FREEZE", "POWER", "0"],
            p=[0.11, 0.1, 0.1, 0.03, 0.03, 0.03, 0.12, 0.12, 0.12, 0.07, 0.07, 0.08, 0.02],
        ))  # fmt: skip
    length = int(rng.choice([1, 2, 3, 4], p=[0.18, 0.47, 0.29, 0.06]))
    first = int(rng.integers(0 if length == 1 else 1, 10))
    if length > 1 and rng.random() < 0.15:  # as in games, where most begin so
        first = 1
    return str(first) + "".join(str(d) for d in rng.integers(0, 10, length - 1))


def random_cell(
    book: GlyphBook, rng: np.random.Generator, hand: Hand | None = None, kind: str | None = None
) -> MadeCell:
    """Compose one cell of random kind, size, text, frame and light."""
    kind = kind or str(rng.choice(["number", "power", "tick"], p=[0.78, 0.17, 0.05]))
    hand = hand or Hand(book, rng)
    text = random_text(kind, rng)
    h = float(rng.uniform(7.8, 10.5) if rng.random() < 0.65 else rng.uniform(10.5, 13.5))
    w = {
        "number": rng.uniform(10, 25) if len(text) < 4 else rng.uniform(13, 28),
        "power": rng.uniform(8.5, 14) if len(text) < 4 else rng.uniform(11, 18),
        "tick": rng.uniform(5, 9),
    }[kind]
    return compose(hand, rng, text, kind, float(w), h)


def compose(
    hand: Hand, rng: np.random.Generator, text: str, kind: str, w: float, h: float
) -> MadeCell:
    """Write `text` into a cell of w x h mm and photograph it badly."""
    window = window_for(w, h)
    scale = window.scale * OVERSAMPLE
    origin = np.array([window.left, window.top]) * OVERSAMPLE + rng.normal(0, 0.18, 2) * scale
    paper = rng.uniform(205, 250)
    tint = paper - rng.uniform(0, 12) if rng.random() < 0.4 else paper
    page = np.full(_SIZE, tint, np.float32)
    if rng.random() < 0.06:  # what the reader has left of them: it takes lines away that it finds
        _ruled(page, rng, scale)
    _frame(page, origin, w * scale, h * scale, scale, rng)
    ink = np.zeros(_SIZE, np.float32)
    # In a power cell letters are an entry.
    written = hand.write(text, w, h, scale, 1.5, letters=kind != "power")
    put_ink(ink, written, origin - 1.5 * scale)
    if text.isdigit():
        _around(ink, hand, rng, origin, w, h, scale)
    if kind == "number" and rng.random() < (0.04 if text else 0.02):
        _erased(page, hand, rng, origin, w, h, scale)
    if rng.random() < 0.55:
        _neighbours(ink, hand, rng, origin, w, h, scale)
    if rng.random() < 0.06:
        _dots(ink, rng)
    dark = float(hand.style.strength * (1 - np.mean(hand.style.ink) / 255))
    page *= 1 - dark * ink
    # Only what trains meets these, so that what is measured stays what it was.
    noiseless = hand.book.split == "train" and rng.random() < _NOISELESS
    cut = scan_cell(page, rng, scale, dark) if noiseless else photograph_cell(page, rng, scale)
    return MadeCell(cut, window, text, kind)


def _around(
    ink: Grey, hand: Hand, rng: np.random.Generator, origin: NDArray[np.float64],
    w: float, h: float, scale: float,
) -> None:  # fmt: skip
    """What people add to a number and does not change it: underlines, a closing dash or dot."""
    roll = rng.random()
    boxes = []
    if roll < 0.05:
        x, wide, y = w * rng.uniform(0.1, 0.3), w * rng.uniform(0.4, 0.7), rng.uniform(0.82, 0.95)
        boxes.append((x, h * y, wide, h * 0.1))
        if rng.random() < 0.3:
            boxes.append((x, h * (y + 0.09), wide * rng.uniform(0.8, 1.1), h * 0.1))
    right = np.flatnonzero(ink.max(0) > 0.3)
    end = (float(right[-1]) - float(origin[0])) / scale if right.size else w
    if 0.05 <= roll < 0.065 and end < w - 2.6:
        wide = float(rng.uniform(1.3, min(3.0, w - end - 0.6)))
        boxes.append((end + 0.5, h * rng.uniform(0.45, 0.7), wide, h * 0.08))
    for box in boxes:
        layer = np.zeros_like(ink)
        hand.draw_strokes(layer, marks.dash(rng), box, scale, 0.0)
        put_ink(ink, layer, origin)
    if 0.065 <= roll < 0.08 and end < w - 1.0:
        at = origin + np.array([end + rng.uniform(0.4, 0.9), h * rng.uniform(0.7, 0.85)]) * scale
        radius = max(1, round(0.6 * hand.style.pen * scale))
        cv2.circle(ink, (round(float(at[0])), round(float(at[1]))), radius, 1.0, -1, cv2.LINE_AA)


def _erased(
    page: Grey, hand: Hand, rng: np.random.Generator, origin: NDArray[np.float64],
    w: float, h: float, scale: float,
) -> None:  # fmt: skip
    """The trace of an entry rubbed out: a faint, smeared ghost of it."""
    ghost = np.zeros_like(page)
    put_ink(ghost, hand.write(str(rng.integers(0, 100)), w, h, scale, 1.5), origin - 1.5 * scale)
    smear = cv2.GaussianBlur(ghost, (0, 0), float(rng.uniform(0.05, 0.3)) * scale)
    page *= 1 - float(rng.uniform(0.02, 0.08)) * np.asarray(smear, np.float32)


def _ruled(page: Grey, rng: np.random.Generator, scale: float) -> None:
    """The lines of a ruled or squared paper: they run through everything, and never stop."""
    step = float(rng.choice([4.0, 5.0, 7.0, 8.0, 9.0])) * scale
    tone = 1 - float(rng.uniform(0.04, 0.35))
    thick = max(1, round(float(rng.uniform(0.13, 0.32)) * scale))
    lines = np.ones_like(page)
    rows, cols = page.shape
    lean = float(rng.normal(0, 0.008))
    for y in np.arange(rng.uniform(0, step), rows, step):
        ends = (0, round(float(y))), (cols, round(float(y) + lean * cols))
        cv2.line(lines, *ends, tone, thick, cv2.LINE_AA)
    if rng.random() < 0.5:
        for x in np.arange(rng.uniform(0, step), cols, step):
            ends = (round(float(x)), 0), (round(float(x) - lean * rows), rows)
            cv2.line(lines, *ends, tone, thick, cv2.LINE_AA)
    page *= lines


def put_ink(canvas: Grey, alpha: Grey, at: NDArray[np.float64]) -> None:
    """Lay `alpha` on the canvas with its corner at `at` (x, y px), the darker winning."""
    x, y = round(float(at[0])), round(float(at[1]))
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(canvas.shape[1], x + alpha.shape[1]), min(canvas.shape[0], y + alpha.shape[0])
    if x1 > x0 and y1 > y0:
        part = canvas[y0:y1, x0:x1]
        np.maximum(part, alpha[y0 - y : y1 - y, x0 - x : x1 - x], out=part)


def _frame(
    page: Grey,
    origin: NDArray[np.float64],
    w: float,
    h: float,
    scale: float,
    rng: np.random.Generator,
) -> None:
    """Print the cell's lines and stretches of the neighbours'; some sides may be missing."""
    x, y = origin
    tone = rng.uniform(60, 215)
    for horizontal, at, other in (
        (True, y, (x, w)), (True, y + h, (x, w)), (False, x, (y, h)), (False, x + w, (y, h)),
    ):  # fmt: skip
        if rng.random() < 0.12:
            continue
        thick = max(1, round(scale * rng.uniform(0.15, 0.4)))
        reach = rng.choice([0.0, 400.0]) if rng.random() < 0.7 else rng.uniform(0, 60)
        start, stop = int(other[0] - reach), int(other[0] + other[1] + reach)
        here = round(float(at))
        tilt = rng.normal(0, 0.012)
        a = (start, round(here + tilt * (start - page.shape[1] / 2)))
        b = (stop, round(here + tilt * (stop - page.shape[1] / 2)))
        if not horizontal:
            a, b = (a[1], a[0]), (b[1], b[0])
        cv2.line(page, a, b, tone, thick, cv2.LINE_AA)


def _neighbours(
    ink: Grey,
    hand: Hand,
    rng: np.random.Generator,
    origin: NDArray[np.float64],
    w: float,
    h: float,
    scale: float,
) -> None:
    """Ink of the cells around, which comes over the lines; never over the entry itself."""
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        if rng.random() < 0.45:
            continue
        text = str(rng.choice(["X", "-", "5", "17", "24", "30", "8", "9", "119"]))
        alpha = hand.write(text, w, h, scale, 1.5)
        step = (
            np.array([dx * (w + rng.uniform(-0.6, 1)), dy * (h + rng.uniform(-0.6, 0.5))]) * scale
        )
        put_ink(ink, alpha, origin - 1.5 * scale + step)


def _dots(ink: Grey, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 4))):
        at = (int(rng.integers(ink.shape[1])), int(rng.integers(ink.shape[0])))
        cv2.circle(ink, at, int(rng.integers(1, 3)), float(rng.uniform(0.3, 1)), -1, cv2.LINE_AA)


def photograph_cell(page: Grey, rng: np.random.Generator, scale: float) -> NDArray[np.uint8]:
    """Photograph a page (H, W) of `scale` px per mm, 0..255: light, lens, sensor and file.

    Returns:
        (H, W): what the reader cuts out, at its own resolution.
    """
    rows, cols = page.shape
    page = _light(page, rng)
    turn = rng.normal(0, 0.012)
    zoom = 1 + rng.normal(0, 0.012)
    linear = np.array([[zoom, turn], [-turn + rng.normal(0, 0.01), zoom]])
    middle = np.array([cols, rows]) / 2
    matrix = np.hstack([linear, (middle - linear @ middle)[:, None]])
    # The photo's own resolution, before the reader cuts the cell at its.
    px_per_mm = float(np.exp(rng.uniform(np.log(4.2), np.log(14))))
    shrink = min(1.0, px_per_mm / scale)
    page = _grey(cv2.warpAffine(page, matrix, (cols, rows), borderMode=cv2.BORDER_REPLICATE))
    if rng.random() < 0.75:
        sigma = float(rng.uniform(0.4, 0.26 * scale)) * rng.uniform(0.3, 1)
        page = _grey(cv2.GaussianBlur(page, (0, 0), sigma))
    if rng.random() < 0.08:
        page = _motion(page, rng, scale)
    if shrink < 0.97:
        page = _grey(cv2.resize(page, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
    noise = rng.uniform(0.5, 6) if rng.random() < 0.8 else rng.uniform(6, 15)
    page = page + rng.normal(0, noise, page.shape).astype(np.float32)
    if noise > 5 and rng.random() < 0.7:  # phones smooth their noise away
        page = _grey(
            cv2.GaussianBlur(page, (0, 0), rng.uniform(0.5, 0.9))
            if rng.random() < 0.5
            else cv2.bilateralFilter(page, 5, 3 * noise, 2)
        )
    return _filed(page, rng, (cols, rows))


def scan_cell(page: Grey, rng: np.random.Generator, scale: float, dark: float) -> NDArray[np.uint8]:
    """Picture a page as `photograph_cell` does, but without noise: scanned, also to black and white
    alone, or with so much light that its paper and its lighter lines are white.

    Args:
        dark: what share of the paper's light the ink takes; never is so much light that the ink
            would be lost too.
    """
    rows, cols = page.shape
    paper = float(np.percentile(page, 95))
    most = np.clip(_PALE / (paper * (1 - dark)), 1.0, 1.5)
    light = rng.uniform(1.0, most)
    page = np.minimum(page * np.float32(light), 255)
    page = _grey(cv2.GaussianBlur(page, (0, 0), rng.uniform(0.01, 0.1) * scale + 0.1))
    shrink = min(1.0, float(np.exp(rng.uniform(np.log(3.9), np.log(14)))) / scale)
    page = _grey(cv2.resize(page, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
    if rng.random() < 0.35:
        white = min(255.0, paper * light)
        ink = paper * (1 - dark) * light
        page = np.where(page > white - rng.uniform(0.15, 0.5) * (white - ink), 255, 0)
    return _filed(_grey(page), rng, (cols, rows))


def _filed(page: Grey, rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Eight bits, sometimes a JPEG file, and the reader's own resolution."""
    picture = np.clip(page, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(35, 95))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)
    if picture.shape != size[::-1]:
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return picture


def _grey(picture: object) -> Grey:
    return np.asarray(picture, dtype=np.float32)


def _light(page: Grey, rng: np.random.Generator) -> Grey:
    """Exposure, a slope of light, sometimes a shadow's edge or a fold across the cell."""
    rows, cols = page.shape
    x = np.linspace(-0.5, 0.5, cols, dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, rows, dtype=np.float32)[:, None]
    light = (
        rng.uniform(0.45, 1.02)
        + np.float32(rng.normal(0, 0.05)) * x
        + np.float32(rng.normal(0, 0.04)) * y
    )
    angle = rng.uniform(0, 2 * np.pi)
    across = (np.cos(angle) * x * cols + np.sin(angle) * y * rows + rng.normal(0, 25)).astype(
        np.float32
    )
    roll = rng.random()
    if roll < 0.12:
        soft = rng.uniform(1, 30)
        light = light * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-np.clip(across / soft, -30, 30))))
    elif roll < 0.2:
        deep = rng.uniform(-0.25, 0.2)
        light = light * (1 - deep * np.exp(-((across / rng.uniform(1, 4)) ** 2)))
        light = light * np.where(across > 0, 1 - rng.uniform(0, 0.15), 1).astype(np.float32)
    return np.asarray(page * light, dtype=np.float32)


def _motion(page: Grey, rng: np.random.Generator, scale: float) -> Grey:
    length = max(2, int(scale * rng.uniform(0.1, 0.5)))
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    half = (length - 1) / 2
    a = (round(half - half * np.cos(angle)), round(half - half * np.sin(angle)))
    b = (round(half + half * np.cos(angle)), round(half + half * np.sin(angle)))
    cv2.line(kernel, a, b, 1.0, 1)
    return np.asarray(
        cv2.filter2D(page, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    )
