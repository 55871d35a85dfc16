"""`scorecheck review` from the command line: what it opens, to whom, and how it ends."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import zxingcpp

from scorecheck.review import serve
from scorecheck.review.qr import terminal_qr
from tests.cli_runner import Runner

URL = re.compile(r"http://([\d.]+):(\d+)/([\w-]{20,})/")
_LIT = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Where the command would serve, instead of serving."""
    found: dict[str, Any] = {}

    def keep(app: Any, doors: serve.Doors) -> None:
        found["names"] = [door.getsockname()[0] for door in doors.sockets]
        found["hosts"] = doors.hosts
        for door in doors.sockets:
            door.close()

    monkeypatch.setattr(serve, "run", keep)
    return found


def test_it_opens_to_this_machine_only(
    run: Runner, opened: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("review", "--no-browser")
    assert (ended.code, ended.out) == (0, "")
    assert opened["names"] == ["127.0.0.1"]
    assert all(name.startswith(("127.0.0.1:", "localhost:")) for name in opened["hosts"])
    assert "and to nobody else" in ended.err
    assert str(tmp_path / "scorecheck-decisions.jsonl") in ended.err
    assert str(tmp_path / "scorecheck-photos") in ended.err
    assert list(tmp_path.iterdir()) == []


def test_each_run_has_another_secret(run: Runner, opened: dict[str, Any], tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    tokens = []
    for _ in range(2):
        found = URL.search(run("review", "--no-browser", "--decisions", log).err)
        assert found is not None
        tokens.append(found[3])
    assert tokens[0] != tokens[1]


def test_lan_opens_one_more_door_and_says_so(
    run: Runner, opened: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "127.0.0.2")
    ended = run("review", "--lan", "--decisions", tmp_path / "log.jsonl")
    assert ended.code == 0
    assert opened["names"] == ["127.0.0.1", "127.0.0.2"]
    assert "OPEN TO THE NETWORK of 127.0.0.2" in ended.err
    assert "Nothing is encrypted" in ended.err
    told = URL.search(ended.err)
    assert told is not None
    lines = [line for line in ended.err.splitlines() if set(line) <= set(_LIT) and line.strip()]
    assert scanned(lines) == told[0]


def test_lan_without_a_network_is_refused(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: None)
    ended = run("review", "--lan", "--decisions", tmp_path / "log.jsonl")
    assert ended.code == 2
    assert "in no network" in ended.err


@pytest.mark.parametrize(
    ("told", "address"),
    [("192.168.1.7", "192.168.1.7"), ("127.0.0.1", None), ("0.0.0.0", None), (None, None)],
)
def test_the_address_in_the_network_is_none_of_the_machines_own(
    monkeypatch: pytest.MonkeyPatch, told: str | None, address: str | None
) -> None:
    class Probe:
        """A socket of a machine that sends from this address, or is in no network."""

        def __init__(self, *kind: object) -> None:
            """Of whatever kind."""

        def connect(self, place: object) -> None:
            if told is None:
                raise OSError("network is unreachable")

        def getsockname(self) -> tuple[str | None, int]:
            return told, 40123

        def close(self) -> None:
            """Nothing was opened."""

    monkeypatch.setattr(socket, "socket", Probe)
    assert serve.lan_address() == address


def scanned(lines: list[str]) -> str:
    """What a phone reads from a code of block letters."""
    rows = [row for line in lines for row in zip(*(_LIT[sign] for sign in line), strict=True)]
    lit = np.array(rows, np.uint8) * 255
    picture = cv2.resize(np.pad(lit, 4, constant_values=255), None, fx=8, fy=8, interpolation=0)
    found = zxingcpp.read_barcodes(np.asarray(picture, np.uint8))
    return str(found[0].text) if found else ""


@pytest.mark.parametrize("colours", [False, True])
def test_the_code_on_the_terminal_can_be_scanned(colours: bool) -> None:
    url = "http://192.168.178.21:40123/Vq0y3uVbcZ8yW1tR5kqHn2xJ/"
    shown = terminal_qr(url, colours=colours)
    assert ("\x1b[" in shown) == colours
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert scanned(plain.splitlines()) == url


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.mkdir(), "it is a folder"),
        (lambda path: path.write_text("dear diary"), "not a log of decisions"),
    ],
)
def test_a_place_that_is_no_log_is_refused_at_once(
    run: Runner, opened: dict[str, Any], tmp_path: Path, make: Any, told: str
) -> None:
    log = tmp_path / "log.jsonl"
    make(log)
    ended = run("review", "--no-browser", "--decisions", log)
    assert ended.code == 3
    assert told in ended.err
    assert opened == {}


def test_photos_cannot_be_kept_in_a_file(
    run: Runner, opened: dict[str, Any], tmp_path: Path
) -> None:
    place = tmp_path / "photos"
    place.write_text("a file")
    log = tmp_path / "log.jsonl"
    ended = run("review", "--no-browser", "--photos", place, "--decisions", log)
    assert ended.code == 3
    assert f"cannot write {place}" in ended.err
    assert "choose a folder" in ended.err
    assert opened == {}


def test_a_port_that_is_taken_is_said_so(run: Runner, tmp_path: Path) -> None:
    doors = serve.open_doors()
    try:
        log = tmp_path / "log.jsonl"
        ended = run("review", "--no-browser", "--port", doors.port, "--decisions", log)
    finally:
        for door in doors.sockets:
            door.close()
    assert ended.code == 3
    assert f"port {doors.port}" in ended.err


def test_review_is_in_the_help(run: Runner) -> None:
    assert re.search(r"\breview\b.*Settle cells in doubt", run("--help").out)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT")
def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    process = subprocess.Popen(
        [sys.executable, "-c", "from scorecheck.cli.main import run; run()",
         "review", "notes.txt", "--no-browser"],
        stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        found = URL.search(process.stderr.readline())
        assert found is not None
        line = http.client.HTTPConnection(found[1], int(found[2]), timeout=30)
        line.request("GET", f"/{found[3]}/desk.json")
        assert b"notes.txt" in line.getresponse().read()
        line.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
