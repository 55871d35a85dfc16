"""Several photos of one sheet judged together: what is sure, what is in doubt, in any order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scorecheck.archive.combined import combined, in_order
from scorecheck.archive.reading_json import Body
from scorecheck.evidence.policy import POLICY

SURE, DOUBTFUL, BLANK, ILLEGIBLE = "sure", "doubtful", "blank", "illegible"


def body(name: str, *cells: tuple[str, dict[str, float]]) -> Body:
    """A reading of a few cells: the state of each and what it may say."""
    told = [
        [f"p1/box{n}/value", f"box{n}", "value", "number", state, list(map(list, may.items())), []]
        for n, (state, may) in enumerate(cells)
    ]
    return {"reading": name, "cells": {"p1": told}}


def of(*cells: tuple[str, dict[str, float]]) -> list[Any]:
    """One cell on several photos, as they come out together: state and candidates."""
    told = combined([body(str(n), cell) for n, cell in enumerate(cells)])["cells"]["p1"][0]
    return [told[4], [text for text, _ in told[5]]]


@pytest.mark.parametrize(
    ("cells", "state", "texts"),
    [
        ([(SURE, {"18": 0.999}), (DOUBTFUL, {"18": 0.6, "16": 0.4})], SURE, ["18"]),
        ([(SURE, {"18": 0.999}), (DOUBTFUL, {"16": 0.6, "18": 0.3})], SURE, ["18"]),
        ([(SURE, {"18": 0.999}), (ILLEGIBLE, {"?": 0.9})], SURE, ["18"]),
        ([(BLANK, {"": 0.999}), (DOUBTFUL, {"": 0.6, "1": 0.4})], BLANK, [""]),
        # What another photo thinks far likelier is asked about, however sure the first one is.
        ([(SURE, {"18": 0.999}), (DOUBTFUL, {"16": 0.8, "18": 0.2})], DOUBTFUL, ["18", "16"]),
        ([(BLANK, {"": 0.999}), (DOUBTFUL, {"1": 0.98, "": 0.011})], DOUBTFUL, ["", "1"]),
        # Two photos that waver are no surer than one.
        (
            [(DOUBTFUL, {"18": 0.9, "16": 0.1}), (DOUBTFUL, {"18": 0.9, "16": 0.1})],
            DOUBTFUL,
            ["18", "16"],
        ),
        ([(ILLEGIBLE, {"?": 0.9}), (ILLEGIBLE, {"?": 0.9})], ILLEGIBLE, ["?"]),
        ([(ILLEGIBLE, {"?": 0.9}), (DOUBTFUL, {"5": 0.6, "6": 0.3})], DOUBTFUL, ["5", "6"]),
    ],
)
def test_a_cell_on_two_photos(cells: list[Any], state: str, texts: list[str]) -> None:
    for order in permutations(cells):
        assert of(*order) == [state, texts]


@pytest.mark.parametrize("sure", [1, 2, 5])
def test_the_card_may_not_settle_what_photos_contradict(sure: int) -> None:
    other = body("other", (DOUBTFUL, {"24": 0.7, "18": 0.2}))
    told = combined([*(body(str(n), (SURE, {"18": 0.999})) for n in range(sure)), other])
    candidates = told["cells"]["p1"][0][5]
    assert [text for text, _ in candidates] == ["18", "24"]
    assert all(p < POLICY.seen for _, p in candidates)


@pytest.mark.parametrize("others", [1, 2])
def test_nor_what_photos_in_doubt_contradict(others: int) -> None:
    """Else two of three photos would be right because the sums then fit."""
    one = body("one", (DOUBTFUL, {"63": 0.98, "68": 0.02}))
    told = combined([one, *(body(str(n), (DOUBTFUL, {"68": 0.97})) for n in range(others))])
    assert all(p < POLICY.seen for _, p in told["cells"]["p1"][0][5])


def test_what_two_photos_think_is_neither_surer_nor_less_sure_than_both() -> None:
    told = combined(
        [
            body("a", (DOUBTFUL, {"18": 0.8, "16": 0.2})),
            body("b", (DOUBTFUL, {"16": 0.6, "7": 0.4})),
        ]
    )
    means = dict(map(tuple, told["cells"]["p1"][0][5]))
    assert means == pytest.approx({"18": 0.4, "16": 0.4, "7": 0.2})


CELLS = some.one_of(
    some.builds(lambda p: (SURE, {"18": p}), some.floats(0.99, 0.9999)),
    some.builds(lambda p: (DOUBTFUL, {"18": 1 - p, "16": p}), some.floats(0.02, 0.49)),
    some.builds(lambda p: (DOUBTFUL, {"16": 1 - p, "18": p}), some.floats(0.02, 0.49)),
    some.just((ILLEGIBLE, {"?": 0.9})),
)


@given(some.lists(CELLS, min_size=2, max_size=4), some.randoms(use_true_random=False))
def test_the_order_of_photos_makes_no_difference(cells: list[Any], random: Any) -> None:
    photos = [body(str(n), cell) for n, cell in enumerate(cells)]
    turned = random.sample(photos, len(photos))
    assert [one["reading"] for one in in_order(turned)] == [
        one["reading"] for one in in_order(photos)
    ]
    assert combined(in_order(turned)) == combined(in_order(photos))


@given(some.lists(CELLS, min_size=1, max_size=4))
def test_nothing_is_sure_that_no_photo_is_sure_of(cells: list[Any]) -> None:
    state, texts = of(*cells)
    if state == SURE:
        assert any(own == SURE and next(iter(may)) == texts[0] for own, may in cells)
