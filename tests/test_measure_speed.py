"""What a photo costs in memory: that of the process alone that reads it, and of many photos."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorecheck.measure import speed, speed_worker
from scorecheck.measure.command import run_command
from scorecheck.report.result import FileResult

linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is told by /proc")


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture of 600 x 400 px with no sheet on it."""
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), np.full((400, 600, 3), 120, np.uint8))
    return path


@linux
def test_the_peak_of_a_command_is_its_own_and_not_that_of_who_runs_it() -> None:
    held = np.ones(25_000_000)  # 200 MB
    ended = run_command(["variants", "--json"])
    assert ended.code == 0 and ended.document is not None
    assert 10 < ended.peak_mb < held.nbytes / 2**20


@linux
def test_memory_is_told_on_the_way_and_at_the_end(
    photo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read: list[str] = []

    def run_file(path: Path, *_: object) -> FileResult:
        read.append(path.name)
        return FileResult(path, None, None, ())

    monkeypatch.setattr(speed_worker, "run_file", run_file)
    speed_worker.main([str(photo), str(photo.with_name("other.jpg")), "--photos", "20"])
    assert read == ["photo.jpg", "other.jpg"] * 10
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [number for number, _ in told] == ["2", "10", "20"]
    assert all(int(held) > 10 for _, held in told)


@linux
def test_many_photos_are_read_small_by_a_process_of_its_own(
    photo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speed.main([str(photo), "--only", "memory", "--photos", "3", "--megapixels", "0.06"])
    said = capsys.readouterr().out
    assert re.findall(r"^memory held after (\d) photos: \d+ MB$", said, re.MULTILINE) == ["1", "3"]


def test_a_small_copy_keeps_its_shape_and_leaves_the_photo(photo: Path, tmp_path: Path) -> None:
    before, folder = photo.read_bytes(), tmp_path / "small"
    folder.mkdir()
    small = speed.decode(speed.shrunk(photo, 0.06, folder))
    assert small.shape == (200, 300, 3)
    large = speed.shrunk(photo, 12, folder)
    assert speed.decode(large).shape == (400, 600, 3)
    assert len(list(folder.iterdir())) == 2 and photo.read_bytes() == before
