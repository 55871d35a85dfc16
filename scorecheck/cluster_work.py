"""What is done at each worker of a cluster, and asked there first; needs none of Dask."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TypeVar

from scorecheck import __version__
from scorecheck.crew import Work
from scorecheck.errors import ClusterError, one_line
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.elsewhere import Held, on_hand

Result = TypeVar("Result")

_turn = threading.Lock()
"""A worker may have several threads, and reading a photo is not for several at once."""


def identity() -> dict[str, str]:
    """What has to be the same here and at each worker: there it is asked for, too."""
    from scorecheck.reading.recognise import model_sha256  # noqa: PLC0415 - a scheduler reads none

    return {"version": __version__, "weights": model_sha256()}


def version() -> str:
    """The version of scorecheck, as a scheduler is asked for it."""
    return __version__


def do(work: Work[Result], path: Path, data: bytes | None, expected: dict[str, str]) -> Result:
    """What a worker does with one file.

    Args:
        data: the file's bytes, where it was sent along.
        expected: the identity of the program that asks; a worker may have come later.

    Raises:
        ClusterError: this is another program.
    """
    import cv2  # noqa: PLC0415 - a scheduler reads nothing

    ensure_alike(expected, identity())
    with _turn:
        cv2.setNumThreads(1)  # as many photos are read at once as there are workers
        return work(on_hand(path) if data is None else Held(path, data))


def ensure_alike(expected: dict[str, str], found: dict[str, str]) -> None:
    """Nobody may read otherwise than this program does.

    Raises:
        ClusterError: there is another version of scorecheck, or there are other weights.
    """
    if found == expected:
        return
    what = Phrase("a worker of the cluster has other weights of the reader")
    if found["version"] != expected["version"]:
        what = Phrase(
            "a worker of the cluster has scorecheck {theirs}, and here is {ours}",
            theirs=found["version"],
            ours=expected["version"],
        )
    raise ClusterError(
        what,
        help=Phrase("install the same scorecheck on every worker, and start them again"),
        code="other-program",
    )


def without_scorecheck(error: BaseException) -> ClusterError:
    """That a scheduler or a worker cannot do this at all, as its answer shows."""
    why = f"{type(error).__name__}: {one_line(error)}"
    return ClusterError(
        Phrase("scorecheck cannot be run on the cluster: {why}", why=why),
        help=Phrase("install the same scorecheck on the scheduler and on every worker"),
        code="other-program",
    )
