"""`scorecheck audit FILE.json...`: typed cards to verdicts."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from scorecheck.cli.console import data_console, emit, say_error
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Templates
from scorecheck.errors import InputError, ScorecheckError, UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from scorecheck.game.catalogue import Catalogue

Json = dict[str, Any]


@guarded
def audit(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE.json...", help="Cards; - is standard input.")
    ],
    *,
    templates: Templates = None,
    json: AsJson = False,
) -> int:
    """Audit typed cards: every finding, and the totals as they should be."""
    from scorecheck.audit.cases import SCHEMA
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.report.json import to_text

    answers = list(_audit_all(files, load_catalogue(templates or ())))
    verdicts = [answer for answer in answers if isinstance(answer, dict)]
    if json:
        emit(to_text({"schema": SCHEMA, "verdicts": verdicts}))
    else:
        with data_console() as console:
            for verdict in verdicts:
                _print_verdict(verdict, console)
    wrong = int(any(verdict["findings"] for verdict in verdicts))
    return max([wrong, *[answer.exit_code for answer in answers if not isinstance(answer, dict)]])


def _audit_all(files: Sequence[Path], catalogue: Catalogue) -> Iterator[Json | ScorecheckError]:
    """The verdict on every case; what is wrong with one is said and stops no other."""
    from scorecheck.audit.cases import audit_cases

    for path in files:
        try:
            data = load_json(path)
        except ScorecheckError as error:
            say_error(error, where=f"{path}: ")
            yield error
            continue
        for case in data if isinstance(data, list) else [data]:
            try:
                yield from cast(list[Json], audit_cases([case], catalogue)["verdicts"])
            except ScorecheckError as error:
                say_error(error, where=f"{path}: ")
                yield error


def load_json(path: Path) -> Any:
    """The contents of a JSON file; `-` is standard input.

    Raises:
        InputError: it could not be opened.
        UsageError: it is not JSON in UTF-8.
    """
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot open it: {error.strerror or error}", help="check the name", code="unreadable"
        ) from error
    try:
        return jsonlib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"this is not JSON: {error}",
            help="expected a card or a list of them, as the README shows; photos go to `check`",
            code="not-json",
        ) from error


def _print_verdict(verdict: Json, console: Console) -> None:
    from rich.text import Text

    from scorecheck.report.words import count, sentence

    findings = verdict["findings"]
    summary = count(len(findings), "finding") if findings else "clean"
    head = Text().append(f"{verdict['id'] or 'card'}: ", style="bold")
    console.print(head.append(summary, style="bold red" if findings else "green"))
    for finding in findings:
        line = Text().append(f"  {finding['code']:<4} ", style="bold red")
        line.append(sentence(finding["message"]))
        line.append(f"  ({finding['name']} at {finding['at']})", style="dim")
        console.print(line, soft_wrap=True)
    for line_of_totals in _totals(verdict["totals"]):
        console.print(Text(f"  {line_of_totals}", style="dim"), soft_wrap=True)


def _totals(totals: Json) -> Iterator[str]:
    """The totals as they should be; one line for each player, game or column."""
    plain = {name: value for name, value in totals.items() if isinstance(value, int | float | str)}
    if plain:
        yield "  ".join(f"{name} {value}" for name, value in plain.items())
    for name in ("players", "games", "columns"):
        several = totals.get(name, ())
        parts = several.items() if isinstance(several, dict) else enumerate(several, start=1)
        for key, part in parts:
            yield from (f"{name[:-1]} {key}: {line}" for line in _totals(part))
    if totals.get("winners"):
        yield "winners: " + ", ".join(map(str, totals["winners"]))
