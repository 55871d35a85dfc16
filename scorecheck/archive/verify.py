"""`verify`: everything that can be computed again is, and what does not fit is named.

Hashes and tables first, then ids, names and photos, then every verdict from its readings and
decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from scorecheck.archive.misfit import Misfit
from scorecheck.archive.progress import Progress, unseen
from scorecheck.archive.queries import cancelled_events, latest_versions
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Archive
from scorecheck.archive.tables import forgotten, version_readings, versions
from scorecheck.archive.verify_beside import misfits_of_names, misfits_of_photos
from scorecheck.archive.verify_ids import misfits_of_ids
from scorecheck.archive.verify_log import check_log
from scorecheck.archive.verify_verdicts import misfits_of_conflicts, misfits_of_verdicts
from scorecheck.errors import ArchiveError
from scorecheck.languages.phrase import Phrase


@dataclass(frozen=True)
class Verified:
    """What was looked at, and what does not fit: those of the log first, in its order.

    `photos` are those that are to be there, `forgotten` those that the log names but that were
    taken out with a person. `verdicts` are the versions that were judged again: of each of the
    `sheets` there is one for every time that something came to it or was decided.
    `cancelled` are the ids of the events that were made by mistake.
    """

    records: int
    photos: int
    verdicts: int
    misfits: tuple[Misfit, ...]
    forgotten: int = 0
    sheets: int = 0
    cancelled: tuple[str, ...] = ()

    @property
    def first(self) -> Misfit | None:
        """The first record that does not fit, or else the first other thing."""
        numbered = [one for one in self.misfits if one.seq is not None]
        return min(numbered, key=lambda one: one.seq or 0, default=next(iter(self.misfits), None))


def verify(
    archive: Archive,
    *,
    quick: bool = False,
    templates: Sequence[Path] = (),
    progress: Progress = unseen,
) -> Verified:
    """Check a whole archive as it is now; nothing is changed.

    Args:
        quick: verdicts are not computed again, which takes the longest by far.
        templates: folders of the user's own templates.
        progress: told how many photos and verdicts there are to look at once all tables were;
            what it gives is called for each of them.

    Raises:
        ArchiveError: it cannot be read at all.
    """
    found: list[Misfit] = []
    sheets = 0
    cancelled: tuple[str, ...] = ()
    counts = dict.fromkeys(("record", "photo", "version", "forgotten"), 0)
    try:
        with archive.read() as connection:
            found += misfits_of_tables(connection, counts)
            cancelled = tuple(connection.scalars(cancelled_events().order_by(forgotten.c.seq)))
            tick = progress(counts["photo"] + (0 if quick else counts["version"]))
            found += misfits_of_photos(connection, archive.folder, counts, tick)
            if not quick:
                sheets = _sheets(connection)
                found += misfits_of_conflicts(connection)
                found += misfits_of_verdicts(connection, templates, tick)
    except ArchiveError as error:
        if error.code != "archive-damaged":
            raise
        why = Phrase("the database cannot be read after record {seq}", seq=counts["record"])
        found.append(Misfit(None, "database", why))
    return Verified(
        records=counts["record"],
        photos=counts["photo"] - counts["forgotten"],
        verdicts=0 if quick else counts["version"],
        misfits=tuple(found),
        forgotten=counts["forgotten"],
        sheets=sheets,
        cancelled=cancelled,
    )


def misfits_of_tables(connection: Connection, counts: MutableMapping[str, int]) -> Iterator[Misfit]:
    """What does not fit in the database, without the photos beside it and the verdicts.

    Args:
        counts: grows by the records seen, as `record` and by kind.
    """
    yield from _misfits_of_file(connection)
    yield from check_log(connection, counts)
    yield from misfits_of_ids(connection)
    yield from misfits_of_names(connection)


def _sheets(connection: Connection) -> int:
    """How many sheets of paper there are; what goes on as another sheet is none of its own."""
    rests = versions.c.seq.in_(select(version_readings.c.seq))
    there = versions.c.seq.in_(latest_versions()) & rests & (versions.c.why != Why.MOVED)
    return connection.scalar(select(func.count()).select_from(versions).where(there)) or 0


def _misfits_of_file(connection: Connection) -> Iterator[Misfit]:
    """What SQLite itself finds wrong with its file, and whether the log is still guarded."""
    if connection.dialect.name == "postgresql":
        guards = "SELECT count(*) FROM pg_trigger WHERE tgname = 'log_refuses' AND tgenabled = 'O'"
        wanted = 1
    else:
        said = connection.scalar(text("PRAGMA integrity_check(1)"))
        if said != "ok":
            why = " ".join(str(said).split())
            yield Misfit(None, "database", Phrase("the file is damaged: {why}", why=why))
        guards = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'log'"
        wanted = 2
    if connection.scalar(text(guards)) != wanted:
        why = Phrase("what keeps the log from being changed was taken away")
        yield Misfit(None, "database", why)
