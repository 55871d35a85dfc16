"""Work on many files, or other jobs, on all cores: in processes, as threads wait for each other.

OpenCV uses one core in each, and what comes out does not depend on how many there are.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

_FILES_EACH = 6
"""Starting a process takes as long as reading a few photos: with fewer files it does not pay."""
_MOST = 8
"""Each process holds a photo and all that is made of it, some 200 MB."""

_work: Callable[[Any], Any] | None = None
"""What this process does, where it is one of several."""


def processes_for(files: int) -> int:
    """How many processes pay for so many files on this machine; 1 if one is best."""
    return max(1, min(_cores(), files // _FILES_EACH, _MOST))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_processes(
    work: Callable[[Job], Result], jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    """The result of each job, in the order given.

    One process is this one. Where others cannot be had, or one of them dies, the rest is done in
    this one too.

    Args:
        work: can be pickled, and so can the jobs and what it gives.
    """
    apart = min(processes, len(jobs))
    if apart < 2:
        yield from map(work, jobs)
        return
    left = list(jobs)
    try:
        for result in _pooled(work, jobs, apart):
            del left[0]
            yield result
    except (BrokenProcessPool, OSError, NotImplementedError):
        yield from map(work, left)


def _pooled(work: Callable[[Job], Result], jobs: Sequence[Job], processes: int) -> Iterator[Result]:
    # Forking a process that has threads may hang it, so each is started afresh.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _start, (work,))
    try:
        yield from pool.map(_do, jobs)
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
