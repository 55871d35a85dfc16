"""The QR code of a sheet, read from a small picture that the marks have straightened."""

from __future__ import annotations

import cv2
import numpy as np
import zxingcpp

from scorecheck.errors import InputError
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array, project
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout

_BAND_MM = 34.0
"""The code stands at the foot of the page, between the lower marks."""


def straight_piece(
    grey: Pixels, homography: Array, window: tuple[float, float, float, float], px_per_mm: float
) -> Pixels:
    """A window of the page (x, y, w, h in mm), cut out of the photo and made straight."""
    x, y, w, h = window
    to_page = np.array([[1 / px_per_mm, 0, x], [0, 1 / px_per_mm, y], [0, 0, 1]])
    size = (max(1, round(w * px_per_mm)), max(1, round(h * px_per_mm)))
    piece = cv2.warpPerspective(
        grey,
        homography @ to_page,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(piece, np.uint8)


def read_code(grey: Pixels, homography: Array, layout: Layout) -> str | None:
    """The text of the sheet's QR code; None if there is none that can be read.

    First straightened by the marks; then, because paper may be bent, as it is in the photo.
    """
    width, height = layout.page_mm
    band = (0.0, height - _BAND_MM, width, _BAND_MM)
    for attempt in range(3):
        if attempt == 1:
            piece = _photo_piece(grey, homography, band)
        else:
            piece = straight_piece(grey, homography, band, 6.0 if attempt == 0 else 12.0)
        for text in codes_in(piece):
            return text
    return None


def _photo_piece(
    grey: Pixels, homography: Array, window: tuple[float, float, float, float]
) -> Pixels:
    """The upright piece of the photo that holds a window of the page, and something round it."""
    x, y, w, h = window
    corners = project(homography, np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]))
    room = 0.3 * float(np.linalg.norm(corners[3] - corners[0]))
    left, top = np.maximum(corners.min(axis=0) - room, 0).astype(int)
    right, bottom = np.maximum(corners.max(axis=0) + room, 0).astype(int)
    piece = grey[top:bottom, left:right]
    return piece if piece.size else grey[:1, :1]


def codes_in(picture: Pixels) -> list[str]:
    """Texts of all QR codes in a picture."""
    found = zxingcpp.read_barcodes(
        picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    return [code.text for code in found if code.valid and code.text]


def identity_of(text: str) -> SheetIdentity | None:
    """The identity that a code's text spells; None if the code is not one of ours."""
    try:
        return SheetIdentity.from_text(text)
    except InputError:
        return None
