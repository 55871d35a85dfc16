"""A version judged again: it says the same, and whatever was changed in it is found."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from scorecheck.archive.cards import cards_of, in_doubt, judged, table_of
from scorecheck.archive.intake import Intake
from scorecheck.archive.reading_json import Body
from scorecheck.archive.recheck import RecheckJob, recheck
from scorecheck.archive.record import canonical, digest
from scorecheck.decisions.record import Decision
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.made_decisions import catalogue, decision, undo
from tests.made_sheets import WRONG_SUM

ANNA, BO = "1" * 64, "2" * 64
CHANCE = "g1/chance/value"
DOUBT = {CHANCE: {"14": 0.49, "19": 0.48}}


def reading(tmp_path: Path, *, nonce: str = "", **doubts: Any) -> Body:
    """A reading of one game, its chance in doubt."""
    path = write_photo(tmp_path / f"a{nonce}.jpg", {"g1": WRONG_SUM}, doubts=DOUBT, nonce=nonce)
    taken = Intake(tmp_path / "archive", {}, read_stub, catalogue())(path)
    assert taken.error is None
    return taken.sheets[0].reading


def said(body: Body, text: str, by: str = ANNA, **more: Any) -> Decision:
    return decision(text, by, sha256=body["sha256"], page=1, sheet=0, cell=CHANCE, **more)


def job(readings: tuple[Body, ...], decisions: tuple[Decision, ...] = ()) -> RecheckJob:
    sheet = judged(readings, decisions, catalogue())
    version = {
        "readings": [body["reading"] for body in readings],
        "decisions": [one.id for one in decisions],
        "program": "0.1.0",
        "cards": cards_of(sheet, ["open/1"]),
        "table": table_of(sheet),
    }
    whole = json.loads(canonical([version, *readings]))
    return RecheckJob(whole[0], tuple(whole[1:]), tuple(one.to_json() for one in decisions))


def test_a_version_says_the_same_again(tmp_path: Path) -> None:
    body = reading(tmp_path)
    assert recheck(job((body,))) is None
    assert recheck(job((body,), (said(body, "19"),))) is None


def test_a_version_keeps_what_the_cards_come_to(tmp_path: Path) -> None:
    (card,) = job((reading(tmp_path),)).version["cards"]
    assert (card["column"], card["player"], card["status"]) == ("g1", "open/1", "final")
    assert card["open"] == [CHANCE]
    assert card["verdict"] == "findings"
    assert card["totals"]["upper_sum"] == [62, 63]
    assert card["texts"]["g1/large_straight/value"] == "X"


def test_decisions_count_and_so_do_those_on_the_other_photo(tmp_path: Path) -> None:
    one, other = reading(tmp_path), reading(tmp_path, nonce="2")
    for decided in (said(one, "19"), said(other, "19")):
        (card,) = cards_of(judged((one, other), [decided], catalogue()))
        assert card["open"] == []
        assert card["texts"][CHANCE] == "19"
        assert in_doubt([card]) == 0


def test_what_was_taken_back_does_not_count(tmp_path: Path) -> None:
    body = reading(tmp_path)
    first = said(body, "19")
    sheet = judged((body,), [first, undo(first, ANNA, sha256=body["sha256"])], catalogue())
    assert in_doubt(cards_of(sheet)) == 1


def test_two_people_who_differ_leave_it_open(tmp_path: Path) -> None:
    body = reading(tmp_path)
    both = [said(body, "19"), said(body, "14", BO, round=2)]
    assert in_doubt(cards_of(judged((body,), both, catalogue()))) == 1


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where every number, text and truth in a JSON value stands."""
    if isinstance(value, dict):
        return [found for key in value for found in leaves(value[key], (*path, key))]
    if isinstance(value, list) and value:
        return [found for n in range(len(value)) for found in leaves(value[n], (*path, n))]
    return [path]


def changed(value: Any, path: tuple[Any, ...]) -> Any:
    whole = copy.deepcopy(value)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    old = inner[path[-1]]
    inner[path[-1]] = old + 1 if isinstance(old, int) else f"{old}8"
    return whole


def test_every_change_of_what_a_version_says_is_found(tmp_path: Path) -> None:
    whole = job((reading(tmp_path),))
    paths = [path for path in leaves(whole.version["cards"]) if "player" not in path]
    assert len(paths) > 40
    for path in paths[::3]:
        version = whole.version | {"cards": changed(whole.version["cards"], path)}
        assert recheck(RecheckJob(version, whole.readings, ())) is not None, path


def test_what_does_not_fit_is_named(tmp_path: Path) -> None:
    whole = job((reading(tmp_path),))
    cards = copy.deepcopy(whole.version["cards"])
    cards[0]["totals"]["upper_sum"][1] = 62
    told = recheck(RecheckJob(whole.version | {"cards": cards}, whole.readings, ()))
    assert told == ("totals of g1, upper_sum: the archive says [62,62], judged again it is [62,63]")
    by_old = whole.version | {"cards": cards, "program": "0.0.9"}
    assert str(recheck(RecheckJob(by_old, whole.readings, ()))).endswith(
        "(it was judged by scorecheck 0.0.9, and now by 0.1.0)"
    )


def test_a_changed_reading_is_found_even_where_it_changes_no_verdict(tmp_path: Path) -> None:
    whole = job((reading(tmp_path),))
    body = whole.readings[0] | {"notes": ["it was dark"]}
    told = recheck(RecheckJob(whole.version, (body,), ()))
    assert told is not None
    assert "is not what its name says" in told


def test_a_sheet_of_a_game_that_is_not_there_is_said(tmp_path: Path) -> None:
    whole = job((reading(tmp_path),))
    body = {key: value for key, value in whole.readings[0].items() if key != "reading"}
    body["identity"] = body["identity"].replace("YAHTZEE", "NOGAME")
    body["reading"] = digest(body)
    told = recheck(RecheckJob(whole.version, (body,), ()))
    assert told is not None
    assert "there is no game called 'nogame'" in told
