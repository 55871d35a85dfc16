"""Where the data files lie: in the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """Folder of the built-in templates.

    The wheel carries them inside the package; an editable install reads the checkout's own.
    """
    inside = PACKAGE / "_templates"
    return inside if inside.is_dir() else PACKAGE.parent / "templates"


def data_file(name: str) -> Path:
    """A file of `scorecheck/data/` (fonts, weights, schemas) by its relative name."""
    return PACKAGE / "data" / name
