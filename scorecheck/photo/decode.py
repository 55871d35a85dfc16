"""Bytes to pixels, one function per kind of file, with memory bounded before anything is decoded.

Each function takes a `Source` and a page (counted from 0) and gives a `Picture` that is upright as
far as the file's own orientation says. Pictures of more than `KEPT_PIXELS` come out smaller.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorecheck.errors import InputError
from scorecheck.languages.phrase import Figure, Phrase
from scorecheck.photo.library_words import listening
from scorecheck.photo.sniff import exif_orientation, jpeg_facts, png_exif

Pixels = NDArray[np.uint8]

KEPT_PIXELS = 30_000_000
"""A sheet fills a good part of its photo: more pixels than this show paper fibres, not digits."""
JPEG_PIXELS = 600_000_000
"""A baseline JPEG is decoded straight to a fraction of its size, so it may be very large."""
PROGRESSIVE_PIXELS = 110_000_000
"""A progressive JPEG needs 3 bytes of coefficients per pixel, however small it is decoded."""
RAW_BYTES = 420_000_000
"""The most that one picture of another kind may take when decoded whole."""

_BAND_PIXELS = 1_000_000

SMALLER = Phrase("save it smaller, e.g. as a JPEG of 300 dpi, and check that")
_UNDECODABLE = Phrase("its picture data cannot be decoded")
_BROKEN = Phrase("a part of its picture is missing or wrong")

Image.MAX_IMAGE_PIXELS = None
"""Pillow's guard counts pixels; the limits above count bytes, before anything is decoded."""

_QUARTERS = {
    3: cv2.ROTATE_180,
    4: cv2.ROTATE_180,
    5: cv2.ROTATE_90_COUNTERCLOCKWISE,
    6: cv2.ROTATE_90_CLOCKWISE,
    7: cv2.ROTATE_90_CLOCKWISE,
    8: cv2.ROTATE_90_COUNTERCLOCKWISE,
}
_CLEAR_MODES = ("RGBA", "LA", "PA", "La")


@dataclass(frozen=True, eq=False)
class Source:
    """A file's bytes with its kind (see `sniff.kind_of`)."""

    path: Path
    data: bytes
    kind: str


@dataclass(frozen=True, eq=False)
class Picture:
    """`pixels`: H x W grey or H x W x 3 BGR. `shrink`: pixels of the file per pixel kept.

    `dpi` is given for scans only, where the file states it and it can be believed.
    """

    pixels: Pixels
    shrink: float = 1.0
    dpi: float | None = None
    notes: tuple[str, ...] = ()


def too_large(source: Source, width: int, height: int) -> InputError:
    """The refusal of a picture whose decoding would not fit into a bounded memory."""
    message = Phrase(
        "{path} is too large: {width} x {height} pixels ({size} MP)",
        path=source.path,
        width=width,
        height=height,
        size=Figure(width * height / 1e6, 0),
    )
    return InputError(message, help=SMALLER, code="too-large")


def damaged(source: Source, why: str = _UNDECODABLE) -> InputError:
    """The refusal of a file that starts as a picture but does not decode."""
    return InputError(
        Phrase("{path} is damaged: {why}", path=source.path, why=why),
        help=Phrase("copy the file again from the phone, camera or scanner, and check that copy"),
        code="damaged",
    )


def truncated(source: Source) -> InputError:
    """The refusal of a file whose end is missing."""
    return InputError(
        Phrase(
            "{path} is incomplete: the file ends in the middle of its picture", path=source.path
        ),
        help=Phrase("copy or download the file again, and check that copy"),
        code="truncated",
    )


def decode_jpeg(source: Source, page: int, colour: bool) -> Picture:
    """Decode a JPEG once, in grey or colour, at a half, quarter or eighth where it is huge."""
    facts = jpeg_facts(source.data)
    if facts is None or facts.width == 0 or facts.height == 0:
        raise damaged(source) if len(source.data) > 1024 else truncated(source)
    if not facts.whole:
        raise truncated(source)
    pixels = facts.width * facts.height
    if pixels > (PROGRESSIVE_PIXELS if facts.progressive else JPEG_PIXELS):
        raise too_large(source, facts.width, facts.height)
    shrink = next(step for step in (1, 2, 4, 8) if pixels / step**2 <= KEPT_PIXELS)
    flags = {
        1: (cv2.IMREAD_GRAYSCALE, cv2.IMREAD_COLOR_BGR),
        2: (cv2.IMREAD_REDUCED_GRAYSCALE_2, cv2.IMREAD_REDUCED_COLOR_2),
        4: (cv2.IMREAD_REDUCED_GRAYSCALE_4, cv2.IMREAD_REDUCED_COLOR_4),
        8: (cv2.IMREAD_REDUCED_GRAYSCALE_8, cv2.IMREAD_REDUCED_COLOR_8),
    }[shrink][int(colour)]
    image = _imdecode(source, flags)
    return turned(image, facts.orientation, shrink=float(shrink))


def decode_png_or_webp(source: Source, page: int, colour: bool) -> Picture:
    """Decode a PNG or WebP; transparent parts become white."""
    with opened(source) as image:
        (width, height), mode = image.size, image.mode
        alpha = image.mode in _CLEAR_MODES or "transparency" in image.info
        exif = png_exif(source.data) if source.kind == "png" else image.info.get("exif", b"")
        orientation = exif_orientation(exif.removeprefix(b"Exif\0\0"))
        notes = _note_on_others(getattr(image, "n_frames", 1))
    large = width * height * 4 > RAW_BYTES  # as colours, which OpenCV may make of anything
    if large and width * height * _bytes_per_pixel(mode) > RAW_BYTES:
        raise too_large(source, width, height)
    if source.kind == "png" and b"IEND" not in source.data[-64:] + source.data[-1024:]:
        raise truncated(source)
    if source.kind == "webp" and int.from_bytes(source.data[4:8], "little") + 8 > len(source.data):
        raise truncated(source)
    if alpha or large:
        with opened(source) as image:
            pixels, shrink = _on_white(image, colour)
    else:
        pixels = _imdecode(source, cv2.IMREAD_COLOR_BGR if colour else cv2.IMREAD_GRAYSCALE)
        shrink = 1.0
    return turned(pixels, orientation, shrink, notes=notes)


def decode_tiff(source: Source, page: int, colour: bool) -> Picture:
    """Decode one page of a TIFF."""
    with opened(source) as image:
        image.seek(page)
        width, height = image.size
        if width * height * _bytes_per_pixel(image.mode) > RAW_BYTES:
            raise too_large(source, width, height)
        dpi = image.info.get("dpi", (0.0, 0.0))
        with listening() as heard:
            image.load()
        if heard.tell_damage(source.data):
            raise damaged(source, _BROKEN)
        pixels, shrink = _on_white(image, colour)
        # Pillow turns a TIFF itself as it loads, and then the tag says so.
        orientation = int(image.getexif().get(0x0112, 1))
    believed = float(dpi[0]) if 100 <= float(dpi[0]) <= 2400 and dpi[0] == dpi[1] else None
    return turned(pixels, orientation, shrink, believed and believed / shrink)


def tiff_pages(source: Source) -> int:
    """Number of pages of a TIFF."""
    with opened(source) as image:
        return int(getattr(image, "n_frames", 1))


def decode_heic(source: Source, page: int, colour: bool) -> Picture:
    """Decode the main picture of a HEIC; its rotation is part of the decoding."""
    import pi_heif  # noqa: PLC0415 - only iPhone photos need it

    try:
        heif = pi_heif.open_heif(io.BytesIO(source.data), convert_hdr_to_8bit=True)
        notes = _note_on_others(len(heif))
        width, height = heif.size
        if width * height * 3 > RAW_BYTES:
            raise too_large(source, width, height)
        image = np.asarray(heif)
    except (ValueError, RuntimeError, EOFError, OSError, SyntaxError) as error:
        raise damaged(source) from error
    if image.ndim == 2:
        pixels = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if colour else image
    else:
        rgb = np.ascontiguousarray(image[:, :, :3])
        pixels = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR if colour else cv2.COLOR_RGB2GRAY)
    return turned(np.asarray(pixels, np.uint8), 1, notes=notes)


def _note_on_others(pictures: int) -> tuple[str, ...]:
    """That a file holds more pictures than the one that is read; nothing where it does not."""
    if pictures <= 1:
        return ()
    return (
        Phrase(
            "the file holds {number} pictures, as an animation does, and only one was read: save "
            "any other that shows a sheet as a file of its own",
            number=pictures,
        ),
    )


@contextmanager
def opened(source: Source) -> Iterator[Image.Image]:
    """Open with Pillow; its many ways to fail become one clear error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(source.data)) as image:
                yield image
    except (OSError, ValueError, SyntaxError, EOFError, TypeError, KeyError) as error:
        cut = "truncated" in str(error) or "not processed" in str(error)
        raise (truncated(source) if cut else damaged(source)) from error


def _bytes_per_pixel(mode: str) -> int:
    """What Pillow holds in memory for each pixel; pictures of several channels always take four."""
    return 2 if mode.startswith("I;16") else 1 if mode in ("1", "L", "P") else 4


def _on_white(image: Image.Image, colour: bool) -> tuple[Pixels, float]:
    """Pixels of a Pillow image, transparency laid on white; and how many of the file each is.

    It goes band by band, so that little is held beside the image itself and the result.
    """
    image.load()  # turns a TIFF as its tag says, so the size counts from here on
    width, height = image.size
    step = math.ceil(math.sqrt(width * height / KEPT_PIXELS))
    deep = image.mode.startswith("I") or image.mode == "F"
    gain = 255.0 / max(1.0, float(np.max(image.getextrema()))) if deep else None
    rows = step * max(1, _BAND_PIXELS // (width * step))
    bands = (image.crop((0, y, width, min(height, y + rows))) for y in range(0, height, rows))
    pixels = [_fewer(_flat_on_white(band, gain, colour), step) for band in bands]
    return np.concatenate(pixels), float(step)


def _flat_on_white(image: Image.Image, gain: float | None, colour: bool) -> Pixels:
    """Grey or BGR of a piece of an image; `gain` brings deep pixels to 8 bits."""
    if image.mode in _CLEAR_MODES or "transparency" in image.info:
        rgba = image.convert("RGBA")
        image = Image.new("RGB", rgba.size, (255, 255, 255))
        image.paste(rgba, mask=rgba.getchannel("A"))
    if gain is not None:
        array = np.clip(np.nan_to_num(np.asarray(image, np.float32)) * gain, 0, 255)
        image = Image.fromarray(array.astype(np.uint8))
    if colour:
        return np.asarray(cv2.cvtColor(np.asarray(image.convert("RGB")), cv2.COLOR_RGB2BGR))
    return np.array(image.convert("L"), np.uint8)


def _fewer(pixels: Pixels, step: int) -> Pixels:
    """One pixel for each square of `step` x `step`."""
    if step == 1:
        return pixels
    height, width = (max(1, side // step) for side in pixels.shape[:2])
    cut = pixels[: height * step, : width * step]
    return np.asarray(cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _imdecode(source: Source, flags: int) -> Pixels:
    try:
        with listening() as heard:
            image = cv2.imdecode(
                np.frombuffer(source.data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION
            )
    except cv2.error as error:
        raise damaged(source) from error
    if image is None or image.size == 0:
        raise damaged(source)
    if heard.tell_damage(source.data):
        raise damaged(source, _BROKEN)
    return np.asarray(image, np.uint8)


def turned(
    pixels: Pixels,
    orientation: int,
    shrink: float = 1.0,
    dpi: float | None = None,
    notes: tuple[str, ...] = (),
) -> Picture:
    """Shrink to `KEPT_PIXELS` and turn by EXIF's orientation 1..8; another number turns nothing."""
    height, width = pixels.shape[:2]
    if width * height > KEPT_PIXELS:
        step = math.sqrt(width * height / KEPT_PIXELS)
        size = (max(1, round(width / step)), max(1, round(height / step)))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
        shrink *= width / size[0]
        dpi = dpi and dpi * size[0] / width
    if orientation in (2, 5, 7, 4):
        pixels = np.asarray(cv2.flip(pixels, 1), np.uint8)
    if orientation in _QUARTERS:
        pixels = np.asarray(cv2.rotate(pixels, _QUARTERS[orientation]), np.uint8)
    if orientation not in range(1, 9):
        notes = (
            *notes,
            Phrase(
                "the photo's EXIF orientation is {orientation}, which means nothing; ignored",
                orientation=orientation,
            ),
        )
    return Picture(pixels, shrink, dpi, notes)
