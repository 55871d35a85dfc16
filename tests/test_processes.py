"""Many files in several processes: the same results, in the same order, whatever goes wrong."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from scorecheck import processes
from scorecheck.batch import check_files
from scorecheck.crew import Processes
from scorecheck.pipeline import make_kit
from scorecheck.processes import as_they_come, in_processes, processes_for
from scorecheck.report.json import check_document
from scorecheck.resources import PACKAGE

SAMPLE = PACKAGE.parent / "samples" / "yatzy-pencil.jpg"


def length(path: Path) -> tuple[str, int]:
    """A quick piece of work."""
    return path.name, len(str(path))


def die_in_a_process(path: Path, first: int) -> tuple[str, int]:
    """Kills any process but the first one."""
    if os.getpid() != first:
        os._exit(1)
    return length(path)


@pytest.mark.skipif(not SAMPLE.is_file(), reason="the samples are not beside the package")
def test_processes_give_what_one_gives(tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("bread, milk")
    paths = [text, SAMPLE, tmp_path / "missing.jpg", SAMPLE]
    told: list[tuple[Path, bool]] = []
    apart = check_files(paths, make_kit(), lambda *one: told.append(one), Processes(2))
    assert sorted(told) == sorted((path, True) for path in paths)
    assert check_document(apart) == check_document(check_files(paths, make_kit()))


def die_at_a_name(path: Path) -> str:
    """Kills any process that is given the file with this name."""
    if path.name == "deadly":
        os._exit(1)
    return path.name


def test_a_file_at_which_processes_die_stops_no_other() -> None:
    names = ["a", "deadly", *"bcdefgh", "deadly", "i"]
    found = dict(as_they_come(die_at_a_name, [Path(one) for one in names], 2, lambda _: "lost"))
    expected = ["lost" if name == "deadly" else name for name in names]
    assert [found[number] for number in range(len(names))] == expected


def die(path: Path) -> str:
    return die_at_a_name(path.with_name("deadly"))


def test_where_every_process_dies_at_once_nothing_is_called_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "_nothing", partial(die, Path("a")))
    first = os.getpid()
    work = partial(die_in_a_process, first=first)
    found = list(as_they_come(work, [Path("one"), Path("two")], 2, lambda _: ("lost", 0)))
    assert sorted(found) == [(0, ("one", 3)), (1, ("two", 3))]


def test_results_come_in_the_order_of_the_files() -> None:
    paths = [Path("a" * n) for n in (5, 1, 3)]
    assert list(in_processes(length, paths, 2)) == [("aaaaa", 5), ("a", 1), ("aaa", 3)]


def test_where_processes_die_the_first_one_does_the_work() -> None:
    paths = [Path("one"), Path("two")]
    work = partial(die_in_a_process, first=os.getpid())
    assert list(in_processes(work, paths, 2)) == [("one", 3), ("two", 3)]


@pytest.mark.parametrize(("cores", "files", "expected"), [(1, 99, 1), (4, 11, 1), (4, 12, 2)])
def test_processes_only_where_they_pay(
    monkeypatch: pytest.MonkeyPatch, cores: int, files: int, expected: int
) -> None:
    monkeypatch.setattr(processes, "_cores", lambda: cores)
    assert processes_for(files) == expected
    assert processes_for(20 * files, 120) == expected


def test_no_more_processes_than_there_is_memory_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(processes, "_cores", lambda: 64)
    monkeypatch.setattr(processes, "_LIMITS", (limit, tmp_path / "none"))
    limit.write_text("1300000000\n")
    assert processes_for(1000) == 3
    limit.write_text("max\n")
    monkeypatch.setattr(os, "sysconf", lambda name: 4096 if "SIZE" in name else 1_000_000)
    assert processes_for(1000) == 10


def own_process(_: int) -> int:
    return os.getpid()


def test_one_process_is_this_one() -> None:
    assert set(in_processes(own_process, (1, 2, 3), 1)) == {os.getpid()}
    assert list(in_processes(own_process, (1,), 8)) == [os.getpid()]
    assert os.getpid() not in in_processes(own_process, (1, 2), 2)


def tell_and_wait(told: Path) -> None:
    """Says who it is, and waits to be ended."""
    told.write_text(str(os.getpid()))
    time.sleep(600)


def wait_in_two(folder: Path) -> None:
    list(in_processes(tell_and_wait, [folder / "one", folder / "two"], 2))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_where_the_first_one_is_killed_the_others_end(tmp_path: Path) -> None:
    first = get_context("spawn").Process(target=wait_in_two, args=(tmp_path,))
    first.start()
    told = [tmp_path / "one", tmp_path / "two"]
    while not all(path.exists() and path.read_text() for path in told):
        assert first.is_alive()
        time.sleep(0.02)
    others = [int(path.read_text()) for path in told]
    assert all(is_running(pid) for pid in others)
    first.kill()
    first.join()
    while any(is_running(pid) for pid in others):  # for ever, where nobody ends them
        time.sleep(0.02)
