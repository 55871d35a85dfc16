"""Pages of a scanned PDF as pictures. pdfium is not safe under threads: one lock guards it."""

from __future__ import annotations

import math
import threading

import cv2
import numpy as np
import pypdfium2

from scorecheck.errors import InputError
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.decode import RAW_BYTES, Picture, Source, damaged, too_large

DPI = 300
"""Enough for 12 px per mm, as a 12-megapixel phone photo of one sheet has."""
MOST_PIXELS = 20_000_000
_LOCK = threading.Lock()


def pdf_page_count(source: Source) -> int:
    """Number of pages of a PDF."""
    with _LOCK:
        document = _open(source)
        try:
            return len(document)
        finally:
            document.close()


def decode_pdf(source: Source, page: int, colour: bool) -> Picture:
    """Render one page at 300 dpi, or less where the page is very large."""
    with _LOCK:
        document = _open(source)
        try:
            return _render(source, document[page], colour)
        except pypdfium2.PdfiumError as error:
            why = Phrase("page {number} cannot be drawn", number=page + 1)
            raise damaged(source, why) from error
        finally:
            document.close()


def _render(source: Source, page: pypdfium2.PdfPage, colour: bool) -> Picture:
    width_pt, height_pt = page.get_size()
    if not (width_pt > 0 and height_pt > 0):
        raise damaged(source, Phrase("a page has no size"))
    for image in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE], max_depth=4):
        width, height = image.get_px_size()
        if width * height > RAW_BYTES / 3:
            raise too_large(source, width, height)
    scale = min(DPI / 72, math.sqrt(MOST_PIXELS / (width_pt * height_pt)))
    bitmap = page.render(scale=scale, grayscale=not colour, may_draw_forms=False)
    pixels = np.array(bitmap.to_numpy(), np.uint8)
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    if pixels.ndim == 3 and not colour:
        pixels = np.asarray(cv2.cvtColor(pixels[:, :, :3], cv2.COLOR_BGR2GRAY), np.uint8)
    if pixels.ndim == 3:
        pixels = np.ascontiguousarray(pixels[:, :, :3])
    return Picture(pixels, dpi=scale * 72)


def _open(source: Source) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(source.data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise InputError(
                Phrase("{path} is locked with a password", path=source.path),
                help=Phrase("save a copy without the password, and check that"),
                code="locked",
            ) from error
        raise damaged(source, Phrase("it does not open as a PDF")) from error
