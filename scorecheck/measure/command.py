"""Runs the command as a user does, in a process of its own, and says what it cost."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_RUN = """
import os
from scorecheck.cli.main import run
try:
    run()
finally:
    with open("/proc/self/status") as status, open(os.environ["PEAK_TO"], "w") as peak:
        peak.writelines(line for line in status if line.startswith("VmHWM"))
"""


@dataclass(frozen=True)
class Ended:
    """How a command ended. `document` is its JSON, None where it gave none.

    `peak_mb` is the most memory that it held; inf where that is not known, as after a kill.
    """

    code: int
    error: str
    document: dict[str, Any] | None
    peak_mb: float


def run_command(
    arguments: Sequence[str | Path], environment: Mapping[str, str] | None = None
) -> Ended:
    """Run `scorecheck ARGUMENTS` and wait for its end. The peak is known on Linux only."""
    command = [sys.executable, "-c", _RUN, *map(str, arguments)]
    with tempfile.NamedTemporaryFile("r") as peak:
        surroundings = {**os.environ, **(environment or {}), "PEAK_TO": peak.name}
        done = subprocess.run(command, capture_output=True, env=surroundings, check=False)
        told = peak.read().split()
    said = done.stdout.decode("utf-8")
    return Ended(
        done.returncode,
        done.stderr.decode("utf-8", "replace").strip(),
        json.loads(said) if said.startswith("{") else None,
        int(told[1]) / 1024 if told else math.inf,
    )
