"""A pinhole camera with a lens, over a table: from points in space to pixels and back to paper."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate.camera_paper import PrintedPaper

Array = NDArray[np.float64]

MAIN_LENS = 0.78
"""Focal length by the picture's longer side: that of a phone's main camera."""


@dataclass(frozen=True, eq=False)
class Camera:
    """Where the camera is and how it looks; pixel centres are at integers.

    `axes` are its right, down and forward directions (rows) in the table's space, in which z is
    up; `eye` is its place in mm; `middle` the pixel it looks at; `k1` the lens's distortion.
    """

    size: tuple[int, int]
    focal: float
    axes: Array
    eye: Array
    middle: Array
    k1: float = 0.0

    def see(self, points: Array) -> Array:
        """Points (..., 3) in mm as pixels (..., 2)."""
        local = np.einsum("...i,ji->...j", points - self.eye, self.axes)
        flat = local[..., :2] / local[..., 2:]
        bent = flat * (1 + self.k1 * (flat**2).sum(axis=-1, keepdims=True))
        return np.asarray(bent * self.focal + self.middle)

    def ways(self, pixels: Array) -> Array:
        """Directions (..., 3), of length 1, in which pixels (..., 2) look."""
        bent = (pixels - self.middle) / self.focal
        flat = bent
        for _ in range(6):
            flat = bent / (1 + self.k1 * (flat**2).sum(axis=-1, keepdims=True))
        local = np.concatenate((flat, np.ones((*flat.shape[:-1], 1))), axis=-1)
        local /= np.linalg.norm(local, axis=-1, keepdims=True)
        return np.asarray(local @ self.axes)


def aim(
    size: tuple[int, int], scene: Array, *, tilt: float, azimuth: float, roll: float,
    fill: float, k1: float = 0.0, off: tuple[float, float] = (0.0, 0.0),
    focal: float = MAIN_LENS,
) -> Camera:  # fmt: skip
    """Place a camera so that the scene fills the picture.

    Args:
        size: width and height of the picture in px.
        scene: points (n, 3) that shall be in the picture, in mm.
        tilt: degrees from straight above; azimuth: from which side, degrees.
        roll: degrees by which the phone is turned.
        fill: how much of the picture's width or height the scene takes, whichever is tighter.
        off: moves the scene in the picture, as shares of its width and height.
        focal: the focal length as a share of the picture's longer side.
    """
    width, height = size
    focal *= max(size)
    axes = _axes(tilt, azimuth, roll)
    target = scene.mean(axis=0)
    camera = Camera(size, focal, axes, target, np.array([width / 2 - 0.5, height / 2 - 0.5]), k1)
    distance = 400.0
    for _ in range(12):
        camera = replace(camera, eye=target - distance * axes[2])
        seen = camera.see(scene)
        low, high = seen.min(axis=0), seen.max(axis=0)
        used = float(np.max((high - low) / (np.array(size) * fill)))
        distance *= used**0.9
        step = ((low + high) / 2 - camera.middle) * distance / focal
        target = target + step[0] * axes[0] + step[1] * axes[1]
    shift = np.array(off) * np.array(size)
    return replace(camera, middle=camera.middle + shift)


def _axes(tilt: float, azimuth: float, roll: float) -> Array:
    """Right, down, forward of a camera that looks down at the table.

    On the table x points right and y down, as on a page; z points up, so the space is left-handed.
    Whatever side the camera looks from, at roll 0 the page's x stays level in the picture.
    """
    t, a, r = np.radians((tilt, azimuth, roll - azimuth))
    forward = np.array([np.sin(t) * np.sin(a), -np.sin(t) * np.cos(a), -np.cos(t)])
    right = np.array([np.cos(a), np.sin(a), 0.0])
    down = np.cross(right, forward)
    return np.stack(
        (np.cos(r) * right + np.sin(r) * down, np.cos(r) * down - np.sin(r) * right, forward)
    )


def paper_under(camera: Camera, paper: PrintedPaper, pixels: Array) -> Array:
    """Places on the paper (..., 2), in mm, that are seen at pixels (..., 2).

    The forward way is known in closed form; the way back is found by a few steps of a homography
    that approximates it. Pixels beside the paper give places beside it.
    """
    width, height = paper.paper_mm
    x, y = np.meshgrid(np.linspace(0, width, 5), np.linspace(0, height, 5))
    sample = np.stack((x, y), axis=-1).reshape(-1, 2)
    back = _homography(camera.see(paper.in_space(sample)), sample)
    guess = _project(back, pixels)
    target = guess.copy()
    for _ in range(14):
        seen = camera.see(paper.in_space(guess))
        guess = guess + np.clip(target - _project(back, seen), -40, 40)
    return guess


def _homography(source: Array, target: Array) -> Array:
    """Least-squares homography (3, 3) from (n, 2) to (n, 2)."""
    scale = np.abs(source).max()
    (x, y), (u, v) = (source / scale).T, target.T
    zero, one = np.zeros_like(x), np.ones_like(x)
    rows = np.concatenate(
        (
            np.stack((x, y, one, zero, zero, zero, -u * x, -u * y), axis=1),
            np.stack((zero, zero, zero, x, y, one, -v * x, -v * y), axis=1),
        )
    )
    h = np.linalg.lstsq(rows, np.concatenate((u, v)), rcond=None)[0]
    return np.append(h, 1.0).reshape(3, 3) @ np.diag((1 / scale, 1 / scale, 1.0))


def _project(homography: Array, points: Array) -> Array:
    w = points[..., 0] * homography[2, 0] + points[..., 1] * homography[2, 1] + homography[2, 2]
    flat = np.einsum("...i,ji->...j", points, homography[:2, :2]) + homography[:2, 2]
    return np.asarray(flat / w[..., None])
