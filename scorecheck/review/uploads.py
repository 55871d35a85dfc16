"""Photos that a phone sends: their kind told from their bytes, bounded in size and number."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from scorecheck.errors import OutputError
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.sniff import kind_of
from scorecheck.review.answers import RefusedError
from scorecheck.review.desk import Desk
from scorecheck.review.pace import MINUTE, Pace
from scorecheck.safe_write import write_whole

MOST_BYTES = 40_000_000
"""Of one photo; a phone's are 2 to 15 MB."""

MOST_TOGETHER = 4_000_000_000
"""Of all photos of one run."""

MOST_A_MINUTE = 30
"""Photos that one device may send in a minute."""

MOST_AT_ONCE = 4
"""Photos that may be on their way at the same time: each is held in memory until it is whole."""

MOST_OF_ONE = 2
"""Of these, the photos of one device, so that a slow or silent one keeps nobody else waiting."""

LONGEST = 120.0
"""Seconds that one photo may be on its way."""

LEAST_FREE = 500_000_000
"""So much room on the disk is left alone."""

_ENDINGS = {
    "jpeg": ".jpg",
    "png": ".png",
    "webp": ".webp",
    "tiff": ".tif",
    "heic": ".heic",
    "pdf": ".pdf",
}


@dataclass
class Uploads:
    """The folder for photos that are sent in, made when the first one comes."""

    folder: Path
    pace: Pace = field(default_factory=lambda: Pace(MOST_A_MINUTE, MINUTE))
    most_bytes: int = MOST_BYTES
    longest: float = LONGEST
    coming: int = 0
    by_device: Counter[str] = field(default_factory=Counter)
    _together: int = 0
    _kept: dict[str, Path] = field(default_factory=dict)

    def keep(self, data: bytes) -> Path:
        """Write a photo under a name of our own; one that was sent before keeps its file.

        Raises:
            RefusedError: no photo, or no room for it.
            OutputError: it could not be written.
        """
        ending = _ENDINGS.get(kind_of(data))
        if ending is None:
            raise RefusedError(
                415,
                Phrase("this is not a photo that can be read"),
                Phrase("send a JPEG, PNG, WebP, TIFF, HEIC or PDF"),
            )
        digest = hashlib.sha256(data).hexdigest()
        if digest in self._kept:
            return self._kept[digest]
        room = self._free() - len(data)
        if self._together + len(data) > MOST_TOGETHER or room < LEAST_FREE:
            raise RefusedError(507, Phrase("there is no more room for photos"))
        path = self.folder / f"{datetime.now():%Y-%m-%d_%H%M%S}_{digest[:8]}{ending}"
        write_whole(path, data)
        self._together += len(data)
        self._kept[digest] = path
        return path

    def _free(self) -> int:
        """Bytes that are free where the photos go; makes the folder where there is none."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            return shutil.disk_usage(self.folder).free
        except OSError as error:
            raise OutputError(
                Phrase(
                    "the photo was not kept: cannot make the folder {folder}", folder=self.folder
                ),
                help=Phrase("start scorecheck again, with --photos naming a folder"),
                code="unwritable",
            ) from error


async def take_photo(request: Request) -> dict[str, Any]:
    """Take one photo, which is the body of the request, and lay it on the desk."""
    uploads: Uploads = request.app.state.uploads
    desk: Desk = request.app.state.desk
    device = request.client.host if request.client else ""
    if uploads.pace.is_over(device):
        raise RefusedError(
            429, Phrase("too many photos at once"), Phrase("wait a minute, then send the next one")
        )
    uploads.pace.count(device)
    data = await _whole_body(request, uploads, device)
    path = await run_in_threadpool(uploads.keep, data)
    known = next((entry for entry in desk.entries() if entry.path == path), None)
    return {"number": (known or desk.put(path)).number}


async def _whole_body(request: Request, uploads: Uploads, device: str) -> bytes:
    """The photo's bytes, where there is room and time for them."""
    if uploads.coming >= MOST_AT_ONCE or uploads.by_device[device] >= MOST_OF_ONE:
        raise RefusedError(
            503,
            Phrase("other photos are on their way"),
            Phrase("wait a moment, then send it again"),
        )
    uploads.coming += 1
    uploads.by_device[device] += 1
    try:
        async with asyncio.timeout(uploads.longest):
            return await _body(request, uploads.most_bytes)
    except TimeoutError as error:
        raise RefusedError(
            408, Phrase("the photo took too long to arrive"), Phrase("send it again")
        ) from error
    finally:
        uploads.coming -= 1
        uploads.by_device -= Counter([device])  # also forgets a device that sends nothing more


async def _body(request: Request, most: int) -> bytes:
    """The photo's bytes, read no further than they may be long."""
    told = request.headers.get("content-length", "")
    data = bytearray()
    if not told.isdecimal() or int(told) <= most:
        async for part in request.stream():
            data += part
            if len(data) > most:
                break
    if len(data) > most or (told.isdecimal() and int(told) > most):
        raise RefusedError(
            413,
            Phrase("the photo is larger than {n} MB", n=most // 1_000_000),
            Phrase("take it again with the phone's usual camera settings"),
        )
    return bytes(data)
