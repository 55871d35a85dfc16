"""Find the sheets in a photo: their marks, what they are, and where the page lies.

The quick look on a small copy is enough for most photos. Only where it leaves a sheet incomplete,
or room for another one, does the search go on: near the places where marks must be, then on larger
and clearer copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from scorecheck.errors import InputError, MissingToolError, ScorecheckError
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import project, square
from scorecheck.photo.groups import (
    BEST_LIKELY_MM,
    Group,
    Known,
    LayoutFor,
    fit_group,
    group_tags,
)
from scorecheck.photo.identify import FoundSheet, identified
from scorecheck.photo.limits import LIMITS, Limits
from scorecheck.photo.load import Photo
from scorecheck.photo.overlap import lying_over
from scorecheck.photo.printed_code import straight_piece
from scorecheck.photo.refusals import hopeless, incomplete, nothing_found, too_few_pixels
from scorecheck.photo.tags import Tag, refine, see_tags

__all__ = ["FoundSheet", "find_sheets"]

QUICK_PX = 1100
CLOSER_PX = 2200
LEAST_PX = 100
"""On a narrower picture the marks of a sheet would be five pixels wide."""
_ROOM_SHARE = 0.3
_SAME_WAY = 0.8
_BENT_MARKS = 3.5
"""How far, in sides of a mark, bent paper may carry it away from the plane of the others."""


def find_sheets(
    photo: Photo,
    known: Known,
    layout_for: LayoutFor,
    unread: list[ScorecheckError] | None = None,
    limits: Limits = LIMITS,
) -> list[FoundSheet]:
    """Find every sheet of a known kind, from top to bottom and left to right.

    Args:
        photo: the upright picture (a wrong orientation does no harm).
        known: the kinds of sheet that can be read, by code.
        layout_for: gives the layout of an identity.
        unread: gets the reason for each sheet that was seen but cannot be read beside the others.
        limits: sheets in a worse photo are refused at once.

    Raises:
        InputError: `no-sheet`, `unknown-sheet`, `marks-missing` or `page-cut` (says which),
            `too-bent`, `too-small`, `too-dark` or `too-blurred`.
        MissingToolError: the printed letters are needed and tesseract is not installed.
    """
    if min(photo.grey.shape) < LEAST_PX:
        raise too_few_pixels(photo)
    groups, tags = _search(photo.grey, known, layout_for)
    whole = [group for group in groups if len(group.tags) >= 3]
    parts = [group for group in groups if len(group.tags) == 2]
    found: list[FoundSheet] = []
    problems: list[ScorecheckError] = []
    for group in _in_reading_order(whole):
        worse = hopeless(photo, group, limits)
        if worse is not None:
            problems.append(worse)
            continue
        try:
            one = identified(photo.grey, group, layout_for)
            found.append(replace(one, over=lying_over(group, [*whole, *parts])))
        except (InputError, MissingToolError) as error:
            problems.append(error)
    used = {id(tag) for group in whole for tag in group.tags.values()}
    rest = [tag for tag in tags if id(tag) not in used]
    problems += [incomplete(photo, group, rest, limits) for group in parts]
    if not found:
        raise problems[0] if problems else nothing_found(photo, rest, known, limits)
    if unread is not None:
        unread += problems
    return found


def _search(grey: Pixels, known: Known, layout_for: LayoutFor) -> tuple[list[Group], list[Tag]]:
    """Look harder step by step until the sheets are complete; groups and all tags."""
    tags: list[Tag] = []
    groups: list[Group] = []
    for number, look in enumerate(_looks(grey)):
        tags = _merged(tags, (refine(grey, tag) for tag in look))
        groups = _completed(grey, group_tags(tags, known, layout_for))
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
        if not _among(tag, merged):
            merged.append(tag)
    return merged


def _among(tag: Tag, others: Iterable[Tag]) -> bool:
    """Whether a mark is one of the others, seen again."""
    return any(
        tag.id == other.id and np.linalg.norm(tag.centre - other.centre) < other.side / 2
        for other in others
    )


def _completed(grey: Pixels, groups: Sequence[Group]) -> list[Group]:
    """Look for missing marks where they must be, in a straightened piece of the full picture.

    Where a sheet lies over another, the mark of the upper one can be where the lower one's must be.
    """
    fuller = list(groups)
    for number, group in enumerate(groups):
        for corner in group.missing:
            tag = _seek(grey, fuller[number], corner)
            taken = (one for other in fuller for one in other.tags.values())
            if tag is not None and not _among(tag, taken):
                fuller[number] = _with_mark(fuller[number], corner, tag)
    return fuller


def _with_mark(group: Group, corner: int, tag: Tag) -> Group:
    """The sheet with one more mark, if it fits the others."""
    fuller = fit_group(group.identity, group.layout, {**group.tags, corner: tag})
    return fuller if fuller is not None and fuller.residual_mm <= BEST_LIKELY_MM else group


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


def _in_reading_order(groups: Sequence[Group]) -> list[Group]:
    """Rows of sheets from top to bottom; in a row from left to right."""
    outlines = {id(group): group.outline() for group in groups}
    waiting = sorted(groups, key=lambda group: float(outlines[id(group)][:, 1].mean()))
    ordered: list[Group] = []
    while waiting:
        first = outlines[id(waiting[0])]
        low = float(first[:, 1].mean() + np.ptp(first[:, 1]) / 2)
        row = [group for group in waiting if float(outlines[id(group)][:, 1].mean()) < low]
        ordered += sorted(row, key=lambda group: float(outlines[id(group)][:, 0].mean()))
        waiting = [group for group in waiting if all(group is not one for one in row)]
    return ordered
