"""`verify` finds whatever was changed, and names the first record that does not fit."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import select, text

from scorecheck.archive import tables, verify_verdicts
from scorecheck.archive.decide import add_decisions
from scorecheck.archive.record import chained
from scorecheck.archive.store import Archive
from scorecheck.archive.verify import Verified, verify
from tests.cli_runner import Runner
from tests.made_archive import RECORDS, Place, fill, tamper, version_body
from tests.made_club import CATALOGUE, add, club, facts_of, photo, played
from tests.made_decisions import decision

LOG_COLUMNS = ("at", "kind", "body", "prev", "hash")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def looked(archive: Archive) -> Verified:
    return verify(archive, quick=True)


def test_an_archive_that_nobody_touched_fits(place: Place) -> None:
    with place.open() as archive:
        assert looked(archive) == Verified(0, 0, 0, ())
    fill(place)
    with place.open() as archive:
        assert looked(archive) == Verified(RECORDS, 1, 0, ())


@pytest.mark.parametrize("column", LOG_COLUMNS)
def test_every_part_of_a_record_counts(place: Place, column: str) -> None:
    fill(place)
    with place.open() as archive:
        for record in list(archive.records())[::6]:
            old = record.text if column == "body" else getattr(record, column)
            changed = f"UPDATE log SET {column} = :new WHERE seq = :seq"
            at = len(old) // 2
            new = old[:at] + ("1" if old[at] == "0" else "0") + old[at + 1 :]
            tamper(archive, changed, new=new, seq=record.seq)
            first = looked(archive).first
            assert first is not None
            assert first.seq == record.seq
            tamper(archive, changed, new=old, seq=record.seq)
        assert looked(archive).misfits == ()


def test_bytes_of_the_log_changed_by_chance(sqlite_place: Place) -> None:
    fill(sqlite_place)
    chance = random.Random(20261130)
    missed = []
    with sqlite_place.open() as archive:
        records = list(archive.records())
        for _ in range(100):
            record, column = chance.choice(records), chance.choice(LOG_COLUMNS)
            old = (record.text if column == "body" else getattr(record, column)).encode()
            at = chance.randrange(len(old))
            new = old[:at] + bytes([old[at] ^ chance.randrange(1, 256)]) + old[at + 1 :]
            put_bytes(archive, record.seq, column, new)
            first = looked(archive).first
            if first is None or first.seq != record.seq:
                missed.append((record.seq, column, at, new, first))
            put_bytes(archive, record.seq, column, old)
        assert looked(archive).misfits == ()
    assert missed == []


def put_bytes(archive: Archive, seq: int, column: str, value: bytes) -> None:
    """Put bytes, which may be no UTF-8, in the place of a text."""
    changed = f"UPDATE log SET {column} = CAST(:new AS TEXT) WHERE seq = :seq"
    tamper(archive, changed, new=value, seq=seq)


def test_a_record_that_was_taken_out_is_missed(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        tamper(archive, "UPDATE log SET seq = 99 WHERE seq = 13")
        assert [one.seq for one in looked(archive).misfits if one.where == "log"] == [99, 99, 99]


def test_an_end_that_was_cut_off_is_missed(sqlite_place: Place) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        tamper(archive, "DELETE FROM checks")
        tamper(archive, f"DELETE FROM log WHERE seq = {RECORDS}")
        (misfit,) = looked(archive).misfits
        assert misfit.seq == RECORDS - 1
        assert misfit.why == "the log does not end with the record that was added last"


@pytest.mark.parametrize("table", tables.PROJECTIONS, ids=lambda table: table.name)
def test_rows_that_the_log_does_not_give_are_found(sqlite_place: Place, table: object) -> None:
    fill(sqlite_place)
    assert isinstance(table, type(tables.log))
    with sqlite_place.open() as archive:
        if table is not tables.forgotten:
            with archive.read() as connection:
                seq = connection.scalar(select(table.c.seq).order_by(table.c.seq))
            tamper(archive, f"DELETE FROM {table.name} WHERE seq = {seq}")
            first = looked(archive).first
            assert first is not None
            assert (first.seq, first.where) == (seq, "table")
            return
        tamper(archive, "INSERT INTO forgotten VALUES (3, 'name', 'x')")
        first = looked(archive).first
        assert first is not None
        assert (first.seq, first.where) == (3, "table")
        tamper(archive, "UPDATE forgotten SET seq = 77")
        (misfit,) = looked(archive).misfits
        assert misfit.why == "the table forgotten has rows that come from no record"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE totals SET correct = correct + 1 WHERE seq = 9",
        "UPDATE totals SET written = NULL WHERE seq = 9",
        "UPDATE totals SET sum = 'bonus' WHERE seq = 9 AND sum = 'grand_total'",
        "UPDATE cards SET verdict = 'doubt' WHERE seq = 9",
        "UPDATE cards SET player = NULL WHERE seq = 9 AND position = 1",
        "UPDATE versions SET digest = 'a' WHERE seq = 9",
        "DELETE FROM totals WHERE seq = 9 AND position = 0",
        "UPDATE results SET cards = replace(cards, '207]', '208]') WHERE seq = 9",
        "DELETE FROM results WHERE seq = 9",
    ],
)
def test_totals_and_cards_that_were_changed_are_found(place: Place, change: str) -> None:
    fill(place)
    with place.open() as archive:
        tamper(archive, change)
        found = {(one.seq, one.where) for one in looked(archive).misfits}
    assert found - {(9, "id")} == {(9, "table")}


def test_photos_are_looked_at(place: Place) -> None:
    fill(place)
    whole = place.photo.read_bytes()
    place.photo.chmod(0o644)
    with place.open() as archive:
        for at in range(len(whole)):
            place.photo.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            (misfit,) = looked(archive).misfits
            assert (misfit.seq, misfit.where) == (5, "photo")
            assert "was changed" in misfit.why
        place.photo.unlink()
        (misfit,) = looked(archive).misfits
        assert misfit.why == f"its photo {place.photo} is lost"
        place.photo.write_bytes(whole)
        (place.photo.parent / "left-by-a-kill.jpg").write_bytes(b"")
        assert looked(archive).misfits == ()


def test_names_are_what_the_log_commits_to(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        tamper(archive, "UPDATE names SET name = 'Eva' WHERE name = 'Anna Ek'")
        (misfit,) = looked(archive).misfits
        assert misfit.why == "the name 'Eva' is not what the log commits to"
        tamper(archive, "DELETE FROM names WHERE name <> 'Bo Ål'")
        assert {(one.seq, one.why) for one in looked(archive).misfits} == {
            (2, "its name is missing"),
            (8, "its name is missing"),
        }


def test_a_forged_record_with_a_fitting_hash_is_found(place: Place) -> None:
    """Whoever computes the hash of a changed record anew must do so for all that follow."""
    fill(place)
    with place.open() as archive:
        record = list(archive.records())[8]
        forged = record.text.replace("207", "307")
        own = chained(record.prev, record.seq, record.at, record.kind, forged)
        changed = "UPDATE log SET body = :body, hash = :hash WHERE seq = 9"
        tamper(archive, changed, body=forged, hash=own)
        found = {(one.seq, one.why) for one in looked(archive).misfits}
    assert (10, "it does not follow on the record before it") in found


def test_a_version_that_cannot_be_judged_again_is_a_misfit(sqlite_place: Place) -> None:
    """What the log says of a reading without cells was never computed from it."""
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        found = verify(archive)
        assert {(one.seq, one.where) for one in found.misfits} == {(7, "verdict"), (9, "verdict")}
        assert (found.verdicts, found.sheets) == (2, 1)
        with archive.write() as change:
            change.append("version", version_body(3, ["e" * 32]))
        why = {one.seq: one.why for one in verify(archive).misfits}
    assert why[RECORDS + 1] == "a reading or a decision that it names is missing or damaged"


def test_several_processes_find_what_one_finds(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        alone = verify(archive)
        monkeypatch.setattr(verify_verdicts, "processes_for", lambda *_: 2)
        assert verify(archive) == alone
    assert [one.where for one in alone.misfits] == ["verdict", "verdict"]


def test_guards_that_were_taken_away_are_missed(sqlite_place: Place) -> None:
    fill(sqlite_place)
    with sqlite_place.open() as archive:
        with archive.engine.begin() as connection:
            connection.execute(text("DROP TRIGGER log_refuses_update"))
        (misfit,) = looked(archive).misfits
    assert misfit.why == "what keeps the log from being changed was taken away"


def test_a_file_with_pages_overwritten_ends_in_a_sentence(sqlite_place: Place, run: Runner) -> None:
    fill(sqlite_place)
    file = sqlite_place.folder / "archive.sqlite"
    whole = file.read_bytes()
    for at in range(0, len(whole), 4096):
        file.write_bytes(whole[:at] + b"\xa5" * 4096 + whole[at + 4096 :])
        ended = run("archive", "verify", "--quick", *sqlite_place.options)
        assert ended.code == 5, at
        assert "own:" not in ended.err
        assert re.search("does not fit|damaged|cannot be read", ended.out + ended.err), at
    file.write_bytes(whole)
    assert run("archive", "verify", "--quick", *sqlite_place.options).code == 0


def test_the_command_names_the_first_record(place: Place, run: Runner) -> None:
    fill(place)
    ended = run("archive", "verify", "--quick", *place.options)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "looked at 13 records of the log and 1 photo\njudged no sheet again (--quick)\n"
        "everything fits together\n"
    )
    with place.open() as archive:
        tamper(archive, "UPDATE totals SET correct = 999 WHERE seq = 7")
        tamper(archive, "UPDATE log SET at = '2020' WHERE seq = 9")
    ended = run("archive", "verify", "--quick", *place.options)
    assert ended.code == 5
    assert "the first record that does not fit is 7\n" in ended.out
    assert "record 9: its hash is not that of its content" in ended.out
    told = run("archive", "verify", "--quick", "--json", *place.options)
    document = told.json("archive-verify-1")
    assert (told.code, document["first"], document["fits"]) == (5, 7, False)
    assert [one["record"] for one in document["misfits"]] == [9, 7]


def test_it_tells_why_one_photo_has_three_versions(
    sqlite_place: Place, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite_place.open():
        pass
    found = Verified(records=9, photos=1, verdicts=3, misfits=(), sheets=1)
    monkeypatch.setattr("scorecheck.archive.verify.verify", lambda *_, **__: found)
    assert run("archive", "verify", *sqlite_place.options).out.splitlines() == [
        "looked at 9 records of the log and 1 photo",
        "judged 1 sheet again, as they are and as they were: 3 versions, one for each time that "
        "something was added or decided",
        "everything fits together",
    ]
    told = run("archive", "verify", "--json", *sqlite_place.options).json("archive-verify-1")
    assert (told["looked_at"]["sheets"], told["looked_at"]["verdicts"]) == (1, 3)


def test_each_sheet_is_counted_once(tmp_path: Path) -> None:
    with played(tmp_path / "club") as archive:
        found = verify(archive)
    assert (found.photos, found.sheets, found.verdicts, found.misfits) == (4, 4, 4, ())


def test_a_version_that_leaves_out_a_decision_is_found(tmp_path: Path) -> None:
    """Its cards are those that nobody had decided on, so that all else fits."""
    sixes = "p1/sixes/value"
    with club(tmp_path / "club") as archive:
        path = photo(tmp_path, facts_of(archive).sheets[0], doubts={sixes: {"18": 0.49, "24": 0.4}})
        (outcome,) = add(archive, path)
        told = decision("24", sha256=outcome.sha256, cell=sixes, read=None)
        add_decisions(archive, [told], CATALOGUE)
        assert verify(archive).misfits == ()
        first = next(archive.records(kind="version")).body
        (decided,) = archive.records(kind="decision")
        with archive.write() as change:
            forged = change.append("version", first | {"version": 3})
        (misfit,) = verify(archive).misfits
    assert (misfit.seq, misfit.where) == (forged.seq, "verdict")
    assert misfit.why == f"it leaves out the decision of record {decided.seq}"


def test_a_copy_of_the_folder_is_an_archive_too(sqlite_place: Place, tmp_path: Path) -> None:
    fill(sqlite_place)
    shutil.copytree(sqlite_place.folder, tmp_path / "copy")
    with Place(tmp_path / "copy").open() as archive:
        assert looked(archive).misfits == ()
    with sqlite3.connect(tmp_path / "copy" / "archive.sqlite") as plain:
        assert plain.execute("SELECT count(*) FROM log").fetchone() == (RECORDS,)
