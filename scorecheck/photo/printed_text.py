"""The sheet's printed letters, read by tesseract where the QR code is gone."""

from __future__ import annotations

import cv2
import numpy as np
import pytesseract

from scorecheck.languages.phrase import Phrase
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.photo.printed_code import straight_piece
from scorecheck.photo.tesseract import faults
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.letters import find_letters

_BAND_MM = 30.0
_PX_PER_MM = 14.0
_SECONDS = 20
_CONFIG = "--psm 6 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/.:$-"


def read_letters(grey: Pixels, homography: Array, layout: Layout) -> SheetIdentity | None:
    """The identity from the printed line at the foot of the page; None if it cannot be read.

    Raises:
        MissingToolError: tesseract is not installed, or does not work.
    """
    width, height = layout.page_mm
    left = layout.marks[3].x + layout.marks[3].size
    window = (left, height - _BAND_MM, width - 2 * left, _BAND_MM)
    piece = straight_piece(grey, homography, window, _PX_PER_MM)
    stretched = cv2.normalize(piece, None, 0, 255, cv2.NORM_MINMAX)  # type: ignore[call-overload]
    return find_letters(_lines(np.asarray(stretched, np.uint8)))


def _lines(picture: Pixels) -> list[str]:
    missing = Phrase(
        "the sheet's code cannot be read, and tesseract, which could read the printed "
        "letters instead, is not installed"
    )
    help = Phrase(
        "install tesseract (Debian: apt install tesseract-ocr), or photograph the whole "
        "sheet with its code"
    )
    with faults(missing, help):
        text = pytesseract.image_to_string(picture, config=_CONFIG, timeout=_SECONDS)
    return [line.replace(" ", "").upper() for line in text.splitlines() if line.strip()]
