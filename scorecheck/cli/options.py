"""Options that several commands share, and what they are turned into."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from scorecheck.errors import UsageError

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Photos, scans or PDFs.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no hints.")]
Debug = Annotated[
    Path | None,
    typer.Option("--debug", metavar="DIR", help="Write a picture of each step into this folder."),
]
Templates = Annotated[
    list[Path] | None,
    typer.Option("--templates", metavar="DIR", help="A folder with templates of your own."),
]
Lang = Annotated[
    str, typer.Option("--lang", metavar="LANG", help="Language of the answer: en, sv, no or de.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A rule option of the variant, such as joker=free; may be given more than once.",
    ),
]


def parse_options(pairs: Sequence[str] | None) -> dict[str, str]:
    """`["joker=free"]` as `{"joker": "free"}`.

    Raises:
        UsageError: a pair without a name or an equals sign, or a name given twice.
    """
    options: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            raise UsageError(
                f"--option {pair}: expected NAME=VALUE",
                help="`scorecheck variants VARIANT` lists the options of a variant",
                code="option",
            )
        if name in options:
            raise UsageError(
                f"--option {name} is given twice", help="give each option once", code="option"
            )
        options[name] = value
    return options


def parse_names(text: str | None) -> tuple[str, ...]:
    """`"Anna, Bo"` as `("Anna", "Bo")`; an empty name is a column without one."""
    if text is None:
        return ()
    return tuple(name.strip() for name in text.split(","))
