"""An event in an archive: made, drawn, added to in any order, read as it stands and as it stood."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from scorecheck.archive.code import event_code
from scorecheck.archive.decide import add_decisions
from scorecheck.archive.event_draw import draw_round, met
from scorecheck.archive.event_facts import find_event, last_record
from scorecheck.archive.event_late import seat_late
from scorecheck.archive.event_make import Wanted, make_event, planned, slug
from scorecheck.archive.event_players import add_players, withdraw
from scorecheck.archive.event_print import round_pdf
from scorecheck.archive.forget import forget
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.player_list import Entrant
from scorecheck.archive.standings import standings
from scorecheck.archive.standings_notes import withdrawn_note
from scorecheck.archive.status import states_of
from scorecheck.archive.verify import verify
from scorecheck.errors import UsageError
from scorecheck.sheet.identity import SheetIdentity
from tests.made_club import (
    CATALOGUE,
    ENTRANTS,
    GAME,
    WANTED,
    add,
    card,
    chance,
    club,
    facts_of,
    photo,
    played,
)
from tests.made_decisions import decision


def test_an_event_is_what_was_asked_for(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=()) as archive:
        facts = facts_of(archive)
    assert (facts.event.id, facts.event.name, facts.event.variant) == (
        "varcupen",
        "Vårcupen",
        "yahtzee",
    )
    assert [(one.number, one.name, one.team) for one in facts.players] == [
        (n, one.name, one.team) for n, one in enumerate(ENTRANTS, start=1)
    ]
    assert facts.sheets == ()


def test_names_are_not_in_the_log(tmp_path: Path) -> None:
    with played(tmp_path / "a") as archive:
        for record in archive.records():
            assert not [one.name for one in ENTRANTS if one.name in record.text]


def test_sheets_have_numbers_of_their_own_in_the_whole_archive(tmp_path: Path) -> None:
    with club(tmp_path / "a") as archive:
        other = make_event(archive, replace(WANTED, name="Other"), GAME, ENTRANTS)
        _, sheets = draw_round(archive, other.id, 1, GAME)
        numbers = [sheet.number for sheet in (*facts_of(archive).sheets, *sheets)]
    assert numbers == [1, 2, 3, 4, 5, 6]
    for sheet in sheets:
        identity = SheetIdentity.from_text(sheet.identity)
        assert (identity.sheet, identity.columns, identity.mode) == (sheet.number, 2, "players")


def test_a_round_is_drawn_once(tmp_path: Path) -> None:
    with club(tmp_path / "a") as archive:
        last = len(list(archive.records()))
        facts, sheets = draw_round(archive, None, 1, GAME)
        assert len(list(archive.records())) == last
    assert [sheet.number for sheet in sheets] == [1, 2]
    assert len(set(met(facts))) == 4, "four players at tables of two meet two others each"


def test_who_does_not_play_has_no_column(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as archive:
        _, sheets = draw_round(archive, None, 2, GAME, without={2, 3})
        assert {one for sheet in sheets for one in sheet.columns} == {"varcupen/1", "varcupen/4"}
        with pytest.raises(UsageError, match="drawn already, with player 4"):
            draw_round(archive, None, 2, GAME, without={4})


def test_a_table_larger_than_a_sheet_plays_on_several(tmp_path: Path) -> None:
    pdfplumber = pytest.importorskip("pdfplumber")
    game = CATALOGUE.get("triple")  # with room for two on a sheet
    create_archive(tmp_path / "a")
    with open_archive(tmp_path / "a") as archive:
        names = [Entrant(name) for name in ("Ada", "Bo", "Cleo", "Dag", "Eva")]
        make_event(archive, replace(WANTED, table_size=5), game, names)
        facts, sheets = draw_round(archive, None, 1, game)
        assert [(one.number, one.table, len(one.columns)) for one in sheets] == [
            (1, 1, 2),
            (2, 1, 2),
            (3, 1, 1),
        ]
        assert len(met(facts)) == 10, "all five sit together"
        assert verify(archive).misfits == ()
    path = tmp_path / "round.pdf"
    path.write_bytes(round_pdf(facts, sheets, game, []))
    with pdfplumber.open(path) as pdf:
        texts = [page.extract_text() for page in pdf.pages]
    assert [text.count(f"Table 1 ({n}/3)") for n, text in enumerate(texts, start=1)] == [1, 1, 1]


def test_who_comes_late_gets_a_number_and_plays_from_the_next_round(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as archive:
        before = facts_of(archive).sheets
        (eve,) = add_players(archive, None, ["  Eve   Holm "], "Röd")
        assert (eve.number, eve.name, eve.team) == (5, "Eve Holm", "Röd")
        assert draw_round(archive, None, 1, GAME)[1] == before, "what is printed stays"
        _, second = draw_round(archive, None, 2, GAME)
        assert eve.id in {one for sheet in second for one in sheet.columns}
        assert [sheet.number for sheet in second] == [3, 4, 5]
        assert verify(archive).misfits == ()


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["anna ek"], "'anna ek' is player no. 1 already"),
        (["Eve", "EVE"], "'EVE' is player no. 5 already"),
        ([" "], "a player needs a name"),
        (["E" * 81], "longer than 80 letters"),
    ],
)
def test_names_that_cannot_be_added(tmp_path: Path, names: list[str], told: str) -> None:
    with club(tmp_path / "a", rounds=()) as archive:
        with pytest.raises(UsageError, match=told):
            add_players(archive, None, names)
        assert len(facts_of(archive).players) == 4


def test_the_number_of_somebody_forgotten_stays_taken(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=()) as archive:
        forget(archive, "=Dag")
        with pytest.raises(UsageError, match=r"'EVE' is player no\. 5 already"):
            add_players(archive, None, ["Eve", "EVE"])
        (dag,) = add_players(archive, None, ["=Dag"])
        assert dag.number == 5


def test_late_players_get_sheets_of_a_round_that_was_drawn(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as archive:
        add_players(archive, None, ["Eve", "Finn", "Gun"])
        _, own = seat_late(archive, None, 1, GAME, [5, 6])
        assert [(one.number, one.table) for one in own] == [(3, 3)]
        assert own[0].columns == ("varcupen/5", "varcupen/6")
        _, more = seat_late(archive, None, 1, GAME, [7], table=1)
        assert [(one.number, one.table, one.columns) for one in more] == [(4, 1, ("varcupen/7",))]
        assert len(draw_round(archive, None, 1, GAME)[1]) == 4
        for late, table, told in (
            ([5], None, "no. 5 sits in round 1 already"),
            ([9], None, "there is no player no. 9"),
            ([5], 8, "sits in round 1 already"),
        ):
            with pytest.raises(UsageError, match=told):
                seat_late(archive, None, 1, GAME, late, table)
        with pytest.raises(UsageError, match="round 2 was not drawn yet"):
            seat_late(archive, None, 2, GAME, [5])


def test_who_leaves_keeps_the_results_and_is_seated_no_more(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as archive:
        first = facts_of(archive).sheets[0]
        gone = first.columns[0] or ""
        number = gone.rpartition("/")[2]
        add(archive, photo(tmp_path, first))
        code = event_code(facts_of(archive))
        withdraw(archive, None, number)
        facts = facts_of(archive)
        assert event_code(facts) == code
        assert facts.player(gone).withdrawn
        (row,) = [row for row in standings(facts).rows if f"{row.number}" == number]
        assert row.points[0] == 237 + chance(1, 1)
        (note,) = withdrawn_note(facts)
        assert facts.player(gone).name in note
        _, later = draw_round(archive, None, 2, GAME)
        assert gone not in {one for sheet in later for one in sheet.columns}
        with pytest.raises(UsageError, match="was withdrawn already"):
            withdraw(archive, None, number)
        withdraw(archive, None, number, back=True)
        assert not facts_of(archive).player(gone).withdrawn
        with pytest.raises(UsageError, match="was not withdrawn"):
            withdraw(archive, None, number, back=True)
        assert verify(archive).misfits == ()


def test_whoever_is_called_as_another_is_numbered_is_not_guessed(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=()) as archive:
        add_players(archive, None, ["2", "Eve"])
        with pytest.raises(UsageError, match="'2' may be several players") as refused:
            withdraw(archive, None, "2")
        assert "varcupen/2 (Bo Ål), varcupen/5 (2)" in refused.value.message
        assert "varcupen/2" in (refused.value.help or "")
        for meant, number in (("varcupen/2", 2), ("5", 5), ("eve", 6)):
            assert withdraw(archive, None, meant).number == number
        for nobody in ("", "varcupen", "7"):
            with pytest.raises(UsageError, match="there is no player"):
                withdraw(archive, None, nobody)


def test_a_blank_column_of_somebody_who_left_is_not_unfinished(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as archive:
        first = facts_of(archive).sheets[0]
        add(archive, photo(tmp_path, first, cards={"p2": {}}))
        told = [state.name for state in states_of(facts_of(archive).sheets[0])]
        assert "unfinished" in told
        withdraw(archive, None, (first.columns[1] or "").rpartition("/")[2])
        assert [state.name for state in states_of(facts_of(archive).sheets[0])] == ["in"]


def test_the_printed_round_names_everybody(tmp_path: Path) -> None:
    pdfplumber = pytest.importorskip("pdfplumber")
    with club(tmp_path / "a") as archive:
        facts, sheets = draw_round(archive, None, 2, GAME)
    notes: list[str] = []
    data = round_pdf(facts, sheets, GAME, notes)
    assert data == round_pdf(facts, sheets, GAME, [])
    assert notes == []
    path = tmp_path / "round.pdf"
    path.write_bytes(data)
    with pdfplumber.open(path) as pdf:
        texts = [page.extract_text() for page in pdf.pages]
    assert len(texts) == len(sheets)
    for text, sheet in zip(texts, sheets, strict=True):
        assert f"No. {sheet.number}" in text
        assert f"Round 2 · Table {sheet.table}" in text
        assert facts.event.name in text
        for player in sheet.columns:
            assert facts.player(player or "").name in text


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_whatever_the_order_the_code_is_the_same(tmp_path: Path, order: tuple[int, ...]) -> None:
    with played(tmp_path / "a") as archive, club(tmp_path / "b") as other:
        sheets = facts_of(other).sheets
        twice = photo(tmp_path, sheets[1], "again")
        add(other, *[photo(tmp_path, sheets[at]) for at in order], twice)
        assert facts_of(other).sheets[1].readings == 2
        assert event_code(facts_of(other)) == event_code(facts_of(archive))


def test_another_photo_of_a_settled_sheet_leaves_the_code_as_it_is(tmp_path: Path) -> None:
    sixes, twos = "p1/sixes/value", "p2/twos/value"
    with club(tmp_path / "a") as archive:
        sheet = facts_of(archive).sheets[0]
        doubts = {sixes: {"18": 0.49, "24": 0.48}, twos: {"6": 0.49, "8": 0.48}}
        (seen,) = add(archive, photo(tmp_path, sheet, "a", doubts=doubts))
        undecided = event_code(facts_of(archive))
        said = {sixes: "18", twos: "6"}
        told = [
            decision(text, sha256=seen.sha256, cell=cell, read=None) for cell, text in said.items()
        ]
        add_decisions(archive, told, CATALOGUE)
        settled = event_code(facts_of(archive))
        assert settled != undecided
        other = {"p2/full_house/value": {"25": 0.49, "": 0.48}}
        add(archive, photo(tmp_path, sheet, "b", doubts=other))
        assert facts_of(archive).sheets[0].readings == 2
        assert not any(card.open for card in facts_of(archive).sheets[0].cards)
        assert event_code(facts_of(archive)) == settled
        assert verify(archive).misfits == ()


def test_of_two_photos_with_other_doubts_the_order_changes_no_code(tmp_path: Path) -> None:
    with club(tmp_path / "a") as archive, club(tmp_path / "b") as other:
        sheet = facts_of(archive).sheets[0]
        doubts = {"p1/full_house/value": "25", "p2/yahtzee/value": "50"}
        photos = [
            photo(tmp_path, sheet, cell[:2], doubts={cell: {text: 0.49, "": 0.48}})
            for cell, text in doubts.items()
        ]
        add(archive, *photos)
        add(other, *reversed(photos))
        assert not any(card.open for card in facts_of(archive).sheets[0].cards)
        assert event_code(facts_of(archive)) == event_code(facts_of(other))


def test_points_are_those_of_the_paper(tmp_path: Path) -> None:
    with played(tmp_path / "a") as archive:
        facts = facts_of(archive)
    for sheet in facts.sheets:
        points = [one.points for one in sheet.cards]
        assert points == [237 + chance(sheet.number, column) for column in (1, 2)]
        assert [one.player for one in sheet.cards] == list(sheet.columns)
    assert sum(row.total for row in standings(facts).rows) == sum(
        one.points or 0 for one in facts.scores()
    )


def test_a_conflict_counts_for_nobody_until_it_is_settled(tmp_path: Path) -> None:
    codes = []
    for name in ("a", "b"):
        with club(tmp_path / name) as archive:
            first, *others = facts_of(archive).sheets
            photos = [photo(tmp_path, first), photo(tmp_path, first, "x", {"p2": card(6)})]
            add(archive, *(photos if name == "a" else reversed(photos)))
            add(archive, *[photo(tmp_path, sheet) for sheet in others])
            facts = facts_of(archive)
            assert facts.sheets[0].contested == {"p2"}
            assert facts.sheets[0].readings == 2
            codes.append(event_code(facts))
            (row,) = [
                r for r in standings(facts).rows if f"varcupen/{r.number}" == first.columns[1]
            ]
            assert row.points[0] is None
    assert codes[0] == codes[1]


def test_a_corrected_sheet_counts_and_the_old_one_can_be_seen(tmp_path: Path) -> None:
    with played(tmp_path / "a") as archive:
        first = facts_of(archive).sheets[0]
        with archive.read() as connection:
            before = last_record(connection)
        add(archive, photo(tmp_path, first, "new", {"p1": card(30)}), corrected=True)
        now, then = facts_of(archive).sheets[0], facts_of(archive, before).sheets[0]
    assert (now.cards[0].points, now.version, now.corrected) == (267, 2, True)
    assert then == first
    assert event_code(facts_of(archive)) != event_code(facts_of(archive, before))


def test_as_it_stood_before_any_photo(tmp_path: Path) -> None:
    with played(tmp_path / "a") as archive:
        (at,) = [one.seq for one in archive.records(kind="sheet") if one.body["sheet"] == 4]
        stood = facts_of(archive, at)
        assert [sheet.is_in for sheet in stood.sheets] == [False] * 4
        with pytest.raises(UsageError, match="was not there yet"):
            facts_of(archive, 0)


def test_an_event_is_found_by_its_name_or_alone(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=()) as archive:
        with archive.read() as connection:
            for name in (None, "VÅRCUPEN", "varcupen"):
                assert find_event(connection, name) == "varcupen"
            with pytest.raises(UsageError, match="there is no event 'open'"):
                find_event(connection, "open")
        make_event(archive, replace(WANTED, name="Other"), GAME, ENTRANTS)
        with archive.read() as connection, pytest.raises(UsageError, match="which event"):
            find_event(connection, None)


def test_two_events_of_one_name_are_refused(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=()) as archive:
        last = len(list(archive.records()))
        with pytest.raises(UsageError, match="there is an event 'Vårcupen' already"):
            make_event(archive, replace(WANTED, name="VÅRCUPEN"), GAME, ENTRANTS)
        assert len(list(archive.records())) == last


@pytest.mark.parametrize(
    ("wanted", "variant", "players", "told"),
    [
        (replace(WANTED, table_size=5), "power", 8, "a table of 5 does not fit on one sheet of A4"),
        (replace(WANTED, table_size=None, paper="a5"), "power", 8, "a table of 2 does not fit on"),
        (replace(WANTED, table_size=1), "power", 8, "but power is for 2-6"),
        (replace(WANTED, ties=("age",)), "yahtzee", 8, "no rule for ties 'age'"),
        (replace(WANTED, name=" – "), "yahtzee", 8, "needs a name"),
        (replace(WANTED, options={"none": "1"}), "yahtzee", 8, "none"),
    ],
)
def test_what_cannot_be_played(wanted: Wanted, variant: str, players: int, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        planned(wanted, CATALOGUE.get(variant), players)


def test_ids_are_plain() -> None:
    assert slug("Vårcupen 2026!") == "varcupen-2026"
    assert slug("  Ärende_7 / B ") == "arende-7-b"
