"""A log that others write, copy over or move away at the same time."""

from __future__ import annotations

from contextlib import AbstractContextManager
from io import FileIO

import pytest

from scorecheck.decisions.lock import locked
from scorecheck.decisions.log import DecisionLog
from tests.made_decision_logs import LOG, ids, needs_posix, run_program, writer
from tests.made_decisions import decision


def test_one_log_sees_what_another_appends(log: DecisionLog) -> None:
    other = DecisionLog(log.path)
    for number in range(3):
        one = decision(str(number))
        (log if number % 2 else other).append(one)
        assert log.all()[-1] == other.all()[-1] == one


def test_a_log_that_shrinks_or_is_replaced_is_read_anew(log: DecisionLog) -> None:
    first, second, third = decision("1"), decision("2"), decision("3")
    log.append(first)
    short = log.path.read_bytes()
    log.append(second)
    log.path.write_bytes(short)
    assert log.all() == (first,)
    other = DecisionLog(log.path.with_name("other.jsonl"))
    other.append(third)
    other.append(second)
    other.path.replace(log.path)
    assert log.all() == (third, second)


def test_a_log_that_another_one_was_copied_over_is_read_anew(log: DecisionLog) -> None:
    """The file is the same and not shorter; only what stands in it is another."""
    first, *others = (decision(str(number)) for number in range(4))
    log.append(first)
    other = DecisionLog(log.path.with_name("other.jsonl"))
    for one in others:
        other.append(one)
    log.path.write_bytes(other.path.read_bytes())
    assert log.all() == tuple(others)
    log.append(first)
    assert DecisionLog(log.path).all() == (*others, first)


def test_processes_that_append_at_once_do_not_mix(log: DecisionLog) -> None:
    processes = [writer(log.path, 60) for _ in range(2)]
    printed = [process.communicate(timeout=60) for process in processes]
    assert [err for _, err in printed] == ["", ""]
    found = ids(log.all())
    assert len(found) == 120
    for out, _ in printed:
        own = out.split()
        assert [one for one in found if one in own] == own


@needs_posix
def test_while_one_writes_nobody_reads_or_writes(
    log: DecisionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl  # noqa: PLC0415 - not on every system

    log.append(decision())
    refused: list[bool] = []

    def try_lock(kind: int) -> None:
        with log.path.open("rb") as stream:
            try:
                fcntl.flock(stream, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                refused.append(True)
            else:
                refused.append(False)

    class Watched(FileIO):
        def write(self, data: memoryview) -> int:  # type: ignore[override]
            try_lock(fcntl.LOCK_SH)
            return super().write(data)

        def readall(self) -> bytes:
            try_lock(fcntl.LOCK_EX)
            return super().readall()

    monkeypatch.setattr(LOG + ".FileIO", Watched)
    log.append(decision())
    log.all()
    assert refused == [True, True, True]
    try_lock(fcntl.LOCK_EX)
    assert refused[-1] is False


@needs_posix
def test_a_log_that_is_moved_away_while_we_wait_is_left(
    log: DecisionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = decision("1"), decision("2")
    log.append(first)
    old = log.path.with_name("old.jsonl")

    def moved_away(handle: int, *, shared: bool = False) -> AbstractContextManager[None]:
        if not old.exists():
            log.path.rename(old)
        return locked(handle, shared=shared)

    monkeypatch.setattr(LOG + ".locked", moved_away)
    log.append(second)
    assert DecisionLog(old).all() == (first,)
    assert DecisionLog(log.path).all() == (second,)


KILLED_AGAIN_AND_AGAIN = """
import os, random, signal, sys, time
from pathlib import Path
from tests.made_decisions import append_until_killed

random.seed(5)
for _ in range(int(sys.argv[2])):
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(tell, 1)
        append_until_killed(Path(sys.argv[1]), 200)
        os._exit(0)
    os.close(tell)
    with os.fdopen(told) as lines:
        saved = "".join(lines.readline() for _ in range(random.randrange(1, int(sys.argv[3]))))
        time.sleep(random.uniform(0.0, 0.004))
        os.kill(child, signal.SIGKILL)
        saved += lines.read()
    os.waitpid(child, 0)
    sys.stdout.write(saved)
"""


@needs_posix
def test_a_writer_killed_at_any_moment_loses_nothing_that_was_saved(log: DecisionLog) -> None:
    process = run_program(KILLED_AGAIN_AND_AGAIN, log.path, 20, 40)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    saved = out.split()
    assert len(saved) >= 20
    told = set(saved)
    # What reached the disk just before it could be told may be there besides.
    assert [one for one in ids(log.all()) if one in told] == saved
