"""A page of prose, such as a rule's docstring, as the paragraphs that are translated one by one."""

from __future__ import annotations

from inspect import cleandoc


def paragraphs(page: str) -> tuple[str, ...]:
    """The paragraphs of a docstring, each in one line and without its marks of code."""
    parts = cleandoc(page).replace("`", "").split("\n\n")
    return tuple(" ".join(part.split()) for part in parts if part.strip())
