"""Runs the command as a user does, in a process of its own, and says what it cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_RUN = "from scorecheck.cli.main import run; run()"


@dataclass(frozen=True)
class Ended:
    """How a command ended. `document` is its JSON, None where it gave none."""

    code: int
    error: str
    document: dict[str, Any] | None
    seconds: float
    peak_mb: float


def run_command(
    arguments: Sequence[str | Path], environment: Mapping[str, str] | None = None
) -> Ended:
    """Run `scorecheck ARGUMENTS` and wait for its end."""
    command = [sys.executable, "-c", _RUN, *map(str, arguments)]
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command, stdout=out, stderr=err, env={**os.environ, **(environment or {})}
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        said, complained = out.read().decode("utf-8"), err.read().decode("utf-8", "replace")
    return Ended(
        process.returncode,
        complained.strip(),
        json.loads(said) if said.startswith("{") else None,
        time.perf_counter() - started,
        usage.ru_maxrss / 1024,
    )
