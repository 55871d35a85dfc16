"""`read_sheet`: a flattened sheet and its layout to a `Reading`, every cell blind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from sys import intern
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.dim import is_dim, pen_to_noise
from scorecheck.reading.line_dashes import dashes_in_lines, with_dash
from scorecheck.reading.line_strokes import strokes_in_left_lines, with_leading_one
from scorecheck.reading.overlooked import keep_open
from scorecheck.reading.policy import NO_INK, Seen, as_seen, blind_state
from scorecheck.reading.recognise import recognise
from scorecheck.reading.traces import with_traces
from scorecheck.reading.types import ILLEGIBLE_TEXT, Candidate, CellReading, Reading
from scorecheck.reading.window import (
    HEIGHT,
    OVERSAMPLE,
    WIDTH,
    Window,
    has_ink,
    prepare_cells,
    window_for,
)
from scorecheck.sheet.layout import Cell, Layout


class Flat(Protocol):
    """What reading needs of a flattened sheet: `grey` (H, W) at `px_per_mm`, and the way back."""

    @property
    def grey(self) -> NDArray[np.uint8]:
        """The page, uint8."""

    @property
    def px_per_mm(self) -> float:
        """Resolution of `grey`."""

    @property
    def cells(self) -> Mapping[str, Seen]:
        """How well each cell can be seen, by its id."""

    def to_photo_px(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 2) mm on the page to (n, 2) px in the photo."""


Recogniser = Callable[[NDArray[np.float32], Sequence[str]], list[dict[str, float]]]


def read_sheet(flat: Flat, layout: Layout, recogniser: Recogniser = recognise) -> Reading:
    """Read every cell that takes a number, a power or a tick; `text` cells are left to people."""
    cells = [cell for cell in layout.cells if cell.kind != "text"]
    with ThreadPoolExecutor(max_workers=2) as other:
        # The networks read over there in turns, and meanwhile all else is done here.
        reading = [_start(flat, part, recogniser, other) for part in _parts(cells)]
        seen = flat.cells
        edges = np.concatenate([_corners(cell) for cell in cells])
        corners = flat.to_photo_px(edges).reshape(-1, 4, 2)
        looks = {cell: look for part in reading for cell, look in part().items()}
    in_order = [looks[cell.cell] for cell in cells]
    texts = _texts(in_order, cells)
    clear = pen_to_noise(
        [next(iter(text)) not in ("", ILLEGIBLE_TEXT) for text in texts],
        [look.darkness for look in in_order],
        [look.noise for look in in_order],
        [cell.column for cell in cells],
    )
    return Reading(
        tuple(
            _reading(cell, text, box, seen.get(cell.cell), dim=is_dim(strength))
            for cell, text, box, strength in zip(cells, texts, corners, clear, strict=True)
        ),
        {cell.cell: strength for cell, strength in zip(cells, clear, strict=True)},
    )


_PART = 40
"""So many cells are read at once, while the next ones are prepared."""


def _parts(cells: Sequence[Cell]) -> Iterator[Sequence[Cell]]:
    """The cells in parts, those of one size together."""
    alike: dict[Window, list[Cell]] = defaultdict(list)
    for cell in cells:
        alike[window_for(cell.w, cell.h)].append(cell)
    for some in alike.values():
        for start in range(0, len(some), _PART):
            yield some[start : start + _PART]


@dataclass(frozen=True)
class _Look:
    """What was seen in one cell: its texts, None without a trace of ink; how dark its ink is, and
    how strong the noise (shares of the paper's light)."""

    texts: dict[str, float] | None
    darkness: float
    noise: float


def _start(
    flat: Flat, cells: Sequence[Cell], recogniser: Recogniser, other: Executor
) -> Callable[[], dict[str, _Look]]:
    """Prepare cells of one size and have them read elsewhere; the result waits for that."""
    window = window_for(cells[0].w, cells[0].h)
    cuts = np.stack([cut(flat.grey, cell, window, flat.px_per_mm) for cell in cells])
    seen = prepare_cells(cuts, window)
    inked: list[int] = np.flatnonzero(has_ink(seen.ink, window)).tolist()
    kinds = [cells[i].kind for i in inked]
    found = other.submit(recogniser, seen.ink[inked], kinds) if inked else None
    strokes = strokes_in_left_lines(cuts, window, [cell.x for cell in cells])
    lines = [cell.y for cell in cells], [cell.y + cell.h for cell in cells]
    dashes = np.flatnonzero(dashes_in_lines(cuts, window, lines)).tolist()
    may_begin = {i for i in np.flatnonzero(strokes).tolist() if cells[i].kind == "number"}

    def looks() -> dict[str, _Look]:
        read = found.result() if found else []
        texts = {
            i: keep_open(
                with_leading_one(text) if i in may_begin else text,
                seen.ink[i], window, float(seen.grain[i]),
            )
            for i, text in zip(inked, read, strict=True)
        }  # fmt: skip
        texts |= {i: with_dash(texts.get(i, {"": NO_INK})) for i in dashes}
        strengths = zip(seen.darkest.tolist(), seen.noise.tolist(), strict=True)
        return {cells[i].cell: _Look(texts.get(i), *two) for i, two in enumerate(strengths)}

    return looks


def _texts(looks: Sequence[_Look], cells: Sequence[Cell]) -> list[dict[str, float]]:
    """What each cell may say, now that all have been seen."""
    texts: list[dict[str, float]] = [{"": NO_INK} for _ in cells]
    inked = [i for i, look in enumerate(looks) if look.texts is not None]
    found = [look.texts for look in looks if look.texts is not None]
    darkness = [looks[i].darkness for i in inked]
    columns = [cells[i].column for i in inked]
    for i, text in zip(inked, with_traces(found, darkness, columns), strict=True):
        texts[i] = text
    return texts


def cut(grey: NDArray[np.uint8], cell: Cell, window: Window, px_per_mm: float) -> NDArray[np.uint8]:
    """The window around a cell, (HEIGHT, WIDTH) times OVERSAMPLE, from a flat page.

    To both sides of what the window shows it is left white.
    """
    first, last = (OVERSAMPLE * edge for edge in (window.seen[1].start, window.seen[1].stop))
    zoom = window.scale * OVERSAMPLE / px_per_mm
    shift_x = window.left * OVERSAMPLE - cell.x * px_per_mm * zoom - first
    shift_y = window.top * OVERSAMPLE - cell.y * px_per_mm * zoom
    # Pixel centres: the page's pixel (0, 0) covers 0..1 px, so half a pixel on both sides.
    matrix = np.array(
        [[zoom, 0, shift_x + 0.5 * zoom - 0.5], [0, zoom, shift_y + 0.5 * zoom - 0.5]]
    )
    whole = np.full((HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), 255, np.uint8)
    cv2.warpAffine(
        grey, matrix, (last - first, HEIGHT * OVERSAMPLE), dst=whole[:, first:last],
        flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return whole


def _corners(cell: Cell) -> NDArray[np.float64]:
    x, y, right, bottom = cell.x, cell.y, cell.x + cell.w, cell.y + cell.h
    return np.array([[x, y], [right, y], [right, bottom], [x, bottom]], dtype=np.float64)


def _reading(
    cell: Cell, texts: dict[str, float], box: NDArray[np.float64], seen: Seen | None, *, dim: bool
) -> CellReading:
    # The same few texts again and again: over many photos it counts to keep each once.
    candidates = tuple(Candidate(intern(text), p) for text, p in texts.items())
    state = blind_state(cell.kind, candidates)
    if seen is not None:
        state = as_seen(state, seen, empty=not candidates[0].text, dim=dim)
    return CellReading(
        cell=cell.cell,
        column=cell.column,
        box=cell.box,
        field=cell.field,
        kind=cell.kind,
        candidates=candidates,
        state=state,
        box_px=tuple((float(x), float(y)) for x, y in box),
    )
