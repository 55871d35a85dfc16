"""Many files; one bad file never stops the others and is named with a reason."""

from __future__ import annotations

import hashlib
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from scorecheck.crew import HERE, Crew
from scorecheck.errors import InputError, ScorecheckError
from scorecheck.faults import own_fault
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.photo.load import Photo, iter_photos
from scorecheck.pipeline import Kit, Outcome, check_photo, read_photo
from scorecheck.report.result import BatchResult, FileResult, Note, SheetResult
from scorecheck.resume import READER_LOST, Finished

Stage = Callable[[Photo, Kit], Sequence[Outcome]]
Done = Callable[[Path, bool], None]
"""Is told of each file as it is done, and whether that took any work."""


def check_files(
    paths: Sequence[Path],
    kit: Kit,
    done: Done = lambda path, worked: None,
    crew: Crew = HERE,
    finished: Finished | None = None,
) -> BatchResult:
    """Photos to verdicts.

    Args:
        crew: who works on them; what comes out is the same.
        finished: the files that an earlier run has finished, to which this one adds.

    Raises:
        OutputError: what is finished could not be written down.
    """
    return _run(paths, FileWork(kit, check_photo), done, crew, finished)


def read_files(
    paths: Sequence[Path],
    kit: Kit,
    done: Done = lambda path, worked: None,
    crew: Crew = HERE,
    finished: Finished | None = None,
) -> BatchResult:
    """Photos to readings alone, as `check_files`."""
    return _run(paths, FileWork(kit, read_photo), done, crew, finished)


@dataclass(frozen=True)
class FileWork:
    """The work on one file.

    Args:
        names: of files that are finished, as `Finished` has them; such a file gives its hash.
    """

    kit: Kit
    stage: Stage
    names: Mapping[str, str | None] = field(default_factory=dict)

    def __call__(self, path: Path) -> FileResult | str:
        """All that is in a file, or the hash of a file that is finished."""
        return self.known(path) or run_file(path, self.kit, self.stage)

    def known(self, path: Path) -> str | None:
        """The hash of a file that is finished."""
        sha256 = (self.names and sha256_of(path)) or ""
        return sha256 if self.names.get(sha256, "") in (None, str(path)) else None

    def lost(self, path: Path) -> FileResult:
        """That a file takes those with it who read it."""
        return FileResult(path, sha256_of(path), reader_lost(path), ())


def reader_lost(path: Path) -> ScorecheckError:
    """That every process died that was to read a file."""
    return InputError(
        Phrase("{path} cannot be read: each process that tried was ended", path=path),
        help=Phrase("memory may have run out: try this file alone, or a smaller picture"),
        code=READER_LOST,
    )


def _run(
    paths: Sequence[Path], work: FileWork, done: Done, crew: Crew, finished: Finished | None
) -> BatchResult:
    if work.kit.watchers:  # whoever looks on has to be here to see it
        crew = HERE
    if finished is not None:
        work = replace(work, names=dict(finished.names))
    files: dict[int, FileResult] = {}
    for number, found in crew.each(work, paths):
        files[number] = _file(paths[number], found, work, finished)
        done(paths[number], not isinstance(found, str))
    results = tuple(files[number] for number in range(len(paths)))
    return BatchResult(results, tuple(_repeats(results)))


def _file(
    path: Path, found: FileResult | str, work: FileWork, finished: Finished | None
) -> FileResult:
    """The result of a file, which is in `finished` from now on."""
    if isinstance(found, str):
        assert finished is not None
        return finished.get(found, path) or run_file(path, work.kit, work.stage)
    if finished is not None:
        finished.add(found)
    return found


def run_file(path: Path, kit: Kit, stage: Stage) -> FileResult:
    """All sheets on all pages of one file; what went wrong comes back in the result."""
    pages: list[Photo] = []
    sheets: list[SheetResult] = []
    errors: list[tuple[int, ScorecheckError]] = []
    try:
        for photo in iter_photos(path):
            pages.append(replace(photo, grey=np.empty((0, 0), np.uint8)))
            try:
                outcomes = stage(photo, kit)
            except ScorecheckError as error:
                outcomes = [error]
            sheets += [one for one in outcomes if isinstance(one, SheetResult)]
            bad = [_let_go(one) for one in outcomes if isinstance(one, ScorecheckError)]
            errors += [(photo.page, one) for one in bad]
    except ScorecheckError as error:
        errors.append((0, _let_go(error)))
    except (MemoryError, KeyboardInterrupt):
        raise
    except Exception as error:  # a fault of our own must not take the other files with it
        errors.append((0, _let_go(own_fault(str(path), error))))
    # A name for the page helps only where there is more than one.
    numbered = len(pages) > 1
    error_left, notes = _sorted_out(errors, found=bool(sheets), numbered=numbered)
    return FileResult(
        path=path,
        sha256=pages[0].sha256 if pages else sha256_of(path),
        error=error_left,
        sheets=tuple(sheets),
        pages=tuple(pages),
        notes=(*dict.fromkeys(note for page in pages for note in page.notes), *notes),
    )


def _sorted_out(
    errors: Sequence[tuple[int, ScorecheckError]], *, found: bool, numbered: bool
) -> tuple[ScorecheckError | None, list[str]]:
    """The gravest error, and notes on the rest.

    A page without a sheet is no error where other pages have one: covers and blank backs are
    scanned along.
    """
    notes: list[str] = [
        Phrase("page {number}: no sheet on it", number=page)
        for page, error in errors
        if _is_empty(error, found)
    ]
    grave = [(page, error) for page, error in errors if not _is_empty(error, found)]
    if not grave:
        return None, notes
    named = [_on_page(page if numbered else 0, error) for page, error in grave]
    first = max(named, key=lambda error: error.exit_code)
    return first, notes + [error.message for error in named if error is not first]


def _is_empty(error: ScorecheckError, found: bool) -> bool:
    return found and error.code == "no-sheet"


def _on_page(page: int, error: ScorecheckError) -> ScorecheckError:
    """The error with its page named."""
    if not page:
        return error
    message = Joined([Phrase("page {number}", number=page), error.message], between=": ")
    named = type(error)(message, help=error.help)
    named.code = error.code
    return named


def _let_go(error: ScorecheckError) -> ScorecheckError:
    """The error, whose traceback no longer holds on to the picture that it arose from."""
    link: BaseException | None = error
    while link is not None:
        traceback.clear_frames(link.__traceback__)
        link = link.__cause__ or link.__context__
    return error


def sha256_of(path: Path) -> str | None:
    """The hash of a file that could not be read as a photo; None where it cannot be opened.

    Pipes and devices have none, as they may never end.
    """
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def _repeats(files: Sequence[FileResult]) -> Iterator[Note]:
    yield from _same_files(files)
    yield from _same_sheets(files)


def _same_files(files: Sequence[FileResult]) -> Iterator[Note]:
    """Files whose contents were given twice."""
    by_hash: dict[str, list[Path]] = defaultdict(list)
    for file in files:
        if file.sha256 is not None and file.pages:
            by_hash[file.sha256].append(file.path)
    for paths in by_hash.values():
        if len(paths) > 1:
            message = Phrase("the same file was given more than once: {files}", files=_names(paths))
            yield Note("same-file", message, tuple(paths))


def _same_sheets(files: Sequence[FileResult]) -> Iterator[Note]:
    """Sheets that seem to have been photographed twice, in different pictures."""
    places: dict[tuple[object, ...], dict[tuple[object, int], Path]] = defaultdict(dict)
    for file in files:
        for sheet in file.sheets:
            if sheet.sheet_number is not None:
                kind = (sheet.paper, sheet.lang, len(sheet.cards))
                key: tuple[object, ...] = (sheet.variant, sheet.sheet_number, *kind)
                places[key].setdefault((file.sha256, sheet.page), file.path)
    for sheet_key, found in places.items():
        if len(found) > 1:
            paths = tuple(dict.fromkeys(found.values()))
            yield Note("same-sheet", _same_sheet(sheet_key, found), paths)


def _same_sheet(key: tuple[object, ...], found: Mapping[tuple[object, int], Path]) -> str:
    places = [
        Joined([path, Phrase("page {number}", number=page)], between=" ") if page > 1 else str(path)
        for (_, page), path in found.items()
    ]
    return Phrase(
        "{variant} sheet {number} was found more than once: {places}; each is listed: count it "
        "once, or tell a corrected one from the older one",
        variant=key[0],
        number=key[1],
        places=_names(places),
    )


def _names(items: Iterable[object]) -> str:
    return Joined(list(items), between=", ")
