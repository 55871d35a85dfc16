"""`scorecheck rule CODE`: what a finding means, with an example of each kind."""

from __future__ import annotations

from typing import Annotated

import typer

from scorecheck.cli.console import emit
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson

SCHEMA = "scorecheck/rule/1"


@guarded
def rule(
    code: Annotated[
        str | None,
        typer.Argument(metavar="[CODE]", help="A finding's code or name, such as sum-wrong."),
    ] = None,
    *,
    json: AsJson = False,
) -> int:
    """Explain a rule, or list them all."""
    from scorecheck.audit.codes import RULES, find_rule, rule_page
    from scorecheck.report.json import to_text

    if code is None:
        emit("".join(f"{one.code:<5}{one.name:<22}{one.summary}\n" for one in RULES))
        return 0
    if not json:
        emit(rule_page(code).rstrip() + "\n")
        return 0
    found = find_rule(code)
    emit(
        to_text(
            {
                "schema": SCHEMA,
                "code": found.code,
                "name": found.name,
                "summary": found.summary,
                "page": found.page,
                "good": dict(found.good),
                "bad": dict(found.bad),
            }
        )
    )
    return 0
