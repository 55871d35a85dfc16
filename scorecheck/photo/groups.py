"""Which tags belong to one sheet: by the code they carry, and by standing where it has its marks.

Tags of several sheets of the same kind have the same ids, so a group must also fit one plane: all
its corner points, mapped back to the page, lie where the layout has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scorecheck.photo.geometry import Array, fit_homography, project, square
from scorecheck.photo.tags import Tag
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.marks import mark_ids

Known = Mapping[int, SheetIdentity]
LayoutFor = Callable[[SheetIdentity], Layout]

GOOD_MM = 0.6
"""Marks of one flat sheet fit together better than this (root mean square)."""
BEST_LIKELY_MM = 1.6
"""Marks of a curled sheet still fit better than this."""
_MOST_OF_A_KIND = 12


@dataclass(frozen=True, eq=False)
class Group:
    """Tags that stand together as marks of one sheet; at least two.

    `homography` maps page mm to px of the photo; `residual_mm` is how well the corners fit it.
    """

    identity: SheetIdentity
    layout: Layout
    tags: Mapping[int, Tag]
    homography: Array
    residual_mm: float

    @property
    def missing(self) -> tuple[int, ...]:
        """Corners (0 top left, clockwise) whose mark was not seen."""
        return tuple(corner for corner in range(4) if corner not in self.tags)

    def outline(self) -> Array:
        """The page's corners (4, 2) in px, clockwise from its own top left."""
        width, height = self.layout.page_mm
        return project(
            self.homography, np.array([[0, 0], [width, 0], [width, height], [0, height]])
        )


def group_tags(tags: Sequence[Tag], known: Known, layout_for: LayoutFor) -> list[Group]:
    """Form groups of two to four tags, the best first; a tag is used once."""
    candidates: list[Group] = []
    for identity in _possible(tags, known):
        layout = layout_for(identity)
        candidates += _groups_of(identity, layout, tags)
    candidates.sort(key=_rank)
    used: set[int] = set()
    chosen = []
    for group in candidates:
        members = {id(tag) for tag in group.tags.values()}
        if not members & used:
            used |= members
            chosen.append(group)
    return chosen


def fit_group(identity: SheetIdentity, layout: Layout, tags: Mapping[int, Tag]) -> Group | None:
    """Fit one plane to tags, given by corner; None if they cannot be of one sheet."""
    page = np.concatenate([_mark_corners(layout, corner) for corner in sorted(tags)])
    photo = np.concatenate([tags[corner].corners for corner in sorted(tags)])
    homography = fit_homography(page, photo)
    if homography is None or abs(np.linalg.det(homography)) < 1e-12:
        return None
    back = project(np.asarray(np.linalg.inv(homography), np.float64), photo)
    residual = float(np.sqrt(((back - page) ** 2).sum(axis=1).mean()))
    if not np.isfinite(residual):
        return None
    return Group(identity, layout, dict(tags), homography, residual)


def _mark_corners(layout: Layout, corner: int) -> Array:
    mark = layout.marks[corner]
    return square(mark.x, mark.y, mark.size)


def _possible(tags: Sequence[Tag], known: Known) -> list[SheetIdentity]:
    """Kinds of sheet of which at least two different corners were seen."""
    seen = {tag.id for tag in tags}
    return [
        identity for identity in known.values() if len(seen.intersection(mark_ids(identity))) >= 2
    ]


def _groups_of(identity: SheetIdentity, layout: Layout, tags: Sequence[Tag]) -> list[Group]:
    """All ways to take at most one tag per corner that fit one plane."""
    by_corner = [
        [tag for tag in tags if tag.id == mark.id][:_MOST_OF_A_KIND] for mark in layout.marks
    ]
    only = {corner: choices[0] for corner, choices in enumerate(by_corner) if len(choices) == 1}
    if len(only) >= 3 and sum(map(len, by_corner)) == len(only):
        simple = fit_group(identity, layout, only)
        if simple is not None and simple.residual_mm <= GOOD_MM:
            return [simple]
    partial: list[dict[int, Tag]] = [{}]
    fits: dict[tuple[int, int], bool] = {}
    for corner, choices in enumerate(by_corner):
        partial += [
            {**members, corner: tag}
            for members in partial
            for tag in choices
            if all(_pair_fits(identity, layout, {at: other, corner: tag}, fits)
                   for at, other in members.items())
        ]  # fmt: skip
    groups = [fit_group(identity, layout, members) for members in partial if len(members) >= 2]
    return [group for group in groups if group and group.residual_mm <= BEST_LIKELY_MM]


def _pair_fits(
    identity: SheetIdentity, layout: Layout, pair: dict[int, Tag], fits: dict[tuple[int, int], bool]
) -> bool:
    first, second = pair.values()
    key = (id(first), id(second))
    if key not in fits:
        group = fit_group(identity, layout, pair)
        fits[key] = group is not None and group.residual_mm <= BEST_LIKELY_MM
    return fits[key]


def _rank(group: Group) -> tuple[bool, bool, int, float]:
    """Sheets with three good marks first, then more marks, then the better fit."""
    return (
        len(group.tags) < 3,
        group.residual_mm > GOOD_MM,
        -len(group.tags),
        group.residual_mm,
    )
