"""What was saved in a log is there, whatever the disk does; what was not saved does not count."""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path

import pytest

from scorecheck.decisions.log import DecisionLog, sync_folder
from scorecheck.errors import OutputError
from tests.made_decision_logs import LOG, ids, needs_posix, writer
from tests.made_decisions import decision


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
