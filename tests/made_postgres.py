"""A real PostgreSQL server for a run of the tests: on loopback, as a user without rights."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

USER = "scores"
STARTS_WITHIN_S = 60.0


@dataclass(frozen=True)
class Server:
    """A running server."""

    port: int
    password: str

    def empty_database(self) -> str:
        """The address of its one database, emptied: making many and throwing them away is slow."""
        with self.connected() as connection:
            connection.execute("DROP SCHEMA IF EXISTS public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return f"postgresql+psycopg://{USER}:{self.password}@127.0.0.1:{self.port}/postgres"

    def connected(self) -> psycopg.Connection[Any]:
        """A connection that commits each statement."""
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=USER, password=self.password,
            dbname="postgres", autocommit=True, connect_timeout=5,
        )  # fmt: skip


def programs() -> Path | None:
    """The folder of the server's programs; Debian keeps them apart from the others."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    return Path(on_path).parent if on_path else None


@contextmanager
def served(bin_folder: Path) -> Iterator[Server]:
    """A server with its data in a temporary folder; both are gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="scorecheck-postgres-"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        who = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        shutil.chown(folder, "nobody", "nogroup")
    server = Server(_free_port(), secrets.token_hex(16))
    secret = folder / "password"
    secret.write_text(server.password, encoding="ascii")
    secret.chmod(0o644)
    data = folder / "data"
    make = [f"{bin_folder}/initdb", f"--pgdata={data}", f"--username={USER}", "--no-sync"]
    try:
        subprocess.run(
            [*make, "--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", f"--pwfile={secret}"],
            check=True, capture_output=True, cwd="/", **who,
        )  # fmt: skip
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off")
        flags = [part for setting in settings for part in ("-c", setting)]
        run = [f"{bin_folder}/postgres", "-D", str(data), "-p", str(server.port), *flags]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(run, stdout=log, stderr=log, cwd="/", **who)
        try:
            _wait_for(server, process)
            yield server
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nobody needs its data any more
            process.wait(timeout=60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(server: Server, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTS_WITHIN_S
    while True:
        try:
            server.connected().close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
