"""`scorecheck audit`: typed cards, one or many."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from scorecheck.audit import cases
from scorecheck.game.catalogue import Catalogue
from tests.cli_runner import Runner

GOOD = {"id": "good", "variant": "yatzy", "card": {"entries": {"ones": 3, "sixes": "X"}}}
BAD = {
    "id": "bad",
    "variant": "yatzy",
    "card": {"entries": {"ones": 3, "sixes": 18}, "written": {"upper_sum": 22}},
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def saved(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_one_card_or_a_list(run: Runner, tmp_path: Path) -> None:
    one, many = saved(tmp_path / "1.json", GOOD), saved(tmp_path / "2.json", [GOOD, BAD])
    assert run("audit", one).code == 0
    ended = run("audit", one, many, "--json")
    assert ended.code == 1
    verdicts = ended.json("audit-1")["verdicts"]
    assert [verdict["id"] for verdict in verdicts] == ["good", "good", "bad"]
    (finding,) = verdicts[2]["findings"]
    assert (finding["name"], finding["at"]) == ("sum-wrong", "upper_sum")
    assert (finding["written"], finding["expected"]) == (22, 21)


def test_findings_and_totals_in_words(run: Runner, tmp_path: Path) -> None:
    text = run("audit", saved(tmp_path / "a.json", [GOOD, BAD])).out
    assert "good: clean" in text
    assert "bad: 1 finding" in text
    assert "22" in text
    assert "upper_sum 21" in text


def test_standard_input(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(BAD).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run("audit", "-").code == 1


def test_one_wrong_case_stops_no_other(run: Runner, tmp_path: Path) -> None:
    cases = [GOOD | {"variant": "chess"}, BAD, {"id": "empty"}]
    ended = run("audit", saved(tmp_path / "a.json", cases), "--json")
    assert ended.code == 2
    assert [verdict["id"] for verdict in ended.json("audit-1")["verdicts"]] == ["bad"]
    assert "chess" in ended.err
    assert "case empty" in ended.err


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [(b"{", 2, "not JSON"), (b"\xff\xd8\xff\xe0 photo", 2, "not JSON"), (None, 3, "cannot open")],
)
def test_files_that_hold_no_cards(
    run: Runner, tmp_path: Path, data: bytes | None, code: int, said: str
) -> None:
    path = tmp_path / "å.json"
    if data is not None:
        path.write_bytes(data)
    ended = run("audit", path)
    assert ended.code == code
    assert said in ended.err
    assert "å.json" in ended.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '{"variant": "yatzy", "card": {"entries": {"ones": 3, "ones": 4}}}',
            "'ones' stands twice",
        ),
        ('{"variant": "yatzy", "card": {"entries": {"ones": NaN}}}', "NaN is no number"),
        ('{"variant": "yatzy", "card": {"entries": {"ones": 1e999}}}', "1e999 is no number"),
        ('{"variant": "yatzy", "card": {"entries": {"ones": "--5"}}}', "entries: expected"),
        ('{"variant": "yatzy", "card": {"entries": {"": 5}}}', "expected names"),
        ("[" * 100_000, "not JSON"),
        ('{"id": [1], "variant": "yatzy", "card": {}}', "id: expected a text"),
        ('{"id": true, "variant": "yatzy", "card": {}}', "id: expected a text"),
        ('{"variant": "yatzy", "cards": [{}], "winner": true}', "winner: expected a player's"),
    ],
)
def test_what_cannot_be_meant_is_refused(run: Runner, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "a.json").write_text(text)
    ended = run("audit", tmp_path / "a.json", "--json")
    assert ended.code == 2
    assert said.replace("entries: ", "ones: ") in ended.err
    assert ended.json("audit-1")["verdicts"] == []


def test_a_fault_of_our_own_takes_no_other_case_with_it(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_case = cases.judge_case

    def sometimes(case: object, catalogue: Catalogue, number: int, **how: bool) -> object:
        return judge_case(case, catalogue, number // (2 - number), **how)

    monkeypatch.setattr(cases, "judge_case", sometimes)
    ended = run("audit", saved(tmp_path / "a.json", [BAD, GOOD]), "--json")
    assert ended.code == 70
    assert [verdict["id"] for verdict in ended.json("audit-1")["verdicts"]] == ["bad"]
    assert "case 2: an error of scorecheck's own: ZeroDivisionError" in ended.err


@pytest.mark.parametrize(
    "case, said",
    [
        ({"variant": "yatzy", "card": {"ones": 3}}, "ones: expected"),
        ({"variant": "yatzy", "ones": 3, "card": {}}, "ones: expected"),
        ({"variant": "yatzy", "card": {"upper_sum": 3}}, "upper_sum: expected"),
        ({"variant": "yatzy", "stauts": "final", "card": {}}, "the key 'status'"),
        ({"variant": "yatzy", "card": {"entries": {}, "writen": {"bonus": 9}}}, "'written'"),
        ({"variant": "triple", "card": {"colums": []}}, "the key 'columns'"),
        ({"card": {}}, "variant: expected the name of a game"),
    ],
)
def test_what_would_go_unread_is_refused(
    run: Runner, tmp_path: Path, case: object, said: str
) -> None:
    ended = run("audit", saved(tmp_path / "a.json", case))
    assert ended.code == 2
    assert said in ended.err


def test_notes_of_ones_own_may_stand_in_a_case(run: Runner, tmp_path: Path) -> None:
    card = {"entries": {"ones": 3}, "note": "spilt coffee", "_seat": 2}
    noted = {**GOOD, "why": "final of the club", "name": "x", "_table": 4, "card": card}
    assert run("audit", saved(tmp_path / "a.json", noted)).code == 0


ONE: dict[str, object] = {"variant": "yatzy", "card": {"entries": {"ones": 3}}}
TWO: dict[str, object] = {"variant": "yatzy", "cards": [{"entries": {"ones": 3}}, {}]}
GAMES: dict[str, object] = {"variant": "yatzy", "games": [{"entries": {"ones": 3}}, {}]}
TRIPLE: dict[str, object] = {"variant": "triple"}
ROLL = [1, 1, 1, 2, 3]


@pytest.mark.parametrize(
    "case, said",
    [
        (ONE | {"foo": 1}, "case 1: the key 'foo' is not known in a case"),
        (TWO | {"dice": {"ones": ROLL}}, "dice: it says nothing beside cards"),
        (GAMES | {"dice": {"ones": ROLL}}, "dice: it says nothing beside games"),
        (ONE | {"match_total": 9999}, "match_total: it says nothing beside card,"),
        (TWO | {"match_total": 9999}, "match_total: it says nothing beside cards"),
        (ONE | {"winner": 1}, "winner: it says nothing beside card,"),
        (GAMES | {"winner": 2}, "winner: it says nothing beside games"),
        (GAMES | {"names": ["A", "B"]}, "names: it says nothing beside games"),
        (ONE | {"dice": {"Ones": ROLL}}, "Yatzy has no box 'Ones'"),
        (ONE | {"dice": {"one": ROLL}}, "Yatzy has no box 'one'"),
        (
            {**TRIPLE, "card": {"columns": [{}]}, "dice": {"ones": ROLL}},
            "with its column: c1.ones",
        ),
        ({"variant": "yatzy", "cards": [{}, {"seat": 2}]}, "card 2: the key 'seat' is not known"),
        ({"variant": "yatzy", "games": [{}, {"entries": {"ones": "?"}}]}, "game 2: ones: expected"),
        ({**TRIPLE, "card": {"columns": [], "entries": {}}}, "'entries' is not known in a card"),
        ({**TRIPLE, "card": {"columns": [{}, {"columns": []}]}}, "column c2: the key 'columns'"),
        ({**TRIPLE, "card": {"columns": [{}], "chips": {"c2": 1}}}, "chips.c2: expected"),
        ({**TRIPLE, "card": {"columns": [{"chips": 2}], "chips": [1]}}, "chips.c1: expected"),
    ],
)
def test_what_has_no_place_is_refused_with_its_name(
    run: Runner, tmp_path: Path, case: object, said: str
) -> None:
    ended = run("audit", saved(tmp_path / "a.json", case))
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


@pytest.mark.parametrize(
    "case, said",
    [
        (ONE | {"dice": {"twos": ROLL}}, "Twos is blank: the dice given for it"),
        (
            {
                **TRIPLE,
                "card": {"columns": [{"entries": {"ones": 3}}]},
                "dice": {"c1.ones": ROLL, "c2.ones": ROLL},
            },
            "Double: Aces is blank: the dice given for it",
        ),
    ],
)
def test_dice_of_a_blank_box_are_told_of(
    run: Runner, tmp_path: Path, case: object, said: str
) -> None:
    ended = run("audit", saved(tmp_path / "a.json", case))
    assert (ended.code, ended.out.count("is blank")) == (0, 1)
    assert said in ended.out


def test_a_sum_that_a_game_of_columns_does_not_have_is_found(run: Runner, tmp_path: Path) -> None:
    case = {**TRIPLE, "status": "totals-only", "card": {"columns": [], "written": {"foo": 3}}}
    ended = run("audit", saved(tmp_path / "a.json", case))
    assert ended.code == 1
    assert "no sum called foo" in ended.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "there is no card in it"),
        (
            '{"variant": "yatzy", "card": {"entries": {"ones": ' + "9" * 5000 + "}}}",
            "has 5000 digits",
        ),
        ('{"variant": "yatzy", "card": {"written": {"grand_total": "X"}}}', "written.grand_total:"),
        ('{"variant": "yatzy", "card": {"written": {"grand_total": ""}}}', "written.grand_total:"),
        ('{"variant": "yatzy", "card": {"written": {"bonus": ""}}}', "written.bonus: expected"),
        ('{"variant": "yahtzee", "card": {"chips": "X"}}', "chips: expected a number"),
    ],
)
def test_what_is_no_card_or_no_sum_is_said_plainly(
    run: Runner, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "a.json").write_text(text)
    ended = run("audit", tmp_path / "a.json")
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert "limit" not in ended.err


def test_a_struck_bonus_is_none_and_is_checked(run: Runner, tmp_path: Path) -> None:
    for ones, code in ((3, 0), (63, 1)):
        card = {"entries": {"ones": ones}, "written": {"bonus": "X"}}
        path = saved(tmp_path / "a.json", {"variant": "yatzy", "card": card})
        ended = run("audit", path)
        assert (ended.code, "(bonus-wrong at bonus)" in ended.out) == (code, bool(code))


def test_one_filled_box_is_one(run: Runner, tmp_path: Path) -> None:
    card = {"entries": {"yahtzee": 50}, "chips": 3}
    ended = run("audit", saved(tmp_path / "a.json", {"variant": "yahtzee", "card": card}))
    assert "but with 1 filled box there can be" in ended.out


def test_a_file_without_a_name_is_refused(run: Runner) -> None:
    for command in ("audit", "check", "read"):
        ended = run(command, "")
        assert ended.code == 2
        assert "the name of a file is empty" in ended.err


def test_names_begin_no_line_of_their_own(run: Runner, tmp_path: Path) -> None:
    forged = "\nforged: clean\x1b[2K\u202e"
    cases = [
        {**TWO, "id": forged, "names": [forged, "B"]},
        {
            "id": forged,
            "variant": "yatzy",
            "card": {"entries": {forged: 3}, "written": {forged: 1}},
        },
        {"id": forged, "variant": "yatzy", "card": {"entries": {forged: "?"}}},
        {"id": forged, "variant": "yatzy", "card": {forged: 1}},
    ]
    ended = run("audit", saved(tmp_path / "a.json", cases), "--witness")
    said = ended.out + ended.err
    assert ended.code == 2
    assert said.count("forged: clean") > 8
    assert not any(line.lstrip().startswith("forged") for line in said.splitlines())
    assert not set("\x1b\u202e") & set(said)


def test_a_table_of_players_is_never_cut(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "a.json", TWO | {"names": ["A" * 30, "Bo"]})
    for width in ("20", "46", "100"):
        monkeypatch.setenv("COLUMNS", width)
        text = run("audit", path).out
        assert "…" not in text
        assert "A" * 30 in text.replace("\n", "")
        assert ("points: 3" in text) == (width != "100")


def test_the_help_shows_a_card(run: Runner) -> None:
    assert '"entries": {"ones": 3' in " ".join(run("audit", "--help").out.split())


ALIKE = (
    "yatzy cheerio chess variant card cards entries games case good wrong final loser progress "
    "totals only bonus names name winner dice options status written ones null help audit "
    "scorecheck"
)
"""What a file calls things, names, and words that two of the languages share."""
WORD = re.compile(r"[^\W\d]{4,}")


@pytest.mark.parametrize("lang", ["sv", "no", "de"])
def test_everything_is_said_in_the_language_asked_for(
    run: Runner, tmp_path: Path, lang: str
) -> None:
    struck = {"variant": "yatzy", "card": {"entries": {"ones": "?"}}}
    wrong = [
        ONE | {"foo": 1},
        GOOD | {"variant": "chess"},
        {"id": 1},
        struck,
        [],
        *[GOOD | {"status": "x"}],
    ]
    path = saved(tmp_path / "a.json", [GOOD, BAD, TWO, *wrong])
    for option in ((), ("--witness",)):
        english = run("audit", path, *option)
        ended = run("audit", path, *option, "--lang", lang)
        assert ended.code == english.code == 2
        for one, other in ((english.out, ended.out), (english.err, ended.err)):
            for line, told in zip(one.splitlines(), other.splitlines(), strict=True):
                shared = words(line, path) & words(told, path)
                assert not shared, (line, told)


def words(text: str, path: Path) -> set[str]:
    """The words of a text that no two languages share."""
    found = {word.lower() for word in WORD.findall(text.replace(str(path), ""))}
    return {word for word in found if "_" not in word} - set(ALIKE.split())
