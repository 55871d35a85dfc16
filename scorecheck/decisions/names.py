"""Names of persons: how they are kept, what is none, and when two of them are the same person's.

A name is only good for anything if people see what they compare: what cannot be seen, or turns
the direction of what stands around it, is in no name.
"""

from __future__ import annotations

import re
import unicodedata

from scorecheck.languages.phrase import Phrase

LONGEST_NAME = 80

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""Unicode's categories of control and format characters, and of what is no character."""

_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f]")
"""Signs of other categories that show nothing."""


def clean_name(name: str) -> str:
    """The name as it is kept: in one spelling of each letter, single spaces between the words."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", name)).strip()


def name_fault(name: str) -> str:
    """Why this can be nobody's name; empty where it can."""
    if not name.strip():
        return Phrase("who decides is not said")
    if len(name) > LONGEST_NAME or any(unicodedata.category(sign) in _UNSEEN for sign in name):
        return Phrase(
            "the name is not one line of at most {number} letters that can be seen",
            number=LONGEST_NAME,
        )
    if _BLANK.search(name):
        return Phrase("the name holds a sign that cannot be seen")
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        return Phrase("the name holds no letter and no digit")
    return ""


def is_same(name: str, other: str) -> bool:
    """Whether two names are one person's, however they are spaced, capitalised and encoded."""
    return _compared(name) == _compared(other)


def _compared(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
