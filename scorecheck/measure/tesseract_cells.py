"""tesseract, asked for the digits in cells: one cell a call, many in a call, many in a picture.

All raise `MissingToolError` where tesseract is not installed or does not work.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import cv2
import numpy as np
import pytesseract

from scorecheck.measure.cell_pictures import Picture
from scorecheck.photo.tesseract import faults

MODES = (6, 7, 8, 10, 13)
"""Page segmentation modes: a block, a line, a word, one sign, a raw line."""

IN_ONE_PICTURE = 20
_SECONDS = 600
_AIR_PX = 24


def alone(pictures: Sequence[Picture], mode: int) -> list[str]:
    """One call for each cell."""
    with _faults():
        return [_signs(_text(picture, mode)) for picture in pictures]


def listed(pictures: Sequence[Picture], mode: int) -> list[str]:
    """One call for all: tesseract takes a list of files and gives a page for each."""
    with tempfile.TemporaryDirectory() as scratch:
        paths = [Path(scratch) / f"{n:05}.png" for n in range(len(pictures))]
        for path, picture in zip(paths, pictures, strict=True):
            cv2.imwrite(str(path), picture)
        index = Path(scratch) / "cells.txt"
        index.write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
        with _faults():
            pages = _text(str(index), mode).split("\f")
    return [_signs(page) for page in pages[: len(pictures)]]


def montage(pictures: Sequence[Picture]) -> list[str]:
    """One call for every `IN_ONE_PICTURE` cells, which stand one below the other."""
    found: list[str] = []
    for start in range(0, len(pictures), IN_ONE_PICTURE):
        part = pictures[start : start + IN_ONE_PICTURE]
        page, tops = stacked(part)
        with _faults():
            found += by_row(_words(page), tops)
    return found


def stacked(pictures: Sequence[Picture]) -> tuple[Picture, list[int]]:
    """White page of all pictures below each other, and where each begins and the last ends."""
    widest = max(picture.shape[1] for picture in pictures) + 2 * _AIR_PX
    tops = [_AIR_PX]
    for picture in pictures:
        tops.append(tops[-1] + picture.shape[0] + _AIR_PX)
    page = np.full((tops[-1] + _AIR_PX, widest), 255, np.uint8)
    for top, picture in zip(tops, pictures, strict=False):
        page[top : top + picture.shape[0], _AIR_PX : _AIR_PX + picture.shape[1]] = picture
    return page, tops


def by_row(words: Sequence[tuple[int, int, str]], tops: Sequence[int]) -> list[str]:
    """The text of each row from words with the x and y of their middle."""
    rows: list[list[tuple[int, str]]] = [[] for _ in tops[1:]]
    for x, y, word in words:
        row = int(np.searchsorted(tops, y, side="right")) - 1
        if 0 <= row < len(rows):
            rows[row].append((x, word))
    return [_signs("".join(word for _, word in sorted(row))) for row in rows]


def _words(page: Picture) -> list[tuple[int, int, str]]:
    seen = pytesseract.image_to_data(
        page, config=_config(6), timeout=_SECONDS, output_type=pytesseract.Output.DICT
    )
    places = zip(seen["left"], seen["width"], seen["top"], seen["height"], strict=True)
    middles = [(x + w // 2, y + h // 2) for x, w, y, h in places]
    return [(*at, word) for at, word in zip(middles, seen["text"], strict=True) if word.strip()]


def _text(picture: Picture | str, mode: int) -> str:
    return str(pytesseract.image_to_string(picture, config=_config(mode), timeout=_SECONDS))


def _config(mode: int) -> str:
    return f"--dpi 300 --psm {mode} -c tessedit_char_whitelist=0123456789"


def _signs(text: str) -> str:
    return "".join(text.split())


def _faults() -> AbstractContextManager[None]:
    return faults(
        "tesseract, which is to be compared with, is not installed",
        "install it (Debian: apt install tesseract-ocr)",
    )
