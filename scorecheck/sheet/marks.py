"""The ids of the four corner marks: what a sheet is, readable from any three of them.

A sheet's kind (variant, template version, paper, columns, layout version, default options or
not) is hashed to a number below 139³, written as three symbols to the base 139; the fourth
symbol is their sum modulo 139, so any three give the fourth. A mark's id is 4 × symbol + corner,
so each mark also tells its own corner. The highest id is 555; AprilTag 36h11 has 587.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from scorecheck.game.catalogue import Catalogue
from scorecheck.game.template import Template
from scorecheck.sheet.identity import MAX_COLUMNS, SheetIdentity
from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.plan import columns_that_fit

BASE = 139
CORNERS = ("top left", "top right", "bottom right", "bottom left")


def mark_ids(identity: SheetIdentity) -> tuple[int, int, int, int]:
    """Ids of the marks: top left, top right, bottom right, bottom left."""
    first, second, third = _symbols(sheet_code(identity))
    fourth = (first + second + third) % BASE
    return (4 * first, 4 * second + 1, 4 * third + 2, 4 * fourth + 3)


def sheet_code(identity: SheetIdentity) -> int:
    """The number that the marks carry, 0 to 139³ - 1."""
    text = "/".join(
        (
            identity.variant,
            str(identity.template_version),
            identity.paper,
            str(identity.columns),
            str(identity.layout_version),
            "D" if identity.default_options else "O",
        )
    )
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % BASE**3


def known_sheets(catalogue: Catalogue) -> dict[int, SheetIdentity]:
    """Every kind of sheet that can be read, by its code.

    The identities are incomplete: language, mode, options and sheet number are not in the marks.
    """
    return {sheet_code(identity): identity for identity in _kinds(catalogue.all())}


def _kinds(templates: Iterable[Template]) -> Iterator[SheetIdentity]:
    for template in templates:
        for paper in PAPERS_MM:
            for columns in range(1, min(MAX_COLUMNS, columns_that_fit(template, paper)) + 1):
                for changed in (False, True):
                    yield SheetIdentity(
                        variant=template.id,
                        template_version=template.version,
                        paper=paper,
                        lang="en",
                        columns=columns,
                        complete=False,
                        options_changed=changed,
                    )


def _symbols(code: int) -> tuple[int, int, int]:
    rest, third = divmod(code, BASE)
    first, second = divmod(rest, BASE)
    return first, second, third
