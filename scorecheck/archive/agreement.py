"""`Agreement`: which readings of a sheet of paper may stand together, within a change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import Body
from scorecheck.archive.same import COMPARED, contradictions


class Agreement:
    """Compares the readings of one sheet of paper, with what people have decided on them."""

    def __init__(self, papers: Papers) -> None:
        self._papers = papers

    def contradictions(self, readings: Sequence[Body]) -> tuple[str, ...]:
        """The cells on which some readings contradict each other."""
        if len(readings) < 2:
            return ()
        return contradictions(readings, self._papers.said_on(readings))

    def standing(self, names: Sequence[str], stood: Collection[str]) -> list[str]:
        """Those of some readings that stand: all of them where none contradicts another. Else the
        ones that stood, then the others, each if it contradicts none before it; what people decided
        on goes before what only was seen.

        Args:
            stood: those that stood before.
        """
        bodies = {name: self._papers.reading(name) for name in names}
        spoken = {name for name, body in bodies.items() if self._papers.decisions_on([body])}
        ranked = sorted(names, key=lambda name: (name not in stood, name not in spoken))
        if not self.contradictions([bodies[name] for name in ranked]):
            return ranked
        standing: list[Body] = []
        while joins := self._first_that_joins(standing, [bodies[name] for name in ranked]):
            standing.append(joins)
        return [one["reading"] for one in standing]

    def _first_that_joins(self, standing: Sequence[Body], others: Sequence[Body]) -> Body | None:
        """The first of some readings that contradicts none that stand. What one of these brings in
        may make room for an earlier one: a decision holds against every doubt."""
        free = (one for one in others if one not in standing)
        return next((one for one in free if not self.contradictions([*standing, one])), None)

    def conflict(self, version: Body, reading: Body) -> dict[str, Any]:
        """The body of a conflict between the readings that stand and one that contradicts them. Of
        those the first that contradicts it is named beside it."""
        standing = [self._papers.reading(name) for name in version["readings"]]
        against = [one for one in standing if self.contradictions([one, reading])]
        first, *_ = [*against, *standing]
        compared = [*standing, reading]
        return {
            "paper": version["paper"],
            "sheet": version["sheet"],
            "readings": [first["reading"], reading["reading"]],
            "cells": list(self.contradictions(compared)),
            "standing": version["readings"],
            "decisions": [one.id for one in self._papers.said_on(compared)],
            "compared": COMPARED,
        }
