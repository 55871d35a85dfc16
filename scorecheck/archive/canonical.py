"""One text for one JSON value, on every machine: what is hashed is always the same bytes."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """The value with its keys in order, without spaces, in Unicode.

    Raises:
        ValueError: not a number, or an infinite one.
    """
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )


def digest(value: Any) -> str:
    """The SHA-256 of the value's canonical text, 64 hex digits."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
