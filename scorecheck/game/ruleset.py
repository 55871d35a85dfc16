"""A template under chosen options, with everything that the options decide worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorecheck.game.patterns import Pattern, rolls_by_value
from scorecheck.game.template import Box, Order, PowerFace, Template


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of one game as played: template plus options.

    `values` are the legal values of each box besides 0; `faces` the Power die's spellings.
    """

    template: Template
    options: Mapping[str, object]
    values: Mapping[str, frozenset[int]]
    patterns: Mapping[str, Pattern]
    orders: tuple[Order, ...]
    faces: Mapping[str, PowerFace]
    boxes: Mapping[str, Box] = field(repr=False)

    def strikes_of(self, order: Order) -> str:
        """Which box of an ordered group is struck first under these options."""
        return str(self.options[order.strikes_option]) if order.strikes_option else order.strikes

    def factors(self) -> frozenset[int]:
        """The factors that the Power die can give."""
        return frozenset(face.factor for face in self.faces.values())

    def dice_of(self, box_id: str, value: int) -> tuple[tuple[int, ...], ...]:
        """The rolls that score `value` in a box."""
        return rolls_by_value(self.patterns[box_id], self.template.dice).get(value, ())


_CACHE_LIMIT = 256
_cache: dict[tuple[object, ...], Ruleset] = {}


def ruleset(template: Template, options: Mapping[str, object]) -> Ruleset:
    """The rules of `template` under resolved `options` (see `Template.resolve_options`)."""
    key = (id(template), *options.items())
    known = _cache.get(key)
    # The identity of a template may be used again after its end; so look at the object too.
    if known is not None and known.template is template:
        return known
    if len(_cache) >= _CACHE_LIMIT:
        _cache.clear()
    made = _cache[key] = _make(template, options)
    return made


def _make(template: Template, options: Mapping[str, object]) -> Ruleset:
    return Ruleset(
        template=template,
        options=dict(options),
        values={box.id: template.values(box.id, options) for box in template.boxes},
        patterns={box.id: box.pattern_for(options) for box in template.boxes},
        orders=tuple(
            order for order in template.orders if order.when is None or options[order.when]
        ),
        faces=template.power.faces(options) if template.power else {},
        boxes={box.id: box for box in template.boxes},
    )
