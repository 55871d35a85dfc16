"""What a person may say that a cell holds: whatever can stand on paper there, legal or not."""

from __future__ import annotations

import re

from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Phrase
from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES, TICK

_ALIKE = {"×": "X", "–": "-", "—": "-", "−": "-", "✓": TICK, "✔": TICK}
"""Signs that people type, and the ones that the reader spells so."""

_MAY_HOLD = {
    "number": (re.compile(r"[0-9]{1,5}"), Phrase("a number, X, /, \\, - or # for a struck box")),
    "power": (
        re.compile(r"[0-9]{1,2}|[A-ZÅÄÖÆØÜ]{1,12}"),
        Phrase("a number or D, F, P, or X for a strike"),
    ),
    "tick": (re.compile(r"v|[0-9]{1,3}"), Phrase("v for a tick, a number, or X for a strike")),
}


def clean_text(text: str, kind: str) -> str:
    """The text as the reader would spell it.

    Args:
        text: as a person typed it; `""` says that nothing is written, `"?"` that it cannot be read.
        kind: the cell's: "number", "power" or "tick".

    Raises:
        UsageError: nothing that can stand in such a cell.
    """
    typed = text.strip()
    plain = _ALIKE.get(typed, typed)
    plain = plain.lower() if kind == "tick" and plain == "V" else plain
    plain = plain.upper() if kind == "power" or plain == "x" else plain
    if plain in ("", ILLEGIBLE_TEXT, *STRIKES):
        return plain
    pattern, expected = _MAY_HOLD.get(kind, _MAY_HOLD["number"])
    if not pattern.fullmatch(plain):
        raise UsageError(
            Phrase("{typed} cannot stand in this cell", typed=quoted(typed)),
            help=Phrase(
                "type {expected}; nothing for a blank cell; ? for what cannot be read",
                expected=expected,
            ),
            code="decision-text",
        )
    return plain
