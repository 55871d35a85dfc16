"""What a file is, told from its bytes and never from its name; and the JPEG facts that are quick
to read without decoding (size, orientation, whether the end is there)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}
_SOF_MARKERS = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ORIENTATION_TAG = 0x0112
_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xd8\xff", "jpeg"),
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"II*\0", "tiff"),
    (b"MM\0*", "tiff"),
    (b"II+\0", "tiff"),
    (b"MM\0+", "tiff"),
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"PK\x03\x04", "ZIP"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
    (b"\x7fELF", "program"),
)


def kind_of(data: bytes) -> str:
    """Name the kind of a file from its first bytes.

    Returns:
        `jpeg`, `png`, `webp`, `tiff`, `heic` or `pdf` for what can be read; `text` for text;
        else the name of a known other kind (`GIF`, `AVIF`, …) or `unknown`.
    """
    if data[4:8] == b"ftyp":
        return _heif_kind(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if b"%PDF-" in data[:1024]:
        return "pdf"
    for start, name in _STARTS:
        if data.startswith(start):
            return name
    return "text" if _is_text(data[:4096]) else "unknown"


def _heif_kind(data: bytes) -> str:
    length = min(struct.unpack(">I", data[:4])[0], 256)
    brands = {data[at : at + 4] for at in range(8, length, 4)}
    if data[8:12] in (b"avif", b"avis"):
        return "AVIF"
    return "heic" if brands & _HEIF_BRANDS else "video"


def _is_text(head: bytes) -> bool:
    if b"\0" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(head) - 3 and len(head) > 3
    return True


@dataclass(frozen=True)
class JpegFacts:
    """What a JPEG's headers say. `orientation` is EXIF's own number, valid or not; 1 if none."""

    width: int
    height: int
    progressive: bool
    orientation: int
    whole: bool


def jpeg_facts(data: bytes) -> JpegFacts | None:
    """Walk the segments of a JPEG up to its first scan; None if there is no picture in it."""
    at, orientation, size = 2, 1, None
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker in (0xFF, 0x01) or 0xD0 <= marker <= 0xD7:
            at += 1 if marker == 0xFF else 2
            continue
        length = struct.unpack_from(">H", data, at + 2)[0]
        body = data[at + 4 : at + 2 + length]
        if marker == 0xE1 and body.startswith(b"Exif\0\0"):
            orientation = exif_orientation(body[6:])
        elif marker in _SOF_MARKERS and len(body) >= 6:
            height, width = struct.unpack_from(">HH", body, 1)
            size = (width, height, marker in (0xC2, 0xC6, 0xCA, 0xCE))
        elif marker == 0xDA:
            if size is None:
                return None
            whole = data.find(b"\xff\xd9", at) >= 0
            return JpegFacts(size[0], size[1], size[2], orientation, whole)
        at += 2 + length
    if size is None:
        return None
    return JpegFacts(size[0], size[1], size[2], orientation, whole=False)


def png_exif(data: bytes) -> bytes:
    """The EXIF block of a PNG, wherever it stands; empty if none."""
    at = 8
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] == b"eXIf":
            return data[at + 8 : at + 8 + length]
        at += 12 + length
    return b""


def exif_orientation(tiff: bytes) -> int:
    """The orientation number of an EXIF block (from its TIFF header on), as written; 1 if none."""
    try:
        order = {b"II": "<", b"MM": ">"}[tiff[:2]]
        (at,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, at)
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            if struct.unpack_from(order + "H", tiff, entry)[0] == _ORIENTATION_TAG:
                return int(struct.unpack_from(order + "H", tiff, entry + 8)[0])
    except (KeyError, struct.error):
        pass
    return 1
