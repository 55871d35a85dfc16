"""Real handwriting, kept apart by writer and by image: train, tune, final.

The folder of images is always an argument: the images are no part of this project. A file
`NAME.npz` holds `images` (N, H, W) or `flat`/`offsets`/`shapes` for ragged ones, and `labels`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import UsageError

Split = Literal["train", "tune", "final"]

GLYPH_HEIGHT = 48
"""Height in px to which every tight-cropped glyph is brought."""

GLYPH_BORDER = 8
"""Empty px around a glyph in `signed_distance`."""
_EDGE = 0.43
"""A stroke ends where its ink falls below this share of the darkest ink near by."""
_PALEST = 45
_DARK = 100
"""Darker than this is surely ink, of 255."""
_GRAINS = 3.0
"""Ink is darker than the paper's grain so many times, as a rule."""
_NAMES = {
    "dot": ".",
    "minus": "-",
    "plus": "+",
    "slash": "/",
    "w": "w",
    "x": "X",
    "y": "y",
    "z": "z",
}
# Two whole writers for each held-out split; the others train.
_SWISS_TUNE, _SWISS_FINAL = 2, 2
_STRETCHED_ONE = "1"


@dataclass(frozen=True)
class Glyph:
    """One written sign: `ink` is uint8, dark = 255, cropped to the sign; `source` and `writer`."""

    char: str
    ink: NDArray[np.uint8]
    source: str
    writer: str


class GlyphBook:
    """All glyphs of one split, by character and by hand (a source with its writer)."""

    def __init__(self, folder: Path, split: Split, more: Iterable[Glyph] = ()) -> None:
        """Read the split's images; `more` are glyphs of further hands, which lend to no other."""
        self.split = split
        self.by_char: dict[str, list[Glyph]] = defaultdict(list)
        self.by_hand: dict[str, dict[str, list[Glyph]]] = defaultdict(lambda: defaultdict(list))
        for glyph in _read_all(folder, split):
            self.by_char[glyph.char].append(glyph)
            self.by_hand[glyph.writer][glyph.char].append(glyph)
        for glyph in more:
            self.by_hand[glyph.writer][glyph.char].append(glyph)
        self.digit_hands = tuple(
            sorted(
                hand
                for hand, chars in self.by_hand.items()
                if sum(1 for digit in "0123456789" if chars.get(digit)) >= 9
            )
        )

    def pick(self, char: str, hand: str, rng: np.random.Generator) -> Glyph | None:
        """A glyph of `char`, in this hand where it has one, else in any; None if there is none."""
        pool = self.by_hand[hand].get(char) if hand in self.by_hand else None
        pool = pool or self.by_char.get(char)
        return pool[int(rng.integers(len(pool)))] if pool else None


def signed_distance(glyph: Glyph) -> NDArray[np.float32]:
    """Distance in px to the stroke's edge, positive in the ink, at `GLYPH_HEIGHT` plus a border.

    A stroke of any width is then one threshold away, and warping it keeps its edge smooth.
    """
    ink = glyph.ink
    width = max(4, round(ink.shape[1] * GLYPH_HEIGHT / ink.shape[0]))
    large = cv2.resize(ink, (width, GLYPH_HEIGHT), interpolation=cv2.INTER_CUBIC)
    large = cv2.copyMakeBorder(
        large, GLYPH_BORDER, GLYPH_BORDER, GLYPH_BORDER, GLYPH_BORDER, cv2.BORDER_CONSTANT, value=0
    )
    inside = _inside(np.asarray(large, np.uint8))
    near = cv2.distanceTransform(inside, cv2.DIST_L2, 3) - cv2.distanceTransform(
        1 - inside, cv2.DIST_L2, 3
    )
    return np.asarray(near, dtype=np.float32)


def _inside(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """1 in the strokes, else 0. A stroke that is thinner or paler than the rest, as the bars of an
    F often are, is one too: away from darker ones less is asked of it."""
    around = cv2.blur(cv2.dilate(ink, np.ones((7, 7), np.uint8)), (5, 5)).astype(np.float32)
    needed = np.clip(_EDGE * around, _PALEST, _EDGE * 255)
    return np.asarray(ink > needed, np.uint8)


def _read_all(folder: Path, split: Split) -> Iterator[Glyph]:
    found = False
    for source, wanted in (
        ("mnist_train", ("train", "tune")),
        ("mnist_test", ("final",)),
        ("swiss_numbers", ("train", "tune", "final")),
        ("bhmsds", ("train", "tune", "final")),
        ("handwritten62", ("train", "tune", "final")),
        ("optdigits32", ("train", "tune", "final")),
    ):
        path = folder / f"{source}.npz"
        if not path.is_file():
            continue
        found = True
        if split in wanted:
            yield from _read_source(path, source, split)
    if not found:
        raise UsageError(
            f"no handwriting in {folder}",
            help="give the folder that holds mnist_train.npz, swiss_numbers.npz and so on",
            code="no-glyphs",
        )


def _read_source(path: Path, source: str, split: Split) -> Iterator[Glyph]:
    with np.load(path, allow_pickle=False) as data:
        images = _images(data)
        labels = [str(label) for label in data["labels"]]
        writers = [str(w) for w in data["writer"]] if "writer" in data.files else None
    members = _members(source, labels, writers, split)
    for index in members:
        char = _NAMES.get(labels[index], labels[index])
        if source == "optdigits32" and char == _STRETCHED_ONE:
            continue  # its images are stretched to a square, and a stretched 1 is a block
        ink = _ink(images[index], source)
        if ink is not None:
            writer = f"{source}/{writers[index]}" if writers else source
            yield Glyph(char, ink, source, writer)


def _images(data: np.lib.npyio.NpzFile) -> list[NDArray[np.uint8]]:
    if "images" in data.files:
        return list(data["images"])
    offsets, flat, shapes = data["offsets"], data["flat"], data["shapes"]
    return [flat[offsets[i] : offsets[i + 1]].reshape(shapes[i]) for i in range(len(shapes))]


def _members(source: str, labels: list[str], writers: list[str] | None, split: Split) -> list[int]:
    """Which images belong to the split: whole writers where they are known, else whole runs."""
    if source == "mnist_test":
        return list(range(len(labels)))
    if writers is not None:
        names = sorted(set(writers))
        held = {
            "final": names[-_SWISS_FINAL:],
            "tune": names[-_SWISS_FINAL - _SWISS_TUNE : -_SWISS_FINAL],
        }
        chosen = set(held.get(split, names[: -_SWISS_FINAL - _SWISS_TUNE]))
        return [i for i, writer in enumerate(writers) if writer in chosen]
    by_label: dict[str, list[int]] = defaultdict(list)
    for i, label in enumerate(labels):
        by_label[label].append(i)
    # Neighbours in the file are often one writer's, so a run stays together. MNIST's own test
    # images (other writers) are the final ones, so its training file needs no third part.
    train, tune = (0.92, 1.0) if source == "mnist_train" else (0.8, 0.9)
    bounds = {"train": (0.0, train), "tune": (train, tune), "final": (tune, 1.0)}[split]
    return [
        i
        for run in by_label.values()
        for i in run[int(bounds[0] * len(run)) : int(bounds[1] * len(run))]
    ]


def _ink(image: NDArray[np.uint8], source: str) -> NDArray[np.uint8] | None:
    """Bring an image to ink = 255 on 0 and crop it to the ink; None if nothing is written.

    The arms of an F are often paler than its stem: what hangs on dark ink is ink down to a paler
    grey, as far as the paper's grain allows.
    """
    palest: float = _DARK
    ink = image if source.startswith("mnist") else 255 - image
    if source in ("swiss_numbers", "handwritten62"):
        paper = float(np.percentile(ink, 40))
        lifted = np.clip(ink.astype(np.float32) - paper, 0, None)
        top = float(np.percentile(lifted, 99.5))
        if top < 12:
            return None
        ink = np.clip(lifted * (255.0 / top), 0, 255).astype(np.uint8)
        grain = ink[(ink > 0) & (ink < _DARK)]
        palest = np.clip(_GRAINS * np.median(grain) if grain.size else 0, _PALEST, _DARK)
    elif ink.max() <= 1:
        ink = ink * 255
    count, dark, stats, _ = cv2.connectedComponentsWithStats((ink > _DARK).astype(np.uint8))
    if count < 2:
        return None
    size = stats[:, cv2.CC_STAT_AREA]
    large = np.flatnonzero(size >= max(6, 0.04 * size[1:].max()))
    sure = np.isin(dark, large[large > 0])
    _, pieces, stats, _ = cv2.connectedComponentsWithStats((ink > palest).astype(np.uint8))
    keep = np.unique(pieces[sure]).tolist()
    if not keep:
        return None
    left = min(stats[i, cv2.CC_STAT_LEFT] for i in keep)
    top_row = min(stats[i, cv2.CC_STAT_TOP] for i in keep)
    right = max(stats[i, cv2.CC_STAT_LEFT] + stats[i, cv2.CC_STAT_WIDTH] for i in keep)
    bottom = max(stats[i, cv2.CC_STAT_TOP] + stats[i, cv2.CC_STAT_HEIGHT] for i in keep)
    return np.ascontiguousarray(ink[top_row:bottom, left:right])
