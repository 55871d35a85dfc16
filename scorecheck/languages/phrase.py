"""Sentences that are plain English text, and that can say themselves again in other languages.

A `Phrase` is a `str`: whoever knows nothing of languages prints it, compares it, puts it into
JSON. It also remembers the sentence that it was made from and what was put into it, so that
`translate(phrase, "sv")` says the same in Swedish, with every part in Swedish too.

A phrase put into an f-string becomes plain English for good: put phrases into phrases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, Self

from scorecheck.languages.catalogues import ENGLISH, translator

_COMMA = {"sv", "no", "de"}
"""Languages that write 0,5 and not 0.5."""

Say = Callable[[object], str]
"""Says a text in one language."""


def say_in(lang: str) -> Say:
    """What says texts in this language."""
    return partial(translate, lang=lang)


def translate(text: object, lang: str) -> str:
    """What a phrase says in a language; a number as the language writes it; other text as it is."""
    if isinstance(text, Said) and lang != ENGLISH:
        return text.say(lang)
    return _figure(str(text), lang) if isinstance(text, float) else str(text)


def _figure(number: str, lang: str) -> str:
    return number.replace(".", ",") if lang in _COMMA else number


class Said(str):
    """English text that knows how to say itself in another language."""

    made_from: tuple[tuple[Any, ...], dict[str, Any]]

    def say(self, lang: str) -> str:
        """The same in `lang`, one of `LANGUAGES`."""
        raise NotImplementedError

    def inside(self, change: Callable[[Said], Said]) -> Said:
        """A copy whose innermost parts were given to `change`."""
        given, named = self.made_from
        told = [_changed(part, change) for part in given]
        named = {name: _changed(part, change) for name, part in named.items()}
        return change(type(self)(*told, **named))

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return self.made_from


def _changed(part: Any, change: Callable[[Said], Said]) -> Any:
    if isinstance(part, Said):
        return part.inside(change)
    if isinstance(part, tuple | list):
        return [_changed(one, change) for one in part]
    return part


class Phrase(Said):
    """A sentence, or a part of one, with named gaps: `Phrase("{box} is blank", box=label)`."""

    def __new__(cls, msgid: str, /, **given: object) -> Self:
        phrase = super().__new__(cls, msgid.format(**given))
        phrase.made_from = ((msgid,), given)
        return phrase

    def say(self, lang: str) -> str:
        (msgid,), given = self.made_from
        return translator(lang).gettext(msgid).format(**_all_said(given, lang))


class Plural(Said):
    """A phrase whose words depend on the number `n`: `Plural("{n} box", "{n} boxes", 3)`."""

    def __new__(cls, one: str, many: str, n: float, /, **given: object) -> Self:
        phrase = super().__new__(cls, (one if n == 1 else many).format(n=n, **given))
        phrase.made_from = ((one, many, n), given)
        return phrase

    def say(self, lang: str) -> str:
        (one, many, n), given = self.made_from
        # Half a chip is not one chip: what is no whole number counts as several.
        sentence = translator(lang).ngettext(one, many, 1 if n == 1 else 2)
        return sentence.format(**_all_said({"n": n, **given}, lang))


class Speaker(Protocol):
    """Something that has its own texts in every language; the language comes last."""

    def __call__(self, *given: Any) -> str: ...


class Named(Said):
    """A name that something else knows in every language: `Named(template.label, "fours")`."""

    def __new__(cls, speaker: Speaker, /, *given: Any) -> Self:
        name = super().__new__(cls, speaker(*given, ENGLISH))
        name.made_from = ((speaker, *given), {})
        return name

    def say(self, lang: str) -> str:
        (speaker, *given), _ = self.made_from
        return str(speaker(*given, lang))


class Joined(Said):
    """Parts one after the other."""

    def __new__(cls, parts: Sequence[object], /, between: str = "") -> Self:
        joined = super().__new__(cls, between.join(map(str, parts)))
        joined.made_from = ((list(parts),), {"between": between})
        return joined

    def say(self, lang: str) -> str:
        (parts,), named = self.made_from
        return str(named["between"]).join(translate(part, lang) for part in parts)


class Sentence(Said):
    """A phrase that begins with a capital letter, in every language."""

    def __new__(cls, phrase: str, /) -> Self:
        sentence = super().__new__(cls, _capital(phrase))
        sentence.made_from = ((phrase,), {})
        return sentence

    def say(self, lang: str) -> str:
        (phrase,), _ = self.made_from
        return _capital(translate(phrase, lang))


class Within(Said):
    """A name in the middle of a sentence: in small letters, but for German nouns."""

    def __new__(cls, name: str, /) -> Self:
        within = super().__new__(cls, str(name).lower())
        within.made_from = ((name,), {})
        return within

    def say(self, lang: str) -> str:
        (name,), _ = self.made_from
        said = translate(name, lang)
        return said if lang == "de" else said[:1].lower() + said[1:]


class Figure(Said):
    """A number with so many digits after its decimal point or comma."""

    def __new__(cls, number: float, digits: int = 1, /) -> Self:
        figure = super().__new__(cls, f"{number:.{digits}f}")
        figure.made_from = ((number, digits), {})
        return figure

    def say(self, lang: str) -> str:
        return _figure(str(self), lang)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _all_said(given: Mapping[str, object], lang: str) -> dict[str, str]:
    return {name: translate(part, lang) for name, part in given.items()}
