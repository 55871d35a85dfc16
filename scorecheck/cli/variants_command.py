"""`scorecheck variants`: the games that can be printed, read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorecheck.cli.console import data_console, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Templates

if TYPE_CHECKING:
    from rich.console import Console

    from scorecheck.game.template import Template

SCHEMA = "scorecheck/variants/1"


@guarded
def variants(
    variant: Annotated[
        str | None, typer.Argument(metavar="VARIANT", help="Only this one, in full.")
    ] = None,
    templates: Templates = None,
    json: AsJson = False,
) -> int:
    """List the games, or one game's boxes and options."""
    from scorecheck.game.catalogue import load_catalogue

    catalogue = load_catalogue(templates or ())
    chosen = [catalogue.get(variant)] if variant else list(catalogue.all())
    if json:
        emit_json({"schema": SCHEMA, "variants": [describe(game) for game in chosen]})
    elif variant:
        _print_one(chosen[0])
    else:
        _print_all(chosen)
    return 0


def describe(template: Template) -> dict[str, Any]:
    """One game as JSON."""
    options = template.resolve_options({})
    return {
        "id": template.id,
        "version": template.version,
        "aliases": list(template.aliases),
        "names": dict(template.names),
        "dice": template.dice,
        "throws": template.throws,
        "players": template.players,
        "outside": template.outside,
        "sources": list(template.sources),
        "languages": list(template.languages),
        "boxes": [
            {
                "id": box.id,
                "name": template.label(box.id),
                "fields": list(box.fields),
                "values": sorted(template.values(box.id, options)),
            }
            for box in template.boxes
        ],
        "options": {
            name: {
                "type": option.type,
                "choices": list(option.choices),
                "default": option.default,
                "help": option.help,
            }
            for name, option in template.options.items()
        },
    }


def _print_all(templates: list[Template]) -> None:
    from scorecheck.report.fitting import print_list

    heads = ("variant", "game", "also", "dice", "boxes", "languages")
    rows = [
        (
            template.id,
            template.title("en"),
            ", ".join(template.aliases),
            str(template.dice),
            str(len(template.boxes)),
            " ".join(template.languages),
        )
        for template in templates
    ]
    with data_console() as console:
        print_list(console, heads, rows, left=range(len(heads)), indent=0)


def _print_one(template: Template) -> None:
    with data_console() as console:
        _draw_one(template, console)


def _draw_one(template: Template, console: Console) -> None:
    from rich.markup import escape

    from scorecheck.report.fitting import print_list

    title = f"[bold]{escape(template.title('en'))}[/] ({template.id})"
    players = f", {template.players} players" if template.players else ""
    turns = f"{template.dice} dice, {template.throws} throws a turn"
    console.print(f"{title}: {turns}, {len(template.boxes)} boxes{players}")
    options = template.resolve_options({})
    boxes = [
        (box.id, template.label(box.id), ranges(sorted(template.values(box.id, options))))
        for box in template.boxes
    ]
    heads = ("box", "name", "values besides a strike")
    print_list(console, heads, boxes, left=range(len(heads)), indent=0)
    if template.options:
        console.print("\n[bold]Options[/] (--option NAME=VALUE)")
    for name, option in template.options.items():
        choices = " | ".join(map(str, option.choices)) or option.expected()
        default = str(option.default).lower() if option.type == "flag" else option.default
        console.print(f"  [bold]{name}[/] = {escape(choices)}, default {escape(str(default))}")
        console.print(f"      {escape(option.help)}")
    console.print("\n[bold]Rules from[/]: " + escape("; ".join(template.sources)))


def ranges(values: list[int]) -> str:
    """`[5, 6, 7, 9]` as `5-7, 9`."""
    parts: list[list[int]] = []
    for value in values:
        if parts and value == parts[-1][-1] + 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return ", ".join(
        f"{part[0]}-{part[-1]}" if len(part) > 2 else ", ".join(map(str, part)) for part in parts
    )
