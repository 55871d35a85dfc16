"""What a person decided is about the paper: it holds against doubts on other photos of a sheet, and
is a conflict with what another photo is sure of or another person said, whatever came first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from scorecheck.archive.add import add_files
from scorecheck.archive.decide import add_decisions
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.reading_json import Body, body_of
from scorecheck.archive.same import contradictions
from scorecheck.archive.settling import Contested, contested
from scorecheck.archive.store import Archive
from scorecheck.archive.verify import verify
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import SECOND, SETTLING, Decision
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.made_decisions import catalogue, decision, judged_sheet, undo
from tests.made_sheets import CLEAN

CHANCE, SIXES = "g1/chance/value", "g1/sixes/value"
SURE: dict[str, float] = {}
"""As it stands in a clean card: 19 as the chance, 18 as the sixes."""
WAVERS = {"19": 0.5, "14": 0.48}
ELSE = {"7": 0.6, "9": 0.39}
UNREADABLE = {"?": 0.9}


def reading(number: int, seen: dict[str, float]) -> Body:
    """A sheet on a photo of its own, with what is seen as its chance."""
    sheet = judged_sheet({"g1": CLEAN}, {CHANCE: seen} if seen else None)
    return body_of(sheet, Place(f"{number}" * 64, 1, 0))


def said(number: int, text: str, by: str = "Åsa", **more: Any) -> Decision:
    return decision(text, by, sha256=f"{number}" * 64, read=None, remark="seen", **more)


@pytest.mark.parametrize(
    ("photos", "decided", "contradicts"),
    [
        ([WAVERS, ELSE], [], True),
        # A person's word holds against doubts, on however many photos.
        ([WAVERS, ELSE], [said(0, "19")], False),
        ([WAVERS, WAVERS], [said(0, "24")], False),
        ([WAVERS, ELSE, {"1": 0.9}], [said(1, "24")], False),
        ([WAVERS, UNREADABLE], [said(0, "24")], False),
        # Not against what another photo is sure of, be it in their favour elsewhere or not.
        ([WAVERS, SURE], [said(0, "14")], True),
        ([WAVERS, SURE], [said(0, "19")], False),
        ([WAVERS, ELSE, SURE], [said(0, "14")], True),
        ([SURE, SURE], [said(0, "14")], True),
        # Nor against another person's word on another photo, whatever was seen there.
        ([WAVERS, WAVERS], [said(0, "14"), said(1, "19", "Bo")], True),
        ([WAVERS, WAVERS], [said(0, "14"), said(1, "14", "Bo")], False),
        ([SURE, SURE], [said(0, "14"), said(1, "14", "Bo")], False),
        # What nobody can read contradicts nothing, and settles nothing.
        ([WAVERS, SURE], [said(0, "?")], False),
        ([WAVERS, ELSE, {"1": 0.9}], [said(0, "?")], True),
    ],
)
def test_words_doubts_and_what_is_sure(
    photos: list[dict[str, float]], decided: list[Decision], contradicts: bool
) -> None:
    bodies = [reading(number, seen) for number, seen in enumerate(photos)]
    expected = (CHANCE,) if contradicts else ()
    assert contradictions(bodies, decided) == expected
    assert contradictions(bodies[::-1], decided) == expected


def test_a_third_person_ends_that_two_differ_and_not_what_a_photo_is_sure_of() -> None:
    bodies = [reading(0, WAVERS), reading(1, WAVERS)]
    differ = [said(0, "14"), said(1, "19", "Bo", round=SECOND)]
    assert contradictions(bodies, differ) == (CHANCE,)
    ended = [*differ, said(1, "19", "Cleo", round=SETTLING)]
    assert contradictions(bodies, ended) == ()
    assert contradictions([*bodies, reading(2, SURE)], ended) == ()
    against = [*differ, said(1, "14", "Cleo", round=SETTLING)]
    assert contradictions([*bodies, reading(2, SURE)], against) == (CHANCE,)


def test_what_was_taken_back_does_not_count() -> None:
    bodies = [reading(0, WAVERS), reading(1, ELSE)]
    one = said(0, "19")
    assert contradictions(bodies, [one]) == ()
    assert contradictions(bodies, [one, undo(one, sha256=one.sha256)]) == (CHANCE,)


@dataclass(frozen=True)
class Club:
    """An archive, and a folder of photos."""

    archive: Archive
    folder: Path

    def add(self, name: str, **doubts: dict[str, float]) -> str:
        """A photo of the one sheet; gives its hash."""
        cells = {f"g1/{box}/value": seen for box, seen in doubts.items() if seen}
        path = write_photo(self.folder / f"{name}.jpg", {"g1": CLEAN}, doubts=cells, nonce=name)
        (outcome,) = add_files(self.archive, [path], read_stub, catalogue())
        assert outcome.sha256 is not None
        return outcome.sha256

    def decide(self, *decisions: Decision) -> None:
        done = add_decisions(self.archive, decisions, catalogue())
        assert not (done.elsewhere or done.misfits)

    @property
    def bodies(self) -> list[Body]:
        """Of all versions."""
        return [record.body for record in self.archive.records(kind="version")]

    @property
    def conflicts(self) -> list[Contested]:
        return contested(self.archive)

    def text(self, cell: str = CHANCE) -> str:
        """What stands in a cell; with a mark where that is in doubt."""
        (card,) = self.bodies[-1]["cards"]
        return f"{card['texts'].get(cell, '')}{'?' if cell in card['open'] else ''}"


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Club]:
    with made(tmp_path / "club") as archive:
        yield Club(archive, tmp_path)
        assert verify(archive).misfits == ()


def made(folder: Path) -> Archive:
    create_archive(folder)
    return open_archive(folder)


def on(sha256: str, text: str, by: str = "Åsa", cell: str = CHANCE, **more: Any) -> Decision:
    return decision(text, by, sha256=sha256, read=None, cell=cell, remark="seen", **more)


@pytest.mark.parametrize("later", ["decision", "photo"])
def test_a_word_holds_against_a_doubt_on_another_photo(one: Club, later: str) -> None:
    first = one.add("a", chance=WAVERS)
    if later == "decision":
        one.add("b", chance=ELSE)
        assert [conflict.cells for conflict in one.conflicts] == [(CHANCE,)]
    one.decide(on(first, "24"))
    if later == "photo":
        one.add("b", chance=ELSE)
    assert one.conflicts == []
    assert len(one.bodies[-1]["readings"]) == 2
    assert one.text() == "24"


@pytest.mark.parametrize("later", ["decision", "photo"])
def test_a_photo_that_is_sure_of_something_else_is_a_conflict(one: Club, later: str) -> None:
    first = one.add("a", chance=WAVERS)
    if later == "decision":
        one.add("b")
        assert one.conflicts == []
    one.decide(on(first, "14"))
    if later == "photo":
        one.add("b")
    (conflict,) = one.conflicts
    assert conflict.cells == (CHANCE,)
    assert {conflict.first.texts, conflict.second.texts} == {("14",), ("19",)}


@pytest.mark.parametrize("first_to_decide", [0, 1])
def test_people_who_differ_on_two_photos_are_a_conflict(one: Club, first_to_decide: int) -> None:
    words = [on(one.add(name, chance=WAVERS), text) for name, text in (("a", "14"), ("b", "24"))]
    one.decide(words[first_to_decide])
    assert one.conflicts == []
    one.decide(words[1 - first_to_decide])
    assert [conflict.cells for conflict in one.conflicts] == [(CHANCE,)]
    one.decide(on(words[1].sha256, "14", "Bo"))
    assert (one.conflicts, one.text()) == ([], "14")


def test_a_word_that_is_taken_back_brings_the_conflict_back(one: Club) -> None:
    word = on(one.add("a", chance=WAVERS), "24")
    one.decide(word)
    one.add("b", chance=ELSE)
    one.decide(undo(word, sha256=word.sha256))
    assert [conflict.cells for conflict in one.conflicts] == [(CHANCE,)]


def test_a_conflict_names_the_photo_that_is_contradicted_and_all_cells(one: Club) -> None:
    sixes = {"18": 0.5, "24": 0.48}
    first = one.add("a", chance=WAVERS)
    one.add("b", chance=WAVERS, sixes=sixes)
    second = one.add("c", chance={"7": 0.99, "9": 0.005}, sixes=sixes)
    (conflict,) = one.conflicts
    assert conflict.cells == (CHANCE,)
    one.decide(on(second, "12", cell=SIXES))
    (again,) = one.conflicts
    assert again.cells == (SIXES, CHANCE), "what a person says there, photo a is sure to be wrong"
    assert again.first.called == ("a.jpg",)
    takes = [record.body["take"] for record in one.archive.records(kind="settled")]
    assert takes == ["renewed"]
    one.decide(on(first, "12", cell=SIXES), on(first, "7"))
    assert (one.conflicts, one.text()) == ([], "7")


# What comes, as data: photos by what is seen as chance and as sixes, and words on some of them.
SEEN = some.sampled_from([SURE, WAVERS, ELSE, {"14": 0.9999}, UNREADABLE])
SIX = some.sampled_from([SURE, {"18": 0.5, "24": 0.48}, {"12": 0.9}])
WORDS = some.tuples(
    some.integers(0, 2), some.sampled_from(["14", "19", "?"]), some.sampled_from(["Åsa", "Bo"]),
    some.integers(1, 3),
)  # fmt: skip


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),  # what is found is small as it is
)
@given(
    some.lists(some.tuples(SEEN, SIX), min_size=2, max_size=3),
    some.lists(WORDS, max_size=3),
    some.randoms(use_true_random=False),
)
def test_the_order_in_which_photos_and_words_come_makes_no_difference(
    tmp_path_factory: pytest.TempPathFactory, photos: Any, words: Any, random: Any
) -> None:
    folder = tmp_path_factory.mktemp("orders")
    decided = [on("0" * 64, text, by, round=n) for _, text, by, n in words]
    about = [at % len(photos) for at, *_ in words]
    came = []
    for name in ("one", "other"):
        order = random.sample(range(len(photos) + len(words)), len(photos) + len(words))
        with made(folder / name) as archive:
            came.append(outcome(Club(archive, folder), photos, decided, about, order))
            assert verify(archive).misfits == ()
    assert came[0] == came[1]


def outcome(
    club: Club, photos: Any, decided: Sequence[Decision], about: Sequence[int], order: Sequence[int]
) -> Any:
    """What an archive comes to once all is in; a word comes when its photo is there.

    Of photos that contradict each other it depends on the order which of them stands, so of such
    only whether there is a conflict is told.
    """
    hashes: dict[int, str] = {}
    waiting: list[int] = []
    for at in order:
        if at < len(photos):
            chance, sixes = photos[at]
            hashes[at] = club.add(f"{at}", chance=chance, sixes=sixes)
        else:
            waiting.append(at - len(photos))
        for word in [one for one in waiting if about[one] in hashes]:
            waiting.remove(word)
            club.decide(replace(decided[word], sha256=hashes[about[word]]))
    if club.conflicts:
        return len(photos) > 2 or [sorted(one.cells) for one in club.conflicts]
    return club.bodies[-1]["cards"], sorted(club.bodies[-1]["readings"])


def test_verify_compares_again_what_stands_together(one: Club, tmp_path: Path) -> None:
    one.add("a")
    one.add("b", chance={"14": 0.999})
    names = [record.body["reading"] for record in one.archive.records(kind="reading")]
    with made(tmp_path / "forged") as forged:
        with forged.write() as change:
            for record in one.archive.records():
                if record.kind == "version":
                    change.append("version", record.body | {"readings": names[:1]})
                elif record.kind == "conflict":
                    change.append("conflict", record.body | {"cells": [SIXES]})
                else:
                    change.append(record.kind, record.body)
            hidden = one.bodies[-1] | {"version": 2, "readings": names, "why": "joined"}
            last = change.append("version", hidden)
        told = {misfit.seq: misfit.why for misfit in verify(forged).misfits if misfit.seq}
    conflict = next(record.seq for record in one.archive.records(kind="conflict"))
    assert told[conflict] == f"the conflict is about {SIXES}, compared again about {CHANCE}"
    assert told[last.seq] == f"readings that stand together differ in {CHANCE}"


def test_records_of_an_older_rule_are_not_compared_by_the_newer_one(tmp_path: Path) -> None:
    with made(tmp_path / "club") as archive:
        club = Club(archive, tmp_path)
        word = on(club.add("a", chance=WAVERS), "24")
        club.add("b", chance=ELSE)
        club.decide(word)
        records = list(archive.records())
    older = ("compared", "standing")
    with made(tmp_path / "older") as archive:
        with archive.write() as change:
            for record in records:
                body = {key: value for key, value in record.body.items() if key not in older}
                change.append(record.kind, body)
        misfits = [one for one in verify(archive).misfits if one.where == "verdict"]
        assert misfits == []
