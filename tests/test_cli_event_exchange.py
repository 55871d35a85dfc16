"""Events that go from one archive to another: exports, imports, two stations."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from scorecheck.archive.decide import add_decisions
from scorecheck.archive.opening import open_archive
from tests.cli_runner import Runner, validate
from tests.made_cli_event import PLAYERS, new, play, print_round
from tests.made_club import CATALOGUE, add, card, facts_of, photo
from tests.made_decisions import decision


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the archive is to be; the list of players lies beside it."""
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    return tmp_path / "club"


@pytest.mark.parametrize("ending", ["json", "csv", "txt", "pdf", "html"])
def test_exports_are_the_same_every_time(run: Runner, place: Path, ending: str) -> None:
    play(run, place)
    files = [place.parent / f"{name}.{ending}" for name in ("one", "other")]
    for file in files:
        done = run("archive", "export", "-o", file, "--archive", place)
        assert (done.code, "event code" in done.err) == (0, True)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_an_export_comes_into_another_archive(run: Runner, place: Path) -> None:
    play(run, place)
    file, other = place.parent / "event.json", place.parent / "other"
    run("archive", "export", "-o", file, "--archive", place)
    validate(json.loads(file.read_text(encoding="utf-8")), "event-1")
    came = run("archive", "import", file, "--archive", other)  # which makes the archive
    assert (came.code, "records, event code" in came.err) == (0, True)
    told = [run("archive", "standings", "--json", "--archive", one).out for one in (place, other)]
    assert told[0] == told[1]
    again = run("archive", "import", file, "--archive", other)
    assert (again.code, "is here already" in again.err) == (0, True)
    assert run("archive", "verify", "--archive", other).code == 0
    file.write_text("[]", encoding="utf-8")
    assert run("archive", "import", file, "--archive", other).code == 3
    assert run("archive", "import", file, "--archive", place.parent / "none").code == 3
    assert not (place.parent / "none").exists(), "nothing came, so nothing is made"


def test_two_stations_join_what_they_know(run: Runner, place: Path) -> None:
    """One event at two computers, each with half of the photos; then a sheet that both have."""
    new(run, place)
    for round in (1, 2):
        print_round(run, place, round)
    file, other = place.parent / "event.json", place.parent / "other"
    run("archive", "export", "-o", file, "--archive", place)
    run("archive", "import", file, "--archive", other)
    with open_archive(place) as here, open_archive(other) as there:
        sheets = facts_of(here).sheets
        add(here, photo(place, sheets[0]), photo(place, sheets[1]))
        add(there, photo(place, sheets[0], "x", {"p2": card(6)}), photo(place, sheets[2]))
    run("archive", "export", "-o", file, "--archive", other)
    joined = run("archive", "import", file, "--archive", place)
    assert joined.code == 1, "a sheet has to be settled"
    lines = joined.err.splitlines()
    assert lines[0] == "Vårcupen: new here are 2 readings; 0 readings were here already"
    assert lines[1].startswith("sheet 1: the photos here and there differ")
    assert lines[3].startswith("the other archive has the code ")
    run("archive", "export", "-o", file, "--archive", place)
    back = run("archive", "import", file, "--archive", other)
    assert back.err.splitlines()[-1] == lines[2], "both have the same code"
    again = run("archive", "import", file, "--archive", place)
    assert (again.code, "with the same event code" in again.err) == (0, True)
    quiet = run("archive", "import", file, "--archive", place, "-q")
    assert (quiet.code, quiet.err) == (0, "")


@pytest.mark.parametrize(("option", "shown"), [((), True), (("-q",), False)])
def test_a_bar_is_shown_while_an_event_comes_in(
    run: Runner, place: Path, monkeypatch: pytest.MonkeyPatch, option: tuple[str, ...], shown: bool
) -> None:
    new(run, place)
    print_round(run, place, 1)
    file, other = place.parent / "event.json", place.parent / "other"
    run("archive", "export", "-o", file, "--archive", place)
    records, sheets = len(json.loads(file.read_text())["records"]), 2
    monkeypatch.setattr(sys.stderr.__class__, "isatty", lambda _: True, raising=False)
    taken = run("archive", "import", file, "--archive", other, *option).err
    assert (f"{records} of {records}" in taken) == shown
    joined = run("archive", "import", file, "--archive", other, *option).err
    assert (f"{sheets} of {sheets}" in joined) == shown


def test_words_that_differ_are_told(run: Runner, place: Path) -> None:
    new(run, place)
    print_round(run, place, 1)
    file, other = place.parent / "event.json", place.parent / "other"
    doubts = {"p1/sixes/value": {"18": 0.49, "24": 0.48}}
    with open_archive(place) as here:
        (seen,) = add(here, photo(place, facts_of(here).sheets[0], doubts=doubts))
    run("archive", "export", "-o", file, "--archive", place)
    run("archive", "import", file, "--archive", other)
    for folder, text in ((place, "18"), (other, "24")):
        one = decision(text, sha256=seen.sha256, cell="p1/sixes/value", read=None)
        with open_archive(folder) as archive:
            add_decisions(archive, [one], CATALOGUE)
    run("archive", "export", "-o", file, "--archive", other)
    joined = run("archive", "import", file, "--archive", place)
    assert joined.code == 1
    assert (
        "sheet 1, Bo Ål, Sixes: '18' was decided here, '24' there; the later word, '24', holds"
        in (joined.err)
    )


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (None, 3, "cannot open it: "),
        ("{", 2, "this is not JSON: "),
        ("[]", 3, "this is no export of an event: "),
        ('{"schema": "scorecheck/event/1"}', 3, "this is no export of an event: "),
    ],
)
def test_a_file_that_cannot_be_imported_is_named(
    run: Runner, place: Path, text: str | None, code: int, said: str
) -> None:
    file = place.parent / "missing.json"
    if text is not None:
        file.write_text(text)
    ended = run("archive", "import", file, "--archive", place)
    assert ended.code == code
    assert ended.err.startswith(f"scorecheck: {file}: {said}")


def test_another_event_of_the_same_name_is_refused(run: Runner, place: Path) -> None:
    new(run, place)
    file, other = place.parent / "event.json", place.with_name("other")
    new(run, other, "--rounds", "3")
    run("archive", "export", "-o", file, "--archive", other)
    refused = run("archive", "import", file, "--archive", place)
    assert refused.code == 5
    assert "are not one event: the number of rounds (2 here, 3 there)" in refused.err
