"""The marks in the corners and the QR code, drawn as vectors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any

import cv2
from reportlab.graphics.barcode import qrencoder

from scorecheck.sheet.canvas import Pen
from scorecheck.sheet.layout import Mark
from scorecheck.sheet.measures import MARK_MODULES
from scorecheck.sheet.rect import Rect

Bits = tuple[tuple[bool, ...], ...]
"""Rows of modules; True is black."""


@cache
def mark_bits(mark_id: int) -> Bits:
    """The 8 x 8 modules of an AprilTag 36h11, its black edge included."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    image = cv2.aruco.generateImageMarker(family, mark_id, MARK_MODULES)
    return tuple(tuple(bool(value < 128) for value in row) for row in image)


def draw_mark(pen: Pen, mark: Mark) -> None:
    """One corner mark."""
    _draw_bits(pen, mark_bits(mark.id), Rect(mark.x, mark.y, mark.size, mark.size))


def best_mask(text: str) -> int:
    """The QR mask that suits `text`; finding it takes longer than all the rest of a page."""
    return int(_qr(text).getBestMaskPattern())


def qr_bits(text: str, mask: int) -> Bits:
    """The modules of the smallest QR code that holds `text` with 15 % of correction."""
    code = _qr(text)
    code.makeImpl(False, mask)
    return tuple(tuple(bool(module) for module in row) for row in code.modules)


def _qr(text: str) -> Any:
    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(text)
    code.version = code.calculate_version()
    return code


def draw_qr(pen: Pen, bits: Bits, place: Rect) -> None:
    """A QR code that fills its place."""
    _draw_bits(pen, bits, place)


def _draw_bits(pen: Pen, bits: Bits, place: Rect) -> None:
    runs = ((at, start, end) for at, row in enumerate(bits) for start, end in _runs(row))
    pen.modules(place, len(bits), runs)


def _runs(row: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    """Start and end of each run of black modules."""
    at = 0
    for black, run in groupby(row):
        length = len(tuple(run))
        if black:
            yield at, at + length
        at += length
