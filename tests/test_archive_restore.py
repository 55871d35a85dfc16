"""An archive put back from a backup: of either kind, into either kind, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive import migrate
from scorecheck.archive.backup import backup
from scorecheck.archive.names import all_names
from scorecheck.archive.opening import DATABASE
from scorecheck.archive.restore import restore
from scorecheck.archive.trouble import full
from scorecheck.archive.verify import verify
from scorecheck.errors import ArchiveError
from tests.cli_runner import Runner
from tests.made_archive import RECORDS, Place, fill, tamper


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def copy(tmp_path: Path) -> Place:
    """A backup of an archive with a little of everything."""
    first = Place(tmp_path / "first")
    first.create()
    fill(first)
    with first.open() as archive:
        backup(archive, tmp_path / "copy")
    return Place(tmp_path / "copy")


def empty(tmp_path: Path, request: pytest.FixtureRequest, kind: str) -> Place:
    """Where nothing is yet."""
    if kind == "sqlite":
        return Place(tmp_path / "again")
    server = request.getfixturevalue("postgres_server")
    return Place(tmp_path / "again", server.empty_database())


def all_of(place: Place) -> list[Any]:
    with place.open() as archive, archive.read() as connection:
        return [list(archive.records()), all_names(connection)]


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_backup_of_either_becomes_either(
    place: Place, into: str, tmp_path: Path, request: pytest.FixtureRequest, run: Runner
) -> None:
    fill(place)
    with place.open() as archive:
        backup(archive, tmp_path / "copy")
    before = all_of(place)
    again = empty(tmp_path, request, into)
    ended = run("archive", "restore", tmp_path / "copy", *again.options)
    assert (ended.code, ended.out) == (0, "")
    assert f"put back {RECORDS} records and 1 photo into {again.folder}" in ended.err
    assert all_of(again) == before
    with again.open() as archive:
        assert verify(archive, quick=True).misfits == ()
        with archive.write() as change:
            change.append("sample", {"seed": "1", "sheets": []})
    assert again.photo.is_file()
    assert (again.folder / DATABASE).exists() == (into == "sqlite")
    hidden = [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert hidden == []


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_backup_that_was_changed_is_not_put_back(
    copy: Place, into: str, tmp_path: Path, request: pytest.FixtureRequest, run: Runner
) -> None:
    with copy.open() as archive:
        tamper(archive, "UPDATE totals SET correct = 999 WHERE seq = 7")
    again = empty(tmp_path, request, into)
    ended = run("archive", "restore", copy.folder, *again.options)
    assert ended.code == 5
    assert f"the backup {copy.folder} does not fit together" in ended.err
    assert "the table totals says something else" in ended.err
    assert not again.folder.exists()
    with pytest.raises(ArchiveError) as caught:
        again.open()
    assert caught.value.code == "no-archive"


def test_a_failure_at_the_end_leaves_the_database_empty(
    copy: Place, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = empty(tmp_path, request, "postgresql")

    def no_room(*_: object) -> None:
        raise full(again.folder)

    with monkeypatch.context() as patched:
        patched.setattr("scorecheck.archive.restore.copy_photos", no_room)
        with pytest.raises(ArchiveError):
            restore(copy.folder, again.folder, again.db)
    assert not again.folder.exists()
    assert restore(copy.folder, again.folder, again.db).records == RECORDS
    with pytest.raises(ArchiveError) as caught:
        restore(copy.folder, tmp_path / "third", again.db)
    assert caught.value.code == "archive-exists"


def test_nothing_is_covered(
    copy: Place, tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (copy.folder / DATABASE).read_bytes()
    ended = run("archive", "restore", copy.folder, "--archive", tmp_path / "first")
    assert ended.code == 5
    assert "there is an archive in" in ended.err
    ended = run("archive", "restore", copy.folder, "--archive", tmp_path)
    assert ended.code == 5
    assert "there is something at" in ended.err
    (tmp_path / "file").touch()
    ended = run("archive", "restore", copy.folder, "--archive", tmp_path / "file" / "again")
    assert ended.code == 5
    assert "cannot write" in ended.err
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    assert run("archive", "restore", copy.folder, "--archive", ".").code == 0
    assert (tmp_path / "empty" / DATABASE).is_file()
    assert (copy.folder / DATABASE).read_bytes() == before


@pytest.mark.parametrize("content", [None, b"", b"SQLite format 3\0" + b"x" * 5000])
def test_what_is_no_backup(tmp_path: Path, run: Runner, content: bytes | None) -> None:
    (tmp_path / "copy").mkdir()
    if content is not None:
        (tmp_path / "copy" / DATABASE).write_bytes(content)
    ended = run("archive", "restore", tmp_path / "copy", "--archive", tmp_path / "again")
    assert ended.code == 5
    assert str(tmp_path / "copy") in ended.err
    assert ("`scorecheck archive backup` has written" in ended.err) == (content is None)
    assert "own:" not in ended.err
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]


def test_a_backup_of_another_release(copy: Place, tmp_path: Path, run: Runner) -> None:
    archive = copy.open()
    tamper(archive, "DROP TABLE results")
    tamper(archive, "UPDATE alembic_version SET version_num = 'r0001'")
    again = Place(tmp_path / "again")
    assert run("archive", "restore", copy.folder, *again.options).code == 0
    with again.open() as opened, opened.read() as connection:
        assert migrate.revision_of(connection) == migrate.CURRENT
    assert sorted(path.name for path in again.folder.iterdir()) == [DATABASE, "photos"]
    tamper(archive, "UPDATE alembic_version SET version_num = 'r9999'")
    ended = run("archive", "restore", copy.folder, "--archive", tmp_path / "third")
    assert ended.code == 5
    assert f"{copy.folder} was written by a later release" in ended.err


def test_a_photo_that_the_backup_lost_is_told_of(copy: Place, tmp_path: Path, run: Runner) -> None:
    copy.photo.unlink()
    ended = run("archive", "restore", copy.folder, "--archive", tmp_path / "again")
    assert ended.code == 5
    assert f"the photo {copy.photo} is lost or was changed" in ended.err
    with Place(tmp_path / "again").open() as archive:
        (misfit,) = verify(archive, quick=True).misfits
    assert misfit.where == "photo"
