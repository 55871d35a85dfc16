"""`scorecheck explain VARIANT BOX VALUE`: the rolls that can make a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorecheck.cli.console import emit
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Options, Templates, parse_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorecheck.game.template import Template

SCHEMA = "scorecheck/explain/1"
POWER_FACTORS = (1, 2, 3)


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
    from scorecheck.report.json import to_text

    template = load_catalogue(templates or ()).get(variant)
    options = template.resolve_options(dict(parse_options(option)))
    answer = explanation(template, _box_id(template, box), value, options)
    emit(to_text(answer) if json else _in_words(template, answer))
    return 0 if answer["possible"] else 1


def explanation(
    template: Template, box_id: str, value: int, options: Mapping[str, object]
) -> dict[str, Any]:
    """All rolls that score `value` in a box, as the JSON document.

    In a box with a power, a value that is no base counts as a total: `totals` lists the bases
    and factors that multiply to it.
    """
    from scorecheck.game.patterns import rolls_by_value

    box = template.box(box_id)
    table = rolls_by_value(box.pattern_for(options), template.dice)
    products = [
        {"base": base, "factor": factor}
        for base in table
        for factor in POWER_FACTORS
        if box.has_power and base * factor == value
    ]
    return {
        "schema": SCHEMA,
        "variant": template.id,
        "box": box_id,
        "value": value,
        "possible": value == 0 or value in table or bool(products),
        "strike": value == 0,
        "joker": _joker(template, box_id, value, options),
        "rolls": [list(roll) for roll in table.get(value, ())],
        "totals": products,
        "values": sorted(table),
    }


def _joker(template: Template, box_id: str, value: int, options: Mapping[str, object]) -> bool:
    """Whether a further Yahtzee may score this as a joker."""
    chips = template.chips
    if chips is None or options.get("joker", "none") == "none" or box_id == chips.box:
        return False
    pattern = template.box(box_id).pattern_for(options)
    return isinstance(pattern.score, int) and value == pattern.score


def _box_id(template: Template, text: str) -> str:
    """The box that was meant: an id, or a label in any language.

    Raises:
        UsageError: none of them.
    """
    from difflib import get_close_matches

    from scorecheck.errors import UsageError

    names = {box.id: box.id for box in template.boxes}
    for box in template.boxes:
        for label in box.labels.values():
            names.setdefault(label.casefold(), box.id)
    found = names.get(text) or names.get(text.casefold())
    if found is None:
        close = get_close_matches(text.casefold(), names, n=1)
        lead = f"did you mean {names[close[0]]}? " if close else ""
        raise UsageError(
            f"{template.id} has no box {text!r}",
            help=lead + "its boxes are: " + ", ".join(box.id for box in template.boxes),
            code="unknown-box",
        )
    return found


def _in_words(template: Template, answer: dict[str, Any]) -> str:
    name, value = template.label(answer["box"]), answer["value"]
    lines = []
    if answer["strike"]:
        lines.append(f"{name}: 0 is a struck box, legal after any roll.")
    if answer["rolls"]:
        rolls = [" ".join(map(str, roll)) for roll in answer["rolls"]]
        one = "1 roll makes" if len(rolls) == 1 else f"{len(rolls)} rolls make"
        lines.append(f"{name}: {one} {value}:")
        lines += ["  " + roll for roll in rolls]
    for product in answer["totals"]:
        lines.append(f"{name}: {value} as a total is {product['base']} × {product['factor']}.")
    if answer["joker"]:
        lines.append(f"A further Yahtzee can also score {value} here as a joker.")
    if not answer["possible"]:
        values = ", ".join(map(str, answer["values"]))
        lines.append(f"{name}: no roll makes {value}. Possible besides a strike: {values}.")
    return "\n".join(lines) + "\n"
