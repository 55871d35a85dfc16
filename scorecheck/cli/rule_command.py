"""`scorecheck rule CODE`: what a finding means, with an example of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorecheck.cli.console import emit, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Lang

if TYPE_CHECKING:
    from scorecheck.audit.rule import Rule

SCHEMA = "scorecheck/rule/1"
LIST_SCHEMA = "scorecheck/rules/1"


@guarded
def rule(
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="A finding's code or name, such as sum-wrong."),
    ] = None,
    *,
    json: AsJson = False,
    lang: Lang = "en",
) -> int:
    """Explain a rule, or list them all."""
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import translate

    spoken = language(lang)
    from scorecheck.audit.codes import RULES, find_rule, rule_page

    if code is None and json:
        emit_json({"schema": LIST_SCHEMA, "rules": [_described(one) for one in RULES]})
    elif code is None:
        told = ((one, translate(one.paragraphs[0], spoken)) for one in RULES)
        emit("".join(f"{one.code:<5}{one.name:<22}{summary}\n" for one, summary in told))
    elif json:
        emit_json({"schema": SCHEMA} | _described(find_rule(code)))
    else:
        emit(rule_page(code, spoken).rstrip() + "\n")
    return 0


def _described(rule: Rule) -> dict[str, Any]:
    """One rule as JSON."""
    return {
        "code": rule.code,
        "name": rule.name,
        "summary": rule.summary,
        "page": rule.page,
        "good": dict(rule.good),
        "bad": dict(rule.bad),
    }
