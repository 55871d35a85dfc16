"""`scorecheck rule CODE`: what a finding means, with an example of each kind."""

from __future__ import annotations

from typing import Annotated

import typer

from scorecheck.cli.console import emit
from scorecheck.cli.guard import guarded


@guarded
def rule(
    code: Annotated[
        str, typer.Argument(metavar="CODE", help="A finding's code or name, such as sum-wrong.")
    ],
) -> int:
    """Explain a rule: its page, as the code of a finding names it."""
    from scorecheck.audit.codes import rule_page

    emit(rule_page(code).rstrip() + "\n")
    return 0
