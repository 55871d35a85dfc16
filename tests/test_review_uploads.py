"""Photos that phones send: kept under names of our own, bounded in size, number and time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.review.answers import RefusedError
from scorecheck.review.pace import Pace
from scorecheck.review.uploads import MOST_AT_ONCE, Uploads
from tests.made_review import TOKEN, Served, desk_with, served, wait_until

JPEG = b"\xff\xd8\xff\xe0 as good as a photo for who only looks at its first bytes"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Served]:
    desk = desk_with(tmp_path / "log.jsonl")
    with served(desk, tmp_path, most_bytes=100_000, pace=Pace(4, 60)) as one:
        yield one


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
    body, headers = JPEG + bytes(200_000), {}
    if chunked:
        body = b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
        headers = {"Transfer_Encoding": "chunked"}
    status, answer, _ = page.ask("POST", f"/{TOKEN}/photos", body, **headers)
    assert status == 413
    assert b"larger than" in answer
    assert not (tmp_path / "photos").exists()


def test_an_upload_that_says_it_is_huge_is_not_even_read(page: Served) -> None:
    """Not a byte of it is sent, and the answer is there."""
    status, _, _ = page.ask("POST", f"/{TOKEN}/photos", None, Content_Length="9" * 12)
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
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_made_is_told_in_the_phones_language(
    page: Served, tmp_path: Path
) -> None:
    (tmp_path / "photos").write_text("a file stands where the folder should be")
    status, answer, _ = page.ask("POST", f"/{TOKEN}/photos?lang=sv", JPEG)
    assert status == 500
    error = json.loads(answer)["error"]
    assert error["message"].startswith("fotot sparades inte")
    assert str(tmp_path / "photos") in error["message"]
    assert "--photos" in error["help"]
    assert page.desk.entries() == ()
