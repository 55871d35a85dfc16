"""The verdict on the terminal: what a person must be able to read off it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from scorecheck.batch import check_files
from scorecheck.photo.load import load_colour
from scorecheck.report import words
from scorecheck.report.dispute import gather
from scorecheck.report.html import report_html
from scorecheck.report.json import check_document
from scorecheck.report.result import BatchResult, CardStatus, CardVerdict
from scorecheck.report.text import print_batch
from tests.cli_runner import validate
from tests.made_sheets import CLEAN, WRONG_SUM, KnowingReader, kit_for, make_sheet

DOUBTS = {"g2/fours/value": {"12": 0.49, "16": 0.48}}


def narrow(batch: BatchResult, width: int) -> str:
    out = io.StringIO()
    print_batch(batch, Console(file=out, width=width))
    return out.getvalue()


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> BatchResult:
    """One sheet: a wrong sum in game 1; in game 2 a sum that is wrong if Fours is 16."""
    folder = tmp_path_factory.mktemp("photos")
    sheet = make_sheet(cards={"g1": WRONG_SUM, "g2": CLEAN}, columns=3)
    return check_files([sheet.save(folder / "a.png")], kit_for(KnowingReader(sheet.texts, DOUBTS)))


def shown(batch: BatchResult) -> str:
    """As it stands on a terminal without colours."""
    out = io.StringIO()
    print_batch(batch, Console(file=out, width=100))
    return out.getvalue()


def test_cards_have_their_verdicts(batch: BatchResult) -> None:
    cards = batch.files[0].sheets[0].cards
    assert [card.status for card in cards] == [CardStatus.FINAL] * 2 + [CardStatus.BLANK]
    assert cards[0].verdict is CardVerdict.FINDINGS
    assert cards[2].verdict is CardVerdict.CLEAN


def test_written_and_right_sums_stand_side_by_side(batch: BatchResult) -> None:
    text = shown(batch)
    assert "62!→ 63" in text
    assert "S01" in text
    assert "62" in text and "63" in text


def test_a_follow_on_error_says_so(batch: BatchResult) -> None:
    assert "follows from" in shown(batch)


def test_a_blank_column_takes_no_room(batch: BatchResult) -> None:
    assert "game 3" not in shown(batch)


def test_a_file_that_was_not_read_is_named_among_others(tmp_path: Path) -> None:
    path = tmp_path / "letter\nplayer 1, final: all right.jpg"
    path.write_text("Dear all, this is no photo at all.\n")
    kit = kit_for(KnowingReader({}))
    assert not shown(check_files([path], kit)).strip()
    text = shown(check_files([path, path], kit))
    assert text.replace("\n", "").count("all right.jpg: not read") == 2
    assert not any(line.startswith("player 1") for line in text.splitlines())


def test_no_number_is_cut_off_in_a_narrow_window(batch: BatchResult) -> None:
    out = io.StringIO()
    print_batch(batch, Console(file=out, width=20))
    assert "62!→ 63" in out.getvalue()
    assert "…" not in out.getvalue()


_LOWER_SUMS = ("lower_total", "grand_total")


def told_of(tmp_path: Path, mode: str, doubts: dict[str, dict[str, float]]) -> BatchResult:
    """Two clean cards without lower totals, some cells in doubt."""
    without = {place: text for place, text in CLEAN.items() if place != "lower_total/sum"}
    cards = {f"{mode[0]}1": without, f"{mode[0]}2": without | {"chance/value": "18"}}
    sheet = make_sheet(cards=cards, mode=mode)
    return check_files(
        [sheet.save(tmp_path / "a.png")], kit_for(KnowingReader(sheet.texts, doubts))
    )


@pytest.mark.parametrize(
    "read, why",
    [
        ({"18": 0.99, "13": 0.005}, "asked because only 99.5 % or more counts as certain"),
        ({"13": 0.6, "18": 0.3}, ""),
    ],
)
def test_a_cell_that_seems_certain_is_asked_about_with_the_reason(
    tmp_path: Path, read: dict[str, float], why: str
) -> None:
    """99 % in doubt, and nothing said why."""
    without = {
        place: text for place, text in CLEAN.items() if place.split("/")[0] not in _LOWER_SUMS
    }
    sheet = make_sheet(cards={"p1": without | {"chance/value": "18"}}, mode="players")
    kit = kit_for(KnowingReader(sheet.texts, {"p1/chance/value": read}))
    batch = check_files([sheet.save(tmp_path / "a.png")], kit)
    (line,) = [line for line in shown(batch).splitlines() if line.startswith("  ?    Chance")]
    assert line.partition("asked")[1:] == why.partition("asked")[1:]
    page = report_html(gather(batch, ()), load_colour)
    assert (why.capitalize() in page) if why else ("Asked because" not in page)


def entries_of(text: str, name: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.startswith(name)]
    return line.removeprefix(name).split()


@pytest.mark.parametrize(
    "read, first",
    [
        ({"": 0.7, "150": 0.29}, "?"),
        ({"?": 0.7, "158": 0.29}, "?"),
        ({"": 0.9999}, "(158)"),
    ],
)
def test_only_a_sum_that_is_surely_blank_stands_in_brackets(
    tmp_path: Path, read: dict[str, float], first: str
) -> None:
    batch = told_of(tmp_path, "games", {"g1/lower_total/sum": read})
    assert entries_of(shown(batch), "Lower total") == [first, "(157)"]
    dispute = gather(batch, ())
    page = report_html(dispute, load_colour)
    assert ("(158)" in page) == (first == "(158)")


@pytest.mark.parametrize("read", [{"266": 0.49, "276": 0.48}, {"?": 0.99}])
def test_a_doubtful_grand_total_has_its_sign_at_the_table_too(
    tmp_path: Path, read: dict[str, float]
) -> None:
    batch = told_of(tmp_path, "players", {"p1/grand_total/sum": read})
    text = shown(batch)
    assert "?" in entries_of(text, "Grand total")[0]
    rows = [line.split() for line in text.splitlines() if line.startswith("  player")]
    assert [row[-1] for row in rows] == ["256?", "255"]


def test_games_whose_grand_total_is_in_doubt_come_to_no_sure_sum(tmp_path: Path) -> None:
    batch = told_of(tmp_path, "games", {"g1/grand_total/sum": {"266": 0.49, "276": 0.48}})
    assert "511 points; the grand totals as written come to 522?" in shown(batch).replace("\n", " ")


@pytest.mark.parametrize("mode", ["games", "players"])
def test_no_entry_loses_its_mark_in_any_window(tmp_path: Path, mode: str) -> None:
    kind = mode[0]
    cards = {f"{kind}{n}": WRONG_SUM if n % 2 else CLEAN for n in range(1, 7)}
    sheet = make_sheet(cards=cards, mode=mode, columns=6)
    doubts = {f"{kind}2/grand_total/sum": {"266": 0.49, "276": 0.48}}
    kit = kit_for(KnowingReader(sheet.texts, doubts))
    batch = check_files([sheet.save(tmp_path / "a.png")], kit)
    for width in (12, 20, 33, 46, 60, 100):
        text = narrow(batch, width)
        assert "…" not in text
        assert text.count("62!→ 63") == 3
        assert text.count("220!→ 256") == 3
        assert text.count("266?→ 256") == 1
        assert text.count("256?") == (mode == "players")
        drawn = text[text.index("\n") :].split("\n\n" + kind)[0].split("\n")
        assert max(map(len, drawn)) <= max(width, 24)


def test_an_empty_sheet_says_so(tmp_path: Path) -> None:
    path = make_sheet().save(tmp_path / "a.png")
    assert "nothing is written" in shown(check_files([path], kit_for(KnowingReader({}))))


def test_columns_that_belong_to_one_card_stand_side_by_side(tmp_path: Path) -> None:
    texts = {"c1.ones/value": "3", "c2.ones/value": "4", "grand_total/sum": "99"}
    sheet = make_sheet("triple", {"g1": texts}, columns=1)
    kit = kit_for(KnowingReader(sheet.texts))
    text = shown(check_files([sheet.save(tmp_path / "a.png")], kit))
    (aces,) = [line for line in text.splitlines() if line.startswith("Aces")]
    assert aces.split()[:3] == ["Aces", "3", "4"]
    (total,) = [line for line in text.splitlines() if line.startswith("Grand total")]
    assert total.split()[:3] == ["Grand", "total", "99!→"]
    assert text.count("are blank, but the game is over") == 1


def test_the_players_of_a_table_stand_below_their_cards(tmp_path: Path) -> None:
    cards = {"p1": CLEAN, "p2": WRONG_SUM | {"chance/value": "20"}}
    sheet = make_sheet(cards=cards, mode="players")
    kit = kit_for(KnowingReader(sheet.texts))
    text = shown(check_files([sheet.save(tmp_path / "a.png")], kit))
    table = text[text.index("the table, final: the winner is player 2 with 257 points") :]
    assert "by the grand totals as written: the winner is player 1 with 256 points" in table
    (second,) = [line for line in table.splitlines() if line.startswith("  player 2")]
    assert second.split() == ["player", "2", "13", "of", "13", "finished", "257"]


def test_a_card_that_hangs_on_a_doubtful_cell_is_told_with_that_reservation(tmp_path: Path) -> None:
    sheet = make_sheet(cards={"p1": CLEAN, "p2": CLEAN}, mode="players")
    sums = {"p1/lower_total/sum": "139", "p1/grand_total/sum": "237"}
    reader = KnowingReader(sheet.texts | sums, {"p1/chance/value": {"": 0.55, "19": 0.44}})
    batch = check_files([sheet.save(tmp_path / "a.png")], kit_for(reader))
    lines = [line.strip() for line in shown(batch).splitlines()]
    (first,) = [line for line in lines if line.startswith("player 1") and "12 of 13" in line]
    assert "perhaps 1 blank, not legal at the end of the game" in first
    (second,) = [line for line in lines if line.startswith("player 2") and "13 of 13" in line]
    assert "perhaps" not in second
    said = "the card of player 1 rests on player 1: Chance, which is in doubt"
    assert said in lines
    document = check_document(batch)
    validate(document, "check-1")
    players = document["files"][0]["sheets"][0]["table"]["players"]
    assert [one["card_rests_on"] for one in players] == [["p1/chance/value"], []]
    (report,) = gather(batch, ()).sheets
    assert words.sentence(said) in report.notes


def test_places_in_doubt_are_told_apart() -> None:
    assert words.rests_on(["Twos"]) == "rests on Twos, which is in doubt"
    assert words.rests_on(["Twos", "Sixes"]) == "rests on Twos and Sixes, which are in doubt"
    many = words.rests_on(["Twos, total", "Sixes", "Chance", "Fives"])
    assert many == "rests on Twos, total; Sixes; Chance and others, which are in doubt"


def test_what_is_wrong_with_a_table_is_told(tmp_path: Path) -> None:
    few = {"ones/value": "3", "twos/value": "6", "threes/value": "9"}
    sheet = make_sheet(cards={"p1": few, "p2": {"ones/value": "3"}}, mode="players")
    doubts = {"p2/chance/value": {"": 0.85, "18": 0.14}}
    batch = check_files(
        [sheet.save(tmp_path / "a.png")], kit_for(KnowingReader(sheet.texts, doubts))
    )
    text = shown(batch)
    assert "(turn-count-mismatch at game)" in text
    assert "this rests on player 2: Chance, which is in doubt" in text
    assert batch.exit_code == 1
    document = check_document(batch)
    validate(document, "check-1")
    table = document["files"][0]["sheets"][0]["table"]
    assert [player["turns"] for player in table["players"]] == [[3], [1]]
    assert table["findings"][0]["at"] == "game"
    assert table["findings"][0]["rests_on"] == ["p2/chance/value"]
    assert table["verdict"] == "doubt"


def test_games_of_one_player_are_added_up(tmp_path: Path) -> None:
    sheet = make_sheet(cards={"g1": CLEAN, "g2": WRONG_SUM})
    batch = check_files([sheet.save(tmp_path / "a.png")], kit_for(KnowingReader(sheet.texts)))
    text = shown(batch)
    together = "game 1 and game 2 together: 512 points; the grand totals as written come to 476"
    assert together in text
    document = check_document(batch)
    validate(document, "check-1")
    assert document["files"][0]["sheets"][0]["match"] == {
        "points": {"g1": 256, "g2": 256},
        "match_total": 512,
        "written_total": 476,
        "rests_on": [],
    }
