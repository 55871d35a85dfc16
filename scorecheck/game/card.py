"""`Card`: what is written in one column, legal or not; an impossible card can be built too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from scorecheck.errors import UsageError, one_line, quoted
from scorecheck.game.formula import BonusFormula
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Named, Phrase

STRIKE_SIGNS = frozenset({"X", "x", "/", "\\", "-", "–", "—", "#"})
"""Ways to strike a box; a written 0 means the same."""

CARD_KEYS = ("entries", "chips", "written", "columns")
"""The keys of a card."""

_NOTES = frozenset(
    {"name", "note", "notes", "comment", "why", "date", "source", "seed", "expected"}
)
"""Keys that say nothing to the audit; so do those that begin with `_`."""

_MARK = Phrase('a number, "X" (struck) or null (blank)')
_SUM = Phrase("a number or null (not written)")
_STRUCK_SUM = Phrase('a number, "X" or null (not written)')
"""What may stand in a cell, in words."""

_WHOLE = re.compile(r"-?[0-9]{1,30}")

Number = int | float
Mark = int | float | str | None
"""A number, a strike sign, or None where nothing is written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is written in one box.

    A box with a single cell uses `base` alone. `power` is the Power column as text, in upper
    case; None where it is empty.
    """

    base: Mark = None
    power: str | None = None
    total: Mark = None

    @property
    def is_blank(self) -> bool:
        """Nothing is written in any of the cells."""
        return self.base is None and self.power is None and self.total is None

    @property
    def is_struck(self) -> bool:
        """The box was given up: a sign or 0 in base, or 0 as the only number."""
        return is_zero(self.base) or (self.base is None and is_zero(self.total))


BLANK = Entry()


def is_zero(mark: Mark) -> bool:
    """Whether a mark means zero: a strike sign or 0."""
    return isinstance(mark, str) or mark == 0


def number_of(mark: Mark) -> Number:
    """A mark as a number; signs and blanks count 0."""
    return 0 if mark is None or isinstance(mark, str) else mark


@dataclass(frozen=True, slots=True)
class Card:
    """One column: the entries of filled boxes by box id, the chips, and the written sums.

    `chips` is None where nothing is said about them. `entries` may hold boxes that the game does
    not have; the audit names them.
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)
    chips: Number | None = None
    written: Mapping[str, Number] = field(default_factory=dict)

    def entry(self, box_id: str) -> Entry:
        """What stands in a box; a blank entry when nothing does."""
        return self.entries.get(box_id, BLANK)

    @classmethod
    def from_json(cls, data: object, template: Template) -> Card:
        """A card from its JSON form.

        Raises:
            UsageError: a part that does not parse, with its place.
        """
        if not isinstance(data, Mapping):
            raise wrong("card", Phrase("an object with entries"), data)
        check_keys(data, CARD_KEYS, template, "card")
        if "columns" in data and not template.columns:
            expected = Phrase("entries, as {game} has one column", game=Named(template.title))
            raise wrong("columns", expected, "columns")
        entries = {
            str(box): _entry(str(box), value, template)
            for box, value in _object(data, "entries").items()
        }
        written = {
            str(name): _written(f"written.{name}", value, template)
            for name, value in _object(data, "written").items()
        }
        return cls(
            entries={box: entry for box, entry in entries.items() if not entry.is_blank},
            chips=_chips(data.get("chips")),
            written={name: value for name, value in written.items() if value is not None},
        )

    def to_json(self, template: Template) -> dict[str, object]:
        """The JSON form; `from_json` with the same template gives an equal card back."""
        entries = {box: _entry_json(box, entry, template) for box, entry in self.entries.items()}
        data: dict[str, object] = {"entries": entries}
        if self.chips is not None:
            data["chips"] = self.chips
        if self.written:
            data["written"] = dict(self.written)
        return data


_IN_WORDS = {
    "card": Phrase("a card"),
    "case": Phrase("a case"),
    "column": Phrase("a column"),
}


def check_keys(
    data: Iterable[object], known: Sequence[str], template: Template, place: str
) -> None:
    """Refuse a key that is not `known`, and a box or sum at the wrong level: what it says would
    go unread.

    Some names are known as notes (`why`, `note`, ...), and so is any that begins with `_`.

    Args:
        place: what the data is, such as `card`.

    Raises:
        UsageError: with the key, and what was probably meant.
    """
    for key in map(str, data):
        if key in known or key in _NOTES or key.startswith("_"):
            continue
        if template.has_box(key):
            raise wrong(
                key, Phrase("the boxes inside a card's entries"), Phrase("a box outside them")
            )
        if any(key == total.id for total in (*template.sums, *template.overall)):
            raise wrong(key, Phrase("the sums inside a card's written"), Phrase("a sum outside it"))
        for close in get_close_matches(key.lower(), known, n=1, cutoff=0.8):
            raise wrong(place, Phrase("the key {key}", key=repr(close)), key)
        raise UsageError(
            Phrase(
                "the key {key} is not known in {place}; expected {keys}",
                place=_IN_WORDS.get(place, place),
                key=quoted(key),
                keys=", ".join(known),
            ),
            help=Phrase(
                "correct it; for a note of your own, let the key begin with _, as in _seat"
            ),
            code="card-format",
        )


def _entry_json(box: str, entry: Entry, template: Template) -> object:
    has_power = template.has_box(box) and template.box(box).has_power
    if not has_power and entry.power is None and entry.total is None:
        return entry.base
    return {"base": entry.base, "power": entry.power, "total": entry.total}


def _object(data: Mapping[object, object], key: str) -> Mapping[object, object]:
    value = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise wrong(key, Phrase("an object"), value)
    if "" in value:
        raise wrong(key, Phrase("names"), Phrase("a name without a letter"))
    return value


def _entry(box: str, value: object, template: Template) -> Entry:
    has_power = template.has_box(box) and template.box(box).has_power
    if isinstance(value, Mapping):
        if template.has_box(box) and not has_power:
            raise wrong(box, Phrase('a number, "X" or null'), value)
        return _row(box, value)
    mark = _mark(box, value)
    if has_power and mark is not None:
        # A row of which only one number is known is known by its total.
        return Entry(base=mark, total=0) if isinstance(mark, str) else Entry(total=mark)
    return Entry(base=mark)


def _row(box: str, value: Mapping[object, object]) -> Entry:
    unknown = set(value) - {"base", "power", "total"}
    if unknown:
        raise wrong(box, Phrase("base, power and total only"), sorted(map(str, unknown)))
    power = value.get("power")
    if power is not None and (isinstance(power, bool) or not isinstance(power, str | int | float)):
        raise wrong(f"{box}.power", Phrase("a symbol such as 2 or D"), power)
    text = None if power is None else str(power).strip().upper()
    return Entry(
        base=_mark(f"{box}.base", value.get("base")),
        power=text or None,
        total=_mark(f"{box}.total", value.get("total")),
    )


def _mark(place: str, value: object) -> Mark:
    if value is None or value == "":
        return None
    if isinstance(value, str):
        text = value.strip()
        if text in STRIKE_SIGNS:
            return text
        if _WHOLE.fullmatch(text):
            return int(text)
        raise wrong(place, _MARK, value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong(place, _MARK, value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _written(place: str, value: object, template: Template) -> Number | None:
    """A sum as it is written. Only boxes are struck; but for no bonus, a sign says 0."""
    mark = _mark(place, value)
    bonuses = [sum_.id for sum_ in template.sums if isinstance(sum_.formula, BonusFormula)]
    may_be_struck = place.removeprefix("written.") in bonuses
    if value == "" or (isinstance(mark, str) and not may_be_struck):
        raise wrong(place, _STRUCK_SUM if may_be_struck else _SUM, value)
    return None if mark is None else number_of(mark)


def _chips(value: object) -> Number | None:
    mark = _mark("chips", value)
    if value == "" or isinstance(mark, str):
        raise wrong("chips", _SUM, value)
    return mark


def wrong(place: str, expected: str, found: object) -> UsageError:
    """The error for a part of a card that does not parse, with what was expected there."""
    return UsageError(
        Phrase(
            "{place}: expected {expected}, found {found}",
            place=one_line(place),
            expected=expected,
            found=found if isinstance(found, Phrase) else repr(str(found)[:60]),
        ),
        help=Phrase("correct the card file; `scorecheck audit --help` shows its format"),
        code="card-format",
    )
