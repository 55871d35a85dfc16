"""The reader on composed cells: `python -m scorecheck.measure.reading DIGITS`.

Cells are composed from the handwriting of one split (`final` by default: no training and no
threshold ever saw it). Printed are whole texts read right by kind of cell and by source, the
reliability of the probabilities, what each threshold would ask about and let pass wrongly, and what
is taken for what. `--temperature` tries other temperatures: the one in use was chosen so, on the
split `tune`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scorecheck.measure.composed import Composed, chunks, measure
from scorecheck.measure.markdown import in_thousand, markdown, share
from scorecheck.measure.rows import CellRow
from scorecheck.measure.shares import Count, reliability
from scorecheck.measure.store import Store
from scorecheck.measure.tables import confusions, reliability_table
from scorecheck.reading import recognise
from scorecheck.reading.types import ILLEGIBLE_TEXT

_THRESHOLDS = (0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999, 0.99995)


def by_kind(cells: Sequence[Composed]) -> str:
    """Whole texts read right, by what is written."""
    numbers = [cell for cell in cells if cell.row.written.isdigit()]
    table = _right_table("what is written", cells, [_group(cell.row) for cell in cells])
    right = sum(cell.row.right_blind for cell in numbers)
    return f"{table}\n\nOf {len(numbers)} numbers {share(right, len(numbers))} are read right."


def by_source(cells: Sequence[Composed]) -> str:
    """Whole texts read right, by where the handwriting is from."""
    legible = [cell for cell in cells if cell.row.written != ILLEGIBLE_TEXT]
    return _right_table("handwriting", legible, [cell.writer.split("/")[0] for cell in legible])


def _right_table(head: str, cells: Sequence[Composed], groups: Sequence[str]) -> str:
    lines = []
    for name in [*sorted(set(groups)), "all"]:
        some = [c.row for c, group in zip(cells, groups, strict=True) if name in ("all", group)]
        right = sum(row.right_blind for row in some)
        lines.append([name, len(some), share(right, len(some))])
    return markdown((head, "cells", "read right"), lines)


def _group(cell: CellRow) -> str:
    if cell.written == "":
        return "blank"
    if cell.written == ILLEGIBLE_TEXT:
        return "illegible"
    if cell.written.isdigit():
        return f"{cell.kind}, {len(cell.written)} digits"
    return f"{cell.kind}, {'word' if len(cell.written) > 1 else 'sign'}"


def calibration(cells: Sequence[Composed]) -> str:
    """The reliability of the probabilities."""
    right = [cell.row.right_blind for cell in cells]
    return reliability_table(reliability([cell.row.p_blind for cell in cells], right))


def trade(cells: Sequence[Composed]) -> str:
    """Wrong among sure against asked, by one threshold for all cells, and by the policy."""
    lines = [_trade_line(f"{at:g}", trade_at(cells, at)) for at in _THRESHOLDS]
    lines.append(_trade_line("the policy's", count_policy(cells)))
    heads = ("sure from", "asked about", "wrong among sure", "wrong in 1,000 sure")
    return markdown(heads, lines)


def trade_at(cells: Sequence[Composed], threshold: float) -> Count:
    """What one threshold for all cells would let pass."""
    passing = [
        cell for cell in cells
        if cell.row.p_blind >= threshold and cell.row.seen[0][0] != ILLEGIBLE_TEXT
    ]  # fmt: skip
    return _count(cells, passing)


def count_policy(cells: Sequence[Composed]) -> Count:
    """What the policy lets pass."""
    return _count(cells, [cell for cell in cells if cell.row.passes_blind])


def _count(cells: Sequence[Composed], passing: Sequence[Composed]) -> Count:
    right = sum(cell.row.right_blind for cell in cells)
    wrong = sum(not cell.row.right_blind for cell in passing)
    return Count(len(cells), right, len(cells) - len(passing), wrong)


def _trade_line(name: str, count: Count) -> list[object]:
    return [
        name, share(count.asked, count.cells), f"{count.wrong} of {count.passed}",
        in_thousand(count.wrong, count.passed),
    ]  # fmt: skip


def confused(cells: Sequence[Composed]) -> str:
    """What is taken for what, likeliest texts that are not what is written."""
    wrong = [cell.row for cell in cells if not cell.row.right_blind]
    return confusions((row.written, row.seen[0][0]) for row in wrong)


def report(cells: Sequence[Composed]) -> str:
    """All tables."""
    tables = (by_kind, by_source, calibration, trade, confused)
    return "\n\n".join(table(cells) for table in tables)


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--split", choices=("tune", "final"), default="final")
    parser.add_argument("--cells", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--temperature", type=float)
    args = parser.parse_args()
    if args.temperature:
        recognise.TEMPERATURE = args.temperature
    with tempfile.TemporaryDirectory() as scratch:
        store = Store(Path(scratch) / "cells.jsonl")
        wanted = chunks(args.digits, args.split, args.cells, args.seed)
        sys.stdout.write(report(measure(wanted, store, 1)) + "\n")


if __name__ == "__main__":
    main()
