"""The photos on the desk: checked in the background, one after the other; bad ones named."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from scorecheck.errors import UsageError
from scorecheck.photo.inputs import folder_of, photos_in
from scorecheck.review.checking import Checked, Checker
from scorecheck.review.desk import Entry, Progress
from tests.made_review import NoChecks, checked, desk_with, served, two_games, wait_until


class Scripted(NoChecks):
    """Gives what it is told to, or breaks."""

    def __init__(self, answers: dict[str, Checked | Exception]) -> None:
        self.answers = answers
        self.gate = threading.Event()
        self.seen: list[str] = []

    def check(self, path: Path) -> Checked:
        self.seen.append(path.name)
        self.gate.wait()
        answer = self.answers[path.name]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self.gate.set()


def test_the_list_is_there_while_photos_are_being_read(tmp_path: Path) -> None:
    desk = desk_with(tmp_path / "log.jsonl")
    desk.checker = checker = Scripted({"a.jpg": checked("a.jpg", two_games())})
    desk.put(Path("a.jpg"))
    desk.start()
    with served(desk, tmp_path) as page:
        (photo,) = page.get("desk.json")["photos"]
        assert photo["progress"] in ("waiting", "checking")
        assert photo["sheets"] == []
        checker.gate.set()
        wait_until(lambda: page.get("desk.json")["photos"][0]["progress"] == "done")
        (sheet,) = page.get("desk.json")["photos"][0]["sheets"]
    assert (sheet["title"], sheet["open"], sheet["asked"]) == ("Yahtzee", 4, 4)


def test_a_photo_that_breaks_the_check_stops_no_other(tmp_path: Path) -> None:
    desk = desk_with(tmp_path / "log.jsonl")
    good = checked("good.jpg", two_games())
    desk.checker = checker = Scripted({"bad.jpg": ValueError("boom"), "good.jpg": good})
    told: list[Entry] = []
    desk.told = told.append
    bad, fine = desk.put(Path("bad.jpg")), desk.put(Path("good.jpg"))
    checker.gate.set()
    desk.start()
    wait_until(lambda: fine.progress is Progress.DONE)
    assert bad.error is not None
    assert "boom" in bad.error.message
    assert len(fine.sheets) == 1
    assert told == [bad, fine]


def test_bad_files_are_listed_and_a_reader_that_dies_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture can bring a decoder down; the page and the other photos live on."""
    (tmp_path / "notes.txt").write_text("no picture")
    checker = Checker()
    try:
        gone = checker.check(tmp_path / "gone.jpg")
        running = checker._running

        def dying() -> Connection:
            pipe = running()
            assert checker._process is not None
            os.kill(checker._process.pid or 0, signal.SIGKILL)
            return pipe

        with monkeypatch.context() as patch:
            patch.setattr(checker, "_running", dying)
            died = checker.check(tmp_path / "notes.txt")
        bad = checker.check(tmp_path / "notes.txt")
    finally:
        checker.close()
    with served(desk_with(tmp_path / "log.jsonl", gone, died, bad), tmp_path) as page:
        first, second, third = page.get("desk.json")["photos"]
    assert "does not exist" in first["error"]
    assert "broke down" in second["error"]
    assert third["error"].endswith("notes.txt holds text, not a picture")
    assert "JPEG" in third["help"]


def test_a_photo_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    checker = Checker(longest=0.0)
    slow = checker.check(tmp_path / "slow.jpg").file.error
    assert slow is not None
    assert slow.code == "too-slow"
    assert checker._process is None


def test_folders_give_their_photos_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.JPG", "a.heic", "notes.txt", "c.pdf"):
        (tmp_path / name).touch()
    other = tmp_path / "b.JPG"
    found = photos_in([other, tmp_path])
    assert [path.name for path in found] == ["b.JPG", "a.heic", "c.pdf"]
    assert folder_of([other]) == folder_of([tmp_path]) == tmp_path
    assert folder_of([]) == Path()


def test_a_folder_without_photos_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no photo in the folder"):
        photos_in([tmp_path])


def test_closing_breaks_off_the_check_and_begins_no_other(tmp_path: Path) -> None:
    desk = desk_with(tmp_path / "log.jsonl")
    found = checked("a.jpg", two_games())
    desk.checker = checker = Scripted({"a.jpg": found, "b.jpg": found})
    told: list[Entry] = []
    desk.told = told.append
    first, second = desk.put(Path("a.jpg")), desk.put(Path("b.jpg"))
    desk.start()
    wait_until(lambda: first.progress is Progress.CHECKING)
    desk.close()  # opens the gate: the check comes to its end, and nobody wants to know
    assert desk._thread is not None
    desk._thread.join()
    assert checker.seen == ["a.jpg"]
    assert (first.file, first.sheets, second.progress) == (None, (), Progress.WAITING)
    assert told == []


def test_closing_ends_the_other_process_in_the_middle_of_a_check(tmp_path: Path) -> None:
    checker = Checker()
    answers: list[Checked] = []
    asking = threading.Thread(target=lambda: answers.append(checker.check(tmp_path / "a.jpg")))
    asking.start()
    wait_until(lambda: checker._process is not None and checker._process.pid is not None)
    process = checker._process
    checker.close()
    asking.join()
    assert process is not None
    assert process.exitcode == -signal.SIGKILL
    (answer,) = answers
    assert answer.file.error is not None
    assert answer.file.error.code == "reader-died"
