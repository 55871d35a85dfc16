"""The tables of what was measured, in Markdown, each computed from rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from scorecheck.measure.markdown import in_thousand, markdown, percent, share, told
from scorecheck.measure.mislabelled import is_mislabelled
from scorecheck.measure.rows import CellRow, MistakeRow, PhotoRow, same
from scorecheck.measure.shares import (
    Bin,
    Count,
    calibration_error,
    count_blind,
    count_weighed,
)
from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES
from scorecheck.simulate.glyphs import Split

_MOST_CONFUSED = 20

OUTCOMES = ("found", "asked", "hidden")


def cells_of(rows: Iterable[PhotoRow]) -> list[CellRow]:
    """The cells of all photos."""
    return [cell for row in rows for cell in row.cells]


def by_condition(rows: Sequence[PhotoRow]) -> str:
    """One line for each condition and one for all."""
    return _grouped("condition", rows, lambda row: row.condition)


def by_game(rows: Sequence[PhotoRow]) -> str:
    """One line for each game and one for all."""
    return _grouped("game", rows, lambda row: str(row.recipe["variant"]))


def by_paper(rows: Sequence[PhotoRow]) -> str:
    """One line for each paper and one for all."""
    return _grouped("paper", rows, lambda row: str(row.recipe["paper"]))


def _grouped(head: str, rows: Sequence[PhotoRow], group: Callable[[PhotoRow], str]) -> str:
    names = list(dict.fromkeys(group(row) for row in rows))
    chosen = [(name, [row for row in rows if group(row) == name]) for name in names]
    heads = (
        head, "photos", "not read", "cells", "right, blind", "right, weighed",
        "asked, blind", "asked, with sums", "asked, without sums", "wrong among sure",
    )  # fmt: skip
    return markdown(heads, [_line(name, some) for name, some in [*chosen, ("all", rows)]])


def _line(name: str, rows: Sequence[PhotoRow]) -> list[object]:
    cells = cells_of(rows)
    blind, weighed = count_blind(cells), count_weighed(cells)
    asked = [_asked([row for row in rows if row.sums is sums]) for sums in (True, False)]
    return [
        name, len(rows), sum(bool(row.error) for row in rows), len(cells),
        share(blind.right, blind.cells), share(weighed.right, weighed.cells),
        share(blind.asked, blind.cells), *asked,
        f"{weighed.wrong} of {weighed.passed}",
    ]  # fmt: skip


def _asked(rows: Sequence[PhotoRow]) -> str:
    count = count_weighed(cells_of(rows))
    return share(count.asked, count.cells)


def _by_sums(rows: Sequence[PhotoRow]) -> list[tuple[str, Sequence[PhotoRow]]]:
    return [
        ("with sums", [row for row in rows if row.sums]),
        ("without sums", [row for row in rows if not row.sums]),
        ("all", rows),
    ]


def overall(rows: Sequence[PhotoRow], split: Split) -> str:
    """Blind and weighed, with sums and without: asked about, and wrong in 1,000 sure ones."""
    heads = ("reading", "sheets", "cells", "right", "asked about", "wrong among sure",
             "wrong in 1,000 sure")  # fmt: skip
    kinds = (("blind", count_blind), ("weighed", count_weighed))
    lines = [
        _overall(name, sheets, count(cells_of(some)))
        for name, count in kinds
        for sheets, some in _by_sums(rows)
    ]
    fair = [cell for cell in cells_of(rows) if not is_mislabelled(cell, split)]
    lines += [_overall(name, "all but mislabelled", count(fair)) for name, count in kinds]
    return markdown(heads, lines)


def _overall(name: str, sheets: str, count: Count) -> list[object]:
    return [
        name, sheets, count.cells, share(count.right, count.cells),
        share(count.asked, count.cells), f"{count.wrong} of {count.passed}",
        in_thousand(count.wrong, count.passed),
    ]  # fmt: skip


def mistakes_table(rows: Sequence[PhotoRow]) -> str:
    """Planted mistakes by kind: found, asked about, hidden; and wrong texts read as the right."""
    heads = ("mistake on paper", "cards", *OUTCOMES, "cells", "surely read as if right")
    planted = [(mistake, row) for row in rows for mistake in row.mistakes]
    kinds = sorted({mistake.kind for mistake, _ in planted})
    lines = []
    for name in [*kinds, "all"]:
        some = [pair for pair in planted if name in ("all", pair[0].kind)]
        ends = Counter(mistake.outcome for mistake, _ in some)
        cells = sum(len(mistake.right) for mistake, _ in some)
        as_right = sum(len(read_as_right(mistake, row)) for mistake, row in some)
        lines.append([name, len(some), *(ends[one] for one in OUTCOMES), cells, as_right])
    return markdown(heads, lines)


def accusations_table(rows: Sequence[PhotoRow]) -> str:
    """How many cards were told, without a doubt, to have a mistake that is not on the paper."""
    heads = ("sheets", "cards", "wrongly accused", "of what")
    lines = []
    for name, some in _by_sums(rows):
        cards = [card for row in some for card in row.accusations]
        codes = Counter(told.split()[0] for card in cards for told in card)
        of_what = ", ".join(f"{code}: {count}" for code, count in sorted(codes.items()))
        lines.append([name, len(cards), sum(1 for card in cards if card), of_what or "-"])
    return markdown(heads, lines)


def read_as_right(mistake: MistakeRow, row: PhotoRow) -> list[CellRow]:
    """The cells whose wrong text passed, unasked, as one that would hide the mistake."""
    return [
        cell
        for cell in row.cells
        if cell.passes
        and any(same(cell.text, text) for text in mistake.right.get(cell.cell, ()))
        and not cell.right
    ]


_KINDS: tuple[tuple[str, Callable[[CellRow], bool]], ...] = (
    ("nothing", lambda cell: cell.written == ""),
    ("a strike", lambda cell: cell.written in STRIKES),
    ("a tick", lambda cell: cell.kind == "tick"),
    ("a word of the Power die", lambda cell: cell.kind == "power" and len(cell.written) > 1),
    ("a sign of the Power die", lambda cell: cell.kind == "power"),
    ("a sum", lambda cell: cell.cell.endswith("/sum")),
    ("a total of base and factor", lambda cell: cell.cell.endswith("/total")),
    ("a value of one digit", lambda cell: len(cell.written) == 1),
    ("a value of more digits", lambda cell: True),
)


def asked_table(rows: Sequence[PhotoRow]) -> str:
    """What is asked about, by what is written there, with sums and without."""
    heads = ["what is written"]
    groups = [[row for row in rows if row.sums is sums] for sums in (True, False)]
    for name in ("with sums", "without sums"):
        heads += [f"cells, {name}", "asked, blind", "asked", "share of all asked", "wrong"]
    lines: list[list[object]] = [[name] for name, _ in _KINDS]
    for some in groups:
        cells = cells_of(some)
        kinds = [next(i for i, (_, fits) in enumerate(_KINDS) if fits(cell)) for cell in cells]
        every = count_weighed(cells).asked
        for i, line in enumerate(lines):
            mine = [cell for cell, kind in zip(cells, kinds, strict=True) if kind == i]
            count = count_weighed(mine)
            line += [
                count.cells, share(count_blind(mine).asked, count.cells),
                share(count.asked, count.cells), share(count.asked, every), count.wrong,
            ]  # fmt: skip
    return markdown(heads, lines)


_REASONS: tuple[tuple[str, Callable[[CellRow], bool]], ...] = (
    ("its place was seen badly", lambda cell: not cell.seen_well),
    ("the picture seems illegible", lambda cell: cell.seen[0][0] == ILLEGIBLE_TEXT),
    ("the picture seems to say another text", lambda cell: not cell.right_blind),
    ("the picture is sure and right, the card contradicts", lambda cell: cell.passes_blind),
    ("the picture says the right text, not surely", lambda cell: True),
)


def reasons_table(rows: Sequence[PhotoRow]) -> str:
    """Why cells are asked about, as shares of all cells, with sums and without."""
    shares = []
    for sums in (True, False):
        cells = cells_of(row for row in rows if row.sums is sums)
        why = Counter(
            next(name for name, fits in _REASONS if fits(cell)) for cell in cells if not cell.passes
        )
        shares.append([share(why[name], len(cells)) for name, _ in _REASONS])
    lines = zip((name for name, _ in _REASONS), *shares, strict=True)
    return markdown(("asked because", "with sums", "without sums"), lines)


def refusals(rows: Iterable[PhotoRow]) -> str:
    """The photos that were not read, and why."""
    counts = Counter((row.condition, row.error) for row in rows if row.error)
    lines = [[name, number, error] for (name, error), number in counts.items()]
    return markdown(("condition", "photos", "not read, because"), lines)


def reliability_table(bins: Sequence[Bin]) -> str:
    """The reliability of probabilities, with the expected calibration error under it."""
    lines = [
        [f"{one.low:g} to {one.high:g}", one.cells, f"{one.mean:.4f}", f"{one.right:.4f}"]
        for one in bins
    ]
    table = markdown(("probability", "cells", "mean", "right"), lines)
    return f"{table}\n\nExpected calibration error: {percent(calibration_error(bins))}."


def confusions(pairs: Iterable[tuple[str, str]]) -> str:
    """What is taken for what, most frequent first; pairs of (written, read)."""
    counts = Counter((told(a), told(b)) for a, b in pairs)
    lines = [[a, b, number] for (a, b), number in counts.most_common(_MOST_CONFUSED)]
    return markdown(("written", "read as", "cells"), lines)
