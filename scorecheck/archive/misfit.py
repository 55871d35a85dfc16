"""`Misfit`: one thing in an archive that does not fit the rest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Misfit:
    """One thing that does not fit.

    Attributes:
        seq: of the record that it is about; None where it is about none.
        where: `log`, `table`, `id`, `name`, `photo`, `verdict` or `database`.
        why: a sentence.
    """

    seq: int | None
    where: str
    why: str
