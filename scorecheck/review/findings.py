"""A finding as the page's script takes it: of a card, or of the players of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorecheck.audit.finding import Finding
from scorecheck.languages.phrase import translate
from scorecheck.report import words


def finding_json(
    finding: Finding, lang: str, *, rests: str, cells: Sequence[str]
) -> dict[str, Any]:
    """A finding in one language.

    Args:
        rests: what it rests on, in words; empty where it rests on nothing in doubt.
        cells: the ids of the cells that it is about, for the page to show.
    """
    return {
        "code": finding.code,
        "name": finding.name,
        "message": translate(words.sentence(finding.message), lang),
        "rule": translate(words.rule_words(finding.code), lang),
        "rests": translate(words.sentence(rests), lang),
        "carried": finding.carried,
        "cells": list(cells),
    }
