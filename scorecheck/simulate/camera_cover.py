"""Conditions in which something lies on the sheet: a hand that holds it, dice that were thrown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.camera_things import Die, Fingers, Sun

_SKINS = (
    (0.72, 0.80, 0.97),
    (0.60, 0.71, 0.92),
    (0.47, 0.60, 0.84),
    (0.35, 0.48, 0.72),
    (0.22, 0.31, 0.50),
    (0.13, 0.19, 0.32),
)
_DICE = (
    ((0.92, 0.95, 0.96), (0.08, 0.08, 0.08)),
    ((0.80, 0.90, 0.94), (0.10, 0.08, 0.08)),
    ((0.12, 0.10, 0.10), (0.95, 0.95, 0.95)),
    ((0.16, 0.12, 0.72), (0.95, 0.95, 0.95)),
    ((0.62, 0.26, 0.12), (0.95, 0.95, 0.95)),
    ((0.25, 0.50, 0.14), (0.95, 0.95, 0.95)),
    ((0.90, 0.93, 0.95), (0.15, 0.12, 0.75)),
)
"""Body and pips, BGR 0..1."""


def with_fingers(scene: Scene, rng: np.random.Generator) -> Scene:
    """A hand that holds the sheet from one side: fingers over its margin and often over cells."""
    side = int(rng.integers(4))
    reach, along = rng.uniform(0.03, 0.3), rng.uniform(0.15, 0.8)
    place = ((along, reach), (1 - reach, along), (along, 1 - reach), (reach, along))[side]
    way = (-np.pi / 2, 0.0, np.pi / 2, np.pi)[side] + rng.uniform(-0.5, 0.5)
    count = int(rng.integers(1, 5))
    hand = Fingers(
        place=place,
        way=way,
        lengths=tuple(float(length) for length in rng.uniform(62, 88, count)),
        apart=rng.uniform(18.5, 24),
        radius=rng.uniform(6.5, 9.0),
        skin=_SKINS[int(rng.integers(len(_SKINS)))],
    )
    return replace(scene, things=(*scene.things, hand), sun=_sun(rng))


def with_dice(scene: Scene, rng: np.random.Generator) -> Scene:
    """One to six dice of one set, thrown onto the sheet."""
    side = float(rng.choice((12.0, 14.0, 16.0, 16.0, 19.0)))
    body, ink = _DICE[int(rng.integers(len(_DICE)))]
    dice = []
    for _ in range(int(rng.integers(1, 7))):
        top = int(rng.integers(1, 7))
        front = int(rng.choice([n for n in range(1, 7) if n not in (top, 7 - top)]))
        sides = [n for n in range(1, 7) if n not in (top, 7 - top, front, 7 - front)]
        right = int(rng.choice(sides))
        place = (rng.uniform(0.05, 0.95), rng.uniform(0.04, 0.96))
        dice.append(Die(place, side, rng.uniform(0, 2 * np.pi), (top, right, front), body, ink))
    return replace(scene, things=(*scene.things, *dice), sun=_sun(rng))


def _sun(rng: np.random.Generator) -> Sun:
    return Sun(
        azimuth=rng.uniform(0, 2 * np.pi),
        height=rng.uniform(0.6, 1.3),
        depth=rng.uniform(0.25, 0.6),
        soft=rng.uniform(0.5, 4.0),
    )
