"""What came of an import, in sentences: what is new, what people have to settle, which code."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.archive.called import Called
from scorecheck.archive.import_event import Imported
from scorecheck.archive.join_event import Came
from scorecheck.errors import quoted
from scorecheck.languages.phrase import Joined, Phrase, Plural


def lines_of(done: Imported, called: Called, *, brief: bool = False) -> Iterator[str]:
    """The sentences.

    Args:
        called: what players and boxes are called.
        brief: only what people have to settle.
    """
    if done.came is None:
        if not brief:
            yield Phrase(
                "{name}: {records}, event code {code}",
                name=done.name,
                records=Plural("{n} record", "{n} records", done.records),
                code=done.code,
            )
        return
    if not brief:
        yield from _news(done, done.came)
    yield from _to_settle(done.came, called)
    if not brief:
        yield from _codes(done)


def needs_people(done: Imported) -> bool:
    """Whether something that came has to be settled or looked at."""
    came = done.came
    return came is not None and bool(came.contested or came.differing or came.put_twice)


def _news(done: Imported, came: Came) -> Iterator[str]:
    if not done.records:
        if done.code == done.there:
            yield Phrase(
                "{name} is here already, with the same event code {code}",
                name=done.name,
                code=done.code,
            )
        else:
            yield Phrase("{name}: all that the file tells is here already", name=done.name)
        return
    counted = [
        Plural("{n} player", "{n} players", len(came.players)) if came.players else "",
        Plural("{n} printed sheet", "{n} printed sheets", len(came.sheets)) if came.sheets else "",
        _total(came, "readings"),
        _total(came, "decisions"),
        _total(came, "rulings"),
    ]
    yield Phrase(
        "{name}: new here are {what}; {known}",
        name=done.name,
        what=Joined([one for one in counted if one], between=", "),
        known=Plural("{n} reading was here already", "{n} readings were here already", came.known),
    )
    for number, name in came.players:
        yield Phrase("player no. {number}, {name}, was added there", number=number, name=name)


def _total(came: Came, what: str) -> str:
    number = sum(getattr(one, what) for one in came.joined)
    if not number:
        return ""
    if what == "readings":
        return Plural("{n} reading", "{n} readings", number)
    if what == "decisions":
        return Plural("{n} decision", "{n} decisions", number)
    return Plural("{n} settled conflict", "{n} settled conflicts", number)


def _to_settle(came: Came, called: Called) -> Iterator[str]:
    for number in came.contested:
        yield Phrase(
            "sheet {number}: the photos here and there differ; `scorecheck archive settle` shows "
            "where",
            number=number,
        )
    for numbers in came.put_twice:
        yield Phrase(
            "one photo was put to several sheets by hand, {numbers}, and counts on each of them: "
            "`scorecheck archive assign --undo --sheet N` takes it back from one",
            numbers=Joined(numbers, between=", "),
        )
    for one in came.differing:
        yield Phrase(
            "sheet {number}, {cell}: {here} was decided here, {there} there; the later word, "
            "{holds}, holds",
            number=one.sheet,
            cell=called.cell_of(one.sheet, one.cell),
            here=_text(one.here),
            there=_text(one.there),
            holds=_text(one.holds),
        )


def _text(text: str) -> str:
    return quoted(text) if text else Phrase("blank")


def _codes(done: Imported) -> Iterator[str]:
    if done.records or done.code != done.there:
        yield Phrase("event code {code}", code=done.code)
    if done.code != done.there:
        yield Phrase(
            "the other archive has the code {code}: import an export of this one there, and both "
            "have the same",
            code=done.there,
        )
