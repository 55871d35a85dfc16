"""The sheets of an archive under review: their order, what is open on them, their other photos."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.code import event_code
from scorecheck.archive.store import Archive
from scorecheck.cli.decided import with_played
from scorecheck.decisions.place import Place
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.report import together
from scorecheck.report.result import BatchResult
from scorecheck.review.desk import Progress
from scorecheck.review.report import Given, dispute_of
from scorecheck.review.shelf import Shelf
from tests.made_club import add, card, club, facts_of, photo
from tests.made_review import wait_until
from tests.made_sheets import CLEAN
from tests.made_shelf import read_all, shelf_on

CHANCE, FOURS = "p1/chance/value", "p2/fours/value"
DOUBTS = {CHANCE: {"14": 0.49, "19": 0.48}, FOURS: {"12": 0.49, "8": 0.3}}
WRONG = card(12) | {"grand_total/sum": "200"}
OTHER = card(30)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with club(tmp_path / "club") as one:
        yield one


@pytest.fixture
def photos(archive: Archive, tmp_path: Path) -> dict[str, Path]:
    """Photos of the event's sheets and of one sheet of no event, not added yet."""
    one, two, three, four = facts_of(archive).sheets
    right = {"p1": card(14), "p2": card(14)}
    return {
        "fine": photo(tmp_path, one, cards=right),
        "doubtful": photo(tmp_path, two, doubts=DOUBTS),
        "again": photo(tmp_path, two, nonce="again", doubts=DOUBTS),
        "differing": photo(tmp_path, three, cards=right),
        "from it": photo(tmp_path, three, nonce="b", cards={**right, "p2": OTHER}),
        "wrong": photo(tmp_path, four, cards={**right, "p1": WRONG}),
        "loose": write_photo(tmp_path / "loose.jpg", {"g1": CLEAN}, sheet=77),
    }


def lines(shelf: Shelf) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_all(shelf).facts("en")["sheets"]
    return found


def test_sheets_stand_by_event_round_and_table_whatever_the_order_of_adding(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, *[photos[name] for name in ("loose", "wrong", "fine", "differing", "doubtful")])
    found = [(one["event"], one["round"], one["title"]) for one in lines(shelf_on(archive))]
    assert found == [
        ("Vårcupen", "Round 1", "Table 1"),
        ("Vårcupen", "Round 1", "Table 2"),
        ("Vårcupen", "Round 2", "Table 1"),
        ("Vårcupen", "Round 2", "Table 2"),
        ("", "", "Yahtzee"),
    ]


def test_each_sheet_tells_who_plays_and_what_is_open(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, *photos.values())
    found = {one["number"]: one for one in lines(shelf_on(archive))}
    names = {player.id: player.name for player in facts_of(archive).players}
    (first, *_) = facts_of(archive).sheets
    assert found[1]["players"] == [names[id or ""] for id in first.columns]
    told = {
        number: (one["open"], one["findings"], one["differ"], one["waits"])
        for number, one in found.items()
    }
    assert told[1] == (0, 0, False, False)
    assert told[2] == (2, 0, False, True)
    assert told[3] == (0, 0, True, True)
    assert told[4][1:] == (told[4][1], False, False)
    assert told[4][1] > 0
    assert told[77] == (0, 0, False, False)


def test_findings_are_not_told_before_the_cells_are_settled(
    archive: Archive, photos: dict[str, Path], tmp_path: Path
) -> None:
    *_, four = facts_of(archive).sheets
    add(
        archive,
        photo(tmp_path, four, nonce="d", cards={"p2": WRONG}, doubts={CHANCE: DOUBTS[CHANCE]}),
    )
    (one,) = lines(shelf_on(archive))
    assert (one["open"], one["findings"]) == (1, 0)


def test_a_photo_of_a_settled_sheet_is_read_when_somebody_asks_for_it(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["fine"], photos["doubtful"])
    shelf = shelf_on(archive)
    fine, doubtful = shelf.desk.entries()
    shelf.desk.start()
    wait_until(lambda: doubtful.progress is Progress.DONE)
    assert fine.progress is Progress.KEPT
    shelf.desk.ask_for(fine)
    wait_until(lambda: fine.progress is Progress.DONE)
    assert shelf.desk.sheet("1-1") is not None
    shelf.desk.close()


def test_what_was_asked_for_is_read_once(archive: Archive, photos: dict[str, Path]) -> None:
    add(archive, photos["doubtful"])
    shelf = shelf_on(archive)
    (entry,) = shelf.desk.entries()
    shelf.desk.ask_for(entry)  # it waits for its turn as well
    seen: list[Path] = []
    checker = shelf.desk.checker

    class Counts:
        def check(self, path: Path) -> Any:
            seen.append(path)
            return checker.check(path)

        def close(self) -> None:
            """Nothing runs."""

    shelf.desk.checker = Counts()
    last = shelf.desk.put(photos["fine"])
    shelf.desk.start()
    wait_until(lambda: last.progress is Progress.DONE)
    assert len(seen) == 2
    shelf.desk.close()


def test_photos_that_others_add_meanwhile_are_listed(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["fine"])
    shelf = shelf_on(archive)
    add(archive, photos["doubtful"])
    assert [one["number"] for one in lines(shelf)] == [1, 2]
    assert len(shelf.desk.entries()) == 2


def test_a_photo_that_was_lost_is_listed_without_a_link(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["fine"])
    for path in (archive.folder / "photos").rglob("*.jpg"):
        path.unlink()
    (one,) = lines(shelf_on(archive))
    assert (one["key"], one["progress"]) == (None, "gone")


def test_a_decision_on_one_photo_is_shown_on_the_other_as_made_there(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["doubtful"], photos["again"])
    shelf = shelf_on(archive)
    read_all(shelf)
    first, second = (entry.sheets[0] for entry in shelf.desk.entries())
    made = first.decide(CHANCE, "14", "Åsa")
    assert second.decisions()[CHANCE].id == made.id
    assert second.is_elsewhere(made.id)
    assert not first.is_elsewhere(made.id)
    assert [
        cell.cell for card in second.settled().cards for cell in card.cells if cell.is_open
    ] == [FOURS]
    # It can be taken back on either photo.
    second.undo("Åsa")
    assert CHANCE not in first.decisions()


def test_two_photos_on_which_people_decided_differently_are_no_longer_one(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["doubtful"], photos["again"])
    shelf = shelf_on(archive)
    page = read_all(shelf)
    first, second = (entry.sheets[0] for entry in shelf.desk.entries())
    first.decide(CHANCE, "14", "Åsa")
    second.decide(CHANCE, "19", "Bo")
    assert page.around(first, "en")["differ"] == [CHANCE]
    assert first.decisions()[CHANCE].text == "14"
    assert second.decisions()[CHANCE].text == "19"


def test_what_the_page_shows_is_what_the_archive_holds(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["doubtful"], photos["again"])
    shelf = shelf_on(archive)
    read_all(shelf)
    first, second = (entry.sheets[0] for entry in shelf.desk.entries())
    first.decide(CHANCE, "19", "Åsa")
    second.decide(FOURS, "8", "Bo")
    version = [record.body for record in archive.records(kind="version")][-1]
    for sheet in (first, second):
        texts = {c.cell: c.text for k in sheet.settled().cards for c in k.cells if c.text}
        assert texts == version["cards"][0]["texts"] | version["cards"][1]["texts"]


def test_of_a_conflict_each_photo_counts_its_own_decisions_only(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["differing"], photos["from it"])
    shelf = shelf_on(archive)
    page = read_all(shelf)
    first, second = (entry.sheets[0] for entry in shelf.desk.entries())
    around = page.around(first, "en")
    assert around["place"] == "Vårcupen · Round 2 · Table 1"
    assert [one["rival"] for one in around["photos"]] == [False, True]
    assert "p2/chance/value" in around["differ"]
    first.decide("p2/chance/value", "14", "Åsa")
    assert "p2/chance/value" not in second.decisions()


def test_the_next_sheet_to_settle_comes_after_this_one_and_round_again(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, *photos.values())
    shelf = shelf_on(archive)
    page = read_all(shelf)
    key = {one["number"]: one["key"] for one in page.facts("en")["sheets"]}
    sheets = {number: shelf.desk.sheet(one) for number, one in key.items()}
    onwards = {n: page.around(s, "en")["next"] for n, s in sheets.items() if s is not None}
    assert onwards == {1: key[2], 2: key[3], 3: key[2], 4: key[2], 77: key[2]}


def test_the_report_on_a_sheet_tells_where_and_by_whom_it_was_played(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["fine"], photos["loose"])
    shelf = shelf_on(archive)
    page = read_all(shelf)
    sheet, loose = (shelf.desk.sheet(one["key"]) for one in page.facts("en")["sheets"])
    assert sheet is not None and loose is not None
    (shown,) = dispute_of(sheet, Given(), page.played(sheet)).sheets
    first, *_ = facts_of(archive).sheets
    one, two = (facts_of(archive).player(id or "").name for id in first.columns)
    assert dict(shown.played) == {
        "Event": "Vårcupen · Round 1 · Table 1",
        "Players": f"player 1: {one}, player 2: {two}",
        "Event code": event_code(facts_of(archive)),
    }
    assert [card.name for card in shown.cards] == [f"player 1 ({one})", f"player 2 ({two})"]
    assert any(f"({name})" in str(shown.verdict) for name in (one, two)), "who leads or has won"
    table = shown.sheet.table
    assert table is not None
    rows = [together.table_row(shown.sheet, table, player)[0] for player in table.players]
    assert sorted(map(str, rows)) == [f"player 1 ({one})", f"player 2 ({two})"]
    assert page.played(loose) is None


def test_check_with_the_decisions_of_an_archive_tells_the_same(
    archive: Archive, photos: dict[str, Path]
) -> None:
    add(archive, photos["fine"])
    batch = BatchResult((read_stub(photos["fine"]), read_stub(photos["loose"])))
    found, other = with_played(batch, [archive.folder]).files
    assert found.sheets[0].played is not None
    assert found.sheets[0].played.table == 1
    assert other.sheets[0].played is None


def test_kin_of_a_photo_that_is_in_no_archive(archive: Archive) -> None:
    assert shelf_on(archive).kin(Place("0" * 64, 1, 0)) == ()
