"""Tables in Markdown, and how shares and texts stand in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.measure.shares import at_most


def markdown(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; `/` stands for the bar that would end a field."""
    lines = [[*heads], ["---"] * len(heads), *([str(one) for one in row] for row in rows)]
    return "\n".join(f"| {' | '.join(c.replace('|', '/') for c in line)} |" for line in lines)


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.2f} %"


def share(part: int, whole: int) -> str:
    """A part of a whole in percent."""
    return percent(part / whole) if whole else "-"


def in_thousand(wrong: int, of: int) -> str:
    """So many in 1,000, with what is the most that it may truly be."""
    if not of:
        return "-"
    return f"{1000 * wrong / of:.3f} (at most {1000 * at_most(wrong, of):.3f})"


def told(text: str) -> str:
    """A text as a table shows it."""
    return f"`{text}`" if text else "nothing"
