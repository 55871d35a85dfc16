"""An event that was made by mistake is taken back; nothing of its history goes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorecheck.archive.event_cancel import cancel_event
from scorecheck.archive.event_draw import draw_round
from scorecheck.archive.event_facts import event_facts, events, find_event, last_record
from scorecheck.archive.event_make import make_event
from scorecheck.archive.export_json import export_parts
from scorecheck.archive.import_event import import_event
from scorecheck.archive.names import all_names
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.store import Archive
from scorecheck.archive.unplaced import unplaced
from scorecheck.archive.verify import verify
from scorecheck.errors import ArchiveError, UsageError
from tests.cli_runner import Runner
from tests.made_cli_event import PLAYERS, new, print_round
from tests.made_club import CATALOGUE, ENTRANTS, GAME, WANTED, add, club, facts_of, photo


def found(archive: Archive, wanted: str | None, last: int | None = None) -> str:
    with archive.read() as connection:
        return find_event(connection, wanted, last)


def test_nothing_is_deleted_and_the_log_tells(tmp_path: Path) -> None:
    with club(tmp_path / "club", rounds=(1,)) as archive:
        before = list(archive.records())
        cancel_event(archive, "varcupen", "Eva Holm")
        *same, last = archive.records()
        assert same == before
        assert (last.kind, last.body["event"]) == ("cancelled", "varcupen")
        with archive.read() as connection:
            assert all_names(connection)[last.body["by"]] == "Eva Holm"
            assert events(connection) == []
        checked = verify(archive)
        assert (checked.misfits, checked.cancelled) == ((), ("varcupen",))
        with pytest.raises(UsageError, match="was cancelled"):
            found(archive, "Vårcupen")
        assert found(archive, "varcupen", last.seq - 1) == "varcupen", "as it stood before"


def test_not_once_a_sheet_is_in(tmp_path: Path) -> None:
    with club(tmp_path / "club") as archive:
        add(archive, photo(tmp_path, facts_of(archive).sheets[0]))
        before = list(archive.records())
        with pytest.raises(UsageError, match="it stays"):
            cancel_event(archive, "varcupen", "Eva Holm")
        assert list(archive.records()) == before


def test_its_name_is_free_and_its_sheets_are_of_no_event(tmp_path: Path) -> None:
    with club(tmp_path / "club", rounds=(1,)) as archive:
        old = facts_of(archive).sheets[0]
        cancel_event(archive, "varcupen", "Eva Holm")
        event = make_event(archive, WANTED, GAME, ENTRANTS[:2])
        assert (event.id, found(archive, "Vårcupen")) == ("varcupen-2", "varcupen-2")
        with pytest.raises(UsageError, match="already"):
            make_event(archive, WANTED, GAME, ENTRANTS)
        draw_round(archive, event.id, 1, GAME)
        with archive.read() as connection:
            sheets = event_facts(connection, event.id, last_record(connection)).sheets
        assert old.number not in {one.number for one in sheets}
        add(archive, photo(tmp_path, old), photo(tmp_path, sheets[0]))
        assert [one.number for one in unplaced(archive)] == [old.number]
        with archive.read() as connection:
            assert [s.is_in for s in event_facts(connection, event.id).sheets] == [True]
        assert verify(archive).misfits == ()


def test_what_was_added_to_a_cancelled_event_is_found(tmp_path: Path) -> None:
    with club(tmp_path / "club") as archive:
        first, second = facts_of(archive).sheets[:2]
        add(archive, photo(tmp_path, first))
        with archive.write() as change:
            by = change.commit_name("Eva Holm", "person")
            cancelling = change.append("cancelled", {"event": "varcupen", "by": by}).seq
            late = change.append("sheet", sheet_like(archive, second.number)).seq
        why = {one.seq: str(one.why) for one in verify(archive).misfits}
        assert why[cancelling] == "it cancels an event of which sheets were in the archive"
        assert why[late] == "its event had been cancelled"
        with archive.write() as change:
            unknown = change.append("cancelled", {"event": "nothing", "by": by}).seq
        why = {one.seq: str(one.why) for one in verify(archive).misfits}
        assert why[unknown] == "it takes out what was never there"


def sheet_like(archive: Archive, number: int) -> dict[str, object]:
    bodies = (one.body for one in archive.records(kind="sheet"))
    return {**next(one for one in bodies if one["sheet"] == number), "sheet": 99, "identity": "x"}


def test_an_export_of_it_is_refused(tmp_path: Path) -> None:
    with club(tmp_path / "there") as there, there.read() as connection:
        document = json.loads("".join(export_parts(connection, facts_of(there))))
    with club(tmp_path / "here", rounds=()) as here:
        cancel_event(here, "varcupen", "Eva Holm")
        with pytest.raises(ArchiveError, match="was cancelled in this archive"):
            import_event(here, document, CATALOGUE)


def test_of_several_that_are_called_so_none_is_taken(tmp_path: Path) -> None:
    create_archive(tmp_path / "club")
    with open_archive(tmp_path / "club") as archive:
        make_event(archive, WANTED, GAME, ENTRANTS)
        (body,) = [one.body for one in archive.records(kind="event")]
        with archive.write() as change:
            change.append("event", {**body, "event": "another", "name": "vårcupen"})
        with pytest.raises(UsageError, match="several events are called") as refused:
            found(archive, "Vårcupen")
        assert "varcupen, another" in str(refused.value.help)
        assert found(archive, "varcupen") == "varcupen"
        assert found(archive, "another") == "another"


def test_by_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Runner(capsys, monkeypatch)
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    place = tmp_path / "club"
    new(run, place)
    print_round(run, place, 1)
    again = new(run, place)
    assert (again.code, "event cancel varcupen" in again.err) == (2, True)
    nobody = run("event", "cancel", "varcupen", "--archive", place)
    assert (nobody.code, "event cancel varcupen --by NAME" in nobody.err) == (2, True)
    done = run("event", "cancel", "Vårcupen", "--by", "Eva", "--archive", place)
    assert (done.code, done.err.splitlines()[0]) == (0, "Vårcupen is cancelled; the log keeps it")
    assert "throw away its 2 sheets" in done.err
    gone = run("archive", "standings", "Vårcupen", "--archive", place)
    assert (gone.code, "archive log --kind cancelled" in gone.err) == (2, True)
    assert "cancelled" in run("archive", "log", "--kind", "cancelled", "--archive", place).out
    told = run("archive", "verify", "--archive", place)
    assert (told.code, "cancelled before anything was added: varcupen" in told.out) == (0, True)
    document = run("archive", "verify", "--json", "--archive", place).json("archive-verify-1")
    assert document["looked_at"]["cancelled_events"] == ["varcupen"]
    assert new(run, place).code == 0
