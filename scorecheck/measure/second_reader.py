"""Would a second reader pay? `python -m scorecheck.measure.second_reader DIGITS`.

RapidOCR's network, trained by others on other images, is asked about those number cells only that
scorecheck is in doubt about. Three rules say when it settles one:

- *lower threshold*: it is not asked at all, and scorecheck is content with less (to compare with);
- *agreement*: it reads the same number, and scorecheck is not too much in doubt;
- *weighed together*: the probabilities of both, multiplied, are clear enough.

Each rule's figures are chosen on the split `tune` so that no larger share of what passes is wrong
than before; the table is of the split `final`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from scorecheck.errors import ScorecheckError
from scorecheck.measure.cell_pictures import grey, number_cells
from scorecheck.measure.rapidocr_cells import RapidReader
from scorecheck.measure.second_rules import (
    Read,
    Rule,
    agreed,
    best_weights,
    least_needed,
    own,
    passing,
    said,
    settled,
    sure_before,
    weighed,
    wrong_before,
)
from scorecheck.measure.tables import in_thousand, markdown, share
from scorecheck.reading.alphabet import DIGITS
from scorecheck.reading.policy import blind_state
from scorecheck.reading.recognise import recognise
from scorecheck.reading.types import Candidate, State
from scorecheck.reading.window import prepare
from scorecheck.simulate.cell import MadeCell
from scorecheck.simulate.glyphs import GlyphBook

_PART = 512


def _line(name: str, reads: Sequence[Read], rule: Rule, needed: float) -> list[object]:
    """One line of the table."""
    more = passing(reads, rule, needed)
    passed = len(sure_before(reads)) + len(more)
    wrong = wrong_before(reads) + sum(not one.right for one in more)
    return [
        name, f"{needed:.4f}" if needed <= 1 else "-", share(len(reads) - passed, len(reads)),
        f"{wrong} of {passed}", in_thousand(wrong, passed),
    ]  # fmt: skip


def report(tune: Sequence[Read], final: Sequence[Read]) -> str:
    """The table of all rules."""
    weights = best_weights(tune)
    rules = {
        "lower threshold": own,
        "agreement": agreed,
        "weighed together": weighed(weights),
    }
    heads = ("rule", "settles from", "asked about", "wrong among sure", "wrong in 1,000 sure")
    lines = [_line("no second reader", final, own, float("inf"))]
    lines += [_line(name, final, rule, least_needed(tune, rule)) for name, rule in rules.items()]
    right = [
        sum(one.right for one in settled(final, rule)) for rule in (own, rules["weighed together"])
    ]
    doubtful = sum(read.state is State.DOUBTFUL for read in final)
    return (
        f"{markdown(heads, lines)}\n\nOf {doubtful} doubtful cells scorecheck reads "
        f"{share(right[0], doubtful)} right, both together {share(right[1], doubtful)} "
        f"(powers {weights.first:g} and {weights.second:g})."
    )


def read_all(cells: Sequence[MadeCell], reader: RapidReader) -> tuple[list[Read], float]:
    """All cells read, the doubtful ones by both; and the second reader's seconds."""
    reads: list[Read] = []
    seconds = 0.0
    for start in range(0, len(cells), _PART):
        part = cells[start : start + _PART]
        ink = np.stack([prepare(cell.cut, cell.window) for cell in part])
        texts = recognise(ink, [cell.kind for cell in part])
        states = [
            blind_state("number", [Candidate(text, p) for text, p in found.items()])
            for found in texts
        ]
        asked = [i for i, state in enumerate(states) if state is State.DOUBTFUL]
        before = time.process_time()
        seen = reader.read([grey(part[i]) for i in asked], DIGITS, least_px=0)
        seconds += time.process_time() - before
        lines = dict(zip(asked, seen, strict=True))
        for i, cell in enumerate(part):
            read = Read(cell.text, texts[i], states[i])
            if i in lines:
                read = replace(read, second=said(lines[i], texts[i]), number=lines[i].masked)
            reads.append(read)
    return reads, seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code is that of the error where there is one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("digits", type=Path, help="the folder of handwriting")
    parser.add_argument("--cells", type=int, default=20000, help="of each split")
    parser.add_argument("--seed", type=int, default=911)
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader, reads, seconds = RapidReader(), {}, 0.0
    try:
        for split in ("tune", "final"):
            cells = number_cells(GlyphBook(args.digits, split), args.cells, args.seed)
            reads[split], seconds = read_all(cells, reader)
    except ScorecheckError as error:
        print(f"{error.message}\n{error.help}", file=sys.stderr)
        return error.exit_code
    asked = sum(read.second is not None for read in reads["final"])
    print(report(reads["tune"], reads["final"]))
    print(f"\n{1000 * seconds / max(1, asked):.1f} ms for each cell that the second reader sees.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
