"""The readings drawn over the photo.

Each cell carries its reading in small letters, along the sheet's own direction, so that a photo
taken askew or upside down still reads, and where they cover no writing. Colours repeat what signs
say: green sure, amber `?` in doubt, red a finding with what is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scorecheck.audit.finding import Finding
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Joined, Phrase, Say, say_in
from scorecheck.reading.types import ILLEGIBLE_TEXT, State
from scorecheck.report import words
from scorecheck.report.cell_marks import Colour, Mark, MarkedCell, draw_cells, letters
from scorecheck.report.crops import Picture
from scorecheck.report.result import (
    BatchResult,
    CardResult,
    CellResult,
    FileResult,
    Point,
    SheetResult,
)
from scorecheck.report.together import outcome_words

if TYPE_CHECKING:
    from scorecheck.photo.load import Photo

SHEET_PX, LONGEST, LARGEST_FACTOR = 2300, 4000, 2.5
"""A sheet is drawn about this tall, in a picture no longer than that, no photo grown more."""

_GREEN, _AMBER, _RED, _VIOLET = (24, 130, 60), (205, 120, 0), (205, 25, 35), (150, 40, 150)
_INK = (30, 30, 30)
_FOOT_SHARE = 0.042

BLANK = words.text_words("")

KEY: tuple[tuple[str, Colour], ...] = (
    (Phrase("16 read"), _GREEN),
    (Phrase("16? in doubt"), _AMBER),
    (Phrase("? not legible"), _VIOLET),
    (Phrase("62 → 63 finding"), _RED),
)
"""What the colours in a picture mean."""


def draw_page(photo: Picture, sheets: Sequence[SheetResult], lang: str = ENGLISH) -> Picture:
    """The photo with all its sheets' readings, turned so that the first sheet stands upright,
    and a legend below."""
    picture = _drawn(photo, sheets, say_in(lang))
    turned = np.rot90(picture, _quarter_turns(sheets[0])) if sheets else picture
    return _with_legend(np.ascontiguousarray(turned), sheets, say_in(lang))


def draw_sheet(photo: Picture, sheet: SheetResult, lang: str = ENGLISH) -> Picture:
    """One sheet with its readings, without what lies around it, turned upright, and no legend."""
    corners = np.array(sheet.corners_px) / sheet.shrink
    margin = 0.02 * float(np.ptp(corners, axis=0).max())
    low = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
    high = np.ceil(corners.max(axis=0) + margin).astype(int)
    part = photo[low[1] : high[1], low[0] : high[0]]
    picture = _drawn(part, [sheet], say_in(lang), low.astype(np.float64))
    return np.ascontiguousarray(np.rot90(picture, _quarter_turns(sheet)))


def _drawn(
    photo: Picture,
    sheets: Sequence[SheetResult],
    say: Say,
    origin: NDArray[np.float64] | None = None,
) -> Picture:
    """A (part of a) photo, resized, with the readings; `origin` is its place in the photo."""
    factor = _factor(photo, sheets)
    picture = np.ascontiguousarray(_resize(photo, factor))
    for sheet in sheets:
        shift = np.zeros(2) if origin is None else origin
        _draw_sheet(picture, sheet, factor, shift, say)
    return picture


def _draw_sheet(
    picture: Picture, sheet: SheetResult, factor: float, origin: NDArray[np.float64], say: Say
) -> None:
    def place(points: Sequence[Point]) -> NDArray[np.float32]:
        return np.asarray((np.array(points) / sheet.shrink - origin) * factor, np.float32)

    _outline(picture, place(sheet.corners_px))
    drawn = []
    for card in sheet.cards:
        for cell in card.cells:
            mark = mark_of(card, cell)
            told = replace(mark, label=say(mark.label)) if mark else None
            row = cell.box.rpartition(".")[2]
            drawn.append(MarkedCell(place(cell.box_px), row, told))
    draw_cells(picture, drawn)


def pages_with_sheets(batch: BatchResult) -> list[tuple[FileResult, Photo, list[SheetResult]]]:
    """Every page on which a sheet was read, with its sheets, in order."""
    pages = []
    for file in batch.files:
        for page in file.pages:
            sheets = [sheet for sheet in file.sheets if sheet.page == page.page]
            if sheets:
                pages.append((file, page, sheets))
    return pages


def png(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    done, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 6])
    if not done:
        raise ValueError("OpenCV could not encode the picture")
    return data.tobytes()


def mark_of(card: CardResult, cell: CellResult) -> Mark | None:
    """How a cell is drawn; None for a blank cell that nobody needs to look at."""
    if cell.kind == "text":
        return None
    findings = [j.finding for j in card.findings if words.is_at_cell(j.finding, cell)]
    if findings:
        return Mark(_RED, 3, _finding_label(card, cell, findings[0]), fill=True)
    if cell.state is State.ILLEGIBLE:
        return Mark(_VIOLET, 3, "?", fill=True)
    if cell.in_doubt:
        rivals = [cell.text, *(c.text for c in cell.alternatives if c.p >= 0.02)]
        said = [text or BLANK for text in dict.fromkeys(rivals) if text != ILLEGIBLE_TEXT][:2]
        label = Joined([Joined([text, "?"]) for text in said], between=" ")
        return Mark(_AMBER, 3, label, fill=True)
    return Mark(_GREEN, 1, cell.text) if cell.text else None


def _finding_label(card: CardResult, cell: CellResult, finding: Finding) -> str:
    """`62 → 63` where one number is right in this very cell, `7 !` where none can be told."""
    said = cell.text + "?" * (cell.in_doubt and cell.text != ILLEGIBLE_TEXT)
    if not words.is_focus(finding, cell):
        return said
    if cell.field == "sum" and cell.box in card.totals:
        return f"{said} → {card.totals[cell.box][1]}"
    expected = finding.expected
    single = expected[0] if isinstance(expected, tuple) and len(expected) == 1 else expected
    fits = isinstance(single, int | str) and cell.field in ("value", "total")
    return f"{said} → {single}" if fits else f"{said} !"


def _outline(picture: Picture, corners: NDArray[np.float32]) -> None:
    weight = max(2, round(max(picture.shape[:2]) / 900))
    points = np.round(corners).astype(np.int32)
    cv2.polylines(picture, [points], True, (170, 110, 40), weight, cv2.LINE_AA)


def _factor(photo: Picture, sheets: Sequence[SheetResult]) -> float:
    """Such that the smallest sheet is large enough for its labels to be read."""
    sides = [float(np.ptp(np.array(s.corners_px), axis=0).max()) / s.shrink for s in sheets]
    wanted = SHEET_PX / min(sides, default=float(SHEET_PX))
    return float(min(wanted, LONGEST / max(photo.shape[:2]), LARGEST_FACTOR))


def _resize(photo: Picture, factor: float) -> Picture:
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(photo, None, fx=factor, fy=factor, interpolation=method), np.uint8)


def _quarter_turns(sheet: SheetResult) -> int:
    """Quarter turns against the clock that bring the sheet's top edge nearest to level."""
    (x0, y0), (x1, y1) = sheet.corners_px[:2]
    return round(float(np.degrees(np.arctan2(y1 - y0, x1 - x0))) / 90) % 4


def _with_legend(picture: Picture, sheets: Sequence[SheetResult], say: Say) -> Picture:
    height = max(44, round(max(picture.shape[:2]) * _FOOT_SHARE))
    foot = Image.new("RGB", (picture.shape[1], height), (255, 255, 255))
    draw = ImageDraw.Draw(foot)
    cards = [card for sheet in sheets for card in sheet.cards]
    tables = [sheet.table for sheet in sheets if sheet.table]
    found = [judged for card in cards for judged in card.findings]
    found += [judged for table in tables for judged in table.findings]
    doubts = sum(len(card.doubtful) for card in cards)
    findings = words.findings_words(found) or [words.number_of_findings(0)]
    counted = Joined([*findings, words.doubts_words(doubts)], between=", ")
    said = [say(counted)]
    if len(sheets) == 1 and (outcome := outcome_words(sheets[0])):
        said.append(say(outcome))
    parts = [(text, _INK) for text in said] + [(say(text), colour) for text, colour in KEY]
    font, gap = _legend_font(draw, [text for text, _ in parts], foot.size)
    x = gap
    for text, colour in parts:
        draw.text((x, height / 2), text, font=font, anchor="lm", fill=colour)
        x += draw.textlength(text, font=font) + 1.6 * gap
    return np.vstack([picture, np.asarray(foot)[:, :, ::-1]])


def _legend_font(
    draw: ImageDraw.ImageDraw, texts: Sequence[str], size: tuple[int, int]
) -> tuple[ImageFont.FreeTypeFont, float]:
    """The largest letters in which all texts fit side by side, and the gap between them."""
    points = int(size[1] * 0.5)
    while points > 10:
        font = letters(points)
        gap = points * 1.2
        if sum(draw.textlength(text, font=font) + 1.6 * gap for text in texts) + gap < size[0]:
            break
        points -= 1
    return letters(points), points * 1.2
