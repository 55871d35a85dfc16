"""File to upright grey pictures: one `Photo` per picture or page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scorecheck.audit.words import both
from scorecheck.errors import InputError
from scorecheck.languages.phrase import Figure, Phrase
from scorecheck.photo.decode import (
    SMALLER,
    Picture,
    Pixels,
    Source,
    decode_heic,
    decode_jpeg,
    decode_png_or_webp,
    decode_tiff,
    tiff_pages,
)
from scorecheck.photo.sniff import kind_of

MOST_BYTES = 400_000_000
READABLE = both(("JPEG", "PNG", "WebP", "TIFF", "HEIC", "PDF"))


@dataclass(frozen=True, eq=False)
class Photo:
    """One upright picture.

    Attributes:
        path: the file; `page` counts from 1 of `pages`.
        sha256: of the file's bytes, in hex.
        grey: H x W uint8, turned as the file's orientation says.
        shrink: pixels of the file per pixel of `grey` (1 but for huge pictures).
        dpi: pixels of `grey` per inch of paper, for scans that state it, else None.
        notes: what a user may want to know, as sentences.
    """

    path: Path
    page: int
    pages: int
    sha256: str
    kind: str
    grey: Pixels
    shrink: float = 1.0
    dpi: float | None = None
    notes: tuple[str, ...] = ()


def iter_photos(path: Path) -> Iterator[Photo]:
    """Give every picture or page of a file, upright by EXIF, decoded one at a time.

    A page that cannot be decoded does not hide the pages behind it: the error comes last.

    Raises:
        InputError: `missing`, `directory`, `unreadable`, `empty`, `text`, `unsupported`,
            `truncated`, `damaged`, `locked` or `too-large`.
    """
    source = read_source(path)
    sha256 = hashlib.sha256(source.data).hexdigest()
    pages = _page_count(source)
    failed: list[tuple[int, InputError]] = []
    for page in range(pages):
        try:
            picture = _decode(source, page, colour=False)
        except InputError as error:
            failed.append((page + 1, error))
            continue
        yield Photo(
            path, page + 1, pages, sha256, source.kind,
            picture.pixels, picture.shrink, picture.dpi, picture.notes,
        )  # fmt: skip
    if failed:
        raise _page_error(source, pages, failed)


def load_colour(photo: Photo) -> Pixels:
    """Decode the photo again in colour: H x W x 3 BGR, same size and turn as `photo.grey`.

    Raises:
        InputError: as `iter_photos`; `changed` if the file is no longer the one that was read.
    """
    source = read_source(photo.path)
    if hashlib.sha256(source.data).hexdigest() != photo.sha256:
        raise InputError(
            Phrase("{path} changed while it was being read", path=photo.path),
            help=Phrase("run the command again"),
            code="changed",
        )
    return _decode(source, photo.page - 1, colour=True).pixels


def read_source(path: Path) -> Source:
    """Read a file's bytes and tell its kind from them."""
    try:
        if path.is_dir():
            raise InputError(
                Phrase("{path} is a folder, not a photo", path=path),
                help=Phrase("name the photos in it: {path}/*.jpg", path=path),
                code="directory",
            )
        if not path.is_file() and path.exists():  # reading a pipe or device may never end
            raise InputError(
                Phrase("{path} is not a file but a pipe or a device", path=path),
                help=Phrase("save the photo as a file, and check that"),
                code="unreadable",
            )
        if path.stat().st_size > MOST_BYTES:
            size = Figure(path.stat().st_size / 1e6, 0)
            raise InputError(
                Phrase("{path} is too large: {size} MB", path=path, size=size),
                help=SMALLER,
                code="too-large",
            )
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(
            Phrase("{path} does not exist", path=path),
            help=Phrase("check the file's name and folder"),
            code="missing",
        ) from error
    except OSError as error:
        raise InputError(
            Phrase("{path} cannot be read: {why}", path=path, why=error.strerror or str(error)),
            help=Phrase("check that you may read the file"),
            code="unreadable",
        ) from error
    if not data:
        raise InputError(
            Phrase("{path} is empty", path=path), help=Phrase("copy the file again"), code="empty"
        )
    kind = kind_of(data)
    if kind not in ("jpeg", "png", "webp", "tiff", "heic", "pdf"):
        raise _unsupported(path, kind)
    return Source(path, data, kind)


def _unsupported(path: Path, kind: str) -> InputError:
    if kind == "text":
        return InputError(
            Phrase("{path} holds text, not a picture", path=path),
            help=Phrase("give a photo or scan of the sheet ({kinds})", kinds=READABLE),
            code="text",
        )
    if kind == "unknown":
        what = Phrase("{path} is of an unknown kind, which cannot be read", path=path)
    elif kind[0] in "AEIOU":
        what = Phrase("{path} is an {kind} file, which cannot be read", path=path, kind=kind)
    else:
        name = {"program": Phrase("program"), "video": Phrase("video")}.get(kind, kind)
        what = Phrase("{path} is a {kind} file, which cannot be read", path=path, kind=name)
    help = Phrase("save it as one of {kinds}", kinds=READABLE)
    return InputError(what, help=help, code="unsupported")


def _page_count(source: Source) -> int:
    if source.kind == "tiff":
        return tiff_pages(source)
    if source.kind == "pdf":
        from scorecheck.photo.pdf_pages import pdf_page_count  # noqa: PLC0415 - only PDFs need it

        return pdf_page_count(source)
    return 1


def _decode(source: Source, page: int, colour: bool) -> Picture:
    if source.kind == "pdf":
        from scorecheck.photo.pdf_pages import decode_pdf  # noqa: PLC0415 - only PDFs need it

        return decode_pdf(source, page, colour)
    decoder = {"jpeg": decode_jpeg, "tiff": decode_tiff, "heic": decode_heic}.get(
        source.kind, decode_png_or_webp
    )
    return decoder(source, page, colour)


def _page_error(source: Source, pages: int, failed: list[tuple[int, InputError]]) -> InputError:
    first = failed[0][1]
    if pages == 1:
        return first
    numbers = ", ".join(str(page) for page, _ in failed)
    message = Phrase(
        "{message} (page {numbers} of {pages})",
        message=first.message,
        numbers=numbers,
        pages=pages,
    )
    return InputError(message, help=first.help, code=first.code)
