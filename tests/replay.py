"""Plays a witness over again by the rules of the turns, which know nothing of the audit."""

from __future__ import annotations

from scorecheck.audit.witness.turn import Game, Turn
from scorecheck.game.card import Card
from scorecheck.game.ruleset import ruleset
from scorecheck.measure.legal_play import book_of
from scorecheck.measure.legal_power import may_play_power
from scorecheck.measure.legal_turns import Player, may_play


def replayed(game: Game) -> dict[str, Card]:
    """The cards that the game ends in, by column ("" where there is one only).

    Raises:
        AssertionError: a turn that the rules do not allow.
    """
    template = game.rules.template
    names = [column.id for column in template.columns] or [""]
    sheet = {n: Player(book_of(ruleset(template, game.rules.options, n or None))) for n in names}
    for number, turn in enumerate(game.turns, start=1):
        _play(sheet, turn, f"{game.of}, turn {number}: {turn}")
    return {name: player.card() for name, player in sheet.items()}


def _play(sheet: dict[str, Player], turn: Turn, where: str) -> None:
    players = list(sheet.values())
    if players[0].book.rules.template.power is not None:
        new = {fill.box: fill.entry for fill in turn.fills}
        assert may_play_power(players[0], new, turn.dice, turn.power or ""), where
        for box, entry in new.items():
            players[0].write(box, entry)
        return
    (fill,) = turn.fills
    player = sheet[fill.column]
    value = fill.entry.base if isinstance(fill.entry.base, int) else 0
    allowed, earned = may_play(players, player, fill.box, value, turn.dice)
    assert allowed, where
    assert earned == turn.chip, where
    player.chips += earned
    player.write(fill.box, fill.entry)
