"""The dispute report on a sheet, from the page: a PDF, or one web page to keep."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from scorecheck.decisions.apply import misfit_note
from scorecheck.decisions.record import SECOND, SETTLING
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.load import load_colour
from scorecheck.report.again import command
from scorecheck.report.dispute import gather
from scorecheck.report.dispute_shown import Dispute
from scorecheck.report.played import Played
from scorecheck.report.result import BatchResult
from scorecheck.review.answers import RefusedError
from scorecheck.review.language import lang_of
from scorecheck.review.sending import kept_of, sheet_of
from scorecheck.review.sheet import ReviewSheet

_KINDS = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class Given:
    """What the review was started with, as far as it changes a result."""

    options: dict[str, str] = field(default_factory=dict)
    templates: tuple[Path, ...] = ()


def report(request: Request) -> Response:
    """The report as a file to download; it takes some seconds."""
    sheet, kind = sheet_of(request), request.path_params["kind"]
    if kind not in _KINDS:
        raise RefusedError(404, "there is no such report")
    if sheet.decisions(SECOND) and not sheet.can_be_compared:
        raise RefusedError(
            409,
            Phrase("the second review is under way"),
            Phrase("the report can be had once it is done"),
        )
    kept = kept_of(request)
    played = kept.played(sheet) if kept else None
    dispute = dispute_of(sheet, request.app.state.given, played)
    headers = {"Content-Disposition": f'attachment; filename="{_name(sheet)}.{kind}"'}
    data = _drawn(dispute, kind, lang_of(request))
    return Response(data, media_type=_KINDS[kind], headers=headers)


def dispute_of(sheet: ReviewSheet, given: Given, played: Played | None = None) -> Dispute:
    """The facts of the report: the sheet as people have settled it, and as `check` would say."""
    file = replace(sheet.file, sheets=(replace(sheet.settled(SETTLING), played=played),))
    notes = (misfit_note(file, sheet.misfits),) if sheet.misfits else ()
    again = command(
        [file.path],
        decisions=[sheet.ledger.log.path] if sheet.ledger.about(sheet.place.sha256) else [],
        options=given.options,
        templates=given.templates,
    )
    return gather(BatchResult((file,), notes), again)


def _drawn(dispute: Dispute, kind: str, lang: str) -> bytes:
    if kind == "pdf":
        from scorecheck.report.pdf import report_pdf  # noqa: PLC0415 - slow, and seldom asked for

        return report_pdf(dispute, load_colour, lang)
    from scorecheck.report.html import report_html  # noqa: PLC0415

    return report_html(dispute, load_colour, lang).encode()


def _name(sheet: ReviewSheet) -> str:
    """A file name of plain letters, whatever the photo is called."""
    number = sheet.machine.sheet_number
    return f"scorecheck-{sheet.machine.variant}-{sheet.key if number is None else number}"
