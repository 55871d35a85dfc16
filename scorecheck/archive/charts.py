"""The charts of an event: points round by round as bars, places after each round as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from scorecheck.archive.chart import (
    WIDTH,
    Box,
    Chart,
    Dot,
    Label,
    Line,
    Shape,
    Tone,
    fitted,
    letters_on,
    text_width,
    tone,
)
from scorecheck.archive.shown import NONE, number_words, row_name
from scorecheck.archive.standings import Row, Standings, standings
from scorecheck.languages.phrase import Phrase, Say

MOST_BARS, MOST_LINES = 16, 12
_STEP, _BAR = 7.0, 5.0
_NAMES_LEAST, _NAMES_MOST = 30.0, 68.0
"""How much room names have: as much as the longest needs, between these."""
_TOTALS = 14.0
_DOWN = 1.05
"""From the middle of a line of text to its baseline."""

_ROUND_STEP, _PLACE_STEP = 44.0, 7.5
_LEGEND = 7.0


def points_chart(table: Standings, say: Say) -> Chart | None:
    """A bar for each of the first lines, in parts for the rounds; None where nothing is played."""
    rows = table.rows[:MOST_BARS]
    most = max((_length(row) for row in rows), default=0)
    if most <= 0:
        return None
    names = _room([_placed(row, say) for row in rows])
    scale = (WIDTH - names - _TOTALS) / most
    shapes = list(_legend(table.rounds, names, say))
    for at, row in enumerate(rows):
        shapes += _bar(row, _LEGEND + at * _STEP, names, scale, say)
    says = say(Phrase("Points of each round, one bar for each line of the standings"))
    return Chart(_LEGEND + len(rows) * _STEP, tuple(shapes), says)


def _length(row: Row) -> float:
    return float(sum(one or 0 for one, there in zip(row.points, row.counted, strict=True) if there))


def _placed(row: Row, say: Say) -> str:
    """The place and the name of a line."""
    return f"{NONE if row.rank is None else row.rank}  {say(row_name(row))}"


def _room(names: Sequence[str]) -> float:
    """The room for names, with what is kept free beside them."""
    longest = max(text_width(name, bold=True) for name in names)
    return min(max(longest + 6, _NAMES_LEAST), _NAMES_MOST)


def _legend(rounds: Sequence[int], x: float, say: Say) -> Iterator[Shape]:
    """The rounds and their colours; where there are many, only the first is called a round, and
    where there are very many, some are left out."""
    names = [say(Phrase("round {number}", number=round)) for round in rounds]
    room = WIDTH - x
    if sum(map(_key_width, names)) > room:
        names[1:] = map(str, rounds[1:])
    every = ceil(sum(_key_width(name, free=1.0) for name in names) / room)
    keys = list(enumerate(names))[::every]
    free = min(5.0, (room - sum(_key_width(name, free=0.0) for _, name in keys)) / len(keys))
    for at, name in keys:
        yield Box(x, 0.8, 3.0, 3.0, tone(at))
        yield Label(x + 4.2, 3.3, name, "quiet")
        x += _key_width(name, free)


def _key_width(name: str, free: float = 5.0) -> float:
    """The room for a colour and its name, and what is kept free behind them."""
    return 4.2 + text_width(name) + free


def _bar(row: Row, top: float, names: float, scale: float, say: Say) -> Iterator[Shape]:
    base = top + _BAR / 2 + _DOWN
    name = fitted(_placed(row, say), names - 3, bold=row.rank == 1)
    yield Label(names - 2.5, base, name, "ink", "end", bold=row.rank == 1)
    x = names
    for at, (points, counts) in enumerate(zip(row.points, row.counted, strict=True)):
        wide = float(points or 0) * scale
        if not counts or wide <= 0:
            continue
        yield Box(x, top, wide, _BAR, tone(at))
        text = say(number_words(points))
        if text_width(text) + 2 < wide:
            yield Label(x + wide / 2, base, text, letters_on(at), "middle")
        x += wide
    yield Label(x + 2, base, say(number_words(row.total)), "ink", bold=True)


def places_chart(table: Standings, say: Say) -> Chart | None:
    """How the first lines came to their places; None with fewer than two rounds played."""
    rounds = _played(table)
    if len(rounds) < 2:
        return None
    after = [
        standings(table.facts, table.kind, table.rounds[: table.rounds.index(last) + 1])
        for last in rounds
    ]
    rows = table.rows[:MOST_LINES]
    paths = [[_position(one, row) for one in after] for row in rows]
    deepest = max(max(path) for path in paths)
    depth = min(deepest, MOST_LINES + 3)
    names = _room([_placed(row, say) for row in rows])
    step = min(_ROUND_STEP, (WIDTH - 2 * names) / (len(rounds) - 1))
    place = _Place(names, step, depth)
    shapes = list(_grid(rounds, place, say))
    for at in range(len(rows) - 1, -1, -1):
        shapes += _way(rows[at], paths[at], at, place, say)
    says = say(Phrase("Places after each round, one line for each player or team"))
    return Chart(_LEGEND + depth * _PLACE_STEP, tuple(shapes), says)


class _Place(NamedTuple):
    """Where the lines of the places lie: right of the names, a step for each round, so deep."""

    names: float
    step: float
    depth: int


def _played(table: Standings) -> list[int]:
    """The rounds in which anybody has points."""
    return [
        round
        for at, round in enumerate(table.rounds)
        if any(row.points[at] is not None for row in table.rows)
    ]


def _position(table: Standings, row: Row) -> int:
    """The line's position from 1; those who share a place stand below each other."""
    return next(at for at, one in enumerate(table.rows, start=1) if one.number == row.number)


def _grid(rounds: Sequence[int], place: _Place, say: Say) -> Iterator[Shape]:
    """A line for each round, with its name where that has room, else its number, or that of some
    only."""
    heads = [say(Phrase("round {number}", number=round)) for round in rounds]
    if max(map(text_width, heads)) + 2 > place.step:
        heads = [str(round) for round in rounds]
    every = ceil((max(map(text_width, heads)) + 1) / place.step)
    for at, head in enumerate(heads):
        x = place.names + at * place.step
        yield Line(((x, _LEGEND - 1), (x, _LEGEND + place.depth * _PLACE_STEP - 3)), "line", 0.25)
        if at % every == 0:
            yield Label(x, 3.3, head, "quiet", "middle")


def _way(row: Row, path: Sequence[int], at: int, place: _Place, say: Say) -> Iterator[Shape]:
    """A line; what goes below the chart is left out."""
    names, step, depth = place
    points = [
        (names + n * step, _LEGEND + (position - 0.5) * _PLACE_STEP)
        for n, position in enumerate(path)
        if position <= depth
    ]
    colour: Tone = tone(at) if at < 3 else "quiet"
    if len(points) > 1:
        yield Line(tuple(points), colour, 1.3 if at < 3 else 0.45)
    for x, y in points:
        yield Dot(x, y, 1.7 if at < 3 else 1.1, colour)
    name, bold = say(row_name(row)), at < 3
    if path[0] <= depth:
        x, y = points[0]
        yield Label(x - 4, y + _DOWN, fitted(name, names - 6), "quiet", "end")
    if path[-1] <= depth:
        x, y = points[-1]
        text = fitted(_placed(row, say), names - 6, bold=bold)
        yield Label(x + 4, y + _DOWN, text, "ink", bold=bold)
