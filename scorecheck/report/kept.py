"""Results of files as JSON and back, without any loss: what `--resume` keeps of a finished file.

A value of Python's that JSON has too stands for itself, an array is a tuple, and an object with one
key is anything else: `{"State": "sure"}`. Games are kept by name, as all else about them is in the
catalogue. Nothing is made that is not named here, so a file from elsewhere can run nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from pathlib import Path
from types import MethodType
from typing import Any

import numpy as np

from scorecheck import errors
from scorecheck.audit.finding import Finding
from scorecheck.audit.standing import Seat
from scorecheck.errors import ScorecheckError
from scorecheck.evidence.policy import Why
from scorecheck.game.catalogue import Catalogue
from scorecheck.game.template import Template
from scorecheck.languages import phrase
from scorecheck.languages.phrase import Said
from scorecheck.photo.load import Photo
from scorecheck.reading.types import Candidate, CellReading, Person, State
from scorecheck.report.result import (
    CardResult,
    CardStatus,
    CardVerdict,
    CellResult,
    FileResult,
    JudgedFinding,
    MatchResult,
    PlayerResult,
    SheetBasis,
    SheetResult,
    TableResult,
)
from scorecheck.sheet.identity import SheetIdentity

_PARTS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        Candidate, CardResult, CellReading, CellResult, FileResult, Finding, JudgedFinding,
        MatchResult, Photo, PlayerResult, Seat, SheetBasis, SheetIdentity, SheetResult, TableResult,
    )
}  # fmt: skip
_ENUMS: dict[str, type[Enum]] = {
    kind.__name__: kind for kind in (CardStatus, CardVerdict, Person, State, Why)
}
_SAID: dict[str, type[Said]] = {
    kind.__name__: kind
    for kind in (
        phrase.Figure, phrase.Joined, phrase.Named, phrase.Phrase, phrase.Plural, phrase.Sentence,
        phrase.Within,
    )
}  # fmt: skip
_ERRORS: dict[str, type[ScorecheckError]] = {
    kind.__name__: kind
    for kind in (errors.InputError, errors.UsageError, errors.MissingToolError, ScorecheckError)
}
_NO_PICTURE = "no picture"
_SPEAKERS = ("title", "label", "hint")
"""What a game can be asked for the names of."""


def to_kept(value: object) -> Any:
    """A result, or a part of one, as JSON.

    Raises:
        TypeError: there is something in it that is not named here.
    """
    match value:
        case tuple():
            return [to_kept(part) for part in value]
        case None | bool() | int() | float() | str() if not isinstance(value, Said | Enum):
            return value
    name, inside = _tagged(value)
    return {name: inside}


def _tagged(value: object) -> tuple[str, Any]:
    """The name of what JSON does not have, and what it is made of."""
    kind = type(value).__name__
    inside: Any = None
    match value:
        case list():
            inside = [to_kept(part) for part in value]
        case dict():
            inside = [[to_kept(key), to_kept(part)] for key, part in value.items()]
        case Path():
            kind, inside = "Path", str(value)
        case np.ndarray() if not value.size:
            kind = _NO_PICTURE
        case Template():
            inside = value.alias or value.id
        case MethodType(__self__=Template() as game, __name__=name) if name in _SPEAKERS:
            kind, inside = "speaker", [to_kept(game), name]
        case Enum() if kind in _ENUMS:
            inside = value.value
        case Said() if kind in _SAID:
            inside = [to_kept(part) for part in value.made_from]
        case ScorecheckError() if kind in _ERRORS:
            inside = [to_kept(value.message), to_kept(value.help), value.code]
        case _ if kind in _PARTS:
            inside = [to_kept(getattr(value, one.name)) for one in fields(_PARTS[kind])]
        case _:
            raise TypeError(f"a {kind} is no part of a result")
    return kind, inside


def from_kept(kept: Any, catalogue: Catalogue) -> Any:
    """The result again.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: it is none, or another version's.
        UsageError: of a game that is not in the catalogue.
    """
    if isinstance(kept, list):
        return tuple(from_kept(part, catalogue) for part in kept)
    if not isinstance(kept, dict):
        return kept
    ((name, inside),) = kept.items()
    plain: dict[str, Callable[[Any], Any]] = {
        _NO_PICTURE: lambda _: np.empty((0, 0), np.uint8),
        "Path": Path,
        "Template": catalogue.get,
        **_ENUMS,
    }
    if name in plain:
        return plain[name](inside)
    return _made(name, from_kept(inside, catalogue))


def _made(name: str, parts: Any) -> Any:
    """What is made of several parts."""
    if name in ("list", "dict"):
        return {"list": list, "dict": dict}[name](parts)
    if name == "speaker" and parts[1] in _SPEAKERS:
        return getattr(parts[0], parts[1])
    if name in _SAID:
        given, named = parts
        return _SAID[name](*given, **named)
    if name in _ERRORS:
        message, help, code = parts
        return _ERRORS[name](message, help=help, code=code)
    kind = _PARTS[name]
    names = [one.name for one in fields(kind)]
    return kind(**dict(zip(names, parts, strict=True)))
