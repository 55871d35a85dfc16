"""Plays legal games by chance and audits every card: not one may have a finding.

    python -m scorecheck.measure.legal_games [GAMES] [SEED] [VARIANT…]

The games are spread over the variants and their options. The exit code is 1 when a card of a
legal game has a finding; it is printed with the seed that gives it again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from scorecheck.audit.columns import audit_columns
from scorecheck.audit.finding import Finding
from scorecheck.audit.match import audit_match
from scorecheck.audit.table import audit_table
from scorecheck.audit.verdict import audit_card
from scorecheck.game.card import Card
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.columns import ColumnsCard, overall_totals
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import correct_totals
from scorecheck.measure.legal_turns import Player, play_turn

_NOT_PLAYED = ("as_joker", "chip_limit", "strike_strict", "first_seat", "entries")
"""Options that say nothing about how a turn may be played."""


def findings_of_a_game(template: Template, chance: Random) -> Iterator[Finding]:
    """Play one game under chosen options and audit it at some point and at its end."""
    options = template.resolve_options(dict(_options(template, chance)))
    if template.columns:
        yield from _columns_game(template, options, chance)
        return
    rules = ruleset(template, options)
    players = [Player(rules) for _ in range(chance.randint(1, 4))]
    stop = chance.randrange(len(template.boxes) * len(players))
    for turn in range(len(template.boxes) * len(players)):
        player = players[turn % len(players)]
        if turn == stop:
            yield from _audit(players, rules, chance, "in-progress")
        play_turn([player], chance)
        if template.ends_at_first_full and not player.open:
            break
    yield from _audit(players, rules, chance, "final")


def _options(template: Template, chance: Random) -> Iterator[tuple[str, object]]:
    for name, option in template.options.items():
        if name in _NOT_PLAYED or chance.random() < 0.5:
            continue
        if option.type == "flag":
            yield name, chance.random() < 0.5
        elif option.type == "choice":
            yield name, chance.choice(option.choices)


def _audit(
    players: Sequence[Player], rules: Ruleset, chance: Random, status: str
) -> Iterator[Finding]:
    template, options = rules.template, rules.options
    cards = [_with_sums(player.card(), rules, chance) for player in players]
    yield from audit_table(cards, template, options, status).findings
    for player, card in zip(players, cards, strict=True):
        lost = status == "final" and bool(player.open)
        yield from audit_card(card, template, options, "final-loser" if lost else status).findings
    if status == "final" and not template.ends_at_first_full:
        yield from audit_match(cards, template, options).findings


def _with_sums(card: Card, rules: Ruleset, chance: Random) -> Card:
    """Some of the sums written, and right."""
    totals = correct_totals(card, rules.template, rules.options)
    written = {name: number for name, number in totals.items() if chance.random() < 0.7}
    return Card(entries=card.entries, chips=card.chips, written=written)


def _columns_game(
    template: Template, options: Mapping[str, object], chance: Random
) -> Iterator[Finding]:
    columns = {
        column.id: Player(ruleset(template, options, column.id)) for column in template.columns
    }
    while any(player.open for player in columns.values()):
        if chance.random() < 0.04:
            yield from _audit_columns(columns, template, options, "in-progress")
        play_turn(list(columns.values()), chance)
    yield from _audit_columns(columns, template, options, "final")


def _audit_columns(
    columns: Mapping[str, Player],
    template: Template,
    options: Mapping[str, object],
    status: str,
) -> Iterator[Finding]:
    card = ColumnsCard({name: player.card() for name, player in columns.items()})
    totals = overall_totals(card, template, options)
    yield from audit_columns(ColumnsCard(card.columns, totals), template, options, status).findings


def main(arguments: Sequence[str]) -> int:
    """Play, audit, and print how many games and what was found."""
    games, seed = (int(text) for text in (*arguments[:2], *("1000", "1")[len(arguments[:2]) :]))
    catalogue = load_catalogue()
    wanted = [catalogue.get(name) for name in arguments[2:]] or list(catalogue.all())
    wrong, started = 0, time.perf_counter()
    for number in range(games):
        template = wanted[number % len(wanted)]
        for finding in findings_of_a_game(template, Random(f"{seed}/{number}")):
            wrong += 1
            print(f"{template.id}, seed {seed}/{number}: {finding.name} at {finding.at}: ", end="")
            print(finding.message)
    print(f"{games} legal games, {wrong} findings, {time.perf_counter() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
