"""Photo to verdict, top down: Photo, FoundSheet, FlatSheet, Reading, WeighedCard, Verdict."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.game.template import Template
from scorecheck.judge.hint import hints_of
from scorecheck.judge.sheet import Columns, Judged, judge_sheet, read_columns
from scorecheck.judge.sight import refuse_lost, sight_notes
from scorecheck.photo.find import FoundSheet, find_sheets
from scorecheck.photo.flatten import FlatSheet, flatten
from scorecheck.photo.load import Photo
from scorecheck.reading.types import Reading
from scorecheck.report.result import SheetBasis, SheetResult
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.marks import known_sheets

Reader = Callable[[FlatSheet, Layout], Reading]
"""Reads the cells of a flat sheet, blind."""

_MOST_LAYOUTS = 64


class Watcher(Protocol):
    """Looks on at each step (`--debug`); nothing that it does changes a result."""

    def found(self, photo: Photo, found: FoundSheet) -> None:
        """A sheet was found in a photo."""

    def flattened(self, photo: Photo, flat: FlatSheet) -> None:
        """A sheet was made flat."""

    def judged(self, photo: Photo, result: SheetResult) -> None:
        """A sheet's cards were judged."""


@dataclass(frozen=True)
class Kit:
    """What reading needs, made once for a run: the games, the reader, the user's own options."""

    catalogue: Catalogue
    read: Reader
    options: Mapping[str, str] = field(default_factory=dict)
    watchers: tuple[Watcher, ...] = ()

    @cached_property
    def _layouts(self) -> dict[Hashable, Layout]:
        return {}

    @cached_property
    def known(self) -> dict[int, SheetIdentity]:
        """Every kind of sheet that can be read, by the code in its marks."""
        return known_sheets(self.catalogue)

    def template_for(self, identity: SheetIdentity) -> Template:
        """The game of a sheet."""
        return self.catalogue.get(identity.variant)

    def layout_for(self, identity: SheetIdentity) -> Layout:
        """Where the cells of a sheet are."""
        # All but the sheet's number counts: most photos of a run are of one kind of sheet.
        key = (identity.with_sheet(1).to_text(), identity.complete, identity.options_changed)
        if key not in self._layouts:
            if len(self._layouts) >= _MOST_LAYOUTS:
                self._layouts.clear()
            self._layouts[key] = make_layout(self.template_for(identity), identity)
        return self._layouts[key]


def make_kit(
    folders: Sequence[Path] = (),
    options: Mapping[str, str] | None = None,
    watchers: Sequence[Watcher] = (),
) -> Kit:
    """The kit with the built-in reader.

    Raises:
        TemplateError: a template in `folders` has errors.
    """
    from scorecheck.reading.read import read_sheet  # noqa: PLC0415 - loads the network

    return Kit(load_catalogue(folders), read_sheet, dict(options or {}), tuple(watchers))


Outcome = SheetResult | ScorecheckError
"""What became of one sheet: a result, or why there is none."""

Judge = Callable[[Columns, Template, Mapping[str, object], SheetIdentity], Judged]
"""Makes cards of the readings of a sheet's columns."""


def check_photo(photo: Photo, kit: Kit, judge: Judge = judge_sheet) -> list[Outcome]:
    """Photo to verdict: every sheet in it, every card on each; one bad sheet stops no other.

    Raises:
        InputError: no sheet at all.
    """
    outcomes: list[Outcome] = []
    unread: list[ScorecheckError] = []
    for found in find_sheets(photo, kit.known, kit.layout_for, unread):
        try:
            outcomes.append(_sheet(photo, found, kit, judge))
        except ScorecheckError as error:
            outcomes.append(error)
    return outcomes + list(unread)


def read_photo(photo: Photo, kit: Kit) -> list[Outcome]:
    """Photo to reading: as `check_photo`, but no card is weighed or judged."""
    return check_photo(photo, kit, read_columns)


def _sheet(photo: Photo, found: FoundSheet, kit: Kit, judge: Judge) -> SheetResult:
    """One found sheet, through all the stages."""
    identity = found.identity
    template = kit.template_for(identity)
    options = template.resolve_options({**identity.options, **kit.options})
    for watcher in kit.watchers:
        watcher.found(photo, found)
    flat = flatten(photo, found, found.layout)
    for watcher in kit.watchers:
        watcher.flattened(photo, flat)
    with ThreadPoolExecutor(max_workers=1) as beside:
        beside.submit(getattr, flat, "scale")  # which nobody needs before the cells are read
        reading = kit.read(flat, found.layout)
    refuse_lost(photo, reading)
    columns = tuple(reading.column(column) for column in found.layout.columns)
    judged = judge(columns, template, options, identity)
    notes = (*found.notes, *sight_notes(flat, template, reading))
    result = SheetResult(
        template=template,
        options=unusual(options, template),
        lang=identity.lang if identity.complete else None,
        paper=identity.paper,
        page=photo.page,
        sheet_number=identity.sheet if identity.complete else None,
        scale=flat.scale.value if flat.scale else None,
        corners_px=tuple((float(x), float(y)) for x, y in flat.corners_px()),
        cards=judged.cards,
        shrink=photo.shrink,
        notes=(*notes, *hints_of(judged.cards, template, options, kit.catalogue)),
        table=judged.table,
        match=judged.match,
        basis=SheetBasis(columns, identity, options, notes),
    )
    for watcher in kit.watchers:
        watcher.judged(photo, result)
    return result


def unusual(options: Mapping[str, object], template: Template) -> dict[str, object]:
    """The options that are not at their defaults."""
    usual = template.resolve_options({})
    return {name: value for name, value in options.items() if value != usual[name]}
