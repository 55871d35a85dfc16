"""`scorecheck event status`: which sheets are in, missing, in doubt, seen twice, corrected."""

from __future__ import annotations

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, At, Db, EventName
from scorecheck.cli.console import data_console, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Lang, Templates


@guarded
def status(
    event: EventName = None,
    *,
    at: At = None,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    json: AsJson = False,
) -> int:
    """Tell which sheets of an event are in, missing, in doubt, seen twice, corrected.

    Ends with 1 where somebody should look at a sheet, or one is missing.
    """
    from scorecheck.archive.corrections import correction_json
    from scorecheck.archive.event_facts import moment
    from scorecheck.archive.event_text import (
        print_corrections,
        print_head,
        print_status,
        print_strays,
    )
    from scorecheck.archive.export_json import results_document
    from scorecheck.archive.status import waits
    from scorecheck.cli.event_read import read_corrections, read_event, read_strays
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import say_in

    told = say_in(language(lang))
    then = None if at is None else moment(at)
    facts = read_event(archive, db, event, at)
    changed = read_corrections(archive, db, facts, at)
    if json:
        told_json = {
            str(sheet): [correction_json(one) for one in some] for sheet, some in changed.items()
        }
        as_of = {} if then is None else {"at": then}
        emit_json(results_document(facts) | as_of | {"corrections": told_json})
    else:
        template = load_catalogue(templates or ()).get(facts.event.variant)
        with data_console() as console:
            print_head(facts, template, console, told, then)
            print_status(facts, console, told)
            print_corrections(facts, changed, template, console, told)
            if then is None:
                print_strays(read_strays(archive, db, facts), console, told)
    return int(waits(facts))
