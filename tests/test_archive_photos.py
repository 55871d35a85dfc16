"""The photo store: each photo once, whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import time
from pathlib import Path

import pytest

from scorecheck.archive import photos
from scorecheck.archive.photos import PhotoStore, ending_of
from scorecheck.errors import InputError, OutputError

DATA = b"a photo " * 400_000
HASH = hashlib.sha256(DATA).hexdigest()


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "IMG_1.JPG"
    path.write_bytes(DATA)
    return path


@pytest.fixture
def store(tmp_path: Path) -> PhotoStore:
    return PhotoStore(tmp_path / "archive")


def files(store: PhotoStore) -> list[Path]:
    return [path for path in store.folder.rglob("*") if path.is_file()]


def test_a_photo_lies_under_its_hash(store: PhotoStore, photo: Path) -> None:
    assert store.keep(photo, HASH, ".jpg") == len(DATA)
    path = store.folder / HASH[:2] / f"{HASH}.jpg"
    assert files(store) == [path]
    assert path.read_bytes() == DATA
    assert store.has(HASH, ".jpg")


def test_the_same_photo_again_changes_nothing(store: PhotoStore, photo: Path) -> None:
    store.keep(photo, HASH, ".jpg")
    before = store.path(HASH, ".jpg").stat()
    assert store.keep(photo, HASH, ".jpg") == len(DATA)
    after = store.path(HASH, ".jpg").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_that_changed_since_it_was_read_is_refused(store: PhotoStore, photo: Path) -> None:
    photo.write_bytes(DATA[:-1])
    with pytest.raises(InputError, match="changed while it was being read"):
        store.keep(photo, HASH, ".jpg")
    assert files(store) == []


def test_a_file_that_is_gone_is_said(store: PhotoStore, photo: Path) -> None:
    photo.unlink()
    with pytest.raises(InputError, match=r"IMG_1\.JPG cannot be read"):
        store.keep(photo, HASH, ".jpg")
    assert files(store) == []


def test_a_full_disk_leaves_nothing_half_written(
    store: PhotoStore, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(photos.os, "fsync", full)
    with pytest.raises(OutputError, match="No space left"):
        store.keep(photo, HASH, ".jpg")
    assert files(store) == []


def test_what_the_dead_left_half_written_is_swept(store: PhotoStore, photo: Path) -> None:
    store.keep(photo, HASH, ".jpg")
    folder = store.path(HASH, ".jpg").parent
    old, new = folder / ".old.part", folder / ".new.part"
    for path in (old, new):
        path.write_bytes(b"half")
    yesterday = time.time() - 86_400
    os.utime(old, (yesterday, yesterday))
    store.sweep()
    assert sorted(files(store)) == sorted([new, store.path(HASH, ".jpg")])


@pytest.mark.parametrize(("kind", "expected"), [("jpeg", ".jpg"), ("pdf", ".pdf")])
def test_the_name_ends_as_the_kind_says(kind: str, expected: str) -> None:
    assert ending_of(kind) == expected
