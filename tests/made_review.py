"""Review pages for tests: sheets judged without a photo, a server for them, one to be killed."""

from __future__ import annotations

import hashlib
import http.client
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import uvicorn

from scorecheck.decisions.log import DecisionLog
from scorecheck.errors import InputError
from scorecheck.photo.load import Photo
from scorecheck.report.crops import jpeg
from scorecheck.report.result import FileResult, SheetResult
from scorecheck.review.app import make_app
from scorecheck.review.checking import Checked
from scorecheck.review.desk import Desk
from scorecheck.review.desk_facts import KeptList
from scorecheck.review.flat_picture import SheetPicture
from scorecheck.review.ledger import Ledger
from scorecheck.review.serve import config_for, open_doors
from scorecheck.review.uploads import Uploads
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import draw_sheets
from scorecheck.sheet.rect import Rect
from scorecheck.sheet.render import render_page
from tests.made_decisions import catalogue, judged_sheet
from tests.made_sheets import CLEAN, WRONG_SUM

TOKEN = "token-for-tests"

DOUBTS = {
    "g1/ones/value": {"8": 0.9, "3": 0.04},
    "g1/chance/value": {"14": 0.6, "19": 0.04},
    "g1/grand_total/sum": {"?": 0.7, "256": 0.2},
    "g2/fours/value": {"17": 0.7, "12": 0.04},
}
"""Cells in doubt of two games; the pictures alone say other numbers than the sums."""

ONE_GAME = tuple(cell for cell in DOUBTS if cell.startswith("g1/"))


def two_games(doubts: Mapping[str, Mapping[str, float]] | None = None) -> SheetResult:
    """A sheet of Yahtzee: one game without a mistake, one with a wrong sum; some cells in doubt."""
    return judged_sheet({"g1": CLEAN, "g2": WRONG_SUM}, DOUBTS if doubts is None else doubts)


@cache
def _jpeg(text: str) -> bytes:
    identity = SheetIdentity.from_text(text)
    pdf = draw_sheets(catalogue().get(identity.variant), identity)
    return jpeg(render_page(pdf, 0, 4, colour=True), 70)


def picture_of(sheet: SheetResult) -> SheetPicture:
    """The empty printed sheet, with the places of its cells."""
    assert sheet.basis is not None
    layout = make_layout(sheet.template, sheet.basis.identity)
    places = {cell.cell: Rect(cell.x, cell.y, cell.w, cell.h) for cell in layout.cells}
    return SheetPicture(_jpeg(sheet.basis.identity.to_text()), layout.page_mm, places)


def checked(path: str | Path, *sheets: SheetResult) -> Checked:
    """A photo as if it had been checked; where it exists, its hash is its own."""
    path = Path(path)
    sha256 = hashlib.sha256(path.read_bytes() if path.exists() else path.name.encode()).hexdigest()
    photo = Photo(path, 1, 1, sha256, "jpeg", np.empty((0, 0), np.uint8))
    file = FileResult(path, sha256, None, sheets, (photo,))
    return Checked(file, tuple(picture_of(sheet) for sheet in sheets))


class NoChecks:
    """A checker that takes every photo for a cat."""

    def check(self, path: Path) -> Checked:
        error = InputError(f"{path} shows no sheet", help="photograph a sheet", code="no-sheet")
        return Checked(FileResult(path, None, error, ()), ())

    def close(self) -> None:
        """Nothing runs."""


def wait_until(done: Callable[[], bool]) -> None:
    """Until something is so in another thread."""
    while not done():
        time.sleep(0.005)


def desk_with(log: Path, *photos: Checked) -> Desk:
    """A desk on which these photos lie."""
    desk = Desk(NoChecks(), Ledger(DecisionLog(log)), catalogue())
    for photo in photos:
        desk.put_checked(photo)
    return desk


@dataclass(frozen=True)
class Served:
    """A page that is being served."""

    desk: Desk
    uploads: Uploads
    port: int
    token: str = TOKEN

    @property
    def host(self) -> str:
        """The `Host` that the page itself sends."""
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The address of the list."""
        return f"http://{self.host}/{self.token}/"

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, Mapping[str, str]]:
        """One request as the page itself makes it, but for the headers given (`Sec_Fetch_Site`)."""
        given = {"Host": self.host, "Origin": f"http://{self.host}"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in given.items():
                connection.putheader(name, value)
            if body is not None and "Content-Length" not in given:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders()
            if body is not None:
                connection.send(body)
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.headers)
        finally:
            connection.close()

    def post(self, path: str, found: Any) -> tuple[int, Any]:
        """A JSON object, sent to an address under the token."""
        body = json.dumps(found).encode()
        address = f"/{self.token}/{path}"
        status, answer, _ = self.ask("POST", address, body, Content_Type="application/json")
        return status, json.loads(answer)

    def get(self, path: str) -> Any:
        """What an address under the token answers in JSON."""
        status, answer, _ = self.ask("GET", f"/{self.token}/{path}")
        assert status == 200, answer
        return json.loads(answer)


@contextmanager
def served(desk: Desk, folder: Path, kept: KeptList | None = None, **more: Any) -> Iterator[Served]:
    """Serve a desk in a thread, at a free port of the loopback."""
    doors = open_doors()
    uploads = Uploads(folder / "photos", **more)
    app = make_app(desk, uploads, TOKEN, doors.hosts, kept=kept)
    server = uvicorn.Server(config_for(app))
    thread = threading.Thread(target=server.run, args=(list(doors.sockets),), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield Served(desk, uploads, doors.port)
    finally:
        server.should_exit = True
        thread.join()


def serve_until_killed(log: Path) -> None:
    """A server in a process of its own, which says its port and then serves."""
    one_game = judged_sheet({"g1": CLEAN}, {cell: DOUBTS[cell] for cell in ONE_GAME})
    with served(desk_with(log, checked("photo.jpg", one_game)), log.parent) as page:
        print(page.port, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    serve_until_killed(Path(sys.argv[1]))
