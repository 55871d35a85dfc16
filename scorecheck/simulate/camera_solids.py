"""Solid things seen by the camera: rays are followed until they meet a surface, which is shaded.

A solid is a signed distance: how far points are outside of it, in mm. Dice are rounded cubes with
pips, hands are capsules that grow into each other. z is height over the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate.camera_optics import Camera

Array = NDArray[np.float64]
Distance = Callable[[Array], Array]
Colour = Callable[[Array, Array], Array]

_STEPS = 36
_NEAR = 0.05
_AROUND = np.array([
    (np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b))
    for a in np.arange(0, 2 * np.pi, np.pi / 6) for b in (-np.pi / 2, -0.6, 0.0, 0.6, np.pi / 2)
])  # fmt: skip
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True, eq=False)
class Solid:
    """A thing: its distance, its colour (points, normals -> BGR 0..1), and its pieces.

    Each piece is the points (n, 3) whose hull is nearly that piece. `shine` is how much light the
    thing throws back like a mirror.
    """

    distance: Distance
    colour: Colour
    pieces: tuple[Array, ...]
    shine: float

    @property
    def bounds(self) -> Array:
        """Points (n, 3) that have the whole thing between them."""
        return np.concatenate(self.pieces)


def seen(solid: Solid, camera: Camera, pixels: Array, light: Array) -> tuple[Array, Array]:
    """What the camera sees of a solid at pixels (rows, columns, 2).

    Args:
        light: the direction to the light, (3,), of length 1.

    Returns:
        BGR (rows, columns, 3), 0..1; and 1 where the solid is, 0 beside it (rows, columns).
    """
    shape = pixels.shape[:2]
    ways = camera.ways(pixels).reshape(-1, 3)
    away = solid.bounds - camera.eye
    travelled = np.full(len(ways), np.linalg.norm(away, axis=1).min() * 0.98)
    farthest = np.linalg.norm(away, axis=1).max() * 1.05
    going = np.arange(len(ways))
    hit = np.zeros(len(ways), bool)
    for _ in range(_STEPS):
        left = solid.distance(camera.eye + ways[going] * travelled[going, None])
        hit[going[left < _NEAR]] = True
        travelled[going] += np.maximum(left, 0)
        going = going[(left >= _NEAR) & (travelled[going] < farthest)]
        if not len(going):
            break
    colour = np.zeros((len(ways), 3))
    points = camera.eye + ways[hit] * travelled[hit, None]
    colour[hit] = _shaded(solid, points, -ways[hit], light)
    return colour.reshape(*shape, 3), hit.reshape(shape).astype(np.float64)


def _shaded(solid: Solid, points: Array, back: Array, light: Array) -> Array:
    """Colours of surface points: soft daylight, one lamp, its highlight, darkness near the table.

    What is seen of the paper has the brightness 1 under this light.
    """
    normals = _normals(solid.distance, points)
    lamp = np.clip((normals @ light + 0.25) / 1.25, 0, 1) / max(float(light[2]), 0.3)
    sky = 0.5 + 0.5 * normals[:, 2]
    near = np.clip(0.55 + points[:, 2] / 12, 0.55, 1)
    bright = (0.42 * sky + 0.5 * lamp) * near
    half = back + light
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    glint = solid.shine * np.clip((normals * half).sum(axis=1), 0, 1) ** 50
    colour = solid.colour(points, normals) * bright[:, None] + glint[:, None]
    return np.asarray(np.clip(colour, 0, 1))


def _normals(distance: Distance, points: Array) -> Array:
    step = 0.05
    slope = np.stack(
        [distance(points + step * way) - distance(points - step * way) for way in np.eye(3)], axis=1
    )
    return np.asarray(slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9))


def die_solid(
    middle: Array, axes: Array, side: float, faces: tuple[int, int, int],
    body: Array, ink: Array,
) -> Solid:  # fmt: skip
    """A die.

    Args:
        middle: its centre in mm; axes: its three directions as rows.
        faces: the numbers on the sides that `axes` point to; seven less on the opposite ones.
        body, ink: BGR 0..1 of the die and its pips.
    """
    half, round_off = side / 2, side * 0.11

    def distance(points: Array) -> Array:
        local = np.abs((points - middle) @ axes.T) - (half - round_off)
        outside = np.linalg.norm(np.maximum(local, 0), axis=1)
        return np.asarray(outside + np.minimum(local.max(axis=1), 0) - round_off)

    def colour(points: Array, normals: Array) -> Array:
        local = (points - middle) @ axes.T / half
        facing = normals @ axes.T
        side_of = np.abs(facing).argmax(axis=1)
        result = np.tile(body, (len(points), 1))
        for axis in range(3):
            for sign in (1, -1):
                on = (side_of == axis) & (np.sign(facing[:, axis]) == sign)
                number = faces[axis] if sign > 0 else 7 - faces[axis]
                flat = local[on][:, [(axis + 1) % 3, (axis + 2) % 3]]
                spots = np.array(_PIPS[number]) * 0.5
                near = np.linalg.norm(flat[:, None] - spots, axis=2).min(axis=1)
                share = np.clip((0.2 - near) / 0.03, 0, 1)[:, None]
                result[on] = result[on] * (1 - share) + ink * share
        return result

    corners = np.array(np.meshgrid(*[(-half, half)] * 3)).reshape(3, -1).T @ axes + middle
    return Solid(distance, colour, (corners,), shine=0.5)


def hand_solid(limbs: list[Array], skin: Array, nails: list[Array]) -> Solid:
    """A hand of limbs, each (n, 4): points x, y, z in mm and the thickness (radius) there.

    Args:
        skin: BGR 0..1.
        nails: (3, 3) each: a nail's middle, its direction along the finger, and that of its face.
    """

    def distance(points: Array) -> Array:
        all_limbs = np.stack([_capsules(points, limb) for limb in limbs])
        k = 3.5  # mm over which limbs grow into each other
        least = all_limbs.min(axis=0)
        return np.asarray(least - k * np.log(np.exp(-(all_limbs - least) / k).sum(axis=0)) * 0.5)

    def colour(points: Array, normals: Array) -> Array:
        mottled = np.sin(points * [0.7, 0.53, 0.61] + [0, 1, 2]).sum(axis=1, keepdims=True)
        result = skin * (1 + 0.025 * mottled)
        for middle, along, face in nails:
            rel = points - middle
            u = rel @ along / 6.5
            v = rel @ np.cross(along, face) / 5.2
            on = (np.abs(u) ** 3 + np.abs(v) ** 3 < 1) & (normals @ face > 0.55)
            result[on] = result[on] * 0.7 + np.array([0.78, 0.78, 0.92]) * 0.3
        return np.asarray(result)

    pieces = tuple(
        (pair[:, None, :3] + _AROUND * pair[:, None, 3:]).reshape(-1, 3)
        for limb in limbs
        for pair in np.stack((limb[:-1], limb[1:]), axis=1)
    )
    return Solid(distance, colour, pieces, shine=0.08)


def _capsules(points: Array, limb: Array) -> Array:
    """Distance to a chain of capsules whose thickness changes along it."""
    best = np.full(len(points), np.inf)
    for first, last in pairwise(limb):
        along = last[:3] - first[:3]
        share = np.clip((points - first[:3]) @ along / (along @ along), 0, 1)
        off = np.linalg.norm(points - first[:3] - share[:, None] * along, axis=1)
        best = np.minimum(best, off - first[3] - share * (last[3] - first[3]))
    return best
