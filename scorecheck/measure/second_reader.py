"""Would a second reader pay? `python -m scorecheck.measure.second_reader DIGITS`.

RapidOCR's network, trained by others on other images, is asked about those number cells only that
scorecheck is in doubt about. Four rules say when it settles one:

- *lower threshold*: it is not asked at all, and scorecheck is content with less (to compare with);
- *agreement*: it reads the same number, and scorecheck is not too much in doubt;
- *agreement, both sure*: it reads the same number, and both are sure enough of it;
- *weighed together*: the probabilities of both, multiplied, are clear enough.

Each rule's figures are chosen on the split `tune` so that no larger share of what passes is wrong
than before; the first table is of the split `final`. The second shows how many pass wrongly there
where each rule settles as many cells as leave the same share to ask about.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from scorecheck.errors import ScorecheckError
from scorecheck.measure.cell_pictures import grey, number_cells
from scorecheck.measure.composed import read_composed
from scorecheck.measure.markdown import in_thousand, markdown, share
from scorecheck.measure.rapidocr_cells import RapidReader
from scorecheck.measure.second_rules import (
    Read,
    Rule,
    agreed,
    agreed_surely,
    best_weights,
    least_needed,
    own,
    passing,
    said,
    settled,
    sure_before,
    weighed,
    wrong_before,
    wrong_if_asked,
)
from scorecheck.reading.alphabet import DIGITS
from scorecheck.reading.policy import blind_state
from scorecheck.reading.types import Candidate, State
from scorecheck.simulate.cell import MadeCell
from scorecheck.simulate.glyphs import GlyphBook

_PART = 512
_ASKED = (0.5, 0.45, 0.4, 0.35, 0.3, 0.25)


def _line(name: str, reads: Sequence[Read], rule: Rule, needed: float) -> list[object]:
    """One line of the table."""
    more = passing(reads, rule, needed)
    passed = len(sure_before(reads)) + len(more)
    wrong = wrong_before(reads) + sum(not one.right for one in more)
    return [
        name, f"{needed:.4f}" if needed <= 1 else "-", share(len(reads) - passed, len(reads)),
        f"{wrong} of {passed}", in_thousand(wrong, passed),
    ]  # fmt: skip


def _known(wrong: int | None) -> object:
    return "-" if wrong is None else wrong


def report(tune: Sequence[Read], final: Sequence[Read]) -> str:
    """Both tables, and how many doubtful cells are read right alone and together."""
    both = weighed(best_weights(tune))
    rules = {
        "lower threshold": own,
        "agreement": agreed,
        "agreement, both sure": agreed_surely,
        "weighed together": both,
    }
    heads = ("rule", "settles from", "asked about", "wrong among sure", "wrong in 1,000 sure")
    lines = [_line("no second reader", final, own, float("inf"))]
    lines += [_line(name, final, rule, least_needed(tune, rule)) for name, rule in rules.items()]
    right = [_right(final, rule) for rule in (own, both)]
    words = f"Doubtful cells read right: {right[0]} by scorecheck alone, {right[1]} by both."
    return "\n\n".join((markdown(heads, lines), _curves(final, rules), words))


def _curves(reads: Sequence[Read], rules: Mapping[str, Rule]) -> str:
    """How many pass wrongly by each rule where the same share is asked about."""
    heads = ("wrong among sure, where so many are asked about", *(f"{one:.0%}" for one in _ASKED))
    lines = [
        [name, *(_known(wrong_if_asked(reads, rule, one)) for one in _ASKED)]
        for name, rule in rules.items()
    ]
    return markdown(heads, lines)


def _right(reads: Sequence[Read], rule: Rule) -> str:
    found = settled(reads, rule)
    return share(sum(one.right for one in found), len(found))


def read_all(cells: Sequence[MadeCell], reader: RapidReader) -> tuple[list[Read], float]:
    """All cells read, the doubtful ones by both; and the second reader's seconds."""
    reads: list[Read] = []
    seconds = 0.0
    for start in range(0, len(cells), _PART):
        part = cells[start : start + _PART]
        texts = read_composed(part)
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
