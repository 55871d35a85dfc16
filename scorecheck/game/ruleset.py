"""A template under chosen options, with everything that the options decide worked out once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorecheck.game.patterns import Pattern, rolls_by_value
from scorecheck.game.template import Box, Column, Order, PowerFace, Template


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of one game as played: template plus options.

    `values` are the legal values of each box besides 0; `faces` the Power die's spellings. On a
    sheet of several columns, `column` is the one that the rules are for, and `factor` what each
    entry of it is written times.
    """

    template: Template
    options: Mapping[str, object]
    values: Mapping[str, frozenset[int]]
    patterns: Mapping[str, Pattern]
    orders: tuple[Order, ...]
    faces: Mapping[str, PowerFace]
    boxes: Mapping[str, Box] = field(repr=False)
    column: Column | None = None
    factor: int = 1

    def strikes_of(self, order: Order) -> str:
        """Which box of an ordered group is struck first under these options."""
        return str(self.options[order.strikes_option]) if order.strikes_option else order.strikes

    def factors(self) -> frozenset[int]:
        """The factors that the Power die can give."""
        return frozenset(face.factor for face in self.faces.values())

    def dice_of(self, box_id: str, value: int) -> tuple[tuple[int, ...], ...]:
        """The rolls that score `value` in a box."""
        unmultiplied = value // self.factor if value % self.factor == 0 else -1
        return rolls_by_value(self.patterns[box_id], self.template.dice).get(unmultiplied, ())


_CACHE_LIMIT = 4096
_cache: dict[tuple[object, ...], Ruleset] = {}


def ruleset(
    template: Template, options: Mapping[str, object], column: str | None = None
) -> Ruleset:
    """The rules of `template` under resolved `options` (see `Template.resolve_options`).

    Args:
        column: for a game whose sheet has several columns, the one that the rules are for.
    """
    key = (id(template), column, *options.items())
    known = _cache.get(key)
    # The identity of a template may be used again after its end; so look at the object too.
    if known is not None and known.template is template:
        return known
    if len(_cache) >= _CACHE_LIMIT:
        _cache.clear()
    of_column = template.column(column) if column else None
    made = _cache[key] = _make(template, options, of_column)
    return made


def _make(template: Template, options: Mapping[str, object], column: Column | None) -> Ruleset:
    multiplied = options.get(template.entries_option or "") == "multiplied"
    factor = column.factor if column and multiplied else 1
    return Ruleset(
        template=template,
        options=dict(options),
        values={
            box.id: frozenset(factor * value for value in template.values(box.id, options))
            for box in template.boxes
        },
        patterns={box.id: box.pattern_for(options) for box in template.boxes},
        orders=(*_orders(template, options), *_order_of(template, column)),
        faces=template.power.faces(options) if template.power else {},
        boxes={box.id: box for box in template.boxes},
        column=column,
        factor=factor,
    )


def _orders(template: Template, options: Mapping[str, object]) -> Iterator[Order]:
    return (order for order in template.orders if order.when is None or options[order.when])


def _order_of(template: Template, column: Column | None) -> Iterator[Order]:
    """A column that is filled in one direction orders all its boxes."""
    if column is not None and column.order != "free":
        sections = tuple(section.id for section in template.sections)
        yield Order(sections=sections, by_box=True, upwards=column.order == "up")
