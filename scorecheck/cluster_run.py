"""One run of work over files by the workers of a cluster; `cluster` finds them."""

from __future__ import annotations

import pickle
import time
import uuid
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from scorecheck.cluster_work import do, without_scorecheck
from scorecheck.crew import Work
from scorecheck.errors import ClusterError
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.elsewhere import FarFile, Held
from scorecheck.photo.load import MOST_BYTES

EMPTY_S = 120.0
"""So long a cluster may be without any worker while there is work."""
_LOOK_S = 2.0
"""So often it is looked how many workers there are."""
_IN_HAND = 2
"""So many files for each worker are handed out, that none waits for its next one."""


class Run:
    """One run over files: those that wait, those that workers have, those that killed workers."""

    def __init__(self, dask: Any, client: Any, work: Work[Any], expected: dict[str, str]) -> None:
        self._dask, self._client, self._work, self._expected = dask, client, work, expected
        self._name = f"scorecheck-{uuid.uuid4().hex}"
        self._number = count()
        # A task, so that the cluster makes it again where the worker dies that has it.
        self._shared = client.submit(
            pickle.loads, pickle.dumps(work), key=f"{self._name}-work", pure=False
        )
        self._running: dict[Any, int] = {}
        self._last_seen = time.monotonic()
        self._asked, self._count = 0.0, 0

    def results(self, paths: Sequence[Path]) -> Iterator[tuple[int, Any]]:
        """What comes back, with the numbers of the files."""
        waiting, suspects = deque(range(len(paths))), deque[int]()
        while waiting or suspects or self._running:
            alone = suspects.popleft() if suspects and not self._running else None
            for number in self._next(waiting, suspects) if alone is None else [alone]:
                known = self._sent(paths[number], number)
                if known is not None:
                    yield number, known
            for future in self._finished():
                number = self._running.pop(future)
                if not self._killed(future):
                    yield number, self._result(future, paths[number])
                elif number == alone:
                    yield number, self._work.lost(paths[number])
                else:
                    # Others may have been with the workers that died: now it has one to itself.
                    suspects.append(number)
                future.release()

    def release(self) -> None:
        """Let the cluster forget what nobody waits for any more."""
        for future in (*self._running, self._shared):
            future.release()
        self._running.clear()

    def _next(self, waiting: deque[int], suspects: deque[int]) -> Iterator[int]:
        """The files to hand out now; none while one is to have a worker to itself."""
        most = 0 if suspects else _IN_HAND * max(1, self._workers())
        for _ in range(min(most - len(self._running), len(waiting))):
            yield waiting.popleft()

    def _killed(self, future: Any) -> bool:
        error = future.exception() if future.status == "error" else None
        return isinstance(error, self._dask.KilledWorker)

    def _sent(self, path: Path, number: int) -> Any:
        """Hand out a file, unless all about it is known at once: then gives that."""
        data = None
        if not isinstance(path, FarFile):
            data = _bytes_of(path)
            known = self._work(path) if data is None else self._work.known(Held(path, data))
            if known is not None:
                return known
        key = f"{self._name}-{next(self._number)}"
        with no_warnings():
            future = self._client.submit(
                do, self._shared, path, data, self._expected, key=key, pure=False
            )
        self._running[future] = number
        return None

    def _finished(self) -> list[Any]:
        """The files that are done with; looks now and then whether anybody is still there."""
        while self._running:
            try:
                with self._client.as_current():
                    self._dask.wait(
                        list(self._running), timeout=_LOOK_S, return_when="FIRST_COMPLETED"
                    )
            except self._dask.TimeoutError:
                self._workers()
            done = [future for future in self._running if future.status != "pending"]
            if done:
                return done
        return []

    def _workers(self) -> int:
        """How many workers there are.

        Raises:
            ClusterError: there have been none for too long.
        """
        now = time.monotonic()
        if now - self._asked < _LOOK_S and self._count:
            return self._count
        self._asked, self._count = now, len(self._client.nthreads())
        if self._count:
            self._last_seen = now
        elif now - self._last_seen > EMPTY_S:
            raise ClusterError(
                Phrase("the cluster has lost all its workers"),
                help=Phrase("start some again, and give the same command again: it goes on"),
                code="no-workers",
            )
        return self._count

    def _result(self, future: Any, path: Path) -> Any:
        error = future.exception() if future.status == "error" else None
        if error is None:
            return future.result()
        if isinstance(error, MemoryError):
            return self._work.lost(path)
        if isinstance(error, ClusterError):
            raise error
        raise without_scorecheck(error) from error  # work tells itself what is wrong with a file


def _bytes_of(path: Path) -> bytes | None:
    """The bytes of a file; None where there is something wrong with it, which is soon said here."""
    try:
        fits = path.is_file() and path.stat().st_size <= MOST_BYTES
        return path.read_bytes() if fits else None
    except OSError:
        return None


@contextmanager
def no_warnings() -> Iterator[None]:
    """The library warns of photos as large graphs, and of other versions that work well."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
