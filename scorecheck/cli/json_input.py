"""Reading a JSON file that a person typed: strictly, as what is silently dropped stays unseen."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

from scorecheck.errors import InputError, UsageError
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason

MOST_BYTES = 50_000_000
"""A card takes one or two thousand."""

_MOST_DIGITS = 30


class _RefusedError(ValueError):
    """JSON, but not what a card may hold."""


def load_json(path: Path) -> Any:
    """The contents of a JSON file; `-` is standard input.

    Raises:
        InputError: it could not be opened.
        UsageError: it is not JSON in UTF-8, has a key twice in one object or a number without
            end (`NaN`, `1e999`), or is too large.
    """
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(
            Phrase("cannot open it: {why}", why=reason(error)),
            help=Phrase("check the name"),
            code="unreadable",
        ) from error
    if len(data) > MOST_BYTES:
        raise UsageError(
            Phrase("this is more than {mb} MB", mb=MOST_BYTES // 1_000_000),
            help=Phrase("give the cards in several smaller files"),
            code="too-large",
        )
    try:
        return json.loads(data.decode("utf-8-sig"), **STRICT)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            Phrase("this is no file of cards: {why}", why=error.args[0])
            if isinstance(error, _RefusedError)
            else Phrase("this is not JSON: {why}", why=error),
            help=Phrase(
                "expected a card or a list of them, as `scorecheck audit --help` shows; photos "
                "go to `check`"
            ),
            code="not-json",
        ) from error


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of a key that stands there twice, dropping one would hide what was typed."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _RefusedError(
            Phrase("the key {key} stands twice in one object", key=repr(twice[:60]))
        )
    return found


def _whole(text: str) -> int:
    """A whole number; those of thousands of digits are on no card, and Python refuses them."""
    if len(text) > _MOST_DIGITS:
        raise _RefusedError(
            Phrase(
                "{number}… has {n} digits, and no card holds such a number",
                number=text[:20],
                n=len(text),
            )
        )
    return int(text)


def _finite(text: str) -> float:
    """A number that can be counted with; `NaN` and `1e999` cannot."""
    number = float(text)
    if not math.isfinite(number):
        raise _RefusedError(Phrase("{number} is no number that a card can hold", number=text[:60]))
    return number


STRICT: dict[str, Any] = {
    "object_pairs_hook": _each_once,
    "parse_int": _whole,
    "parse_float": _finite,
    "parse_constant": _finite,
}
"""How to parse so that nothing is dropped in silence."""
