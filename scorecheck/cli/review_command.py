"""`scorecheck review [FILE...]`: settle what is in doubt on a local web page."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Options, Quiet, Templates, parse_options
from scorecheck.errors import UsageError

if TYPE_CHECKING:
    from scorecheck.review.desk import Entry
    from scorecheck.review.serve import Doors

UPLOADS = "scorecheck-photos"


@guarded
def review(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE...]", help="Photos, scans, PDFs, or folders of them."),
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
        typer.Option("--lan", help="Let phones in the same network in, by a QR code."),
    ] = False,
    photos: Annotated[
        Path,
        typer.Option("--photos", metavar="DIR", help="Where photos that are sent in are kept."),
    ] = Path(UPLOADS),
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Default: a free one.")
    ] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only say the address.")] = False,
    option: Options = None,
    templates: Templates = None,
    quiet: Quiet = False,
) -> int:
    """Settle cells in doubt, and see the verdict, on a web page that only this machine can open."""
    options = parse_options(option)

    from scorecheck.decisions.log import DEFAULT_NAME, DecisionLog
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.review.app import make_app
    from scorecheck.review.checking import Checker
    from scorecheck.review.desk import Desk
    from scorecheck.review.inputs import folder_of, photos_in
    from scorecheck.review.ledger import Ledger
    from scorecheck.review.serve import run
    from scorecheck.review.uploads import Uploads

    catalogue = load_catalogue(templates or ())
    found = photos_in(files or ())
    log = DecisionLog(decisions or folder_of(files or ()) / DEFAULT_NAME)
    ledger = Ledger(log)
    doors = _doors(lan=lan, port=port)
    desk = Desk(Checker(templates or (), options), ledger, catalogue, _say_when_bad(quiet=quiet))
    for path in found:
        desk.put(path)
    token = secrets.token_urlsafe(18)
    app = make_app(desk, Uploads(photos), token, doors.hosts)
    _say_what_is_open(doors, token, log.path, photos, lan=lan)
    desk.start()
    if not no_browser and not lan:
        _open_browser(doors.url(token))
    try:
        run(app, doors)
    except KeyboardInterrupt:
        pass
    finally:
        desk.close()
    say(f"stopped; decisions are in {log.path}")
    return 0


def _doors(*, lan: bool, port: int) -> Doors:
    from scorecheck.review.serve import LOOPBACK, lan_address, open_doors

    if not lan:
        return open_doors((LOOPBACK,), port)
    address = lan_address()
    if address is None:
        raise UsageError(
            "--lan: this machine is in no network",
            help="connect it to the network that the phones use, or leave out --lan",
            code="no-network",
        )
    return open_doors((LOOPBACK, address), port)


def _say_what_is_open(doors: Doors, token: str, log: Path, photos: Path, *, lan: bool) -> None:
    say(f"review: {doors.url(token)}")
    if lan:
        address = doors.addresses[-1]
        say("")
        say_code(doors.url(token, address))
        say(f"phones: {doors.url(token, address)}")
        say(f"  OPEN TO THE NETWORK of {address}: every device in it that has this address may")
        say("  see these photos, decide on cells and send photos. Nothing is encrypted on the way:")
        say("  use it in a network that you trust. Who has not got the address is refused.")
        say(f"photos that phones send are kept in {photos.absolute()}")
    else:
        say("  open to programs on this machine that have this address, and to nobody else")
    say(f"decisions are kept in {log.absolute()}")
    say("Ctrl+C ends it")


def say_code(url: str) -> None:
    """The address as a QR code on standard error."""
    from scorecheck.review.qr import terminal_qr

    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    print(terminal_qr(url, colours=colours), file=sys.stderr, flush=True)


def _say_when_bad(*, quiet: bool) -> Callable[[Entry], None]:
    def told(entry: Entry) -> None:
        if entry.error is not None and not quiet:
            say(f"not read: {entry.error.message}")

    return told


def _open_browser(url: str) -> None:
    """Open the page, where there is a browser to open it."""
    import threading
    import webbrowser

    threading.Timer(0.4, webbrowser.open, (url,)).start()
