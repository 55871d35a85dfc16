"""Copies made while others add, and names and photos that are taken out for ever."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
import threading
from io import StringIO
from pathlib import Path

import pytest
from sqlalchemy import select

from scorecheck.archive import tables
from scorecheck.archive.backup import backup
from scorecheck.archive.forget import forget
from scorecheck.archive.names import all_names
from scorecheck.archive.older import copies_in
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.trouble import full
from scorecheck.archive.verify import Verified, verify
from scorecheck.errors import ArchiveError, UsageError
from scorecheck.safe_write import unwritable
from tests.cli_runner import Runner
from tests.made_archive import ANNA, BO, RECORDS, SHA256, Place, fill, tamper


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def looked(place: Place) -> Verified:
    with place.open() as archive:
        return verify(archive, quick=True)


def test_a_copy_has_everything_and_opens_without_a_server(
    place: Place, tmp_path: Path, run: Runner
) -> None:
    fill(place)
    ended = run("archive", "backup", tmp_path / "copy", *place.options)
    assert (ended.code, ended.out) == (0, "")
    assert ended.err.endswith("copy with 1 photo\n")
    copy = Place(tmp_path / "copy")
    assert looked(copy) == Verified(RECORDS, 1, 0, ())
    with place.open() as archive, copy.open() as copied:
        assert list(copied.records()) == list(archive.records())
        with archive.read() as one, copied.read() as other:
            assert all_names(one) == all_names(other)
        with copied.write() as change:
            change.append("sample", {"seed": "1", "sheets": []})
    assert looked(copy).records == RECORDS + 1
    assert looked(place).records == RECORDS


def test_a_copy_made_while_others_add_is_whole(place: Place, tmp_path: Path) -> None:
    fill(place)
    stop, added = threading.Event(), threading.Event()

    def add() -> None:
        with place.open() as archive:
            while not stop.is_set():
                with archive.write() as change:
                    change.append("sample", {"seed": "s" * 500, "sheets": [7] * 50})
                added.set()

    adding = threading.Thread(target=add)
    adding.start()
    try:
        assert added.wait(60)
        with place.open() as archive:
            for number in range(3):
                backup(archive, tmp_path / f"copy{number}")
    finally:
        stop.set()
        adding.join()
    counts = [looked(Place(tmp_path / f"copy{number}")) for number in range(3)]
    assert all(one.misfits == () and one.records > RECORDS for one in counts)
    assert counts[-1].records <= looked(place).records


def test_a_copy_never_covers_anything(sqlite_place: Place, tmp_path: Path, run: Runner) -> None:
    fill(sqlite_place)
    (tmp_path / "there").mkdir()
    ended = run("archive", "backup", tmp_path / "there", *sqlite_place.options)
    assert ended.code == 5
    assert "there is something at" in ended.err
    (tmp_path / "file").touch()
    ended = run("archive", "backup", tmp_path / "file" / "copy", *sqlite_place.options)
    assert ended.code == 5
    assert "cannot write" in ended.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive", "file", "there"]


def test_a_copy_onto_a_full_disk_leaves_nothing(
    sqlite_place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_place)

    def no_room(source: object, target: Path) -> None:
        raise full(target)

    monkeypatch.setattr("scorecheck.archive.backup._copy_database", no_room)
    with sqlite_place.open() as archive, pytest.raises(ArchiveError) as caught:
        backup(archive, tmp_path / "copy")
    assert caught.value.message == f"the disk of the archive {tmp_path / 'copy'} is full"
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]


def test_a_fault_of_a_copy_names_no_folder_that_nobody_knows(
    sqlite_place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Runner
) -> None:
    fill(sqlite_place)
    copy, back = tmp_path / "copy", tmp_path / "back"
    assert run("archive", "backup", copy, *sqlite_place.options).code == 0

    def refuse(store: PhotoStore, photo: Path, sha256: str, ending: str) -> int:
        why = OSError(errno.EFBIG, "File too large")
        raise unwritable(store.path(sha256, ending), why) from why

    monkeypatch.setattr(PhotoStore, "keep", refuse)
    for command, target, options in (
        ("backup", tmp_path / "two", sqlite_place.options),
        ("restore", copy, ["--archive", str(back)]),
    ):
        ended = run("archive", command, target, *options)
        named = target if command == "backup" else back
        assert ended.code in (3, 5)
        assert f"cannot write {named}: a file may not become so large here (ulimit -f)" in ended.err
        assert "/." not in ended.err
        assert not named.exists()


@pytest.mark.parametrize("name", ["SQLITE_IOERR_WRITE", "SQLITE_FULL"])
def test_what_the_disk_refuses_a_copy_names_both_places(
    sqlite_place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    fill(sqlite_place)

    def refuse(source: object, target: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorname = name
        raise error

    monkeypatch.setattr("scorecheck.archive.backup.copy_pages", refuse)
    with sqlite_place.open() as archive, pytest.raises(ArchiveError) as caught:
        backup(archive, tmp_path / "copy")
    assert str(tmp_path / "copy") in caught.value.message
    assert "/." not in caught.value.message
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]


def test_a_limit_on_files_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    """A program of its own, as the limit stays."""
    folder = tmp_path / "archive"
    command = f'ulimit -f 4; exec "$0" -m scorecheck archive new --archive {folder}'
    done = subprocess.run(
        ["bash", "-c", command, sys.executable], capture_output=True, text=True, check=False
    )
    assert done.returncode == 5
    assert "the disk did not let the archive" in done.stderr
    assert "ulimit -f" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_a_lost_photo_leaves_is_still_copied(
    sqlite_place: Place, tmp_path: Path, run: Runner
) -> None:
    fill(sqlite_place)
    sqlite_place.photo.unlink()
    ended = run("archive", "backup", tmp_path / "copy", *sqlite_place.options)
    assert ended.code == 5
    assert f"the photo {sqlite_place.photo} is lost or was changed" in ended.err
    (misfit,) = looked(Place(tmp_path / "copy")).misfits
    assert "is lost" in misfit.why


def test_what_does_not_fit_is_copied_as_it_is_and_told(
    place: Place, tmp_path: Path, run: Runner
) -> None:
    fill(place)
    with place.open() as archive:
        tamper(archive, "UPDATE log SET body = '{}' WHERE seq = 5")
    ended = run("archive", "backup", tmp_path / "copy", *place.options)
    assert ended.code == 5
    assert "does not fit together: record 5: its hash is not that of its content" in ended.err
    assert "it was copied as it is" in ended.err
    first = looked(Place(tmp_path / "copy")).first
    assert first is not None
    assert (first.seq, first.where) == (5, "log")


def test_a_player_is_forgotten_and_the_rest_still_fits(place: Place, run: Runner) -> None:
    fill(place)
    ended = run("archive", "forget", "Anna Ek", "--yes", *place.options)
    assert ended.code == 0
    assert "took out the name Anna Ek and 1 photo" in ended.err
    assert "1 other player was on these photos" in ended.err
    assert not place.photo.exists()
    assert looked(place) == Verified(RECORDS + 1, 0, 0, (), forgotten=1)
    verified = run("archive", "verify", "--quick", *place.options).out
    assert "14 records of the log and 0 photos (1 more was forgotten)\n" in verified
    document = run("archive", "verify", "--quick", "--json", *place.options)
    looked_at = document.json("archive-verify-1")["looked_at"]
    assert (looked_at["photos"], looked_at["forgotten_photos"]) == (0, 1)
    with place.open() as archive:
        *_, last = archive.records()
        assert (last.kind, last.body["player"], last.body["photos"]) == ("forget", ANNA, [SHA256])
        with archive.read() as connection:
            assert sorted(all_names(connection).values()) == ["Bo Ål", "Cleo Ruiz"]
            assert connection.execute(select(tables.photo_names)).all() == []
            totals = select(tables.cards.c.player, tables.totals.c.correct).join(
                tables.totals,
                (tables.totals.c.seq == tables.cards.c.seq)
                & (tables.totals.c.position == tables.cards.c.position),
            )
            assert (ANNA, 207) in [tuple(row) for row in connection.execute(totals)]


class Terminal(StringIO):
    """Somebody who sits there and types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "there"), [("y\n", False), ("n\n", True), ("\n", True), ("", True)]
)
def test_photos_go_only_after_a_yes(
    sqlite_place: Place, run: Runner, monkeypatch: pytest.MonkeyPatch, typed: str, there: bool
) -> None:
    fill(sqlite_place)
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    ended = run("archive", "forget", "Anna Ek", *sqlite_place.options)
    assert ended.code == 0
    assert "takes out for ever: the name Anna Ek and 1 photo" in ended.err
    assert "1 other player is on these photos" in ended.err
    assert ("nothing was taken out" in ended.err) == there
    assert sqlite_place.photo.exists() == there


def test_without_a_terminal_nothing_goes_unless_told_so(
    sqlite_place: Place, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_place)
    monkeypatch.setattr("sys.stdin", StringIO("y\n"))
    ended = run("archive", "forget", "Anna Ek", *sqlite_place.options)
    assert (ended.code, ended.out) == (2, "")
    assert "the name Anna Ek and 1 photo" in ended.err
    assert "there is no terminal to ask on" in ended.err
    assert "add --yes" in ended.err
    assert sqlite_place.photo.exists()
    assert looked(sqlite_place) == Verified(RECORDS, 1, 0, ())


def test_no_byte_of_a_forgotten_name_is_left_in_the_files(sqlite_place: Place) -> None:
    fill(sqlite_place)
    holds = {path: path.read_bytes() for path in sqlite_place.folder.rglob("*") if path.is_file()}
    assert any(b"Anna Ek" in content for content in holds.values())
    with sqlite_place.open() as archive:
        forget(archive, ANNA)
        for path in sqlite_place.folder.rglob("*"):
            content = path.read_bytes() if path.is_file() else b""
            assert b"Anna Ek" not in content, path
            assert b"anna.jpg" not in content, path
            assert not content.startswith(b"\xff\xd8"), path


def test_copies_of_older_releases_lose_the_name_too(place: Place) -> None:
    fill(place)
    tamper(place.open(), "DROP TABLE results")
    tamper(place.open(), "UPDATE alembic_version SET version_num = 'r0001'")
    with place.open() as archive:
        (copy,) = copies_in(place.folder)
        assert b"Anna Ek" in copy.read_bytes()
        assert b"anna.jpg" in copy.read_bytes()
        forget(archive, ANNA)
        assert [path for path in place.folder.iterdir() if copy.name in path.name] == [copy]
        for gone in (b"Anna Ek", b"anna.jpg"):
            assert gone not in copy.read_bytes()
        for kept in ("Bo Ål".encode(), b"Cleo Ruiz"):
            assert kept in copy.read_bytes()
    assert looked(place).misfits == ()


def test_a_copy_that_cannot_be_cleaned_is_named(sqlite_place: Place, run: Runner) -> None:
    fill(sqlite_place)
    copy = sqlite_place.folder / "archive-before-r0002.sqlite"
    copy.write_bytes(b"no database" * 100)
    ended = run("archive", "forget", "Anna Ek", "--yes", *sqlite_place.options)
    assert (ended.code, str(copy) in ended.err) == (5, True)
    assert looked(sqlite_place) == Verified(RECORDS, 1, 0, ())
    copy.unlink()
    ended = run("archive", "forget", "Anna Ek", "--yes", *sqlite_place.options)
    assert ended.code == 0


def test_a_person_who_decided_is_forgotten_too(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        gone = forget(archive, "Cleo Ruiz")
        assert (gone.photos, gone.others) == (0, 0)
        with archive.read() as connection:
            assert sorted(all_names(connection).values()) == ["Anna Ek", "Bo Ål"]
    assert looked(place).misfits == ()
    assert place.photo.exists()


def test_forgetting_again_takes_out_what_an_interruption_left(sqlite_place: Place) -> None:
    fill(sqlite_place)
    content = sqlite_place.photo.read_bytes()
    with sqlite_place.open() as archive:
        forget(archive, ANNA)
        sqlite_place.photo.write_bytes(content)
        assert [one.where for one in verify(archive, quick=True).misfits] == ["photo"]
        forget(archive, ANNA)
    assert looked(sqlite_place).misfits == ()


def test_nobody_is_forgotten_by_mistake(sqlite_place: Place) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        with pytest.raises(ArchiveError, match="knows nobody called 'Anna'"):
            forget(archive, "Anna")
        with archive.write() as change:
            change.append("player", {
                "event": "club", "player": "club/3", "name": change.commit_name("Bo Ål"),
                "team": None, "number": 3,
            })  # fmt: skip
        with pytest.raises(UsageError) as caught:
            forget(archive, "Bo Ål")
        assert BO in caught.value.help
        assert "club/3" in caught.value.help
        with archive.read() as connection:
            assert len(all_names(connection)) == 4
        forget(archive, "club/3")
        with archive.read() as connection:
            assert sorted(all_names(connection).values()) == ["Anna Ek", "Bo Ål", "Cleo Ruiz"]


def test_the_log_is_listed(place: Place, run: Runner) -> None:
    fill(place)
    lines = run("archive", "log", *place.options).out.splitlines()
    assert len(lines) == RECORDS
    assert lines[4].split()[:1] == ["5"]
    assert "photo" in lines[4]
    only = run("archive", "log", "--kind", "version", "--after", "7", "--json", *place.options)
    assert only.out.count("\n") == 1
    assert '"version": 2' in only.out
    assert run("archive", "log", "--kind", "rumour", *place.options).code == 2
