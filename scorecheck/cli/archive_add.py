"""`scorecheck archive add PATHS...`: photos into the archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import emit, emit_json, say, say_error
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Options, Quiet, Templates, parse_options

if TYPE_CHECKING:
    from scorecheck.archive.add import FileOutcome


@guarded
def add(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATHS...", help="Photos, scans, PDFs, or folders of them."),
    ],
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    corrected: Annotated[
        bool,
        typer.Option(
            "--corrected",
            help="Sheets that differ from what is known were corrected: make new versions.",
        ),
    ] = False,
    option: Options = None,
    templates: Templates = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Read photos of sheets and keep them: photo, reading, verdict.

    What is in the archive already is skipped, so a run that was broken off is simply started again.
    Ends with 1 where something waits for a person: a cell in doubt, a finding, a conflict.
    """
    rules = parse_options(option)

    from scorecheck.archive.add import State, add_files
    from scorecheck.archive.added_text import document, lines_of, summary
    from scorecheck.archive.intake import ReadFile
    from scorecheck.archive.opening import open_archive
    from scorecheck.cli.countdown import Countdown
    from scorecheck.crew import Processes
    from scorecheck.photo.inputs import photos_in
    from scorecheck.pipeline import make_kit
    from scorecheck.processes import processes_for

    with open_archive(archive, db) as opened:
        photos = photos_in(paths, deep=True)
        kit = make_kit(templates or (), rules)
        countdown = Countdown(len(photos), shown=not quiet)
        outcomes: list[FileOutcome] = []
        for outcome in add_files(
            opened,
            photos,
            ReadFile(kit),
            kit.catalogue,
            crew=Processes(processes_for(len(photos))),
            corrected=corrected,
        ):
            outcomes.append(outcome)
            countdown.clear()
            if not json:
                emit("".join(f"{line}\n" for line in lines_of(outcome)))
            elif outcome.error is not None:
                say_error(outcome.error)
            countdown.tick(worked=outcome.state not in (State.KNOWN, State.RESTORED))
        countdown.clear()
    if json:
        emit_json(document(outcomes))
    if not quiet:
        say(summary(outcomes))
    return max((one.exit_code for one in outcomes), default=0)
