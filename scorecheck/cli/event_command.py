"""`scorecheck event COMMAND`: tournaments, from the list of players to the sheets of a round."""

from __future__ import annotations

import typer

from scorecheck.cli import event_cancel, event_new, event_players, event_print, event_status

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Tournaments: players, tables, and the sheets of a round.",
)

app.command("new")(event_new.new)
app.command("cancel")(event_cancel.cancel)
app.command("add")(event_players.add)
app.command("withdraw")(event_players.withdraw)
app.command("print")(event_print.print_round)
app.command("status")(event_status.status)
