"""`scorecheck archive COMMAND`: sheets kept so that anyone can check them again."""

from __future__ import annotations

import typer

from scorecheck.cli import (
    archive_add,
    archive_assign,
    archive_backup,
    archive_decide,
    archive_export,
    archive_forget,
    archive_import,
    archive_log,
    archive_new,
    archive_restore,
    archive_sample,
    archive_settle,
    archive_standings,
    archive_verify,
)

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Keep sheets so that anyone can check them."
)

app.command("new")(archive_new.new)
app.command("add")(archive_add.add)
app.command("decide")(archive_decide.decide)
app.command("assign")(archive_assign.assign)
app.command("settle")(archive_settle.settle)
app.command("verify")(archive_verify.verify)
app.command("log")(archive_log.log)
app.command("backup")(archive_backup.backup)
app.command("restore")(archive_restore.restore)
app.command("forget")(archive_forget.forget)
app.command("standings")(archive_standings.standings)
app.command("export")(archive_export.export)
app.command("import")(archive_import.take_over)
app.command("sample")(archive_sample.sample)
