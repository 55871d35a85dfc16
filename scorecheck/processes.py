"""Work on many files, or other jobs, on all cores: in processes, as threads wait for each other.

OpenCV uses one core in each, and what comes out does not depend on how many there are.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

_FILES_EACH = 6
"""Starting a process takes as long as reading a few photos: with fewer files it does not pay."""
_MEMORY_EACH = 400_000_000
"""Bytes: each process holds a photo and all that is made of it, some 200 MB, or more."""
_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""Where Linux says how much memory a container may have."""
_IN_HAND = 2
"""So many jobs for each process are handed out, that none waits for its next one."""

_work: Callable[[Any], Any] | None = None
"""What this process does, where it is one of several."""


def processes_for(jobs: int, each: int = _FILES_EACH) -> int:
    """How many processes pay for so many jobs on this machine; 1 if one is best.

    Args:
        each: so many jobs take longer than starting a process does; by default files to read.
    """
    return max(1, min(_cores(), jobs // each, _memory() // _MEMORY_EACH))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory() -> int:
    """Bytes that this machine or container has; 4 GB where nobody says."""
    found = [4_000_000_000]
    with suppress(OSError, ValueError, AttributeError):
        found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for path in _LIMITS:
        with suppress(OSError, ValueError):  # "max" is no limit
            found.append(int(path.read_text(encoding="ascii")))
    return min(found)


def in_processes(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    """The result of each job, in the order given.

    One process is this one. Where others cannot be had, or one of them dies, the rest is done in
    this one too.

    Args:
        work: can be pickled, and so can the jobs and what it gives.
    """
    return in_order(as_they_come(work, jobs, processes))


def in_order(results: Iterator[tuple[int, Result]]) -> Iterator[Result]:
    """Numbered results by their numbers, from 0."""
    early: dict[int, Result] = {}
    following = 0
    for number, result in results:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


def as_they_come(
    work: Callable[[Job], Result],
    jobs: Sequence[Job],
    processes: int,
    lost: Callable[[Job], Result] | None = None,
) -> Iterator[tuple[int, Result]]:
    """The result of each job as soon as it is there, with the job's number, from 0.

    Args:
        lost: the result of a job at which a process died, and another one that had nothing else
            to do died again; without it, all that is left then is done in this process.
    """
    left = dict(enumerate(jobs))
    apart = processes > 1 and len(jobs) > 1
    # Where no other process can be started, `OSError` or `NotImplementedError` says so.
    with suppress(OSError, NotImplementedError):
        while apart and left:
            handed_out: list[int] = []
            try:
                yield from _shared_out(work, left, min(processes, len(left)), handed_out)
            except BrokenProcessPool:
                if lost is None:
                    break
                for number in handed_out:
                    yield number, _alone(work, left[number], lost)
                    del left[number]
    for number in list(left):
        yield number, work(left.pop(number))


def _shared_out(
    work: Callable[[Job], Result], left: dict[int, Job], processes: int, handed_out: list[int]
) -> Iterator[tuple[int, Result]]:
    """The results of the jobs that are left, which are taken away from there.

    Where this ends early, as a process died, `handed_out` are the jobs that it may have died at.
    """
    waiting = iter(list(left))
    running: dict[Future[Result], int] = {}
    with _pool(work, processes) as pool:
        while True:
            for number in islice(waiting, _IN_HAND * processes - len(running)):
                handed_out.append(number)
                running[pool.submit(_do, left[number])] = number
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result = future.result()
                number = running.pop(future)
                handed_out.remove(number)
                yield number, result
                del left[number]


def _alone(work: Callable[[Job], Result], job: Job, lost: Callable[[Job], Result]) -> Result:
    """The result of a job in a process that has nothing else to do.

    Raises:
        OSError: no process can be started that does anything at all.
    """
    with _pool(work, 1) as pool:
        try:
            pool.submit(_nothing).result()
        except BrokenProcessPool as error:
            raise OSError("processes die as they start") from error
        try:
            result: Result = pool.submit(_do, job).result()
        except BrokenProcessPool:
            return lost(job)
    return result


@contextmanager
def _pool(work: Callable[[Any], Any], processes: int) -> Iterator[ProcessPoolExecutor]:
    # Forking a process that has threads may hang it, so each is started afresh.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _start, (work,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _start(work: Callable[[Any], Any]) -> None:
    """Make ready one process: interrupting is the first one's matter, and OpenCV has one core."""
    global _work  # noqa: PLW0603 - a process is told once what it is for
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_first, daemon=True, name="watch").start()
    import cv2  # noqa: PLC0415 - the process that only shares out the work needs no pictures

    cv2.setNumThreads(1)
    _work = work


def _end_with_the_first() -> None:
    """Nobody else ends this process where the first one was killed: it would wait for ever."""
    first = parent_process()
    if first is not None:
        first.join()
        os._exit(1)


def _do(job: Any) -> Any:
    assert _work is not None
    return _work(job)


def _nothing() -> None:
    """Shows that a process is there."""
