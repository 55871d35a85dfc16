"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scorecheck.errors import OutputError
from scorecheck.safe_write import write_whole


def test_a_file_is_written_and_nothing_else(tmp_path: Path) -> None:
    write_whole(tmp_path / "kväll.pdf", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [
        ("kväll.pdf", b"new")
    ]


def test_an_older_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_full_disk_leaves_the_older_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "out.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="No space left") as caught:
        write_whole(path, b"new")
    assert (caught.value.exit_code, caught.value.code) == (3, "unwritable")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("out.json", b"old")]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="nowhere"):
        write_whole(tmp_path / "nowhere" / "out.json", b"new")
