"""Options that several commands share, and what they are turned into."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.elsewhere import FarFile, is_address


def file_named(name: str) -> Path:
    """The file of that name, or at that address; nothing is no name, and `Path` would take it for
    this folder.

    Raises:
        UsageError: the name is empty.
    """
    if is_address(name):
        return FarFile(name)
    if not name:
        raise UsageError(
            Phrase("the name of a file is empty"),
            help=Phrase("give the name of a file; in a script, see whether a variable is empty"),
            code="no-name",
        )
    return Path(name)


Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="Photos, scans or PDFs.", parser=file_named),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no hints.")]
Debug = Annotated[
    Path | None,
    typer.Option("--debug", metavar="DIR", help="Write a picture of each step into this folder."),
]
Picture = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE.png", help="Draw the readings over the photo."),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        "--resume",
        metavar="FILE.jsonl",
        help="Keep what is finished in FILE; started again, go on from there.",
    ),
]
ClusterAt = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="tcp://HOST:PORT",
        help="Read on the workers of this Dask cluster, instead of on this machine.",
    ),
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
                Phrase("--option {given}: expected NAME=VALUE", given=pair),
                help=Phrase("`scorecheck variants VARIANT` lists the options of a variant"),
                code="option",
            )
        if name in options:
            raise UsageError(
                Phrase("--option {name} is given twice", name=name),
                help=Phrase("give each option once"),
                code="option",
            )
        options[name] = value
    return options


def parse_names(text: str | None) -> tuple[str, ...]:
    """`"Anna, Bo"` as `("Anna", "Bo")`.

    Raises:
        UsageError: a name is empty.
    """
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise UsageError(
            Phrase(
                "--players {given}: name {number} is empty",
                given=quoted(text),
                number=names.index("") + 1,
            ),
            help=Phrase(
                "give each player a name, as in --players Anna,Bo; sheets without names are "
                "printed when --players is left out"
            ),
            code="players",
        )
    return names
