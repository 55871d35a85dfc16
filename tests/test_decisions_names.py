"""Names of persons: what can be one, how it is kept, and whose two names are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecheck.decisions import make
from scorecheck.decisions.names import clean_name, is_same, name_fault
from scorecheck.decisions.record import SECOND
from scorecheck.errors import UsageError
from tests.made_decisions import PLACE, cell_of, decision, judged_sheet
from tests.made_review import checked, desk_with, two_games
from tests.made_sheets import CLEAN

CELL = "g1/ones/value"


@pytest.mark.parametrize(
    "name", ["Åsa", "Øyvind Ø.", "O'Brien-Müller", "李", "Ольга", "7", "Åsa", "x" * 80]
)
def test_people_have_names_in_every_script(name: str) -> None:
    assert name_fault(name) == ""
    assert decision(by=name).by == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "who decides"), (" \t", "who decides"), ("\u3000", "who decides"),
        ("x" * 81, "at most 80"), ("a\nb", "can be seen"), ("a\x1b[2J", "can be seen"),
        ("\u202easa", "can be seen"), ("asa\u200b", "can be seen"), ("a\u2066b", "can be seen"),
        ("\ufeffasa", "can be seen"), ("a\u00adb", "can be seen"), ("a\u2028b", "can be seen"),
        ("\U000e0041a", "can be seen"), ("a\ue000", "can be seen"), ("\ud800a", "can be seen"),
        ("\u3164", "cannot be seen"), ("a\u3164", "cannot be seen"), ("\u115fa", "cannot be seen"),
        ("a\u034f", "cannot be seen"), ("a\ufe0f", "cannot be seen"), ("\u2800a", "cannot be seen"),
        ("---", "no letter"), ("\u0301", "no letter"), ("😀", "no letter"),
    ],
)  # fmt: skip
def test_what_is_nobodys_name(name: str, why: str) -> None:
    assert why in name_fault(name)
    with pytest.raises(UsageError, match=why):
        decision(by=name)


def test_a_name_is_kept_in_plain_letters_and_single_spaces() -> None:
    sheet = judged_sheet({"g1": CLEAN})
    cell = cell_of(sheet, "g1/chance/value")
    one = make.decide(PLACE, cell, "19", "  Ｅｖａ\u00a0  Ａ\u030asa ")
    assert one.by == "Eva Åsa"
    assert make.undo(one, " Ｅｖａ ").by == "Eva"
    for name in ("\u202eavE", "\u3164", "Eva\u200b"):
        with pytest.raises(UsageError):
            make.decide(PLACE, cell, "19", name)
        with pytest.raises(UsageError):
            make.undo(one, name)


@given(st.text(max_size=30))
def test_cleaning_twice_changes_nothing_more(name: str) -> None:
    clean = clean_name(name)
    assert clean_name(clean) == clean
    assert is_same(name, clean)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Åsa Ek", " åsa  EK "), ("Eva", "Ｅｖａ"), ("Åsa", "A\u030asa"), ("Straße", "STRASSE"),
        ("Ⅳ", "iv"), ("ﬁa", "FIA"), ("Eva\u00a0Ek", "eva ek"),
    ],
)  # fmt: skip
def test_one_person_however_it_is_typed(name: str, other: str) -> None:
    assert is_same(name, other)
    assert not is_same(name, other + " B")


@pytest.mark.parametrize("name", ["Ｅｖａ", "eVA", " Eva\u00a0"])
def test_nobody_is_the_second_reader_of_an_own_sheet(tmp_path: Path, name: str) -> None:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    (sheet,) = desk.entries()[0].sheets
    sheet.decide(CELL, "3", "Eva")
    with pytest.raises(UsageError, match="other review"):
        sheet.decide(CELL, "3", name, round=SECOND)
    assert sheet.undo(name).by == "Eva"


@pytest.mark.parametrize("name", ["Eva\u200b", "\u202eEva", "\u3164", "Eva\ufe0f"])
def test_no_name_that_only_looks_other_or_looks_the_same_gets_in(tmp_path: Path, name: str) -> None:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    (sheet,) = desk.entries()[0].sheets
    sheet.decide(CELL, "3", "Eva")
    with pytest.raises(UsageError, match="name"):
        sheet.decide(CELL, "3", name, round=SECOND)
    assert not sheet.decisions(SECOND)
