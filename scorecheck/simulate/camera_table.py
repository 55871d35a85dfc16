"""Tables for sheets to lie on: made textures, dark, light and patterned."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

TABLES = ("wood", "dark", "light", "cloth", "checks", "stripes")
FIGURED = ("figures", "marble")
_SIDE = 768


def table_texture(kind: str, rng: np.random.Generator) -> Pixels:
    """A square BGR texture of 768 px that shows 384 mm of a table and repeats without a seam."""
    colour = {
        "wood": (70, 110, 160), "dark": (45, 42, 40), "light": (205, 212, 215),
        "cloth": (95, 60, 45), "checks": (225, 225, 230), "stripes": (150, 160, 170),
        "marble": (190, 195, 198), "figures": (200, 215, 225),
    }[kind]  # fmt: skip
    base = np.array(colour, np.float32) * rng.uniform(0.85, 1.1)
    grain = _grain(kind, rng)
    picture = base * (1 + grain[..., None])
    if kind in ("checks", "stripes"):
        picture = _pattern(picture, kind, rng)
    elif kind == "marble":
        picture = picture * _veins(rng)[..., None]
    elif kind == "figures":
        picture = _figures(picture, rng)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _veins(rng: np.random.Generator) -> NDArray[np.float32]:
    """Dark threads where soft noise crosses zero, as in stone."""
    total = np.ones((_SIDE, _SIDE), np.float32)
    for sigma, depth in ((40, 0.45), (14, 0.2)):
        noise = rng.standard_normal((_SIDE, _SIDE)).astype(np.float32)
        wide = cv2.copyMakeBorder(noise, 192, 192, 192, 192, cv2.BORDER_WRAP)
        smooth = cv2.GaussianBlur(wide, (0, 0), sigma)[192:-192, 192:-192]
        total *= 1 - depth * np.exp(-((smooth / smooth.std() / 0.12) ** 2))
    return total


def _figures(picture: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Printed oilcloth: rings, leaves and squares in colours, wrapped round the edges."""
    big = np.ascontiguousarray(np.tile(picture, (2, 2, 1)))
    for _ in range(90):
        x, y = (int(place) for place in rng.integers(0, _SIDE, 2))
        size, turn = int(rng.integers(8, 40)), float(rng.uniform(0, 360))
        colour = tuple(float(part) for part in rng.uniform(20, 230, 3))
        kind, filled = int(rng.integers(3)), int(rng.choice((-1, 3)))
        for at in ((x, y), (x + _SIDE, y), (x, y + _SIDE), (x + _SIDE, y + _SIDE)):
            if kind == 0:
                cv2.circle(big, at, size, colour, filled)
            elif kind == 1:
                cv2.ellipse(big, at, (size, size // 3), turn, 0, 360, colour, filled)
            else:
                low, high = (at[0] - size // 2, at[1] - size // 2), (at[0] + size, at[1] + size)
                cv2.rectangle(big, low, high, colour, filled)
    middle = _SIDE // 2
    return np.roll(big[middle : middle + _SIDE, middle : middle + _SIDE], (middle, middle), (0, 1))


def _grain(kind: str, rng: np.random.Generator) -> NDArray[np.float32]:
    """Relative brightness (768, 768): long fibres for wood, fine threads for the others."""
    noise = rng.standard_normal((_SIDE, _SIDE)).astype(np.float32)
    sigma = (60.0, 1.6) if kind == "wood" else (1.2, 1.2)
    wrapped = cv2.copyMakeBorder(noise, 128, 128, 192, 192, cv2.BORDER_WRAP)
    smooth = cv2.GaussianBlur(wrapped, (0, 0), sigmaX=sigma[0], sigmaY=sigma[1])
    smooth = smooth[128:-128, 192:-192]
    depth = 0.13 if kind == "wood" else 0.05
    return np.asarray(smooth / smooth.std() * depth, np.float32)


def _pattern(
    picture: NDArray[np.float32], kind: str, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Dark checks or stripes that divide the texture evenly."""
    period = _SIDE // int(rng.choice((8, 12, 16)))
    at = np.arange(_SIDE) // (period // 2) % 2
    if kind == "checks":
        dark = at[:, None] ^ at[None, :]
    else:
        dark = np.broadcast_to(at[:, None], (_SIDE, _SIDE))
    return np.asarray(np.where(dark[..., None] == 1, picture * 0.35, picture), np.float32)
