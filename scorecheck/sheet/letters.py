"""The sheet's identity in letters, for people and for OCR where the codes are destroyed.

The printed line is the QR code's text with four check characters at the end:
`SC1/YAHTZEE.1/A4.1/EN/G6/12/3HVN`. A reader that took an O for a 0 is put right by trying the
usual confusions until the check characters agree.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterator, Sequence

from scorecheck.errors import InputError
from scorecheck.languages.phrase import Phrase
from scorecheck.sheet.identity import SheetIdentity

CHECK_ALPHABET = "ACDEFHJKLMNPRTUVWXY34679"
"""No pair in here looks alike in any common font."""

CHECK_LENGTH = 4

_START = re.compile(r"[S5$]C[1IL]/")

_CONFUSED = (
    frozenset("0OQD"),
    frozenset("1IL"),
    frozenset("2Z"),
    frozenset("5S$"),
    frozenset("8B"),
    frozenset("6G"),
    frozenset("4A"),
)
_MAX_TRIES = 1500
"""Each try passes the check by chance once in 331,776: a false repair is a rare accident."""


def to_letters(identity: SheetIdentity) -> str:
    """The line that is printed on the sheet."""
    text = identity.to_text()
    return f"{text}/{check_characters(text)}"


def find_letters(lines: Sequence[str]) -> SheetIdentity | None:
    """The identity among lines that OCR read at the foot of a sheet; None if it is not there.

    The line may run over two, and have the number or pieces of the codes at its ends.
    """
    for line, below in itertools.pairwise((*lines, "")):
        start = _START.search(_plain(line))
        if start is None:
            continue
        begun = _plain(line)[start.start() :]
        for text in (begun, begun[: begun.rfind("/") + 1] + _plain(below)):
            for end in _ends(text):
                try:
                    return from_letters(text[:end])
                except InputError:
                    continue
    return None


def from_letters(line: str) -> SheetIdentity:
    """Read a printed line, with up to a few letters misread.

    Raises:
        InputError: no reading of the line agrees with its check characters.
    """
    body, _, check = _plain(line).rpartition("/")
    wanted = "".join(_likely(letter) for letter in check)
    if len(wanted) == CHECK_LENGTH:
        for candidate in itertools.islice(_repairs(body), _MAX_TRIES):
            if check_characters(candidate) == wanted:
                return SheetIdentity.from_text(candidate)
    raise InputError(
        Phrase(
            "the printed line {line} does not agree with its check characters",
            line=repr(line.strip()[:60]),
        ),
        help=Phrase("photograph the sheet nearer and sharper"),
        code="unknown-sheet",
    )


def _ends(text: str) -> Iterator[int]:
    """Where the check characters may end, last first; an option is none."""
    for match in reversed(list(re.finditer("/([^/]*)", text))):
        if ":" not in match[1] and len(match[1]) >= CHECK_LENGTH:
            yield match.start(1) + CHECK_LENGTH


def _plain(line: str) -> str:
    """Without what OCR puts in or takes for another sign."""
    return re.sub(r"[\s|\\]", "", line.upper()).replace(",", ".").replace(";", ":")


def check_characters(text: str) -> str:
    """Four characters that tell nearly every misreading of `text`."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    letters = []
    for _ in range(CHECK_LENGTH):
        number, digit = divmod(number, len(CHECK_ALPHABET))
        letters.append(CHECK_ALPHABET[digit])
    return "".join(letters)


def _repairs(body: str) -> Iterator[str]:
    """The text as read, then with one letter changed, then two, then three."""
    places = [
        [(at, other) for other in sorted(_others(letter))]
        for at, letter in enumerate(body)
        if _others(letter)
    ]
    for count in range(4):
        for chosen in itertools.combinations(places, count):
            for change in itertools.product(*chosen):
                yield _changed(body, change)


def _others(letter: str) -> frozenset[str]:
    return next((group - {letter} for group in _CONFUSED if letter in group), frozenset())


def _likely(letter: str) -> str:
    """The check alphabet has one letter of each confused group at most."""
    if letter in CHECK_ALPHABET:
        return letter
    return next((other for other in sorted(_others(letter)) if other in CHECK_ALPHABET), letter)


def _changed(text: str, change: tuple[tuple[int, str], ...]) -> str:
    letters = list(text)
    for at, other in change:
        letters[at] = other
    return "".join(letters)
