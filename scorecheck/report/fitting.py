"""Tables on a terminal of any width: no cell is ever cut off, for a number cut off is a lie.

A table with many columns is shown in parts, one below the other; a list of few wide columns as
lines. Only where not even one column fits does the terminal itself break the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

_WIDEST = 1000
_LEAST_NAME = 6
"""How narrow the names of the rows may become, in letters, before anything else gives way."""

Column = TypeVar("Column")


def print_parts(
    console: Console, columns: Sequence[Column], table_of: Callable[[Sequence[Column]], Table]
) -> None:
    """Print a table with as many of the columns as fit, then one with the next, and so on.

    Args:
        table_of: the table of some of the columns; its first column holds the names of the rows.
    """
    for number, part in enumerate(_parts(console, columns, table_of)):
        if number:
            console.print()
        _print_whole(console, table_of(part))


def print_list(
    console: Console,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Container[int],
    *,
    names: int = 1,
    indent: int = 2,
    bold: Container[int] = (),
) -> None:
    """Print rows as a table or, where it is too wide, each row as lines below its name.

    Args:
        heads: the headings; those of names may be empty.
        left: the columns that begin at the left; the others end at the right.
        names: so many columns from the left are the row's name.
        indent: how far from the edge the table begins, in letters.
        bold: the numbers of the rows that stand out, from 0.
    """
    table = Table(box=None, padding=(0, 2, 0, indent), show_edge=False, header_style="dim")
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number in left else "right", no_wrap=True)
    for number, row in enumerate(rows):
        table.add_row(*map(Text, row), style="bold" if number in bold else None)
    if _width(console, table) <= console.width:
        console.print(table)
        return
    for number, row in enumerate(rows):
        name = " " * indent + "  ".join(filter(None, row[:names]))
        console.print(Text(name, style="bold" if number in bold else ""), soft_wrap=True)
        for head, value in zip(heads[names:], row[names:], strict=True):
            if value:
                told = f"{head}: {value}" if head else value
                console.print(Text(f"{' ' * (indent + 2)}{told}"), soft_wrap=True)


def _parts(
    console: Console, columns: Sequence[Column], table_of: Callable[[Sequence[Column]], Table]
) -> Iterator[Sequence[Column]]:
    rest = columns
    while rest:
        sizes = range(len(rest), 1, -1)
        fits = (n for n in sizes if _width(console, table_of(rest[:n])) <= console.width)
        size = next(fits, 1)
        yield rest[:size]
        rest = rest[size:]


def _print_whole(console: Console, table: Table) -> None:
    """As wide as the numbers need it; the names of the rows are wrapped where room is short."""
    names = table.columns[0]
    over = _width(console, table) - console.width
    if over > 0:
        names.max_width = max(_LEAST_NAME, _width_of(console, names.cells) - over)
    table.width = _width(console, table)
    console.print(table, crop=False, soft_wrap=False)


def _width_of(console: Console, cells: Iterable[object]) -> int:
    texts = (cell for cell in cells if isinstance(cell, Text))
    return max((console.measure(text).maximum for text in texts), default=0)


def _width(console: Console, table: Table) -> int:
    """How wide a table is where there is room for all of it."""
    wide = console.options.update(max_width=_WIDEST)
    return console.measure(table, options=wide).maximum
