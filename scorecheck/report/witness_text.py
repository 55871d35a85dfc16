"""The witnesses of a file's cards on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from scorecheck.audit.witness.turn import Witness
from scorecheck.languages.phrase import Joined, Say
from scorecheck.report import witness_words, words
from scorecheck.report.cards import witness_of, written_card
from scorecheck.report.result import FileResult


def print_witnesses(file: FileResult, console: Console, say: Say) -> None:
    """For each card that anything is written on: a legal game, or why there is none."""
    for sheet, card in file.cards():
        witness = witness_of(card, written_card(sheet, card))
        if witness is None:
            continue
        console.print()
        for title, lines in _told(witness):
            head = Joined([words.column_name(card.column), title], between=": ")
            console.print(Text(say(head)), soft_wrap=True)
            for line in lines:
                console.print(Text(f"  {say(line)}"), soft_wrap=True)


def _told(witness: Witness) -> Iterator[tuple[str, list[str]]]:
    """Each conflict and each game: a title, and the lines below it."""
    for conflict in witness.conflicts:
        why = Joined([words.sentence(conflict.why), "."])
        yield witness_words.NO_GAME, [witness_words.conflict_words(conflict), why]
    for game in witness.games:
        turns = [
            Joined([f"{number:>3}", turn.in_words(game.rules)], between="  ")
            for number, turn in enumerate(game.turns, start=1)
        ]
        yield witness_words.game_title(game), list(turns)
