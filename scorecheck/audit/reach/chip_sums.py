"""Which sums of the sections a full card can have together with so many chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from scorecheck.audit.reach.chips import Faces, Terms, kinds_of_boxes, terms_of
from scorecheck.game.ruleset import Ruleset

Table = dict[int, int]
"""Number of boxes that can have earned a chip, to the sums that go with it, as bits."""


Sums = tuple[int, int, int]
"""Sets of upper and of lower sums, as bits, that go with each other, and the most chips that go
with all of them; fewer are always possible. The Yahtzee box is scored in all of them."""


def sums_with_chips(rules: Ruleset) -> Iterator[tuple[Sums, ...]]:
    """What goes together, for each set of numbers whose own boxes are used early."""
    terms = terms_of(rules)
    faces = frozenset(kinds_of_boxes(rules)[0].values())
    for used in _uses(faces, terms):
        upper, lower = _upper(rules, terms, used), _lower(rules, terms, used)
        yield tuple(
            (upper_sums, lower_sums, first + second)
            for first, upper_sums in upper.items()
            for second, lower_sums in lower.items()
        )


def _uses(faces: Faces, terms: Terms) -> Iterator[Faces]:
    if terms.zero_anywhere or terms.upper_first:
        yield faces
        return
    sizes = range(len(faces) + 1)
    sets = chain.from_iterable(combinations(sorted(faces), size) for size in sizes)
    yield from (frozenset(some) for some in sets)


def _upper(rules: Ruleset, terms: Terms, used: Faces) -> Table:
    table: Table = {0: 1}
    for box, face in kinds_of_boxes(rules)[0].items():
        values = (0, *rules.values[box]) if face in used else (0,)
        table = _with_box(
            table,
            ((v, terms.upper_counts(face, v, used, lower_full=True)) for v in values),
        )
    return table


def _lower(rules: Ruleset, terms: Terms, used: Faces) -> Table:
    chips = rules.template.chips
    assert chips is not None  # only games with chips ask
    table: Table = {0: 1 << chips.value}
    _, fixed, summed = kinds_of_boxes(rules)
    for box in fixed:
        values = (0, *rules.values[box])
        table = _with_box(table, ((v, terms.fixed_counts(v, used)) for v in values))
    for box in summed:
        values = (0, *rules.values[box])
        table = _with_box(table, ((v, terms.summed_counts(v, used)) for v in values))
    return table


def _with_box(table: Table, choices: Iterable[tuple[int, bool]]) -> Table:
    after: Table = {}
    for value, counts in choices:
        for chips, sums in table.items():
            after[chips + counts] = after.get(chips + counts, 0) | sums << value
    return after
