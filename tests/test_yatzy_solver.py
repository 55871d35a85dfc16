"""Held against yatzy-solver, an independent engine (a development dependency) for two games.

Every roll scores in every box as it says: where a roll fits in several ways, it gives the best
score, and players may choose a lower one. Games shown for Yahtzee cards play through its forced
jokers to the same totals.
"""

from __future__ import annotations

from random import Random

import pytest
import yatzy_solver as engine

from scorecheck.audit.view import CardView
from scorecheck.audit.witness.find import witness_of_card
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.dice import all_rolls
from scorecheck.game.ruleset import ruleset
from scorecheck.game.totals import correct_totals
from scorecheck.measure.legal_play import book_of
from scorecheck.measure.legal_turns import Player, play_turn

NAMES = {
    "three_kind": "three_of_a_kind", "four_kind": "four_of_a_kind", "yahtzee": "five_of_a_kind",
}  # fmt: skip
GAMES = [
    ("yahtzee", {}, "american"),
    ("yatzy", {}, "yatzy-scandinavian"),
    ("yatzy", {"full_house_five_equal": True}, "yatzy-scandinavian+fh5"),
    ("yatzy", {"two_pairs_four_equal": True}, "yatzy-scandinavian+tp4"),
    (
        "yatzy",
        {"full_house_five_equal": True, "two_pairs_four_equal": True},
        "yatzy-scandinavian+fh5+tp4",
    ),
]


@pytest.mark.parametrize("variant, options, theirs", GAMES, ids=[game[2] for game in GAMES])
def test_every_roll_in_every_box(variant: str, options: dict[str, bool], theirs: str) -> None:
    template = load_catalogue().get(variant)
    rules = ruleset(template, template.resolve_options(options))
    other = engine.Variant(theirs)
    assert {NAMES.get(box, box) for box in rules.boxes} == set(other.categories)
    for box, pattern in rules.patterns.items():
        for roll in all_rolls(template.dice):
            ours = max(pattern.scores(roll), default=0)
            assert ours == other.score(NAMES.get(box, box), list(roll)), (box, roll)


def test_games_of_yahtzee_cards_end_in_the_same_totals() -> None:
    template = load_catalogue().get("yahtzee")
    options = template.resolve_options({"joker_zero": "none"})
    rules = ruleset(template, options)
    for number in range(60):
        chance, player = Random(f"engine/{number}"), Player(book_of(rules))
        while player.open:
            play_turn([player], chance)
        card = player.card()
        if card.entry("chance").is_struck:
            continue  # the engine knows no strike of a box that the dice would score in
        (game,) = witness_of_card(CardView(card, rules, "final")).games
        other = engine.Game(engine.Variant("american+forced-joker"))
        for turn in game.turns:
            (fill,) = turn.fills
            other.score(list(turn.dice), NAMES.get(fill.box, fill.box))
        totals = correct_totals(card, template, options)
        assert other.is_over
        assert other.total == totals["grand_total"]
        assert (other.upper_bonus, other.bonus) == (totals["bonus"], totals["chip_points"])
