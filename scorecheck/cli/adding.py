"""`Adding`: photos on their way into an archive, and what is said of each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.cli.console import emit, emit_json, say, say_error
from scorecheck.cli.countdown import Countdown
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Joined, Phrase, say_in, translate
from scorecheck.reasons import reason

if TYPE_CHECKING:
    from scorecheck.archive.add import FileOutcome
    from scorecheck.archive.store import Archive
    from scorecheck.crew import Crew
    from scorecheck.pipeline import Kit


@dataclass
class Adding:
    """One run of `archive add`.

    Attributes:
        crew: who reads; None is as many processes of this machine as pay.
        outcomes: the last one of each file.
    """

    archive: Archive
    kit: Kit
    crew: Crew | None
    corrected: bool
    json: bool
    quiet: bool
    lang: str = ENGLISH
    outcomes: dict[Path, FileOutcome] = field(default_factory=dict)

    def add(self, photos: Sequence[Path]) -> None:
        """Add photos; of each it is said what became of it as soon as it is in for good."""
        from scorecheck.archive.add import State, add_files
        from scorecheck.archive.added_text import lines_of
        from scorecheck.archive.called import Called
        from scorecheck.archive.intake import ReadFile
        from scorecheck.crew import Processes
        from scorecheck.processes import processes_for

        countdown = Countdown(len(photos), shown=not self.quiet)
        crew = self.crew or Processes(processes_for(len(photos)))
        read, catalogue = ReadFile(self.kit), self.kit.catalogue
        called = Called(self.archive, catalogue)
        try:
            for outcome in add_files(
                self.archive, photos, read, catalogue, crew=crew, corrected=self.corrected
            ):
                self.outcomes[outcome.path] = outcome
                countdown.clear()
                if not self.json:
                    told = say_in(self.lang)
                    emit("".join(f"{told(line)}\n" for line in lines_of(outcome, called)))
                elif outcome.error is not None:
                    say_error(outcome.error, lang=self.lang)
                countdown.tick(worked=outcome.state not in (State.KNOWN, State.RESTORED))
        finally:
            countdown.clear()

    def watch(self, folders: Sequence[Path]) -> None:
        """Add what is in some folders, and what arrives there, until somebody presses Ctrl+C."""
        from scorecheck.archive.arrivals import Arrivals

        def trouble(folder: Path, error: OSError) -> None:
            why = reason(error)
            told = Phrase("{folder} cannot be read now: {why}", folder=folder, why=why)
            say(f"scorecheck: {translate(told, self.lang)}")

        arrivals = Arrivals(folders, self.archive.folder, trouble)
        if not self.quiet:
            listed = Joined(folders, between=", ")
            told = Phrase("waiting for photos in {folders}; Ctrl+C ends", folders=listed)
            say(translate(told, self.lang))
        try:
            for photos in arrivals.batches(time.sleep):
                self.add(photos)
        except KeyboardInterrupt:
            if not self.quiet:
                told = Phrase("stopped; what was being read is added the next time")
                say(translate(told, self.lang))

    def finish(self) -> int:
        """Say what came of it all; gives the exit code."""
        from scorecheck.archive.added_text import document, summary

        outcomes = list(self.outcomes.values())
        if self.json:
            emit_json(document(outcomes))
        if not self.quiet:
            say(translate(summary(outcomes), self.lang))
        return max((one.exit_code for one in outcomes), default=0)
