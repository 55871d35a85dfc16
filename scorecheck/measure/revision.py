"""Which state of the program figures come from."""

from __future__ import annotations

import subprocess
from functools import cache
from hashlib import sha256

from scorecheck import __version__
from scorecheck.reading import recognise
from scorecheck.resources import PACKAGE, data_file, templates_dir

_ROOMS = ("game", "audit", "sheet", "photo", "reading", "evidence", "judge", "simulate")
"""Where the program lies on which a row depends."""


def revision() -> str:
    """The commit, with a `+` where files were changed since, and the weights' short name."""
    commit = _git("rev-parse", "--short", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "scorecheck", "templates")
    where = f"commit {commit}{'+' if changed else ''}" if commit else f"version {__version__}"
    return f"{where}, weights {weights_id()}"


def weights_id() -> str:
    """A short name of the reader's weights, from their bytes, and of its temperature."""
    data = b"".join(data_file(reader).read_bytes() for reader in recognise.READERS)
    return sha256(data + str(recognise.TEMPERATURE).encode()).hexdigest()[:12]


def reader_id() -> str:
    """A short name of all that a row depends on: the weights, and the program that makes photos
    and reads them. So a row of another program is never taken for one of this."""
    return f"{weights_id()}-{_program_id()}"


@cache
def _program_id() -> str:
    paths = [PACKAGE / "pipeline.py", *templates_dir().glob("*.toml")]
    for room in _ROOMS:
        paths += (PACKAGE / room).rglob("*.py")
    digest = sha256()
    for path in sorted(paths):
        if "training" not in path.parts:
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:8]


def _git(*words: str) -> str:
    """What git says; nothing where there is no git or no repository."""
    try:
        ran = subprocess.run(
            ["git", "-C", str(PACKAGE.parent), *words], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return ran.stdout.strip()
