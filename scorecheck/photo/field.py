"""A smooth field of displacements over the page: cubic B-splines on a coarse lattice of knots.

The two directions are fitted apart. What is measured pulls the field; a prior on its bending keeps
it smooth between and beyond the measurements. OpenCV solves, in small blocks: numpy's threaded
solver waits for all cores, which takes a hundred times longer on a busy machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.geometry import Array

_FLOOR = 1e-4
"""Keeps the system solvable where nothing was measured (a prior of 100 mm around zero)."""


@dataclass(frozen=True, eq=False)
class Basis:
    """Points (n, 2) with the 16 coefficients that act at each: `index`, `weight` (n, 16)."""

    points: Array
    index: NDArray[np.intp]
    weight: Array

    def join(self, other: Basis) -> Basis:
        """The points of both."""
        return Basis(
            np.concatenate((self.points, other.points)),
            np.concatenate((self.index, other.index)),
            np.concatenate((self.weight, other.weight)),
        )


@dataclass(frozen=True, eq=False)
class Lattice:
    """Knots every `spacing` mm over a page of `page_mm`, with one more ring outside."""

    page_mm: tuple[float, float]
    spacing: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of coefficients."""
        width, height = self.page_mm
        return int(height // self.spacing) + 4, int(width // self.spacing) + 4

    def basis(self, points: Array) -> Basis:
        """Which coefficients act at points (n, 2) in mm, and how much."""
        rows, columns = self.shape
        x_at, x_weights = _cubic(points[:, 0] / self.spacing, columns)
        y_at, y_weights = _cubic(points[:, 1] / self.spacing, rows)
        steps = np.arange(4)
        index = (y_at[:, None] + steps)[:, :, None] * columns + (x_at[:, None] + steps)[:, None, :]
        weight = y_weights[:, :, None] * x_weights[:, None, :]
        return Basis(points, index.reshape(-1, 16), weight.reshape(-1, 16))


def _cubic(at: Array, count: int) -> tuple[NDArray[np.intp], Array]:
    cell = np.clip(np.floor(at), 0, count - 4).astype(np.intp)
    t = np.clip(at - cell, -0.5, 1.5)
    weights = np.stack(
        ((1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3), axis=1
    )
    return cell, weights / 6


def _all_weights(at: Array, count: int) -> Array:
    """How much each of `count` coefficients acts at each place: (places, count)."""
    first, weights = _cubic(at, count)
    every = np.zeros((len(at), count))
    np.put_along_axis(every, first[:, None] + np.arange(4), weights, axis=1)
    return every


def _product(left: Array, right: Array) -> Array:
    none = np.zeros((len(left), right.shape[1]))
    return np.asarray(cv2.gemm(left, np.ascontiguousarray(right), 1.0, none, 0.0), np.float64)


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted direction."""

    lattice: Lattice
    coefficients: Array

    def at(self, points: Array) -> Array:
        """Displacement in mm (n,) at points (n, 2) in mm."""
        return self.on(self.lattice.basis(points))

    def on_mesh(self, x: Array, y: Array) -> Array:
        """Displacement in mm (rows, columns) at the crossings of lines at `x` and `y` mm."""
        rows, columns = self.lattice.shape
        across = _all_weights(x / self.lattice.spacing, columns)
        down = _all_weights(y / self.lattice.spacing, rows)
        known = self.coefficients.reshape(rows, columns)
        return np.asarray(_product(down, _product(known, across.T)))

    def on(self, basis: Basis) -> Array:
        """Displacement in mm (n,) at the points of a basis of this lattice."""
        return np.asarray((self.coefficients[basis.index] * basis.weight).sum(axis=1))


def fit_field(lattice: Lattice, basis: Basis, values: Array, deviations: Array, bend: float) -> Fit:
    """Fit one direction.

    Args:
        lattice: where the knots are.
        basis: of the n measured points; values: (n,) mm; deviations: (n,) mm, how far each may
            be trusted.
        bend: the usual size in mm of a second difference between knots; smaller is stiffer.
    """
    rows, columns = lattice.shape
    size = rows * columns
    index, scaled = basis.index, basis.weight / deviations[:, None]
    pairs = index[:, :, None] * size + index[:, None, :]
    products = scaled[:, :, None] * scaled[:, None, :]
    pulls = np.bincount(pairs.ravel(), products.ravel(), size * size).reshape(size, size)
    matrix = np.asarray(pulls + _bending(rows, columns) / bend**2, np.float64)
    matrix[np.diag_indices(size)] += _FLOOR
    right = np.bincount(index.ravel(), (scaled * (values / deviations)[:, None]).ravel(), size)
    return Fit(lattice, _solved(matrix, np.asarray(right, np.float64), 3 * columns))


@lru_cache(maxsize=16)
def _bending(rows: int, columns: int) -> Array:
    """The quadratic form (n, n) of all second differences of a lattice's n coefficients."""
    one, two = np.eye(rows), np.eye(columns)
    second_y, second_x = np.diff(one, 2, axis=0), np.diff(two, 2, axis=0)
    first_y, first_x = np.diff(one, axis=0), np.diff(two, axis=0)
    across = np.kron(first_y.T @ first_y, first_x.T @ first_x)
    form = np.kron(second_y.T @ second_y, two) + np.kron(one, second_x.T @ second_x) + 2 * across
    form.setflags(write=False)
    return np.asarray(form)


def _solved(matrix: Array, right: Array, block: int) -> Array:
    """Solve a symmetric system (n, n) that is zero but for blocks on and beside its diagonal.

    A coefficient acts together with those of three rows up and down only, so blocks of three
    rows of the lattice are eliminated one after the other.
    """
    starts = range(0, len(right), block)
    diagonal = [matrix[at : at + block, at : at + block] for at in starts]
    beside = [matrix[at : at + block, at + block : at + 2 * block] for at in starts]
    steps: list[Array] = []
    core = np.hstack((diagonal[0], right[:block, None]))
    for number, upper in enumerate(beside):
        both = np.hstack((upper, core[:, -1:]))
        _, step = cv2.solve(core[:, :-1].copy(), both, flags=cv2.DECOMP_CHOLESKY)
        steps.append(np.asarray(step, np.float64))
        if number + 1 < len(starts):
            at = starts[number + 1]
            after = np.hstack((diagonal[number + 1], right[at : at + block, None]))
            upright = np.ascontiguousarray(upper.T)
            core = np.asarray(cv2.gemm(upright, step, -1.0, after, 1.0), np.float64)
    parts = [steps[-1][:, -1]]
    for step in reversed(steps[:-1]):
        parts.append(step[:, -1] - step[:, :-1] @ parts[-1])
    return np.concatenate(parts[::-1])
