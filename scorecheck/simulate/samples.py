"""Makes the sample photos: `python -m scorecheck.simulate.samples DIGITS -o samples`.

Each sample is a sheet as `scorecheck print` prints it, filled with real handwritten digits from
the folder DIGITS and photographed by the seeded camera. Beside each photo stands a JSON file
with what is written in every cell and which findings that makes.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from scorecheck.audit.verdict import audit_card
from scorecheck.game.catalogue import load_catalogue
from scorecheck.safe_write import write_whole
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.photos import MadePhoto, Recipe, make_photo

LARGEST = 900_000
"""Bytes of a sample photo at most."""


@dataclass(frozen=True)
class Sample:
    """A sample's name, what it shows, and its recipe."""

    name: str
    shows: str
    recipe: Recipe


def _recipe(variant: str, seed: int, **more: object) -> Recipe:
    base: dict[str, object] = {"megapixels": 8.0, "tool": "pen", "columns": 4}
    return Recipe(variant, seed, **{**base, **more})  # type: ignore[arg-type]


SAMPLES = (
    Sample("yahtzee-clean", "four players, ball pen, flat on a table: all is right",
           _recipe("yahtzee", 101)),
    Sample("yatzy-tilted", "Swedish Yatzy from a steep angle",
           _recipe("yatzy", 102, lang="sv", conditions=("tilted",))),
    Sample("power-shadow", "Power Yahtzee, two games of one player, under a hand's shadow",
           _recipe("power", 103, lang="sv", columns=2, mode="games", conditions=("shadow",))),
    Sample("yahtzee-curled", "German names, six games of one player, on a curled sheet",
           _recipe("yahtzee", 104, lang="de", columns=6, mode="games", conditions=("curled",))),
    Sample("yatzy-pencil", "Norwegian Yatzy in pencil",
           _recipe("yatzy", 105, lang="no", tool="pencil")),
    Sample("yatzy-wrong-sum", "the second player's sum is wrong",
           _recipe("yatzy", 106, lang="sv", mistakes=("", "sum"))),
    Sample("power-wrong-multiplier", "one row of the first game is multiplied wrongly",
           _recipe("power", 107, columns=2, mode="games", mistakes=("multiplier",))),
    Sample("power-strike-order", "in the first game Yahtzee 1 was struck before Yahtzee 3",
           _recipe("power", 108, lang="sv", columns=2, mode="games", mistakes=("strike-order",))),
    Sample("yahtzee-impossible-value", "the third player wrote what no dice give, on Letter paper",
           _recipe("yahtzee", 112, mistakes=("", "", "value"), paper="letter")),
    Sample("yatzy-upside-down", "A5, half filled, photographed upside down with a patterned table",
           _recipe("yatzy", 110, paper="a5", filled=0.6, conditions=("patterned", "upside-down"))),
)  # fmt: skip


def truth(made: MadePhoto, sample: Sample) -> dict[str, object]:
    """What stands on the sheet and what is wrong with it, as JSON."""
    options = made.template.resolve_options()
    findings = {}
    for column, played in made.played.items():
        status = "final" if made.recipe.filled >= 1 else "in-progress"
        verdict = audit_card(played.card, made.template, options, status)
        findings[column] = [
            {"code": f.code, "name": f.name, "at": f.at, "carried": f.carried}
            for f in verdict.findings
        ]
    return {
        "schema": "scorecheck/sample/1",
        "shows": sample.shows,
        "made": {"program": "scorecheck.simulate.samples", **asdict(sample.recipe)},
        "variant": made.identity.variant,
        "paper": made.identity.paper,
        "sheet_number": made.identity.sheet,
        "cells": made.texts,
        "findings": findings,
    }


def notes() -> str:
    """The page of the samples: what each shows and how it was made."""
    lines = [
        "# Samples",
        "",
        "Made photos, not taken ones: `python -m scorecheck.simulate.samples DIGITS -o samples`",
        "prints each sheet, writes on it with real handwritten digits, and photographs it with a",
        "simulated camera, all from the seed. Beside each photo a JSON file holds what is written",
        "in every cell, the findings that it makes, and the recipe. The hands of later versions",
        "take other chances, so the same photos come from commit c86852a, the one of an impossible",
        "value from 5bf84f1.",
        "",
        "| photo | what it shows | seed | camera | pen |",
        "|---|---|---|---|---|",
    ]
    for sample in SAMPLES:
        made = sample.recipe
        lines.append(
            f"| `{sample.name}.jpg` | {sample.shows} | {made.seed} "
            f"| {', '.join(made.conditions)} | {made.tool} |"
        )
    lines += [
        "",
        "The digits come from the collections named in the project's README; only their glyphs on",
        "these photos are part of the project. `loop.jpg` is the README's picture, made with",
        "`python -m scorecheck.measure.loop_picture` from `yatzy-wrong-sum.jpg`.",
        "`review.png` shows the review page with the same photo, one cell left to settle, made",
        "with `python -m scorecheck.measure.review_picture`.",
        "",
    ]
    return "\n".join(lines)


def small_jpeg(photo: np.ndarray) -> bytes:
    """The best JPEG of a photo (H, W, 3 BGR) that is no larger than `LARGEST`."""
    for quality in range(92, 40, -4):
        data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= LARGEST:
            return data
    return data


def main() -> None:
    """Read the arguments and write the samples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("-o", "--out", type=Path, default=Path("samples"))
    args = parser.parse_args()
    catalogue, book = load_catalogue(), GlyphBook(args.digits, "final")
    args.out.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        made = make_photo(sample.recipe, catalogue, book)
        write_whole(args.out / f"{sample.name}.jpg", small_jpeg(made.shot.photo))
        text = json.dumps(truth(made, sample), indent=1, ensure_ascii=False) + "\n"
        write_whole(args.out / f"{sample.name}.json", text.encode())
        print(sample.name)
    write_whole(args.out / "README.md", notes().encode())


if __name__ == "__main__":
    main()
