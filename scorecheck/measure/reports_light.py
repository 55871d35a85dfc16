"""Reports about light, pen, paper and toner, and about sheets on which nothing is written."""

from __future__ import annotations

from typing import Any

import numpy as np

from scorecheck.errors import ScorecheckError
from scorecheck.measure.reports_place import sheets
from scorecheck.measure.reports_sheet import SHEETS, Bench, Pixels
from scorecheck.measure.reports_tally import Tally
from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.plan import columns_that_fit
from scorecheck.simulate.camera_scene import Scene

_LIGHTS = {
    "under the hard shadow of a hand": Scene(hand_shadow=0.55, shadow_softness=0.002),
    "under the soft shadow of a hand": Scene(hand_shadow=0.6, shadow_softness=0.03),
    "half in the shade": Scene(edge_shadow=0.55),
    "by one lamp at the side": Scene(lamp=0.65, vignette=0.25),
    "on yellow paper": Scene(paper_tint=(0.5, 0.93, 0.98)),
}
_PENS: dict[str, tuple[str, dict[str, Any]]] = {
    "a hard pencil": ("pencil", {"pen": 0.3, "strength": 0.4, "grain": 0.45}),
    "light blue ink": ("pen", {"ink": (215, 165, 95), "strength": 0.75}),
}


def uneven(bench: Bench) -> Tally:
    """Shadows, a lamp and yellow paper; a hard pencil and light blue ink, in a shadow too."""
    tally = Tally()
    for variant, sheet in sheets(bench, 71):
        for seed, (what, scene) in enumerate(_LIGHTS.items()):
            shot = sheet.shoot(scene=scene, seed=seed)
            bench.read(shot.jpeg, sheet, f"{variant} {what}", tally)
    for what, (tool, habits) in _PENS.items():
        for variant, sheet in sheets(bench, 75, tool=tool, habits=habits):
            for shade in (0.0, 0.5):
                shot = sheet.shoot(scene=Scene(edge_shadow=shade), seed=1)
                bench.read(shot.jpeg, sheet, f"{variant} in {what}, shade {shade}", tally)
    return tally


def weak_toner(bench: Bench) -> Tally:
    """The print, not the ink, loses up to 60 % towards one side of the page."""
    tally = Tally()
    for number, (variant, columns) in enumerate(SHEETS):
        for quarter, side in enumerate(("right", "bottom", "left", "top")):
            sheet = bench.sheet(variant, columns, seed=211 + 10 * number + quarter)
            sheet.page[:] = _faded(sheet.page, quarter)
            sheet.play(bench, np.random.default_rng(quarter))
            bench.read(sheet.shoot().jpeg, sheet, f"{variant}, weak on its {side}", tally)
    return tally


def _faded(page: Pixels, quarter: int) -> Pixels:
    """Toner that grows weak towards the right, the bottom, the left or the top of a page."""
    turned = np.rot90(page, quarter)
    keep = np.clip(1.1 - np.linspace(0, 0.75, turned.shape[1]), 0.4, 1)[None, :, None]
    return np.rot90(255 - (255 - turned) * keep, -quarter).astype(np.uint8)


def nothing_written(bench: Bench) -> Tally:
    """The empty sheet of every game that can be printed, on every paper, in good and bad photos."""
    tally = Tally()
    for template in bench.catalogue.all():
        for paper in PAPERS_MM if template.printable else ():
            sheet = bench.sheet(template.id, columns_that_fit(template, paper), paper=paper)
            for condition in ("clean", "shadow", "dim", "curled"):
                what = f"{template.id} on {paper}, {condition}"
                shot = sheet.shoot(condition, seed=len(what))
                (outcome, *_) = bench.read(shot.jpeg, sheet, what, tally)
                if not isinstance(outcome, ScorecheckError):
                    clean = all(card.status == "blank" for card in outcome.cards)
                    tally.note(clean, "with every card blank", f"{what}: a card is not blank")
    return tally
