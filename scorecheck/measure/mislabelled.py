"""Images of handwriting that are not what their label says, as a person saw them.

They were looked at because the reader was surely wrong on them, so leaving them out flatters it:
the tables say what comes with them, and beside it what comes without. An image is here only if
nobody who sees it alone would read it as its label says; what is merely hard to read stays in.
"""

from __future__ import annotations

from scorecheck.measure.rows import CellRow
from scorecheck.simulate.glyphs import Split

MISLABELLED = {
    "swiss_numbers/0021_CH4M 3 38": "a 2 with a looped foot",
    "swiss_numbers/0021_CH4M 2 23": "a 7: it has no foot",
    "mnist_test 3 659": "two pieces of a 3, its middle is gone",
    "mnist_test 1 746": "a row of dots",
    "mnist_test 2 76": "a 1 with a flag and a foot",
}
"""By name (see `NotingBook`): what a person sees there."""

SPLIT: Split = "final"
"""Where they were seen. In another split the same names are other images."""


def is_mislabelled(cell: CellRow, split: Split) -> bool:
    """Whether a cell of that split was written with such an image."""
    return split == SPLIT and any(image in MISLABELLED for image in cell.images)
