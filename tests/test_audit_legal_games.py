"""Cards of games played by the rules have no finding; changed in one place, they have one."""

from __future__ import annotations

from random import Random

import pytest

from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.measure import audit_speed, single_changes
from scorecheck.measure.legal_games import findings_of_a_game, main
from scorecheck.measure.single_kinds import KINDS
from scorecheck.measure.single_tables import TABLE_KINDS


@pytest.mark.parametrize("template", load_catalogue().all(), ids=lambda one: one.id)
def test_legal_games_are_clean(template: Template) -> None:
    for number in range(40):
        assert list(findings_of_a_game(template, Random(f"test/{number}"))) == []


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["2", "7", "yatzy"]) == 0
    assert capsys.readouterr().out.startswith("2 legal games, 0 findings")


def test_several_processes_play_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["6", "7", "yacht", "--processes", "2"]) == 0
    assert capsys.readouterr().out.startswith("6 legal games, 0 findings")


def test_every_single_change_that_must_be_found_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert single_changes.main(["70", "5"]) == 0
    lines = {line[2:42].strip(): line for line in capsys.readouterr().out.splitlines()}
    for kind in (*KINDS, *TABLE_KINDS):
        made = int(lines[kind.name][42:].split()[0])
        assert made > 0, kind.name
        assert "100.00 %" in lines[kind.name] or not getattr(kind, "must", True)


def test_the_search_for_slow_cards_ends() -> None:
    slowest = audit_speed.slowest_power_card(0.2, 1)
    assert slowest.tried > 0
    assert slowest.view is not None
