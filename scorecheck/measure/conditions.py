"""The photos that are measured: conditions, and the sheets that are photographed under each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.sheet.plan import columns_that_fit
from scorecheck.simulate.photos import Recipe

MISTAKEN = 1 / 3
"""Share of the columns with a mistake planted on the paper."""

_SUM_MISTAKES = ("off-1", "off-9", "off-10", "exchanged", "dropped", "slip", "cancel")
_BOX_MISTAKES = ("value", "value", "slip")
_POWER_MISTAKES = ("multiplier", "strike-order")


@dataclass(frozen=True)
class Condition:
    """How photos are taken: names of the camera's conditions, the pen (None: any), the size."""

    camera: tuple[str, ...] = ("clean",)
    tool: str | None = None
    megapixels: float = 12.0
    filled: float = 1.0


# New ones at the end: then the photos of the others stay the same.
CONDITIONS: dict[str, Condition] = {
    "clean": Condition(tool="pen"),
    "tilted to 45 degrees": Condition(("tilted",)),
    "any rotation": Condition(("rotated",)),
    "shadow": Condition(("shadow",)),
    "curled": Condition(("curled",)),
    "folded": Condition(("folded",)),
    "dim light": Condition(("dim",)),
    "blurred": Condition(("blur",)),
    "glare": Condition(("glare",)),
    "printed at 94-104 %": Condition(("scaled",)),
    "other paper size": Condition(("wrong-paper", "shifted")),
    "one mark away": Condition(("covered",)),
    "corner cut off": Condition(("cut",)),
    "patterned table, lens": Condition(("patterned", "lens")),
    "dark or light table": Condition(("any-table",)),
    "yellow paper": Condition(("yellow-paper", "warm")),
    "faded print": Condition(("faded",)),
    "strong JPEG": Condition(("low-jpeg",)),
    "5 megapixels": Condition(megapixels=5.0),
    "48 megapixels": Condition(megapixels=48.0),
    "game under way": Condition(filled=0.6),
    "pencil": Condition(tool="pencil"),
    "faint pen": Condition(tool="faint"),
    "felt pen": Condition(tool="felt"),
    "fingers on the sheet": Condition(("fingers",)),
    "dice on the sheet": Condition(("dice",)),
    "ruled paper": Condition(("ruled-paper",)),
    "fold lines through cells": Condition(("fold-lines",)),
    "sun and shade": Condition(("deep-shadow",)),
    "lamp mirrored": Condition(("lamp-glare",)),
    "a quarter of the picture": Condition(("far",)),
    "cells beyond the edge": Condition(("cut-cells",)),
    "another sheet below": Condition(("sheet-below",)),
    "cold light": Condition(("cold",)),
    "partly out of focus": Condition(("part-blurred",)),
    "near, wide lens": Condition(("wide-lens",)),
    "candle light": Condition(("dark",)),
    "marble or figured table": Condition(("figures",)),
    "stretched by the printer": Condition(("stretched",)),
    "2 megapixels": Condition(megapixels=2.0),
}

# Variant, columns (fewer where they do not fit), and whose they are.
_SHEETS = (
    ("yahtzee", 4, "players"),
    ("yatzy", 4, "players"),
    ("power", 2, "players"),
    ("maxi", 3, "players"),
    ("yahtzee", 6, "games"),
    ("yatzy", 6, "games"),
    ("power", 3, "games"),
    ("triple", 1, "games"),
    ("yahtzee", 3, "players"),
    ("yatzy", 2, "players"),
    ("yacht", 4, "players"),
    ("power", 4, "games"),
    ("yamb", 1, "games"),
)
_PAPERS = ("a4", "letter", "a5")


def recipes(per_condition: int, seed: int) -> Iterator[tuple[str, Recipe]]:
    """The photos: every condition over all variants, papers and languages, by turns with sums
    written and without."""
    catalogue = load_catalogue()
    number = 0
    for name, condition in CONDITIONS.items():
        for i in range(per_condition):
            # Two photos in a row are of one kind of sheet, one with sums and one without.
            kind = number // 2
            variant, columns, mode = _SHEETS[kind % len(_SHEETS)]
            paper = _PAPERS[kind // len(_SHEETS) % len(_PAPERS)]
            template = catalogue.get(variant)
            wanted = min(columns, columns_that_fit(template, paper))
            number += 1
            yield name, _recipe(template, paper, wanted, mode, condition, seed + number, i % 2 == 0)


def _recipe(
    template: Template, paper: str, columns: int, mode: str, condition: Condition, seed: int,
    sums: bool,
) -> Recipe:  # fmt: skip
    chance = Random(seed)
    return Recipe(
        variant=template.id,
        paper=paper,
        lang=chance.choice(template.languages),
        columns=columns,
        mode=mode,
        conditions=condition.camera,
        tool=condition.tool,
        seed=seed,
        mistakes=tuple(_mistake(template, condition, sums, chance) for _ in range(columns)),
        empty=int(columns > 2 and chance.random() < 1 / 3),
        filled=condition.filled,
        megapixels=condition.megapixels,
        sums=sums,
    )


def _mistake(template: Template, condition: Condition, sums: bool, chance: Random) -> str:
    if condition.filled < 1 or chance.random() >= MISTAKEN:
        return ""
    kinds: list[str] = [*_BOX_MISTAKES, *(_SUM_MISTAKES if sums else ())]
    kinds += _POWER_MISTAKES if template.power else ()
    return chance.choice(kinds)
