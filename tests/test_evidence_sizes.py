"""Messages of any length: moved, added and cut at the limit, and their transposes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scorecheck.evidence import messages
from scorecheck.evidence.messages import UNKNOWN, add, add_items, times
from scorecheck.evidence.shifts import Shifts
from scorecheck.evidence.tape import Node, Tape


@pytest.mark.parametrize("seed", range(3))
def test_transforms_give_the_sums(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.random((2, 300)), rng.random((2, 120)) * (rng.random((2, 120)) < 0.8)
    a[:, ::3] *= 1e-7
    front = rng.random((2, 300 + 120 - 1))

    def results() -> list[np.ndarray]:
        return [messages._convolve(a, b), messages._correlate(front, b, 300)]

    plain = results()
    monkeypatch.setattr(messages, "_MANY", 1)
    for fast, slow in zip(results(), plain, strict=True):
        np.testing.assert_allclose(fast, slow, atol=1e-12)


def check_sum(tape: Tape, parts: Sequence[tuple[Node, Sequence[int]]], found: Node) -> None:
    """The weights of `found` against all combinations, and the gradients against differences."""
    size = found.value.shape[1]
    expected = np.zeros_like(found.value)
    (left, ours), (right, theirs) = parts
    for i, number in enumerate(ours):
        for j, other in enumerate(theirs):
            known = UNKNOWN not in (number, other)
            place = min(number + other, tape.limit) if known else size - 1
            expected[:, place] += left.value[:, i] * right.value[:, j]
    np.testing.assert_allclose(found.value, expected)
    pull = np.random.default_rng(9).random((size, 1))
    end = tape.step(lambda: found.value @ pull, lambda grad: add_to(found, grad @ pull.T))
    tape.backward(end)
    for node, _ in parts:
        for item in range(node.value.shape[1]):
            assert node.grad[:, item] == pytest.approx(difference(tape, node, item, end))


def add_to(node: Node, grad: np.ndarray) -> None:
    node.grad += grad


def difference(tape: Tape, node: Node, item: int, end: Node) -> np.ndarray:
    """How `end` changes when the weight of an item grows by 1."""
    tape.replay()
    before = end.value[:, 0].copy()
    node.value[:, item] += 1.0
    tape.replay()
    after = end.value[:, 0].copy()
    node.value[:, item] -= 1.0
    return after - before


def message(rng: np.random.Generator, count: int) -> tuple[Node, list[int]]:
    return Node(rng.random((2, count + 1))), [*range(count), UNKNOWN]


@pytest.mark.parametrize("limit", [4, 11, 1000])
@pytest.mark.parametrize("few", [0, 40])
def test_messages_are_added_up_to_the_limit(
    monkeypatch: pytest.MonkeyPatch, limit: int, few: int
) -> None:
    monkeypatch.setattr(messages, "_FEW", few)
    rng, tape = np.random.default_rng(1), Tape(limit)
    left, right = message(rng, 5), message(rng, 9)
    check_sum(tape, [left, right], add(tape, left[0], right[0]))


@pytest.mark.parametrize("limit", [4, 1000])
def test_items_are_added(limit: int) -> None:
    rng, tape = np.random.default_rng(2), Tape(limit)
    left, numbers = message(rng, 6), [3, UNKNOWN, 0, 20, 3, UNKNOWN]
    items = Node(rng.random((2, len(numbers))))
    check_sum(tape, [left, (items, numbers)], add_items(tape, left[0], items, np.array(numbers)))


def test_items_that_all_are_unknown_leave_no_number() -> None:
    rng, tape = np.random.default_rng(2), Tape()
    (left, _), items = message(rng, 3), Node(rng.random((2, 1)))
    found = add_items(tape, left, items, np.array([UNKNOWN]))
    assert found.value[:, -1] == pytest.approx(left.value.sum(axis=1) * items.value[:, 0])
    assert not found.value[:, :-1].any()


def test_multiples_stop_at_the_limit() -> None:
    node = Node(np.array([[1.0, 2.0, 4.0, 8.0, 16.0]]))
    found = times(Tape(7), node, 3)
    assert found.value.tolist() == [[1.0, 0, 0, 2.0, 0, 0, 4.0, 8.0, 16.0]]


def test_copies_of_one_line_are_put_like_any_others() -> None:
    shifts, rng = Shifts([0, 2, 5], 4, 6), np.random.default_rng(4)
    weights, line = np.array([[0.5, 0.0, 2.0]]), rng.random((1, 4))
    copies = weights[:, :, None] * line
    np.testing.assert_array_equal(shifts.put_times(weights, line), shifts.put(copies))
