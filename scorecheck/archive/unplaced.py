"""Sheets of no event: those whose code could not be read, or that were printed without one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Select, select

from scorecheck.archive.card_lines import points_of
from scorecheck.archive.papers import Papers
from scorecheck.archive.queries import latest_versions
from scorecheck.archive.reading_json import Body, identity_of
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.tables import photo_names, readings, versions
from scorecheck.errors import InputError, UsageError, quoted
from scorecheck.game.card import Number
from scorecheck.languages.phrase import Phrase
from scorecheck.sheet.identity import SheetIdentity

SHORT = 8
"""So many letters of a sheet's name are enough to type."""


@dataclass(frozen=True)
class Unplaced:
    """A sheet of no event: what to call it, its photos, its game, its columns and their totals."""

    paper: str
    photos: tuple[str, ...]
    variant: str
    number: int | None
    totals: tuple[Number | None, ...]

    @property
    def name(self) -> str:
        """What people type to mean it."""
        return self.paper[:SHORT]


def unplaced(archive: Archive) -> list[Unplaced]:
    """Every sheet of no event, in the order in which they came."""
    with archive.read() as connection:
        papers = Papers(Change(connection))
        return [_unplaced(papers, version) for version in papers.bodies(_homeless())]


def strays(connection: Connection, variant: str) -> int:
    """How many sheets of no event there are of a game."""
    found = (
        select(readings.c.identity)
        .join(versions, versions.c.paper == readings.c.reading)
        .where(versions.c.seq.in_(_homeless()))
    )
    return sum(_variant(text) == variant for text in connection.scalars(found))


def _variant(identity: str) -> str:
    try:
        return SheetIdentity.from_text(identity).variant
    except InputError:  # of a later version of scorecheck
        return ""


def _homeless() -> Select[int]:
    """The records of the latest versions of all sheets of no event, in their order."""
    found = select(versions.c.seq).where(
        versions.c.seq.in_(latest_versions()),
        versions.c.sheet.is_(None),
        versions.c.why != Why.MOVED.value,
    )
    return found.order_by(versions.c.seq)


def _unplaced(papers: Papers, version: Body) -> Unplaced:
    seen = [papers.reading(one) for one in version["readings"]]
    hashes = [one["sha256"] for one in seen]
    called = select(photo_names.c.name).where(photo_names.c.sha256.in_(hashes))
    identity = identity_of(seen[0])
    return Unplaced(
        version["paper"],
        tuple(papers.connection.scalars(called.order_by(photo_names.c.name))),
        identity.variant,
        identity.sheet if identity.complete else None,
        tuple(points_of(card) for card in version["cards"]),
    )


def find_unplaced(papers: Papers, name: str) -> Body:
    """The latest version of the sheet of no event whose name begins like this, or else of the one
    on a photo that is called so.

    Raises:
        UsageError: there is none, or there are several.
    """
    wanted = name.strip()
    known = papers.bodies(_homeless())
    found = [one for one in known if wanted and one["paper"].startswith(wanted.lower())]
    if len(found) == 1:
        return found[0]
    on_photos = [] if found else [one for one in known if wanted in _unplaced(papers, one).photos]
    if len(on_photos) == 1:
        return on_photos[0]
    if found:
        said = Phrase(
            "several sheets of no event have names that begin with {name}", name=quoted(name)
        )
    elif on_photos:
        said = Phrase("several sheets of no event are on photos called {name}", name=quoted(name))
    else:
        said = Phrase("there is no sheet of no event called {name}", name=quoted(name))
    raise UsageError(
        said, help=Phrase("`scorecheck archive assign` lists them with their names"), code="sheet"
    )
