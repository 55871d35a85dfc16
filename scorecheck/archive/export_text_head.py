"""The results at the head of the text export, for people: each line begins with `#`, so that
whoever compares two texts can leave them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from scorecheck.archive import shown, standings_notes
from scorecheck.archive.facts import EventFacts
from scorecheck.archive.standings import Standings, standings
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase, Say

MARK = "#"


def head_lines(facts: EventFacts, template: Template, say: Say) -> Iterator[str]:
    """Who stands where, as a table of plain letters, and how that was counted.

    Args:
        say: says texts in the reader's language.
    """
    head = Joined([facts.event.name, shown.event_line(facts, template)], between="  ")
    yield from _marked([say(head)])
    for kind in ("player", "team"):
        table = standings(facts, "team" if kind == "team" else "player")
        if table.rows:
            yield from _marked(["", say(shown.title(table)), *_table(table, say)])
            notes = (
                standings_notes.notes(table)
                if kind == "player"
                else standings_notes.team_notes(table)
            )
            yield from _marked(say(note) for note in notes)
    below = Phrase("Below stands every fact on a line of its own, to compare two archives by.")
    yield from _marked(["", say(below)])


def _marked(lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    """The lines as they stand in the file; a name can begin none of them anew."""
    for line in lines:
        yield f"{MARK} {' '.join(line.splitlines())}".rstrip()


def _table(table: Standings, say: Say) -> Iterator[str]:
    """The rows with their headings, words to the left and points to the right."""
    heads = [say(head) for head in shown.heads(table)]
    rows = [heads, *([say(cell) for cell in line.cells] for line in shown.lines(table))]
    wide = [max(cell_len(row[at]) for row in rows) for at in range(len(heads))]
    texts = range(1, shown.texts(table))
    for row in rows:
        yield "  ".join(
            _filled(cell, wide[at], left=at in texts) for at, cell in enumerate(row)
        ).rstrip()


def _filled(cell: str, wide: int, *, left: bool) -> str:
    room = " " * (wide - cell_len(cell))
    return cell + room if left else room + cell
