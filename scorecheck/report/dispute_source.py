"""Where the numbers of a report come from: the file, its sheet, and the programs that read it."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck import __version__
from scorecheck.languages.phrase import Figure, Joined, Named, Phrase, Sentence
from scorecheck.reading.recognise import model_sha256
from scorecheck.report.result import FileResult, SheetResult

Row = tuple[str, str]
"""What is told, and what is to be said of it."""

LEGEND = (
    Phrase(
        "Picture alone: what the cell's picture says to a reader that knows no rules and no sums. "
        "With the card: the same weighed with all other cells of the card; this settles doubtful "
        "cells and never overrules a clear one."
    ),
    Phrase(
        "A cell is in doubt until a person has looked at it. What is told in amber rests on cells "
        "in doubt; what is told in red does not."
    ),
    Phrase("Numbers that a person has decided are taken as certain, and all else follows anew."),
)
"""How to read a report."""


def ties_of(file: FileResult, sheet: SheetResult) -> Iterator[Row]:
    """What ties a sheet's facts to the photo."""
    pages = Phrase("{name}, page {number}", name=file_name(file), number=sheet.page)
    yield Phrase("File"), pages if len(file.pages) > 1 else file_name(file)
    yield Phrase("SHA-256"), file.sha256 or Phrase("not known")


def basis_of(sheet: SheetResult) -> Iterator[Row]:
    """Which sheet was read, and the rules that it was judged by."""
    yield Phrase("Printed sheet"), _sheet(sheet)
    yield (
        Phrase("Rules"),
        Phrase(
            "{game}, template {id} version {version}",
            game=Named(sheet.template.title),
            id=sheet.variant,
            version=sheet.template.version,
        ),
    )
    options = ", ".join(f"{name} = {value}" for name, value in sheet.options.items())
    yield Phrase("Options"), options or Phrase("as usual")


def made_by() -> Iterator[Row]:
    """The versions of the program and of the model that reads."""
    yield Phrase("Program"), f"scorecheck {__version__}"
    yield Phrase("Reading model"), f"SHA-256 {model_sha256()}"


def reason_of(file: FileResult) -> Iterator[str]:
    """Why a file was not read, and what to do next."""
    assert file.error is not None
    path, message = str(file.path), file.error.message
    yield message if path in message else Joined([path, message], between=": ")
    yield Sentence(file.error.help)


def file_name(file: FileResult) -> str:
    """A file's name for print."""
    return readable(file.path.name)


def readable(text: str) -> str:
    """Text that can be written as UTF-8: what is no letter in it is shown as a code."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _sheet(sheet: SheetResult) -> str:
    number = Phrase("not known") if sheet.sheet_number is None else sheet.sheet_number
    told = {"paper": sheet.paper.upper(), "number": number, "lang": sheet.lang or "–"}
    if sheet.scale is None:
        return Phrase("{paper}, number {number}, language {lang}", **told)
    return Phrase(
        "{paper}, number {number}, language {lang}, printed at {scale} %",
        scale=Figure(100 * sheet.scale),
        **told,
    )
