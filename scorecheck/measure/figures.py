"""All tables of a measuring run by name, and the document that shows them between markers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure import reading
from scorecheck.measure.composed import Composed
from scorecheck.measure.curve import Curve, curve_of, curve_table
from scorecheck.measure.markdown import markdown, told
from scorecheck.measure.mislabelled import MISLABELLED
from scorecheck.measure.rows import PhotoRow
from scorecheck.measure.shares import reliability
from scorecheck.measure.tables import (
    accusations_table,
    asked_table,
    by_condition,
    by_game,
    by_paper,
    cells_of,
    confusions,
    mistakes_table,
    overall,
    reasons_table,
    refusals,
    reliability_table,
)
from scorecheck.measure.worst import Shown
from scorecheck.simulate.glyphs import Split

_BLOCK = re.compile(
    r"(<!-- figures: (?P<name>[a-z-]+) -->\n).*?(<!-- end: (?P=name) -->)", re.DOTALL
)


@dataclass(frozen=True)
class Measured:
    """What a run has measured: composed cells, and photos."""

    cells: Sequence[Composed]
    photos: Sequence[PhotoRow]


@dataclass(frozen=True)
class Asked:
    """What a run was asked to measure: at least so many `photos` and `cells`, of a split."""

    photos: int
    cells: int
    split: Split
    seed: int

    @property
    def command(self) -> str:
        """What to type to measure it again."""
        wanted = " ".join(f"--{name} {value}" for name, value in vars(self).items())
        return f"python -m scorecheck.measure.everything DIGITS -o FOLDER {wanted}"


def figures(
    measured: Measured, worst: Sequence[Shown], revision: str, asked: Asked
) -> dict[str, str]:
    """Every table, by the name that it has in the document."""
    cells, photos = measured.cells, measured.photos
    in_photos = cells_of(photos)
    return {
        "run": _run(measured, revision, asked),
        "overall": overall(photos, asked.split),
        "conditions": by_condition(photos),
        "games": by_game(photos),
        "papers": by_paper(photos),
        "curve": curve_table(curve(photos)),
        "mistakes": mistakes_table(photos),
        "accusations": accusations_table(photos),
        "asked": asked_table(photos),
        "reasons": reasons_table(photos),
        "photo-reliability": reliability_table(
            reliability([cell.p_blind for cell in in_photos], [c.right_blind for c in in_photos])
        ),
        "photo-confusions": confusions(
            (cell.written, cell.text) for cell in in_photos if not cell.right
        ),
        "refusals": refusals(photos),
        "cells": reading.by_kind(cells),
        "sources": reading.by_source(cells),
        "reliability": reading.calibration(cells),
        "trade": reading.trade(cells),
        "confusions": reading.confused(cells),
        "worst": worst_table(worst),
        "mislabelled": markdown(("image", "what a person sees"), MISLABELLED.items()),
    }


def curve(photos: Sequence[PhotoRow]) -> Curve:
    """The curve over all photos."""
    catalogue, total = load_catalogue(), Curve()
    for row in photos:
        total.add(curve_of(row, catalogue))
    return total


def worst_table(worst: Sequence[Shown]) -> str:
    """The worst cells by the numbers that they have in the picture."""
    heads = ("number", "from", "written", "read as", "probability", "passed", "images")
    lines = [
        [
            number, one.worst.reading, told(one.worst.row.written), told(one.worst.read),
            f"{one.worst.p:.5f}", "yes" if one.worst.passed else "no, asked",
            ", ".join(one.worst.row.images) or "drawn strokes",
        ]
        for number, one in enumerate(worst, 1)
    ]  # fmt: skip
    return markdown(heads, lines)


def filled(document: str, tables: Mapping[str, str]) -> str:
    """The document with its tables made anew; unknown names are left alone."""

    def fill(block: re.Match[str]) -> str:
        table = tables.get(block["name"])
        return f"{block[1]}\n{table}\n\n{block[3]}" if table is not None else block[0]

    return _BLOCK.sub(fill, document)


def _run(measured: Measured, revision: str, asked: Asked) -> str:
    cells = cells_of(measured.photos)
    written = sum(bool(cell.written) for cell in cells)
    return (
        f"Measured at {revision}, with `{asked.command}`: {len(measured.cells)} composed cells, "
        f"and {len(measured.photos)} photos with {len(cells)} cells, {written} of them written in."
    )
