"""Troubles of similar tools, tried here: `python -m scorecheck.measure.reports DIGITS`.

DIGITS is the folder of handwriting. For each public report the situation is built anew: sheets are
printed, filled by hands of the final split, photographed or scanned, and read by the whole
pipeline. The table gives, per report, how many cases were tried and what happened to them; below
it stands every case that did not end as it should. `--only 5,18` tries some of the reports.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorecheck.measure import (
    reports_cards,
    reports_entries,
    reports_files,
    reports_light,
    reports_marks,
    reports_place,
    reports_sizes,
)
from scorecheck.measure.markdown import markdown
from scorecheck.measure.reports_sheet import Bench
from scorecheck.measure.reports_tally import Tally
from scorecheck.processes import in_processes


@dataclass(frozen=True)
class Report:
    """What went wrong elsewhere, and the trial of it here."""

    number: int
    trouble: str
    trial: Callable[[Bench], Tally]


REPORTS = (
    Report(1, "sheets upside down or sideways are misread", reports_place.turned),
    Report(2, "EXIF orientation is ignored, or an invalid one crashes", reports_files.orientation),
    Report(3, "shrink-to-fit moves everything", reports_place.scaled),
    Report(4, "the other paper size fails", reports_place.other_paper),
    Report(5, "a mark is cut off, covered or written over", reports_marks.away),
    Report(6, "tags are lost beside a line or at some angles", reports_marks.crowded),
    Report(7, "shadow or uneven light breaks one threshold", reports_light.uneven),
    Report(8, "names with letters beyond ASCII fail", reports_files.names),
    Report(9, "HEIC is refused", reports_files.heic),
    Report(10, "a huge scan kills memory", reports_sizes.huge),
    Report(11, "only page 1 is read, or pages are shuffled", reports_files.pages),
    Report(12, "the same sheet is counted twice", reports_files.repeats),
    Report(13, "one bad image ends the batch", reports_files.among_good),
    Report(14, "blanks are read as filled", reports_light.nothing_written),
    Report(15, "1 and 7 are confused", reports_entries.ones_and_sevens),
    Report(16, "touching digits are not split, one is split in two", reports_entries.touching),
    Report(17, "a dash is read as a digit", reports_entries.struck),
    Report(18, "corrected and crossed-out entries", reports_entries.corrected),
    Report(19, "cell lines are read as 1", reports_entries.stray_lines),
    Report(20, "a card that is legally incomplete is called an error", reports_cards.ended_early),
    Report(21, "weak toner on one side", reports_light.weak_toner),
    Report(22, "paper stretched or curled", reports_place.bent),
    Report(23, "the next sheet shows below", reports_marks.together),
    Report(24, "blank, 0 and struck are mixed up", reports_cards.three_values),
    Report(25, "wrong additions are repaired", reports_cards.wrong_additions),
    Report(27, "another game's numbers on a card", reports_cards.other_game),
    Report(28, "a small straight with a double inside", reports_cards.straight_with_a_double),
)
"""Reports about photos and cells, and two about the audit; the others are about tournaments."""


def tried(job: tuple[int, Path, Path]) -> Tally:
    """Try one report, by number, with the handwriting in a folder."""
    number, folder, scratch = job
    (report,) = (one for one in REPORTS if one.number == number)
    place = scratch / str(number)
    place.mkdir()
    return report.trial(Bench(folder, place))


def table(tallies: dict[int, Tally]) -> str:
    """The Markdown table, and below it every case that did not end as it should."""
    heads = ("", "trouble elsewhere", "tried here", "cases", "what happened")
    lines = [
        (one.number, one.trouble, _tried_here(one), tallies[one.number].cases,
         tallies[one.number].words())
        for one in REPORTS
        if one.number in tallies
    ]  # fmt: skip
    amiss = [f"- {n}: {one}" for n, tally in sorted(tallies.items()) for one in tally.amiss]
    end = "Not as it should be:" if amiss else "All as it should be."
    return "\n".join([markdown(heads, lines), "", end, *amiss])


def _tried_here(report: Report) -> str:
    return (report.trial.__doc__ or "").strip().rstrip(".")


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the reports and print the table; the exit code is 1 where a case did not end well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--only", default="", help="numbers of reports, joined by commas")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(arguments)
    wanted = {int(number) for number in args.only.split(",") if number}
    numbers = [one.number for one in REPORTS if not wanted or one.number in wanted]
    with tempfile.TemporaryDirectory() as scratch:
        jobs = [(number, args.digits, Path(scratch)) for number in numbers]
        tallies = dict(zip(numbers, in_processes(tried, jobs, args.processes), strict=True))
    print(table(tallies))
    return 1 if any(tally.amiss for tally in tallies.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
