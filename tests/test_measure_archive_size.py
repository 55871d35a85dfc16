"""The program that fills an archive: every sheet is in it, and its figures are of all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.archive.event_facts import event_facts
from scorecheck.archive.opening import open_archive
from scorecheck.archive.standings import standings
from scorecheck.archive.status import counts
from scorecheck.archive.verify import verify
from scorecheck.measure import archive_size
from tests.made_archive import Place, fill


def test_every_sheet_is_in_and_every_player_plays_every_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_size, "_ADDED", 4)
    place = archive_size.Place(tmp_path / "archive")
    archive_size.fill(place, sheets=6, rounds=3, seed=4)
    with open_archive(place.folder) as archive:
        assert verify(archive).misfits == ()
        with archive.read() as connection:
            facts = event_facts(connection, "large-cup")
    assert len(counts(facts)["in"]) == 6
    rows = standings(facts).rows
    assert len(rows) == 8
    assert all(row.played == 3 and row.total > 0 for row in rows)


def test_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert archive_size.main(["--sheets", "2", "--rounds", "1"]) == 0
    told = capsys.readouterr().out
    assert "| one event of 2 sheets |  |" in told
    assert "| standings of 8 players, read and counted | 0." in told
    assert "| event code of the import | the same |" in told


def test_how_large_a_database_is(place: Place) -> None:
    fill(place)
    with place.open() as archive:
        assert archive_size.database_bytes(archive) > 50_000
