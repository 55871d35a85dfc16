"""The list of decisions for the terminal."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.text import Text

from scorecheck.decisions.compare import Compared, Standing
from scorecheck.decisions.listing import ListedSheet, Listing
from scorecheck.decisions.record import FIRST, SECOND, SETTLING, Decision
from scorecheck.report.words import percent, text_words

_ROUNDS = {FIRST: "", SECOND: ", second review", SETTLING: ", settles a difference"}
_STANDINGS = {
    Standing.AGREED: "agreed",
    Standing.DIFFERS: "different",
    Standing.SETTLED: "settled by a third person",
    Standing.FIRST_ONLY: "decided by the first person only",
    Standing.SECOND_ONLY: "decided by the second person only",
}


def print_listing(listing: Listing, console: Console) -> None:
    """All decisions, sheet by sheet."""
    if not listing.sheets:
        console.print("no decisions")
    for number, sheet in enumerate(listing.sheets):
        if number:
            console.print()
        place = sheet.place
        head = f"photo {place.sha256[:12]}…, page {place.page}, sheet {place.sheet + 1}"
        console.print(Text(head, style="bold"))
        for one in sheet.decisions:
            stands = one.id in listing.stand
            line = Text(f"  {_when(one)}  {_told(one, listing)}")
            if not stands:
                line.append("  (taken back)", style="yellow")
            console.print(line, soft_wrap=True)
        _print_compared(sheet, console)


def _when(one: Decision) -> str:
    return f"{one.at[:10]} {one.at[11:16]} UTC"


def _told(one: Decision, listing: Listing) -> str:
    """One record in a line."""
    remark = f": {' '.join(one.remark.split())}" if one.remark else ""
    if one.undoes is not None:
        return f"{one.by} took back {_what(listing.by_id.get(one.undoes))}{remark}"
    said = f"{one.by}: {one.cell} says {text_words(one.text or '')}"
    if one.read:
        said += f" (read as {text_words(one.read.text)}, {percent(one.read.confidence)})"
    return f"{said}{_ROUNDS[one.round]}{remark}"


def _what(one: Decision | None) -> str:
    """What was taken back."""
    if one is None:
        return "a decision that is not in this file"
    if one.undoes is not None:
        return f"{one.by}'s undo on {one.cell}"
    return f"{one.by}'s {text_words(one.text or '')} in {one.cell}"


def _print_compared(sheet: ListedSheet, console: Console) -> None:
    if not sheet.compared:
        return
    counts = Counter(one.standing for one in sheet.compared)
    told = ", ".join(f"{counts[kind]} {name}" for kind, name in _STANDINGS.items() if counts[kind])
    console.print(Text(f"  two reviews: {told}"), soft_wrap=True)
    for one in sheet.differences:
        console.print(Text(f"  ?  {_difference(one)}", style="yellow"), soft_wrap=True)
    if alike := [one for one in sheet.compared if one.first and one.second and not one.independent]:
        line = f"  the same person decided twice on {len(alike)} of these cells"
        console.print(Text(line, style="yellow"), soft_wrap=True)


def _difference(one: Compared) -> str:
    words = [f"{d.by} says {text_words(d.text or '')}" for d in (one.first, one.second) if d]
    return f"{one.cell}: {', '.join(words)}"
