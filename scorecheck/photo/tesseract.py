"""The program tesseract, which reads print: all that it can do wrong stays in this module."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytesseract

from scorecheck.errors import MissingToolError
from scorecheck.languages.phrase import Phrase


@contextmanager
def faults(missing: str, help: str) -> Iterator[None]:
    """Tell everything that the program can do wrong as one of two errors.

    Args:
        missing: says that tesseract is not installed.
        help: says what to do then.

    Raises:
        MissingToolError: `tesseract-missing`, or `tesseract-broken` where it does not work.
    """
    try:
        yield
    except (pytesseract.TesseractNotFoundError, FileNotFoundError, PermissionError) as error:
        raise MissingToolError(missing, help=help, code="tesseract-missing") from error
    except (pytesseract.TesseractError, RuntimeError, OSError, subprocess.SubprocessError) as error:
        raise MissingToolError(
            Phrase("tesseract does not work: {why}", why=str(error)[:100]),
            help=Phrase("run `tesseract --version` to see what is wrong with it"),
            code="tesseract-broken",
        ) from error
