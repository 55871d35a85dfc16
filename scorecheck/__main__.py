"""`python -m scorecheck`, and what the console script calls.

Loading the command line takes a tenth of a second; Ctrl+C during it ends as quietly as later.
"""

from __future__ import annotations

import sys


def run() -> None:
    """Load the command line and run it."""
    try:
        from scorecheck.cli.main import run as run_commands  # noqa: PLC0415 - may be interrupted
    except KeyboardInterrupt:
        sys.exit(130)
    run_commands()


if __name__ == "__main__":
    run()
