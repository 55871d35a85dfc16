"""`scorecheck archive sample`: sheets drawn by lot to be compared with the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db, EventName
from scorecheck.cli.console import data_console, say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang
from scorecheck.errors import UsageError

if TYPE_CHECKING:
    from scorecheck.archive.sampling import Sample
    from scorecheck.languages.phrase import Say

USUAL = 5
"""So many sheets are drawn where nobody says how many."""


@guarded
def sample(
    event: EventName = None,
    *,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Draw by this, such as a throw of ten dice.")
    ] = None,
    sheets: Annotated[
        int | None, typer.Option(metavar="K", min=1, help="How many sheets to draw; default 5.")
    ] = None,
    looked: Annotated[
        list[str] | None,
        typer.Option(
            "--looked",
            metavar="SHEET=OUTCOME",
            help="What the paper of a drawn sheet says: agrees, differs or lost; may be repeated.",
        ),
    ] = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
) -> int:
    """Draw sheets to compare by hand with the paper, or write down what came of it.

    Without --seed and --looked it lists what was drawn. Ends with 1 where paper and archive
    differ, a paper is lost, or drawn sheets still wait.
    """
    from scorecheck.archive.event_facts import event_facts, find_event
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.sampling import draw_sample, record_look, samples
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import say_in

    told = say_in(language(lang))
    looks = [_look(text) for text in looked or ()]
    if sheets is not None and seed is None:
        raise _no_seed(sheets)
    with open_archive(archive, db) as opened:
        with opened.read() as connection:
            facts = event_facts(connection, find_event(connection, event))
        if seed is not None:
            draw_sample(opened, facts, seed, sheets or USUAL)
        for number, outcome in looks:
            record_look(opened, facts, number, outcome)
        with opened.read() as connection:
            drawn = samples(connection, facts)
    _print(drawn, told)
    waiting = [number for one in drawn for number in one.waiting]
    if waiting or not drawn:
        say(told(_next(waiting)))
    bad = any(outcome != "agrees" for one in drawn for outcome in one.outcomes.values())
    return int(bad or any(one.waiting for one in drawn))


def _no_seed(sheets: int) -> UsageError:
    from scorecheck.languages.phrase import Phrase

    return UsageError(
        Phrase("nothing was drawn: sheets are drawn by a seed, and none was given"),
        help=Phrase(
            "throw dice before everybody's eyes, then scorecheck archive sample --sheets {sheets} "
            "--seed THROW; without --sheets it lists what was drawn",
            sheets=sheets,
        ),
        code="seed",
    )


def _next(waiting: list[int]) -> str:
    from scorecheck.languages.phrase import Phrase

    if not waiting:
        return Phrase("draw sheets with `scorecheck archive sample --seed ... --sheets ...`")
    return Phrase(
        "next: look at the paper, then scorecheck archive sample --looked {number}=agrees "
        "(or differs, or lost)",
        number=waiting[0],
    )


def _look(text: str) -> tuple[int, str]:
    """`12=agrees` as 12 and `agrees`."""
    number, equals, outcome = text.partition("=")
    if not (equals and number.strip().isdecimal()):
        from scorecheck.errors import quoted
        from scorecheck.languages.phrase import Phrase

        raise UsageError(
            Phrase("{text} is no outcome of a sheet", text=quoted(text)),
            help=Phrase("for example --looked 12=agrees"),
            code="outcome",
        )
    return int(number), outcome.strip()


def _print(drawn: list[Sample], told: Say) -> None:
    from rich.text import Text

    from scorecheck.archive.sampling import outcome_words
    from scorecheck.languages.phrase import Joined, Phrase

    with data_console() as console:
        if not drawn:
            console.print(Text(told(Phrase("No sheets have been drawn."))))
        for one in drawn:
            head = Phrase("Drawn by the seed {seed}:", seed=one.seed)
            console.print(Text(told(head)), soft_wrap=True)
            for number in one.sheets:
                sheet = Phrase("sheet {number}", number=number)
                line = Joined([sheet, outcome_words(one.outcomes.get(number))], between=": ")
                console.print(Text(f"  {told(line)}"), soft_wrap=True)
