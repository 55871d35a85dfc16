"""The results of an event as CSV for spreadsheets: a line for each player's game."""

from __future__ import annotations

import csv
import io

from scorecheck.archive.facts import EventFacts, Score
from scorecheck.archive.standings import winners

_HEADS = (
    "round",
    "table",
    "sheet",
    "column",
    "player",
    "name",
    "team",
    "points",
    "written",
    "won",
    "state",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def results_csv(facts: EventFacts) -> str:
    """The lines in the order of sheets and columns, with commas; the same facts give the same.

    `points` is empty where the game does not count or is not in. A name that a spreadsheet would
    take for a formula gets an apostrophe before it.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADS)
    scores = {(one.sheet.number, one.card.player): one for one in facts.scores()}
    won = winners(scores.values())
    for sheet in facts.sheets:
        for at, seated in enumerate(sheet.columns, start=1):
            if seated is None:
                continue
            player, score = facts.player(seated), scores.get((sheet.number, seated))
            place = (sheet.round, sheet.table, sheet.number, f"p{at}")
            who = (player.number, _safe(player.name), _safe(player.team))
            is_won = int((sheet.round, seated) in won)
            writer.writerow([*place, *who, *_points(score), is_won, _state(score)])
    return out.getvalue()


def _points(score: Score | None) -> tuple[object, object]:
    if score is None:
        return "", ""
    shown = ["" if one is None else one for one in (score.points, score.card.written)]
    return shown[0], shown[1]


def _state(score: Score | None) -> str:
    """`none`, `conflict`, `doubt`, `unfinished`, `findings` or `clean`: the gravest."""
    if score is None:
        return "none"
    if not score.counts:
        return "conflict"
    if score.card.open or score.card.may_be_wrong:
        return "doubt"
    if score.card.status != "final":
        return "unfinished"
    return "findings" if score.card.is_wrong else "clean"


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
