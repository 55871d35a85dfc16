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

from scorecheck.cli.console import say, say_error, say_traceback
from scorecheck.errors import InputError, ScorecheckError

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

        raise typer.Exit(outcome(in_a_folder))

    return run


def _ensure_folder_exists() -> None:
    """Some libraries ask for the current folder when they load and fail where it was deleted.

    Raises:
        InputError: the folder that the command was started in is gone.
    """
    try:
        Path.cwd()
    except FileNotFoundError:
        raise InputError(
            "the folder that this was started in no longer exists",
            help="change to another, for example with cd ~, and try again",
            code="no-folder",
        ) from None


def outcome(action: Callable[[], int]) -> int:
    """The exit code of an action; what went wrong is said on standard error."""
    try:
        return action()
    except ScorecheckError as error:
        say_error(error)
        return error.exit_code
    except KeyboardInterrupt:
        say("scorecheck: interrupted; nothing was half written")
        return INTERRUPTED
    except MemoryError:
        say("scorecheck: out of memory; try one file at a time, or a smaller picture")
        return INTERNAL
    except Exception as error:
        say(f"scorecheck: an error of its own: {type(error).__name__}: {error}")
        say("  please report it, with what SCORECHECK_TRACEBACK=1 prints")
        say_traceback(error)
        return INTERNAL
