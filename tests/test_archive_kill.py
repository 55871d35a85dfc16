"""Adding that is killed at any moment: what was told of is there, once; the rest comes later."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from scorecheck.archive.add import add_files
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.tables import head
from scorecheck.measure.archive_kills import faults_of, kill_often, make_photos
from scorecheck.measure.stub_photos import read_stub
from tests.made_decisions import catalogue

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@pytest.mark.parametrize("processes", [1, 2])
def test_nothing_is_lost_or_there_twice(tmp_path: Path, processes: int) -> None:
    seen = kill_often(tmp_path, 3, 9, processes, random.Random(processes))
    assert seen.faults == []
    assert seen.runs == 3


def test_the_check_finds_what_it_should_find(tmp_path: Path) -> None:
    photos, folder = tmp_path / "photos", tmp_path / "archive"
    make_photos(photos, 3)
    create_archive(folder)
    paths = sorted(photos.iterdir())
    with open_archive(folder) as archive:
        outcomes = list(add_files(archive, paths[:2], read_stub, catalogue()))
        assert faults_of(folder, photos, ["000.jpg added"]) == []
        assert faults_of(folder, photos, ["002.jpg added"]) == [
            "002.jpg added was told of, and is not there"
        ]
        (folder / "photos" / str(outcomes[0].sha256)[:2] / f"{outcomes[0].sha256}.jpg").unlink()
        assert any("is lost" in fault for fault in faults_of(folder, photos, []))
        with archive.engine.begin() as connection:
            connection.execute(head.update().values(seq=1))
        assert len(faults_of(folder, photos, [])) > 1
