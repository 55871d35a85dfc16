"""The photos that are measured: conditions, and the sheets that are photographed under each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from scorecheck.errors import UsageError
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
_TURN = 4
"""How many kinds of sheets further each condition begins."""

_SEEDS, _SEEDS_EACH = 100_003, 1_009
"""How many seeds a run has, and how many of them a condition. Neither is round: the last digits of
its seed are a sheet's number, which should be of any length."""


def recipes(per_condition: int, seed: int) -> Iterator[tuple[str, Recipe]]:
    """The photos: every condition over all variants, papers and languages, by turns with sums
    written and without.

    No sheet is in two of them, nor in two runs of different seeds. More photos of each condition,
    or a further condition at the end, leave the others as they are.

    Raises:
        UsageError: more photos than there are seeds for.
    """
    if per_condition > _SEEDS_EACH:
        raise UsageError(
            f"{per_condition} photos of one condition are too many",
            help=f"measure at most {_SEEDS_EACH} of each, and then others with another --seed",
        )
    catalogue = load_catalogue()
    for index, (name, condition) in enumerate(CONDITIONS.items()):
        for number in range(per_condition):
            # Two photos in a row are of one kind of sheet, one with sums and one without.
            pair = number // 2
            variant, columns, mode = _SHEETS[(_TURN * index + pair) % len(_SHEETS)]
            paper = _PAPERS[(index + pair) % len(_PAPERS)]
            template = catalogue.get(variant)
            wanted = min(columns, columns_that_fit(template, paper))
            own = _SEEDS * seed + _SEEDS_EACH * index + number
            yield name, _recipe(template, paper, wanted, mode, condition, own, number % 2 == 0)


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
