"""Full disks, read-only folders, locks, other releases: a sentence, and nothing damaged."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, event, inspect, make_url, select, text

from scorecheck.archive import migrate, tables
from scorecheck.archive.opening import DATABASE, create_archive, open_archive
from scorecheck.archive.trouble import trouble
from scorecheck.archive.verify import verify
from scorecheck.errors import ArchiveError, MissingToolError, UsageError
from tests.cli_runner import Runner
from tests.made_archive import RECORDS, Place, add_photo, fill, tamper

if TYPE_CHECKING:
    from tests.made_postgres import Server  # psycopg is an extra

NOBODY = 65534


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def still_whole(place: Place, records: int = RECORDS) -> bool:
    with place.open() as archive:
        found = verify(archive, quick=True)
    return found.misfits == () and found.records == records


def test_a_full_disk(sqlite_place: Place) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:

        def leave_no_room(connection: sqlite3.Connection, _: object) -> None:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count={pages}")

        event.listen(archive.engine, "connect", leave_no_room)
        with pytest.raises(ArchiveError) as caught, archive.write() as change:
            for number in range(200):
                change.append("sample", {"seed": "x" * 1000, "sheets": [number]})
    assert caught.value.code == "archive-full"
    assert caught.value.exit_code == 5
    assert "is full" in caught.value.message
    assert still_whole(sqlite_place)


@pytest.fixture
def postgres_place(tmp_path: Path, postgres_server: Server) -> Place:
    """An archive with PostgreSQL, a little of everything in it."""
    made = Place(tmp_path / "archive", postgres_server.empty_database())
    made.create()
    fill(made)
    return made


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$", "archive-full"),
        ("SELECT pg_terminate_backend(pg_backend_pid())", "archive-unusable"),
        ("SET TRANSACTION READ ONLY", "archive-read-only"),
        ("SELECT nothing FROM nowhere", "archive-unusable"),
    ],
)
def test_what_a_server_refuses(postgres_place: Place, what: str, code: str) -> None:
    """A full disk, a server that is stopped, one that only copies another, a fault of its own."""
    with postgres_place.open() as archive:
        with pytest.raises(ArchiveError) as caught, archive.write() as change:
            change.append("sample", {"seed": "1", "sheets": []})
            change.connection.execute(text(what))
            change.append("sample", {"seed": "2", "sheets": []})
        assert (caught.value.code, caught.value.exit_code) == (code, 5)
        assert len(str(caught.value.message).splitlines()) == 1
        assert archive.where in caught.value.message
    assert still_whole(postgres_place)


def test_somebody_who_may_only_read(postgres_place: Place, postgres_server: Server) -> None:
    with postgres_server.connected() as connection:
        connection.execute("DROP ROLE IF EXISTS reader")
        connection.execute("CREATE ROLE reader LOGIN PASSWORD 'r'")
        connection.execute("GRANT USAGE ON SCHEMA public TO reader")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    assert postgres_place.db is not None
    address = make_url(postgres_place.db).set(username="reader", password="r")
    reader = Place(postgres_place.folder, address.render_as_string(hide_password=False))
    assert still_whole(reader)
    with pytest.raises(ArchiveError) as caught, reader.open() as archive, archive.write() as change:
        change.append("sample", {"seed": "1", "sheets": []})
    assert caught.value.code == "archive-read-only"
    assert still_whole(reader)


@pytest.mark.parametrize("command", ["verify", "log", "forget"])
def test_an_archive_that_is_not_there(tmp_path: Path, run: Runner, command: str) -> None:
    more = ["Anna"] if command == "forget" else []
    ended = run("archive", command, "--archive", tmp_path / "none", *more)
    assert ended.code == 5
    assert ended.err.startswith("scorecheck: there is no archive in")
    assert "scorecheck archive new" in ended.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["export", "-o", "results.json", "--anyway"], ["log", "--json"]])
def test_a_record_that_cannot_be_read(
    place: Place, run: Runner, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(place)
    monkeypatch.chdir(place.folder)
    with place.open() as archive:
        tamper(archive, "UPDATE log SET body = '{' WHERE seq = 6")
    ended = run("archive", *words, *place.options)
    assert ended.code == 5
    assert "record 6 of the archive is damaged" in ended.err
    assert not (place.folder / "results.json").exists()
    assert run("archive", "verify", "--quick", *place.options).code == 5


@pytest.mark.parametrize("content", [b"", b"no database" * 100, b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_archive(tmp_path: Path, run: Runner, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    ended = run("archive", "verify", "--archive", tmp_path)
    assert ended.code == 5
    assert "own:" not in ended.err
    assert (tmp_path / DATABASE).read_bytes() == content


def test_another_database_is_no_archive(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
        other.execute("CREATE TABLE holidays (day TEXT)")
    with pytest.raises(ArchiveError) as caught:
        open_archive(tmp_path)
    assert caught.value.code == "no-archive"


def test_reading_waits_for_nobody_and_a_loss_of_power_loses_nothing(sqlite_place: Place) -> None:
    with sqlite_place.open() as archive, archive.engine.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}


def test_a_locked_archive_is_waited_for_and_then_told_of(place: Place) -> None:
    fill(place)
    with place.open() as one, place.open(patience_s=0.05) as other:
        with one.write() as change:
            add = {"seed": "1", "sheets": []}
            change.append("sample", add)
            with pytest.raises(ArchiveError) as caught, other.write() as late:
                late.append("sample", add)
            assert caught.value.code == "archive-locked"
            assert len(list(other.records())) == RECORDS  # reading waits for nobody
        with other.write() as change:
            change.append("sample", add)
    assert still_whole(place, RECORDS + 2)


@pytest.fixture
def foreign_folder() -> Iterator[Path]:
    """A folder of somebody else's, and we without rights, for as long as the test runs."""
    folder = Path(tempfile.mkdtemp(prefix="scorecheck-foreign-"))
    folder.chmod(0o755)
    root = os.geteuid() == 0
    yield folder
    if root:
        os.seteuid(0)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    shutil.rmtree(folder)


def give_up_writing(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)


@pytest.mark.skipif(os.name == "nt", reason="rights are others there")
def test_a_folder_that_may_only_be_read(foreign_folder: Path, run: Runner) -> None:
    place = Place(foreign_folder / "archive")
    place.create()
    fill(place)
    give_up_writing(foreign_folder)
    ended = run("archive", "verify", "--quick", *place.options)
    assert (ended.code, ended.err) == (0, "")
    ended = run("archive", "forget", "Anna Ek", "--yes", *place.options)
    assert ended.code == 5
    assert "may be read but not written to" in ended.err
    ended = run("archive", "new", "--archive", foreign_folder / "other")
    assert ended.code == 5
    assert "cannot write" in ended.err
    with pytest.raises(ArchiveError) as caught, place.open() as archive, archive.write() as change:
        add_photo(change)
    assert caught.value.code == "archive-read-only"
    assert still_whole(place)


def test_the_tables_are_those_that_the_migrations_make(place: Place) -> None:
    from alembic.autogenerate import compare_metadata  # noqa: PLC0415 - slow
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415

    with place.open() as archive, archive.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, tables.metadata) == []
        assert migrate.revision_of(connection) == migrate.CURRENT
    assert migrate.is_known(migrate.CURRENT)


def test_an_archive_of_a_later_release_is_left_alone(place: Place, run: Runner) -> None:
    fill(place)
    was, later = (
        f"UPDATE alembic_version SET version_num = '{one}'" for one in (migrate.CURRENT, "r9999")
    )
    archive = place.open()
    tamper(archive, later)
    before = (place.folder / DATABASE).read_bytes() if place.db is None else b""
    ended = run("archive", "verify", *place.options)
    assert ended.code == 5
    assert "was written by a later release of scorecheck" in ended.err
    assert "own:" not in ended.err
    if place.db is None:
        assert (place.folder / DATABASE).read_bytes() == before
    tamper(archive, was)
    assert still_whole(place)


def test_an_archive_of_the_first_release_gets_its_results(place: Place) -> None:
    fill(place)
    archive = place.open()
    with archive.read() as connection:
        lines = connection.execute(select(tables.results)).all()
    tamper(archive, "DROP TABLE results")
    tamper(archive, "UPDATE alembic_version SET version_num = 'r0001'")
    with place.open() as brought_up, brought_up.read() as connection:
        assert migrate.revision_of(connection) == "r0002"
        assert connection.execute(select(tables.results)).all() == lines
    assert [line for _, line in lines] == ['[["final","clean",207,null,0,0],207]'] * 2
    assert (place.folder / "archive-before-r0002.sqlite").is_file()
    assert still_whole(place)


def test_a_damaged_record_does_not_keep_an_archive_of_the_first_release_closed(
    sqlite_place: Place,
) -> None:
    fill(sqlite_place)
    archive = sqlite_place.open()
    tamper(archive, "UPDATE log SET body = '{' || body WHERE seq = 7")
    tamper(archive, "DROP TABLE results")
    tamper(archive, "UPDATE alembic_version SET version_num = 'r0001'")
    with sqlite_place.open() as brought_up:
        first = verify(brought_up, quick=True).first
    assert first is not None
    assert (first.seq, first.where) == (7, "log")


NEXT = f'''
import sqlalchemy as sa
from alembic import op

revision = "r9998"
down_revision = "{migrate.CURRENT}"


def upgrade():
    with op.batch_alter_table("head") as table:
        table.add_column(sa.Column("mood", sa.Text()))
    %s
'''


def next_step(folder: Path, more: str = "pass") -> list[Path]:
    """A release after this one, which adds a column; gives the folder with its migration."""
    folder.mkdir()
    (folder / "r9998_next.py").write_text(NEXT % more, encoding="utf-8")
    return [folder]


def test_an_archive_of_an_older_release_is_copied_and_brought_up(
    place: Place, tmp_path: Path
) -> None:
    fill(place)
    with place.open(steps=next_step(tmp_path / "steps")) as archive:
        columns = inspect(archive.engine).get_columns("head")
        assert [one["name"] for one in columns] == ["id", "seq", "at", "hash", "mood"]
        assert len(list(archive.records())) == RECORDS
        copy = archive.folder / "archive-before-r9998.sqlite"
    engine = create_engine(f"sqlite:///{copy}")
    with engine.connect() as connection:
        assert migrate.revision_of(connection) == migrate.CURRENT
        counted = [
            connection.scalar(text(f"SELECT count(*) FROM {one}")) for one in ("log", "names")
        ]
        assert counted == [RECORDS, 3]
    engine.dispose()


def test_a_migration_that_fails_leaves_all_as_it_was(place: Place, tmp_path: Path) -> None:
    fill(place)
    with pytest.raises(ArchiveError):
        place.open(steps=next_step(tmp_path / "steps", 'op.execute("NOT SQL")'))
    assert still_whole(place)
    assert (place.folder / "archive-before-r9998.sqlite").is_file()


@pytest.mark.parametrize(
    "address", ["club", "sqlite:///x.db", "postgresql://a@b/c", "mysql+pymysql://a@b/c", "://"]
)
def test_other_addresses_are_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(UsageError) as caught:
        create_archive(tmp_path, address)
    assert "postgresql+psycopg://" in caught.value.help


def test_a_server_that_is_not_there_and_no_password_in_the_sentence(
    tmp_path: Path, run: Runner
) -> None:
    address = "postgresql+psycopg://anna:s3cret@127.0.0.1:1/club"
    ended = run("archive", "new", "--archive", tmp_path / "a", "--db", address)
    assert ended.code == 5
    assert "anna:***@127.0.0.1:1/club" in ended.err
    assert "s3cret" not in ended.err
    assert len(ended.err.splitlines()) == 2


def test_without_the_driver_the_command_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingToolError) as caught:
        create_archive(tmp_path, "postgresql+psycopg://a@b/c")
    assert "pip install" in caught.value.help


def test_an_error_that_nobody_foresaw_is_told_in_the_databases_words() -> None:
    engine = create_engine("sqlite://")
    with engine.connect() as connection, pytest.raises(Exception, match="no such table") as caught:
        connection.execute(text("SELECT 1 FROM nowhere"))
    told = trouble("club", caught.value)
    assert told.message == "the archive club cannot be used: no such table: nowhere"
