"""Which game is this? Hints where values fit another game better, and silence elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck import pipeline
from scorecheck.audit.cases import audit_case
from scorecheck.audit.other_game import hints_for
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from tests.cli_runner import Runner
from tests.made_sheets import CLEAN, KnowingReader, kit_for, make_sheet

YATZY = {"three_kind": 12, "four_kind": 16, "full_house": 22, "small_straight": 15}
YAHTZEE = {"three_kind": 23, "full_house": 25, "small_straight": 30, "large_straight": 40}
UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}


def hints(variant: str, entries: dict[str, int], bonus: int | None = None) -> tuple[str, ...]:
    catalogue = load_catalogue()
    template = catalogue.get(variant)
    written = {} if bonus is None else {"bonus": bonus}
    card = Card({box: Entry(value) for box, value in entries.items()}, None, written)
    return hints_for([card], template, template.resolve_options(), catalogue)


def test_yatzy_values_on_a_yahtzee_card() -> None:
    assert hints("yahtzee", {**UPPER, **YATZY}, bonus=50) == (
        "Full House 22, Small Straight 15 and Bonus 50 would fit Yatzy better than Yahtzee: "
        "which game is this?",
    )


def test_yahtzee_values_on_a_yatzy_card() -> None:
    (hint,) = hints("yatzy", {**UPPER, **YAHTZEE})
    assert "would fit Yahtzee better than Yatzy" in hint


def test_boxes_of_another_game() -> None:
    (hint,) = hints("yahtzee", {**UPPER, "one_pair": 12, "two_pairs": 18, "yatzy": 50})
    assert "Yatzy better than Yahtzee" in hint


def test_six_dice() -> None:
    (hint,) = hints("yatzy", {"ones": 6, "twos": 12, "sixes": 36, "chance": 34})
    assert hint.startswith("Aces 6, Twos 12, Sixes 36 and 1 more would fit Maxi Yatzy")


@pytest.mark.parametrize(
    "variant, entries",
    [
        ("yahtzee", {**UPPER, **YAHTZEE}),
        ("yahtzee", {"threes": 18}),  # a slip, though six dice could
        ("yahtzee", {"fours": 15, "chance": 20}),
        ("yahtzee", {"full_house": 22, "three_kind": 23, "four_kind": 17}),
        ("yatzy", {**UPPER, **YATZY}),
        ("maxi", {"sixes": 36, "house": 33}),
    ],
)
def test_no_hint(variant: str, entries: dict[str, int]) -> None:
    assert hints(variant, entries) == ()


def test_a_hint_is_no_finding() -> None:
    case = {"variant": "yahtzee", "card": {"entries": {"full_house": 22, "small_straight": 15}}}
    verdict = audit_case(case, load_catalogue())
    assert [finding["name"] for finding in verdict["findings"]] == [  # type: ignore[attr-defined]
        "value-impossible"
    ] * 2
    assert len(verdict["hints"]) == 1  # type: ignore[arg-type]


def test_a_sheet_played_by_other_rules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    texts = {**CLEAN, **{f"{box}/value": str(value) for box, value in YATZY.items()}}
    sheet = make_sheet(cards={"g1": texts})
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit_for(KnowingReader(sheet.texts)))
    run = Runner(capsys, monkeypatch)
    photo = sheet.save(tmp_path / "a.png")
    assert "would fit Yatzy better than Yahtzee" in run("check", photo).out
    (file,) = run("check", photo, "--json").json("check-1")["files"]
    (note,) = file["sheets"][0]["notes"]
    assert note.endswith("which game is this?")
    assert "which game" not in run("read", photo).out
