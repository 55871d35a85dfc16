"""`SheetIdentity`: which sheet a page is, as a short text for the QR code.

The text is `SC1/YAHTZEE.1/A4.1/SV/G6/12`, and with changed options
`SC1/YAHTZEE.1/A4.1/SV/G6/12/JOKER:FREE`: only characters of the QR code's alphanumeric mode, so
that the code stays small. `SC1` is the version of this text; older texts stay readable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scorecheck.errors import InputError
from scorecheck.languages.phrase import Phrase
from scorecheck.sheet.layout import PAPERS_MM

LAYOUT_VERSION = 1
"""Version of the geometry; raise it whenever a cell moves on any sheet."""

MAX_COLUMNS = 6

Mode = Literal["games", "players"]
Options = Mapping[str, str]
"""Option values as text (`true`, `10`, `none`, `ones,twos`), as the template parses them."""

_MAGIC = "SC1"
_MODES: dict[str, Mode] = {"G": "games", "P": "players"}
_PART = re.compile(r"([A-Z0-9$-]+)\.(\d{1,4})")
_COLUMNS = re.compile(r"([GP])([1-9])")


@dataclass(frozen=True)
class SheetIdentity:
    """What a reader must know of a sheet to read it.

    `options` holds only the options that differ from the template's defaults. Where the identity
    was told by the corner marks alone, the options, the language and the sheet number are not
    known: then `complete` is false, and `default_options` says whether any option differs.
    """

    variant: str
    template_version: int
    paper: str
    lang: str
    columns: int
    mode: Mode = "games"
    options: Options = field(default_factory=dict)
    sheet: int = 1
    layout_version: int = LAYOUT_VERSION
    complete: bool = True
    options_changed: bool | None = None

    @property
    def default_options(self) -> bool:
        """True when every option has its default."""
        if self.options_changed is not None:
            return not self.options_changed
        return not self.options

    @property
    def column_ids(self) -> tuple[str, ...]:
        """`g1`, `g2`, … for games of one player, `p1`, `p2`, … for players."""
        letter = "g" if self.mode == "games" else "p"
        return tuple(f"{letter}{n}" for n in range(1, self.columns + 1))

    def with_sheet(self, sheet: int) -> SheetIdentity:
        """The same sheet under another number."""
        return replace(self, sheet=sheet)

    def to_text(self) -> str:
        """The text of the QR code."""
        mode = "G" if self.mode == "games" else "P"
        parts = [
            _MAGIC,
            f"{_code(self.variant)}.{self.template_version}",
            f"{_code(self.paper)}.{self.layout_version}",
            _code(self.lang),
            f"{mode}{self.columns}",
            str(self.sheet),
        ]
        parts += [f"{_code(key)}:{_code(self.options[key])}" for key in sorted(self.options)]
        return "/".join(parts)

    @classmethod
    def from_text(cls, text: str) -> SheetIdentity:
        """Read the text of a QR code.

        Raises:
            InputError: the text is not one of ours, or of a later version (code `unknown-sheet`).
        """
        parts = text.strip().split("/")
        if parts[0] != _MAGIC or len(parts) < 6:
            raise _unknown(text)
        variant, paper = _PART.fullmatch(parts[1]), _PART.fullmatch(parts[2])
        columns = _COLUMNS.fullmatch(parts[4])
        if not (variant and paper and columns and parts[3].isalpha() and parts[5].isdecimal()):
            raise _unknown(text)
        identity = cls(
            variant=_name(variant[1]),
            template_version=int(variant[2]),
            paper=_name(paper[1]),
            lang=_name(parts[3]),
            columns=int(columns[2]),
            mode=_MODES[columns[1]],
            options=dict(_option(part, text) for part in parts[6:]),
            sheet=int(parts[5]),
            layout_version=int(paper[2]),
        )
        if identity.paper not in PAPERS_MM or identity.columns > MAX_COLUMNS:
            raise _unknown(text)
        return identity


def option_text(value: object) -> str:
    """An option's value as the text that a sheet carries."""
    if isinstance(value, tuple | list):
        return ",".join(str(item) for item in value)
    return "none" if value is None else str(value).lower()


def _code(name: str) -> str:
    """Names are lower case with `_`, lists have commas; the code's alphabet has none of them."""
    return name.upper().replace("_", "$").replace(",", ".")


def _name(code: str) -> str:
    return code.lower().replace("$", "_")


def _option(part: str, text: str) -> tuple[str, str]:
    key, colon, value = part.partition(":")
    if not (key and colon):
        raise _unknown(text)
    return _name(key), _name(value).replace(".", ",")


def _unknown(text: str) -> InputError:
    return InputError(
        Phrase(
            "the sheet's code says {text}, which this version cannot read", text=repr(text[:60])
        ),
        help=Phrase(
            "update scorecheck if the sheet was printed by a newer one; if not, it is no sheet"
        ),
        code="unknown-sheet",
    )
