"""Sheets for the reports: printed, written on cell by cell, photographed or scanned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.game.template import Template
from scorecheck.measure.reports_tally import Tally
from scorecheck.photo.load import iter_photos
from scorecheck.pipeline import Kit, Outcome, check_photo, make_kit
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.marks import CORNERS
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.render import render_page
from scorecheck.simulate.camera import Shot, photograph
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.fill import cell_texts, fill
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.hand import Hand, random_style
from scorecheck.simulate.play import random_card, texts_of

Pixels = NDArray[np.uint8]
PX_PER_MM = 12.0

SHEETS = (("yahtzee", 4), ("yatzy", 4), ("power", 2))
"""Variants and columns that most reports are tried with."""


@cache
def _book(folder: Path) -> GlyphBook:
    return GlyphBook(folder, "final")


@dataclass(frozen=True)
class Bench:
    """What every trial needs: a folder of handwriting, a folder for files, and the reader."""

    folder: Path
    scratch: Path
    kit: Kit = field(default_factory=make_kit)

    @property
    def catalogue(self) -> Catalogue:
        """The built-in games."""
        return self.kit.catalogue

    @property
    def book(self) -> GlyphBook:
        """Handwriting of writers that no training saw."""
        return _book(self.folder)

    def hand(self, seed: int, tool: str | None = "pen", **habits: Any) -> Hand:
        """A writer with a pen; `habits` are fields of `Style` to be as given."""
        rng = np.random.default_rng(seed)
        return Hand(self.book, rng, replace(random_style(self.book, rng, tool), **habits))

    def sheet(
        self, variant: str, columns: int, *, seed: int = 1, paper: str = "a4", mode: str = "players"
    ) -> Sheet:
        """An empty sheet with the number `seed`."""
        template = self.catalogue.get(variant)
        identity = sheet_identity(template, paper, "en", columns=columns, mode=mode, sheet=seed)
        return Sheet(template, identity)

    def filled(
        self,
        variant: str,
        columns: int,
        *,
        seed: int = 1,
        paper: str = "a4",
        tool: str = "pen",
        habits: Mapping[str, Any] | None = None,
        but: Mapping[str, str] | None = None,
    ) -> Sheet:
        """A sheet of finished games, each column by another hand; `but` are other texts in it."""
        sheet = self.sheet(variant, columns, seed=seed, paper=paper)
        sheet.play(self, np.random.default_rng(seed), tool, habits or {}, but or {})
        return sheet

    def save(self, name: str, data: bytes) -> Path:
        """Write a file of that name."""
        path = self.scratch / name
        path.write_bytes(data)
        return path

    def outcomes(self, picture: bytes | Pixels, suffix: str = ".jpg") -> list[Outcome]:
        """What the reader makes of one picture, given as a file's bytes or as pixels."""
        path = self.scratch / f"photo{suffix}"
        if isinstance(picture, np.ndarray):
            picture = cv2.imencode(suffix, picture)[1].tobytes()
        path.write_bytes(picture)
        try:
            (photo,) = iter_photos(path)
            return check_photo(photo, self.kit)
        except ScorecheckError as error:
            return [error]
        finally:
            path.unlink()

    def read(
        self,
        picture: bytes | Pixels,
        sheet: Sheet,
        what: str,
        tally: Tally,
        only: Callable[[str], bool] = lambda cell: True,
        suffix: str = ".jpg",
    ) -> list[Outcome]:
        """Count one photo of one sheet that should be read; `only` chooses the cells that count."""
        tally.cases += 1
        outcomes = self.outcomes(picture, suffix)
        outcome = outcomes[0]
        if isinstance(outcome, ScorecheckError):
            tally.refuse(outcome, expected=False, what=what)
            return outcomes
        tally.facts["read"] += 1
        tally.compare(outcome, sheet.texts, what, only)
        tally.amiss += [f"{what}: something else was found as well" for _ in outcomes[1:]]
        return outcomes

    def refuses(
        self, picture: bytes | Pixels, what: str, tally: Tally, naming: Sequence[str]
    ) -> None:
        """Count one photo that should be refused, in a sentence that names just these corners as
        those whose marks are not visible."""
        tally.cases += 1
        (outcome, *_) = self.outcomes(picture)
        if not isinstance(outcome, ScorecheckError):
            tally.amiss.append(f"{what}: read, though it should have been refused")
            return
        named = {corner for corner in CORNERS if corner in outcome.message}
        right = outcome.code == "marks-missing" and named == set(naming)
        tally.refuse(outcome, expected=right, what=what)


@lru_cache(maxsize=2)
def _printed(code: str) -> Pixels:
    identity = SheetIdentity.from_text(code)
    pdf = draw_sheets(load_catalogue().get(identity.variant), identity)
    return render_page(pdf, 0, PX_PER_MM, colour=True)


@dataclass
class Sheet:
    """A printed sheet as a raster (H, W, 3 BGR), and what is written on it by cell id."""

    template: Template
    identity: SheetIdentity
    texts: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.texts |= {cell.cell: "" for cell in self.layout.cells if cell.kind != "text"}

    @cached_property
    def layout(self) -> Layout:
        """Where everything is."""
        return make_layout(self.template, self.identity)

    @cached_property
    def page(self) -> Pixels:
        """The raster, at `PX_PER_MM`."""
        return _printed(self.identity.to_text()).copy()

    def play(
        self,
        bench: Bench,
        rng: np.random.Generator,
        tool: str = "pen",
        habits: Mapping[str, Any] | None = None,
        but: Mapping[str, str] | None = None,
    ) -> None:
        """Write a finished game into every column."""
        cards = {
            column: texts_of(random_card(self.template, rng), self.template)
            for column in self.layout.columns
        }
        first = 100 * self.identity.sheet
        hands = {c: bench.hand(first + n, tool, **(habits or {})) for n, c in enumerate(cards)}
        texts = cell_texts(self.layout, cards) | dict(but or {})
        self.write({cell: text for cell, text in texts.items() if text}, hands)

    def write(self, texts: Mapping[str, str], hands: Mapping[str, Hand] | Hand) -> None:
        """Write texts (by cell id) with the hands of the columns, or with one."""
        if isinstance(hands, Hand):
            hands = dict.fromkeys(self.layout.columns, hands)
        self.page[:] = fill(self.page, self.layout, texts, hands, PX_PER_MM)
        self.texts |= texts

    def shoot(
        self, *conditions: str, seed: int = 1, scene: Scene | None = None, megapixels: float = 12.0
    ) -> Shot:
        """A photo of it."""
        return photograph(
            self.page, PX_PER_MM, conditions=conditions or ("clean",), seed=seed, scene=scene,
            megapixels=megapixels,
        )  # fmt: skip

    def mark_box(self, corner: int, around: float) -> tuple[slice, slice]:
        """The rows and columns of `page` that a mark takes, with so many mm around it."""
        mark = self.layout.marks[corner]
        starts = (mark.y - around, mark.x - around)
        rows, columns = (
            slice(max(0, round(low * PX_PER_MM)), round((low + mark.size + 2 * around) * PX_PER_MM))
            for low in starts
        )
        return rows, columns
