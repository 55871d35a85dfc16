"""A PDF page as a picture, for simulation and for looking at it."""

from __future__ import annotations

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

_MM_PER_POINT = 25.4 / 72


def render_page(
    pdf: bytes, page: int = 0, px_per_mm: float = 8.0, *, colour: bool = False
) -> NDArray[np.uint8]:
    """Page `page` (from 0) as grey H x W, or BGR H x W x 3.

    The point (x, y) in mm lies at pixel (x, y) * px_per_mm.
    """
    document = pdfium.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=px_per_mm * _MM_PER_POINT, grayscale=not colour)
        picture = bitmap.to_numpy()
        if colour:
            return np.ascontiguousarray(picture[..., :3])
        return np.ascontiguousarray(picture.reshape(picture.shape[:2]))
    finally:
        document.close()
