"""The identity of a sheet: as text, as letters, and in the marks."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecheck.errors import InputError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.sheet.identity import SheetIdentity, option_text
from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.letters import CHECK_LENGTH, find_letters, from_letters, to_letters
from scorecheck.sheet.marks import (
    BASE,
    known_sheets,
    mark_ids,
    sheet_code,
)
from scorecheck.sheet.pdf import sheet_identity

QR_ALPHABET = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
TAGS_IN_36H11 = 587

_names = st.from_regex(r"[a-z][a-z0-9_]{0,11}", fullmatch=True)
_values = st.one_of(
    st.sampled_from(["true", "false", "none", "first-first", "ones,twos", ""]),
    st.integers(0, 500).map(str),
    _names,
)
identities = st.builds(
    SheetIdentity,
    variant=_names,
    template_version=st.integers(1, 9999),
    paper=st.sampled_from(sorted(PAPERS_MM)),
    lang=st.sampled_from(["en", "sv", "no", "da", "de", "fi"]),
    columns=st.integers(1, 6),
    mode=st.sampled_from(["games", "players"]),
    options=st.dictionaries(_names, _values, max_size=4),
    sheet=st.integers(1, 99999),
    layout_version=st.integers(1, 99),
)


@given(identities)
def test_the_qr_text_gives_back_the_identity(identity: SheetIdentity) -> None:
    assert SheetIdentity.from_text(identity.to_text()) == identity
    assert set(identity.to_text()) <= QR_ALPHABET


@given(identities)
def test_the_printed_letters_give_back_the_identity(identity: SheetIdentity) -> None:
    assert from_letters(to_letters(identity)) == identity
    assert from_letters(" " + to_letters(identity).lower().replace("/", " / ")) == identity


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org/",
        "SC2/YAHTZEE.1/A4.1/SV/G6/12",
        "SC1/YAHTZEE/A4.1/SV/G6/12",
        "SC1/YAHTZEE.1/A3.1/SV/G6/12",
        "SC1/YAHTZEE.1/A4.1/SV/G7/12",
        "SC1/YAHTZEE.1/A4.1/SV/G6",
        "SC1/YAHTZEE.1/A4.1/SV/G6/12/JOKER",
        "SC1/YAHTZEE.1/A4.1/SV/G6/twelve",
    ],
)
def test_a_foreign_code_is_refused_in_words(text: str) -> None:
    with pytest.raises(InputError) as caught:
        SheetIdentity.from_text(text)
    assert caught.value.code == "unknown-sheet"
    assert caught.value.help


def test_letters_are_put_right_where_the_usual_ones_were_confused() -> None:
    identity = SheetIdentity("yahtzee", 1, "a4", "sv", 6, sheet=1018)
    line = to_letters(identity)
    for misread in (
        line.replace("0", "O"),
        line.replace("SC1", "5CI", 1),
        line.replace("Z", "2").replace("G6", "66"),
        line.replace("1", "I", 3),
    ):
        assert from_letters(misread) == identity, misread


def test_letters_that_do_not_agree_are_refused() -> None:
    line = to_letters(SheetIdentity("yahtzee", 1, "a4", "sv", 6, sheet=17))
    with pytest.raises(InputError):
        from_letters(line.replace("SV", "XY"))
    with pytest.raises(InputError):
        from_letters(line[:-1])


def test_letters_are_found_among_other_lines_and_over_two() -> None:
    long = SheetIdentity("yahtzee", 1, "a5", "en", 6, options={"joker": "free", "chip_limit": "10"})
    line = to_letters(long)
    cut = line.index("CHIP")
    assert find_letters(["WLSJ:", f"IR{line}N.12-", "OI.P100"]) == long
    assert find_letters(["17X/", line[:cut], line[cut:] + "N.1"]) == long
    assert find_letters(["17X/", line[:cut], "noise"]) is None
    assert find_letters([]) is None


def test_check_characters_tell_a_wrong_sheet_number() -> None:
    lines = {to_letters(SheetIdentity("yatzy", 1, "a4", "no", 4, sheet=n)) for n in range(1, 200)}
    assert len({line[-CHECK_LENGTH:] for line in lines}) > 195


@given(identities)
def test_every_mark_tells_its_corner_and_three_give_the_fourth(identity: SheetIdentity) -> None:
    ids = mark_ids(identity)
    assert [mark % 4 for mark in ids] == [0, 1, 2, 3]
    assert max(ids) < TAGS_IN_36H11
    first, second, third, fourth = (mark // 4 for mark in ids)
    assert (first * BASE + second) * BASE + third == sheet_code(identity)
    assert (first + second + third) % BASE == fourth


def test_any_three_marks_tell_the_kind_of_sheet() -> None:
    known = known_sheets(load_catalogue()).values()
    threes = [three for identity in known for three in combinations(mark_ids(identity), 3)]
    assert len(threes) == 4 * len(known)
    assert len(set(threes)) == len(threes)


def test_every_sheet_that_can_be_printed_has_a_code_of_its_own() -> None:
    catalogue = load_catalogue()
    known = known_sheets(catalogue)
    assert len(known) == len(
        {(i.variant, i.paper, i.columns, i.default_options) for i in known.values()}
    )
    for template in (one for one in catalogue.all() if one.printable):
        for paper in PAPERS_MM:
            for columns in range(1, 7):
                printed = sheet_identity(template, paper, "en", columns=columns)
                told = known[sheet_code(printed)]
                assert not told.complete
                assert (told.variant, told.paper, told.columns, told.default_options) == (
                    template.id,
                    paper,
                    printed.columns,
                    True,
                )


def test_only_options_that_differ_are_carried() -> None:
    template = load_catalogue().get("yahtzee")
    usual = sheet_identity(template, "a4", "en", columns=6, options={"joker": "forced"})
    assert usual.default_options and not usual.options
    other = sheet_identity(
        template, "a4", "en", columns=6, options={"joker": "free", "as_joker": ("yahtzee",)}
    )
    assert other.options == {"joker": "free"}
    assert sheet_code(other) != sheet_code(usual)
    again = SheetIdentity.from_text(other.to_text())
    assert template.resolve_options(dict(again.options))["joker"] == "free"


def test_option_values_as_text() -> None:
    assert [option_text(v) for v in (True, None, 10, ("a", "b"), "free")] == [
        "true",
        "none",
        "10",
        "a,b",
        "free",
    ]
