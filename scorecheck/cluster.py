"""`Cluster`: the same work by the workers of a Dask cluster that runs already.

A file of this machine is sent to a worker, one at an address is fetched by the worker itself; what
comes back is what the file holds. Where a worker dies, others take its files up again.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from scorecheck.cluster_run import Run, no_warnings
from scorecheck.cluster_work import ensure_alike, identity, version, without_scorecheck
from scorecheck.crew import Work
from scorecheck.errors import ClusterError, MissingToolError, UsageError, one_line
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.elsewhere import CLUSTER_HELP

Result = TypeVar("Result")

CONNECT_S = 10.0
"""So long a cluster may take to answer, and to have a worker."""

_ADDRESS = re.compile(r"(tcp|tls)://.+:\d+/?")


class Cluster:
    """The workers of the cluster at an address; close it by leaving its `with`."""

    at_home = False

    def __init__(self, address: str) -> None:
        """Find the cluster, and look whether its workers are as they should be.

        Raises:
            UsageError: the address is none.
            MissingToolError: `dask.distributed` is not installed.
            ClusterError: the cluster cannot be reached, has no workers, or has another scorecheck.
        """
        if not _ADDRESS.fullmatch(address):
            raise UsageError(
                Phrase("--cluster {address}: expected tcp://HOST:PORT", address=address),
                help=Phrase("`dask scheduler` says its address when it starts"),
                code="cluster",
            )
        try:
            import distributed  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise MissingToolError(
                Phrase("--cluster needs the package distributed, which is not installed"),
                help=CLUSTER_HELP,
                code="no-distributed",
            ) from error
        self.address = address
        self._dask: Any = distributed
        # What the library says of lost workers is said here, once it matters.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._expected = identity()
        self._client = self._connected()
        try:
            self._ensure_workers()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster as it was found."""
        with no_warnings():
            self._client.close(timeout=2)

    def each(self, work: Work[Result], paths: Sequence[Path]) -> Iterator[tuple[int, Result]]:
        """As `Crew` says.

        Raises:
            ClusterError: the cluster is gone, or a worker came that has another scorecheck.
        """
        run = Run(self._dask, self._client, work, self._expected)
        try:
            yield from run.results(paths)
        except (OSError, RuntimeError, self._dask.CancelledError) as error:
            raise _gone(error) from error
        finally:
            run.release()

    def _connected(self) -> Any:
        try:
            with no_warnings():
                return self._dask.Client(self.address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise ClusterError(
                Phrase(
                    "the cluster at {address} cannot be reached: {why}",
                    address=self.address,
                    why=one_line(error),
                ),
                help=Phrase("see whether `dask scheduler` runs there, and what address it says"),
                code="no-cluster",
            ) from error

    def _ensure_workers(self) -> None:
        try:
            self._client.run_on_scheduler(version)
            self._client.wait_for_workers(1, timeout=CONNECT_S)
            answers = self._client.run(identity, on_error="return").values()
        except self._dask.TimeoutError as error:
            raise ClusterError(
                Phrase("the cluster at {address} has no workers", address=self.address),
                help=Phrase("start some: dask worker {address}", address=self.address),
                code="no-workers",
            ) from error
        except Exception as error:  # what comes of a scheduler that cannot load that module
            raise without_scorecheck(error) from error
        for answer in answers:
            if isinstance(answer, OSError):  # it has just died; each file is looked at once more
                continue
            if isinstance(answer, BaseException):
                raise without_scorecheck(answer) from answer
            ensure_alike(self._expected, answer)


def _gone(error: BaseException) -> ClusterError:
    return ClusterError(
        Phrase("the cluster has gone: {why}", why=one_line(error) or type(error).__name__),
        help=Phrase("see whether it runs, and give the same command again"),
        code="cluster-gone",
    )
