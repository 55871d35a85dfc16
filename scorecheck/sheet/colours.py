"""The sheet's few colours. Whoever reads a sheet knows them too, without what draws them."""

from __future__ import annotations

Colour = tuple[float, float, float]
"""Shares of red, green and blue."""

INK: Colour = (0.13, 0.16, 0.19)
DEEP: Colour = (0.14, 0.24, 0.29)
SOFT: Colour = (0.38, 0.42, 0.45)
GRID: Colour = (0.5, 0.5, 0.5)
SHADE: Colour = (0.86, 0.88, 0.89)
TINT: Colour = (0.935, 0.945, 0.95)
WHITE: Colour = (1.0, 1.0, 1.0)
BLACK_INK: Colour = (0.0, 0.0, 0.0)
