"""`read_sheet`: a flattened sheet and its layout to a `Reading`, every cell blind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.policy import NO_INK, as_seen, blind_state
from scorecheck.reading.recognise import recognise
from scorecheck.reading.traces import with_traces
from scorecheck.reading.types import Candidate, CellReading, Reading
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


class Seen(Protocol):
    """How well a cell's place in the photo can be seen; shares of its area, 0..1."""

    @property
    def glare(self) -> float:
        """Under glare."""

    @property
    def shadow(self) -> float:
        """In deep shadow."""

    @property
    def placed(self) -> bool:
        """Whether it was surely cut where it is printed."""

    @property
    def hidden_mm(self) -> float:
        """The longest piece of its border that is out of sight."""


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
    found = _texts(flat, cells, recogniser)
    corners = flat.to_photo_px(np.concatenate([_corners(cell) for cell in cells])).reshape(-1, 4, 2)
    return Reading(
        tuple(
            _reading(cell, texts, box, flat.cells.get(cell.cell))
            for cell, texts, box in zip(cells, found, corners, strict=True)
        )
    )


def _texts(flat: Flat, cells: Sequence[Cell], recogniser: Recogniser) -> list[dict[str, float]]:
    """What each cell may say; the network sees those in which there is any ink."""
    ink, darkness, inked = _prepared(flat, cells)
    texts: list[dict[str, float]] = [{"": NO_INK} for _ in cells]
    looked_at: list[int] = np.flatnonzero(inked).tolist()
    if looked_at:
        found = recogniser(ink[looked_at], [cells[i].kind for i in looked_at])
        columns = [cells[i].column for i in looked_at]
        weighed = with_traces(found, darkness[looked_at].tolist(), columns)
        for i, text in zip(looked_at, weighed, strict=True):
            texts[i] = text
    return texts


def _prepared(
    flat: Flat, cells: Sequence[Cell]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """The network's input for all cells, how dark each one's ink is, and whether there is any."""
    ink = np.zeros((len(cells), HEIGHT, WIDTH), np.float32)
    darkness, inked = np.zeros(len(cells), np.float32), np.zeros(len(cells), np.bool_)
    alike: dict[Window, list[int]] = defaultdict(list)
    for i, cell in enumerate(cells):
        alike[window_for(cell.w, cell.h)].append(i)
    for window, members in alike.items():
        cuts = np.stack([cut(flat.grey, cells[i], window, flat.px_per_mm) for i in members])
        ink[members], darkness[members] = prepare_cells(cuts, window)
        inked[members] = has_ink(ink[members], window)
    return ink, darkness, inked


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
    cell: Cell, texts: dict[str, float], box: NDArray[np.float64], seen: Seen | None
) -> CellReading:
    candidates = tuple(Candidate(text, p) for text, p in texts.items())
    state = blind_state(cell.kind, candidates)
    if seen is not None:
        state = as_seen(
            state,
            glare=seen.glare,
            shadow=seen.shadow,
            placed=seen.placed,
            hidden_mm=seen.hidden_mm,
        )
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
