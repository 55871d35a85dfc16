"""Reports about huge pictures: bounded memory, and a clear end."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from scorecheck.errors import InputError
from scorecheck.measure.command import run_command
from scorecheck.measure.reports_sheet import PX_PER_MM, Bench, Pixels, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.measure.rows import same

MOST_MB = 500.0
"""What one picture may take at most, whatever its file says of itself."""

_A3_PX = (19843, 14031)
"""Rows and columns of A3 at 1200 dpi."""
_DPI = 1200


def huge(bench: Bench) -> Tally:
    """A3 at 1200 dpi, 200 megapixels, and small PDFs with a huge picture."""
    tally = Tally()
    sheet = bench.filled("yatzy", 4, seed=101)
    peaks = []
    for name, make in _FILES.items():
        path = bench.scratch / name
        make(sheet, path)
        what = f"{name} ({path.stat().st_size / 1e6:.1f} MB)"
        ended = run_command(["check", path, "--json"])
        path.unlink()
        peaks.append(ended.peak_mb)
        fact = f"ended clearly, in less than {MOST_MB:.0f} MB of memory"
        clear = ended.code in (0, 1, 3) and ended.document is not None
        tally.expect(clear and ended.peak_mb < MOST_MB, fact, f"{what}: {ended}")
        if ended.document is not None:
            _count(ended.document["files"][0], sheet, what, tally)
    tally.facts["MB at the peak of the hungriest"] = round(max(peaks))
    return tally


def _count(file: dict[str, Any], sheet: Sheet, what: str, tally: Tally) -> None:
    error = file["error"]
    if error is not None:
        told = InputError(error["message"], help=error["help"], code=error["code"])
        tally.refuse(told, expected=error["code"] == "too-large", what=what)
    for cells in (card["cells"] for one in file["sheets"] for card in one["cards"]):
        for cell in cells:
            if cell["state"] not in ("sure", "blank"):
                tally.cells["asked"] += 1
            elif same(cell["text"], sheet.texts[cell["cell"]]):
                tally.cells["right"] += 1
            else:
                tally.cells["wrong"] += 1
                tally.amiss.append(f"{what}: {cell['cell']} read as {cell['text']!r}")


def _on_a3(sheet: Sheet) -> Pixels:
    """The sheet on the glass of an A3 scanner, grey."""
    grey = cv2.cvtColor(sheet.page, cv2.COLOR_BGR2GRAY)
    scale = _DPI / 25.4 / PX_PER_MM
    large = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    glass = np.full(_A3_PX, 235, np.uint8)
    glass[900 : 900 + large.shape[0], 700 : 700 + large.shape[1]] = large
    return glass


def _large_photo(sheet: Sheet) -> Pixels:
    """A photo of 200 megapixels, as the largest phones make them."""
    photo = cv2.cvtColor(sheet.shoot().photo, cv2.COLOR_BGR2GRAY)
    scale = (200e6 / photo.size) ** 0.5
    return np.asarray(cv2.resize(photo, None, fx=scale, fy=scale), np.uint8)


def _a3_jpeg(sheet: Sheet, path: Path) -> None:
    path.write_bytes(cv2.imencode(".jpg", _on_a3(sheet))[1].tobytes())


def _a3_tiff(sheet: Sheet, path: Path) -> None:
    image = Image.fromarray(_on_a3(sheet))
    image.save(path, compression="tiff_adobe_deflate", dpi=(_DPI, _DPI))


def _a3_fax(sheet: Sheet, path: Path) -> None:
    image = Image.fromarray(_on_a3(sheet) > 140)
    image.save(path, compression="group4", dpi=(_DPI, _DPI))


def _a3_png(sheet: Sheet, path: Path) -> None:
    cv2.imwrite(str(path), _on_a3(sheet), [cv2.IMWRITE_PNG_COMPRESSION, 1])


def _a3_pdf(sheet: Sheet, path: Path) -> None:
    data = cv2.imencode(".jpg", _on_a3(sheet))[1].tobytes()
    path.write_bytes(_pdf((_A3_PX[1], _A3_PX[0]), "DCTDecode", data))


def _photo_jpeg(sheet: Sheet, path: Path) -> None:
    path.write_bytes(cv2.imencode(".jpg", _large_photo(sheet))[1].tobytes())


def _photo_progressive(sheet: Sheet, path: Path) -> None:
    flags = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
    path.write_bytes(cv2.imencode(".jpg", _large_photo(sheet), flags)[1].tobytes())


def small_pdf(path: Path, side: int = 30_000) -> None:
    """Write a small PDF whose picture unfolds to `side` x `side` pixels of black."""
    rows = zlib.compressobj(9)
    packed = b"".join(rows.compress(bytes(side)) for _ in range(side)) + rows.flush()
    path.write_bytes(_pdf((side, side), "FlateDecode", packed))


def _pdf(size: tuple[int, int], packing: str, data: bytes) -> bytes:
    """A PDF of one A3 page, filled by a grey picture of `size` (width, height)."""
    head = (
        f"<< /Type /XObject /Subtype /Image /Width {size[0]} /Height {size[1]} "
        f"/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /{packing} /Length {len(data)} >>"
    )
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 1191] /Contents 4 0 R "
        b"/Resources << /XObject << /I 5 0 R >> >> >>",
        b"<< /Length 32 >>\nstream\nq 842 0 0 1191 0 0 cm /I Do Q    \nendstream",
        head.encode() + b"\nstream\n" + data + b"\nendstream",
    )
    body, places = b"%PDF-1.5\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    listed = len(objects) + 1
    head_line = b"xref\n0 %d\n0000000000 65535 f \n" % listed
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (listed, len(body))
    return body + head_line + table + end


_FILES: dict[str, Callable[[Sheet, Path], None]] = {
    "a3-1200dpi.jpg": _a3_jpeg,
    "a3-1200dpi.tif": _a3_tiff,
    "a3-1200dpi-fax.tif": _a3_fax,
    "a3-1200dpi.png": _a3_png,
    "a3-1200dpi.pdf": _a3_pdf,
    "200-megapixels.jpg": _photo_jpeg,
    "200-megapixels-progressive.jpg": _photo_progressive,
    "small.pdf": lambda sheet, path: small_pdf(path),
}
