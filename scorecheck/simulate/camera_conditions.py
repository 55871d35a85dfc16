"""The conditions under which a made photo is taken, by name; they can be combined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from scorecheck.simulate.camera_cover import with_dice, with_fingers
from scorecheck.simulate.camera_paper import arch, fold, lifted_corner, wave
from scorecheck.simulate.camera_scene import Crease, Ruling, Scene
from scorecheck.simulate.camera_table import FIGURED, TABLES

Condition: TypeAlias = Callable[[Scene, np.random.Generator], Scene]


def scene_for(conditions: Sequence[str], rng: np.random.Generator) -> Scene:
    """An everyday scene, changed by each of the named conditions in turn.

    Raises:
        KeyError: there is no condition of that name.
    """
    scene = Scene(
        tilt=rng.uniform(0, 9),
        azimuth=rng.uniform(0, 360),
        roll=rng.uniform(-5, 5),
        fill=rng.uniform(0.86, 0.95),
        k1=rng.uniform(-0.015, 0.015),
        table=str(rng.choice(("wood", "light", "cloth"))),
        lamp=rng.uniform(0.05, 0.2),
        exposure=rng.uniform(0.86, 0.97),
        jpeg_quality=int(rng.integers(86, 95)),
    )
    for name in conditions:
        scene = CONDITIONS[name](scene, rng)
    return scene


def _tilted(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, tilt=rng.uniform(25, 45), roll=scene.roll + rng.uniform(-10, 10))


def _rotated(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, roll=rng.uniform(0, 360))


def _shadow(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(
        scene,
        hand_shadow=rng.uniform(0.3, 0.62),
        shadow_softness=rng.choice((0.002, 0.01, 0.03)),
        edge_shadow=rng.choice((0.0, 0.0, 0.4)),
    )


def _curled(scene: Scene, rng: np.random.Generator) -> Scene:
    sign = rng.choice((-1, 1))
    kinds = (
        lambda: arch(rng.uniform(-0.2, 0.2), sign * rng.uniform(220, 600)),
        lambda: arch(np.pi / 2 + rng.uniform(-0.2, 0.2), sign * rng.uniform(260, 700)),
        lambda: lifted_corner(
            rng.uniform(0, 2 * np.pi), rng.uniform(60, 110), rng.uniform(80, 160)
        ),
        lambda: wave(rng.uniform(0, np.pi), rng.uniform(250, 500), rng.uniform(150, 260), 1.0),
    )
    bends = (kinds[int(rng.integers(4))](),)
    return replace(scene, bends=bends, tilt=max(scene.tilt, rng.uniform(5, 22)))


def _folded(scene: Scene, rng: np.random.Generator) -> Scene:
    strong = rng.uniform(6, 18) * rng.choice((-1, 1))
    bends = [fold(np.pi / 2, rng.uniform(-6, 6), strong)]
    if rng.random() < 0.5:
        bends.append(fold(0.0, rng.uniform(-4, 4), rng.uniform(4, 10) * rng.choice((-1, 1))))
    else:
        bends = [fold(np.pi / 2, -49, strong), fold(np.pi / 2, 49, -strong)]
    return replace(scene, bends=tuple(bends), tilt=max(scene.tilt, rng.uniform(5, 20)))


def _dim(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(
        scene,
        exposure=rng.uniform(0.42, 0.62),
        lamp=rng.uniform(0.3, 0.5),
        noise=rng.uniform(8, 13),
        denoise=True,
        sharpen=0.7,
        white_balance=(rng.uniform(0.62, 0.8), rng.uniform(0.86, 0.95), 1.0),
        jpeg_quality=int(rng.integers(60, 80)),
    )


def _blur(scene: Scene, rng: np.random.Generator) -> Scene:
    if rng.random() < 0.5:
        return replace(scene, defocus=rng.uniform(2.5, 5.0), sharpen=0.0)
    return replace(scene, motion=rng.uniform(5, 11), sharpen=0.0)


def _glare(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, glare=rng.uniform(0.5, 1.4), tilt=rng.uniform(10, 25))


def _scaled(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(
        scene, print_scale=rng.uniform(0.94, 1.04), table=str(rng.choice(("wood", "dark", "cloth")))
    )


def _wrong_paper(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, paper="other", print_scale=rng.choice((1.0, 0.94)))


def _shifted(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, print_shift=(rng.uniform(-5, 5), rng.uniform(-5, 5)))


def _lens(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, k1=rng.choice((-1, 1)) * rng.uniform(0.04, 0.1), fill=0.95)


def _warm(scene: Scene, rng: np.random.Generator) -> Scene:
    balance = (rng.uniform(0.5, 0.7), rng.uniform(0.8, 0.9), 1.0)
    return replace(scene, white_balance=balance)


def _yellow_paper(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, paper_tint=(rng.uniform(0.45, 0.65), 0.93, 0.98))


def _cut(scene: Scene, rng: np.random.Generator) -> Scene:
    """The photo's edge cuts one corner off: three marks are in the picture."""
    roll, off = rng.choice((-1, 1)) * rng.uniform(8, 10), rng.choice((-1, 1)) * 0.058
    return replace(scene, off=(0.0, off), roll=roll, fill=0.97, tilt=min(scene.tilt, 4.0))


def _covered(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, covered=int(rng.integers(4)))


def _ruled_paper(scene: Scene, rng: np.random.Generator) -> Scene:
    ruling = Ruling(
        start=rng.uniform(4, 14),
        step=5.0 if rng.random() < 0.5 else rng.uniform(7, 9),
        skew=rng.uniform(-0.6, 0.6),
        squared=bool(rng.random() < 0.5),
        colour=((222, 196, 170), (225, 200, 190), (205, 205, 205))[int(rng.integers(3))],
    )
    return replace(scene, ruling=ruling)


def _fold_lines(scene: Scene, rng: np.random.Generator) -> Scene:
    """Folded small, carried in a pocket, laid flat again: lines that run through cells anywhere."""
    angles = [float(rng.choice((0.0, np.pi / 2))) for _ in range(int(rng.integers(1, 4)))]
    if rng.random() < 0.4:
        angles.append(rng.uniform(0, np.pi))
    creases, bends = [], []
    for angle in angles:
        at = rng.uniform(-90, 90)
        creases.append(Crease(angle, at, rng.uniform(0.2, 0.8), rng.uniform(0.1, 0.45)))
        bends.append(fold(angle, at, rng.uniform(2, 9) * rng.choice((-1, 1))))
    return replace(scene, creases=tuple(creases), bends=tuple(bends))


def _deep_shadow(scene: Scene, rng: np.random.Generator) -> Scene:
    """A hard edge between sun and shade, as beside a window: the shade is far darker."""
    return replace(
        scene,
        edge_shadow=rng.uniform(0.6, 0.88),
        hand_shadow=rng.choice((0.0, 0.5)),
        shadow_softness=0.003,
        noise=rng.uniform(3, 6),
    )


def _lamp_glare(scene: Scene, rng: np.random.Generator) -> Scene:
    """A window or lamp mirrored in shiny print, with edges."""
    return replace(scene, window_glare=rng.uniform(0.35, 1.3), tilt=rng.uniform(8, 25))


def _far(scene: Scene, rng: np.random.Generator) -> Scene:
    """The page fills a quarter of the picture's area or less, anywhere in it."""
    off = (rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2))
    return replace(scene, fill=rng.uniform(0.46, 0.54), off=off)


def _cut_cells(scene: Scene, rng: np.random.Generator) -> Scene:
    """The picture's edge cuts a corner off, and cells with it; three marks stay."""
    roll = rng.choice((-1, 1)) * rng.uniform(28, 48)
    off = (rng.choice((-1, 1)) * rng.uniform(0.14, 0.24), 0.0)
    return replace(scene, off=off, roll=roll, fill=0.97, tilt=min(scene.tilt, 4.0))


def _sheet_below(scene: Scene, rng: np.random.Generator) -> Scene:
    """Another sheet lies under this one, and shows at its edges."""
    shift = rng.uniform(8, 45, 2) * rng.choice((-1, 1), 2)
    below = (float(shift[0]), float(shift[1]), rng.uniform(-9, 9))
    return replace(scene, below=below, fill=rng.uniform(0.78, 0.86))


def _cold(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, white_balance=(1.0, rng.uniform(0.85, 0.95), rng.uniform(0.62, 0.8)))


def _part_blurred(scene: Scene, rng: np.random.Generator) -> Scene:
    """Near and far are not sharp together: focused on one end of a sheet seen from the side."""
    return replace(
        scene, focus_fall=rng.uniform(3, 7), tilt=rng.uniform(15, 40), sharpen=scene.sharpen / 2
    )


def _wide_lens(scene: Scene, rng: np.random.Generator) -> Scene:
    """From near with a wide lens: strong perspective, and the lens bends straight lines."""
    return replace(
        scene, focal=rng.uniform(0.45, 0.55), k1=rng.uniform(-0.06, 0.02), fill=0.9,
        tilt=rng.uniform(5, 22), vignette=0.3,
    )  # fmt: skip


def _dark(scene: Scene, rng: np.random.Generator) -> Scene:
    """Candle light: much darker than dim, and the phone's denoising smears what is left."""
    return replace(_dim(scene, rng), exposure=rng.uniform(0.2, 0.35))


CONDITIONS: dict[str, Condition] = {
    "clean": lambda scene, rng: scene,
    "tilted": _tilted,
    "rotated": _rotated,
    "upside-down": lambda scene, rng: replace(scene, roll=scene.roll + 180),
    "shadow": _shadow,
    "curled": _curled,
    "folded": _folded,
    "dim": _dim,
    "blur": _blur,
    "glare": _glare,
    "scaled": _scaled,
    "wrong-paper": _wrong_paper,
    "shifted": _shifted,
    "stretched": lambda scene, rng: replace(scene, stretch=rng.uniform(0.02, 0.035)),
    "lens": _lens,
    "warm": _warm,
    "yellow-paper": _yellow_paper,
    "faded": lambda scene, rng: replace(scene, toner_fade=0.6),
    "cut": _cut,
    "covered": _covered,
    "patterned": lambda scene, rng: replace(scene, table=str(rng.choice(("checks", "stripes")))),
    "dark-table": lambda scene, rng: replace(scene, table="dark"),
    "light-table": lambda scene, rng: replace(scene, table="light"),
    "any-table": lambda scene, rng: replace(scene, table=str(rng.choice(TABLES))),
    "low-jpeg": lambda scene, rng: replace(scene, jpeg_quality=int(rng.integers(35, 50))),
    "fingers": with_fingers,
    "dice": with_dice,
    "ruled-paper": _ruled_paper,
    "fold-lines": _fold_lines,
    "deep-shadow": _deep_shadow,
    "lamp-glare": _lamp_glare,
    "far": _far,
    "cut-cells": _cut_cells,
    "sheet-below": _sheet_below,
    "cold": _cold,
    "part-blurred": _part_blurred,
    "wide-lens": _wide_lens,
    "dark": _dark,
    "defocus": lambda scene, rng: replace(scene, defocus=rng.uniform(2, 5), sharpen=0.0),
    "motion": lambda scene, rng: replace(scene, motion=rng.uniform(4, 11), sharpen=0.0),
    "figures": lambda scene, rng: replace(scene, table=str(rng.choice(FIGURED))),
}
"""Conditions by name; they can be combined."""
