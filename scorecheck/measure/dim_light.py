"""What is lost in little light: `python -m scorecheck.measure.dim_light DIGITS`.

DIGITS is the folder of handwriting. Sheets are photographed by candle light, in dim light and half
in the shade, and read; cells are told apart by how many times as strong as the photo's noise their
column's ink is (`scorecheck.reading.dim`). Where the noise is too strong, cells seem empty that are
not. Photos that are refused for it are looked at all the same here, and counted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path

import cv2

from scorecheck.errors import ScorecheckError
from scorecheck.measure.conditions import recipes
from scorecheck.measure.markdown import markdown, share
from scorecheck.measure.noting import make_noted
from scorecheck.measure.photo_rows import read_made, tools
from scorecheck.measure.rows import same
from scorecheck.photo.flatten import FlatSheet
from scorecheck.reading.dim import LOST_BELOW, SEEN_FROM
from scorecheck.reading.types import Reading
from scorecheck.sheet.layout import Layout

CONDITIONS = ("candle light", "dim light", "sun and shade")
FROM = (0.0, 3.0, LOST_BELOW, 4.0, 4.5, SEEN_FROM, 6.0, 8.0, 12.0)

Read = tuple[float, str, str]
"""Of a cell: how many times as strong as the noise its ink is, what is written, what is read."""


def read_photos(folder: Path, per_condition: int, seed: int) -> tuple[list[Read], int]:
    """The cells of all photos, also of those that are refused; and how many were refused."""
    catalogue, book, kit = tools(folder, "tune")
    readings: list[Reading] = []

    def reader(flat: FlatSheet, layout: Layout) -> Reading:
        readings.append(kit.read(flat, layout))
        return readings[-1]

    watched = replace(kit, read=reader)
    cells: list[Read] = []
    refused = 0
    for condition, recipe in recipes(per_condition, seed):
        if condition not in CONDITIONS:
            continue
        made, _ = make_noted(recipe, catalogue, book)
        readings.clear()
        try:
            read_made(made, watched)
        except ScorecheckError:
            refused += 1
        for reading in readings:
            cells += cells_of(reading, made.texts)
    return cells, refused


def cells_of(reading: Reading, written: Mapping[str, str]) -> list[Read]:
    """What was read beside what is written; names count without the letter of their column."""
    texts = {name[1:]: text for name, text in written.items()}
    return [
        (reading.pen_to_noise.get(cell.cell, inf), texts[cell.cell[1:]], cell.text)
        for cell in reading.cells
        if cell.cell[1:] in texts
    ]


def table(cells: Iterable[Read]) -> str:
    """By how strong the ink is beside the noise: entries, how they are read, what seems empty."""
    counts = {least: Counter[str]() for least in FROM}
    for times, written, read in cells:
        count = counts[max(least for least in FROM if least <= times)]
        count["entries"] += written != ""
        count["right"] += written != "" and same(read, written)
        count["empty"] += read == ""
        count["lost"] += read == "" and written != ""
    heads = ("ink beside noise", "entries", "read right", "seem empty", "of these written in")
    rows = [
        (
            f"{least:g} to {most:g}" if most < inf else f"{least:g} and more",
            count["entries"],
            share(count["right"], count["entries"]),
            count["empty"],
            share(count["lost"], count["empty"]),
        )
        for (least, count), most in zip(counts.items(), (*FROM[1:], inf), strict=True)
    ]
    return markdown(heads, rows)


def main() -> None:
    """Read the arguments, measure, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--per-condition", type=int, default=16)
    parser.add_argument("--seed", type=int, default=7300)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    cells, refused = read_photos(args.digits, args.per_condition, args.seed)
    print(table(cells))
    print(f"\n{refused} of {len(CONDITIONS) * args.per_condition} photos refused")


if __name__ == "__main__":
    main()
