"""Strokes drawn by a made pen: strikes, ticks, scribbles and doodles that no image set holds.

Every function gives a list of strokes; a stroke is an (n, 2) array of points in a unit box,
x to the right and y down, and may leave the box a little as real pens do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Stroke = NDArray[np.float32]


def bend(points: NDArray[np.floating], rng: np.random.Generator, amount: float = 0.04) -> Stroke:
    """Run a smooth, slightly unsteady curve through `points` ((k, 2), k >= 2)."""
    points = np.asarray(points, dtype=np.float64)
    steps = np.linspace(0, len(points) - 1, 10 * len(points))
    curve = np.stack(
        [np.interp(steps, np.arange(len(points)), points[:, axis]) for axis in (0, 1)], axis=1
    )
    kernel = np.hanning(9)[1:-1]
    padded = np.pad(curve, ((3, 3), (0, 0)), mode="edge")
    smooth = np.stack(
        [np.convolve(padded[:, axis], kernel / kernel.sum(), "valid") for axis in (0, 1)], axis=1
    )
    phase, waves = rng.uniform(0, 2 * np.pi, 2), rng.uniform(0.3, 1.3, 2)
    along = np.linspace(0, 2 * np.pi, len(smooth))[:, None]
    return (smooth + amount * np.sin(waves * along + phase)).astype(np.float32)


def _jitter(points: list[tuple[float, float]], rng: np.random.Generator, by: float = 0.1) -> Stroke:
    return bend(np.asarray(points) + rng.normal(0, by, (len(points), 2)), rng)


def cross(rng: np.random.Generator) -> list[Stroke]:
    """An X of two strokes."""
    return [_jitter([(0, 0), (1, 1)], rng), _jitter([(1, 0), (0, 1)], rng)]


def slash(rng: np.random.Generator) -> list[Stroke]:
    """One stroke rising to the right."""
    return [_jitter([(1, 0), (0, 1)], rng)]


def backslash(rng: np.random.Generator) -> list[Stroke]:
    """One stroke falling to the right."""
    return [_jitter([(0, 0), (1, 1)], rng)]


def dash(rng: np.random.Generator) -> list[Stroke]:
    """One level stroke."""
    tilt = rng.normal(0, 0.06)
    return [_jitter([(0, 0.5 - tilt), (1, 0.5 + tilt)], rng, 0.03)]


def tick(rng: np.random.Generator) -> list[Stroke]:
    """A check mark: down to a low point left of the middle, then up to the right."""
    low = rng.uniform(0.2, 0.45)
    start, end = rng.uniform(0.35, 0.7), rng.uniform(-0.15, 0.2)
    return [_jitter([(0, start), (low, 1.0), (1.0, end)], rng, 0.05)]


def scribble(rng: np.random.Generator) -> list[Stroke]:
    """A filled scribble: a dense zigzag or a run of loops over the whole box."""
    turns = int(rng.integers(5, 13))
    if rng.random() < 0.6:
        x = np.repeat(np.linspace(0, 1, turns), 2)
        y = np.tile([0.0, 1.0, 1.0, 0.0], turns)[: len(x)]
        points = np.stack([x, y], axis=1) + rng.normal(0, 0.07, (len(x), 2))
        if rng.random() < 0.5:
            points = points[:, ::-1]
        return [bend(points, rng, 0.02)]
    angle = np.linspace(0, 2 * np.pi * turns, 14 * turns)
    x = np.linspace(0.12, 0.88, len(angle)) + 0.15 * np.cos(angle)
    y = 0.5 + 0.42 * np.sin(angle) + 0.05 * rng.normal(size=len(angle)).cumsum() / 8
    return [np.stack([x, y], axis=1).astype(np.float32)]


def doodle(rng: np.random.Generator) -> list[Stroke]:
    """A curve that means nothing."""
    return [
        bend(rng.uniform(0, 1, (int(rng.integers(4, 9)), 2)), rng)
        for _ in range(rng.integers(1, 3))
    ]


def line_through(rng: np.random.Generator) -> list[Stroke]:
    """One or two level strokes through the middle, as an entry is lined out."""
    return [
        _jitter([(-0.05, y), (1.05, y + rng.normal(0, 0.08))], rng, 0.05)
        for y in rng.uniform(0.35, 0.65, int(rng.integers(1, 3)))
    ]
