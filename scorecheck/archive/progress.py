"""How long work in an archive tells how far it is."""

from __future__ import annotations

from collections.abc import Callable

Tick = Callable[[], object]
"""Called each time when one more is done."""

Progress = Callable[[int], Tick]
"""Told how many there are to do, before each part of the work."""


def unseen(_: int) -> Tick:
    """Nobody looks on."""
    return lambda: None
