"""Cards of games played by the rules have no finding, whatever the options."""

from random import Random

import pytest

from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.measure.legal_games import findings_of_a_game, main


@pytest.mark.parametrize("template", load_catalogue().all(), ids=lambda one: one.id)
def test_legal_games_are_clean(template: Template) -> None:
    for number in range(12):
        assert list(findings_of_a_game(template, Random(f"test/{number}"))) == []


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["2", "7", "yatzy"]) == 0
    assert capsys.readouterr().out.startswith("2 legal games, 0 findings")
