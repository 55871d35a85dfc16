"""Records of another archive with this archive's own commitments in the place of names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.archive.names import PERSON, PLAYER, REMARK
from scorecheck.archive.store import Change

_ROLES = {"name": PLAYER, "by": PERSON, "remark": REMARK}


class Renamed:
    """Gives the bodies of another archive's records as this archive keeps them.

    Args:
        names: the other archive's names by their commitments.

    Attributes:
        gone: names that were forgotten there: their commitments, and whose they were.
    """

    def __init__(self, change: Change, names: Mapping[str, str]) -> None:
        self._change = change
        self._names = names
        self._new: dict[str, str] = {}
        self.gone: dict[str, str | None] = {}

    def body(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The same body with commitments of this archive."""
        own = dict(body)
        for key in ("name",) if kind == "player" else ("by", "remark"):
            if key in own:
                own[key] = self._named(own[key], _ROLES[key], own.get("player"))
        return own

    def finish(self) -> None:
        """Say of names that were forgotten in the other archive that they are so here."""
        for commitment, player in self.gone.items():
            self._change.append("forget", {"player": player, "names": [commitment], "photos": []})

    def _named(self, value: Any, role: str, player: str | None) -> Any:
        """A commitment of this archive in the place of the other's; other values stay."""
        if isinstance(value, Mapping):
            return {**value, "name": self._named(value["name"], role, player)}
        if not isinstance(value, str) or (value not in self._names and role == REMARK):
            return value
        if value not in self._names:
            self.gone[value] = player
            return value
        if value not in self._new:
            self._new[value] = self._change.commit_name(self._names[value], role)
        return self._new[value]
