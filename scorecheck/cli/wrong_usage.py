"""What typer finds wrong with a command line, as one of our errors: what is wrong, what to do next.

typer tells it in English, in a form of its own, and has no public names for most of its kinds: so
they are known by the name of their class, and what has none of these is told in typer's words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from scorecheck.errors import UsageError, quoted
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Joined, Phrase

_NO_COMMAND = re.compile(r"No such command '(.*?)'\..*")


def is_typers(error: Exception) -> bool:
    """Whether an exception is what typer says to people."""
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def is_help(error: Exception) -> bool:
    """Whether it is only the help, for somebody who typed a group of commands without one."""
    return type(error).__name__ == "NoArgsIsHelpError"


def wrong_usage(error: Any) -> UsageError:
    """The same as an error of ours."""
    return UsageError(_what(error), help=_next(error), code="usage")


def language_typed(words: Sequence[str]) -> str:
    """The language that a command line asks for, which typer may not have come to."""
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word == "--lang":
            return after
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return ENGLISH


def _what(error: Any) -> str:
    kind, told = type(error).__name__, str(error.format_message())
    name = _name(getattr(error, "param", None))
    if kind == "MissingParameter" and name:
        return Phrase("{name} is missing", name=name)
    if kind == "BadParameter" and name:
        return Phrase("{name}: {why}", name=name, why=str(error.message).rstrip("."))
    if kind == "NoSuchOption":
        return Phrase("there is no option {name}", name=quoted(error.option_name))
    unknown = _NO_COMMAND.fullmatch(told)
    if unknown is not None:
        return Phrase("there is no command {name}", name=quoted(unknown[1]))
    return told.rstrip(".")


def _name(param: Any) -> str:
    """An option as it is typed, an argument as the usage calls it."""
    if param is None:
        return ""
    is_option = getattr(param, "param_type_name", "") == "option"
    return str(max(param.opts, key=len) if is_option else param.metavar or param.name.upper())


def _next(error: Any) -> str:
    context = getattr(error, "ctx", None)
    if context is None:
        return Phrase("`scorecheck --help` lists the commands")
    command = context.command_path
    if alike := getattr(error, "possibilities", None):
        names = Joined(sorted(alike), between=", ")
        return Phrase("perhaps {names}; `{command} --help` lists all", names=names, command=command)
    if hasattr(context.command, "list_commands"):
        names = Joined(context.command.list_commands(context), between=", ")
        return Phrase("choose of {names}", names=names)
    usage = " ".join(context.get_usage().partition(": ")[2].split())
    return Phrase("usage: {usage}; `{command} --help` tells more", usage=usage, command=command)
