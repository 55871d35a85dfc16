"""`scorecheck audit FILE.json...`: typed cards to verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.console import data_console, emit_json, say_error
from scorecheck.cli.guard import guarded
from scorecheck.cli.json_input import load_json
from scorecheck.cli.options import AsJson, Lang, Templates, file_named
from scorecheck.errors import ScorecheckError, UsageError
from scorecheck.faults import own_fault
from scorecheck.languages.catalogues import language
from scorecheck.languages.phrase import Phrase

if TYPE_CHECKING:
    from scorecheck.audit.cases import CaseVerdict
    from scorecheck.game.catalogue import Catalogue

NO_CARDS = UsageError(
    Phrase("there is no card in it: the list is empty"),
    help=Phrase("give a card or a list of them, as `scorecheck audit --help` shows"),
    code="no-cards",
)


@guarded
def audit(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE.json", help="Cards; - is standard input.", parser=file_named),
    ],
    *,
    witness: Annotated[
        bool,
        typer.Option(
            "--witness",
            help="Show one legal game that ends in each card, or the entries that rule it out.",
        ),
    ] = False,
    templates: Templates = None,
    lang: Lang = "en",
    json: AsJson = False,
) -> int:
    """Audit typed cards: every finding, and the totals as they should be.

    A card in its file:
    {"variant": "yatzy", "card": {"entries": {"ones": 3, "sixes": "X"}, "written": {"bonus": 0}}}

    The boxes are named as in `scorecheck variants yatzy`; "X" is a struck box, and one that is
    not named is blank. `written` holds the sums that the player wrote. Several players of one
    table stand in a list, "cards", instead of "card"; several games of one player in "games".
    Beside them: "options", "id" and "status" (in-progress, final, final-loser or totals-only);
    beside "card" also "dice", beside "cards" "names" and "winner", beside "games" "match_total".
    A file may hold a list of such objects. Any other key is refused; a note of your own is
    "note" or begins with _.
    """
    spoken = language(lang)

    from scorecheck.audit.cases import SCHEMA
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.report.audit_text import print_case

    catalogue = load_catalogue(templates or ())
    answers = list(_audit_all(files, catalogue, spoken, witness=witness))
    verdicts = [answer for answer in answers if not isinstance(answer, ScorecheckError)]
    if json:
        shown = [verdict.to_json() for verdict in verdicts]
        emit_json({"schema": SCHEMA, "verdicts": shown})
    else:
        with data_console() as console:
            for verdict in verdicts:
                print_case(verdict, console, spoken)
    wrong = int(any(verdict.findings for verdict in verdicts))
    return max([wrong, *[one.exit_code for one in answers if isinstance(one, ScorecheckError)]])


def _audit_all(
    files: Sequence[Path], catalogue: Catalogue, lang: str, *, witness: bool
) -> Iterator[CaseVerdict | ScorecheckError]:
    """The verdict on every case; what is wrong with one is said and stops no other."""
    from scorecheck.audit.cases import judge_case

    for path in files:
        try:
            data = load_json(path)
        except ScorecheckError as error:
            say_error(error, where=f"{path}: ", lang=lang)
            yield error
            continue
        if data == []:
            say_error(NO_CARDS, where=f"{path}: ", lang=lang)
            yield NO_CARDS
        for number, case in enumerate(data if isinstance(data, list) else [data], start=1):
            try:
                yield judge_case(case, catalogue, number, witness=witness)
            except ScorecheckError as error:
                say_error(error, where=f"{path}: ", lang=lang)
                yield error
            except Exception as error:  # a fault of our own must not take the other cases with it
                fault = own_fault(Phrase("case {name}", name=number), error)
                say_error(fault, where=f"{path}: ", lang=lang)
                yield fault
