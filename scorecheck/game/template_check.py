"""Errors in a template that its schema cannot see: names that point nowhere, doubles, gaps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from scorecheck.errors import quoted
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    ColumnsFormula,
    DifferenceFormula,
    Formula,
    TimesFormula,
)
from scorecheck.game.template import POWER_FIELDS, Box, Column, Section, Sum, Template

_LANGUAGE = re.compile(r"[a-z]{2,3}")
_WORD = re.compile(r"[a-z0-9_-]{1,40}")
"""What the code on a sheet can carry and give back; a sheet that says more cannot be read."""

Problem = tuple[str, str]
"""A key inside the file, and what was expected there."""


def problems_of(template: Template) -> list[Problem]:
    """Every inconsistency of a template that parses."""
    checks = (_ids, _labels, _boxes, _sums, _overall, _orders, _chips, _power, _options, _aliases)
    return list(chain.from_iterable(check(template) for check in checks))


def _parts(template: Template) -> tuple[Section | Box | Sum | Column, ...]:
    return (
        *template.sections,
        *template.boxes,
        *template.sums,
        *template.columns,
        *template.overall,
    )


def _ids(template: Template) -> Iterator[Problem]:
    names = [part.id for part in _parts(template)]
    for name, count in Counter(names).items():
        if count > 1:
            yield name, "expected every section, box and sum to have an id of its own"


def _labels(template: Template) -> Iterator[Problem]:
    for lang in template.names:
        if not _LANGUAGE.fullmatch(lang):
            yield f"names.{lang}", "expected a language of two or three letters, as a sheet's code"
    if "en" not in template.names:
        yield "names", "expected at least an English name (en)"
    for part in _parts(template):
        if "en" not in part.labels:
            yield f"{part.id}.labels", "expected at least an English label (en)"


def _boxes(template: Template) -> Iterator[Problem]:
    sections = {section.id for section in template.sections}
    for box in template.boxes:
        if box.section not in sections:
            yield f"boxes.{box.id}.section", _one_of(sections, box.section)
        if box.fields not in (("value",), POWER_FIELDS):
            yield f"boxes.{box.id}.fields", 'expected ["value"] or ["base", "power", "total"]'
        if box.has_power and template.power is None:
            yield f"boxes.{box.id}.fields", "expected a [power] table, as the box has a power"
        yield from _box_options(template, box)
        if not template.values(box.id, {}):
            yield (
                f"boxes.{box.id}.pattern",
                f"expected a pattern that {template.dice} dice can make",
            )


def _box_options(template: Template, box: Box) -> Iterator[Problem]:
    for name in box.by_option:
        if name not in template.options:
            yield f"boxes.{box.id}.by_option.{name}", _one_of(template.options, name)


def _sums(template: Template) -> Iterator[Problem]:
    sections = {section.id for section in template.sections}
    earlier = set(sections)
    for total in template.sums:
        key = f"sums.{total.id}"
        if total.after not in sections:
            yield f"{key}.after", _one_of(sections, total.after)
        if isinstance(total.formula, ColumnsFormula):
            yield f"{key}.formula", "expected a formula over one column; this one goes to overall"
        yield from _formula(template, f"{key}.formula", total.formula, earlier)
        earlier.add(total.id)


def _overall(template: Template) -> Iterator[Problem]:
    """Sums over columns rest on sums of a column, or on earlier sums over columns."""
    of_column = {total.id for total in template.sums}
    earlier: set[str] = set()
    if template.overall and not template.columns:
        yield "overall", "expected [[columns]], as there are sums over them"
    for total in template.overall:
        key, formula = f"overall.{total.id}.formula", total.formula
        if not isinstance(formula, ChipsFormula | ColumnsFormula):
            yield f"{key}.kind", f"expected chips or columns, found {quoted(formula.kind)}"
            continue
        if isinstance(formula, ColumnsFormula):
            for name in sorted(set(formula.plus) - earlier):
                yield f"{key}.plus", _one_of(sorted(earlier), name)
        yield from _formula(template, key, formula, of_column)
        earlier.add(total.id)


def _formula(
    template: Template, key: str, formula: Formula, earlier: set[str]
) -> Iterator[Problem]:
    sections = {section.id for section in template.sections}
    if isinstance(formula, BoxesFormula) and formula.section not in sections:
        yield f"{key}.section", _one_of(sections, formula.section)
    if isinstance(formula, ChipsFormula) and template.chips is None:
        yield key, "expected a [chips] table, as the sum counts chips"
    if isinstance(formula, DifferenceFormula):
        boxes = [box.id for box in template.boxes]
        for box in (formula.plus, formula.minus, formula.times):
            if box not in boxes:
                yield key, _one_of(boxes, box)
    for name in sorted(_inputs(formula) - earlier):
        yield key, f"expected a sum that stands earlier in the file, found {quoted(name)}"
    for name in _formula_options(formula):
        if name not in template.options:
            yield key, _one_of(template.options, name)


def _inputs(formula: Formula) -> set[str]:
    if isinstance(formula, BonusFormula):
        return {formula.of}
    if isinstance(formula, TimesFormula | ColumnsFormula):
        return {formula.of}
    if isinstance(formula, AddFormula):
        only = chain.from_iterable(formula.only.values())
        return set(chain.from_iterable((formula.parts, *formula.also, *only)))
    return set()


def _formula_options(formula: Formula) -> Iterator[str]:
    for field in ("threshold_option", "points_option", "option", "by_column_option"):
        name = getattr(formula, field, None)
        if name:
            yield name


def _orders(template: Template) -> Iterator[Problem]:
    boxes = {box.id for box in template.boxes}
    sections = {section.id for section in template.sections}
    for number, order in enumerate(template.orders):
        key = f"orders.{number}"
        for name in order.boxes:
            if name not in boxes:
                yield f"{key}.boxes", _one_of(boxes, name)
        for name in order.sections:
            if name not in sections:
                yield f"{key}.sections", _one_of(sections, name)
        if bool(order.boxes) == bool(order.sections):
            yield key, "expected either boxes or sections"
        for field in ("when", "strikes_option"):
            name = getattr(order, field)
            if name and name not in template.options:
                yield f"{key}.{field}", _one_of(template.options, name)


def _chips(template: Template) -> Iterator[Problem]:
    if template.chips and template.chips.box not in {box.id for box in template.boxes}:
        yield "chips.box", _one_of([box.id for box in template.boxes], template.chips.box)


def _power(template: Template) -> Iterator[Problem]:
    if template.power is None:
        return
    option = template.options.get(template.power.option)
    if option is None:
        yield "power.option", _one_of(template.options, template.power.option)
        return
    for choice in option.choices:
        if str(choice) not in template.power.notations:
            yield "power.notations", f"expected a table for the choice {quoted(choice)}"


def _options(template: Template) -> Iterator[Problem]:
    if template.entries_option and template.entries_option not in template.options:
        yield "entries_option", _one_of(template.options, template.entries_option)
    for name, option in template.options.items():
        for word in (name, *map(str, option.choices)):
            if not _WORD.fullmatch(word):
                yield f"options.{name}", f"expected a-z, 0-9, _ and - only, found {quoted(word)}"
        if option.type == "choice" and not option.choices:
            yield f"options.{name}.choices", "expected at least one choice"
            continue
        try:
            option.parse(option.default)
        except ValueError as error:
            yield f"options.{name}.default", f"expected {error}, found {quoted(option.default)}"


def _aliases(template: Template) -> Iterator[Problem]:
    for name, alias in template.other_names.items():
        if "en" not in alias.names:
            yield f"other_names.{name}.names", "expected at least an English name (en)"


def _one_of(known: Iterable[str], found: str) -> str:
    return f"expected one of {', '.join(known) or '(none are defined)'}, found {quoted(found)}"
