"""The server killed at any moment: no decision that it had called saved is lost."""

from __future__ import annotations

import http.client
import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from scorecheck.decisions.log import DecisionLog
from scorecheck.resources import PACKAGE
from tests.made_review import ONE_GAME, TOKEN

DECISIONS, KILLS = 200, 4


@contextmanager
def server(log: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.made_review", str(log)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=PACKAGE.parent,
    )
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def decide_until_it_dies(
    process: subprocess.Popen[str], port: int, first: int, kill_after: int, delay: float
) -> list[tuple[str, str]]:
    """Send decisions one after the other; gives those that were called saved.

    The server is killed `delay` seconds after `kill_after` of them, whatever it then does.
    """
    saved: list[tuple[str, str]] = []
    timer = threading.Timer(delay, process.kill)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
    with suppress(OSError, http.client.HTTPException):
        while process.poll() is None:
            number = first + len(saved)
            cell, text = ONE_GAME[number % len(ONE_GAME)], str(number)
            body = json.dumps({"cell": cell, "text": text, "by": "Åsa", "remark": ""})
            connection.request("POST", f"/{TOKEN}/sheet/1-1/decide", body, headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200
            saved.append((cell, text))
            if len(saved) == kill_after:
                timer.start()
    connection.close()
    timer.join()
    return saved


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_nothing_that_was_shown_as_saved_is_lost(tmp_path: Path) -> None:
    log = tmp_path / "decisions.jsonl"
    chance = random.Random(5)
    saved: list[tuple[str, str]] = []
    share = DECISIONS // KILLS
    for life in range(KILLS):
        with server(log) as (process, port):
            delay = chance.uniform(0.0, 0.03)
            saved += decide_until_it_dies(process, port, 1000 * life, share, delay)
    kept = [(one.cell, one.text) for one in DecisionLog(log).all()]
    assert len(saved) >= DECISIONS
    assert [pair for pair in saved if pair not in kept] == []
    # At most the one that was on its way at each kill may be there without having been shown.
    assert len(kept) <= len(saved) + KILLS
