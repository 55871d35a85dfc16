"""Other processes that write logs of decisions, and what tests of logs share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scorecheck.decisions.record import Decision
from scorecheck.resources import PACKAGE

LOG = "scorecheck.decisions.log"
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


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
    """The ids of decisions."""
    return [one.id for one in decisions]
