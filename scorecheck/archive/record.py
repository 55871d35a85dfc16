"""`Record`: one entry of the log, and the hash that chains it to the one before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorecheck.errors import ArchiveError
from scorecheck.languages.phrase import Phrase

GENESIS = "0" * 64
"""What stands for the hash before the first record."""

DECIMALS = 8
"""Probabilities are kept with so many decimals, so that their text is the same everywhere."""


class DamagedRecordError(ArchiveError, ValueError):
    """A record of the log whose body cannot be read."""

    def __init__(self, seq: int) -> None:
        super().__init__(
            Phrase("record {seq} of the archive is damaged", seq=seq),
            help=Phrase("`scorecheck archive verify` says from where on; go back to a backup"),
            code="archive-damaged",
        )


@dataclass(frozen=True)
class Record:
    """One entry of the log.

    Attributes:
        seq: 1 for the first, without gaps.
        at: UTC, as `2026-01-31T20:15:00.000Z`; never earlier than that of the record before.
        kind: such as `event`, `photo`, `version`.
        text: the body as canonical JSON.
        prev: the hash of the record before, `GENESIS` for the first.
        hash: of all of the above.
    """

    seq: int
    at: str
    kind: str
    text: str
    prev: str
    hash: str

    @cached_property
    def body(self) -> dict[str, Any]:
        """The body, parsed.

        Raises:
            DamagedRecordError: the text is no object in JSON.
        """
        try:
            body = json.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise DamagedRecordError(self.seq) from error
        if not isinstance(body, dict):
            raise DamagedRecordError(self.seq)
        return body

    @property
    def own_hash(self) -> str:
        """The hash that the record should have."""
        return chained(self.prev, self.seq, self.at, self.kind, self.text)


def chained(prev: str, seq: int, at: str, kind: str, text: str) -> str:
    """SHA-256 over the five parts, one to a line, as 64 hex digits."""
    lines = "\n".join((prev, str(seq), at, kind, text))
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def canonical(body: Any) -> str:
    """JSON with sorted keys and no spaces, numbers with at most `DECIMALS` decimals.

    Raises:
        ValueError: infinite, not a number, or text that UTF-8 does not know.
        TypeError: something that JSON does not know.
    """
    text = json.dumps(
        rounded(body), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    text.encode("utf-8")
    return text


def rounded(value: Any) -> Any:
    """The same value with every fraction cut to `DECIMALS` decimals, and no negative zero."""
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0
    if isinstance(value, Mapping):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(one) for one in value]
    return value


def digest(value: Any) -> str:
    """The SHA-256 of a value's canonical text, 64 hex digits."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
