"""Cards: what can be written, what cannot be parsed, and the recomputed sums."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecheck.errors import UsageError
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.totals import correct_totals

MARKS = st.one_of(st.none(), st.integers(-5, 400), st.sampled_from(["X", "/", "-", "\\", "–", "#"]))
ROWS = st.fixed_dictionaries(
    {"base": MARKS, "power": st.sampled_from([None, "1", "2", "D", "P", "9"]), "total": MARKS}
)


def totals(variant: str, entries: dict[str, object], **more: object) -> dict[str, object]:
    template = load_catalogue().get(variant)
    options = template.resolve_options(more.pop("options", {}))  # type: ignore[arg-type]
    card = Card.from_json({"entries": entries, **more}, template)
    return dict(correct_totals(card, template, options))


def test_strikes_and_zero_mean_the_same() -> None:
    signs = ["X", "x", "/", "\\", "-", "–", 0, "0"]
    yatzy = load_catalogue().get("yatzy")
    for sign in signs:
        assert Card.from_json({"entries": {"chance": sign}}, yatzy).entry("chance").is_struck


def test_blank_is_no_zero() -> None:
    card = Card.from_json({"entries": {"chance": None}}, load_catalogue().get("yatzy"))
    assert card.entries == {}
    assert card.entry("chance").is_blank


def test_an_impossible_card_can_be_held() -> None:
    card = Card.from_json(
        {"entries": {"chance": 20.5, "nonsense": 3}, "chips": -2}, load_catalogue().get("yahtzee")
    )
    assert card.entry("chance").base == 20.5
    assert card.entry("nonsense").base == 3
    assert card.chips == -2


def test_a_plain_number_of_a_power_row_is_its_total() -> None:
    power = load_catalogue().get("power")
    card = Card.from_json({"entries": {"chance": 60, "fours": "X"}}, power)
    assert card.entry("chance") == Entry(total=60)
    assert card.entry("fours") == Entry(base="X", total=0)


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"entries": [1]},
        {"entries": {"chance": "many"}},
        {"entries": {"chance": True}},
        {"entries": {"chance": {"base": 20}}},
        {"written": {"bonus": "?"}},
        {"chips": "two"},
    ],
)
def test_what_does_not_parse_is_named(data: object) -> None:
    with pytest.raises(UsageError) as caught:
        Card.from_json(data, load_catalogue().get("yahtzee"))
    assert "expected" in caught.value.message
    assert caught.value.help


def test_a_power_row_is_checked() -> None:
    power = load_catalogue().get("power")
    for row in ({"base": 1, "sum": 2}, {"power": [2]}, {"base": "many"}):
        with pytest.raises(UsageError):
            Card.from_json({"entries": {"chance": row}}, power)


@settings(max_examples=60, deadline=None)
@given(
    entries=st.dictionaries(st.sampled_from(["ones", "fours", "chance", "yahtzee_1"]), ROWS),
    written=st.dictionaries(st.sampled_from(["upper_sum", "bonus"]), st.integers(0, 300)),
)
def test_cards_survive_json(entries: dict[str, object], written: dict[str, int]) -> None:
    power = load_catalogue().get("power")
    card = Card.from_json({"entries": entries, "written": written}, power)
    assert Card.from_json(card.to_json(power), power) == card


def test_yahtzee_sums() -> None:
    upper = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
    found = totals("yahtzee", {**upper, "yahtzee": 50, "chance": "X"}, chips=2)
    assert found == {
        "upper_sum": 63, "bonus": 35, "upper_total": 98, "chip_points": 200,
        "lower_sum": 50, "lower_total": 250, "grand_total": 348,
    }  # fmt: skip


@pytest.mark.parametrize("points, chip_points", [(100, 300), (50, 150), (0, 0)])
def test_points_of_a_chip_are_an_option(points: int, chip_points: int) -> None:
    found = totals("yahtzee", {"yahtzee": 50}, chips=3, options={"extra_points": points})
    assert found["chip_points"] == chip_points


@pytest.mark.parametrize("sum_, bonus", [(149, 0), (150, 50), (199, 50), (200, 100), (300, 200)])
def test_power_tiers_never_add_up(sum_: int, bonus: int) -> None:
    assert totals("power", {"sixes": sum_})["bonus"] == bonus


def test_yatzy_bonus_is_an_option() -> None:
    sixes = {"sixes": 30, "fives": 20}
    assert totals("yatzy", sixes)["bonus"] == 0
    house = {"bonus_threshold": 50, "bonus_points": 30}
    assert totals("yatzy", sixes, options=house)["bonus"] == 30


def test_a_missing_power_total_counts_base_times_factor() -> None:
    found = totals("power", {"chance": {"base": 20, "power": "P", "total": None}})
    assert found["lower_total"] == 60
