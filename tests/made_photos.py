"""Made photos for the tests of finding and flattening: small, seeded, with the truth at hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.photo.find import FoundSheet, find_sheets
from scorecheck.photo.flatten import FlatSheet, flatten
from scorecheck.photo.load import Photo
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.marks import known_sheets
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.render import render_page
from scorecheck.simulate.camera import Shot, photograph

PX_PER_MM = 7
MEGAPIXELS = 3.5

Picture = NDArray[np.uint8]


@cache
def catalogue() -> Catalogue:
    """The built-in games."""
    return load_catalogue()


def layout_for(identity: SheetIdentity) -> Layout:
    """The layout of a sheet."""
    return make_layout(catalogue().get(identity.variant), identity)


def identity(
    variant: str = "yatzy", paper: str = "a4", columns: int = 4, **more: object
) -> SheetIdentity:
    """The identity of a sheet."""
    return sheet_identity(
        catalogue().get(variant),
        paper,
        "en",
        columns=columns,
        **more,  # type: ignore[arg-type]
    )


@cache
def _drawn(text: str) -> Picture:
    whole = SheetIdentity.from_text(text)
    pdf = draw_sheets(catalogue().get(whole.variant), whole)
    return render_page(pdf, 0, PX_PER_MM)


def page(whole: SheetIdentity) -> Picture:
    """The printed page, grey, at 7 px per mm; a copy that may be drawn on."""
    return _drawn(whole.to_text()).copy()


def shoot(whole: SheetIdentity, *conditions: str, seed: int = 1, **more: object) -> Shot:
    """A photo of one printed page."""
    more.setdefault("megapixels", MEGAPIXELS)
    return photograph(
        page(whole),
        PX_PER_MM,
        conditions=conditions,
        seed=seed,
        **more,  # type: ignore[arg-type]
    )


def as_photo(picture: Picture, name: str = "photo.jpg") -> Photo:
    """A picture as if it were loaded."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    return Photo(Path(name), 1, 1, "", "jpeg", np.ascontiguousarray(grey, np.uint8))


def found(picture: Picture) -> list[FoundSheet]:
    """The sheets in a picture."""
    return find_sheets(as_photo(picture), known_sheets(catalogue()), layout_for)


def made_flat(picture: Picture) -> FlatSheet:
    """The only sheet in a picture, made flat."""
    (sheet,) = found(picture)
    return flatten(as_photo(picture), sheet, sheet.layout)
