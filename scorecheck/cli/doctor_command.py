"""`scorecheck doctor`: is everything here that the commands need, and what for."""

from __future__ import annotations

import importlib
import importlib.metadata
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from scorecheck import __version__
from scorecheck.cli.console import data_console, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Templates
from scorecheck.errors import MissingToolError, ScorecheckError

SCHEMA = "scorecheck/doctor/1"
MISSING = MissingToolError.exit_code

PACKAGES = {
    "numpy": ("numpy", "reading and weighing"),
    "cv2": ("opencv-python-headless", "photos and the reader's network"),
    "PIL": ("pillow", "photos and pictures"),
    "pi_heif": ("pi-heif", "HEIC photos"),
    "pypdfium2": ("pypdfium2", "scanned PDFs"),
    "zxingcpp": ("zxing-cpp", "the sheet's QR code"),
    "pytesseract": ("pytesseract", "the printed letters where the QR code is gone"),
    "reportlab": ("reportlab", "sheets and reports"),
    "pydantic": ("pydantic", "templates"),
    "rich": ("rich", "tables and progress"),
    "starlette": ("starlette", "the review page"),
    "uvicorn": ("uvicorn", "the review page"),
    "jinja2": ("jinja2", "the review page"),
    "sqlalchemy": ("sqlalchemy", "archives"),
    "alembic": ("alembic", "archives"),
}
_CLUSTER = "in scorecheck's folder: python3 -m pip install '.[cluster]'"
EXTRAS = {
    "distributed": ("distributed", "reading on a Dask cluster (--cluster)", _CLUSTER),
    "fsspec": ("fsspec", "photos at addresses such as s3://", _CLUSTER),
    "psycopg": (
        "psycopg",
        "archives in PostgreSQL (--db)",
        "python3 -m pip install 'psycopg[binary]'",
    ),
}
"""Packages that come with scorecheck's extras, and how to install them."""
FONTS = ("TallySans-Regular.ttf", "TallySans-Bold.ttf", "TallySans-Black.ttf")

State = Literal["ok", "optional", "missing"]


@dataclass(frozen=True)
class Check:
    """One thing looked for. `optional`: not here, and needed only for what `needed_for` says."""

    name: str
    state: State
    found: str
    needed_for: str
    help: str = ""


@guarded
def doctor(*, templates: Templates = None, json: AsJson = False) -> int:
    """Say what is installed, what is missing and what for."""

    checks = [*_checks(), *_templates(templates or [])]
    sound = all(check.state != "missing" for check in checks)
    if json:
        document = {"schema": SCHEMA, "ok": sound, "checks": [asdict(check) for check in checks]}
        emit_json(document)
    else:
        _print(checks)
    return 0 if sound else MISSING


def _checks() -> Iterator[Check]:
    yield Check("scorecheck", "ok", __version__, "everything")
    python = platform.python_version()
    new_enough = sys.version_info >= (3, 11)
    yield Check("Python", "ok" if new_enough else "missing", python, "everything", "3.11 or newer")
    for module, (package, purpose) in PACKAGES.items():
        yield package_check(module, package, purpose)
    yield tesseract_check()
    for module, (package, purpose, help) in EXTRAS.items():
        yield extra_check(module, package, purpose, help)
    for font in FONTS:
        yield _file(f"fonts/{font}", "sheets and reports")
    yield from _weights()


def package_check(module: str, package: str, purpose: str) -> Check:
    """Whether a package can be imported, and its version."""
    try:
        importlib.import_module(module)
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        version = "of an unknown version"
    except Exception as error:  # a broken wheel can raise anything at all
        return Check(package, "missing", str(error), purpose, f"pip install {package}")
    return Check(package, "ok", version, purpose)


def extra_check(module: str, package: str, purpose: str, help: str) -> Check:
    """Whether a package that few need can be imported, and its version."""
    check = package_check(module, package, purpose)
    return check if check.state == "ok" else replace(check, state="optional", help=help)


def tesseract_check() -> Check:
    """Whether tesseract runs, and with which languages."""
    purpose = "sheets whose QR code is destroyed"
    program = shutil.which("tesseract")
    if program is None:
        return Check("tesseract", "optional", "not found", purpose, "apt-get install tesseract-ocr")
    try:
        version = _said(program, "--version").split("\n")[0].removeprefix("tesseract ")
        languages = _said(program, "--list-langs").split("\n")[1:]
    except (OSError, subprocess.SubprocessError) as error:
        return Check("tesseract", "optional", str(error), purpose, "install tesseract-ocr again")
    if "eng" not in languages:
        found = f"{version}, without the language eng"
        return Check("tesseract", "optional", found, purpose, "apt-get install tesseract-ocr-eng")
    return Check("tesseract", "ok", f"{version} ({' '.join(languages)})", purpose)


def _said(program: str, option: str) -> str:
    done = subprocess.run(
        [program, option], capture_output=True, text=True, timeout=20, check=True, errors="replace"
    )
    return (done.stdout or done.stderr).strip()


def _file(name: str, purpose: str) -> Check:
    from scorecheck.resources import data_file

    path = data_file(name)
    if path.is_file():
        return Check(path.name, "ok", f"{path.stat().st_size // 1024} kB", purpose)
    return Check(path.name, "missing", "not found", purpose, "install scorecheck again")


def _weights() -> Iterator[Check]:
    from scorecheck.reading.recognise import READERS

    for reader in READERS:
        yield _file(reader, "reading")


def _templates(folders: Sequence[Path]) -> Iterator[Check]:
    from scorecheck.game.catalogue import load_catalogue

    try:
        games = load_catalogue(folders).all()
    except ScorecheckError as error:
        yield Check("templates", "missing", error.message, "everything", error.help)
        return
    names = " ".join(game.id for game in games)
    state: State = "ok" if games else "missing"
    yield Check("templates", state, names or "none", "everything", "install scorecheck again")


def _print(checks: list[Check]) -> None:
    from rich.table import Table
    from rich.text import Text

    signs = {"ok": ("ok", "green"), "optional": ("absent", "yellow"), "missing": ("MISSING", "red")}
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for check in checks:
        sign, style = signs[check.state]
        said = check.found if check.state == "ok" else f"{check.found}; {check.help}"
        purpose = Text(f"for {check.needed_for}", style="dim")
        table.add_row(Text(sign, style=style), check.name, Text(said), purpose)
    with data_console() as console:
        console.print(table)
