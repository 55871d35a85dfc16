"""The reader on composed cells: `python -m scorecheck.measure.reading DIGITS`.

Cells are composed from the handwriting of one split (`final` by default: no training and no
threshold ever saw it). Printed are whole texts read right by kind of cell, the reliability of
the probabilities, and what each threshold would ask about and let pass wrongly. `--temperature`
tries other temperatures: the one in use was chosen so, on the split `tune`.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorecheck.measure.photos import same
from scorecheck.reading import recognise
from scorecheck.reading.training.batches import make_batch
from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.simulate.glyphs import GlyphBook

_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.0001)
_THRESHOLDS = (0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999)


def read_composed(
    folder: Path, split: str, count: int, seed: int
) -> tuple[list[dict[str, float]], list[str], list[str]]:
    """Texts with probabilities, what was written, and the kinds, of `count` composed cells."""
    book = GlyphBook(folder, split)  # type: ignore[arg-type]
    results: list[dict[str, float]] = []
    texts: list[str] = []
    kinds: list[str] = []
    for number in range(0, count, 512):
        ink, some_texts, some_kinds = make_batch(book, min(512, count - number), (seed, number))
        results += recognise.recognise(ink.astype(np.float32), some_kinds)
        texts += some_texts
        kinds += some_kinds
    return results, texts, kinds


def report(results: list[dict[str, float]], texts: list[str], kinds: list[str]) -> str:
    """The tables."""
    best = [next(iter(result)) for result in results]
    p = np.array([result[text] for result, text in zip(results, best, strict=True)])
    right = np.array([same(a, b) for a, b in zip(best, texts, strict=True)])
    lines = ["| what is written | cells | read right |", "|---|---|---|"]
    groups = [_group(text, kind) for text, kind in zip(texts, kinds, strict=True)]
    for group in sorted(set(groups)):
        chosen = np.array([g == group for g in groups])
        lines.append(f"| {group} | {chosen.sum()} | {100 * right[chosen].mean():.2f} % |")
    lines += ["", *_reliability(p, right), "", *_trade(p, right, best, texts), ""]
    wrong = Counter(
        (t, b) for t, b, ok in zip(texts, best, right, strict=True) if not ok and len(t) == 1
    )
    lines.append(
        "most frequent: "
        + ", ".join(f"{t or 'blank'} as {b or 'blank'} {n}" for (t, b), n in wrong.most_common(12))
    )
    return "\n".join(lines)


def _group(text: str, kind: str) -> str:
    if text == "":
        return "blank"
    if text == ILLEGIBLE_TEXT:
        return "illegible"
    if text.isdigit():
        return f"{kind}, {len(text)} digits"
    return f"{kind}, {'word' if len(text) > 1 else 'sign'}"


def _reliability(p: NDArray[np.float64], right: NDArray[np.bool_]) -> list[str]:
    lines = ["| probability | cells | mean | right |", "|---|---|---|---|"]
    error = 0.0
    for low, high in itertools.pairwise(_BINS):
        chosen = (p >= low) & (p < high)
        if chosen.any():
            error += abs(p[chosen].mean() - right[chosen].mean()) * chosen.mean()
            lines.append(
                f"| {low:g} to {min(high, 1):g} | {chosen.sum()} | {p[chosen].mean():.4f} "
                f"| {right[chosen].mean():.4f} |"
            )
    return [*lines, "", f"expected calibration error {100 * error:.2f} %"]


def _trade(
    p: NDArray[np.float64], right: NDArray[np.bool_], best: list[str], texts: list[str]
) -> list[str]:
    legible = np.array([text != ILLEGIBLE_TEXT for text in best])
    lines = ["| sure from | asked about | sure but wrong |", "|---|---|---|"]
    for threshold in _THRESHOLDS:
        sure = (p >= threshold) & legible
        wrong = int((sure & ~right).sum())
        lines.append(
            f"| {threshold} | {100 * (1 - sure.mean()):.2f} % "
            f"| {wrong} ({1000 * wrong / max(1, sure.sum()):.2f} in 1,000) |"
        )
    return lines


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
    print(report(*read_composed(args.digits, args.split, args.cells, args.seed)))


if __name__ == "__main__":
    main()
