"""Taking back that a sheet of no event is a certain one of an event.

Nothing is deleted: a record says that it was taken back, the event's sheet goes on without that
photo, and the sheet of no event is there again as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorecheck.archive.assign import SheetMeant, sheet_meant
from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.facts import SheetFacts
from scorecheck.archive.names import PERSON
from scorecheck.archive.papers import Papers
from scorecheck.archive.placing import columns_on, decisions_on
from scorecheck.archive.projections import AGAIN, UNDONE
from scorecheck.archive.reading_json import Body
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Archive, records
from scorecheck.archive.strays import follow
from scorecheck.archive.unplaced import SHORT
from scorecheck.archive.versions import Versions
from scorecheck.decisions.current import live
from scorecheck.decisions.record import Decision
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Joined, Phrase


class TakenBack(NamedTuple):
    """What was taken back: the event's sheet, the name of the sheet of no event, and how many
    decisions, made while it was there, do not show before it is put to a place again: they are on
    columns as the event calls them."""

    sheet: SheetFacts
    name: str
    waiting: int


def take_back(
    archive: Archive, meant: SheetMeant, by: str, catalogue: Catalogue, name: str | None = None
) -> TakenBack:
    """Take back that a sheet of no event is one of an event.

    Args:
        meant: where it was put.
        by: who says so.
        name: how the name of the sheet of no event begins; needed where several were put there.

    Raises:
        UsageError: nothing was put there by hand, or several sheets were.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        papers = Papers(change)
        facts = event_facts(change.connection, find_event(change.connection, meant.event))
        target = sheet_meant(facts, meant)
        put = _put(papers, facts.event.id, target.number)
        paper = _paper(list(put), target.number, name)
        person = change.commit_name(by.strip(), PERSON)
        for told in put[paper]:
            plain = {key: told[key] for key in ("event", "sheet", "reading", "was")}
            papers.append("assigned", plain | {"by": person, UNDONE: True})
        work = Versions(papers, catalogue)
        work.renew(papers.paper_of(put[paper][0]["reading"]) or "", Why.RETURNED)
        seen = [papers.reading(told["was"]) for told in put[paper]]
        if papers.current(paper) is None and papers.sheet_of(seen[0]) is None:
            work.returned(seen, None)
        follow(work, [one["reading"] for one in seen])
        waiting = sum(_waiting(papers, target, one) for one in seen)
    return TakenBack(target, paper[:SHORT], waiting)


def _waiting(papers: Papers, target: SheetFacts, was: Body) -> int:
    """How many decisions on a reading fit no column of it as it was before, and were not made
    there either."""
    said = papers.decisions_on([was])
    carried = {one["id"] for one in decisions_on(said, columns_on(target, was))}
    holds = live([Decision.from_json(one) for one in said])
    return sum(
        one.cell.partition("/")[0] not in was["cells"] and one.id not in carried for one in holds
    )


def _put(papers: Papers, event: str, sheet: int) -> dict[str, list[Body]]:
    """What was put to a sheet by hand and is there still: the records, by the sheets of paper that
    their readings were of."""
    told: dict[str, Body] = {}
    for record in records(papers.connection, kind="assigned"):
        if (record.body["event"], record.body["sheet"]) == (event, sheet):
            told[record.body["reading"]] = record.body
    gone = papers.taken_back(list(told))
    put: dict[str, list[Body]] = {}
    for reading, body in told.items():
        if reading not in gone:
            put.setdefault(papers.paper_of(body["was"]) or body["was"], []).append(body)
    return put


def _paper(put: Sequence[str], sheet: int, name: str | None) -> str:
    wanted = "" if name is None else name.strip().lower()
    found = [paper for paper in put if paper.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        names = Joined([paper[:SHORT] for paper in found], between=", ")
        given = {"number": sheet, "names": names}
        raise UsageError(
            Phrase("several sheets were put to sheet {number}: {names}", **given),
            help=Phrase("name the one to take back"),
            code="sheet",
        )
    raise UsageError(
        Phrase("no such sheet was put to sheet {number} by hand", number=sheet),
        help=Phrase("`scorecheck event status` lists the sheets that were"),
        code="sheet",
    )


def mark_of(body: Body) -> bool | None:
    """Whether a record of the kind `assigned` takes back; None where nothing was taken back yet."""
    marked: Any = body.get(UNDONE) or body.get(AGAIN)
    return bool(body.get(UNDONE)) if marked else None
