"""Which state of the program figures come from."""

from __future__ import annotations

import subprocess

from scorecheck import __version__
from scorecheck.measure.rows import weights_id
from scorecheck.resources import PACKAGE


def revision() -> str:
    """The commit, with a `+` where files were changed since, and the weights' short name."""
    commit = _git("rev-parse", "--short", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "scorecheck", "templates")
    where = f"commit {commit}{'+' if changed else ''}" if commit else f"version {__version__}"
    return f"{where}, weights {weights_id()}"


def _git(*words: str) -> str:
    """What git says; nothing where there is no git or no repository."""
    try:
        ran = subprocess.run(
            ["git", "-C", str(PACKAGE.parent), *words], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return ran.stdout.strip()
