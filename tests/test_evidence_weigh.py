"""What the weighing settles, what it asks about, and what it must never do."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from scorecheck.evidence.chips import chip_count
from scorecheck.evidence.policy import POLICY, Around, Why
from scorecheck.evidence.posterior import Posterior
from scorecheck.evidence.to_card import card_from_texts, card_of
from scorecheck.evidence.weigh import weigh, weigh_cell
from scorecheck.game.card import Card, Entry
from scorecheck.measure.noisy_reader import NoisyReader
from scorecheck.measure.weighing import blind, made_cards, main, tally, weighed
from scorecheck.reading.traces import with_traces
from scorecheck.reading.types import Candidate, CellReading, State
from tests.made_weighed import (
    DOUBTFUL,
    SURE,
    YATZY,
    cell_of,
    column,
    findings,
    game,
    weigh_card,
)


def test_a_clear_card_passes_whole() -> None:
    card = weigh_card("yatzy", YATZY)
    assert not card.open_cells
    assert card.posterior > 0.999
    assert not findings(card, "yatzy")
    assert max(card.mistakes.values()) < 0.01


def test_sums_and_legal_values_settle_a_doubtful_cell() -> None:
    seen = {"sixes": (DOUBTFUL, {"18": 0.75, "13": 0.24})}
    card = weigh_card("yatzy", YATZY, seen)
    assert cell_of(card, "sixes") == ("18", SURE)
    assert card.cells[5].alone.text == "18"


def test_a_value_that_the_picture_does_not_clearly_show_is_asked_about() -> None:
    """An impossible 13 would else pass for the only possible value that looks like it."""
    for shown in ({"18": 0.45, "13": 0.54}, {"18": 0.45, "?": 0.54}):
        seen = {"sixes": (DOUBTFUL, shown)}
        assert cell_of(weigh_card("yatzy", YATZY, seen), "sixes") == ("18", DOUBTFUL)
    hard_to_read = {"sixes": (DOUBTFUL, {"18": 0.65, "?": 0.34})}
    assert cell_of(weigh_card("yatzy", YATZY, hard_to_read), "sixes") == ("18", SURE)


def test_the_rules_of_a_box_alone_never_choose_a_possible_number() -> None:
    """Only where sums speak for it is an impossible number that the picture may show left aside."""
    perhaps, hardly = {"18": 0.95, "13": 0.04}, {"18": 0.98, "13": 0.01}
    for name, cell in (("yatzy", "sixes/value"), ("power", "sixes/base")):
        alone = weigh_card(name, {cell: "18"}, {cell: (DOUBTFUL, perhaps)})
        assert cell_of(alone, "sixes") == ("18", DOUBTFUL)
        alone = weigh_card(name, {cell: "18"}, {cell: (DOUBTFUL, hardly)})
        assert cell_of(alone, "sixes") == ("18", SURE)
    summed = weigh_card("yatzy", YATZY, {"sixes": (DOUBTFUL, perhaps)})
    assert cell_of(summed, "sixes") == ("18", SURE)


def test_an_impossible_number_is_settled_on_where_no_other_is_likely() -> None:
    """The card then says what is wrong at once."""
    off = {**YATZY, "upper_sum": "58", "bonus": "0", "grand_total": "183"}
    card = weigh_card("yatzy", off, {"sixes": (DOUBTFUL, {"13": 0.99, "18": 0.001})})
    assert cell_of(card, "sixes") == ("13", SURE)
    assert ("value-impossible", "sixes") in {(f.name, f.at) for f in findings(card, "yatzy")}


def test_a_sum_that_fits_is_not_chosen_where_the_picture_wavers() -> None:
    """A wrong sum always looks like another one; an entry is also what its box can hold."""
    for shown, state in (({"63": 0.66, "68": 0.33}, DOUBTFUL), ({"63": 0.8, "68": 0.19}, SURE)):
        card = weigh_card("yatzy", YATZY, {"upper_sum": (DOUBTFUL, shown)})
        assert cell_of(card, "upper_sum") == ("63", state)
    card = weigh_card("yatzy", YATZY, {"sixes": (DOUBTFUL, {"18": 0.66, "24": 0.33})})
    assert cell_of(card, "sixes") == ("18", SURE)


STRUCK = {**YATZY, "sixes": "/", "upper_sum": "45", "bonus": "0", "grand_total": "170"}


def test_a_stroke_that_may_be_an_impossible_1_is_asked_about() -> None:
    """No 1 can stand in the sixes, so the card would always take the stroke for a strike."""
    alone = {"sixes": "/", "yatzy": "X"}
    for shown, state in (({"/": 0.97, "1": 0.02}, DOUBTFUL), ({"/": 0.995, "1": 0.002}, SURE)):
        card = weigh_card("yatzy", alone, {"sixes": (DOUBTFUL, shown)})
        assert cell_of(card, "sixes") == ("/", state)


def test_sums_tell_a_stroke_from_a_1() -> None:
    texts = {**STRUCK, "yatzy": "X"}
    doubtful = {"sixes": (DOUBTFUL, {"/": 0.95, "1": 0.04})}
    assert cell_of(weigh_card("yatzy", texts, doubtful), "sixes") == ("/", SURE)
    counted = {**texts, "upper_sum": "46", "grand_total": "171"}
    assert cell_of(weigh_card("yatzy", counted, doubtful), "sixes")[1] is DOUBTFUL


def test_a_stroke_is_sooner_a_strike_where_the_same_stroke_strikes_another_box() -> None:
    for other, state in (("/", SURE), ("X", DOUBTFUL)):
        seen = {"sixes": (DOUBTFUL, {"/": 0.96, "1": 0.02}), "yatzy": (SURE, {other: 0.9995})}
        card = weigh_card("yatzy", {"sixes": "/", "yatzy": other}, seen)
        assert cell_of(card, "sixes") == ("/", state)


def test_what_the_networks_met_often_weighs_no_more_for_it() -> None:
    """Numbers of one digit were met more often than those of two, and nothing oftenest."""
    unknown = {**YATZY, "upper_sum": "", "bonus": "", "grand_total": ""}
    card = weigh_card("yatzy", unknown, {"chance": (DOUBTFUL, {"16": 0.45, "6": 0.5})})
    assert cell_of(card, "chance") == ("16", DOUBTFUL)
    card = weigh_card("yatzy", unknown, {"yatzy": (DOUBTFUL, {"X": 0.79, "": 0.21})})
    assert cell_of(card, "yatzy") == ("X", DOUBTFUL)


def test_an_entry_rubbed_out_that_its_sum_still_counts_is_asked_about() -> None:
    trace = with_traces([{"18": 0.98, "16": 0.01}] + [{"9": 1.0}] * 5, [0.1] + [0.6] * 5, "a" * 6)
    card = weigh_card("yatzy", YATZY, {"sixes": (DOUBTFUL, trace[0])})
    assert cell_of(card, "sixes") == ("18", DOUBTFUL)


def test_an_empty_cell_with_ink_is_asked_about_where_the_sums_miss_an_entry() -> None:
    """A 6 across the line is easily taken for the neighbour's ink."""
    seen = {"threes": (State.BLANK, {"": 0.998, "?": 0.001})}
    card = weigh_card("yatzy", YATZY, seen)
    assert cell_of(card, "threes") == ("", DOUBTFUL)
    without_ink = {"threes": (State.BLANK, {"": 0.9995})}
    assert cell_of(weigh_card("yatzy", YATZY, without_ink), "threes") == ("", State.BLANK)


def test_the_small_doubts_of_clear_cells_open_no_other_cell() -> None:
    """Together they are more than the card may leave; but asking about another mends none."""
    others = {"ones": "2", "twos": "4", "threes": "6", "fours": "8", "fives": "10", "chance": "20"}
    clear = {box: (SURE, {YATZY[box]: 0.991, other: 0.008}) for box, other in others.items()}
    unsummed = {**YATZY, "upper_sum": "", "bonus": "", "grand_total": ""}
    card = weigh_card("yatzy", unsummed, {**clear, "sixes": (DOUBTFUL, {"18": 0.98, "13": 0.01})})
    assert cell_of(card, "sixes") == ("18", SURE)
    assert card.posterior < POLICY.card


def test_what_fits_is_never_settled_on_against_the_picture() -> None:
    seen = {"sixes": (DOUBTFUL, {"13": 0.55, "18": 0.44})}
    assert cell_of(weigh_card("yatzy", YATZY, seen), "sixes")[1] is DOUBTFUL


def test_what_the_picture_shows_first_is_named_whatever_the_card_says() -> None:
    """An impossible 13 that the sums do not count: whoever is asked must find it named."""
    written = {**YATZY, "grand_total": "226"}
    seen = {"one_pair": (DOUBTFUL, {"13": 0.73, "/": 0.15, "": 0.11})}
    card = weigh_card("yatzy", written, seen)
    (cell,) = (cell for cell in card.cells if cell.alone.box == "one_pair")
    assert cell.state is DOUBTFUL
    assert "13" in {candidate.text for candidate in cell.alternatives}


def test_a_clear_cell_is_never_changed() -> None:
    for wrong in ("61", "64", "73", "99"):
        seen = {"upper_sum": (SURE, {wrong: 0.9999, "63": 0.0001})}
        card = weigh_card("yatzy", YATZY, seen)
        assert cell_of(card, "upper_sum")[0] == wrong
        assert ("sum-wrong", "upper_sum") in {(f.name, f.at) for f in findings(card, "yatzy")}


def test_a_clear_cell_with_a_likely_other_reading_is_asked_about_but_kept() -> None:
    seen = {"upper_sum": (SURE, {"68": 0.995, "63": 0.005})}
    card = weigh_card("yatzy", YATZY, seen)
    assert cell_of(card, "upper_sum") == ("68", DOUBTFUL)


def test_a_sum_that_may_be_wrong_on_paper_stays_open() -> None:
    seen = {"upper_sum": (DOUBTFUL, {"62": 0.93, "63": 0.06})}
    card = weigh_card("yatzy", YATZY, seen)
    assert cell_of(card, "upper_sum")[1] is DOUBTFUL


def test_a_doubtful_sum_is_read_as_wrong_where_the_later_sums_follow_it() -> None:
    seen = {"upper_sum": (DOUBTFUL, {"62": 0.6, "63": 0.4})}
    card = weigh_card("yatzy", {**YATZY, "bonus": "0", "grand_total": "187"}, seen)
    assert cell_of(card, "upper_sum")[0] == "62"
    assert card.mistakes["upper_sum"] > 0.85
    assert ("sum-wrong", "upper_sum") in {(f.name, f.at) for f in findings(card, "yatzy")}


def test_illegible_ink_is_never_settled_by_the_sums() -> None:
    seen = {"sixes": (State.ILLEGIBLE, {"?": 0.9, "18": 0.05})}
    card = weigh_card("yatzy", YATZY, seen)
    assert cell_of(card, "sixes") == ("?", State.ILLEGIBLE)
    assert card.texts["g1/sixes/value"] == "18"


def test_a_text_that_the_picture_hardly_shows_is_not_settled_on() -> None:
    seen = {"sixes": (DOUBTFUL, {"13": 0.99 - POLICY.seen, "18": POLICY.seen / 2})}
    card = weigh_card("yatzy", YATZY, seen)
    assert cell_of(card, "sixes")[1] is DOUBTFUL


def test_a_card_that_does_not_hang_together_is_asked_about() -> None:
    seen = {
        "sixes": (DOUBTFUL, {"18": 0.6, "13": 0.3, "15": 0.1}),
        "fives": (DOUBTFUL, {"15": 0.6, "10": 0.4}),
    }
    card = weigh_card("yatzy", {**YATZY, "upper_sum": "58", "bonus": "0"}, seen)
    assert len(card.open_cells) >= 1


def test_rows_with_a_multiplier_settle_each_other() -> None:
    texts = {"ones/base": "3", "ones/power": "2", "ones/total": "6"}
    seen = {"ones/power": (DOUBTFUL, {"3": 0.5, "2": 0.48})}
    card = weigh_card("power", texts, seen)
    assert card.cells[1].text == "2"
    assert card.mistakes["ones"] < 0.2


def test_chips_are_ticks_or_a_number() -> None:
    assert chip_count(["v", "X", ""]) == 2
    assert chip_count(["", "", "3"]) == 3
    assert chip_count(["v", "v", "1"]) == 3
    assert chip_count([]) == 0
    texts = {"yahtzee": "50", "chips/1": "v", "chip_points": "100"}
    template = game("yahtzee")
    cells = column(template, texts, {"chips/2": (DOUBTFUL, {"v": 0.55, "": 0.44})})
    card = weigh(cells, template, template.resolve_options())
    assert next(c for c in card.cells if c.cell == "g1/chips/2").text == ""
    assert card_of(card, template).chips == 1


def test_probability_of_one_text_is_its_marginal() -> None:
    template = game("yahtzee")
    seen = {"fours": (DOUBTFUL, {"12": 0.6, "16": 0.4}), "chips/1": (DOUBTFUL, {"v": 0.5, "": 0.5})}
    cells = column(template, {"fours": "12", "upper_sum": "16"}, seen)
    posterior = Posterior(cells, template, template.resolve_options())
    for cell, texts in posterior.marginals.texts.items():
        assert sum(texts.values()) == pytest.approx(1.0, abs=1e-9)
        for text, p in texts.items():
            assert posterior.probability({cell: text}) == pytest.approx(p, abs=1e-9)
    assert posterior.probability({}) == pytest.approx(1.0)


def test_every_game_has_marginals_that_sum_to_one() -> None:
    reader = NoisyReader(clearness=4.0)
    for made in made_cards(reader, "tune", 3):
        options = made.template.resolve_options()
        for texts in Posterior(made.cells, made.template, options).marginals.texts.values():
            assert sum(texts.values()) == pytest.approx(1.0, abs=1e-9)


def test_texts_become_a_card() -> None:
    template = game("power")
    texts = {"ones/base": "3", "ones/power": "d", "ones/total": "6", "twos/base": "X"}
    cells = column(template, {**texts, "twos/total": "0", "upper_sum": "6"})
    card = card_from_texts(cells, {c.cell: c.text for c in cells}, template)
    assert card == Card(
        {"ones": Entry(3, "D", 6), "twos": Entry("X", None, 0)}, None, {"upper_sum": 6}
    )


@pytest.mark.parametrize("clearness", [5.0, 8.0])
def test_made_cards_hide_no_mistake(clearness: float) -> None:
    blindly = weighed_ = None
    for made in made_cards(NoisyReader(clearness=clearness), "tune", 12):
        one, other = tally(made, blind(made)), tally(made, weighed(made))
        blindly = one if blindly is None else blindly + one
        weighed_ = other if weighed_ is None else weighed_ + other
    assert blindly is not None and weighed_ is not None
    assert weighed_.hidden == 0
    assert weighed_.asked < blindly.asked / 2
    assert weighed_.right >= blindly.right


def test_a_made_reader_is_calibrated() -> None:
    rng = np.random.default_rng(5)
    reader = NoisyReader(clearness=3.0)
    place = ("g1/fours/value", "fours", "value", "number")
    truth = [str(number) for number in rng.integers(10, 100, 1500)]
    read = [reader.read(place, text, rng) for text in truth]
    right = np.mean([cell.text == text for cell, text in zip(read, truth, strict=True)])
    assert right == pytest.approx(np.mean([cell.p for cell in read]), abs=0.05)


def test_the_measuring_program_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--cards", "3", "--reader", "overconfident", "--reader", "good"])
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [[part.strip() for part in line.strip("|").split("|")] for line in lines]
    assert [row[0] for row in rows] == ["overconfident", "good"]
    for row in rows:
        right, asked = ([float(one) for one in re.findall(r"[\d.]+", part)] for part in row[1:3])
        assert right[0] <= right[1] and asked[0] > asked[1]


@pytest.mark.parametrize(
    "candidates, weighed, impossible, why",
    [
        ({"12": 0.99}, 0.99, 0.0, Why.UNSURE),
        ({"12": 0.4, "17": 0.5}, 0.999, 0.0, Why.PICTURE),
        ({"12": 0.9}, 0.999, 0.2, Why.IMPOSSIBLE),
        ({"12": 0.9}, 0.999, 0.0, None),
    ],
)
def test_what_is_not_settled_has_a_reason(
    candidates: dict[str, float], weighed: float, impossible: float, why: Why | None
) -> None:
    found = tuple(Candidate(text, p) for text, p in candidates.items())
    cell = CellReading(
        "g1/fours/value", "g1", "fours", "value", "number", found, State.DOUBTFUL, ()
    )
    around = Around(impossible)
    assert POLICY.why_asked(cell, "12", weighed, around) is why
    assert POLICY.may_settle(cell, "12", weighed, around) == (why is None)


def test_a_clear_cell_that_the_card_contradicts_is_asked_about_for_that() -> None:
    cell = CellReading(
        "g1/fours/value", "g1", "fours", "value", "number", (Candidate("12", 0.999),), SURE, ()
    )
    asked = weigh_cell(cell, {"12": 0.5, "17": 0.5}, POLICY)
    assert (asked.state, asked.why) == (State.DOUBTFUL, Why.AGAINST)
    hidden = weigh_cell(replace(cell, state=State.ILLEGIBLE), {"12": 1.0}, POLICY)
    assert (hidden.state, hidden.why) == (State.ILLEGIBLE, Why.HIDDEN)


def test_whether_anything_is_written_is_for_the_picture_to_say() -> None:
    """A cell is never taken for empty, or for written in, because the sums would then fit."""

    def settles(text: str, written: float) -> bool:
        candidates = (Candidate("4", written), Candidate("", 1 - written))
        cell = CellReading(
            "g1/fours/value", "g1", "fours", "value", "number", candidates, State.DOUBTFUL, ()
        )
        return POLICY.may_settle(cell, text, 0.9999)

    assert settles("4", 0.95)
    assert not settles("4", 0.75)
    assert not settles("", 0.25)
    assert settles("", 0.05)
