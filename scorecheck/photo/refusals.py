"""Why a photo cannot be read, said as exactly as can be told, with what to do about it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import floor

import cv2
import numpy as np

from scorecheck.audit.words import both
from scorecheck.errors import InputError
from scorecheck.languages.phrase import Figure, Joined, Phrase
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import project
from scorecheck.photo.groups import Group, Known
from scorecheck.photo.limits import Limits, blur_mm, light
from scorecheck.photo.load import Photo
from scorecheck.photo.printed_code import codes_in, identity_of
from scorecheck.photo.shake import way_of_motion
from scorecheck.photo.tags import Tag, see_tags
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.marks import mark_ids

_CORNERS = (
    Phrase("top left"),
    Phrase("top right"),
    Phrase("bottom right"),
    Phrase("bottom left"),
)
_CODES_PX, _EDGES_PX = 2200, 1100
_BLURRED_PX = 5.0
_DARK = 60.0
_ENLARGED_PIXELS = 4_000_000
_MARK_MM = 10.0
"""The smallest size that marks are printed at; where nothing else is known of the sheet."""


def incomplete(photo: Photo, group: Group, tags: Sequence[Tag], limits: Limits) -> InputError:
    """Why only two marks of a sheet are in their places; they tell where the others must be.

    `tags` are all that belong to no whole sheet.
    """
    worse = hopeless(photo, group, limits)
    if worse is not None:
        return worse
    elsewhere = {tag.id for tag in tags}
    if any(group.layout.marks[corner].id in elsewhere for corner in group.missing):
        return too_bent(photo)
    height, width = photo.grey.shape
    marks = [group.layout.marks[corner] for corner in group.missing]
    middles = np.array([(mark.x + mark.size / 2, mark.y + mark.size / 2) for mark in marks])
    at = project(group.homography, middles)
    if ((at < 0) | (at >= (width, height))).any(axis=1).all():
        return page_cut(photo, group.missing)
    return marks_missing(photo, group.missing)


def hopeless(photo: Photo, group: Group, limits: Limits) -> InputError | None:
    """Why a sheet cannot be read, as far as its marks tell; seen at once, before more is tried."""
    tags = list(group.tags.values())
    sides = [tag.side / group.layout.marks[tag.corner].size for tag in tags]
    return unreadable(
        photo, min(sides), blur_mm(tags, group.layout), light(photo.grey, tags), limits
    )


def marks_missing(photo: Photo, corners: Sequence[int]) -> InputError:
    """Too few marks; says which corners (0 top left, clockwise) are not seen."""
    return _refusal(
        photo,
        Phrase(
            "the sheet's marks {corners} are not visible; three of the four are needed",
            corners=_listed(corners),
        ),
        Phrase("photograph the whole sheet again with all four corners in the picture, uncovered"),
        "marks-missing",
    )


def too_bent(photo: Photo) -> InputError:
    """All marks are there, but paper that is bent so much cannot be followed."""
    return _refusal(
        photo,
        Phrase("the sheet is bent so much that its marks do not lie in one plane"),
        Phrase("press the sheet flat, or photograph it from straight above"),
        "too-bent",
    )


def page_cut(photo: Photo, corners: Sequence[int]) -> InputError:
    """The picture shows a part of the page only; says which corners are beyond its edge."""
    return _refusal(
        photo,
        Phrase(
            "only a part of the sheet is in the picture: its corners {corners} are beyond the edge",
            corners=_listed(corners),
        ),
        Phrase("step back or turn the phone, so that all corners of the sheet are in the picture"),
        "page-cut",
    )


def _refusal(photo: Photo, why: str, help: str, code: str) -> InputError:
    return InputError(Joined([photo.path, why], between=": "), help=help, code=code)


def _listed(corners: Sequence[int]) -> str:
    return both([_CORNERS[corner] for corner in corners])


def unreadable(
    photo: Photo, px_per_mm: float, blur: float, contrast: float, limits: Limits
) -> InputError | None:
    """Why handwriting could not be read in a photo of this quality, None if it can be."""
    if px_per_mm < limits.px_per_mm:
        return too_far(photo, px_per_mm, limits.px_per_mm)
    blurred = blur > limits.blur_mm
    # Noise in the dark, and its removal, smear edges too: then light is what is wanting.
    if contrast < limits.light * (2 if blurred else 1):
        return too_dark(photo, contrast)
    return too_blurred(photo, blur, limits.blur_mm) if blurred else None


def nothing_found(photo: Photo, tags: Sequence[Tag], known: Known, limits: Limits) -> InputError:
    """Why no sheet was found, as well as can be told from stray tags and codes."""
    told = _told_by_code(photo, tags, known)
    if told is not None:
        return told
    corners = {tag.corner for tag in tags}
    if len(corners) >= 3:
        return _unknown_sheet(photo, None)
    ours = {tag for one in known.values() for tag in mark_ids(one)}
    sides = [tag.side for tag in tags if tag.id in ours]
    px_per_mm = max(sides) / _MARK_MM if sides else _px_per_mm_of_tiny_marks(photo.grey, ours)
    if 0 < px_per_mm < limits.px_per_mm:
        return too_far(photo, px_per_mm, limits.px_per_mm)
    if sides:
        return marks_missing(photo, sorted({0, 1, 2, 3} - corners))
    return _refusal(
        photo,
        _why_unseen(photo.grey),
        Phrase(
            "photograph the whole sheet, with its four square marks, from above and in good light"
        ),
        "no-sheet",
    )


def _told_by_code(photo: Photo, tags: Sequence[Tag], known: Known) -> InputError | None:
    """What a sheet's QR code says about it, where one can be read."""
    identities = (identity_of(text) for text in _any_codes(photo.grey))
    identity = next((one for one in identities if one is not None), None)
    if identity is None:
        return None
    if mark_ids(identity) not in {mark_ids(one) for one in known.values()}:
        return _unknown_sheet(photo, identity)
    seen = {tag.id for tag in tags}
    absent = [corner for corner, tag in enumerate(mark_ids(identity)) if tag not in seen]
    return marks_missing(photo, absent)


def _why_unseen(grey: Pixels) -> str:
    """That nothing is seen in a picture, and what may be the reason."""
    brightest = float(np.percentile(grey[::8, ::8], 99))
    if brightest < _DARK:
        return Phrase(
            "no score sheet is visible, and the photo is dark: its brightest parts have {level} "
            "of 255 grey levels",
            level=Figure(brightest, 0),
        )
    if not _looks_blurred(grey):
        return Phrase("no score sheet is visible")
    if way_of_motion(grey) is not None:
        return Phrase("no score sheet is visible, and the photo is blurred: the camera moved")
    return Phrase("no score sheet is visible, and the photo is blurred: it is out of focus")


def _px_per_mm_of_tiny_marks(grey: Pixels, ours: Set[int]) -> float:
    """Pixels per mm where marks of our sheets are seen in an enlarged copy only; else 0."""
    if grey.size > _ENLARGED_PIXELS:
        return 0.0
    large = cv2.resize(grey, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    seen = see_tags(np.asarray(large, np.uint8), max(large.shape), thorough=True)
    sides = [tag.side / 3 for tag in seen if tag.id in ours]
    return float(np.median(sides)) / _MARK_MM if sides else 0.0


def too_few_pixels(photo: Photo) -> InputError:
    """A picture, or strip of one, that has too few pixels to show a sheet."""
    height, width = photo.grey.shape
    return _refusal(
        photo,
        Phrase(
            "no score sheet is visible in a picture of {width} x {height} pixels",
            width=width,
            height=height,
        ),
        Phrase("give the photo as the camera took it, not a small copy or a strip of it"),
        "no-sheet",
    )


def too_far(photo: Photo, px_per_mm: float, needed: float) -> InputError:
    """The sheet is too small in the photo."""
    return _refusal(
        photo,
        Phrase(
            "the sheet is too small in the photo: {number} pixels per mm, {needed} are needed",
            number=Figure(px_per_mm),
            needed=Figure(needed),
        ),
        Phrase(
            "photograph the sheet from nearer, so that it fills the picture, and give the photo as "
            "the camera took it"
        ),
        "too-small",
    )


def too_dark(photo: Photo, contrast: float) -> InputError:
    """Ink cannot be told from paper for want of light."""
    return _refusal(
        photo,
        Phrase(
            "the photo is too dark: black and white of the sheet's marks differ by {contrast} of "
            "255 grey levels only",
            contrast=Figure(contrast, 0),
        ),
        Phrase("photograph the sheet again in more light, or with the flash from an angle"),
        "too-dark",
    )


def pen_lost(photo: Photo, times: float, needed: float) -> InputError:
    """The pen is so faint for the light that the photo's noise hides what it wrote."""
    return _refusal(
        photo,
        Phrase(
            "there is too little light for so faint a pen: its ink is {times} times as strong as "
            "the noise of the photo, {needed} times are needed",
            times=Figure(floor(10 * times) / 10),
            needed=Figure(needed),
        ),
        Phrase("photograph the sheet again in more light, or with the flash from an angle"),
        "too-dark",
    )


def too_blurred(photo: Photo, blur_mm: float, most: float) -> InputError:
    """Edges are so soft that pen strokes run into each other; says whether the camera moved."""
    if way_of_motion(photo.grey) is not None:
        why = Phrase("the camera moved while the photo was taken")
        advice = Phrase(
            "hold the phone still or lean it on something, use more light, and photograph again"
        )
    else:
        why = Phrase("the photo is out of focus")
        advice = Phrase("tap on the sheet to focus, wait until it is sharp, and photograph again")
    message = Phrase(
        "{why}: edges are blurred over {blur} mm, {most} mm at most can be read",
        why=why,
        blur=Figure(blur_mm, 2),
        most=Figure(most, 2),
    )
    return _refusal(photo, message, advice, "too-blurred")


def _unknown_sheet(photo: Photo, identity: SheetIdentity | None) -> InputError:
    if identity is None:
        what = Phrase("there is a sheet in the photo, but it is of a kind that is not known here")
    else:
        what = Phrase(
            "there is a sheet in the photo, but it is {variant} version {version} on {paper} "
            "(layout {layout}), which is not known here",
            variant=identity.variant,
            version=identity.template_version,
            paper=identity.paper,
            layout=identity.layout_version,
        )
    advice = Phrase("update scorecheck, or put the sheet's template into your templates folder")
    return _refusal(photo, what, advice, "unknown-sheet")


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
