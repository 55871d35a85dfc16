"""The conditions under which a made photo is taken: names, and the measures that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from scorecheck.simulate.camera_paper import Bend, arch, fold, lifted_corner, wave
from scorecheck.simulate.camera_table import TABLES


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything that a made photo depends on, besides its pages and its seed.

    Angles are degrees, lengths mm on paper, blurs px of a 12-megapixel photo (they shrink with
    smaller ones), depths and strengths shares 0..1. See the modules `camera_*` for each.
    """

    tilt: float = 6.0
    azimuth: float = 0.0
    roll: float = 0.0
    fill: float = 0.9
    off: tuple[float, float] = (0.0, 0.0)
    k1: float = 0.0
    table: str = "wood"
    paper: str | None = None
    paper_tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    print_scale: float = 1.0
    print_shift: tuple[float, float] = (0.0, 0.0)
    stretch: float = 0.0
    toner_fade: float = 0.0
    bends: tuple[Bend, ...] = ()
    turn: float = 0.0
    lamp: float = 0.12
    vignette: float = 0.12
    hand_shadow: float = 0.0
    shadow_softness: float = 0.01
    edge_shadow: float = 0.0
    glare: float = 0.0
    exposure: float = 0.93
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    softness: float = 0.75
    defocus: float = 0.0
    motion: float = 0.0
    noise: float = 2.0
    denoise: bool = False
    sharpen: float = 0.35
    jpeg_quality: int = 90
    covered: int | None = None
    gap: float = 25.0


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
}
"""Conditions by name; they can be combined."""
