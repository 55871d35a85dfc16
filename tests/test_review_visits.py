"""Connections that are silent, slow or broken off: they end, nobody waits for them, nothing is
printed."""

from __future__ import annotations

import http.client
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorecheck.review import answers, visits
from tests.made_review import (
    TOKEN,
    Served,
    checked,
    desk_with,
    served,
    two_games,
    wait_until,
)

DECISION = {"cell": "g1/ones/value", "text": "3", "by": "Åsa", "remark": ""}
needs_addresses = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux gives the loopback many addresses"
)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Served]:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    with served(desk, tmp_path) as one:
        yield one


@pytest.fixture
def open_many() -> Iterator[ExitStack]:
    with ExitStack() as held:
        yield held


def connect(
    held: ExitStack, page: Served, count: int, own: str = "127.0.0.1"
) -> list[socket.socket]:
    """Connections that say nothing, from one address."""
    return [
        held.enter_context(
            socket.create_connection(("127.0.0.1", page.port), timeout=20, source_address=(own, 0))
        )
        for _ in range(count)
    ]


def is_closed(one: socket.socket) -> bool:
    """Whether the other end gives it up within the time that the socket waits."""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


def start_of(page: Served, method: str, path: str, length: int = 0, kind: str = "") -> bytes:
    """A request's head as the page itself sends it."""
    lines = [
        f"{method} /{TOKEN}/{path} HTTP/1.1", f"Host: {page.host}", f"Origin: http://{page.host}",
        f"Content-Length: {length}", f"Content-Type: {kind}",
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode()


def test_a_crowd_of_silent_connections_keeps_nobody_out(page: Served, open_many: ExitStack) -> None:
    connect(open_many, page, 130)
    assert page.ask("GET", f"/{TOKEN}/")[0] == 200
    assert page.post("sheet/1-1/decide", DECISION)[0] == 200


def test_of_one_devices_connections_the_one_idle_longest_goes(
    page: Served, open_many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "MOST_OF_ONE", 3)
    first, *others = connect(open_many, page, 3)
    head = start_of(page, "POST", "photos", 100)
    first.sendall(head)  # busy from now on, so it stays
    wait_until(lambda: page.uploads.coming == 1)
    (new,) = connect(open_many, page, 1)
    assert is_closed(others[0])
    new.sendall(start_of(page, "GET", "desk.json"))
    assert new.recv(12) == b"HTTP/1.1 200"
    others[1].sendall(start_of(page, "GET", "desk.json"))
    assert others[1].recv(12) == b"HTTP/1.1 200"
    first.sendall(b"x" * 100)
    assert first.recv(12) == b"HTTP/1.1 415"


@needs_addresses
def test_others_are_served_whatever_one_device_does(
    page: Served, open_many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "MOST_OF_ONE", 8)
    monkeypatch.setattr(visits, "MOST_TOGETHER", 12)
    (mine,) = connect(open_many, page, 1, "127.0.0.2")
    for one in connect(open_many, page, 8):
        one.sendall(start_of(page, "POST", "sheet/1-1/decide", 90, "application/json"))
    connect(open_many, page, 8, "127.0.0.3")
    mine.sendall(start_of(page, "GET", "desk.json"))
    assert mine.recv(12) == b"HTTP/1.1 200"
    (another,) = connect(open_many, page, 1, "127.0.0.4")
    another.sendall(start_of(page, "GET", "desk.json"))
    assert another.recv(12) == b"HTTP/1.1 200"


@needs_addresses
def test_photos_that_do_not_come_keep_nobody_from_sending(
    page: Served, open_many: ExitStack
) -> None:
    head = start_of(page, "POST", "photos", 9)
    slow = connect(open_many, page, 4, "127.0.0.2")
    for one in slow[:2]:
        one.sendall(head)
    wait_until(lambda: page.uploads.coming == 2)
    for one in slow[2:]:
        one.sendall(head)
    assert [one.recv(12) for one in slow[2:]] == [b"HTTP/1.1 503"] * 2
    (mine,) = connect(open_many, page, 1, "127.0.0.3")
    mine.sendall(head + b"no photo!")
    assert mine.recv(12) == b"HTTP/1.1 415"
    for one in slow[:2]:
        one.sendall(b"no photo!")
        assert one.recv(12) == b"HTTP/1.1 415"
    wait_until(lambda: page.uploads.coming == 0)
    assert not page.uploads.by_device


def test_who_asks_for_nothing_is_given_up(
    page: Served, open_many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "FOR_A_REQUEST", 0.05)
    assert is_closed(connect(open_many, page, 1)[0])


def test_who_sends_a_request_byte_by_byte_is_given_up(
    page: Served, open_many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "FOR_A_REQUEST", 0.3)
    head = start_of(page, "GET", "desk.json")[:-1]  # the last byte never comes
    for lead in (b"", head + b"\n"):
        (slow,) = connect(open_many, page, 1)
        slow.sendall(lead)
        if lead:
            assert slow.recv(12) == b"HTTP/1.1 200"
            wait_until(lambda one=slow: b"}" in one.recv(65_536))  # type: ignore[misc]
        slow.settimeout(0.02)
        sent = 0
        with pytest.raises(ConnectionError):
            while True:
                slow.sendall(head[sent % len(head) :][:1])
                sent += 1
                time.sleep(0.01)
        assert sent < len(head)


def test_a_decision_that_never_comes_whole_is_given_up(
    page: Served, open_many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "LONGEST", 0.05)
    (slow,) = connect(open_many, page, 1)
    slow.sendall(start_of(page, "POST", "sheet/1-1/decide", 90, "application/json"))
    assert slow.recv(12) == b"HTTP/1.1 408"


def test_who_does_not_take_the_answer_is_given_up(
    page: Served, open_many: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "FOR_AN_ANSWER", 0.05)
    (slow,) = connect(open_many, page, 1)
    slow.sendall(start_of(page, "POST", "photos", 100))
    assert is_closed(slow)
    wait_until(lambda: page.uploads.coming == 0)


def test_one_connection_serves_many_requests(page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "FOR_A_REQUEST", 0.3)
    monkeypatch.setattr(visits, "FOR_AN_ANSWER", 0.3)
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
    connection.connect()
    first = connection.sock
    for _ in range(5):
        connection.request("GET", f"/{TOKEN}/desk.json")
        assert connection.getresponse().read()
        time.sleep(0.1)
        assert connection.sock is first
    connection.close()


@pytest.mark.parametrize(
    ("path", "kind"), [("photos", ""), ("sheet/1-1/decide", "application/json")]
)
def test_whoever_goes_in_the_middle_leaves_no_line_behind(
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
    open_many: ExitStack,
    path: str,
    kind: str,
) -> None:
    """The server starts here, as it prints where the test looks."""
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    with served(desk, tmp_path) as page:
        for reset in (False, True):
            (one,) = connect(open_many, page, 1)
            one.sendall(start_of(page, "POST", path, 1000, kind) + b"\xff\xd8\xff")
            if path == "photos":
                wait_until(lambda: page.uploads.coming == 1)
            if reset:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            one.close()
            wait_until(lambda: page.uploads.coming == 0)
            assert page.ask("GET", f"/{TOKEN}/")[0] == 200
    assert capfd.readouterr() == ("", "")
