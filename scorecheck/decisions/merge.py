"""The decisions of several logs as one list."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from pathlib import Path

from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.record import Decision
from scorecheck.errors import InputError
from scorecheck.languages.phrase import Phrase


def read_logs(paths: Sequence[Path]) -> tuple[Decision, ...]:
    """The decisions in some files, by their time; within one file its own order stays.

    What stands in several files, as in a log and a copy of it, counts once.

    Raises:
        InputError: a file that is missing, cannot be read or is not a log of decisions; or one
            that has other words under the same id than another file.
    """
    for path in paths:
        if not path.exists():
            raise InputError(
                Phrase("cannot read {path}: there is no such file", path=path),
                help=Phrase("name a file of decisions that `scorecheck review` has written"),
                code="unreadable",
            )
    logs = [DecisionLog(path).all() for path in paths]
    known: dict[str, Decision] = {}
    for path, log in zip(paths, logs, strict=True):
        for one in log:
            if known.setdefault(one.id, one) != one:
                raise InputError(
                    Phrase(
                        "{path}: the id {id} is that of another decision in another file",
                        path=path,
                        id=one.id,
                    ),
                    help=Phrase(
                        "one of the two was changed by hand: leave out the file that is wrong"
                    ),
                    code="not-decisions",
                )
    return merged(logs)


def merged(logs: Sequence[Sequence[Decision]]) -> tuple[Decision, ...]:
    """Several lists of decisions as one, each decision once."""
    timed = [_with_times(log) for log in logs]
    one_list = heapq.merge(*timed, key=lambda pair: pair[0])
    return tuple({decision.id: decision for _, decision in one_list}.values())


def _with_times(log: Sequence[Decision]) -> Iterator[tuple[str, Decision]]:
    """Each decision with a time that never goes back, as the clock of a computer may."""
    latest = ""
    for decision in log:
        latest = max(latest, decision.at)
        yield latest, decision
