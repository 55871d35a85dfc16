"""Sets of whole numbers from 0 as bits of one integer: bit n is set when n is in the set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def from_values(values: Iterable[int]) -> int:
    """The set of `values`."""
    bits = 0
    for value in values:
        bits |= 1 << value
    return bits


def values_of(bits: int) -> Iterator[int]:
    """The numbers in the set, smallest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def plus(one: int, two: int) -> int:
    """All sums of a number of one set and a number of the other."""
    if one.bit_count() > two.bit_count():
        one, two = two, one
    total = 0
    for value in values_of(one):
        total |= two << value
    return total
