"""`scorecheck review [FILE...]`: settle what is in doubt on a local web page."""

from __future__ import annotations

import os
import secrets
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Options, Templates, parse_options
from scorecheck.cli.outputs import ensure_folder, ensure_writable
from scorecheck.errors import UsageError
from scorecheck.languages.phrase import Phrase

if TYPE_CHECKING:
    from scorecheck.review.desk import Desk, Entry
    from scorecheck.review.desk_facts import KeptList
    from scorecheck.review.serve import Doors

PHOTOS = Path("scorecheck-photos")


@guarded
def review(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Photos, scans, PDFs, folders of them, or an archive."),
    ] = None,
    *,
    decisions: Annotated[
        Path | None,
        typer.Option(
            "--decisions",
            metavar="FILE.jsonl",
            help="Where decisions are kept; default: beside the first photo.",
        ),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let in phones of the same network, by a QR code."),
    ] = False,
    photos: Annotated[
        Path,
        typer.Option("--photos", metavar="DIR", help="Where photos that are sent in are kept."),
    ] = PHOTOS,
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", min=0, max=65535, show_default=False, help="Default: a free one."
        ),
    ] = 0,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Say the address, and open no browser.")
    ] = False,
    db: Db = None,
    option: Options = None,
    templates: Templates = None,
) -> int:
    """Settle cells in doubt on a web page that only this machine can open."""
    rules = parse_options(option)

    from scorecheck.review.app import make_app
    from scorecheck.review.report import Given
    from scorecheck.review.serve import run
    from scorecheck.review.uploads import Uploads

    if photos.exists():  # else it is made when the first photo comes
        ensure_folder(photos)
    folder, kept = _archive_in(files or (), db, decisions), None
    if folder is not None:
        desk, kept = _archive_desk(folder, db, templates or (), rules)
    else:
        desk = _desk(files or (), decisions, templates or (), rules)
    doors, token = _doors(lan=lan, port=port), secrets.token_urlsafe(18)
    _say_what_is_open(doors, token, lan=lan)
    say(f"photos that are sent in are kept in {photos.absolute()}")
    say(f"decisions are kept in {desk.ledger.log.path.absolute()}")
    say("Ctrl+C ends it")
    if not (no_browser or lan):
        threading.Timer(0.3, webbrowser.open, (doors.url(token),)).start()
    desk.start()
    try:
        with suppress(KeyboardInterrupt):  # the way to end it
            given = Given(rules, tuple(templates or ()))
            run(make_app(desk, Uploads(photos), token, doors.hosts, given, kept), doors)
    finally:
        desk.close()
    return 0


def _archive_in(files: Sequence[Path], db: str | None, decisions: Path | None) -> Path | None:
    """The folder of the archive that is to be reviewed, if it is one."""
    from scorecheck.archive.opening import DATABASE

    found = next((path for path in files if (path / DATABASE).is_file()), None)
    if db is not None:
        found = next(iter(files), DEFAULT_FOLDER)
    if found is not None and (len(files) > 1 or decisions is not None):
        raise UsageError(
            Phrase(
                "{path} is an archive, which is reviewed alone and keeps decisions in itself",
                path=found,
            ),
            help=f"scorecheck review {found}",
            code="archive-alone",
        )
    return found


def _archive_desk(
    folder: Path, db: str | None, templates: Sequence[Path], rules: dict[str, str]
) -> tuple[Desk, KeptList]:
    """The desk for the photos of an archive, those that wait for a person on it; and the list."""
    from scorecheck.archive.decide import ArchiveDecisions
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.trouble import read_only
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.review.archived import ArchiveChecks
    from scorecheck.review.checking import Checker
    from scorecheck.review.desk import Desk
    from scorecheck.review.kept_facts import ShelfList
    from scorecheck.review.ledger import Ledger
    from scorecheck.review.shelf import Shelf

    archive, catalogue = open_archive(folder, db), load_catalogue(templates)
    if not archive.writable:
        raise read_only(archive.where)
    decisions = ArchiveDecisions(archive, catalogue)
    checks = ArchiveChecks(Checker(templates, rules), archive, catalogue, decisions.remembered)
    ledger = Ledger(decisions)
    desk = Desk(checks, ledger, catalogue, _say_when_bad)
    shelf = Shelf(archive, desk)
    shelf.sheets()
    return desk, ShelfList(shelf)


def _desk(
    files: Sequence[Path],
    decisions: Path | None,
    templates: Sequence[Path],
    rules: dict[str, str],
) -> Desk:
    """The desk with all photos on it, not yet being checked."""
    from scorecheck.decisions.log import DEFAULT_NAME, DecisionLog
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.photo.inputs import folder_of, photos_in
    from scorecheck.review.checking import Checker
    from scorecheck.review.desk import Desk
    from scorecheck.review.ledger import Ledger

    log = decisions or folder_of(files) / DEFAULT_NAME
    ensure_writable(log)
    catalogue = load_catalogue(templates)
    desk = Desk(Checker(templates, rules), Ledger(DecisionLog(log)), catalogue, _say_when_bad)
    for photo in photos_in(files):
        desk.put(photo)
    return desk


def _say_when_bad(entry: Entry) -> None:
    if entry.error is not None:
        say(f"not read: {entry.error.message}")


def _doors(*, lan: bool, port: int) -> Doors:
    from scorecheck.review.serve import LOOPBACK, lan_address, open_doors

    if not lan:
        return open_doors((LOOPBACK,), port)
    address = lan_address()
    if address is None:
        raise UsageError(
            Phrase("--lan: this machine is in no network"),
            help=Phrase("connect it to the network that the phones use, or leave out --lan"),
            code="no-network",
        )
    return open_doors((LOOPBACK, address), port)


def _say_what_is_open(doors: Doors, token: str, *, lan: bool) -> None:
    if not lan:
        say(f"review: {doors.url(token)}")
        say("  open to browsers on this machine that have this address, and to nobody else")
        return
    from scorecheck.review.qr import terminal_qr

    address = doors.addresses[-1]
    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    print(terminal_qr(doors.url(token, address), colours=colours), file=sys.stderr, flush=True)
    say(f"for phones: {doors.url(token, address)}")
    say(f"  OPEN TO THE NETWORK of {address}: every device in it that has this address may see")
    say("  these photos, decide on cells and send photos. Nothing is encrypted on the way:")
    say("  use it in a network that you trust. Whoever has not got the address is refused.")
    say(f"for this machine: {doors.url(token)}")
