"""`scorecheck archive add PATHS...`: photos into the archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.guard import INTERRUPTED, guarded
from scorecheck.cli.options import (
    AsJson,
    ClusterAt,
    Lang,
    Options,
    Quiet,
    Templates,
    file_named,
    parse_options,
)
from scorecheck.languages.catalogues import language


@guarded
def add(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATHS", help="Photos, scans, PDFs, or folders of them.", parser=file_named
        ),
    ],
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    corrected: Annotated[
        bool,
        typer.Option(
            "--corrected",
            help="Sheets that differ from what is known were corrected: make new versions; "
            "decisions on the old photos do not count for them.",
        ),
    ] = False,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Wait for more photos in these folders, until Ctrl+C."),
    ] = False,
    cluster: ClusterAt = None,
    option: Options = None,
    templates: Templates = None,
    lang: Lang = "en",
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Read photos of sheets and keep them: photo, reading, verdict.

    What is in the archive already is skipped, so a run that was broken off is simply started again.
    With --watch it goes on until Ctrl+C: each photo is added once it has stopped growing.
    Ends with 1 where something waits for a person: a cell in doubt, a finding, a conflict.
    """
    rules, spoken = parse_options(option), language(lang)

    from scorecheck.archive.opening import open_archive
    from scorecheck.cli.adding import Adding
    from scorecheck.cli.run import workers
    from scorecheck.photo.elsewhere import spread
    from scorecheck.photo.inputs import ENDINGS, photos_in
    from scorecheck.pipeline import make_kit

    with open_archive(archive, db) as opened:
        photos = () if watch else photos_in(spread(paths, ENDINGS), deep=True)
        kit = make_kit(templates or (), rules)
        with workers(cluster) as crew:
            adding = Adding(
                opened, kit, crew, corrected=corrected, json=json, quiet=quiet, lang=spoken
            )
            if watch:
                adding.watch(paths)
                return adding.finish()
            try:
                adding.add(photos)
            except KeyboardInterrupt:
                adding.goodbye()
                return INTERRUPTED
    return adding.finish()
