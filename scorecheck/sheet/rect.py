"""`Rect`: a rectangle on the page, in mm from its top left corner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rect:
    """A rectangle; (x, y) is its top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.x + self.w / 2, self.y + self.h / 2)

    def inset(self, by: float) -> Rect:
        """The rectangle within, `by` mm from every edge."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


def mm(value: float) -> float:
    """Layouts are written in hundredths of a millimetre."""
    return round(value, 2)
