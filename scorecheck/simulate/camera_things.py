"""Things on a sheet: dice, and hands whose fingers hold it. They hide cells and cast shadows.

A thing's place is given as shares of the paper's width and height, so that it needs no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate.camera_optics import Camera
from scorecheck.simulate.camera_paper import PrintedPaper
from scorecheck.simulate.camera_solids import Solid, die_solid, hand_solid, seen

Pixels = NDArray[np.uint8]
Array = NDArray[np.float64]

_HAND_STEP = 3
"""Skin has no sharp detail: hands are worked out at every third pixel each way."""
_SHADOW_STEP = 4


@dataclass(frozen=True)
class Die:
    """A die of `side` mm, turned by `turn` radians, with `faces` up, right and front of it."""

    place: tuple[float, float]
    side: float
    turn: float
    faces: tuple[int, int, int]
    body: tuple[float, float, float]
    ink: tuple[float, float, float]


@dataclass(frozen=True)
class Fingers:
    """Fingers of one hand, tips on the paper.

    Attributes:
        place: the tip of the first.
        way: the direction from tip to hand on the table, radians from x to y.
        lengths: of each finger, mm, to where the hand begins; `apart` the distance between them.
        radius: of a fingertip, mm.
        skin: BGR 0..1.
    """

    place: tuple[float, float]
    way: float
    lengths: tuple[float, ...]
    apart: float
    radius: float
    skin: tuple[float, float, float]


Thing: TypeAlias = Die | Fingers


@dataclass(frozen=True)
class Sun:
    """Where the light comes from that casts the shadows of things.

    `height` and `azimuth` in radians; `depth` is the share of light it gives, `soft` the width of
    its shadows' edges in mm for a thing 10 mm high.
    """

    azimuth: float = 0.7
    height: float = 0.9
    depth: float = 0.45
    soft: float = 1.5

    @property
    def way(self) -> Array:
        """The direction to it, of length 1."""
        low = np.cos(self.height)
        return np.array(
            [low * np.cos(self.azimuth), low * np.sin(self.azimuth), np.sin(self.height)]
        )


def lay_things(
    photo: Pixels, over: Pixels, things: Sequence[Thing], paper: PrintedPaper, camera: Camera,
    sun: Sun,
) -> None:  # fmt: skip
    """Draw things and their shadows into a photo, in place, and mark in `over` what they hide.

    Args:
        photo: H x W x 3 BGR, with the sheet `paper` in it.
        over: H x W; becomes 255 where a thing is.
    """
    solids = [_solid(thing, paper) for thing in things]
    bases = [_base(thing, paper) for thing in things]
    for solid, base in zip(solids, bases, strict=True):
        _cast(photo, solid, base, camera, sun)
    order = np.argsort([-np.linalg.norm(s.bounds.mean(axis=0) - camera.eye) for s in solids])
    for number in order:
        step = _HAND_STEP if isinstance(things[number], Fingers) else 1
        _draw(photo, over, solids[number], camera, sun, step)


def _base(thing: Thing, paper: PrintedPaper) -> Array:
    """The point of space under a thing's place on the paper."""
    return paper.in_space(np.array(thing.place) * paper.paper_mm)


def _solid(thing: Thing, paper: PrintedPaper) -> Solid:
    base = _base(thing, paper)
    return _die(thing, base) if isinstance(thing, Die) else _hand(thing, base)


def _die(die: Die, base: Array) -> Solid:
    cos, sin = np.cos(die.turn), np.sin(die.turn)
    axes = np.array([[0, 0, 1.0], [cos, sin, 0], [-sin, cos, 0]])
    middle = base + np.array([0, 0, die.side / 2])
    return die_solid(middle, axes, die.side, die.faces, np.array(die.body), np.array(die.ink))


def _hand(hand: Fingers, base: Array) -> Solid:
    """Each finger bends at two joints; all grow out of a palm over the table."""
    way = np.array([np.cos(hand.way), np.sin(hand.way), 0.0])
    beside = np.array([-way[1], way[0], 0.0])
    r = hand.radius
    longest = max(hand.lengths)
    limbs, nails = [], []
    for number, length in enumerate(hand.lengths):
        tip = base + beside * hand.apart * number + way * (longest - length) * 0.6
        limb = [(0.0, r * 0.95, r * 0.88), (length * 0.3, r * 1.5 + 3, r)]
        limb += [(length * 0.62, r * 2.6 + 4, r * 1.08), (length, r * 2.4 + 4, r * 1.15)]
        limbs.append(np.array([[*(tip + way * at + [0, 0, z]), size] for at, z, size in limb]))
        rise = np.array([*way[:2] * length * 0.3, r * 0.55 + 3])
        rise /= np.linalg.norm(rise)
        face = np.cross(beside, rise)
        face *= np.sign(face[2])
        nails.append(np.stack((limbs[-1][0, :3] + face * r * 0.8 + rise * 0.5, rise, face)))
    across = beside * hand.apart * (len(hand.lengths) - 1)
    palm = base + way * (longest + 18)
    palm[2] += r * 2.4 + 8
    ends = (palm, palm + across)
    limbs.append(np.array([[*ends[0], r * 1.7], [*(ends[1] + beside * 0.01), r * 1.7]]))
    wrist = (ends[0] + ends[1]) / 2
    arm = [[*wrist, r * 2.4], [*(wrist + way * 70), r * 3.2], [*(wrist + way * 190), r * 3.4]]
    limbs.append(np.array(arm))
    return hand_solid(limbs, np.array(hand.skin), nails)


def _window(camera: Camera, points: Array, margin: float) -> tuple[int, int, int, int] | None:
    """The part of the picture (left, top, right, bottom) in which points may be seen."""
    at = camera.see(points)
    limit = np.array(camera.size)
    low = np.clip(np.floor(at.min(axis=0) - margin), 0, limit).astype(int)
    high = np.clip(np.ceil(at.max(axis=0) + margin), 0, limit).astype(int)
    return None if (high - low).min() < 4 else (low[0], low[1], high[0], high[1])


def _draw(photo: Pixels, over: Pixels, solid: Solid, camera: Camera, sun: Sun, step: int) -> None:
    window = _window(camera, solid.bounds, 4)
    if window is None:
        return
    left, top, right, bottom = window
    x, y = np.arange(left, right + step, step), np.arange(top, bottom + step, step)
    colour, alpha = seen(solid, camera, np.stack(np.meshgrid(x, y), axis=-1).astype(float), sun.way)
    both = np.concatenate((colour, alpha[..., None]), axis=-1).astype(np.float32)
    both[..., :3] *= both[..., 3:]
    if step > 1:
        both = np.asarray(cv2.GaussianBlur(both, (0, 0), 0.6))
        size = (both.shape[1] * step, both.shape[0] * step)
        both = np.asarray(cv2.resize(both, size, interpolation=cv2.INTER_LINEAR))
    soft = cv2.GaussianBlur(both, (0, 0), 0.6)[: bottom - top, : right - left]
    part = photo[top:bottom, left:right]
    mixed = part * (1 - soft[..., 3:]) + soft[..., :3] * 255
    photo[top:bottom, left:right] = np.clip(mixed, 0, 255).astype(np.uint8)
    hidden = over[top:bottom, left:right]
    hidden[soft[..., 3] > 0.5] = 255


def _cast(photo: Pixels, solid: Solid, base: Array, camera: Camera, sun: Sun) -> None:
    """The shadow that a thing throws on the table, and the darkness right under it."""
    reach = np.concatenate((_on_table(solid.bounds, base[2], sun.way), solid.bounds * [1, 1, 0]))
    window = _window(camera, reach, 30)
    if window is None:
        return
    left, top, right, bottom = window
    size = (-(-(right - left) // _SHADOW_STEP), -(-(bottom - top) // _SHADOW_STEP))
    px_per_mm = _px_per_mm(camera, base)
    shade = np.ones(size[::-1], np.float32)
    for way, depth, soft in (
        (sun.way, sun.depth, sun.soft), (np.array([0.0, 0, 1]), 0.25, 3.0)
    ):  # fmt: skip
        mask = np.zeros(size[::-1], np.uint8)
        for piece in solid.pieces:
            _fill(mask, _on_table(piece, base[2], way), camera, (left, top))
        sigma = max(0.6, soft * px_per_mm / _SHADOW_STEP / 2)
        shade *= 1 - depth * cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32) / 255
    full = cv2.resize(shade, (size[0] * _SHADOW_STEP, size[1] * _SHADOW_STEP))
    full = full[: bottom - top, : right - left, None]
    part = photo[top:bottom, left:right]
    photo[top:bottom, left:right] = np.clip(part * full, 0, 255).astype(np.uint8)


def _on_table(points: Array, level: float, way: Array) -> Array:
    """Where light from `way` throws points (n, 3) onto the level."""
    height = np.maximum(points[:, 2:] - level, 0)
    return np.asarray(points - height * way / way[2])


def _fill(mask: Pixels, points: Array, camera: Camera, origin: tuple[int, int]) -> None:
    at = (camera.see(points) - origin) / _SHADOW_STEP
    hull = cv2.convexHull(at.astype(np.float32))
    cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _px_per_mm(camera: Camera, base: Array) -> float:
    ends = camera.see(base + np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]))
    return float(np.linalg.norm(ends[1:] - ends[0], axis=1).mean())
