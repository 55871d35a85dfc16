"""Find the sheets in a photo: their marks, what they are, and where the page lies.

The quick look on a small copy is enough for most photos. Only where it leaves a sheet incomplete,
or room for another one, does the search go on: near the places where marks must be, then on larger
and clearer copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scorecheck.errors import InputError, MissingToolError, ScorecheckError
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array, project, square
from scorecheck.photo.groups import Group, Known, LayoutFor, fit_group, group_tags
from scorecheck.photo.load import Photo
from scorecheck.photo.printed_code import codes_in, identity_of, read_code, straight_piece
from scorecheck.photo.tags import Tag, refine, see_tags
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.marks import CORNERS, mark_ids

QUICK_PX = 1100
CLOSER_PX = 2200
_ROOM_SHARE = 0.3
_SAME_WAY = 0.8
_BENT_MARKS = 3.5
"""How far, in sides of a mark, bent paper may carry it away from the plane of the others."""


@dataclass(frozen=True, eq=False)
class FoundSheet:
    """A sheet in a photo.

    Attributes:
        identity: what it is; complete if its code or letters could be read.
        layout: where things are on it, by that identity.
        homography: page mm to px of `photo.grey`, as if the paper were flat.
        tags: the marks seen, by corner (0 top left, clockwise).
        told_by: `code`, `letters` or `marks`: where the identity is from.
        residual_mm: how far the marks' corners are from one plane.
        notes: sentences for the user.
    """

    identity: SheetIdentity
    layout: Layout
    homography: Array
    tags: dict[int, Tag]
    told_by: str
    residual_mm: float
    notes: tuple[str, ...] = ()


def find_sheets(
    photo: Photo,
    known: Known,
    layout_for: LayoutFor,
    unread: list[ScorecheckError] | None = None,
) -> list[FoundSheet]:
    """Find every sheet of a known kind, from top to bottom and left to right.

    Args:
        photo: the upright picture (a wrong orientation does no harm).
        known: the kinds of sheet that can be read, by code.
        layout_for: gives the layout of an identity.
        unread: gets the reason for each sheet that was seen but cannot be read beside the others.

    Raises:
        InputError: `no-sheet`, `marks-missing` (says which) or `unknown-sheet`.
        MissingToolError: the printed letters are needed and tesseract is not installed.
    """
    groups, tags = _search(photo.grey, known, layout_for)
    whole = [group for group in groups if len(group.tags) >= 3]
    parts = [group for group in groups if len(group.tags) == 2]
    found: list[FoundSheet] = []
    problems: list[ScorecheckError] = []
    for group in sorted(whole, key=_reading_order):
        try:
            found.append(_identified(photo.grey, group, known, layout_for))
        except (InputError, MissingToolError) as error:
            problems.append(error)
    used = {id(tag) for group in whole for tag in group.tags.values()}
    rest = [tag for tag in tags if id(tag) not in used]
    problems += [_marks_missing(photo, group) for group in parts]
    if not found:
        raise problems[0] if problems else _nothing(photo, rest, known)
    if unread is not None:
        unread += problems
    return found


def _search(grey: Pixels, known: Known, layout_for: LayoutFor) -> tuple[list[Group], list[Tag]]:
    """Look harder step by step until the sheets are complete; groups and all tags."""
    tags: list[Tag] = []
    groups: list[Group] = []
    for number, look in enumerate(_looks(grey)):
        tags = _merged(tags, (refine(grey, tag) for tag in look))
        groups = [_completed(grey, group) for group in group_tags(tags, known, layout_for)]
        groups = _with_bent_corners(groups, tags)
        if _complete(groups, tags) and (number > 0 or _no_room(grey, groups)):
            break
    return groups, tags


def _looks(grey: Pixels) -> Iterator[list[Tag]]:
    """Ever harder looks at the picture."""
    yield see_tags(grey, QUICK_PX)
    yield see_tags(grey, CLOSER_PX)
    yield _mirrored(grey)
    yield see_tags(grey, CLOSER_PX, thorough=True)
    clearer = cv2.createCLAHE(clipLimit=4.0, tileGridSize=(12, 12)).apply(grey)
    yield see_tags(np.asarray(clearer, np.uint8), CLOSER_PX, thorough=True)
    yield see_tags(grey, max(grey.shape), thorough=True)


def _mirrored(grey: Pixels) -> list[Tag]:
    """Tags of a picture that some program has mirrored, or whose orientation says so wrongly."""
    seen = see_tags(np.asarray(cv2.flip(grey, 1), np.uint8), QUICK_PX)
    width = grey.shape[1]
    return [
        Tag(tag.id, np.stack((width - 1 - tag.corners[:, 0], tag.corners[:, 1]), axis=1))
        for tag in seen
    ]


def _complete(groups: Sequence[Group], tags: Sequence[Tag]) -> bool:
    """There are sheets, and every tag belongs to one that has marks enough."""
    if not groups or any(len(group.tags) < 3 for group in groups):
        return False
    return sum(len(group.tags) for group in groups) >= len(tags)


def _no_room(grey: Pixels, groups: Sequence[Group]) -> bool:
    """So much of the photo is covered that a further sheet would have been seen at once."""
    area = sum(abs(cv2.contourArea(group.outline().astype(np.float32))) for group in groups)
    return bool(area > _ROOM_SHARE * grey.size)


def _with_bent_corners(groups: Sequence[Group], tags: Sequence[Tag]) -> list[Group]:
    """Give a sheet the mark of a corner that is bent out of its plane.

    The mark helps to follow the paper; the plane stays as the other marks have it.
    """
    used = {id(tag) for group in groups for tag in group.tags.values()}
    fuller = []
    for group in groups:
        members = dict(group.tags)
        for corner in group.missing if len(members) == 3 else ():
            near = [tag for tag in tags if id(tag) not in used and _could_be(group, corner, tag)]
            if len(near) == 1:
                members[corner] = near[0]
                used.add(id(near[0]))
        fuller.append(replace(group, tags=members))
    return fuller


def _could_be(group: Group, corner: int, tag: Tag) -> bool:
    """Whether a tag may be that corner of the sheet, on bent paper."""
    mark = group.layout.marks[corner]
    if tag.id != mark.id:
        return False
    expected = project(group.homography, square(mark.x, mark.y, mark.size))
    sides = np.diff(expected, axis=0)[:2], np.diff(tag.corners, axis=0)[:2]
    turn = np.arctan2(sides[0][:, 1], sides[0][:, 0]) - np.arctan2(sides[1][:, 1], sides[1][:, 0])
    size = float(np.linalg.norm(sides[0], axis=1).mean())
    away = float(np.linalg.norm(expected.mean(axis=0) - tag.centre))
    return bool(
        np.cos(turn).min() > _SAME_WAY
        and 0.5 < tag.side / max(size, 1e-6) < 2.0
        and away < _BENT_MARKS * size
    )


def _merged(tags: list[Tag], more: Iterable[Tag]) -> list[Tag]:
    """All tags once; those seen first stay."""
    merged = list(tags)
    for tag in more:
        twin = any(
            tag.id == other.id and np.linalg.norm(tag.centre - other.centre) < other.side / 2
            for other in merged
        )
        if not twin:
            merged.append(tag)
    return merged


def _completed(grey: Pixels, group: Group) -> Group:
    """Look for missing marks where they must be, in a straightened piece of the full picture."""
    for corner in group.missing:
        tag = _seek(grey, group, corner)
        if tag is not None:
            fuller = fit_group(group.identity, group.layout, {**group.tags, corner: tag})
            if fuller is not None and fuller.residual_mm < 1.6:
                group = fuller
    return group


def _seek(grey: Pixels, group: Group, corner: int) -> Tag | None:
    mark = group.layout.marks[corner]
    reach = mark.size * (1.0 if len(group.tags) == 3 else 2.0)
    px_per_mm = 6.0
    x, y, side = mark.x - reach, mark.y - reach, mark.size + 2 * reach
    piece = straight_piece(grey, group.homography, (x, y, side, side), px_per_mm)
    if np.ptp(piece) < 12:
        return None
    clear = cv2.normalize(piece, None, 0, 255, cv2.NORM_MINMAX)  # type: ignore[call-overload]
    for tag in see_tags(np.asarray(clear, np.uint8), max(clear.shape), thorough=True):
        if tag.id == mark.id:
            page = (tag.corners + 0.5) / px_per_mm + np.array([x, y])
            return refine(grey, Tag(tag.id, project(group.homography, page)))
    return None


def _identified(grey: Pixels, group: Group, known: Known, layout_for: LayoutFor) -> FoundSheet:
    """Read the code, or else the letters, or else believe the marks."""
    notes: tuple[str, ...] = ()
    identity, told_by = group.identity, "marks"
    text = read_code(grey, group.homography, group.layout)
    full = identity_of(text) if text else None
    if full is not None and mark_ids(full) == mark_ids(group.identity):
        identity, told_by = full, "code"
    else:
        letters = _letters(grey, group)
        if letters is not None and mark_ids(letters) == mark_ids(group.identity):
            identity, told_by = letters, "letters"
        elif not identity.default_options:
            raise InputError(
                "the sheet was printed with changed options, and neither its code nor its letters "
                "can be read to say which",
                help="photograph the whole sheet so that the code at its foot is sharp",
                code="options-unknown",
            )
        else:
            notes = ("the code cannot be read: language and sheet number are not known",)
    layout = layout_for(identity) if told_by != "marks" else group.layout
    return FoundSheet(
        identity, layout, group.homography, dict(group.tags), told_by, group.residual_mm, notes
    )


def _letters(grey: Pixels, group: Group) -> SheetIdentity | None:
    """The letters; without tesseract nothing, unless they are needed."""
    from scorecheck.photo.printed_text import read_letters  # noqa: PLC0415 - seldom needed

    try:
        return read_letters(grey, group.homography, group.layout)
    except MissingToolError:
        if not group.identity.default_options:
            raise
        return None


def _reading_order(group: Group) -> tuple[int, float]:
    """Rows of sheets from top to bottom; in a row from left to right."""
    outline = group.outline()
    height = float(np.ptp(outline[:, 1]))
    return (int(outline[:, 1].mean() // max(height / 2, 1.0)), float(outline[:, 0].mean()))


def _marks_missing(photo: Photo, group: Group) -> InputError:
    names = [CORNERS[corner] for corner in group.missing]
    return InputError(
        f"{photo.path}: the sheet's marks {' and '.join(names)} are not visible; "
        "three of the four are needed",
        help="photograph the whole sheet again with all four corners in the picture, uncovered",
        code="marks-missing",
    )


def _nothing(photo: Photo, tags: Sequence[Tag], known: Known) -> InputError:
    """Why no sheet was found, as well as can be told from stray tags and codes."""
    for text in _any_codes(photo.grey):
        identity = identity_of(text)
        if identity is None:
            continue
        if mark_ids(identity) not in {mark_ids(one) for one in known.values()}:
            return _unknown_sheet(photo, identity)
        seen = {tag.id for tag in tags}
        absent = [CORNERS[n] for n, tag in enumerate(mark_ids(identity)) if tag not in seen]
        return _too_few(photo, absent)
    corners = {tag.corner for tag in tags}
    ours = {tag for one in known.values() for tag in mark_ids(one)}
    if len(corners) >= 3:
        return _unknown_sheet(photo, None)
    if any(tag.id in ours for tag in tags):
        return _too_few(photo, [CORNERS[corner] for corner in range(4) if corner not in corners])
    return InputError(
        f"{photo.path}: no score sheet is visible",
        help="photograph the whole sheet, with its four square marks, from above and in good light",
        code="no-sheet",
    )


def _too_few(photo: Photo, absent: Sequence[str]) -> InputError:
    names = ", ".join(absent[:-1]) + (" and " if len(absent) > 1 else "") + absent[-1]
    return InputError(
        f"{photo.path}: the sheet's marks {names} are not visible; three of the four are needed",
        help="photograph the whole sheet again with all four corners in the picture, uncovered",
        code="marks-missing",
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
    factor = max(1, round(max(grey.shape) / CLOSER_PX))
    size = (grey.shape[1] // factor, grey.shape[0] // factor)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return codes_in(np.asarray(small, np.uint8))
