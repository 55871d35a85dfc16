"""`scorecheck check FILE...`: photo to verdict, the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.console import data_console, emit_json
from scorecheck.cli.decided import moved_decisions, read_decided, with_played
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import (
    AsJson,
    ClusterAt,
    Debug,
    Files,
    Lang,
    Options,
    Picture,
    Quiet,
    Resume,
    Templates,
    parse_options,
)
from scorecheck.cli.outputs import ensure_not_input, ensure_writable
from scorecheck.cli.run import REPORTS, make_run
from scorecheck.languages.catalogues import language


@guarded
def check(
    files: Files,
    *,
    json: AsJson = False,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE.pdf|FILE.html",
            help="Write a report with the photos, for someone who was not there.",
        ),
    ] = None,
    lang: Lang = "en",
    picture: Picture = None,
    decisions: Annotated[
        list[Path] | None,
        typer.Option(
            "--decisions",
            metavar="FILE",
            help="Apply what a review decided: FILE or an archive's folder; may be repeated.",
        ),
    ] = None,
    witness: Annotated[
        bool,
        typer.Option(
            "--witness", help="Also show one legal game that ends in each card, or why none does."
        ),
    ] = False,
    option: Options = None,
    templates: Templates = None,
    debug: Debug = None,
    resume: Resume = None,
    cluster: ClusterAt = None,
    quiet: Quiet = False,
) -> int:
    """Read photos of filled sheets, check every entry, and say what is right."""
    for output, suffixes in ((report, REPORTS), (picture, (".png",))):
        if output is not None:
            ensure_writable(output, suffixes=suffixes)
            ensure_not_input(output, files)
    spoken = language(lang)
    options = parse_options(option)

    decided = read_decided(decisions or (), templates or ())  # before the long work begins
    run = make_run(templates, options, debug, quiet=quiet, lang=spoken, cluster=cluster)

    from scorecheck.batch import check_files
    from scorecheck.photo.elsewhere import spread
    from scorecheck.photo.inputs import ENDINGS
    from scorecheck.report.again import command
    from scorecheck.report.json import check_document
    from scorecheck.report.text import print_batch

    files = spread(files, ENDINGS)
    batch = run.over(files, check_files, run.finished(resume, "check", files), cluster)
    if decided:
        moved = moved_decisions(batch, decisions or (), decided)
        batch = run.with_decisions(batch, decided, moved)
    if json:
        emit_json(check_document(batch, witness=witness))
    else:
        with data_console() as console:
            print_batch(batch, console, spoken, witness=witness)
    run.say_file_errors(batch)
    if report is not None:
        again = command(
            files, decisions=decisions or (), options=options, templates=templates or ()
        )
        run.write_report(with_played(batch, decisions or ()), report, again)
    if picture is not None:
        run.write_pictures(batch, picture)
    return batch.exit_code
