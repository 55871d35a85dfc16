"""`scorecheck archive verify`: does everything in an archive still fit together?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import emit, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Lang, Quiet, Templates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.archive.verify import Verified
    from scorecheck.languages.phrase import Say

SHOWN = 20
"""So many of the things that do not fit are listed for people; `--json` lists all."""


@guarded
def verify(
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Compute no verdict again: hashes and tables only.")
    ] = False,
    json: AsJson = False,
    lang: Lang = "en",
    templates: Templates = None,
    quiet: Quiet = False,
) -> int:
    """Compute every hash, table and verdict again; name the first record that does not fit.

    Ends with 5 where anything does not fit.
    """
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.verify import verify as verified
    from scorecheck.cli.bar import Bar
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import say_in

    told = say_in(language(lang))
    bar = Bar(shown=not quiet, lang=language(lang))
    with open_archive(archive, db) as opened:
        found = verified(opened, quick=quick, templates=templates or (), progress=bar.begin)
    bar.clear()
    if json:
        emit_json(_document(found))
    else:
        emit("".join(f"{line}\n" for line in _lines(found, told, quick=quick)))
    return 5 if found.misfits else 0


def _judged(found: Verified, *, quick: bool) -> str:
    """How many sheets were judged again, and why each of them more than once."""
    from scorecheck.languages.phrase import Phrase, Plural

    if quick:
        return Phrase("judged no sheet again (--quick)")
    sheets = Plural("{n} sheet", "{n} sheets", found.sheets)
    if found.verdicts <= found.sheets:
        return Phrase("judged {sheets} again", sheets=sheets)
    return Plural(
        "judged {sheets} again, as they are and as they were: {n} version, one for each time that "
        "something was added or decided",
        "judged {sheets} again, as they are and as they were: {n} versions, one for each time that "
        "something was added or decided",
        found.verdicts,
        sheets=sheets,
    )


def _lines(found: Verified, told: Say, *, quick: bool) -> Iterator[str]:
    from scorecheck.languages.phrase import Joined, Phrase, Plural

    photos = Plural("{n} photo", "{n} photos", found.photos)
    if found.forgotten:
        photos = Plural(
            "{photos} ({n} more was forgotten)",
            "{photos} ({n} more were forgotten)",
            found.forgotten,
            photos=photos,
        )
    records = Plural("{n} record of the log", "{n} records of the log", found.records)
    yield told(Phrase("looked at {records} and {photos}", records=records, photos=photos))
    yield told(_judged(found, quick=quick))
    if found.cancelled:
        yield told(
            Phrase(
                "cancelled before anything was added: {events}",
                events=Joined(found.cancelled, between=", "),
            )
        )
    first = found.first
    if first is None:
        yield told(Phrase("everything fits together"))
        return
    if first.seq is not None:
        yield told(Phrase("the first record that does not fit is {seq}", seq=first.seq))
    ordered = sorted(found.misfits, key=lambda one: (one.seq is None, one.seq or 0))
    for misfit in ordered[:SHOWN]:
        if misfit.seq is None:
            yield f"  {told(misfit.why)}"
        else:
            line = Phrase("record {seq}: {why}", seq=misfit.seq, why=misfit.why)
            yield f"  {told(line)}"
    if len(ordered) > SHOWN:
        more = Plural("and {n} more", "and {n} more", len(ordered) - SHOWN)
        yield f"  {told(more)}"


def _document(found: Verified) -> dict[str, Any]:
    first = found.first
    return {
        "schema": "scorecheck/archive-verify/1",
        "fits": not found.misfits,
        "first": None if first is None else first.seq,
        "looked_at": {
            "records": found.records,
            "photos": found.photos,
            "forgotten_photos": found.forgotten,
            "sheets": found.sheets,
            "verdicts": found.verdicts,
            "cancelled_events": list(found.cancelled),
        },
        "misfits": [
            {"record": one.seq, "where": one.where, "why": str(one.why)} for one in found.misfits
        ],
    }
