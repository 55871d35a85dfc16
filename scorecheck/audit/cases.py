"""Audit files: cards typed as JSON, alone, as a table of players, or as several games.

The format is that of `scorecheck audit FILE.json`: one case or a list of them. A case has a
variant, options, a status and one of `card`, `cards` (the players of one table, with a `winner`
if one is named) or `games` (with a `match_total`); `dice` gives the roll behind a box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scorecheck.audit.columns import audit_columns, audit_sheets
from scorecheck.audit.finding import Finding
from scorecheck.audit.match import audit_match
from scorecheck.audit.table import audit_table
from scorecheck.audit.verdict import audit_card
from scorecheck.errors import UsageError
from scorecheck.game.card import Card
from scorecheck.game.catalogue import Catalogue
from scorecheck.game.columns import ColumnsCard
from scorecheck.game.dice import Roll, as_roll
from scorecheck.game.template import Template

SCHEMA = "scorecheck/audit/1"

Case = Mapping[str, object]
Options = Mapping[str, object]
Totals = dict[str, object]


def audit_cases(data: object, catalogue: Catalogue) -> dict[str, object]:
    """Audit one case or a list of them; the answer has the format scorecheck/audit/1.

    Raises:
        UsageError: data that is no case, an unknown variant, option or status, or an entry that
            does not parse; the message names the case.
    """
    cases = data if isinstance(data, list) else [data]
    verdicts = [_audit_named(case, number, catalogue) for number, case in enumerate(cases, start=1)]
    return {"schema": SCHEMA, "verdicts": verdicts}


def audit_case(case: Case, catalogue: Catalogue) -> dict[str, object]:
    """Audit one case: its id, its findings and its totals, as JSON."""
    template = catalogue.get(str(case.get("variant", "")))
    options = template.resolve_options(_mapping(case, "options"))
    findings, totals = _auditor(case)(case, template, options)
    return {
        "id": case.get("id"),
        "findings": [finding.to_json() for finding in findings],
        "totals": totals,
    }


def _audit_named(case: object, number: int, catalogue: Catalogue) -> dict[str, object]:
    if not isinstance(case, Mapping):
        raise _wrong(f"case {number}", "an object with a variant and a card", case)
    try:
        return audit_case(case, catalogue)
    except UsageError as error:
        name = case.get("id", number)
        raise UsageError(
            f"case {name}: {error.message}", help=error.help, code=error.code
        ) from error


_Auditor = Callable[[Case, Template, Options], tuple[Sequence[Finding], Totals]]


def _auditor(case: Case) -> _Auditor:
    shapes: dict[str, _Auditor] = {"card": _one, "cards": _players, "games": _games}
    given = [shape for shape in shapes if shape in case]
    if len(given) != 1:
        raise _wrong("case", "exactly one of card, cards and games", given)
    return shapes[given[0]]


def _one(case: Case, template: Template, options: Options) -> tuple[Sequence[Finding], Totals]:
    if template.columns:
        return _sheet(case, template, options)
    card = Card.from_json(case["card"], template)
    verdict = audit_card(card, template, options, _status(case), _dice(case, template))
    return verdict.findings, dict(verdict.correct_totals())


def _sheet(case: Case, template: Template, options: Options) -> tuple[Sequence[Finding], Totals]:
    data = case["card"]
    card = ColumnsCard.from_json(data, template)
    verdict = audit_columns(card, template, options, _status(case), _dice(case, template))
    return verdict.findings, verdict.correct_totals(listed=_listed(data))


def _sheets(case: Case, template: Template, options: Options) -> tuple[Sequence[Finding], Totals]:
    items = _list(case, "cards")
    cards = [ColumnsCard.from_json(item, template) for item in items]
    named = _winners(case, len(cards))
    verdicts, findings, best = audit_sheets(cards, template, options, _status(case), named)
    totals = [
        verdict.correct_totals(listed=_listed(item))
        for verdict, item in zip(verdicts, items, strict=True)
    ]
    return findings, {"players": totals, "winners": list(best)}


def _listed(data: object) -> bool:
    return isinstance(data, Mapping) and isinstance(data.get("columns"), list)


def _players(case: Case, template: Template, options: Options) -> tuple[Sequence[Finding], Totals]:
    if template.columns:
        return _sheets(case, template, options)
    cards = _cards(case, "cards", template)
    verdict = audit_table(cards, template, options, _status(case), _winners(case, len(cards)))
    totals = [one.correct_totals() for one in verdict.cards]
    return verdict.findings, {"players": totals, "winners": list(verdict.winners)}


def _games(case: Case, template: Template, options: Options) -> tuple[Sequence[Finding], Totals]:
    written = case.get("match_total")
    if isinstance(written, bool) or not (written is None or isinstance(written, int | float)):
        raise _wrong("match_total", "a number", written)
    if template.columns:
        raise _wrong("games", "card or cards, as a sheet has several columns", "games")
    games = _cards(case, "games", template)
    verdict = audit_match(games, template, options, _status(case), written)
    totals = [one.correct_totals() for one in verdict.games]
    return verdict.findings, {"games": totals, "match_total": verdict.match_total}


def _cards(case: Case, key: str, template: Template) -> list[Card]:
    return [Card.from_json(item, template) for item in _list(case, key)]


def _list(case: Case, key: str) -> list[object]:
    items = case[key]
    if not isinstance(items, list) or not items:
        raise _wrong(key, "a list of cards", items)
    return items


def _status(case: Case) -> str:
    return str(case.get("status", "in-progress"))


def _winners(case: Case, players: int) -> frozenset[int] | None:
    given = case.get("winner")
    if given is None:
        return None
    seats = given if isinstance(given, list) else [given]
    if not all(isinstance(seat, int) and 1 <= seat <= players for seat in seats):
        raise _wrong("winner", f"a player's number from 1 to {players}, or a list", given)
    return frozenset(seats)


def _dice(case: Case, template: Template) -> dict[str, Roll]:
    rolls: dict[str, Roll] = {}
    for box, faces in _mapping(case, "dice").items():
        roll = as_roll(faces, template.dice)
        if roll is None:
            raise _wrong(f"dice.{box}", f"a list of {template.dice} numbers from 1 to 6", faces)
        rolls[box] = roll
    return rolls


def _mapping(case: Case, key: str) -> dict[str, object]:
    value = case.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _wrong(key, "an object", value)
    return {str(name): item for name, item in value.items()}


def _wrong(place: str, expected: str, found: object) -> UsageError:
    return UsageError(
        f"{place}: expected {expected}, found {str(found)[:60]!r}",
        help="correct the file; `scorecheck audit --help` shows its format",
        code="case-format",
    )
