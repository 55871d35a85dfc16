"""How quick the review page is: `python -m scorecheck.measure.review_speed PHOTO [--archive]`.

Reads the photo, serves the page on this machine, and measures from outside: how long the sheet
takes to open, and from sending a decision to the answer that it is on the disk, with the verdict
that follows from it. With Chromium and playwright installed the same is measured in the browser:
until the sheet with all its frames is drawn, and from the key to the word "Saved". With `--archive`
decisions go into an archive that holds the photo, and as many other sheets as `--others` says.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from scorecheck.archive.add import add_files
from scorecheck.archive.decide import ArchiveDecisions
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.decisions.log import DecisionLog
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.review.app import make_app
from scorecheck.review.archived import ArchiveChecks
from scorecheck.review.checking import Checker
from scorecheck.review.desk import Desk
from scorecheck.review.desk_facts import KeptList
from scorecheck.review.kept_facts import ShelfList
from scorecheck.review.ledger import Ledger
from scorecheck.review.serve import config_for, open_doors
from scorecheck.review.sheet import ReviewSheet
from scorecheck.review.shelf import Shelf
from scorecheck.review.uploads import Uploads

TOKEN = "review-speed"

_CARD = {"ones/value": "3", "chance/value": "14"}
"""What stands on the other sheets of an archive."""


@dataclass(frozen=True)
class Page:
    """A sheet that is being served."""

    port: int
    sheet: ReviewSheet

    @property
    def path(self) -> str:
        """The sheet's address without the host."""
        return f"/{TOKEN}/sheet/{self.sheet.key}"

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return sum(len(card.cells) for card in self.sheet.machine.cards)


def beside_photo(folder: Path) -> tuple[Desk, None]:
    """A desk whose decisions are kept in a file in a folder."""
    log = DecisionLog(folder / "decisions.jsonl")
    return Desk(Checker(), Ledger(log), load_catalogue()), None


def in_archive(folder: Path, others: int) -> tuple[Desk, KeptList]:
    """A desk whose decisions go into an archive with the photo and some other sheets."""
    catalogue = load_catalogue()
    create_archive(folder / "archive")
    archive = open_archive(folder / "archive")
    made = [
        write_photo(folder / f"{n}.jpg", {"p1": _CARD, "p2": _CARD}, sheet=n, mode="players")
        for n in range(1, others + 1)
    ]
    list(add_files(archive, made, read_stub, catalogue))
    for path in made:
        path.unlink()
    decisions = ArchiveDecisions(archive, catalogue)
    checks = ArchiveChecks(Checker(), archive, catalogue, decisions.remembered)
    desk = Desk(checks, Ledger(decisions), catalogue)
    return desk, ShelfList(Shelf(archive, desk))


@contextmanager
def serving(photo: Path, folder: Path, desk: Desk, kept: KeptList | None) -> Iterator[Page]:
    """Serve the first sheet of a photo."""
    entry = desk.put_checked(desk.checker.check(photo))
    desk.checker.close()
    if not entry.sheets:
        raise SystemExit(f"{photo}: no sheet on it: {entry.error}")
    entry.sheets[0].warm()
    doors = open_doors()
    app = make_app(desk, Uploads(folder), TOKEN, doors.hosts, kept=kept)
    server = uvicorn.Server(config_for(app))
    thread = threading.Thread(target=server.run, args=(list(doors.sockets),), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Page(doors.port, entry.sheets[0])
    finally:
        server.should_exit = True
        thread.join()


def answers(sheet: ReviewSheet) -> Iterator[tuple[str, str]]:
    """Decisions without end: the cells in doubt (or else all), each time with another text."""
    cells = [cell for card in sheet.machine.cards for cell in card.cells if cell.kind != "text"]
    asked = [cell for cell in cells if cell.cell in sheet.asked] or cells
    for number in itertools.count():
        cell = asked[number % len(asked)]
        texts = [one.text for one in cell.seen if one.text] or ["X"]
        yield cell.cell, texts[number // len(asked) % len(texts)]


def time_opening(page: Page, rounds: int) -> list[float]:
    """Seconds for the page and its picture, as the server gives them."""
    found = []
    with closing(http.client.HTTPConnection("127.0.0.1", page.port)) as line:
        for _ in range(rounds):
            start = time.perf_counter()
            for path in (page.path, f"{page.path}/picture.jpg"):
                line.request("GET", path)
                line.getresponse().read()
            found.append(time.perf_counter() - start)
    return found


def time_decisions(page: Page, rounds: int) -> list[float]:
    """Seconds from sending a decision to the answer with the new verdict."""
    found = []
    headers = {
        "Content-Type": "application/json",
        "Origin": f"http://127.0.0.1:{page.port}",
    }
    with closing(http.client.HTTPConnection("127.0.0.1", page.port)) as line:
        for cell, text in itertools.islice(answers(page.sheet), rounds):
            body = json.dumps({"cell": cell, "text": text, "by": "measure", "remark": ""})
            start = time.perf_counter()
            line.request("POST", f"{page.path}/decide", body, headers)
            answer = line.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"{cell} {text!r}: answered {answer.status}")
            found.append(time.perf_counter() - start)
    return found


def time_browser(page: Page, rounds: int) -> tuple[list[float], list[float]] | None:
    """Seconds in Chromium until the sheet is drawn, and from a key to "Saved"; None without it."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a development package
    except ImportError:
        return None
    if program is None:
        return None
    opened, saved = [], []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        tab = browser.new_page(locale="en-GB")
        tab.goto(f"http://127.0.0.1:{page.port}{page.path}?lang=en")
        tab.fill("#who-text", "measure")
        tab.keyboard.press("Enter")
        for _ in range(rounds):
            start = time.perf_counter()
            tab.reload(wait_until="load")
            tab.locator("#photo .frame").last.wait_for(state="attached")
            opened.append(time.perf_counter() - start)
        for _ in range(rounds):
            tab.evaluate("document.getElementById('saved').textContent = ''")
            start = time.perf_counter()
            tab.keyboard.press("x")
            tab.get_by_text("Saved ").wait_for()
            saved.append(time.perf_counter() - start)
            tab.keyboard.press("ArrowRight")
        browser.close()
    return opened, saved


def row(what: str, seconds: Sequence[float]) -> str:
    """A line of the result, in milliseconds."""
    ordered = sorted(1000 * one for one in seconds)
    at_95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    median = statistics.median(ordered)
    return f"{what}: median {median:.0f} ms, 95 % within {at_95:.0f} ms, worst {ordered[-1]:.0f} ms"


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--archive", action="store_true", help="decisions go into an archive")
    parser.add_argument("--others", type=int, default=0, help="other sheets in the archive")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        desk, kept = in_archive(folder, args.others) if args.archive else beside_photo(folder)
        with serving(args.photo, folder, desk, kept) as page:
            measure(args, page)


def measure(args: argparse.Namespace, page: Page) -> None:
    """Measure all there is, and print a line of each."""
    print(f"{args.photo.name}: {page.cells} cells, {len(page.sheet.asked)} of them in doubt")
    print(row("page and picture served", time_opening(page, 20)))
    print(row("decision on disk, verdict answered", time_decisions(page, args.rounds)))
    browser = time_browser(page, min(args.rounds, 40))
    if browser is None:
        print("in the browser: not measured (needs Chromium and playwright)")
    else:
        print(row("in the browser, sheet drawn", browser[0]))
        print(row('in the browser, key to "Saved"', browser[1]))


if __name__ == "__main__":
    main()
