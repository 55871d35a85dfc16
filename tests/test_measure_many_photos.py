"""The program on many photos: its figures are of all photos, and it stops where one is missing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from scorecheck.crew import Processes
from scorecheck.measure import many_photos
from scorecheck.resources import PACKAGE

SAMPLE = PACKAGE.parent / "samples" / "yatzy-pencil.jpg"

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="cores cannot be chosen here"
)


@pytest.mark.skipif(not SAMPLE.is_file(), reason="the samples are not beside the package")
def test_the_command_is_measured_with_all_its_photos(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_photos, "_ARITHMETIC_SECONDS", 0.05)
    shutil.copy(SAMPLE, tmp_path / "a.jpg")
    many_photos.main(["--photos", str(tmp_path), "--no-cluster"])
    told = capsys.readouterr().out.splitlines()
    assert told[2].startswith("| on one core | 1 photos in ")
    assert told[3].startswith("| on two cores | 1 photos in ")
    assert told[4].endswith(" times as many |")
    assert told[5].startswith("| plain arithmetic, so compared | ")


def test_a_command_that_fails_is_no_figure(tmp_path: Path) -> None:
    with pytest.raises(ChildProcessError, match="ended with 5"):
        many_photos.seconds_to_add(tmp_path, tmp_path / "none", os.sched_getaffinity(0))


@pytest.mark.parametrize("processes", [1, 2])
def test_carrying_is_measured_without_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setattr(many_photos, "_CARRIED", 6)
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_bytes(b"x" * 1000)
    spent = iter([10.0, 2.0])
    monkeypatch.setattr(many_photos, "_seconds", lambda crew, jobs: next(spent))
    assert many_photos.ms_to_carry(Processes(processes), paths) == 1000 * 8 / (6 - 2)
    monkeypatch.undo()
    found = dict(Processes(processes).each(many_photos.Carry(), paths))
    assert [len(found[number]) for number in range(3)] == [60_000] * 3


def test_either_made_photos_or_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    for given in ([], ["digits", "--photos", "photos"]):
        with pytest.raises(SystemExit):
            many_photos.main(given)
    assert "give DIGITS or --photos FOLDER" in capsys.readouterr().err
