"""Why no sheet could be found in a photo, said as exactly as can be told."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scorecheck.errors import InputError
from scorecheck.photo.decode import Pixels
from scorecheck.photo.groups import Known
from scorecheck.photo.load import Photo
from scorecheck.photo.printed_code import codes_in, identity_of
from scorecheck.photo.shake import way_of_motion
from scorecheck.photo.tags import Tag
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.marks import CORNERS, mark_ids

_CODES_PX, _EDGES_PX = 2200, 1100
_BLURRED_PX = 5.0


def marks_missing(photo: Photo, corners: Sequence[int]) -> InputError:
    """Too few marks; says which corners (0 top left, clockwise) are not seen."""
    names = [CORNERS[corner] for corner in corners]
    listed = ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
    return InputError(
        f"{photo.path}: the sheet's marks {listed} are not visible; three of the four are needed",
        help="photograph the whole sheet again with all four corners in the picture, uncovered",
        code="marks-missing",
    )


def nothing_found(photo: Photo, tags: Sequence[Tag], known: Known) -> InputError:
    """Why no sheet was found, as well as can be told from stray tags and codes."""
    for text in _any_codes(photo.grey):
        identity = identity_of(text)
        if identity is None:
            continue
        if mark_ids(identity) not in {mark_ids(one) for one in known.values()}:
            return _unknown_sheet(photo, identity)
        seen = {tag.id for tag in tags}
        absent = [corner for corner, tag in enumerate(mark_ids(identity)) if tag not in seen]
        return marks_missing(photo, absent)
    corners = {tag.corner for tag in tags}
    ours = {tag for one in known.values() for tag in mark_ids(one)}
    if len(corners) >= 3:
        return _unknown_sheet(photo, None)
    if any(tag.id in ours for tag in tags):
        return marks_missing(photo, sorted({0, 1, 2, 3} - corners))
    blurred = ", and the photo is blurred" if _looks_blurred(photo.grey) else ""
    return InputError(
        f"{photo.path}: no score sheet is visible{blurred}",
        help="photograph the whole sheet, with its four square marks, from above and in good light",
        code="no-sheet",
    )


def too_small(photo: Photo) -> InputError:
    """A picture, or strip of one, that has too few pixels to show a sheet."""
    height, width = photo.grey.shape
    return InputError(
        f"{photo.path}: no score sheet is visible in a picture of {width} x {height} pixels",
        help="give the photo as the camera took it, not a small copy or a strip of it",
        code="no-sheet",
    )


def too_far(photo: Photo, px_per_mm: float, needed: float) -> InputError:
    """The sheet is too small in the photo."""
    return InputError(
        f"{photo.path}: the sheet is too small in the photo: {px_per_mm:.1f} pixels per mm, "
        f"{needed:.1f} are needed",
        help="photograph the sheet from nearer, so that it fills the picture, and give the photo "
        "as the camera took it",
        code="too-small",
    )


def too_dark(photo: Photo, light: float, needed: float) -> InputError:
    """Ink cannot be told from paper for want of light."""
    return InputError(
        f"{photo.path}: the photo is too dark: black and white of the sheet's marks differ by "
        f"{light:.0f} of 255 grey levels, {needed:.0f} are needed",
        help="photograph the sheet again in more light, or with the flash from an angle",
        code="too-dark",
    )


def too_blurred(photo: Photo, blur_mm: float, most: float) -> InputError:
    """Edges are so soft that pen strokes run into each other; says whether the camera moved."""
    moved = way_of_motion(photo.grey) is not None
    why = "the camera moved while the photo was taken" if moved else "the photo is out of focus"
    advice = (
        "hold the phone still or lean it on something, use more light, and photograph again"
        if moved
        else "tap on the sheet to focus, wait until it is sharp, and photograph again"
    )
    return InputError(
        f"{photo.path}: {why}: edges are blurred over {blur_mm:.2f} mm, {most:.2f} mm at most "
        "can be read",
        help=advice,
        code="too-blurred",
    )


def _unknown_sheet(photo: Photo, identity: SheetIdentity | None) -> InputError:
    what = "of a kind that is not known here"
    if identity is not None:
        what = (
            f"{identity.variant} version {identity.template_version} on {identity.paper} "
            f"(layout {identity.layout_version}), which is not known here"
        )
    return InputError(
        f"{photo.path}: there is a sheet in the photo, but it is {what}",
        help="update scorecheck, or put the sheet's template into your templates folder",
        code="unknown-sheet",
    )


def _any_codes(grey: Pixels) -> list[str]:
    factor = max(1, round(max(grey.shape) / _CODES_PX))
    size = (max(1, grey.shape[1] // factor), max(1, grey.shape[0] // factor))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return codes_in(np.asarray(small, np.uint8))


def _looks_blurred(grey: Pixels) -> bool:
    """Whether even the sharpest edges of a picture spread over many pixels of a small copy."""
    factor = max(1, round(max(grey.shape) / _EDGES_PX))
    size = (max(1, grey.shape[1] // factor), max(1, grey.shape[0] // factor))
    small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
    steep = np.hypot(cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1)) / 8
    contrast = float(np.ptp(np.percentile(small, (1, 99))))
    return contrast > _BLURRED_PX * float(np.percentile(steep, 99.9))
