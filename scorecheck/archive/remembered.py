"""`Remembered`: what whoever decides again and again need not fetch and work out each time.

Records of the log never change, so what was read of them stays true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import Settler
from scorecheck.report.result import SheetResult

_MOST = 400
"""So many bodies are kept: those of some hundred decisions and the sheets that they are on."""

Body = dict[str, Any]


@dataclass
class Remembered:
    """Bodies of records by their numbers, decisions by their ids, and sheets by the names of their
    readings: as they were read (`sheets`) and as they are settled again and again (`settlers`)."""

    bodies: dict[int, Body] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    sheets: dict[str, SheetResult] = field(default_factory=dict)
    settlers: dict[str, Settler] = field(default_factory=dict)

    def keep(self, bodies: Mapping[int, Body]) -> None:
        """Keep some bodies; the oldest go when there are too many."""
        self.bodies |= bodies
        for seq in list(self.bodies)[:-_MOST]:
            del self.bodies[seq]

    def decision(self, body: Body) -> Decision:
        """The decision of a record's body."""
        if body["id"] not in self.decisions:
            self.decisions[body["id"]] = Decision.from_json(body)
        return self.decisions[body["id"]]
