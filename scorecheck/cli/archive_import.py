"""`scorecheck archive import FILE.json`: an event from another archive's export."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.large_json import load_large
from scorecheck.cli.options import Lang, Quiet, Templates
from scorecheck.errors import InputError, UsageError, one_line

if TYPE_CHECKING:
    from scorecheck.archive.import_event import Imported


@guarded
def take_over(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JSON export of an event.")],
    *,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Take an event over from another archive, or join what two archives know of one event.

    The archive is made where there is none. Photos are not in an export, but what was read from
    them. What is here already stays; photos of one sheet that differ are a conflict to settle. Two
    archives that have imported each other's exports show the same event code. Ends with 1 where
    people have to settle something.
    """
    from scorecheck.archive.called import Called
    from scorecheck.archive.import_event import import_event
    from scorecheck.archive.import_text import lines_of, needs_people
    from scorecheck.archive.opening import open_archive
    from scorecheck.cli.bar import Bar
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import say_in

    told, bar = say_in(language(lang)), Bar(shown=not quiet, lang=language(lang))
    catalogue = load_catalogue(templates or ())
    with _about(file):
        document = load_large(file, "records")
    with _made(archive, db), open_archive(archive, db) as opened:
        with _about(file):
            try:
                done: Imported = import_event(opened, document, catalogue, bar.begin)
            finally:
                bar.clear()
        lines = list(lines_of(done, Called(opened, catalogue), brief=quiet))
    for line in lines:
        say(told(line))
    return int(needs_people(done))


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Name the file in what is wrong with it."""
    from scorecheck.languages.phrase import Joined, Phrase

    try:
        yield
    except (InputError, UsageError) as error:
        name = Phrase("standard input") if str(file) == "-" else one_line(file)
        error.message = Joined([name, error.message], between=": ")
        raise


@contextmanager
def _made(folder: Path, db: str | None) -> Iterator[None]:
    """An archive, made where there is nothing yet; gone again if nothing comes into it."""
    from scorecheck.archive.opening import DATABASE, create_archive

    if (
        db is not None
        or (folder / DATABASE).exists()
        or (folder.exists() and any(folder.iterdir()))
    ):
        yield
        return
    there = folder.exists()
    create_archive(folder)
    try:
        yield
    except BaseException:
        shutil.rmtree(folder)
        if there:
            folder.mkdir()
        raise
