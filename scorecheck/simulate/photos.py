"""A made photo: a sheet printed, filled by hand, photographed, with the truth of every cell."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.game.template import Template
from scorecheck.safe_write import write_whole
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import draw_sheets
from scorecheck.sheet.render import render_page
from scorecheck.simulate.camera import Shot, photograph
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.fill import cell_texts, fill
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.hand import Hand, random_style
from scorecheck.simulate.mistakes import with_mistake
from scorecheck.simulate.play import Played, random_card, texts_of
from scorecheck.simulate.play_columns import (
    PlayedSheet,
    random_sheet,
    texts_of_sheet,
    with_sheet_mistake,
)

PX_PER_MM = 12.0
"""Resolution at which pages are rendered and written on: as sharp as a 12-megapixel photo."""


@dataclass(frozen=True)
class Recipe:
    """Everything a made photo depends on; the same recipe gives the same photo.

    `conditions` are names of the camera's, `tool` the pen (None: any), `mistakes` one kind (or
    "") per column, `filled` the share of boxes filled, `empty` how many columns at the end stay
    unused; without `sums` the players added nothing up.
    """

    variant: str
    seed: int
    paper: str = "a4"
    lang: str = "en"
    columns: int = 4
    mode: str = "players"
    conditions: tuple[str, ...] = ("clean",)
    tool: str | None = None
    mistakes: tuple[str, ...] = ()
    filled: float = 1.0
    empty: int = 0
    megapixels: float = 12.0
    sums: bool = True


@dataclass(frozen=True)
class MadePhoto:
    """A photo and its truth: `texts` by cell id ("" where nothing is written).

    `played` are the cards by column, `sheets` those of games whose columns belong together.
    """

    recipe: Recipe
    identity: SheetIdentity
    layout: Layout
    template: Template
    shot: Shot
    played: dict[str, Played]
    sheets: dict[str, PlayedSheet]
    texts: dict[str, str] = field(repr=False)

    def hidden(self) -> dict[str, float]:
        """Share of each cell under a finger or a die, or beyond the picture's edge, by cell id."""
        cells = [cell for cell in self.layout.cells if cell.cell in self.texts]
        boxes = np.array([(cell.x, cell.y, cell.x + cell.w, cell.y + cell.h) for cell in cells])
        shares = self.shot.hidden_share(boxes).tolist()
        return dict(zip((cell.cell for cell in cells), shares, strict=True))


def make_photo(
    recipe: Recipe,
    catalogue: Catalogue,
    book: GlyphBook,
    watch: Callable[[str], None] | None = None,
    scene: Scene | None = None,
) -> MadePhoto:
    """Print, fill and photograph one sheet.

    Args:
        watch: told the id of each cell just before it is written.
        scene: replaces the recipe's conditions.
    """
    rng = np.random.default_rng((recipe.seed, len(recipe.variant)))
    template = catalogue.get(recipe.variant)
    identity = SheetIdentity(
        variant=template.id,
        template_version=template.version,
        paper=recipe.paper,
        lang=recipe.lang,
        columns=recipe.columns,
        mode="players" if recipe.mode == "players" else "games",
        sheet=recipe.seed % 1000 + 1,
    )
    layout = make_layout(template, identity)
    used = layout.columns[: len(layout.columns) - recipe.empty]
    played, sheets = _played(recipe, template, used, rng), _sheets(recipe, template, used, rng)
    written = {column: texts_of(one, template) for column, one in played.items()}
    written |= {column: texts_of_sheet(one, template) for column, one in sheets.items()}
    texts = cell_texts(layout, written)
    hands = _hands(recipe, layout.columns, book, rng)
    page = fill(_empty_page(template, identity), layout, texts, hands, PX_PER_MM, watch)
    below = None
    if "sheet-below" in recipe.conditions:  # the next sheet of the pad, still empty
        below = _empty_page(template, identity.with_sheet(identity.sheet + 1))
    shot = photograph(
        page,
        PX_PER_MM,
        conditions=recipe.conditions,
        seed=recipe.seed,
        megapixels=recipe.megapixels,
        scene=scene,
        below=below,
    )
    return MadePhoto(recipe, identity, layout, template, shot, played, sheets, texts)


def _played(
    recipe: Recipe, template: Template, columns: Sequence[str], rng: np.random.Generator
) -> dict[str, Played]:
    played: dict[str, Played] = {}
    for i, column in enumerate(() if template.columns else columns):
        card = random_card(template, rng, filled=recipe.filled)
        kind = recipe.mistakes[i] if i < len(recipe.mistakes) else ""
        card = with_mistake(card, template, kind, rng) if kind else card
        played[column] = card if recipe.sums else card.without_sums()
    return played


def _sheets(
    recipe: Recipe, template: Template, columns: Sequence[str], rng: np.random.Generator
) -> dict[str, PlayedSheet]:
    if not template.columns:
        return {}
    sheets = {}
    for i, column in enumerate(columns):
        sheet = random_sheet(template, rng, filled=recipe.filled)
        kind = recipe.mistakes[i] if i < len(recipe.mistakes) else ""
        sheet = with_sheet_mistake(sheet, template, kind, rng) if kind else sheet
        sheets[column] = sheet if recipe.sums else sheet.without_sums()
    return sheets


def _hands(
    recipe: Recipe, columns: Sequence[str], book: GlyphBook, rng: np.random.Generator
) -> dict[str, Hand]:
    """One hand for all games of one player; one for each player, or one that keeps the score."""
    first = Hand(book, rng, random_style(book, rng, recipe.tool))
    shared = recipe.mode == "games" or rng.random() < 0.5
    return {
        column: first if shared else Hand(book, rng, random_style(book, rng, recipe.tool))
        for column in columns
    }


def _empty_page(template: Template, identity: SheetIdentity) -> NDArray[np.uint8]:
    return render_page(draw_sheets(template, identity), 0, PX_PER_MM, colour=True)


def main() -> None:
    """`python -m scorecheck.simulate.photos DIGITS -o photo.jpg`: make one photo."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("digits", type=Path, help="the folder of handwriting")
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--variant", default="yahtzee")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--columns", type=int, default=6)
    parser.add_argument("--conditions", default="clean", help="the camera's, joined by commas")
    parser.add_argument("--megapixels", type=float, default=12.0)
    args = parser.parse_args()
    recipe = Recipe(
        args.variant, args.seed, columns=args.columns,
        conditions=tuple(args.conditions.split(",")), megapixels=args.megapixels,
    )  # fmt: skip
    made = make_photo(recipe, load_catalogue(), GlyphBook(args.digits, "final"))
    write_whole(args.out, made.shot.jpeg)


if __name__ == "__main__":
    main()
