"""The photos on the desk: checked in the background, sent in by phones, bad ones named."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorecheck.errors import UsageError
from scorecheck.review.answers import RefusedError
from scorecheck.review.checking import Checked, Checker
from scorecheck.review.desk import Desk, Entry, Progress
from scorecheck.review.inputs import folder_of, photos_in
from scorecheck.review.pace import Pace
from scorecheck.review.uploads import MOST_AT_ONCE, Uploads
from tests.made_review import TOKEN, NoChecks, Served, checked, desk_with, served, two_games

JPEG = b"\xff\xd8\xff\xe0 as good as a photo for who only looks at its first bytes"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Served]:
    desk = desk_with(tmp_path / "log.jsonl")
    with served(desk, tmp_path, most_bytes=100_000, pace=Pace(4, 60)) as one:
        yield one


def wait_until(done: Callable[[], bool]) -> None:
    while not done():
        time.sleep(0.005)


class Scripted(NoChecks):
    """Gives what it is told to, or breaks."""

    def __init__(self, answers: dict[str, Checked | Exception]) -> None:
        self.answers = answers
        self.gate = threading.Event()

    def check(self, path: Path) -> Checked:
        self.gate.wait()
        answer = self.answers[path.name]
        if isinstance(answer, Exception):
            raise answer
        return answer


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


def test_bad_files_are_listed_and_a_reader_that_dies_is_started_again(tmp_path: Path) -> None:
    """A picture can bring a decoder down; the page and the other photos live on."""
    (tmp_path / "notes.txt").write_text("no picture")
    checker = Checker()
    try:
        gone = checker.check(tmp_path / "gone.jpg")
        assert checker._process is not None
        os.kill(checker._process.pid or 0, signal.SIGKILL)
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


def test_a_phone_sends_a_photo(page: Served, tmp_path: Path) -> None:
    page.desk.start()
    status, _, _ = page.ask("POST", f"/{TOKEN}/photos", JPEG)
    assert status == 200
    (kept,) = (tmp_path / "photos").iterdir()
    assert kept.suffix == ".jpg"
    assert kept.read_bytes() == JPEG
    wait_until(lambda: page.get("desk.json")["photos"][0]["progress"] == "done")
    assert "shows no sheet" in page.get("desk.json")["photos"][0]["error"]


def test_the_same_photo_twice_is_kept_once(page: Served, tmp_path: Path) -> None:
    for _ in range(2):
        assert page.ask("POST", f"/{TOKEN}/photos", JPEG)[0] == 200
    assert len(list((tmp_path / "photos").iterdir())) == 1
    assert len(page.desk.entries()) == 1


@pytest.mark.parametrize("chunked", [False, True])
def test_a_huge_upload_is_cut_off(page: Served, tmp_path: Path, chunked: bool) -> None:
    body = JPEG + bytes(200_000)
    headers = {"Transfer_Encoding": "chunked", "Content_Length": ""} if chunked else {}
    if chunked:
        body = b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
        headers = {"Transfer_Encoding": "chunked"}
    status, answer, _ = page.ask("POST", f"/{TOKEN}/photos", body, **headers)
    assert status == 413
    assert b"larger than" in answer
    assert not (tmp_path / "photos").exists()


def test_an_upload_that_says_it_is_huge_is_not_even_read(page: Served) -> None:
    status, _, _ = page.ask("POST", f"/{TOKEN}/photos", JPEG, Content_Length="9" * 12)
    assert status == 413


def test_a_photo_that_never_ends_is_given_up(page: Served) -> None:
    page.uploads.longest = 0.05
    status, answer, _ = page.ask("POST", f"/{TOKEN}/photos", JPEG, Content_Length="90000")
    assert status == 408
    assert b"too long" in answer
    assert page.uploads.coming == 0


def test_only_so_many_photos_come_at_once(page: Served) -> None:
    page.uploads.coming = MOST_AT_ONCE
    assert page.ask("POST", f"/{TOKEN}/photos", JPEG)[0] == 503
    page.uploads.coming = 0
    assert page.ask("POST", f"/{TOKEN}/photos", JPEG)[0] == 200


@pytest.mark.parametrize("data", [b"", b"<html><script>", b"MZ\x90\0", b"GIF89a", b"\x7fELF"])
def test_what_is_no_photo_is_not_kept(page: Served, tmp_path: Path, data: bytes) -> None:
    assert page.ask("POST", f"/{TOKEN}/photos", data)[0] == 415
    assert not (tmp_path / "photos").exists()
    assert page.desk.entries() == ()


def test_a_device_that_sends_too_much_has_to_wait(page: Served) -> None:
    seen = [page.ask("POST", f"/{TOKEN}/photos", JPEG + bytes([n]))[0] for n in range(6)]
    assert seen == [200] * 4 + [429] * 2


def test_a_pace_is_kept_for_each_device_and_ends() -> None:
    now = [0.0]
    pace = Pace(2, 60, clock=lambda: now[0])
    for _ in range(2):
        assert not pace.is_over("a")
        pace.count("a")
    assert pace.is_over("a")
    assert not pace.is_over("b")
    now[0] = 60.0
    assert not pace.is_over("a")


def test_photos_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorecheck.review.uploads.MOST_TOGETHER", 100)
    uploads = Uploads(tmp_path)
    uploads.keep(JPEG)
    with pytest.raises(RefusedError, match="no more room"):
        uploads.keep(JPEG + b"another")


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


def test_a_desk_can_be_closed_while_it_works(tmp_path: Path) -> None:
    desk: Desk = desk_with(tmp_path / "log.jsonl")
    desk.start()
    desk.close()
    assert desk._thread is not None
    desk._thread.join()
