"""A tournament by commands, once with SQLite and once with PostgreSQL: both must say the same.

What single commands do in every case is tested with SQLite; the log, `verify`, copies, locks and
migrations are tested with both where they are. Here each command of an archive runs on both.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from scorecheck.archive import tables
from scorecheck.archive.add import add_files
from scorecheck.archive.opening import open_archive
from scorecheck.archive.verify import verify
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.cli_runner import Runner
from tests.made_archive import Place
from tests.made_club import card
from tests.made_decisions import catalogue, decision
from tests.made_processes import ready_processes
from tests.made_sheets import CLEAN

PLAYERS = "name;team\nAnna Ek;Röd\nBo Ål;Blå\nCleo;Röd\nDag;Blå\n"
CHANCE = "p1/chance/value"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs commands; files of JSON are taken for photos."""
    monkeypatch.setattr("scorecheck.archive.intake.ReadFile.__call__", lambda kit, p: read_stub(p))
    return Runner(capsys, monkeypatch)


def photos(folder: Path) -> Iterator[Path]:
    """A photo of each of the four sheets; one has a cell in doubt, one is seen twice otherwise."""
    for sheet in range(1, 5):
        cards = {"p1": card(5 + sheet), "p2": card(12 + sheet)}
        doubts = {CHANCE: {"7": 0.49, "1": 0.48}} if sheet == 2 else {}
        path = folder / f"sheet-{sheet}.jpg"
        yield write_photo(path, cards, sheet=sheet, mode="players", doubts=doubts)
    cards = {"p1": card(6), "p2": card(30)}
    yield write_photo(folder / "sheet-1-again.jpg", cards, sheet=1, mode="players")


def day(run: Runner, place: Place) -> dict[str, object]:
    """What the commands of one day say."""
    folder, options = place.folder.parent, place.options
    folder.mkdir(exist_ok=True)
    told: dict[str, object] = {}

    def does(name: str, code: int, *words: object) -> str:
        ended = run("archive", *words, *options)
        assert ended.code == code, (name, ended)
        said = ended.err.replace(str(folder), "") + ended.out.replace(str(folder), "")
        told[name] = re.sub(r"20\d\d-\S+Z", "TIME", said)
        return ended.out

    (folder / "players.csv").write_text(PLAYERS, encoding="utf-8")
    assert run("archive", "new", *options).code == 0
    assert run(
        "event", "new", "Vårcupen", "--game", "yahtzee", "--players", folder / "players.csv",
        "--rounds", 2, "--table", 2, "--seed", 4711, *options,
    ).code == 0  # fmt: skip
    for round in (1, 2):
        target = folder / f"{round}.pdf"
        assert run("event", "print", "--round", round, "-o", target, *options).code == 0
    made = list(photos(folder))
    does("add", 1, "add", *made)
    does("known", 0, "add", *made)
    does("standings in doubt", 1, "standings")
    log = folder / "log.jsonl"
    one = decision("7", sha256=read_stub(made[1]).sha256, cell=CHANCE, read=None)
    log.write_text(json.dumps(one.to_json()) + "\n", encoding="utf-8")
    does("decide", 0, "decide", log)
    conflicts = json.loads(does("conflicts", 1, "settle", "--json"))["conflicts"]
    number = conflicts[0]["conflict"]
    does("settle", 0, "settle", number, "--take", "first", "--by", "Eva Holm")
    mended = {"p1": card(8), "p2": card(20)}
    corrected = write_photo(folder / "new.jpg", mended, sheet=3, mode="players", nonce="corrected")
    does("corrected", 0, "add", corrected, "--corrected")
    does("sample", 1, "sample", "--seed", "5", "--sheets", 2)
    does("teams", 0, "standings", "--by", "team", "--json")
    told["standings"] = json.loads(does("players", 0, "standings", "--json"))
    does("before", 2, "standings", "--at", "2020-01-01")
    for ending in ("json", "csv", "txt"):
        does(f"export {ending}", 0, "export", "-o", folder / f"results.{ending}")
    told["csv"] = list(csv.reader((folder / "results.csv").open(encoding="utf-8-sig")))
    told["txt"] = (folder / "results.txt").read_text(encoding="utf-8")
    does("import of what is here", 0, "import", folder / "results.json")
    does("verify", 0, "verify")
    does("forget", 0, "forget", "Anna Ek", "--yes")
    does("forgotten", 0, "standings")
    does("verify again", 0, "verify", "--json")
    kinds = Counter(line.split()[2] for line in does("log", 0, "log").splitlines())
    del told["log"]  # names have other salts, so hashes differ
    told["kinds"] = kinds
    does("backup", 0, "backup", folder / "copy")
    return told


def test_a_day_is_the_same_with_either(
    run: Runner, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    here = day(run, Place(tmp_path / "one" / "club"))
    server = request.getfixturevalue("postgres_server")
    place = Place(tmp_path / "other" / "club", server.empty_database())
    there = day(run, place)
    assert list(here) == list(there)
    for name, said in here.items():
        assert said == there[name], name
    assert here["kinds"] == Counter(
        event=1, player=4, sheet=4, photo=6, reading=6, version=6, decision=1, conflict=1,
        settled=1, sample=1, forget=1,
    )  # fmt: skip
    taken = Place(tmp_path / "third")
    taken.create()
    assert standings_after_import(run, tmp_path / "other", taken) == here["standings"]
    taken = Place(tmp_path / "fourth", server.empty_database())
    taken.create()
    assert standings_after_import(run, tmp_path / "one", taken) == here["standings"]
    assert run("archive", "verify", "--quick", *taken.options).code == 0


def standings_after_import(run: Runner, folder: Path, place: Place) -> object:
    """What an archive says that has taken over the export of a day."""
    assert run("archive", "import", folder / "results.json", *place.options).code == 0
    return run("archive", "standings", "--json", *place.options).json("standings-1")


def station(place: Place, folder: Path, number: int, start: object) -> None:
    """Adds photos of its own, and some that every station has."""
    start.wait(60)  # type: ignore[attr-defined]
    own = sorted(folder.glob(f"{number}-*.jpg"))
    shared = sorted(folder.glob("all-*.jpg"), reverse=number % 2 == 0)
    with place.open() as archive:
        list(add_files(archive, [*own[:2], *shared, *own[2:]], read_stub, catalogue()))


def test_several_stations_add_at_once(place: Place, tmp_path: Path) -> None:
    """Three processes, each with its own photos and three that all have."""
    for name in ("all", 1, 2, 3):
        for at in range(3):
            sheet = 10 * (0 if name == "all" else int(name)) + at + 1
            path = tmp_path / f"{name}-{at}.jpg"
            write_photo(path, {"g1": CLEAN}, sheet=sheet, nonce=f"{name}")
    context = ready_processes(__name__)
    start = context.Barrier(3)
    stations = [
        context.Process(target=station, args=(place, tmp_path, number, start))
        for number in (1, 2, 3)
    ]
    for one in stations:
        one.start()
    for one in stations:
        one.join(120)
        assert one.exitcode == 0
    with open_archive(place.folder, place.db) as archive:
        assert verify(archive).misfits == ()
        records = list(archive.records())
        with archive.read() as connection:
            named = Counter(connection.scalars(select(tables.photo_names.c.name)))
    assert [one.seq for one in records] == list(range(1, len(records) + 1))
    kinds = Counter(one.kind for one in records)
    assert kinds == {"photo": 12, "reading": 12, "version": 12}
    assert len({one.body["sha256"] for one in records if one.kind == "photo"}) == 12
    assert named == Counter(path.name for path in tmp_path.glob("*.jpg"))
