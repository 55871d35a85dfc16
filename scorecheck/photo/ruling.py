"""Divide the lines of ruled or squared paper out of a flat page.

What a pen wrote across them stays: paper takes its share of the light, and ink takes its share of
what is left.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.photo.paper_lines import STRIP_MM, PageRows, PaperLine, page_rows, ruled_lines
from scorecheck.sheet.layout import Layout, Rule

_REACH_PX = 5
"""A line's profile reaches so far from its middle."""
_WINDOW = 2
"""Strips to either side whose columns tell a line's tone; an entry on the line is shorter."""

_DARKER = 1.25
"""One of the lines may take so much more light than they usually do."""


def without_ruling(grey: Pixels, px_per_mm: float, layout: Layout) -> Pixels:
    """The flat page without the lines of ruled or squared paper; the same picture if it has none.

    Args:
        grey: (H, W) uint8, `px_per_mm` to the mm, everything where the layout has it.
    """
    level = tuple(rule for rule in layout.rules if rule.y1 == rule.y2)
    upright = tuple(
        Rule(rule.y1, rule.x1, rule.y2, rule.x2, rule.width)
        for rule in layout.rules
        if rule.x1 == rule.x2
    )
    boxes = [cell for cell in layout.cells if cell.kind != "text"]
    rows = min(cell.y for cell in boxes), max(cell.y + cell.h for cell in boxes)
    columns = min(cell.x for cell in boxes), max(cell.x + cell.w for cell in boxes)
    across = ruled_lines(page_rows(grey, px_per_mm, level, rows))
    turned = np.asarray(cv2.transpose(grey), np.uint8)
    along = ruled_lines(page_rows(turned, px_per_mm, upright, columns), alone=bool(across))
    if not across and not along:
        return grey
    if along:
        turned = _divided_out(turned, page_rows(turned, px_per_mm, upright, columns), along)
    result = np.asarray(cv2.transpose(turned), np.uint8)
    if not across:
        return result
    return _divided_out(result, page_rows(result, px_per_mm, level, rows), across)


def _divided_out(grey: Pixels, view: PageRows, lines: Sequence[PaperLine]) -> Pixels:
    """Give back the light that the lines took."""
    height, width = grey.shape
    result = grey.astype(np.float32)
    columns = np.arange(width)
    middles = (np.arange(len(lines[0].at)) + 0.5) * STRIP_MM * view.px_per_mm - 0.5
    profiles = _of_one_tone(np.stack([_profile(view, line) for line in lines]))
    for line, profile in zip(lines, profiles, strict=True):
        at = np.interp(columns, middles, line.at)
        place = np.interp(columns, middles, np.arange(len(middles)))
        for offset in range(-_REACH_PX, _REACH_PX + 1):
            rows = np.round(at).astype(np.intp) + offset
            inside = (rows >= 0) & (rows < height)
            tone = _between(profile, place, rows - at + _REACH_PX + 1)
            result[rows[inside], columns[inside]] /= 1 - tone[inside]
    return np.asarray(np.clip(result + 0.5, 0, 255), np.uint8)


def _profile(view: PageRows, line: PaperLine) -> NDArray[np.float32]:
    """(strips, 2 * reach + 3): the line's tone across it, in every strip, nought at its ends."""
    rows, columns = view.tone.shape
    centres = (np.arange(len(line.at)) + 0.5) * STRIP_MM - 0.5
    at = np.round(np.interp(np.arange(columns), centres, line.at)).astype(np.intp)
    reach = _REACH_PX + 1
    places = np.clip(at[:, None] + np.arange(-reach, reach + 1), 0, rows - 1)
    across = view.tone[places, np.arange(columns)[:, None]]
    profile = np.empty((len(line.at), 2 * reach + 1), np.float32)
    for strip in range(len(profile)):
        first = max(0, (strip - _WINDOW) * STRIP_MM)
        # What is written on the line or beside it makes it darker, never paler.
        profile[strip] = np.quantile(across[first : (strip + _WINDOW + 1) * STRIP_MM], 0.35, axis=0)
    ends = np.minimum(profile[:, :1], profile[:, -1:])
    return np.clip(profile - ends, 0, 0.6)


def _of_one_tone(profiles: NDArray[np.float32]) -> NDArray[np.float32]:
    """(lines, strips, across), none darker than usual: what makes it so is print or ink."""
    usual = cv2.dilate(np.median(profiles, axis=0), np.ones((1, 3), np.uint8))
    return np.asarray(np.minimum(profiles, _DARKER * usual), np.float32)


def _between(profile: NDArray[np.float32], strip: Array, place: Array) -> NDArray[np.float32]:
    """The profile at fractional strips and places across the line."""
    fine = cv2.remap(
        profile, place.astype(np.float32)[None], strip.astype(np.float32)[None],
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0,
    )  # fmt: skip
    return np.asarray(fine[0], np.float32)
