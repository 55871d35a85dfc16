"""`scorecheck read FILE...`: what is written, without a word on rules or sums."""

from __future__ import annotations

from scorecheck.cli.console import data_console, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import (
    AsJson,
    ClusterAt,
    Debug,
    Files,
    Picture,
    Quiet,
    Resume,
    Templates,
)
from scorecheck.cli.outputs import ensure_not_input, ensure_writable
from scorecheck.cli.run import make_run


@guarded
def read(
    files: Files,
    *,
    json: AsJson = False,
    picture: Picture = None,
    templates: Templates = None,
    debug: Debug = None,
    resume: Resume = None,
    cluster: ClusterAt = None,
    quiet: Quiet = False,
) -> int:
    """Read photos of filled sheets: each cell from its picture alone."""
    if picture is not None:
        ensure_writable(picture, suffixes=(".png",))
        ensure_not_input(picture, files)
    run = make_run(templates, {}, debug, quiet=quiet, cluster=cluster)

    from scorecheck.batch import read_files
    from scorecheck.photo.elsewhere import spread
    from scorecheck.photo.inputs import ENDINGS
    from scorecheck.report.json import read_document
    from scorecheck.report.text import print_batch

    files = spread(files, ENDINGS)
    batch = run.over(files, read_files, run.finished(resume, "read", files), cluster)
    if json:
        emit_json(read_document(batch))
    else:
        with data_console() as console:
            print_batch(batch, console)
    run.say_file_errors(batch)
    if picture is not None:
        run.write_pictures(batch, picture)
    return batch.exit_code
