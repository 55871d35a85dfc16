"""How the numbers that players compute follow from the boxes: formulas as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Formula(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BoxesFormula(_Formula):
    """The sum of a section's boxes (of their totals, where a box has a base and a total)."""

    kind: Literal["boxes"]
    section: str


class BonusFormula(_Formula):
    """The points of the highest tier that the sum `of` reaches; tiers never add up.

    The options, where named, replace the points and the threshold of a single tier.
    """

    kind: Literal["bonus"]
    of: str
    tiers: tuple[tuple[int, int], ...] = ()
    threshold_option: str | None = None
    points_option: str | None = None


class AddFormula(_Formula):
    """The sum of other sums, or of sections whose boxes have no sum of their own.

    `also` lists other ways of adding up that are right too. Where `option` is set, its value
    picks the ways from `only`; a value that is not in `only` allows `parts` and `also`.
    """

    kind: Literal["add"]
    parts: tuple[str, ...] = Field(min_length=1)
    also: tuple[tuple[str, ...], ...] = ()
    option: str | None = None
    only: dict[str, tuple[tuple[str, ...], ...]] = {}

    def ways(self, options: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
        """The ways of adding up that these options allow, the usual one first."""
        chosen = self.only.get(str(options[self.option])) if self.option else None
        return chosen or (self.parts, *self.also)


class ChipsFormula(_Formula):
    """Points for the bonus chips; `points_option`, where named, replaces the points.

    On a sheet of several columns a chip counts times its column's factor where the option
    `by_column_option` says `by_column`.
    """

    kind: Literal["chips"]
    points: int = Field(ge=0)
    points_option: str | None = None
    by_column_option: str | None = None


class TimesFormula(_Formula):
    """The sum `of` times the factor of the column that it stands in."""

    kind: Literal["times"]
    of: str


class DifferenceFormula(_Formula):
    """(box `plus` - box `minus`) x box `times`; never below 0, and 0 while one is blank."""

    kind: Literal["difference"]
    plus: str
    minus: str
    times: str


class ColumnsFormula(_Formula):
    """The sum `of` over all columns of a sheet, and earlier sums over columns in `plus`."""

    kind: Literal["columns"]
    of: str
    plus: tuple[str, ...] = ()


Formula = Annotated[
    BoxesFormula
    | BonusFormula
    | AddFormula
    | ChipsFormula
    | TimesFormula
    | DifferenceFormula
    | ColumnsFormula,
    Field(discriminator="kind"),
]
