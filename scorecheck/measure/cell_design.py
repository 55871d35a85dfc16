"""Which printed cell reads best: `python -m scorecheck.measure.cell_design DIGITS`.

Cells are composed in several designs (`scorecheck.measure.designs`), each with the same hands,
texts and photos, and read by the reader as it is. The table gives for each design the texts read
right, the difference from today's print on the very same entries with its 95 % interval, the cells
asked about and the wrong among sure.

What this cannot show: whether people write otherwise in another cell. Made hands write as they do
anywhere, across guides too, and as large as the cell allows; the last line of the prints shows what
it would bring if guides made writers leave room between digits. Nor does the reader know guides
and white lines: it was trained on plain frames. And how well a sheet is made flat along its lines,
which light lines harm, is not in these figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorecheck.measure.composed import read_composed
from scorecheck.measure.designs import PRINTED, PRINTS, SIZES, Design, composed
from scorecheck.measure.markdown import markdown, share
from scorecheck.measure.rows import same
from scorecheck.reading.policy import blind_state
from scorecheck.reading.types import Candidate, State
from scorecheck.simulate.glyphs import GlyphBook

_PART = 512
_INTERVAL = 1.96  # standard errors to either side of a 95 % interval


@dataclass(frozen=True)
class Outcome:
    """One design: for every entry whether it was read right, and whether it passed unasked."""

    design: Design
    right: NDArray[np.bool_]
    sure: NDArray[np.bool_]


def tried(design: Design, book: GlyphBook, cells: int, seed: int) -> Outcome:
    """Compose and read `cells` entries in one design."""
    right: list[bool] = []
    sure: list[bool] = []
    for start in range(0, cells, _PART):
        numbers = range(start, min(cells, start + _PART))
        made = [composed(design, book, seed, number) for number in numbers]
        for cell, texts in zip(made, read_composed(made), strict=True):
            candidates = [Candidate(text, p) for text, p in texts.items()]
            right.append(same(candidates[0].text, cell.text))
            sure.append(blind_state("number", candidates) in (State.SURE, State.BLANK))
    return Outcome(design, np.array(right), np.array(sure))


def difference(one: Outcome, other: Outcome) -> tuple[float, float]:
    """How much larger the share read right is in `one`, and half of its 95 % interval.

    The entries are the same in both, so only those that one design gets right and the other not
    bear on it.
    """
    gained = one.right.astype(np.float64) - other.right
    mean = float(gained.mean())
    spread = float(np.sqrt(np.mean((gained - mean) ** 2) / len(gained)))
    return mean, _INTERVAL * spread


def report(outcomes: Sequence[Outcome]) -> str:
    """One line for each design; the first is what the others are compared with."""
    heads = (
        "cell", "entries", "read right", "against today's", "asked about", "wrong among sure",
    )  # fmt: skip
    return markdown(heads, [_line(one, outcomes[0]) for one in outcomes])


def _line(one: Outcome, today: Outcome) -> list[object]:
    mean, half = difference(one, today)
    passed = int(one.sure.sum())
    return [
        one.design.name, len(one.right), share(int(one.right.sum()), len(one.right)),
        "-" if one is today else f"{100 * mean:+.2f} ± {100 * half:.2f} %",
        share(len(one.sure) - passed, len(one.sure)),
        f"{int((one.sure & ~one.right).sum())} of {passed}",
    ]  # fmt: skip


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("digits", type=Path, help="the folder of handwriting")
    parser.add_argument("--split", choices=("tune", "final"), default="final")
    parser.add_argument("--cells", type=int, default=4000, help="entries, the same in each design")
    parser.add_argument("--seed", type=int, default=505)
    args = parser.parse_args()
    book = GlyphBook(args.digits, args.split)
    today = tried(PRINTED, book, args.cells, args.seed)
    for head, designs in (("Prints", PRINTS[1:]), ("Sizes", SIZES)):
        others = [tried(design, book, args.cells, args.seed) for design in designs]
        size = f"{PRINTED.w:g} x {PRINTED.h:g} mm"
        print(f"{head} (today's cell: {size})\n\n{report([today, *others])}\n", flush=True)


if __name__ == "__main__":
    main()
