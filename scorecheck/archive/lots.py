"""Drawing lots by a seed, so that anyone can draw the same again, with no program of ours.

A lot is the SHA-256 of `SEED/purpose/number`; the smallest comes first.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def lot(seed: str, purpose: str, number: int) -> str:
    """The lot of one number, in hex."""
    return sha256(f"{seed}/{purpose}/{number}".encode()).hexdigest()


def drawn(numbers: Iterable[int], seed: str, purpose: str) -> list[int]:
    """The numbers in the order of their lots."""
    return sorted(numbers, key=lambda number: (lot(seed, purpose, number), number))
