"""Options of a template: house rules and notations with their defaults."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Literal

from pydantic import BaseModel, ConfigDict

from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Phrase

OptionValue = bool | int | str | tuple[str, ...] | None

_YES = {"true": True, "yes": True, "on": True, "1": True}
_NO = {"false": False, "no": False, "off": False, "0": False}


class Option(BaseModel):
    """One option.

    `type` is `flag`, `count` (a whole number, or "none" where `optional`), `choice` or `boxes`
    (a list of box ids). `printed` is false for what belongs to one game rather than to the sheet,
    such as who started. `also` maps other words for a choice to the one used here.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["flag", "count", "choice", "boxes"]
    default: bool | int | str | tuple[str, ...]
    choices: tuple[int | str, ...] = ()
    optional: bool = False
    printed: bool = True
    also: dict[str, str] = {}
    help: str

    def parse(self, value: object) -> OptionValue:
        """`value` (typed, or a text from the command line) as this option's value.

        Raises:
            ValueError: with what was expected.
        """
        parsed = _PARSERS[self.type](self, value)
        if self.choices and parsed is not None and parsed not in self.choices:
            raise ValueError(self.expected())
        return parsed

    def expected(self) -> str:
        """What may be given, in words."""
        if self.choices:
            choices = [str(choice) for choice in self.choices] + ["none"] * self.optional
            return "one of " + ", ".join(choices)
        words = {
            "flag": "true or false",
            "count": "a whole number from 0 to 999999" + (' or "none"' if self.optional else ""),
            "boxes": "a list of box names",
            "choice": "one of its choices",
        }
        return words[self.type]


def _flag(option: Option, value: object) -> OptionValue:
    if isinstance(value, bool):
        return value
    text = str(value).lower()
    if text in _YES or text in _NO:
        return _YES.get(text, False)
    raise ValueError(option.expected())


def _count(option: Option, value: object) -> OptionValue:
    if option.optional and (value is None or value == "none"):
        return None
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit()) or len(text) > 6:
        raise ValueError(option.expected())
    return int(text)


def _choice(option: Option, value: object) -> OptionValue:
    text = _spelling(value)
    for choice in option.choices:
        if _spelling(choice) == text:
            return choice
    if text in option.also:
        return option.also[text]
    raise ValueError(option.expected())


def _spelling(value: object) -> str:
    """first-first, First_First and first_first are the same choice."""
    return str(value).lower().replace("-", "_")


def _boxes(option: Option, value: object) -> OptionValue:
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise ValueError(option.expected())
    return tuple(item for item in items if item)


_PARSERS = {"flag": _flag, "count": _count, "choice": _choice, "boxes": _boxes}


def resolve(
    options: dict[str, Option], given: dict[str, object], variant: str
) -> dict[str, OptionValue]:
    """All options with their values: those given, and the defaults of the rest.

    Raises:
        UsageError: an unknown name (with close matches) or a value that does not fit.
    """
    for name in given:
        if name not in options:
            raise _unknown(name, options, variant)
    return {
        name: _parse_or_explain(option, name, given.get(name, option.default))
        for name, option in options.items()
    }


def _parse_or_explain(option: Option, name: str, value: object) -> OptionValue:
    try:
        return option.parse(value)
    except ValueError as error:
        raise UsageError(
            Phrase("option {name} cannot be {value}", name=name, value=quoted(value)),
            help=Phrase(
                "give {expected}, for example --option {name}={value}",
                expected=str(error),
                name=name,
                value=option.default,
            ),
            code="option",
        ) from error


def _unknown(name: str, options: dict[str, Option], variant: str) -> UsageError:
    close = get_close_matches(name, options, n=3)
    known = ", ".join(close or options)
    if close:
        help = Phrase("did you mean: {known}", known=known)
    elif options:
        help = Phrase("the options of {variant} are: {known}", variant=variant, known=known)
    else:
        help = Phrase("{variant} has no options", variant=variant)
    said = Phrase("{variant} has no option {name}", variant=variant, name=quoted(name))
    return UsageError(said, help=help, code="option")
