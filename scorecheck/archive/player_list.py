"""A list of players from a CSV file, as spreadsheets write it."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorecheck.errors import InputError, quoted
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.reasons import reason

LONGEST_NAME = 80
MOST_PLAYERS = 2000

_NAME_HEADS = {"name", "player", "namn", "spelare", "navn", "spiller", "spieler", "spielerin"}
_TEAM_HEADS = {"team", "club", "lag", "klubb", "verein", "mannschaft"}
_SEPARATORS = ",;\t"
_TOLD = 5
"""So many problems are told one by one."""


@dataclass(frozen=True)
class Entrant:
    """A line of the list: a player's name and, where there are teams, the team's."""

    name: str
    team: str = ""


@dataclass(frozen=True)
class _Line:
    number: int
    cells: tuple[str, ...]

    def cell(self, at: int | None) -> str:
        return self.cells[at] if at is not None and at < len(self.cells) else ""


def read_players(path: Path) -> tuple[Entrant, ...]:
    """The players in the order of the file.

    The file is UTF-8, with or without a byte order mark; commas, semicolons or tabs between the
    cells. A first line with headings (name, team, in any of our languages) says which column is
    which; without one the first column is the name and the second the team.

    Raises:
        InputError: a file that cannot be read, or lines that cannot be players; all of them are
            told at once.
    """
    lines = _lines(path, _text(path))
    headings = _headings(lines[0].cells) if lines else None
    name_at, team_at = headings or (0, 1)
    lines = lines[1:] if headings else lines
    problems = list(_problems(lines, name_at, team_at))
    if not lines:
        problems = [Phrase("it names no player")]
    if problems:
        told = problems[:_TOLD]
        if len(problems) > _TOLD:
            told.append(Phrase("and {number} more", number=len(problems) - _TOLD))
        raise _refused(path, Joined(told, between="; "))
    return tuple(Entrant(line.cell(name_at), line.cell(team_at)) for line in lines)


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        missing = Phrase("{path} does not exist", path=path)
        raise InputError(missing, code="players") from error
    except OSError as error:
        raise _refused(path, reason(error)) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _refused(path, Phrase("line {line} is not UTF-8 text", line=line)) from error


def _lines(path: Path, text: str) -> list[_Line]:
    """The lines that hold anything, their cells tidied."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(text.splitlines(), delimiter=separator, strict=True)
    lines = []
    try:
        for cells in reader:
            told = tuple(tidy(cell) for cell in cells)
            if any(told):
                lines.append(_Line(reader.line_num, told))
    except csv.Error as error:
        why = Phrase("line {line}: {why}", line=reader.line_num, why=str(error))
        raise _refused(path, why) from error
    return lines


def _headings(cells: Sequence[str]) -> tuple[int, int | None] | None:
    """Where name and team stand, if these cells are headings."""
    heads = [cell.casefold() for cell in cells]
    name = next((at for at, head in enumerate(heads) if head in _NAME_HEADS), None)
    team = next((at for at, head in enumerate(heads) if head in _TEAM_HEADS), None)
    return None if name is None else (name, team)


def _problems(lines: Sequence[_Line], name_at: int, team_at: int | None) -> Iterator[str]:
    seen: dict[str, int] = {}
    for line in lines:
        name = line.cell(name_at)
        if not name:
            yield Phrase("line {line} has no name", line=line.number)
        elif max(len(name), len(line.cell(team_at))) > LONGEST_NAME:
            yield Phrase(
                "line {line} is longer than {most} letters", line=line.number, most=LONGEST_NAME
            )
        elif name.casefold() in seen:
            yield Phrase(
                "{name} stands in line {line} and in line {other}",
                name=quoted(name),
                line=seen[name.casefold()],
                other=line.number,
            )
        seen.setdefault(name.casefold(), line.number)
    if len(lines) > MOST_PLAYERS:
        yield Phrase("more than {most} players", most=MOST_PLAYERS)


def tidy(cell: str) -> str:
    """One line, letters and accents joined, no signs that cannot be seen."""
    shown = "".join(letter for letter in unicodedata.normalize("NFC", cell) if _is_shown(letter))
    return " ".join(shown.split())


def _is_shown(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) not in ("Cc", "Cf", "Cs")


def _refused(path: Path, why: str) -> InputError:
    return InputError(
        Phrase("{path} is no list of players: {why}", path=path, why=why),
        help=Phrase(
            "one player a line, such as Anna;Red Team, saved as CSV in UTF-8; two players of one "
            "name need something that tells them apart"
        ),
        code="players",
    )
