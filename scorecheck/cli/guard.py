"""Every way a command can end, as one exit code and, where something went wrong, one sentence.

typer would exit 1 on an uncaught exception, which is our code for findings: so nothing may pass
through it uncaught.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

import typer

from scorecheck.cli.console import say, say_error
from scorecheck.errors import InputError, ScorecheckError, UsageError
from scorecheck.faults import own_fault
from scorecheck.languages.catalogues import ENGLISH, language
from scorecheck.languages.phrase import Phrase, say_in

INTERNAL = 70
INTERRUPTED = 130

P = ParamSpec("P")


def guarded(command: Callable[P, int]) -> Callable[P, None]:
    """Turn a function that returns an exit code, or raises, into a typer command."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        def in_a_folder() -> int:
            _ensure_folder_exists()
            return command(*args, **kwargs)

        raise typer.Exit(outcome(in_a_folder, known_language(kwargs.get("lang"))))

    return run


def known_language(given: object) -> str:
    """The language to tell errors in; English where a command has none, or none that we know."""
    try:
        return language(str(given or ENGLISH))
    except UsageError:
        return ENGLISH


def _ensure_folder_exists() -> None:
    """Some libraries ask for the current folder when they load and fail where it was deleted.

    Raises:
        InputError: the folder that the command was started in is gone.
    """
    try:
        Path.cwd()
    except FileNotFoundError:
        raise InputError(
            Phrase("the folder that this was started in no longer exists"),
            help=Phrase("change to another, for example with cd ~, and try again"),
            code="no-folder",
        ) from None


def outcome(action: Callable[[], int], lang: str = ENGLISH) -> int:
    """The exit code of an action; what went wrong is said on standard error."""
    said = say_in(lang)
    try:
        return action()
    except ScorecheckError as error:
        say_error(error, lang=lang)
        return error.exit_code
    except KeyboardInterrupt:
        why = Phrase("interrupted; nothing was half written")
        say(f"scorecheck: {said(why)}")
        return INTERRUPTED
    except MemoryError:
        why = Phrase("out of memory; try one file at a time, or a smaller picture")
        say(f"scorecheck: {said(why)}")
        return INTERNAL
    except Exception as error:
        say_error(own_fault("", error), lang=lang)
        return INTERNAL
