"""Running the page: the addresses it listens on, and the server that runs until it is stopped."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from scorecheck.errors import OutputError
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason
from scorecheck.review.visits import MOST_TOGETHER, Visit

LOOPBACK = "127.0.0.1"
_WAITING = 100
"""Connections that the system keeps until they are taken."""


@dataclass(frozen=True)
class Doors:
    """The open sockets, and the names under which browsers know them."""

    sockets: tuple[socket.socket, ...]
    port: int
    addresses: tuple[str, ...]

    @property
    def hosts(self) -> frozenset[str]:
        """What browsers may send as `Host`."""
        return frozenset(f"{name}:{self.port}" for name in (*self.addresses, "localhost"))

    def url(self, token: str, address: str = LOOPBACK) -> str:
        """The address to open."""
        return f"http://{address}:{self.port}/{token}/"


def open_doors(addresses: Sequence[str] = (LOOPBACK,), port: int = 0) -> Doors:
    """Listen on these addresses, all at one port; port 0 takes a free one.

    Raises:
        OutputError: the port is taken, or an address is not this machine's.
    """
    sockets: list[socket.socket] = []
    try:
        for address in addresses:
            door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            sockets.append(door)
            if sys.platform != "win32":  # there it would let two servers share a port
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind((address, port))
            door.listen(_WAITING)
            port = door.getsockname()[1]
    except OSError as error:
        for door in sockets:
            door.close()
        raise OutputError(
            Phrase(
                "cannot listen on {address} port {port}: {why}",
                address=address,
                port=port,
                why=reason(error),
            ),
            help=Phrase("leave out --port to take a free one"),
            code="port-taken",
        ) from error
    return Doors(tuple(sockets), port, tuple(addresses))


def lan_address() -> str | None:
    """This machine's address in its network; None where it has none.

    Nothing is sent: the system only says which address it would send from.
    """
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, never in use
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found


def config_for(app: ASGIApp) -> uvicorn.Config:
    """How the page is served: quietly, to few, and without a word on what serves it."""
    return uvicorn.Config(
        app,
        log_level="error",
        access_log=False,  # addresses hold the token
        server_header=False,
        date_header=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,
        http=Visit,
        limit_concurrency=2 * MOST_TOGETHER,  # also counts work for those who are gone already
        timeout_keep_alive=20,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32_768,
    )


def run(app: ASGIApp, doors: Doors) -> None:
    """Serve until interrupted (Ctrl+C or the signal TERM)."""
    uvicorn.Server(config_for(app)).run(sockets=list(doors.sockets))
