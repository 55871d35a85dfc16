"""An event as plain text, one fact a line in a fixed order: two such files can be compared by any
program that shows differences, and so show where two archives disagree.

The words are the format's own and always English; every line says all that it is about. Lines that
begin with `#` are for people: the standings in their language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorecheck.archive.code import event_code
from scorecheck.archive.export_text_head import head_lines
from scorecheck.archive.facts import CardFacts, EventFacts, SheetFacts
from scorecheck.archive.standings import Standings, standings
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Say

VERSION = "scorecheck event 1"


def results_text(
    facts: EventFacts,
    texts: Mapping[int, Mapping[str, str]],
    template: Template,
    say: Say | None = None,
) -> str:
    """The text, with a line for each cell that is written in.

    Args:
        texts: by the number of a sheet, what its cells say.
        say: says the results for people that stand before the facts; without it there are none.
    """
    lines = [
        VERSION,
        *(head_lines(facts, template, say) if say else ()),
        f"code {event_code(facts)}",
        *_event(facts),
        *_players(facts),
        *_places(standings(facts), "player"),
        *_places(standings(facts, "team"), "team"),
    ]
    for sheet in facts.sheets:
        lines += _sheet(facts, sheet)
        lines += _cells(sheet, texts.get(sheet.number, {}), template)
    return "\n".join(lines) + "\n"


def _event(facts: EventFacts) -> Iterator[str]:
    event = facts.event
    yield f"event {event.name}"
    yield f"game {event.variant}"
    for name, value in sorted(event.options.items()):
        yield f"option {name} {value}"
    yield f"rounds {event.rounds}"
    yield f"tables of {event.table_size}"
    yield f"seed {event.seed}"
    for number, rule in enumerate(event.ties, start=1):
        yield f"ties {number} {rule}"
    yield f"best games {event.best_games or 'all'}"
    yield f"best players {event.best_players or 'all'}"


def _players(facts: EventFacts) -> Iterator[str]:
    for player in facts.players:
        yield f"player {player.number} name {player.name or '(forgotten)'}"
        if player.team:
            yield f"player {player.number} team {player.team}"
        if player.withdrawn:
            yield f"player {player.number} withdrawn"


def _places(table: Standings, kind: str) -> Iterator[str]:
    for row in table.rows:
        who = row.name if kind == "team" else row.number
        parted = f" parted by {row.parted}" if row.parted else ""
        doubt = " may change" if row.may_change else ""
        yield f"place {row.place} {kind} {who} total {row.total} wins {row.wins}{parted}{doubt}"


def _sheet(facts: EventFacts, sheet: SheetFacts) -> Iterator[str]:
    lead = f"sheet {sheet.number}"
    yield f"{lead} round {sheet.round} table {sheet.table}"
    for at, player in enumerate(sheet.columns, start=1):
        if player is not None:
            yield f"{lead} p{at} player {facts.player(player).number}"
    if not sheet.is_in:
        yield f"{lead} missing"
    for column in sorted(sheet.contested):
        yield f"{lead} {column} conflict"
    for card in sheet.cards:
        yield from _card(lead, card)


def _card(lead: str, card: CardFacts) -> Iterator[str]:
    yield f"{lead} {card.column} status {card.status}"
    if card.is_blank:
        return
    yield f"{lead} {card.column} total {card.points}"
    if card.written is not None:
        yield f"{lead} {card.column} written {card.written}"
    if card.open:
        yield f"{lead} {card.column} in doubt {card.open}"
    if card.findings:
        doubt = " in doubt" if card.may_be_wrong else ""
        yield f"{lead} {card.column} findings{doubt} {card.findings}"


def _cells(sheet: SheetFacts, texts: Mapping[str, str], template: Template) -> Iterator[str]:
    """The cells in the order of the paper, those that the game does not name at the end."""
    names = [one.id for one in (*template.boxes, *template.sums, *template.overall)]
    order = {name: at for at, name in enumerate(names)}

    def place(cell: str) -> tuple[str, int, str]:
        column, box, _ = cell.split("/", 2)
        return column, order.get(box.rpartition(".")[2], len(order)), cell

    for cell in sorted(texts, key=place):
        yield f"sheet {sheet.number} {cell.replace('/', ' ')} = {texts[cell]}"
