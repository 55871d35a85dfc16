"""The `scorecheck` command: one thin file per command, each imported when it is run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from scorecheck import __version__
from scorecheck.cli import (
    archive_command,
    audit_command,
    check_command,
    decisions_command,
    doctor_command,
    event_command,
    explain_command,
    print_command,
    read_command,
    review_command,
    rule_command,
    variants_command,
)
from scorecheck.cli.console import prepare_streams, standard_output
from scorecheck.cli.guard import known_language, outcome
from scorecheck.cli.wrong_usage import is_help, is_typers, language_typed, wrong_usage

EXIT_CODES = {
    0: "clean",
    1: "findings, cells in doubt, or an answer that may still change",
    2: "wrong usage, or a template or card file with errors",
    3: "an input that could not be read, or an output that could not be written",
    4: "something needed is not installed, or a cluster cannot be used",
    5: "an archive that is not there, cannot be used now, or does not fit",
    70: "an error of scorecheck's own",
    130: "interrupted",
}
"""With several inputs the gravest (the highest) counts."""

app = typer.Typer(
    name="scorecheck",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("print")(print_command.print_sheets)
app.command("check")(check_command.check)
app.command("read")(read_command.read)
app.command("review")(review_command.review)
app.command("decisions")(decisions_command.decisions)
app.add_typer(event_command.app, name="event")
app.add_typer(archive_command.app, name="archive")
app.command("audit")(audit_command.audit)
app.command("variants")(variants_command.variants)
app.command("explain")(explain_command.explain)
app.command("rule")(rule_command.rule)
app.command("doctor")(doctor_command.doctor)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"scorecheck {__version__}")
        raise typer.Exit


@app.callback()
def scorecheck(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Print score sheets of dice games, read photos of the filled sheets, check every entry.

    Exit codes: 0 clean, 1 findings, cells in doubt or an answer that may still change, 2 wrong
    usage or template, 3 an input that could not be read or an output that could not be written, 4
    something needed is not installed or a cluster cannot be used, 5 an archive that is not there,
    cannot be used now or does not fit, 70 an error of its own, 130 interrupted. With several
    inputs the gravest counts.
    """


def run() -> None:
    """Entry point of the console script."""
    prepare_streams()
    sys.exit(outcome(_run_app, known_language(language_typed(sys.argv))))


def _run_app() -> int:
    stdout = sys.stdout
    try:
        with standard_output():  # the commands look after theirs; typer writes help and version
            # The name is given, as it else depends on how Python was started.
            ended = app(prog_name="scorecheck", standalone_mode=False)
    except SystemExit as end:
        reader_gone = sys.stdout is not stdout  # so typer marks it, as in `--help | head -1`
        return end.code if isinstance(end.code, int) and not reader_gone else 0
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        if not is_typers(error):
            raise
        if is_help(error):
            error.show()  # type: ignore[attr-defined]
            return int(error.exit_code)  # type: ignore[attr-defined]
        raise wrong_usage(error) from error
    return ended if isinstance(ended, int) else 0
