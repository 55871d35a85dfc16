"""Audit files: cards typed as JSON, alone, as a table of players, or as several games.

The format is that of `scorecheck audit FILE.json`: one case or a list of them. A case has a
variant, options, a status and one of `card`, `cards` (the players of one table, with a `winner`
if one is named, and `names`) or `games` (with a `match_total`); `dice` gives the roll behind a box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecheck.audit.case_file import Case, CaseFile, parse_case, wrong
from scorecheck.audit.columns import audit_columns, audit_sheets
from scorecheck.audit.dice_of_blanks import dice_of_blanks
from scorecheck.audit.finding import Finding
from scorecheck.audit.match import audit_match
from scorecheck.audit.other_game import hints_for
from scorecheck.audit.standing import Seat, standings, standings_of_sheets
from scorecheck.audit.table import audit_table, table_view
from scorecheck.audit.verdict import audit_card
from scorecheck.audit.witness.cases import witness_of_case
from scorecheck.audit.witness.turn import Witness
from scorecheck.errors import UsageError, one_line
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Joined, Phrase

SCHEMA = "scorecheck/audit/1"

Json = dict[str, object]


@dataclass(frozen=True)
class CaseVerdict:
    """A case with what the audit says of it; `standings` only for a table of players."""

    case: CaseFile
    findings: Sequence[Finding]
    totals: Json
    hints: Sequence[str] = ()
    standings: Sequence[Seat] = ()
    witness: Witness | None = None

    def to_json(self) -> Json:
        """As in the format scorecheck/audit/1."""
        data: Json = {
            "id": self.case.id,
            "findings": [finding.to_json() for finding in self.findings],
            "totals": self.totals,
            "hints": list(self.hints),
        }
        if self.standings:
            data["table"] = [seat.to_json() for seat in self.standings]
        if self.witness is not None:
            data["witness"] = self.witness.to_json()
        return data


def audit_cases(data: object, catalogue: Catalogue, *, witness: bool = False) -> Json:
    """Audit one case or a list of them; the answer has the format scorecheck/audit/1.

    Args:
        witness: also show a legal game of each card, or why there is none.

    Raises:
        UsageError: data that is no case, an unknown variant, option or status, or an entry that
            does not parse; the message names the case.
    """
    cases = data if isinstance(data, list) else [data]
    verdicts = [
        judge_case(case, catalogue, number, witness=witness).to_json()
        for number, case in enumerate(cases, start=1)
    ]
    return {"schema": SCHEMA, "verdicts": verdicts}


def audit_case(case: Case, catalogue: Catalogue, *, witness: bool = False) -> Json:
    """Audit one case: its id, its findings, its totals and what else is said, as JSON."""
    return _judge(parse_case(case, catalogue), catalogue, witness=witness).to_json()


def judge_case(
    case: object, catalogue: Catalogue, number: int = 1, *, witness: bool = False
) -> CaseVerdict:
    """Audit one case of a file.

    Raises:
        UsageError: it does not parse; the message names it by its id or its `number`.
    """
    if not isinstance(case, Mapping):
        raise wrong(
            Phrase("case {name}", name=number), Phrase("an object with a variant and a card"), case
        )
    try:
        return _judge(parse_case(case, catalogue), catalogue, witness=witness)
    except UsageError as error:
        name = case.get("id", number)
        raise UsageError(
            Joined([Phrase("case {name}", name=one_line(name)), error.message], between=": "),
            help=error.help,
            code=error.code,
        ) from error


def _judge(case: CaseFile, catalogue: Catalogue, *, witness: bool) -> CaseVerdict:
    findings, totals, seats = _AUDITORS[case.shape, bool(case.template.columns)](case)
    hints = (
        *dice_of_blanks(case),
        *hints_for(case.cards, case.template, case.options, catalogue),
    )
    shown = witness_of_case(case) if witness else None
    return CaseVerdict(case, findings, totals, hints, seats, shown)


_Answer = tuple[Sequence[Finding], Json, Sequence[Seat]]


def _one(case: CaseFile) -> _Answer:
    (card,) = case.cards
    verdict = audit_card(card, case.template, case.options, case.status, case.dice)
    return verdict.findings, dict(verdict.correct_totals()), ()


def _sheet(case: CaseFile) -> _Answer:
    (card,), (listed,) = case.sheets, case.listed
    verdict = audit_columns(card, case.template, case.options, case.status, case.dice)
    return verdict.findings, verdict.correct_totals(listed=listed), ()


def _players(case: CaseFile) -> _Answer:
    verdict = audit_table(case.cards, case.template, case.options, case.status, case.winner)
    totals = [one.correct_totals() for one in verdict.cards]
    table = table_view(case.cards, case.template, case.options, case.status)
    seats = standings(table, case.names)
    return verdict.findings, {"players": totals, "winners": list(verdict.winners)}, seats


def _sheets(case: CaseFile) -> _Answer:
    game = (case.sheets, case.template, case.options, case.status)
    verdicts, findings, best = audit_sheets(*game, case.winner)
    totals = [
        verdict.correct_totals(listed=listed)
        for verdict, listed in zip(verdicts, case.listed, strict=True)
    ]
    seats = standings_of_sheets(*game, case.names)
    return findings, {"players": totals, "winners": list(best)}, seats


def _games(case: CaseFile) -> _Answer:
    verdict = audit_match(case.cards, case.template, case.options, case.status, case.match_total)
    totals = [one.correct_totals() for one in verdict.games]
    return verdict.findings, {"games": totals, "match_total": verdict.match_total}, ()


_AUDITORS = {
    ("card", False): _one,
    ("card", True): _sheet,
    ("cards", False): _players,
    ("cards", True): _sheets,
    ("games", False): _games,
}
