"""The log of decisions: what was said to be saved is there, whatever happens afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import AbstractContextManager
from io import FileIO
from pathlib import Path

import pytest

from scorecheck.decisions.lock import locked
from scorecheck.decisions.log import DecisionLog, sync_folder
from scorecheck.decisions.record import Decision
from scorecheck.errors import InputError, OutputError
from scorecheck.resources import PACKAGE
from tests.made_decisions import decision, undo

LOG = "scorecheck.decisions.log"
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


@pytest.fixture
def log(tmp_path: Path) -> DecisionLog:
    return DecisionLog(tmp_path / "decisions.jsonl")


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


def writer(path: Path, count: int, lead: str = "") -> subprocess.Popen[str]:
    """Another process that appends decisions and prints the id of each that is saved."""
    return run_program(
        f"{lead}\nimport sys\nfrom pathlib import Path\n"
        "from tests.made_decisions import append_until_killed\n"
        "append_until_killed(Path(sys.argv[1]), int(sys.argv[2]))\n",
        path,
        count,
    )


def run_program(program: str, path: Path, *numbers: int) -> subprocess.Popen[str]:
    """Another process with a log and numbers."""
    return subprocess.Popen(
        [sys.executable, "-c", program, str(path), *map(str, numbers)],
        cwd=PACKAGE.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ids(decisions: tuple[Decision, ...]) -> list[str]:
    return [one.id for one in decisions]


def test_what_was_appended_is_read_back_by_anybody(log: DecisionLog) -> None:
    first, second = (
        decision("18", remark="två rader\noch ünïcødé \u2028"),
        decision("", by="Øyvind"),
    )
    log.append(first)
    log.append(second)
    log.append(undo(second))
    assert log.all()[:2] == (first, second)
    assert DecisionLog(log.path).all() == log.all()
    assert len(log.path.read_bytes().splitlines()) == 3


def test_without_a_file_there_are_no_decisions(log: DecisionLog) -> None:
    assert log.all() == ()
    assert not log.path.exists()


def test_one_log_sees_what_another_appends(log: DecisionLog) -> None:
    other = DecisionLog(log.path)
    for number in range(3):
        one = decision(str(number))
        (log if number % 2 else other).append(one)
        assert log.all()[-1] == other.all()[-1] == one


def test_a_torn_last_line_is_set_aside_and_no_line_before_it_lost(log: DecisionLog) -> None:
    kept, torn = decision("1"), decision("2")
    log.append(kept)
    log.append(torn)
    whole = log.path.read_bytes()
    start = whole.index(b"\n") + 1
    for cut in range(start, len(whole) - 1, 23):
        log.path.write_bytes(whole[:cut])
        log.path.with_name("decisions.jsonl.torn").unlink(missing_ok=True)
        fresh = DecisionLog(log.path)
        assert fresh.all() == (kept,)
        assert log.path.read_bytes() == whole[:cut]  # reading changes nothing
        after = decision("3")
        fresh.append(after)
        assert fresh.all() == DecisionLog(log.path).all() == (kept, after)
        if cut > start:
            aside = log.path.with_name("decisions.jsonl.torn").read_bytes()
            assert aside == whole[start:cut] + b"\n"


def test_a_torn_first_line_is_set_aside_too(log: DecisionLog) -> None:
    log.append(decision("1"))
    whole = log.path.read_bytes()
    for torn in (whole[:1], whole[:20], whole[:-30], b"\0" * 512):
        log.path.write_bytes(torn)
        assert DecisionLog(log.path).all() == ()
        one = decision("2")
        DecisionLog(log.path).append(one)
        assert DecisionLog(log.path).all() == (one,)


def test_a_whole_last_line_counts_without_its_line_break(log: DecisionLog) -> None:
    first, second = decision("1"), decision("2")
    log.append(first)
    log.path.write_bytes(log.path.read_bytes().rstrip(b"\n"))
    assert DecisionLog(log.path).all() == (first,)
    log = DecisionLog(log.path)
    log.append(second)
    assert log.all() == DecisionLog(log.path).all() == (first, second)


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


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8\xff\xe0 a photo",
        b"\x89PNG\r\n\x1a\n",
        b'{"variant": "yatzy"}\n',
        b'{"schema": "scorecheck/check/1", "files": []}',
        b'{"schema": "scorecheck/decision/2"}\n',
        b"[" * 5000 + b"\n",
        b"hello\n",
    ],
)
def test_another_file_is_refused_and_left_alone(log: DecisionLog, content: bytes) -> None:
    log.path.write_bytes(content)
    for action in (log.all, lambda: log.append(decision())):
        with pytest.raises(InputError, match=r"is not a log of decisions: line 1"):
            action()
    assert log.path.read_bytes() == content
    assert [path.name for path in log.path.parent.iterdir()] == [log.path.name]


def test_a_spoilt_line_is_named(log: DecisionLog) -> None:
    log.append(decision())
    line = json.loads(log.path.read_text(encoding="utf-8"))
    with log.path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(line | {"cell": "nowhere"}) + "\n")
    with pytest.raises(InputError, match=r"line 2: .*column/box/field"):
        DecisionLog(log.path).all()


def test_a_place_that_cannot_be_written_is_an_error(log: DecisionLog, tmp_path: Path) -> None:
    for path in (tmp_path / "missing" / "log.jsonl", tmp_path):
        with pytest.raises(OutputError, match="was not saved"):
            DecisionLog(path).append(decision())
    with pytest.raises(InputError, match="cannot read"):
        DecisionLog(tmp_path).all()


@needs_posix
def test_pipes_and_devices_are_no_logs(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(InputError, match="is not a file"):
            DecisionLog(path).append(decision())


def test_append_returns_only_after_the_disk_has_it(
    log: DecisionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[str, int]] = []
    true_sync, true_folder = os.fsync, sync_folder

    def sync(handle: int) -> None:
        steps.append(("file", log.path.stat().st_size))
        true_sync(handle)

    def folder(path: Path) -> None:
        steps.append(("folder", 0))
        monkeypatch.setattr(os, "fsync", true_sync)
        true_folder(path)
        monkeypatch.setattr(os, "fsync", sync)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(LOG + ".sync_folder", folder)
    log.append(decision())
    first = log.path.stat().st_size
    assert steps == [("file", first), ("folder", 0)]
    log.append(decision())
    assert steps[2:] == [("file", log.path.stat().st_size)]


@pytest.mark.parametrize("room", [0, 1, 100, 400])
def test_on_a_full_disk_nothing_half_written_counts(
    log: DecisionLog, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    kept = decision("1")
    log.append(kept)
    before = log.path.read_bytes()
    true_write = FileIO.write

    class Full(FileIO):
        def write(self, data: memoryview) -> int:  # type: ignore[override]
            nonlocal room
            if room == 0:
                raise OSError(28, "No space left on device")
            written = true_write(self, data[:room])
            room -= written
            return written

    monkeypatch.setattr(LOG + ".FileIO", Full)
    with pytest.raises(OutputError, match="No space left on device"):
        log.append(decision("2"))
    assert log.path.read_bytes() == before
    monkeypatch.undo()
    after = decision("3")
    log.append(after)
    assert log.all() == DecisionLog(log.path).all() == (kept, after)


def test_what_the_disk_refused_to_keep_does_not_count(
    log: DecisionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = decision("1")
    log.append(kept)

    def broken(handle: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OutputError, match="Input/output error"):
        log.append(decision("2"))
    monkeypatch.undo()
    assert log.all() == DecisionLog(log.path).all() == (kept,)


@needs_posix
def test_a_file_that_may_not_grow_keeps_what_was_saved(log: DecisionLog) -> None:
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))"
    process = writer(log.path, 200, limit)
    out, err = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "OutputError" in err
    saved = out.split()
    assert 1 < len(saved) < 200
    assert ids(log.all()) == saved
    assert log.path.stat().st_size <= 9000


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
