"""The log: chained, only added to, whole or not at all, and safe from several writers."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, text

from scorecheck.archive import tables
from scorecheck.archive.names import PERSON, all_names, commitment_of, name_of
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.projections import kinds
from scorecheck.archive.record import GENESIS, canonical, rounded
from scorecheck.errors import ArchiveError
from tests.made_archive import RECORDS, SHA256, Place, add_photo, fill
from tests.made_processes import ready_processes

PHOTO_BODY = {"sha256": SHA256, "bytes": 3, "ending": ".jpg"}


def photo_body(number: int) -> dict[str, object]:
    return PHOTO_BODY | {"sha256": hashlib.sha256(str(number).encode()).hexdigest()}


def test_records_are_chained_as_the_formula_says(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        records = list(archive.records())
    assert [record.seq for record in records] == list(range(1, RECORDS + 1))
    others = {"forget", "withdrawn", "assigned", "cancelled"}
    assert {record.kind for record in records} == set(kinds()) - others
    prev = GENESIS
    for one in records:
        told = f"{prev}\n{one.seq}\n{one.at}\n{one.kind}\n{one.text}"
        assert one.hash == hashlib.sha256(told.encode()).hexdigest()
        assert one.prev == prev
        assert json.loads(one.text) == one.body
        prev = one.hash
    assert [one.at for one in records] == sorted(one.at for one in records)


def test_every_kind_of_record_gives_its_rows(place: Place) -> None:
    fill(place)
    with place.open() as archive, archive.read() as connection:
        counted = {
            table.name: connection.scalar(select(func.count()).select_from(table))
            for table in tables.PROJECTIONS
        }
        grand = connection.execute(
            select(tables.totals.c.written, tables.totals.c.correct)
            .where(tables.totals.c.sum == "grand_total")
            .order_by(tables.totals.c.seq, tables.totals.c.position)
        ).all()
    assert counted == {
        "events": 1, "players": 2, "sheets": 1, "seats": 2, "photos": 1, "readings": 1,
        "versions": 2, "version_readings": 2, "cards": 4, "totals": 8, "results": 2,
        "decisions": 1, "conflicts": 1, "settlements": 1, "samples": 1, "checks": 1, "forgotten": 0,
    }  # fmt: skip
    assert [tuple(row) for row in grand] == [(None, 207), (207, 207)] * 2


def test_records_can_be_chosen(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        versions = list(archive.records(kind="version"))
        assert [one.body["version"] for one in versions] == [1, 2]
        assert [one.seq for one in archive.records(after=RECORDS - 2)] == [RECORDS - 1, RECORDS]
        assert len(list(archive.records(until=versions[0].at))) >= versions[0].seq
        assert list(archive.records(until="2000-01-01T00:00:00.000Z")) == []


@pytest.mark.parametrize(
    "statement",
    ["UPDATE log SET body = body", "DELETE FROM log WHERE seq = 1", "UPDATE log SET seq = 99"],
)
def test_the_log_refuses_to_be_changed(place: Place, statement: str) -> None:
    fill(place)
    with place.open() as archive:
        before = list(archive.records())
        with pytest.raises(ArchiveError) as caught, archive.write() as change:
            change.connection.execute(text(statement))
        assert caught.value.code == "archive-misfit"
        assert list(archive.records()) == before


def test_a_change_is_kept_whole_or_not_at_all(place: Place) -> None:
    with place.open() as archive:
        with pytest.raises(ZeroDivisionError), archive.write() as change:
            add_photo(change)
            raise ZeroDivisionError
        assert list(archive.records()) == []
        with archive.write() as change:
            add_photo(change)
        with pytest.raises(ArchiveError), archive.write() as change:
            change.append("photo", photo_body(1))
            change.append("photo", PHOTO_BODY)  # is there already
        (kept,) = archive.records()
        assert kept.body["sha256"] == SHA256
        with archive.read() as connection:
            assert len(connection.execute(select(tables.photos)).all()) == 1


@pytest.mark.parametrize("body", [{}, {"sha256": SHA256}, {**PHOTO_BODY, "bytes": float("nan")}])
def test_a_body_that_is_not_its_kinds_is_refused(
    sqlite_place: Place, body: dict[str, object]
) -> None:
    with sqlite_place.open() as archive:
        with pytest.raises((KeyError, ValueError)), archive.write() as change:
            change.append("photo", body)
        with pytest.raises(KeyError), archive.write() as change:
            change.append("rumour", PHOTO_BODY)
        assert list(archive.records()) == []


def add_some(folder: str, db: str | None, first: int, many: int) -> None:
    with open_archive(Path(folder), db) as archive:
        for number in range(first, first + many):
            with archive.write() as change:
                change.append("photo", photo_body(number))


def test_several_processes_add_at_once(place: Place) -> None:
    context = ready_processes(__name__)
    workers = [
        context.Process(target=add_some, args=(str(place.folder), place.db, first, 20))
        for first in (0, 100, 200)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    with place.open() as archive:
        records = list(archive.records())
    assert [one.seq for one in records] == list(range(1, 61))
    assert all(one.own_hash == one.hash for one in records)
    assert Counter(one.body["sha256"] for one in records) == Counter(
        photo_body(first + number)["sha256"] for first in (0, 100, 200) for number in range(20)
    )


def test_names_lie_beside_the_log(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        assert "Anna" not in "".join(one.text for one in archive.records())
        with archive.read() as connection:
            assert sorted(all_names(connection).values()) == ["Anna Ek", "Bo Ål", "Cleo Ruiz"]
            for row in connection.execute(select(tables.names)):
                assert row.commitment == commitment_of(row.salt, row.name)
        with archive.write() as change:
            again = change.commit_name("Cleo Ruiz", PERSON)
            namesake = change.commit_name("Anna Ek")
            assert name_of(change.connection, again) == "Cleo Ruiz"
            assert len(all_names(change.connection)) == 4
            assert name_of(change.connection, namesake) == "Anna Ek"
            assert name_of(change.connection, "0" * 64) is None


def test_there_is_no_archive_over_an_archive(place: Place) -> None:
    fill(place)
    with pytest.raises(ArchiveError) as caught:
        create_archive(place.folder, place.db)
    assert caught.value.code == "archive-exists"
    with place.open() as archive:
        assert len(list(archive.records())) == RECORDS


def test_what_is_left_of_a_folder_that_was_never_finished_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    with pytest.raises(ArchiveError) as caught:
        open_archive(tmp_path)
    assert caught.value.code == "no-archive"
    create_archive(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive.sqlite", "photos"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=12,
)  # fmt: skip


@given(JSON)
def test_canonical_text_is_the_same_however_often_it_is_read(value: object) -> None:
    told = canonical(value)
    assert canonical(json.loads(told)) == told
    assert json.loads(told) == rounded(value)


def test_canonical_text_has_one_form() -> None:
    assert canonical({"b": [1, 0.5, -0.0], "a": "Å"}) == '{"a":"Å","b":[1,0.5,0.0]}'
    assert canonical(0.123456789) == "0.12345679"
    for wrong in (float("inf"), float("nan"), "\ud800"):
        with pytest.raises(ValueError):
            canonical({"a": wrong})
