"""A version of a sheet, judged again from its readings and decisions: is it still the same?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorecheck import __version__
from scorecheck.archive.cards import cards_of, judged, table_of
from scorecheck.archive.combined import TOGETHER
from scorecheck.archive.reading_json import Body, named
from scorecheck.archive.record import canonical
from scorecheck.archive.same import COMPARED, contradictions
from scorecheck.decisions.record import Decision
from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.languages.phrase import Joined, Phrase


@dataclass(frozen=True)
class RecheckJob:
    """A `version` record's body, and those of the records that it names; it can be pickled.

    `folders` are the user's own templates.
    """

    version: Body
    readings: tuple[Body, ...]
    decisions: tuple[Body, ...]
    folders: tuple[Path, ...] = ()


def recheck(job: RecheckJob) -> str | None:
    """What does not fit, as one sentence; None where all does."""
    for body in job.readings:
        if named(body) != body:
            return Phrase("the reading {name} is not what its name says", name=body["reading"][:12])
    if not job.readings:
        return _of_nothing(job.version)
    players = [card["player"] for card in job.version["cards"]]
    try:
        decisions = [Decision.from_json(body) for body in job.decisions]
        if job.version.get("compared") == COMPARED:
            cells = contradictions(job.readings, decisions)
            if cells:
                told = ", ".join(cells)
                return Phrase("readings that stand together differ in {cells}", cells=told)
        sheet = judged(_judged_readings(job), decisions, _catalogue(job.folders))
    except ScorecheckError as error:
        return Phrase("the sheet cannot be judged again: {why}", why=error.message)
    again = {"cards": cards_of(sheet, players), "table": table_of(sheet)}
    kept = {name: job.version[name] for name in again}
    if canonical(again) == canonical(kept):
        return None
    return Joined([_first_difference(kept, again), _by_another(job.version["program"])])


def _of_nothing(version: Body) -> str | None:
    """What does not fit in a version of a sheet of which no photo is left."""
    if not version["cards"] and version["table"] is None and not version["decisions"]:
        return None
    return Phrase("it says something without any photo")


def _judged_readings(job: RecheckJob) -> tuple[Body, ...]:
    """Those that count: all of them, or as older versions were judged, only the first."""
    return job.readings if job.version.get("judged") == TOGETHER else job.readings[:1]


@cache
def _catalogue(folders: tuple[Path, ...]) -> Catalogue:
    return load_catalogue(folders)


def _by_another(program: str) -> str:
    """A word on a verdict by another release, which may have other rules or weigh otherwise."""
    if program == __version__:
        return ""
    told = Phrase(
        "(it was judged by scorecheck {program}, and now by {now})",
        program=program,
        now=__version__,
    )
    return Joined([" ", told])


def _first_difference(kept: Body, again: Body) -> str:
    for old, new in zip(kept["cards"], again["cards"], strict=False):
        for part in old.keys() | new.keys():
            if canonical(old.get(part)) != canonical(new.get(part)):
                return _told(f"{part} of {old['column']}", old.get(part), new.get(part))
    if len(kept["cards"]) != len(again["cards"]):
        return _told("cards", len(kept["cards"]), len(again["cards"]))
    return _told("table", kept["table"], again["table"])


def _told(what: str, old: Any, new: Any) -> str:
    """Of a long part only what differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        names = [name for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name)]
        what, old, new = f"{what}, {names[0]}", old.get(names[0]), new.get(names[0])
    return Phrase(
        "{what}: the archive says {old}, judged again it is {new}",
        what=what,
        old=canonical(old),
        new=canonical(new),
    )
