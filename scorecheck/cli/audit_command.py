"""`scorecheck audit FILE.json...`: typed cards to verdicts."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorecheck.cli.console import data_console, emit, say_error
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Templates
from scorecheck.errors import InputError, ScorecheckError, UsageError

if TYPE_CHECKING:
    from rich.console import Console


@guarded
def audit(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE.json...", help="Cards; - is standard input.")
    ],
    templates: Templates = None,
    json: AsJson = False,
) -> int:
    """Audit typed cards: every finding and the correct totals of each case."""
    from scorecheck.audit.cases import audit_document
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.report.json import to_text

    catalogue = load_catalogue(templates or ())
    code, answers = 0, []
    for path in files:
        try:
            answers.append(audit_document(load_json(path), catalogue))
        except ScorecheckError as error:
            say_error(error, where=f"{path}: ")
            code = max(code, error.exit_code)
    verdicts = [verdict for answer in answers for verdict in answer["verdicts"]]
    if answers and json:
        emit(to_text(answers[0] | {"verdicts": verdicts}))
    elif answers:
        _print_verdicts(verdicts)
    return max(code, int(any(verdict["findings"] for verdict in verdicts)))


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
            help="expected one card or a list of them, as in the README; photos go to `check`",
            code="not-json",
        ) from error


def _print_verdicts(verdicts: list[dict[str, Any]]) -> None:
    with data_console() as console:
        for verdict in verdicts:
            _print_verdict(verdict, console)


def _print_verdict(verdict: dict[str, Any], console: Console) -> None:
    from rich.text import Text

    findings = verdict["findings"]
    style = "bold red" if findings else "green"
    summary = f"{len(findings)} finding{'s' * (len(findings) != 1)}" if findings else "clean"
    console.print(Text(f"{verdict['id']}: ", style="bold").append(summary, style=style))
    for finding in findings:
        line = Text(f"  {finding['code']:<4} ", style="bold red")
        line.append(f"{finding['at']}: ", style="bold").append(str(finding["message"]))
        if finding["carried"]:
            line.append(" (follows from an earlier wrong number)", style="dim")
        console.print(line, soft_wrap=True)
    totals = "  ".join(_totals(verdict["totals"]))
    if totals:
        console.print(Text(f"  {totals}", style="dim"), soft_wrap=True)


def _totals(totals: dict[str, Any]) -> list[str]:
    """`upper_sum 63` for right or unwritten sums, `upper_sum 62 → 63` for wrong ones."""
    words = []
    for name, total in totals.items():
        if isinstance(total, dict) and "correct" in total:
            written, correct = total["written"], total["correct"]
            wrong = written is not None and written != correct
            words.append(f"{name} {written} → {correct}" if wrong else f"{name} {correct}")
        elif isinstance(total, (int, str)):
            words.append(f"{name} {total}")
    return words
