"""How well made photos are read, by condition: `python -m scorecheck.measure.photos DIGITS`.

DIGITS is the folder of handwriting. Sheets of every variant and paper are printed, filled by
hands of the chosen split (`final` by default: writers and images that no training and no
threshold ever saw), photographed under each condition, and read by the whole pipeline. The
table gives, per condition, the cells read right, the cells asked about, and the cells that were
called sure (or blank) and are not what is written. `--cells FILE` writes every cell.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, cast

from scorecheck.audit.verdict import audit_card
from scorecheck.errors import ScorecheckError
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.photo.load import iter_photos
from scorecheck.pipeline import check_photo, make_kit
from scorecheck.reading.types import STRIKES, CellReading
from scorecheck.report.result import SheetResult
from scorecheck.sheet.plan import columns_that_fit
from scorecheck.simulate.glyphs import GlyphBook, Split
from scorecheck.simulate.photos import MadePhoto, Recipe, make_photo

# Condition of the table: the camera's conditions and the pen (None: any of them).
CONDITIONS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "clean": (("clean",), "pen"),
    "tilted to 45 degrees": (("tilted",), None),
    "any rotation": (("rotated",), None),
    "shadow": (("shadow",), None),
    "curled": (("curled",), None),
    "folded": (("folded",), None),
    "dim light": (("dim",), None),
    "blurred": (("blur",), None),
    "glare": (("glare",), None),
    "printed at 94-104 %": (("scaled",), None),
    "other paper size": (("wrong-paper", "shifted"), None),
    "one mark away": (("covered",), None),
    "patterned table": (("patterned", "lens"), None),
    "yellow paper": (("yellow-paper", "warm"), None),
    "faded print": (("faded",), None),
    "pencil": (("clean",), "pencil"),
    "faint pen": (("clean",), "faint"),
    "felt pen": (("clean",), "felt"),
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
_MISTAKES = ("", "", "sum", "", "value", "")


def recipes(per_condition: int, seed: int) -> Iterator[tuple[str, Recipe]]:
    """The photos of the table: every condition over all variants, papers and languages."""
    sheets = cycle(
        (variant, paper, columns, mode)
        for paper in ("a4", "letter", "a5")
        for variant, columns, mode in _SHEETS
    )
    languages, mistakes = cycle(("en", "sv", "no", "de")), cycle(_MISTAKES)
    catalogue = load_catalogue()
    numbers = count(1)
    for name, (conditions, tool) in CONDITIONS.items():
        for variant, paper, wanted, mode in islice(sheets, per_condition):
            number = next(numbers)
            columns = min(wanted, columns_that_fit(catalogue.get(variant), paper))
            yield (
                name,
                Recipe(
                    variant=variant,
                    paper=paper,
                    lang=next(languages),
                    columns=columns,
                    mode=mode,
                    conditions=conditions,
                    tool=tool,
                    seed=seed + number,
                    mistakes=tuple(islice(mistakes, columns)),
                    empty=1 if columns > 2 and number % 3 == 0 else 0,
                ),
            )


@cache
def _tools(folder: Path, split: Split) -> tuple[Catalogue, GlyphBook, Any]:
    return load_catalogue(), GlyphBook(folder, split), make_kit()


def measure(job: tuple[str, Recipe, Path, Split, Path]) -> dict[str, Any]:
    """Make one photo, read it, compare every cell."""
    name, recipe, folder, split, scratch = job
    catalogue, book, kit = _tools(folder, split)
    made = make_photo(recipe, catalogue, book)
    path = scratch / f"{recipe.seed}.jpg"
    path.write_bytes(made.shot.jpeg)
    row: dict[str, Any] = {"condition": name, "seed": recipe.seed, "variant": recipe.variant,
                           "paper": recipe.paper, "cells": [], "error": None}  # fmt: skip
    try:
        (photo,) = iter_photos(path)
        sheet = check_photo(photo, kit)[0]
        if isinstance(sheet, ScorecheckError):
            raise sheet
        # Where only the marks are left, columns of players are numbered as games: g1 for p1.
        cells = {cell.cell[1:]: cell for card in sheet.cards for cell in card.cells}
        for cell_id, text in made.texts.items():
            cell = cells[cell_id[1:]]
            row["cells"].append([
                cell_id, cell.kind, text, cell.alone.text, round(cell.alone.p, 6),
                cell.text, round(cell.confidence, 6), str(cell.state),
            ])  # fmt: skip
        row["mistakes"] = _mistakes(made, sheet)
    except ScorecheckError as error:
        row["error"] = error.message
    finally:
        path.unlink()
    return row


def _mistakes(made: MadePhoto, sheet: SheetResult) -> list[dict[str, str]]:
    """What became of each card with a planted mistake.

    `found`: it was reported at once. `asked`: it is reported once a person has said what stands in
    the cells that were asked about. `hidden`: not even then.
    """
    options = made.template.resolve_options()
    truth = {cell[1:]: text for cell, text in made.texts.items()}
    outcomes = []
    for card in sheet.cards:
        played = made.played.get(made.layout.columns[0][0] + card.column[1:])
        if played is None or not played.mistakes:
            continue
        texts = {c.cell: truth[c.cell[1:]] if c.in_doubt else c.text for c in card.cells}
        settled = card_from_texts(cast(Sequence[CellReading], card.cells), texts, made.template)
        wanted, known = (
            {(f.code, f.at) for f in audit_card(one, made.template, options, "final").findings}
            for one in (played.card, settled)
        )
        found = {(judged.finding.code, judged.finding.at) for judged in card.findings}
        outcome = "found" if wanted <= found else "asked" if wanted <= known else "hidden"
        outcomes.append({"column": card.column, "kind": played.mistakes[0], "outcome": outcome})
    return outcomes


def table(rows: list[dict[str, Any]]) -> str:
    """The Markdown table by condition, with a last line for all."""
    lines = [
        "| condition | photos | cells written | read right (blind) | read right (weighed)"
        " | asked about | sure but wrong |",
        "|---|---|---|---|---|---|---|",
    ]
    names = list(dict.fromkeys(row["condition"] for row in rows))
    for name in [*names, "all"]:
        chosen = [row for row in rows if name in ("all", row["condition"])]
        lines.append(_line(name, chosen))
    planted = [m for row in rows for m in row.get("mistakes", ())]
    counts = {o: sum(m["outcome"] == o for m in planted) for o in ("found", "asked", "hidden")}
    lines.append("")
    lines.append(
        f"Planted mistakes: {len(planted)}; " + ", ".join(f"{n} {o}" for o, n in counts.items())
    )
    refused = [f"{row['condition']} {row['seed']}: {row['error']}" for row in rows if row["error"]]
    lines += [f"Not read: {line}" for line in refused]
    return "\n".join(lines)


def _line(name: str, rows: list[dict[str, Any]]) -> str:
    cells = [cell for row in rows for cell in row["cells"]]
    written = [c for c in cells if c[2]]
    asked = sum(c[7] in ("doubtful", "illegible") for c in cells)
    blind = sum(c[3] == c[2] for c in cells)
    weighed = sum(c[5] == c[2] for c in cells)
    wrong = [c for c in cells if c[7] in ("sure", "blank") and not same(c[5], c[2])]
    total = max(1, len(cells))
    return (
        f"| {name} | {len(rows)} | {len(written)} of {len(cells)} | {100 * blind / total:.2f} % "
        f"| {100 * weighed / total:.2f} % | {100 * asked / total:.2f} % "
        f"| {len(wrong)} ({1000 * len(wrong) / total:.2f} in 1,000) |"
    )


def same(read: str, written: str) -> bool:
    """Whether two texts say the same: all shapes of a strike do."""
    return read == written or (read in STRIKES and written in STRIKES)


def main() -> None:
    """Read the arguments, measure, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--per-condition", type=int, default=12)
    parser.add_argument("--split", choices=("tune", "final"), default="final")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--cells", type=Path, help="write every photo and cell to this JSON file")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, ProcessPoolExecutor(args.processes) as pool:
        jobs = [
            (name, recipe, args.digits, args.split, Path(scratch))
            for name, recipe in recipes(args.per_condition, args.seed)
        ]
        rows = list(pool.map(measure, jobs, chunksize=2))
    if args.cells:
        args.cells.write_text(json.dumps(rows))
    print(table(rows))


if __name__ == "__main__":
    main()
