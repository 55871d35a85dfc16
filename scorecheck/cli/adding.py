"""`Adding`: photos on their way into an archive, and what is said of each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.cli.console import clear_line, emit, emit_json, say, say_error
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
    _reading: bool = False
    _told: bool = False

    def add(self, photos: Sequence[Path]) -> None:
        """Add photos; of each it is said what became of it as soon as it is in for good."""
        from scorecheck.archive.add import State, add_files
        from scorecheck.archive.added_text import lines_of
        from scorecheck.archive.called import Called
        from scorecheck.archive.intake import ReadFile
        from scorecheck.crew import Processes
        from scorecheck.processes import processes_for

        countdown = Countdown(len(photos), shown=not self.quiet, lang=self.lang)
        crew = self.crew or Processes(processes_for(len(photos)))
        self._reading = True
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
            self._reading = False
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
            self.goodbye()

    def goodbye(self) -> None:
        """Say to whoever pressed Ctrl+C what is in the archive, and how to go on."""
        if self.quiet:
            return
        clear_line()  # on which the terminal shows what was pressed
        in_now = self._summary() if self.outcomes else Phrase("nothing was added")
        say(translate(Phrase("stopped: {summary}", summary=in_now), self.lang))
        rest = (
            Phrase("what was being read is added the next time")
            if self._reading
            else Phrase("nothing is lost")
        )
        go_on = Phrase("the same command goes on from there")
        say(translate(Joined([rest, go_on], between="; "), self.lang))
        self._told = True

    def finish(self) -> int:
        """Say what came of it all; gives the exit code."""
        from scorecheck.archive.added_text import document

        if self.json:
            emit_json(document(list(self.outcomes.values())))
        if not (self.quiet or self._told):
            say(translate(self._summary(), self.lang))
        return max((one.exit_code for one in self.outcomes.values()), default=0)

    def _summary(self) -> str:
        from scorecheck.archive.added_text import summary

        return summary(list(self.outcomes.values()))
