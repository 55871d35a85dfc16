"""Whether an archive's log and tables fit together, asked before they are handed on."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection

from scorecheck.archive.misfit import Misfit
from scorecheck.archive.verify import Verified, misfits_of_tables
from scorecheck.languages.phrase import Phrase


def first_misfit(connection: Connection) -> Misfit | None:
    """The first thing in the log or the tables that does not fit; photos and verdicts are not
    looked at."""
    counts: Counter[str] = Counter()
    found = tuple(misfits_of_tables(connection, counts))
    return Verified(counts["record"], 0, 0, found).first


def misfit_words(where: object, misfit: Misfit) -> str:
    """That an archive does not fit together, and where."""
    why = (
        misfit.why
        if misfit.seq is None
        else Phrase("record {seq}: {why}", seq=misfit.seq, why=misfit.why)
    )
    return Phrase("the archive {where} does not fit together: {why}", where=where, why=why)
