"""What a rule is: a code, a name, a page to read, a check, and two examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import cleandoc
from typing import Any, Literal

from scorecheck.audit.finding import Finding, Shown
from scorecheck.audit.view import CardView, TableView
from scorecheck.languages.pages import paragraphs
from scorecheck.languages.phrase import Phrase

Example = Mapping[str, object]
"""An audit case as in the format of `audit FILE.json`, without findings."""


@dataclass(frozen=True)
class Rule:
    """One rule of the audit.

    `page` is the module's docstring: a summary line, then the explanation. `check` yields the
    findings of one card, `check_table` those of several players' cards together. Rules of the
    stage `reach` come last, and one of them keeps silent where a rule named in `not_after` found
    something: what is already wrong is not reported as unreachable on top.
    """

    code: str
    name: str
    page: str
    good: Example
    bad: Example
    check: Callable[[CardView], Iterator[Finding]] | None = None
    check_table: Callable[[TableView], Iterator[Finding]] | None = None
    stage: Literal["plain", "reach"] = "plain"
    not_after: frozenset[str] = frozenset()

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return cleandoc(self.page).splitlines()[0]

    @cached_property
    def paragraphs(self) -> tuple[Phrase, ...]:
        """The page's paragraphs, each in one line, as phrases; without its marks of code."""
        return tuple(Phrase(part) for part in paragraphs(self.page))

    def finding(
        self,
        at: str,
        message: str,
        written: Shown = None,
        expected: Shown = None,
        *,
        carried: bool = False,
        beside: Sequence[str] = (),
    ) -> Finding:
        """A finding of this rule."""
        return Finding(self.code, self.name, at, message, written, expected, carried, tuple(beside))


def example(variant: str, entries: Mapping[str, Any], **more: object) -> Example:
    """A short way to write the case of one card; `chips` and `written` go into the card."""
    card: dict[str, object] = {"entries": dict(entries)}
    for key in ("chips", "written"):
        if key in more:
            card[key] = more.pop(key)
    case: dict[str, object] = {"variant": variant, "options": {}, "status": "in-progress"}
    return {**case, **more, "card": card}
