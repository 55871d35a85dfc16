"""Single changes that several cards show together: the winner, the turns, the match total."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from scorecheck.audit.finding import Finding
from scorecheck.audit.match import audit_match
from scorecheck.audit.table import audit_table
from scorecheck.game.card import Card
from scorecheck.measure.legal_play import Snapshot

TableChange = Callable[[Snapshot, Random], tuple[Finding, ...] | None]


@dataclass(frozen=True)
class TableKind:
    """A change to a whole game, and the finding that it must bring."""

    name: str
    audit: TableChange
    must: str


def table_findings(kind: TableKind, snapshot: Snapshot, chance: Random) -> bool | None:
    """Whether the finding comes; None where the game has no place for the change."""
    findings = kind.audit(snapshot, chance)
    return None if findings is None else any(one.name == kind.must for one in findings)


def wrong_winner(snapshot: Snapshot, chance: Random) -> tuple[Finding, ...] | None:
    """A player is named as winner who has not the most points."""
    del chance
    if len(snapshot.cards) < 2:
        return None
    game = (snapshot.cards, snapshot.template, snapshot.options, snapshot.status)
    best = set(audit_table(*game).winners)
    others = set(range(1, len(snapshot.cards) + 1)) - best
    return audit_table(*game, frozenset({min(others)})).findings if others else None


def missing_turns(snapshot: Snapshot, chance: Random) -> tuple[Finding, ...] | None:
    """A player has had two turns fewer than the others, each turn filling one box."""
    fewest = min((len(card.entries) for card in snapshot.cards), default=0)
    template = snapshot.template
    if len(snapshot.cards) < 2 or template.power or snapshot.status == "final" or fewest < 2:
        return None
    seat = min(range(len(snapshot.cards)), key=lambda one: len(snapshot.cards[one].entries))
    card = snapshot.cards[seat]
    gone = chance.sample(sorted(card.entries), 2)
    entries = {box: entry for box, entry in card.entries.items() if box not in gone}
    cards = [*snapshot.cards]
    cards[seat] = Card(entries, card.chips)
    return audit_table(cards, template, snapshot.options, snapshot.status).findings


def wrong_match_total(snapshot: Snapshot, chance: Random) -> tuple[Finding, ...] | None:
    """Games that add up to another number."""
    if not snapshot.cards or snapshot.status != "final" or snapshot.template.ends_at_first_full:
        return None
    game = (snapshot.template, snapshot.options, "final")
    total = audit_match(snapshot.cards, *game).match_total
    return audit_match(snapshot.cards, *game, total + 1 + int(10 * chance.random())).findings


def second_full_card(snapshot: Snapshot, chance: Random) -> tuple[Finding, ...] | None:
    """Two full cards in a game that ends at the first."""
    del chance
    full = [c for c in snapshot.cards if len(c.entries) == len(snapshot.template.boxes)]
    if not (snapshot.template.ends_at_first_full and full):
        return None
    both = replace(snapshot, cards=(full[0], full[0]))
    return audit_table(both.cards, both.template, both.options, "final").findings


TABLE_KINDS = (
    TableKind("another winner", wrong_winner, "winner-wrong"),
    TableKind("two turns too few", missing_turns, "turn-count-mismatch"),
    TableKind("a match total", wrong_match_total, "sum-wrong"),
    TableKind("a second full card", second_full_card, "game-end-violation"),
)
