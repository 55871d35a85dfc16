"""The measures of a made photo: everything that it depends on, besides its pages and its seed."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorecheck.simulate.camera_optics import MAIN_LENS
from scorecheck.simulate.camera_paper import Bend
from scorecheck.simulate.camera_things import Sun, Thing


@dataclass(frozen=True)
class Ruling:
    """Lines of an exercise book under the print.

    `start` and `step` in mm, `skew` degrees by which the print is askew to them; `squared` has
    upright lines too. `colour` is BGR.
    """

    start: float
    step: float
    skew: float
    squared: bool
    colour: tuple[int, int, int]


@dataclass(frozen=True)
class Crease:
    """The line that a fold leaves on paper: `angle` and `at` as of the fold; shares 0..1.

    `broken` is how much of the print is broken off along it, `dirt` how dark it has become.
    """

    angle: float
    at: float
    broken: float
    dirt: float


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything that a made photo depends on, besides its pages and its seed.

    Angles are degrees, lengths mm on paper, blurs px of a 12-megapixel photo (they shrink with
    smaller ones), depths and strengths shares 0..1. See the modules `camera_*` for each.
    `below` is how another sheet lies under the first: mm right, mm down, and turned by degrees.
    `focus_fall` is the radius of the defocus at the picture's far side; the near one is sharp.
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
    focal: float = MAIN_LENS
    ruling: Ruling | None = None
    creases: tuple[Crease, ...] = ()
    things: tuple[Thing, ...] = ()
    sun: Sun = field(default_factory=Sun)
    below: tuple[float, float, float] | None = None
    window_glare: float = 0.0
    focus_fall: float = 0.0
