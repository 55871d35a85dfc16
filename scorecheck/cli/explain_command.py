"""`scorecheck explain VARIANT BOX VALUE`: the rolls that can make a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.console import emit, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Options, Templates, parse_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.game.explain import Explanation
    from scorecheck.game.template import Template

SCHEMA = "scorecheck/explain/1"


@guarded
def explain(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A game, such as yatzy.")],
    box: Annotated[str, typer.Argument(metavar="BOX", help="A box, such as full_house.")],
    value: Annotated[int, typer.Argument(metavar="VALUE", help="The number in the box.")],
    *,
    option: Options = None,
    templates: Templates = None,
    json: AsJson = False,
) -> int:
    """Show the rolls that can make a value in a box; ends with 1 where none can."""
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.game.explain import explain as explanation_of

    template = load_catalogue(templates or ()).get(variant)
    options = template.resolve_options(dict(parse_options(option)))
    answer = explanation_of(template, _box_id(template, box), value, options)
    if json:
        emit_json({"schema": SCHEMA} | answer.to_json())
    else:
        emit("\n".join(_in_words(template, answer)) + "\n")
    return 0 if answer.possible or answer.as_total else 1


def _box_id(template: Template, text: str) -> str:
    """The box that was meant: an id, or its name in any language."""
    names = {label.casefold(): box.id for box in template.boxes for label in box.labels.values()}
    return text if template.has_box(text) else names.get(text.casefold(), text)


def _in_words(template: Template, answer: Explanation) -> Iterator[str]:
    name, value = template.label(answer.box), answer.value
    if value == 0:
        yield f"{name}: 0 is a struck box, which any roll may become."
    if answer.rolls:
        verb = "1 roll makes" if len(answer.rolls) == 1 else f"{len(answer.rolls)} rolls make"
        yield f"{name}: {verb} {value}:"
        yield from ("  " + " ".join(map(str, roll)) for roll in answer.rolls)
    if answer.jokers:
        yield f"{name}: any further Yahtzee makes {value} as a joker."
    for base, factor in answer.as_total:
        yield f"{name}: {value} as a total is {base} × {factor}."
    if not (answer.possible or answer.as_total):
        allowed = ", ".join(map(str, answer.allowed))
        yield f"{name}: no roll makes {value}. Possible besides a strike: {allowed}."
