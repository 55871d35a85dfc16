"""Other readers on the same cells: `python -m scorecheck.measure.other_readers DIGITS`.

Number cells, as `scorecheck.measure.reading` composes them from writers that no training ever saw,
read by scorecheck, by the network that RapidOCR brings, and by tesseract. Each sees the cell at the
resolution at which it was cut out, without its frame, prepared as that reader likes it best (tried
on the split `tune`), and may answer digits only. The time is that of one processor core from the
cut-out to the text. Needs `pip install rapidocr onnxruntime` and tesseract; scorecheck does not.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from scorecheck.errors import ScorecheckError
from scorecheck.measure import rapidocr_cells, tesseract_cells
from scorecheck.measure.cell_pictures import black_on_white, grey, number_cells
from scorecheck.measure.composed import read_composed
from scorecheck.measure.markdown import markdown, share
from scorecheck.measure.rapidocr_cells import RapidReader
from scorecheck.reading.alphabet import DIGITS
from scorecheck.reading.types import STRIKES
from scorecheck.simulate.cell import MadeCell
from scorecheck.simulate.glyphs import GlyphBook

Reader = Callable[[Sequence[MadeCell]], list[str]]
"""Cells in, the likeliest text of each out."""

_LONGEST = 4


@dataclass(frozen=True)
class Result:
    """What one reader said of some cells, and the seconds of processor time that it took."""

    name: str
    cells: Sequence[MadeCell]
    texts: Sequence[str]
    seconds: float


def scorecheck_texts(cells: Sequence[MadeCell]) -> list[str]:
    """Our own reader, which must also tell strikes, blanks and what cannot be read."""
    return [next(iter(found)) for found in read_composed(cells)]


def scorecheck_digits(cells: Sequence[MadeCell]) -> list[str]:
    """Our own reader, told that it may answer digits only."""
    return [likeliest_digits(found) for found in read_composed(cells)]


def likeliest_digits(texts: Mapping[str, float]) -> str:
    """The likeliest text of digits, or none, from texts in order."""
    return next((text for text in texts if text == "" or text.isdigit()), "")


def rapid_readers() -> dict[str, Reader]:
    """RapidOCR's network, with all its characters and with digits only."""
    network, name = RapidReader(), rapidocr_cells.version()

    def lines(cells: Sequence[MadeCell], least_px: int) -> list[rapidocr_cells.Line]:
        return network.read([grey(cell) for cell in cells], DIGITS, least_px)

    def digits(least_px: int) -> Reader:
        return lambda cells: [line.masked for line in lines(cells, least_px)]

    return {
        f"{name}, as it comes": lambda cells: [
            line.plain for line in lines(cells, rapidocr_cells.PADDED)
        ],
        f"{name}, digits only": digits(rapidocr_cells.PADDED),
        f"{name}, digits only, not padded": digits(0),
    }


def tesseract_readers() -> dict[str, Reader]:
    """tesseract in all its ways."""

    def listed(mode: int) -> Reader:
        return lambda cells: tesseract_cells.listed([black_on_white(cell) for cell in cells], mode)

    many: dict[str, Reader] = {
        f"tesseract, --psm {mode}, a list of cells": listed(mode) for mode in tesseract_cells.MODES
    }
    many[f"tesseract, {tesseract_cells.IN_ONE_PICTURE} cells in a picture"] = lambda cells: (
        tesseract_cells.montage([black_on_white(cell) for cell in cells])
    )
    many["tesseract, --psm 7, one cell a call"] = lambda cells: tesseract_cells.alone(
        [black_on_white(cell) for cell in cells], 7
    )
    return many


def tried(name: str, reader: Reader, cells: Sequence[MadeCell]) -> Result:
    """Let a reader read; its first call, which loads it, is not timed."""
    reader(cells[:1])
    before = _processor_seconds()
    texts = reader(cells)
    return Result(name, cells, texts, _processor_seconds() - before)


def _processor_seconds() -> float:
    """Of this process and the programs that it has run."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def report(results: Sequence[Result]) -> str:
    """One line for each reader."""
    heads = (
        "reader", "cells", *(f"{n} digit{'s' * (n > 1)}" for n in range(1, _LONGEST + 1)),
        "all numbers", "blank cells read as blank", "strikes taken for a number", "ms a cell",
    )  # fmt: skip
    return markdown(heads, [_line(result) for result in results])


def _line(result: Result) -> list[object]:
    pairs = [(cell.text, text) for cell, text in zip(result.cells, result.texts, strict=True)]
    numbers = [(written, text) for written, text in pairs if written.isdigit()]
    sizes = [[p for p in numbers if len(p[0]) == n] for n in range(1, _LONGEST + 1)]
    blank = [text == "" for written, text in pairs if written == ""]
    taken = [text.isdigit() for written, text in pairs if written in STRIKES]
    return [
        result.name, len(pairs), *(_right(some) for some in sizes), _right(numbers),
        share(sum(blank), len(blank)), share(sum(taken), len(taken)),
        f"{1000 * result.seconds / len(pairs):.1f}",
    ]  # fmt: skip


def _right(pairs: Sequence[tuple[str, str]]) -> str:
    return share(sum(written == text for written, text in pairs), len(pairs))


def measure(args: argparse.Namespace) -> list[Result]:
    """All readers on the same cells; tesseract on the first of them."""
    cv2.setNumThreads(1)
    os.environ["OMP_THREAD_LIMIT"] = "1"  # tesseract's threads would only wait for each other
    cells = number_cells(GlyphBook(args.digits, args.split), args.cells, args.seed)
    few = cells[: args.tesseract]
    ours = {"scorecheck": scorecheck_texts, "scorecheck, digits only": scorecheck_digits}
    readers = [
        *((name, reader, cells) for name, reader in (ours | rapid_readers()).items()),
        *((name, reader, few) for name, reader in tesseract_readers().items()),
    ]
    return [tried(*one) for one in readers]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code is that of the error where there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path, help="the folder of handwriting")
    parser.add_argument("--split", choices=("tune", "final"), default="final")
    parser.add_argument("--cells", type=int, default=4000)
    parser.add_argument("--tesseract", type=int, default=2000, help="so many of them by tesseract")
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args(arguments)
    try:
        print(report(measure(args)))
    except ScorecheckError as error:
        print(f"{error.message}\n{error.help}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
