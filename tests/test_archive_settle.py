"""`archive add`, `settle` and `decide` as commands: what they say, and how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.opening import create_archive
from scorecheck.archive.steps import Step
from scorecheck.cli.countdown import Countdown, in_words
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests import made_club
from tests.cli_runner import Runner
from tests.made_decisions import decision
from tests.made_sheets import CLEAN, WRONG_SUM

CHANCE = "g1/chance/value"


@pytest.fixture
def run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Runner:
    """Runs commands beside an empty archive; files of JSON are taken for photos."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scorecheck.archive.intake.ReadFile.__call__", lambda kit, p: read_stub(p))
    create_archive(tmp_path / "scorecheck-archive")
    return Runner(capsys, monkeypatch)


def photo(name: str, card: Any = CLEAN, **more: Any) -> Path:
    return write_photo(Path(name), {"g1": card}, nonce=name, sheet=12, **more)


def test_adding_tells_of_each_file_and_ends_as_the_gravest(run: Runner) -> None:
    folder = Path("phone") / "DCIM"
    folder.mkdir(parents=True)
    photo("phone/DCIM/b.jpg", doubts={CHANCE: {"14": 0.49, "19": 0.48}})
    ended = run("archive", "add", photo("a.jpg"), "phone")
    assert ended.out.splitlines() == [
        "a.jpg: Yahtzee sheet 12: added",
        "phone/DCIM/b.jpg: Yahtzee sheet 12: seen before, says the same: joined",
    ]
    assert ended.code == 0
    assert "1 added, 1 joined" in ended.err
    ended = run("archive", "add", "a.jpg", photo("c.jpg", WRONG_SUM))
    assert ended.code == 1
    assert ended.out.splitlines()[0] == "a.jpg: in the archive already, skipped"
    assert "seen before, and differs in game 1, Sum;" in ended.out


def test_what_cannot_be_read_is_told_once(run: Runner) -> None:
    Path("notes.jpg").write_text("{")
    ended = run("archive", "add", "notes.jpg", "gone.jpg", photo("a.jpg"))
    assert ended.out.count("notes.jpg") == 1
    assert "a.jpg: Yahtzee sheet 12: added" in ended.out
    assert ended.code == 70


def test_adding_without_an_archive_is_an_error_of_its_own(run: Runner) -> None:
    ended = run("archive", "add", photo("a.jpg"), "--archive", "elsewhere")
    assert ended.code == 5
    assert "there is no archive in elsewhere" in ended.err


def test_adding_in_json(run: Runner) -> None:
    run("archive", "add", photo("a.jpg"))
    ended = run("archive", "add", photo("c.jpg", WRONG_SUM), "--json")
    document = ended.json("archive-add-1")
    (file,) = document["files"]
    assert file["state"] == "added"
    assert file["sheets"][0]["step"] == Step.CONFLICT
    assert "g1/upper_sum/sum" in file["sheets"][0]["differs_in"]


def test_a_conflict_is_listed_and_settled(run: Runner) -> None:
    run("archive", "add", photo("a.jpg"), photo("c.jpg", WRONG_SUM))
    listed = run("archive", "settle")
    assert listed.code == 1
    lines = [line.strip() for line in listed.out.splitlines()]
    assert lines[0].endswith(": Yahtzee, sheet 12")
    assert lines[1].startswith("first: a.jpg (scorecheck-archive/photos/")
    assert "game 1, Sum: first 63, second 62" in lines
    assert "--take first --by NAME" in listed.err
    (conflict,) = run("archive", "settle", "--json").json("archive-conflicts-1")["conflicts"]
    assert conflict["second"]["called"] == ["c.jpg"]
    number = conflict["conflict"]
    settled = run("archive", "settle", number, "--take", "second", "--by", "Anna")
    done = f"conflict {number} is settled: version 2\nno conflict is open any more\n"
    assert (settled.code, settled.err) == (0, done)
    again = run("archive", "settle")
    assert (again.code, again.err) == (0, "no conflict is open\n")
    assert run("archive", "settle", number, "--take", "first", "--by", "Anna").code == 2
    assert run("archive", "verify").code == 0


def test_settling_tells_how_many_are_left(run: Runner) -> None:
    for sheet in (12, 13):
        for name, card in (("a", CLEAN), ("b", WRONG_SUM)):
            path = Path(f"{name}{sheet}.jpg")
            run("archive", "add", write_photo(path, {"g1": card}, nonce=path.name, sheet=sheet))
    listed = run("archive", "settle", "--json").json("archive-conflicts-1")["conflicts"]
    first, second = (one["conflict"] for one in listed)
    settled = run("archive", "settle", first, "--take", "first", "--by", "Anna")
    assert settled.err.splitlines() == [
        f"conflict {first} is settled",
        "1 conflict is still open: `scorecheck archive settle` lists it",
    ]
    take = ("--take", "first", "--by", "Anna", "--lang", "de")
    assert "kein Konflikt ist mehr offen" in run("archive", "settle", second, *take).err


def test_a_conflict_of_an_event_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Runner(capsys, monkeypatch)
    with made_club.club(tmp_path / "club") as archive:
        sheet = made_club.facts_of(archive).sheets[0]
        names = [made_club.facts_of(archive).player(one or "").name for one in sheet.columns]
        made_club.add(archive, made_club.photo(tmp_path, sheet))
        other = {"p2": made_club.card(6)}
        made_club.add(archive, made_club.photo(tmp_path, sheet, "b", other))
    options = ("--archive", tmp_path / "club")
    lines = [line.strip() for line in run("archive", "settle", *options).out.splitlines()]
    assert lines[0].partition(": ")[2] == (
        f"Vårcupen · sheet 1 · Round 1 · Table 1 · {names[0]}, {names[1]}"
    )
    assert f"{names[1]}, Chance: first 21, second 6" in lines
    assert lines[-1] == f"total of {names[1]}: 258 with the first, 243 with the second"
    document = run("archive", "settle", "--json", *options).json("archive-conflicts-1")
    (told,) = document["conflicts"]
    assert (told["event"], told["round"], told["players"]["p2"]) == ("Vårcupen", 1, names[1])
    assert told["totals"] == [{"column": "p2", "first": 258, "second": 243}]
    assert "Summe von" in run("archive", "settle", "--lang", "de", *options).out


@pytest.mark.parametrize("given", [[], ["--take", "first"], ["--by", "Anna"]])
def test_settling_needs_a_choice_and_a_name(run: Runner, given: list[str]) -> None:
    ended = run("archive", "settle", 7, *given)
    assert ended.code == 2
    assert "--take first --by NAME" in ended.err


@pytest.mark.parametrize("given", [["--take", "second"], ["--by", "Anna"]])
def test_a_choice_without_a_conflict_is_not_passed_over(run: Runner, given: list[str]) -> None:
    ended = run("archive", "settle", *given)
    assert (ended.code, "say which conflict is meant" in ended.err) == (2, True)


def test_a_corrected_sheet_tells_what_changed(run: Runner) -> None:
    path = photo("a.jpg", WRONG_SUM, doubts={CHANCE: {"19": 0.49, "14": 0.48}})
    run("archive", "add", path)
    log = Path("log.jsonl")
    one = decision("19", sha256=read_stub(path).sha256, read=None)
    log.write_text(json.dumps(one.to_json()) + "\n")
    run("archive", "decide", log)
    doubt = {"g1/sixes/value": {"18": 0.49, "16": 0.48}}  # as before, if in doubt: no change
    changed = CLEAN | {"ones/value": "2", "grand_total/sum": "255"}
    right = photo("c.jpg", changed, doubts=doubt)
    line = run("archive", "add", right, "--corrected").out.strip()
    assert line.startswith(
        "c.jpg: Yahtzee sheet 12: corrected: version 3; game 1, Aces 2 (was 3); "
    )
    assert "game 1, Sum 63 (was 62)" in line
    assert "sixes" not in line
    assert "total of game 1 220 (was 256)" in line
    assert "1 decision on the earlier photo does not count for this one" in line
    again = photo("d.jpg", CLEAN)
    document = run("archive", "add", again, "--corrected", "--json").json("archive-add-1")
    told = document["files"][0]["sheets"][0]["correction"]
    assert {"cell": "g1/ones/value", "was": "2", "is": "3"} in told["cells"]
    assert told["totals"] == [{"column": "g1", "was": 220, "is": 256}]


def test_corrected_said_too_late_points_to_the_conflict(run: Runner) -> None:
    run("archive", "add", photo("a.jpg", WRONG_SUM))
    right = photo("b.jpg")
    assert run("archive", "add", right).code == 1
    (conflict,) = run("archive", "settle", "--json").json("archive-conflicts-1")["conflicts"]
    number = conflict["conflict"]
    late = run("archive", "add", right, "--corrected")
    assert late.code == 1
    assert f"it waits in conflict {number}, " in late.out
    assert f"archive settle {number} --take second --by NAME" in late.out
    assert "1 to be settled, 1 file skipped" in late.err
    (file,) = run("archive", "add", right, "--corrected", "--json").json("archive-add-1")["files"]
    assert (file["state"], file["waits_in"]) == ("known", [number])
    assert run("archive", "settle", number, "--take", "second", "--by", "Anna").code == 0
    after = run("archive", "add", right, "--corrected")
    assert (after.code, after.out) == (0, "b.jpg: in the archive already, skipped\n")


def test_a_log_of_decisions_goes_in(run: Runner) -> None:
    path = photo("a.jpg", doubts={CHANCE: {"14": 0.49, "19": 0.48}})
    run("archive", "add", path)
    one = decision("19", sha256=read_stub(path).sha256, read=None)
    log = Path("log.jsonl")
    log.write_text(json.dumps(one.to_json()) + "\n")
    ended = run("archive", "decide", log)
    assert (ended.code, ended.err) == (0, "1 of 1 added, 0 known already\n")
    assert run("archive", "decide", log).err == "0 of 1 added, 1 known already\n"
    other = decision("19", sha256="e" * 64, read=None)
    log.write_text(json.dumps(other.to_json()) + "\n")
    ended = run("archive", "decide", log)
    assert ended.code == 1
    assert "1 is about a photo that is not in the archive" in ended.err


def test_the_time_left_is_that_of_what_takes_time() -> None:
    now = [0.0]
    countdown = Countdown(40, shown=False, clock=lambda: now[0])
    for _ in range(10):
        countdown.tick(worked=False)
    assert countdown.line() == "10 of 40"
    now[0] = 60.0
    countdown.tick()
    assert countdown.line() == "11 of 40, 29 min left"
    german = Countdown(40, shown=False, clock=lambda: now[0], lang="de")
    now[0] = 120.0
    german.tick()
    assert german.line() == "1 von 40, noch 39 min"


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.2, "1 s"), (61, "61 s"), (600, "10 min"), (7800, "2 h 10 min")]
)
def test_a_time_is_told_roundly(seconds: float, told: str) -> None:
    assert in_words(seconds) == told
