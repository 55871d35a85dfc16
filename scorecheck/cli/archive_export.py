"""`scorecheck archive export`: an event as a file for people or for programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db, EventName
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet, Templates
from scorecheck.errors import ArchiveError
from scorecheck.languages.phrase import Phrase, say_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from scorecheck.archive.facts import EventFacts
    from scorecheck.archive.misfit import Misfit
    from scorecheck.game.template import Template

ENDINGS = (".json", ".csv", ".txt", ".pdf", ".html")
"""What a file's name may end in; each is a kind of file."""


@guarded
def export(
    event: EventName = None,
    *,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Ends in .json (to import), .csv, .txt (to read, to compare), .pdf or .html.",
        ),
    ],
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help="Write it even if the log does not fit; ends with 5 then."),
    ] = False,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Write an event to a file; the same event gives the same bytes.

    The ending says what it is: JSON with everything that `archive import` needs, CSV, plain text
    (the standings, and below them every fact on a line, so that two clubs can compare), a PDF or a
    web page of results with charts. Nothing is written where
    the log does not fit together.
    """
    from scorecheck.archive.code import event_code
    from scorecheck.archive.event_facts import event_facts, find_event
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.sound import first_misfit, misfit_words
    from scorecheck.cli.outputs import ensure_writable
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.safe_write import write_parts

    told = language(lang)
    ensure_writable(output, suffixes=ENDINGS)
    with open_archive(archive, db) as opened, opened.read() as connection:
        misfit = first_misfit(connection)
        if misfit is not None:
            if not anyway:
                raise _unsound(opened.where, misfit)
            say(f"scorecheck: {say_in(told)(misfit_words(opened.where, misfit))}")
        facts = event_facts(connection, find_event(connection, event))
        template = load_catalogue(templates or ()).get(facts.event.variant)
        write_parts(output, _parts(output.suffix.lower(), connection, facts, template, told))
    if not quiet:
        line = Phrase("{path}: event code {code}", path=output, code=event_code(facts))
        say(say_in(told)(line))
    return 0 if misfit is None else 5


def _unsound(where: str, misfit: Misfit) -> ArchiveError:
    from scorecheck.archive.sound import misfit_words

    return ArchiveError(
        misfit_words(where, misfit),
        help=Phrase(
            "nothing was written; `scorecheck archive verify` tells more, and --anyway writes what "
            "is there"
        ),
        code="archive-damaged",
    )


def _parts(
    ending: str, connection: Connection, facts: EventFacts, template: Template, lang: str
) -> Iterator[bytes]:
    if ending == ".json":
        from scorecheck.archive.export_json import export_parts

        yield from (part.encode() for part in export_parts(connection, facts))
    elif ending == ".pdf":
        from scorecheck.archive.export_pdf import results_pdf

        yield results_pdf(facts, template, lang)
    elif ending == ".html":
        from scorecheck.archive.export_html import results_html

        yield results_html(facts, template, lang).encode()
    elif ending == ".csv":
        from scorecheck.archive.export_csv import results_csv

        yield results_csv(facts).encode("utf-8-sig")  # so that spreadsheets take it for UTF-8
    else:
        from scorecheck.archive.event_facts import entries
        from scorecheck.archive.export_text import results_text

        texts = entries(connection, facts.event.id)
        yield results_text(facts, texts, template, say_in(lang)).encode()
