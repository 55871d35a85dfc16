"""A log of decisions as a list: who decided what and when, and how two people's rounds compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorecheck.decisions.compare import Compared, Standing, compare
from scorecheck.decisions.current import standing
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import SECOND, Decision

SCHEMA = "scorecheck/decisions/1"


@dataclass(frozen=True)
class ListedSheet:
    """What was decided on one sheet, in order; `compared` is empty unless two people decided."""

    place: Place
    decisions: tuple[Decision, ...]
    compared: tuple[Compared, ...]

    @property
    def differences(self) -> tuple[Compared, ...]:
        """The cells on which two people differ and that nobody has settled."""
        return tuple(one for one in self.compared if one.standing is Standing.DIFFERS)


@dataclass(frozen=True)
class Listing:
    """All decisions, sheet by sheet; `stand` are the ids of those that nobody took back."""

    sheets: tuple[ListedSheet, ...]
    stand: frozenset[str]
    by_id: dict[str, Decision]

    @property
    def differs(self) -> bool:
        """Whether two people differ anywhere and nobody has settled it."""
        return any(sheet.differences for sheet in self.sheets)


def make_listing(decisions: Sequence[Decision]) -> Listing:
    """List the decisions of one log, or of several merged."""
    by_place: dict[Place, list[Decision]] = {}
    for one in decisions:
        by_place.setdefault(one.place, []).append(one)
    return Listing(
        tuple(ListedSheet(place, tuple(own), _compared(own)) for place, own in by_place.items()),
        standing(decisions),
        {one.id: one for one in decisions},
    )


def _compared(own: Sequence[Decision]) -> tuple[Compared, ...]:
    """Both rounds, where there are two."""
    return compare(own, *own[0].place) if any(one.round == SECOND for one in own) else ()


def listing_document(listing: Listing) -> dict[str, Any]:
    """The list as JSON, `scorecheck/decisions/1`."""
    return {
        "schema": SCHEMA,
        "sheets": [
            {
                **sheet.place._asdict(),
                "decisions": [
                    {**_without_schema(one), "stands": one.id in listing.stand}
                    for one in sheet.decisions
                ],
                "compared": [_compared_json(one) for one in sheet.compared],
            }
            for sheet in listing.sheets
        ],
    }


def _without_schema(one: Decision) -> dict[str, Any]:
    return {key: part for key, part in one.to_json().items() if key != "schema"}


def _compared_json(one: Compared) -> dict[str, Any]:
    def id_of(decision: Decision | None) -> str | None:
        return decision.id if decision else None

    return {
        "cell": one.cell,
        "standing": one.standing.value,
        "first": id_of(one.first),
        "second": id_of(one.second),
        "settling": id_of(one.settling),
        "holds": id_of(one.holds),
        "independent": one.independent,
    }
