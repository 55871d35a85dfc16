"""The schema of a template: everything that the rest of the house knows about one game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from scorecheck.game import options as option_values
from scorecheck.game.formula import Formula
from scorecheck.game.options import Option, OptionValue
from scorecheck.game.patterns import Pattern, possible_values

Labels = dict[str, str]
"""A text per language code; English is always there."""

POWER_FIELDS = ("base", "power", "total")
Identifier = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Named(_Part):
    id: str = Identifier
    labels: Labels
    hints: Labels = {}


class Section(_Named):
    """A block of boxes on the card."""


class Box(_Named):
    """A scoring category; `fields` are ("value",) or ("base", "power", "total").

    `by_option` gives the pattern that a house rule puts in place of `pattern`: option name, then
    the option's value as text.
    """

    section: str
    pattern: Pattern
    by_option: dict[str, dict[str, Pattern]] = {}
    fields: tuple[Literal["value", "base", "power", "total"], ...] = ("value",)

    def pattern_for(self, options: Mapping[str, object]) -> Pattern:
        """The pattern that counts under these options."""
        for name, patterns in self.by_option.items():
            chosen = patterns.get(str(options.get(name)).lower())
            if chosen is not None:
                return chosen
        return self.pattern

    @cached_property
    def has_power(self) -> bool:
        """Whether the box has a base, a power and a total."""
        return "power" in self.fields


class Sum(_Named):
    """A number that the player computes, printed after a section; `printed` puts it on sheets."""

    after: str
    formula: Formula
    printed: bool = True


class Chips(_Named):
    """Bonus chips for further Yahtzees: they need `value` in `box`; `printed` tick boxes."""

    id: str = "chips"
    box: str
    value: int
    printed: int = Field(default=10, ge=0, le=20)


class Order(_Part):
    """Boxes that are filled in the order listed.

    `boxes` lists box ids; `sections` orders whole sections instead, or with `by_box` every box of
    them in print order (from the bottom with `upwards`). `strikes` says which box of the list is
    struck first (`first-first`, `last-first` or `free`); `strikes_option` names the option that
    says it. `when` names the option (a flag) that puts the order in force.
    """

    boxes: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    by_box: bool = False
    upwards: bool = False
    strikes: Literal["first-first", "last-first", "free"] = "first-first"
    strikes_option: str | None = None
    when: str | None = None


class Column(_Named):
    """One of the columns that a game's sheet always has, each filled with every box.

    `factor` multiplies the column's total; `order` is the order in which its boxes are filled.
    `announced` says that the player names the box aloud; it shows on printed sheets only.
    """

    factor: int = Field(default=1, ge=1)
    order: Literal["free", "down", "up"] = "free"
    announced: bool = False


class PowerFace(_Part):
    """A face of the Power die: its spellings (upper case) and its factor."""

    names: tuple[str, ...] = Field(min_length=1)
    factor: int = Field(ge=1)
    double: bool = False


class Power(_Part):
    """The Power die, with its spellings under each value of the option `option`."""

    option: str
    notations: dict[str, tuple[PowerFace, ...]]

    def faces(self, options: Mapping[str, object]) -> dict[str, PowerFace]:
        """Spelling (upper case) to face, under these options."""
        chosen = self.notations[str(options[self.option])]
        return {name: face for face in chosen for name in face.names}


class Alias(_Part):
    """Another name under which the game is played, with its own title and words."""

    names: Labels
    labels: dict[str, Labels] = {}
    lang: str = "en"


class Template(_Part):
    """One game. Boxes and sums stand in print order; `alias` is set when it was asked for so.

    A game whose sheet always has several columns lists them in `columns`, and in `overall` the
    sums over them; `entries_option` names the option under which (`multiplied`) every entry is
    written times its column's factor.
    """

    id: str = Identifier
    version: int = Field(ge=1, le=9999)
    lang: str = "en"
    names: Labels
    dice: int = Field(ge=1, le=10)
    throws: int = Field(default=3, ge=1)
    ends_at_first_full: bool = False
    players: str = ""
    sources: tuple[str, ...] = Field(min_length=1)
    outside: bool = False
    sections: tuple[Section, ...] = Field(min_length=1)
    boxes: tuple[Box, ...] = Field(min_length=1)
    sums: tuple[Sum, ...] = Field(min_length=1)
    columns: tuple[Column, ...] = ()
    overall: tuple[Sum, ...] = ()
    entries_option: str | None = None
    chips: Chips | None = None
    orders: tuple[Order, ...] = ()
    power: Power | None = None
    options: dict[str, Option] = {}
    field_labels: dict[str, Labels] = {}
    other_names: dict[str, Alias] = {}
    alias: str = ""

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other names of the game."""
        return tuple(self.other_names)

    @property
    def printable(self) -> bool:
        """Whether sheets of it can be drawn: not of boxes with several cells in several columns."""
        return not (self.columns and any(box.has_power for box in self.boxes))

    @property
    def grand_total(self) -> Sum:
        """The sum that decides: the last of a column, or over all columns."""
        return (self.overall or self.sums)[-1]

    @property
    def has_chips(self) -> bool:
        """Whether bonus chips exist in this game."""
        return self.chips is not None

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which every box has a label."""
        langs = dict.fromkeys(lang for box in self.boxes for lang in box.labels)
        return tuple(lang for lang in langs if all(lang in box.labels for box in self.boxes))

    @cached_property
    def _boxes(self) -> dict[str, Box]:
        return {box.id: box for box in self.boxes}

    @cached_property
    def _named(self) -> dict[str, _Named]:
        chips = (self.chips,) if self.chips else ()
        parts = (*self.sections, *self.boxes, *self.sums, *self.overall, *self.columns, *chips)
        return {part.id: part for part in parts}

    def column(self, column_id: str) -> Column:
        """The column of this id; KeyError when the game's sheet has none."""
        return {column.id: column for column in self.columns}[column_id]

    def has_box(self, box_id: str) -> bool:
        """Whether the game has this box."""
        return box_id in self._boxes

    def box(self, box_id: str) -> Box:
        """The box of this id; KeyError when the game has none."""
        return self._boxes[box_id]

    def section_boxes(self, section: str) -> tuple[Box, ...]:
        """The boxes of one section, in print order."""
        return tuple(box for box in self.boxes if box.section == section)

    def title(self, lang: str) -> str:
        """The game's name as printed on top of a sheet."""
        return self.names.get(lang, self.names["en"])

    def label(self, part_id: str, lang: str = "en") -> str:
        """The name of a box, sum, section, field or the chips; English where `lang` has none."""
        own = self.other_names[self.alias].labels.get(part_id, {}) if self.alias else {}
        part = self._named.get(part_id)
        labels = part.labels if part else self.field_labels.get(part_id, {"en": part_id})
        return own.get(lang) or own.get("en") or labels.get(lang, labels["en"])

    def hint(self, part_id: str, lang: str = "en") -> str:
        """The short rule printed beside a box or sum; empty where there is none."""
        part = self._named.get(part_id)
        hints = part.hints if part else {}
        return hints.get(lang, hints.get("en", ""))

    def values(self, box_id: str, options: Mapping[str, object]) -> frozenset[int]:
        """The legal values of a box besides 0 (of its base, where it has one)."""
        return possible_values(self.box(box_id).pattern_for(options), self.dice)

    def resolve_options(self, given: Mapping[str, object] | None = None) -> dict[str, OptionValue]:
        """All options, defaults filled in.

        Raises:
            UsageError: an unknown option, or a value that does not fit it.
        """
        return option_values.resolve(self.options, dict(given or {}), self.alias or self.id)

    def known_as(self, name: str) -> Self:
        """This game under one of its names: an alias brings its own title and language."""
        if name not in self.other_names:
            return self
        alias = self.other_names[name]
        update: dict[str, Any] = {"names": alias.names, "lang": alias.lang, "alias": name}
        return self.model_copy(update=update)
