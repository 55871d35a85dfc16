"""Plays legal games by chance and audits every card: not one may have a finding.

    python -m scorecheck.measure.legal_games [GAMES] [SEED] [VARIANT…] [--processes N]

The games are spread over the variants and their options; each has one to four players, whose
cards are audited at some point of the game and at its end. The exit code is 1 when a card of a
legal game has a finding; it is printed with the seed that gives it again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random

from scorecheck.audit.columns import audit_columns, audit_sheets
from scorecheck.audit.finding import Finding
from scorecheck.audit.match import audit_match
from scorecheck.audit.table import audit_table
from scorecheck.audit.verdict import audit_card
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.measure.legal_play import Snapshot, play
from scorecheck.processes import in_processes

Chunk = tuple[int, range, Sequence[str]]
"""A seed, the numbers of some games, and their variants."""

_CHUNK = 500
_MATCHES = 0.1
"""The share of finished games that are audited as several games of one player too."""


def findings_of_a_game(template: Template, chance: Random) -> Iterator[Finding]:
    """Play one game under chosen options and audit it at some point and at its end."""
    for snapshot in play(template, chance):
        yield from _audit(snapshot, chance)


def _audit(snapshot: Snapshot, chance: Random) -> Iterator[Finding]:
    game = (snapshot.template, snapshot.options, snapshot.status)
    if snapshot.sheets:
        if len(snapshot.sheets) > 1:
            yield from audit_sheets(snapshot.sheets, *game)[1]
            return
        yield from audit_columns(snapshot.sheets[0], *game).findings
        return
    cards = snapshot.cards
    if len(cards) > 1:
        yield from audit_table(cards, *game).findings
        full = len(snapshot.template.boxes)
        if snapshot.template.ends_at_first_full and snapshot.status == "final":
            for card in cards:
                status = "final" if len(card.entries) == full else "final-loser"
                yield from audit_card(card, *game[:2], status).findings
            return
    else:
        yield from audit_card(cards[0], *game).findings
    if snapshot.status == "final" and chance.random() < _MATCHES:
        yield from audit_match(cards, *game[:2]).findings


def wrong_games(seed: int, numbers: range, variants: Sequence[str]) -> list[str]:
    """The findings in some of the games, as lines to print."""
    catalogue = load_catalogue()
    wanted = [catalogue.get(name) for name in variants] or list(catalogue.all())
    lines = []
    for number in numbers:
        template = wanted[number % len(wanted)]
        for finding in findings_of_a_game(template, Random(f"{seed}/{number}")):
            place = f"{template.id}, seed {seed}/{number}: {finding.name} at {finding.at}"
            lines.append(f"{place}: {finding.message}")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, audit, and print how many games and what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=1000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("variants", nargs="*")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(arguments)
    started, wrong = time.perf_counter(), 0
    chunks: list[Chunk] = [
        (args.seed, range(start, min(start + _CHUNK, args.games)), args.variants)
        for start in range(0, args.games, _CHUNK)
    ]
    for lines in in_processes(_chunk, chunks, args.processes):
        wrong += len(lines)
        for line in lines:
            print(line, flush=True)
    seconds = time.perf_counter() - started
    rate = args.games / max(seconds, 1e-9)
    print(f"{args.games} legal games, {wrong} findings, {seconds:.0f} s, {rate:.0f} games a second")
    return 1 if wrong else 0


def _chunk(chunk: Chunk) -> list[str]:
    return wrong_games(*chunk)


if __name__ == "__main__":
    raise SystemExit(main())
