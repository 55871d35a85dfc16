"""Mistakes planted on made cards: each is one, is where it is said to be, and has its finding."""

from __future__ import annotations

import numpy as np
import pytest

from scorecheck.audit.columns import audit_columns
from scorecheck.audit.verdict import audit_card
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.game.totals import correct_totals
from scorecheck.simulate.mistakes import MISTAKES, with_mistake
from scorecheck.simulate.play import Planted, Played, random_card, texts_of
from scorecheck.simulate.play_columns import random_sheet, texts_of_sheet, with_sheet_mistake

GAMES = ("yatzy", "yahtzee", "power", "maxi", "yacht")
POWER_ONLY = ("multiplier", "strike-order")
FINDS = {
    "value": "value-impossible",
    "slip": "value-impossible",
    "cancel": "value-impossible",
    "multiplier": "multiplier-wrong",
    "strike-order": "strike-order",
}
"""What each kind makes the audit say; the others are wrong sums."""


def planted(template: Template, kind: str, seeds: int = 12) -> list[tuple[Played, Played]]:
    """Cards before and after, of those seeds whose card has a place for the mistake."""
    pairs = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        card = random_card(template, rng)
        after = with_mistake(card, template, kind, rng)
        if after.planted:
            pairs.append((card, after))
        else:
            assert after == card
    assert pairs
    return pairs


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [k for k in MISTAKES if k not in POWER_ONLY])
def test_a_mistake_is_reported_where_it_was_planted(game: str, kind: str) -> None:
    template = load_catalogue().get(game)
    options = template.resolve_options()
    for before, after in planted(template, kind):
        findings = audit_card(after.card, template, options, "final").findings
        told = {(finding.name, finding.at) for finding in findings}
        texts, right = texts_of(after, template), texts_of(before, template)
        for one in after.planted:
            assert (FINDS.get(kind, "sum-wrong"), one.box) in told
            assert texts[one.box, one.field] not in one.right
            assert right[one.box, one.field] in one.right
            assert one.kind == kind


@pytest.mark.parametrize("kind", POWER_ONLY)
def test_where_a_game_has_no_place_for_a_mistake_the_card_stays(kind: str) -> None:
    template = load_catalogue().get("yatzy")
    rng = np.random.default_rng(1)
    card = random_card(template, rng)
    assert with_mistake(card, template, kind, rng) == card


@pytest.mark.parametrize("kind", POWER_ONLY)
def test_mistakes_of_the_power_die(kind: str) -> None:
    template = load_catalogue().get("power")
    for _, after in planted(template, kind):
        findings = audit_card(after.card, template, template.resolve_options(), "final").findings
        assert (FINDS[kind], after.planted[0].box) in {(one.name, one.at) for one in findings}


@pytest.mark.parametrize(("kind", "off"), [("off-1", 1), ("off-9", 9), ("off-10", 10)])
def test_sums_are_off_by_what_the_kind_says_and_nothing_follows(kind: str, off: int) -> None:
    template = load_catalogue().get("yatzy")
    for before, after in planted(template, kind):
        old, new = before.card.written, after.card.written
        (name,) = [name for name in old if old[name] != new[name]]
        assert abs(new[name] - old[name]) == off
        assert after.planted == (Planted(name, "sum", (str(old[name]),), kind),)
        assert after.card.entries == before.card.entries


def test_digits_change_places_or_get_lost() -> None:
    template = load_catalogue().get("yahtzee")
    for kind, keeps in (("exchanged", 0), ("dropped", 1)):
        for before, after in planted(template, kind):
            (place,) = after.planted
            old, new = (str(card.card.written[place.box]) for card in (before, after))
            lost = list(old)
            for digit in new:
                lost.remove(digit)
            assert len(lost) == keeps and old != new


def test_a_slip_changes_no_sum_and_two_that_cancel_change_none_either() -> None:
    template = load_catalogue().get("yatzy")
    options = template.resolve_options()
    for before, after in planted(template, "slip"):
        assert after.card.written == before.card.written
        assert correct_totals(after.card, template, options) != after.card.written
    for _, after in planted(template, "cancel", 40):
        assert len(after.planted) == 2
        assert correct_totals(after.card, template, options) == after.card.written


def test_a_mistake_in_one_column_of_a_sheet_is_named_by_column_and_box() -> None:
    template = load_catalogue().get("triple")
    for seed in range(6):
        rng = np.random.default_rng(seed)
        sheet = with_sheet_mistake(random_sheet(template, rng), template, "off-10", rng)
        verdict = audit_columns(sheet.card, template, template.resolve_options(), "final")
        (one,) = sheet.planted
        assert ("sum-wrong", one.box) in {(found.name, found.at) for found in verdict.findings}
        assert texts_of_sheet(sheet, template)[one.box, one.field] not in one.right


def test_players_who_add_nothing_up_write_no_sums() -> None:
    catalogue, rng = load_catalogue(), np.random.default_rng(3)
    card = with_mistake(random_card(catalogue.get("yatzy"), rng), catalogue.get("yatzy"),
                        "value", rng).without_sums()  # fmt: skip
    assert card.planted and not card.card.written
    assert not [field for _, field in texts_of(card, catalogue.get("yatzy")) if field == "sum"]
    sheet = random_sheet(catalogue.get("yamb"), rng)
    assert [f for _, f in texts_of_sheet(sheet, catalogue.get("yamb")) if f == "sum"]
    bare = sheet.without_sums()
    assert not [f for _, f in texts_of_sheet(bare, catalogue.get("yamb")) if f == "sum"]
    nothing = with_mistake(random_card(catalogue.get("yatzy"), rng).without_sums(),
                           catalogue.get("yatzy"), "off-1", rng)  # fmt: skip
    assert not nothing.planted
