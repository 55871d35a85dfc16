"""What an eye reads in cells that our reader reads wrongly: the most that pictures alone can tell.

`python -m scorecheck.measure.by_eye DIGITS -o FOLDER` composes number cells, has them read, and
takes as many that were read wrongly as rightly, by chance and mixed. FOLDER gets `eye-1.png` and so
on, numbered cells without another word, and `eye-key.json`, at which nobody who is to read them may
look. Whoever looks writes a line for each cell, its number and what stands there (`12 305`; `?`
where they cannot tell), into a file; `--answers FILE` compares.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import InputError, ScorecheckError
from scorecheck.measure import composed
from scorecheck.measure.markdown import markdown, percent, share
from scorecheck.measure.store import Store
from scorecheck.safe_write import write_whole
from scorecheck.simulate.glyphs import GlyphBook, Split

KEY = "eye-key.json"
_ACROSS, _DOWN = 5, 10
_TILE = (250, 130)
_INK = 30


@dataclass(frozen=True)
class Shown:
    """A cell as its key keeps it: what is `written`, what was `read`, and of which hand it is."""

    written: str
    read: str
    hand: int
    place: int

    @property
    def right(self) -> bool:
        """Whether the reader read what is written."""
        return self.read == self.written


@dataclass(frozen=True)
class Key:
    """What the numbered cells are, in their order, and how many there were to take them from."""

    shown: tuple[Shown, ...]
    numbers: int
    right: int

    def to_json(self) -> bytes:
        """As written to disk."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=False).encode()

    @classmethod
    def read(cls, path: Path) -> Key:
        """The key that `to_json` wrote.

        Raises:
            InputError: there is none.
        """
        try:
            data = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise InputError(
                f"{path}: no key to compare with: {error}",
                help="make the pictures first, without --answers",
                code="no-key",
            ) from error
        return cls(tuple(Shown(**one) for one in data["shown"]), data["numbers"], data["right"])


def choose(cells: Sequence[composed.Composed], each: int, rng: np.random.Generator) -> Key:
    """So many numbers that were read wrongly and as many that were read rightly, mixed."""
    numbers = [cell for cell in cells if cell.row.written.isdigit()]
    by_right: dict[bool, list[composed.Composed]] = {True: [], False: []}
    for cell in numbers:
        by_right[cell.row.right_blind].append(cell)
    taken = [
        some[i]
        for some in by_right.values()
        for i in rng.permutation(len(some))[:each].tolist()
    ]  # fmt: skip
    mixed = [taken[i] for i in rng.permutation(len(taken)).tolist()]
    shown = tuple(
        Shown(cell.row.written, cell.row.seen[0][0], cell.hand, cell.place) for cell in mixed
    )
    return Key(shown, len(numbers), len(by_right[True]))


def pictures(key: Key, book: GlyphBook, seed: int) -> Iterable[NDArray[np.uint8]]:
    """The cells on pages, numbered from 1."""
    tiles = []
    for number, one in enumerate(key.shown, 1):
        cell = list(composed.composed_by(book, seed, one.hand))[one.place][0]
        tiles.append(_tile(number, cell.cut))
    tiles += [np.full(_TILE[::-1], 255, np.uint8)] * (-len(tiles) % _ACROSS)
    rows = [np.hstack(tiles[i : i + _ACROSS]) for i in range(0, len(tiles), _ACROSS)]
    for first in range(0, len(rows), _DOWN):
        yield np.vstack(rows[first : first + _DOWN])


def _tile(number: int, cut: NDArray[np.uint8]) -> NDArray[np.uint8]:
    tile = np.full(_TILE[::-1], 255, np.uint8)
    top = 24
    zoom = min((_TILE[0] - 8) / cut.shape[1], (_TILE[1] - top - 4) / cut.shape[0])
    large = cv2.resize(cut, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)
    tile[top : top + large.shape[0], 4 : 4 + large.shape[1]] = large
    cv2.putText(tile, str(number), (4, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.6, _INK, 1, cv2.LINE_AA)
    return tile


def answers_of(text: str, most: int) -> dict[int, str]:
    """What the lines say: texts by the cells' numbers.

    Raises:
        InputError: a line is no number of a cell and what stands there.
    """
    answers = {}
    for line, words in enumerate((line.split() for line in text.splitlines()), 1):
        if not words:
            continue
        number = int(words[0]) if words[0].isdigit() else 0
        if len(words) != 2 or not 1 <= number <= most:
            raise InputError(
                f"line {line} is not a cell's number and what stands there: {' '.join(words)!r}",
                help="write lines such as `12 305`, or `12 ?` where nobody could tell",
                code="bad-answers",
            )
        answers[number] = words[1]
    return answers


def table(key: Key, answers: Mapping[int, str]) -> str:
    """What the eye read, beside the reader, and what that comes to for all numbers."""
    rows, rates = [], {}
    for right in (False, True):
        seen = [
            (one, answers[number])
            for number, one in enumerate(key.shown, 1)
            if one.right is right and number in answers
        ]
        as_written = sum(text == one.written for one, text in seen)
        as_reader = sum(text == one.read for one, text in seen)
        unsure = sum(not text.isdigit() for _, text in seen)
        rates[right] = as_written / max(1, len(seen))
        rows.append(
            ["rightly" if right else "wrongly", len(seen), share(as_written, len(seen)),
             share(as_reader, len(seen)), share(unsure, len(seen))]
        )  # fmt: skip
    heads = ["cells that the reader reads", "looked at", "the eye: as written", "as the reader",
             "cannot tell"]  # fmt: skip
    of_right = key.right / max(1, key.numbers)
    whole = rates[True] * of_right + rates[False] * (1 - of_right)
    return (
        f"{markdown(heads, rows)}\n\nOf {key.numbers} numbers the reader reads {percent(of_right)}"
        f" as written, and by these shares the eye would {percent(whole)}."
    )


def _cells(args: argparse.Namespace) -> list[composed.Composed]:
    wanted = composed.chunks(args.digits, args.split, args.cells, args.seed)
    with tempfile.TemporaryDirectory() as scratch:
        store = Store(args.rows or Path(scratch) / "cells.jsonl")
        return composed.measure(wanted, store, args.processes)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("digits", type=Path, help="the folder of handwriting")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder for the pictures")
    parser.add_argument("--answers", type=Path, help="what somebody read there")
    parser.add_argument(
        "--each", type=int, default=150, help="so many wrong and so many right ones"
    )
    parser.add_argument(
        "--cells", type=int, default=20_000, help="composed cells to take them from"
    )
    parser.add_argument("--split", choices=("tune", "final"), default="final")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--rows", type=Path, help="cells.jsonl of measure.everything, same seed")
    parser.add_argument("--processes", type=int, default=2)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the pictures, or compare; the exit code is that of the error where there is one."""
    args = _parser().parse_args(arguments)
    try:
        if args.answers:
            key = Key.read(args.out / KEY)
            said = answers_of(args.answers.read_text("utf-8"), len(key.shown))
            print(table(key, said))
            return 0
        split: Split = args.split
        args.out.mkdir(parents=True, exist_ok=True)
        key = choose(_cells(args), args.each, np.random.default_rng(args.seed))
        for number, page in enumerate(pictures(key, GlyphBook(args.digits, split), args.seed), 1):
            png = cv2.imencode(".png", page)[1].tobytes()
            write_whole(args.out / f"eye-{number}.png", png)
        write_whole(args.out / KEY, key.to_json())
    except ScorecheckError as error:
        print(f"{error.message}\n{error.help}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
