"""Which state of the program figures come from."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from scorecheck import __version__
from scorecheck.reading import recognise
from scorecheck.resources import PACKAGE, data_file, templates_dir


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


def reader_id(maker: str) -> str:
    """A short name of all that a row depends on, so that one row is never taken for another.

    That is the weights, and the program as far as the module that makes the rows uses it.

    Args:
        maker: the name of that module, as `scorecheck.measure.photo_rows`.
    """
    return f"{weights_id()}-{program_id(maker)}"


@cache
def program_id(maker: str) -> str:
    """A short name of a module of scorecheck with all that it uses of the program and its data."""
    paths = [*modules_behind(maker), *templates_dir().glob("*.toml"), *data_file("fonts").iterdir()]
    digest = sha256()
    for path in sorted(paths):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:8]


def modules_behind(name: str) -> set[Path]:
    """The files of a module of scorecheck and of every other one that it needs."""
    seen: set[Path] = set()
    waiting = [name]
    while waiting:
        path = _file_of(waiting.pop())
        if path is not None and path not in seen:
            seen.add(path)
            waiting += _imported(path)
    return seen


def _imported(path: Path) -> Iterator[str]:
    """What a file imports, anywhere in it; of a name in a module both may be meant."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _file_of(module: str) -> Path | None:
    """The file of a module of scorecheck; None where there is none of that name."""
    room, *rest = module.split(".")
    path = PACKAGE.joinpath(*rest)
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((f for f in files if f.is_file()), None) if room == PACKAGE.name else None


def _git(*words: str) -> str:
    """What git says; nothing where there is no git or no repository."""
    try:
        ran = subprocess.run(
            ["git", "-C", str(PACKAGE.parent), *words], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return ran.stdout.strip()
