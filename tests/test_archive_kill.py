"""Adding that is killed at any moment: what was told of is there, once; the rest comes later."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.archive.add import add_files
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.tables import head
from scorecheck.measure.archive_kills import faults_of, kill_often
from scorecheck.measure.kill_work import made_work
from scorecheck.measure.stub_photos import read_stub
from tests.made_decisions import catalogue

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@pytest.mark.parametrize(("processes", "kills"), [(1, 8), (2, 1)])
def test_nothing_is_lost_or_there_twice(tmp_path: Path, processes: int, kills: int) -> None:
    work = made_work(tmp_path, 9, processes)
    seen = kill_often(work, tmp_path, kills, random.Random(processes))
    assert seen.faults == []
    assert seen.runs == kills
    assert seen.finished


def test_nothing_is_lost_or_there_twice_while_photos_arrive(tmp_path: Path) -> None:
    work = made_work(tmp_path, 7, 1, watch=True)
    seen = kill_often(work, tmp_path, 4, random.Random(7))
    assert seen.faults == []
    assert seen.runs == 4
    assert seen.finished


@pytest.fixture
def half(tmp_path: Path) -> Iterator[tuple[Path, list[Path]]]:
    """An archive with the first two of three photos."""
    paths = made_work(tmp_path, 3, 1).paths
    create_archive(tmp_path / "archive")
    with open_archive(tmp_path / "archive") as archive:
        assert len(list(add_files(archive, paths[:2], read_stub, catalogue()))) == 2
    yield tmp_path / "archive", paths


def test_a_file_that_was_told_of_is_missed(half: tuple[Path, list[Path]]) -> None:
    archive, paths = half
    assert faults_of(archive, paths, ["000.jpg", "001.jpg"]) == []
    told = "002.jpg was told of, and is not there"
    assert faults_of(archive, paths, ["002.jpg"]) == [told]


def test_a_photo_that_is_lost_is_missed(half: tuple[Path, list[Path]]) -> None:
    archive, paths = half
    sha256 = str(read_stub(paths[0]).sha256)
    PhotoStore(archive).path(sha256, ".jpg").unlink()
    assert any("is lost" in fault for fault in faults_of(archive, paths, []))


def test_a_log_that_was_cut_short_is_noticed(half: tuple[Path, list[Path]]) -> None:
    archive, paths = half
    with open_archive(archive) as opened, opened.engine.begin() as connection:
        connection.execute(head.update().values(seq=1))
    assert faults_of(archive, paths, []) != []
