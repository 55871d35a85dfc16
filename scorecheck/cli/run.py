"""What `check` and `read` share: the kit, the progress bar, and writing pictures and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.cli.console import say, say_file_error
from scorecheck.cli.countdown import Countdown
from scorecheck.cli.outputs import ensure_folder, ensure_not_input, ensure_writable
from scorecheck.crew import Processes
from scorecheck.errors import UsageError
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Phrase, Plural, translate
from scorecheck.processes import processes_for
from scorecheck.safe_write import write_whole

if TYPE_CHECKING:
    from scorecheck.batch import Done
    from scorecheck.crew import Crew
    from scorecheck.decisions.record import Decision
    from scorecheck.pipeline import Kit
    from scorecheck.report.result import BatchResult
    from scorecheck.resume import Finished

    Work = Callable[[Sequence[Path], Kit, Done, Crew, Finished | None], BatchResult]


@contextmanager
def workers(cluster: str | None) -> Iterator[Crew | None]:
    """The workers of a cluster, by `--cluster`; None where none is asked for."""
    if cluster is None:
        yield None
        return
    from scorecheck.cluster import Cluster

    with Cluster(cluster) as crew:
        yield crew


REPORTS = (".pdf", ".html", ".htm")
"""The endings of a report's name."""


@dataclass(frozen=True)
class Run:
    """One run over photos, with what it needs."""

    kit: Kit
    quiet: bool
    lang: str = ENGLISH

    def over(
        self,
        files: Sequence[Path],
        work: Work,
        finished: Finished | None = None,
        cluster: str | None = None,
    ) -> BatchResult:
        """Do the work on all files, with a progress bar where there are several and a terminal.

        Args:
            cluster: the address of one whose workers do it.

        Raises:
            ClusterError: that cluster cannot be used.
        """
        with workers(cluster) as crew:
            return self._by(crew or Processes(processes_for(len(files))), files, work, finished)

    def _by(
        self, crew: Crew, files: Sequence[Path], work: Work, finished: Finished | None
    ) -> BatchResult:
        shown = not self.quiet and len(files) > 1
        countdown = Countdown(len(files), shown=shown, lang=self.lang)

        def done(path: Path, worked: bool) -> None:
            countdown.tick(worked=worked)

        try:
            return work(files, self.kit, done, crew, finished)
        finally:
            countdown.clear()

    def finished(self, path: Path | None, command: str, files: Sequence[Path]) -> Finished | None:
        """What an earlier run of this command has finished, by `--resume`."""
        if path is None:
            return None
        from scorecheck.resume import Finished

        ensure_writable(path)
        ensure_not_input(path, files)
        found = Finished(path, command, self.kit.options, self.kit.catalogue)
        if found.names and not self.quiet:
            known = Plural(
                "{path}: {n} photo is finished already",
                "{path}: {n} photos are finished already",
                len(found.names),
                path=path,
            )
            say(translate(known, self.lang))
        return found

    def with_decisions(
        self,
        batch: BatchResult,
        decisions: Sequence[Decision],
        moved: Mapping[str | None, Sequence[Decision]],
    ) -> BatchResult:
        """The run with people's decisions applied; a warning tells of those about other photos,
        even where no hints are wanted: somebody may have given the wrong file."""
        from scorecheck.decisions.apply import apply_decisions

        applied = apply_decisions(batch, decisions, self.kit.catalogue, moved)
        if applied.elsewhere:
            others = Plural(
                "{n} decision is about another photo than these",
                "{n} decisions are about other photos than these",
                applied.elsewhere,
            )
            say(translate(others, self.lang))
        return applied.batch

    def say_file_errors(self, batch: BatchResult) -> None:
        """Why files were not read, on standard error and nowhere else."""
        for file in batch.files:
            if file.error is not None:
                say_file_error(file.error, file.path, self.lang)

    def write_report(self, batch: BatchResult, path: Path, again: tuple[str, ...]) -> None:
        """The report, as a PDF or as a web page in one file; `again` is the command that computes
        its numbers."""
        from scorecheck.photo.load import load_colour
        from scorecheck.report.dispute import gather

        dispute = gather(batch, again)
        if path.suffix.lower() == ".pdf":
            from scorecheck.report.pdf import report_pdf

            write_whole(path, report_pdf(dispute, load_colour, self.lang))
        else:
            from scorecheck.report.html import report_html

            write_whole(path, report_html(dispute, load_colour, self.lang).encode())
        self._told(path)

    def write_pictures(self, batch: BatchResult, path: Path) -> None:
        """One picture per page that has sheets; several get numbers: `out-1.png`, `out-2.png`."""
        from scorecheck.photo.load import load_colour
        from scorecheck.report.picture import draw_page, pages_with_sheets, png

        pages = pages_with_sheets(batch)
        targets = [path]
        if len(pages) > 1:
            numbers = range(1, len(pages) + 1)
            targets = [path.with_name(f"{path.stem}-{n}{path.suffix}") for n in numbers]
        for target in targets:
            ensure_not_input(target, [file.path for file in batch.files])
        for target, (_, page, sheets) in zip(targets, pages, strict=False):
            write_whole(target, png(draw_page(load_colour(page), sheets, self.lang)))
            self._told(target)

    def _told(self, path: Path) -> None:
        if not self.quiet:
            say(translate(Phrase("wrote {path}", path=path), self.lang))


def make_run(
    templates: Sequence[Path] | None,
    options: Mapping[str, str],
    debug: Path | None,
    *,
    quiet: bool,
    lang: str = ENGLISH,
    cluster: str | None = None,
) -> Run:
    """Everything ready to read; fails before the first photo where something is missing."""
    if debug is not None:
        if cluster is not None:
            raise UsageError(
                Phrase("--debug draws the steps on this machine, and --cluster has none of them"),
                help=Phrase("leave out one of the two"),
                code="debug-cluster",
            )
        ensure_folder(debug)
    from scorecheck.pipeline import make_kit
    from scorecheck.report.debug import DebugPictures

    watchers = (DebugPictures(debug),) if debug is not None else ()
    return Run(make_kit(templates or (), options, watchers), quiet, lang)
