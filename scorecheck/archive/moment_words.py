"""A time in words, by this computer's clock: `31 January 2026 at 20:15 … (UTC+1)`."""

from __future__ import annotations

from datetime import datetime

from scorecheck.languages.phrase import Phrase

_MONTHS = (
    Phrase("January"),
    Phrase("February"),
    Phrase("March"),
    Phrase("April"),
    Phrase("May"),
    Phrase("June"),
    Phrase("July"),
    Phrase("August"),
    Phrase("September"),
    Phrase("October"),
    Phrase("November"),
    Phrase("December"),
)


def as_it_stood(at: str) -> str:
    """That something is told as it stood then.

    Args:
        at: a time as the log writes it, in UTC. The last moment of a day is its end.
    """
    local = datetime.fromisoformat(at).astimezone()
    day = day_words(local)
    if (local.hour, local.minute, local.second, local.microsecond) == (23, 59, 59, 999_000):
        return Phrase(
            "as it stood at the end of {day} by this computer's clock ({zone})",
            day=day,
            zone=zone(local),
        )
    time = f"{local:%H:%M:%S}" if local.second else f"{local:%H:%M}"
    return Phrase(
        "as it stood on {day} at {time} by this computer's clock ({zone})",
        day=day,
        time=time,
        zone=zone(local),
    )


def day_words(local: datetime) -> str:
    """Such as `31 January 2026`."""
    month = _MONTHS[local.month - 1]
    return Phrase("{day} {month} {year}", day=local.day, month=month, year=local.year)


def zone(local: datetime) -> str:
    """How far a clock is ahead of UTC: `UTC+1`, `UTC+5:30`, `UTC` itself."""
    offset = local.utcoffset()
    minutes = round(offset.total_seconds() / 60) if offset else 0
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")
