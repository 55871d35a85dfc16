"""A witness in words: one legal game that ends in a card, or why there is none."""

from __future__ import annotations

from scorecheck.audit.witness.turn import Conflict, Game
from scorecheck.audit.words import both
from scorecheck.languages.phrase import Joined, Phrase, Plural

NO_GAME = Phrase("No legal game ends in this card as it is written")


def conflict_words(conflict: Conflict) -> str:
    """The entries that cannot stand, in a sentence."""
    claims = [Joined([claim.name, claim.says], between=" ") for claim in conflict.claims]
    return Plural(
        "This cannot stand: {entries}.",
        "These cannot stand together: {entries}.",
        len(claims),
        entries=both(claims),
    )


def game_title(game: Game) -> str:
    """What a list of turns is."""
    return Plural(
        "A legal game that ends in this card, in {n} turn",
        "A legal game that ends in this card, in {n} turns",
        len(game.turns),
    )
