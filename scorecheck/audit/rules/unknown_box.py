"""An entry for a box or a sum that the game does not have.

This happens in typed cards: a slip in a box's name, or a card of another game. The names are those
of the game's template; `scorecheck variants` lists the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import either, show
from scorecheck.languages.phrase import Named, Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Names that the game does not know."""
    template = view.rules.template
    boxes = [box.id for box in template.boxes]
    sums = [total.id for total in template.sums]
    for name, entry in view.card.entries.items():
        if name not in view.rules.boxes:
            yield _finding(view, name, entry.base, "box", boxes)
    for name, number in view.card.written.items():
        if name not in sums:
            yield _finding(view, name, number, "sum", sums)


def _finding(view: CardView, name: str, written: object, what: str, known: list[str]) -> Finding:
    close = get_close_matches(name, known, n=2)
    shown = written if isinstance(written, int | float | str) else None
    told = {
        "game": Named(view.rules.template.title),
        "name": name,
        "perhaps": Phrase(" (perhaps {names} is meant)", names=either(close)) if close else "",
        "written": show(shown),
    }
    message = (
        Phrase("{game} has no box called {name}{perhaps}; it says {written}", **told)
        if what == "box"
        else Phrase("{game} has no sum called {name}{perhaps}; it says {written}", **told)
    )
    return RULE.finding(name, message, shown)


RULE = Rule(
    code="V04",
    name="unknown-box",
    page=__doc__,
    check=check,
    good=example("yahtzee", {"three_kind": 20}),
    bad=example("yahtzee", {"one_pair": 12}),
)
