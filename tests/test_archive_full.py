"""A disk that is really full: a small one, made of memory, where this machine lets us make one."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.archive.verify import verify
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.cli_runner import Ended, Runner
from tests.made_archive import RECORDS, Place, fill
from tests.made_sheets import CLEAN

SIZE = 3_000_000


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs commands; files of JSON are taken for photos."""
    monkeypatch.setattr("scorecheck.archive.intake.ReadFile.__call__", lambda kit, p: read_stub(p))
    return Runner(capsys, monkeypatch)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    options = ["-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    if (
        mount is None
        or subprocess.run([mount, *options], capture_output=True, check=False).returncode
    ):
        pytest.skip("no disk can be made here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def leave(disk: Path, room: int) -> Path:
    """Fill the disk up to some bytes; gives the file that does so."""
    ballast = disk / "ballast"
    ballast.write_bytes(b"x" * (shutil.disk_usage(disk).free - room))
    return ballast


def is_told(ended: Ended) -> bool:
    """Whether the disk is said to be full, in two lines at most and by no fault of our own."""
    said = ended.err + ended.out
    full = "is full" in said or "No space left on device" in said
    return ended.code in (3, 5) and full and "own:" not in said


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_adding_stops_and_goes_on_when_there_is_room(
    disk: Path, tmp_path: Path, run: Runner, kind: str, request: pytest.FixtureRequest
) -> None:
    db = None
    if kind == "postgresql":  # its server has another disk, so that only photos find no room
        db = request.getfixturevalue("postgres_server").empty_database()
    place = Place(disk / "club", db)
    place.create()
    photos = [
        write_photo(tmp_path / f"{n}.jpg", {"g1": CLEAN}, sheet=n, nonce=f"{n}" * 60_000)
        for n in range(1, 9)
    ]
    ballast = leave(disk, 300_000)
    assert is_told(run("archive", "add", *photos, *place.options))
    with place.open() as archive:
        found = verify(archive, quick=True)
        added = [record.body["sheet"] for record in archive.records(kind="version")]
    assert found.misfits == ()
    assert len(added) < len(photos)
    ballast.unlink()
    assert run("archive", "add", *photos, *place.options).code == 0
    with place.open() as archive:
        assert verify(archive, quick=True).misfits == ()
        assert len(list(archive.records(kind="version"))) == len(photos)


def test_watching_ends_when_the_disk_is_full_and_goes_on_when_there_is_room(
    disk: Path, tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(disk / "club")
    place.create()
    phones = tmp_path / "phones"
    phones.mkdir()
    monkeypatch.setattr("scorecheck.archive.arrivals.SETTLED_S", 0.0)
    arriving = iter(range(2, 9))

    def photo(n: int) -> None:
        write_photo(phones / f"{n}.jpg", {"g1": CLEAN}, sheet=n, nonce=f"{n}" * 60_000)

    def wait(seconds: float) -> None:
        """The next photo arrives; then somebody presses Ctrl+C."""
        number = next(arriving, None)
        if number is None:
            raise KeyboardInterrupt
        photo(number)

    photo(1)
    monkeypatch.setattr("time.sleep", wait)
    ballast = leave(disk, 300_000)
    ended = run("archive", "add", "--watch", phones, *place.options)
    assert is_told(ended)
    with place.open() as archive:
        found = verify(archive, quick=True)
        added = [record.body["sheet"] for record in archive.records(kind="version")]
    assert found.misfits == ()
    assert ended.out.count(": added") == len(added) < 8, "what was told of is in, and nothing else"
    ballast.unlink()
    assert run("archive", "add", "--watch", phones, *place.options).code == 0
    with place.open() as archive:
        assert verify(archive, quick=True).misfits == ()
        kept = [record.body["sha256"] for record in archive.records(kind="photo")]
    assert len(kept) == len(set(kept)) == 8


@pytest.mark.parametrize("room", [0, 20_000, 100_000])
def test_commands_that_find_no_room_leave_nothing(
    disk: Path, tmp_path: Path, run: Runner, room: int
) -> None:
    place = Place(tmp_path / "club")
    place.create()
    fill(place)
    assert run("archive", "backup", tmp_path / "copy", *place.options).code == 0
    leave(disk, room)
    for words in (
        ["new", "--archive", disk / "new"],
        ["backup", disk / "backup", *place.options],
        ["restore", tmp_path / "copy", "--archive", disk / "restored"],
    ):
        ended = run("archive", *words)
        assert is_told(ended), (words, ended)
        left = [path.name for path in disk.rglob("*") if path.is_file()]
        assert left == ["ballast"], words
    with place.open() as archive:
        found = verify(archive, quick=True)
    assert (found.misfits, found.records) == ((), RECORDS)


def test_an_export_that_finds_no_room_leaves_the_older_one(
    disk: Path, tmp_path: Path, run: Runner
) -> None:
    place = Place(tmp_path / "club")
    place.create()
    fill(place)
    target = disk / "results.json"
    target.write_text("older", encoding="utf-8")
    leave(disk, 0)
    ended = run("archive", "export", "-o", target, *place.options)
    assert is_told(ended)
    assert target.read_text(encoding="utf-8") == "older"
    assert sorted(path.name for path in disk.iterdir()) == ["ballast", "results.json"]
