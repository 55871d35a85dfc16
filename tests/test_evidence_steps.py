"""Each step of the weighing alone: its value where it is known otherwise, and its transpose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scorecheck.evidence.bonus import written_bonus
from scorecheck.evidence.closing import closing_sum
from scorecheck.evidence.messages import UNKNOWN, add, evidence
from scorecheck.evidence.mix import mix
from scorecheck.evidence.row_law import Row
from scorecheck.evidence.rows import row_items
from scorecheck.evidence.slots import OTHER
from scorecheck.evidence.sums import SumCell, written_sum
from scorecheck.evidence.tape import Node, Tape

TEXTS = ("23", "", "X", "0", "v", "33", "400", OTHER)


def leaf(seed: int, columns: int) -> Node:
    return Node(np.random.default_rng(seed).random((2, columns)))


def check_transpose(tape: Tape, end: Node, inputs: Sequence[Node]) -> None:
    """The gradients of any mixture of what comes out, against differences.

    Every step is linear in each single weight, so they are exact.
    """
    pull = np.random.default_rng(8).random(end.value.shape)

    def transpose(grad: np.ndarray) -> None:
        end.grad += grad * pull

    total = tape.step(lambda: (end.value * pull).sum(axis=1, keepdims=True), transpose)
    tape.backward(total)
    for node in inputs:
        for item in range(node.value.shape[1]):
            kept, values = node.value, []
            for weight in (0.0, 1.0):
                node.value = kept.copy()
                node.value[:, item] = weight
                tape.replay()
                values.append(total.value[:, 0])
            node.value = kept
            expected = pytest.approx(values[1] - values[0], rel=1e-9, abs=1e-12)
            assert node.grad[:, item] == expected


def cell(texts: Sequence[str] = TEXTS) -> SumCell:
    return SumCell(texts, leaf(1, len(texts)), leaf(2, 2))


@pytest.mark.parametrize("count", [1, 30, 130])
def test_transpose_of_a_written_sum(count: int) -> None:
    tape, meant, sum_cell = Tape(), leaf(3, count), cell()
    end = written_sum(tape, meant, sum_cell)
    check_transpose(tape, end, [meant, sum_cell.leaf, sum_cell.care])


@pytest.mark.parametrize("texts", [TEXTS, (OTHER,), ("", OTHER)])
@pytest.mark.parametrize("counts", [(1, 40), (30, 25), (600, 4)])
def test_the_last_sum_is_worth_what_a_sum_in_between_is(
    texts: Sequence[str], counts: tuple[int, int]
) -> None:
    tape, left, right, sum_cell = Tape(), leaf(3, counts[0]), leaf(4, counts[1]), cell(texts)
    whole = evidence(tape, [written_sum(tape, add(tape, left, right), sum_cell)])
    end = closing_sum(tape, left, right, sum_cell)
    assert end.value == pytest.approx(whole.value, rel=1e-12)


def test_transpose_of_the_last_sum() -> None:
    tape, left, right, sum_cell = Tape(), leaf(3, 30), leaf(4, 25), cell()
    end = closing_sum(tape, left, right, sum_cell)
    check_transpose(tape, end, [left, right, sum_cell.leaf, sum_cell.care])


@pytest.mark.parametrize("limit", [33, 1000])
@pytest.mark.parametrize("keep", [(1, 0), (0, 1), (1, 1)])
def test_transpose_of_a_bonus(keep: tuple[int, int], limit: int) -> None:
    tape, base, sum_cell = Tape(limit), leaf(3, 30), cell(("0", "5", "35", "", "v", OTHER))
    end = written_bonus(tape, base, sum_cell, [(10, 5), (20, 35)], keep)
    check_transpose(tape, end, [base, sum_cell.leaf, sum_cell.care])


def test_a_clear_bonus_goes_on() -> None:
    tape, base = Tape(), Node(np.array([[0.0, 0.0, 0.25, 0.5, 0.0]]))
    care = Node(np.array([[1.0, 0.0]]))
    for text, bonus, weight in (("7", 7, 0.5), ("0", 0, 0.25)):
        sure = SumCell((text, OTHER), Node(np.array([[1.0, 0.0]])), care)
        found = written_bonus(tape, base, sure, [(3, 7)], (0, 1)).value[0]
        assert found[bonus] == weight
        assert found.sum() == weight


def test_transpose_of_rows_worked_out_in_parallel() -> None:
    tape, legal = Tape(), frozenset({3, 6, 9})
    rows = [
        Row(("3", "6", "X", OTHER), ("2", "", OTHER), ("6", "12", OTHER), legal),
        Row(("", "9", OTHER), ("D", OTHER), ("", "9", "v", OTHER), legal),
        Row((OTHER,), (OTHER,), (OTHER,), legal),
    ]
    leaves = [
        (leaf(i, len(row.base)), leaf(9 + i, len(row.power)), leaf(5, len(row.total)), leaf(i, 2))
        for i, row in enumerate(rows)
    ]
    items = row_items(tape, list(zip(rows, leaves, strict=True)), {"1": 1, "2": 2, "D": 2})
    assert [numbers.tolist() for _, numbers in items][2] == [UNKNOWN]
    assert items[0][1].tolist() == [UNKNOWN, 0, 6, 12]
    end = tape.step(
        lambda: np.concatenate([node.value for node, _ in items], axis=1),
        lambda grad: share_out(grad, [node for node, _ in items]),
    )
    check_transpose(tape, end, [node for row in leaves for node in row])


def share_out(grad: np.ndarray, nodes: Sequence[Node]) -> None:
    start = 0
    for node in nodes:
        node.grad += grad[:, start : start + node.value.shape[1]]
        start += node.value.shape[1]


def test_mixing_is_a_sum_over_items_and_care() -> None:
    tape, items, care = Tape(), leaf(1, 4), leaf(2, 2)
    table = np.random.default_rng(3).random((4, 2, 5))
    found = mix(tape, items, care, table)
    expected = np.einsum("ri,rc,ico->ro", items.value, care.value, table)
    np.testing.assert_allclose(found.value, expected)
    check_transpose(tape, found, [items, care])
