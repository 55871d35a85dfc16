"""Reports about what is written in a cell: digits that touch, strikes, corrections, stray lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from scorecheck.measure.reports_hands import (
    Correcting,
    Displaced,
    Erasing,
    Joining,
    Overwriting,
    Parting,
)
from scorecheck.measure.reports_sheet import PX_PER_MM, Bench, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.photo.flatten import FlatSheet
from scorecheck.pipeline import Kit
from scorecheck.reading.read import read_sheet
from scorecheck.reading.types import Reading
from scorecheck.report.result import SheetResult
from scorecheck.sheet.layout import Layout
from scorecheck.simulate.camera_paper import fold
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.hand import Hand

_SUMS = ("three_kind", "four_kind", "chance")
"""Boxes of Yahtzee that hold any number from 5 to 30."""
_EVERY = (
    "ones", "twos", "threes", "fours", "fives", "sixes", *_SUMS, "full_house", "small_straight",
    "large_straight", "yahtzee",
)  # fmt: skip

Entries = Mapping[str, Sequence[str]]
"""What may be written, by box of Yahtzee."""


def _pages(
    bench: Bench, seed: int, entries: Entries, kind: type[Hand] = Hand, **habits: Any
) -> Iterator[Sheet]:
    """Two sheets of six games in play: in each box one of its texts, every column another hand."""
    for page in range(2):
        sheet = bench.sheet("yahtzee", 6, seed=seed + page, mode="games")
        hands = {}
        texts = {}
        for n, column in enumerate(sheet.layout.columns):
            usual = bench.hand(1000 * seed + 10 * page + n, **habits)
            hands[column] = kind(usual.book, usual.rng, usual.style)
            for k, (box, some) in enumerate(entries.items()):
                texts[f"{column}/{box}/value"] = some[(n + 6 * page + k) % len(some)]
        sheet.write(texts, hands)
        yield sheet


def _photos(bench: Bench, pages: Iterator[Sheet], what: str, tally: Tally) -> None:
    """Photograph each sheet, and count the cells in which something is written."""
    for number, sheet in enumerate(pages, start=1):
        written = {cell for cell, text in sheet.texts.items() if text}
        picture = sheet.shoot(seed=number).jpeg
        bench.read(picture, sheet, f"{what}, sheet {number}", tally, written.__contains__)


def ones_and_sevens(bench: Bench) -> Tally:
    """1 and 7 as Americans write them and as Europeans do, wherever either may stand."""
    texts = ("7", "17", "11", "27", "21")
    entries: dict[str, Sequence[str]] = {"ones": ("1",), **dict.fromkeys(_SUMS, texts)}
    tally = Tally()
    hands = bench.book.digit_hands
    for n, hand in enumerate(h for h in hands if h.startswith(("mnist", "swiss"))):
        _photos(bench, _pages(bench, 151 + 2 * n, entries, hand=hand), hand, tally)
    return tally


_JOINED: Entries = {
    "sixes": ("18", "30"),
    **dict.fromkeys(_SUMS, ("25", "30", "18")),
    "full_house": ("25",),
    "small_straight": ("30",),
}
_PARTED: Entries = {
    "fours": ("4", "20", "12"),
    "fives": ("5", "15", "25"),
    **dict.fromkeys(_SUMS, ("14", "25", "24", "15")),
    "large_straight": ("40",),
    "yahtzee": ("50",),
}
_ACROSS: Entries = {
    "twos": ("8", "6", "10"),
    "sixes": ("12", "6", "18"),
    **dict.fromkeys(_SUMS, ("12", "8", "6", "18")),
}


def touching(bench: Bench) -> Tally:
    """Joined 25, 30 and 18; 4 and 5 in two strokes; digits over the cell's lines."""
    tally = Tally()
    _photos(bench, _pages(bench, 161, _JOINED, Joining), "joined", tally)
    _photos(bench, _pages(bench, 163, _PARTED, Parting), "in two strokes", tally)
    _photos(bench, _pages(bench, 165, _ACROSS, Displaced), "over the line", tally)
    return tally


def struck(bench: Bench) -> Tally:
    """Strikes of every shape and ticks in every box: never a sure digit."""
    tally = Tally()
    shapes = ("X", "/", "-", "\\", "#", "v")
    for seed, tool in enumerate(("pen", "pencil", "felt")):
        for sheet in _pages(bench, 171 + 2 * seed, dict.fromkeys(_EVERY, shapes), tool=tool):
            tally.cases += 1
            for outcome in bench.outcomes(sheet.shoot(seed=seed).jpeg):
                assert isinstance(outcome, SheetResult)
                _count_strikes(outcome, sheet, tool, tally)
    return tally


def _count_strikes(result: SheetResult, sheet: Sheet, tool: str, tally: Tally) -> None:
    for cell in (cell for card in result.cards for cell in card.cells):
        sign = sheet.texts[cell.cell]
        if not sign:
            continue
        if cell.in_doubt:
            tally.cells["asked"] += 1
        elif cell.strike or cell.text == sign:
            tally.cells["right"] += 1
        else:
            tally.cells["wrong"] += 1
            tally.amiss.append(f"{tool} {sign} read as {cell.text!r} {cell.confidence:.4f}")


def corrected(bench: Bench) -> Tally:
    """12 struck and 15 beside, above or below it; 3 made into 8; pencil that was rubbed out."""
    tally = Tally()
    fifteen = dict.fromkeys(("threes", "fives", *_SUMS), ("15",))
    eight = dict.fromkeys(("twos", "fours", *_SUMS), ("8",))
    _photos(bench, _pages(bench, 181, fifteen, Correcting), "12 struck, 15 written", tally)
    _photos(bench, _pages(bench, 183, eight, Overwriting), "3 made into 8", tally)
    erased = dict.fromkeys(("threes", "fives", *_SUMS), ("15", Erasing.nothing))
    for sheet in _pages(bench, 185, erased, Erasing, tool="pencil"):
        boxes = {cell for cell, text in sheet.texts.items() if text}
        rubbed = {cell for cell in boxes if sheet.texts[cell] == Erasing.nothing}
        sheet.texts |= dict.fromkeys(rubbed, "")
        bench.read(sheet.shoot().jpeg, sheet, "rubbed out", tally, boxes.__contains__)
    return tally


_SOME: Entries = {
    "ones": ("", "1", "5"),
    "twos": ("8", "", "10"),
    "fives": ("5", "", "20"),
    **dict.fromkeys(_SUMS, ("8", "", "20", "5", "11")),
}


def stray_lines(bench: Bench) -> Tally:
    """Cells cut 1 to 3 px off their place, so that their lines come in; folds through cells."""
    tally = Tally()
    for seed, (down, right) in enumerate(((1, 1), (2, -2), (-3, 3), (3, 0), (0, -3))):
        shifted = replace(bench, kit=Kit(bench.catalogue, _Shifted(down, right)))
        for sheet in _pages(bench, 191 + 2 * seed, _SOME):
            shifted.read(sheet.shoot().jpeg, sheet, f"cut {down}, {right} px off", tally)
    for number, sheet in enumerate(_pages(bench, 203, _SOME)):
        for what, scene in _creased(sheet).items():
            bench.read(sheet.shoot(scene=scene, seed=number).jpeg, sheet, what, tally)
    return tally


class _Shifted:
    """The usual reader, of a page that lies a few px (of 8 per mm) off its place."""

    def __init__(self, down: int, right: int) -> None:
        self.off = (down, right)

    def __call__(self, flat: FlatSheet, layout: Layout) -> Reading:
        moved = np.roll(flat.grey, self.off, axis=(0, 1))
        return read_sheet(replace(flat, grey=moved), layout)


def _creased(sheet: Sheet) -> dict[str, Scene]:
    """Fold the paper through the middle of cells, once across and once down: a worn grey line."""
    cells = {cell.cell: cell for cell in sheet.layout.cells}
    row, column = cells["g1/three_kind/value"], cells["g3/ones/value"]
    at = np.array([column.x + column.w / 2, row.y + row.h / 2])
    x, y = (at * PX_PER_MM).astype(int).tolist()
    rows, columns = sheet.page.shape[:2]
    worn = np.zeros((rows, columns), np.float32)
    cv2.line(worn, (0, y), (columns, y + 9), 1.0, 5, cv2.LINE_AA)
    cv2.line(worn, (x, 0), (x - 9, rows), 1.0, 5, cv2.LINE_AA)
    worn *= np.random.default_rng(x).uniform(0.3, 1.0, worn.shape).astype(np.float32)
    sheet.page[:] = (sheet.page * (1 - 0.3 * worn[..., None])).astype(np.uint8)
    across, down = at - np.array(sheet.layout.page_mm) / 2
    bends = {
        "folded across": (fold(np.pi / 2, float(down), 12.0),),
        "folded down": (fold(0.0, float(across), -10.0),),
        "folded both ways": (fold(np.pi / 2, float(down), -9.0), fold(0.0, float(across), 7.0)),
    }
    return {what: Scene(bends=some, tilt=10, azimuth=200) for what, some in bends.items()}
