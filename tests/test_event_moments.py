"""Times as people type them, and told in words by this computer's clock."""

from __future__ import annotations

import time

import pytest

from scorecheck.archive.event_facts import moment
from scorecheck.archive.moment_words import as_it_stood
from scorecheck.errors import UsageError
from scorecheck.languages.phrase import translate


def test_times_as_people_type_them() -> None:
    assert moment("2026-01-31T20:15:00Z") == "2026-01-31T20:15:00.000Z"
    assert moment("2026-01-31 20:15+02:00") == "2026-01-31T18:15:00.000Z"
    assert moment("2026-01-31") > moment("2026-01-31T23:59:58")
    with pytest.raises(UsageError, match="'tomorrow' is no time"):
        moment("tomorrow")


@pytest.mark.parametrize(
    ("zone", "utc", "shown"),
    [
        ("UTC", "2026-01-31T20:15:00.000Z", "UTC"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-01-31T19:15:00.000Z", "UTC+1"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-02-01T01:15:00.000Z", "UTC-5"),
        ("IST-5:30", "2026-01-31T14:45:00.000Z", "UTC+5:30"),
    ],
)
def test_a_time_without_a_zone_is_by_this_computers_clock(
    monkeypatch: pytest.MonkeyPatch, zone: str, utc: str, shown: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert moment("2026-01-31T20:15") == utc
        told, clock = as_it_stood(utc), f"by this computer's clock ({shown})"
        assert told == f"as it stood on 31 January 2026 at 20:15 {clock}"
        assert translate(told, "de").startswith("Stand vom 31. Januar 2026 um 20:15 Uhr")
        end = as_it_stood(moment("2026-03-01"))
        assert end == f"as it stood at the end of 1 March 2026 {clock}"
        assert "at 20:15:07 by" in as_it_stood(moment("2026-01-31T20:15:07"))
        assert moment("2026-01-31T20:15+01:00") == "2026-01-31T19:15:00.000Z", "a zone holds"
        assert moment("2026-07-01T12:00Z") == "2026-07-01T12:00:00.000Z"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("text", ["0001-01-01T00:00", "9999-12-31"])
def test_times_beyond_the_calendar_are_told_or_taken(text: str) -> None:
    try:
        assert moment(text).endswith("Z")
    except UsageError as error:
        assert "too far away" in str(error.message)
