"""The table of codes: every rule once, and how to find its page.

A code is never used again for something else. Letters: V values, S sums, M multipliers, O order
and strikes, C chips, D DOUBLE turns, R reachable at all, G the whole game.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from inspect import cleandoc
from textwrap import fill

from scorecheck.audit.rule import Rule
from scorecheck.audit.rules import (
    bonus_wrong,
    chip_impossible,
    chips_without_yahtzee,
    dice_mismatch,
    double_incompatible,
    double_unpaired,
    game_end_violation,
    incomplete,
    multiplier_invalid,
    multiplier_wrong,
    order_violation,
    strike_format,
    strike_order,
    sum_wrong,
    total_impossible,
    turn_count_mismatch,
    unknown_box,
    unreachable,
    value_impossible,
    winner_wrong,
)
from scorecheck.audit.words import either
from scorecheck.errors import UsageError, quoted
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Phrase, translate

_LINE = 99

RULES: tuple[Rule, ...] = (
    value_impossible.RULE,
    dice_mismatch.RULE,
    incomplete.RULE,
    unknown_box.RULE,
    sum_wrong.RULE,
    bonus_wrong.RULE,
    total_impossible.RULE,
    multiplier_wrong.RULE,
    multiplier_invalid.RULE,
    order_violation.RULE,
    strike_order.RULE,
    strike_format.RULE,
    chip_impossible.RULE,
    chips_without_yahtzee.RULE,
    unreachable.RULE,
    double_unpaired.RULE,
    double_incompatible.RULE,
    turn_count_mismatch.RULE,
    game_end_violation.RULE,
    winner_wrong.RULE,
)


def find_rule(code_or_name: str) -> Rule:
    """The rule of this code or name, in any case.

    Raises:
        UsageError: there is none; names close ones.
    """
    wanted = code_or_name.strip().lower()
    for rule in RULES:
        if wanted in (rule.code.lower(), rule.name):
            return rule
    names = [name for rule in RULES for name in (rule.code.lower(), rule.name)]
    close = get_close_matches(wanted, names, n=3)
    raise UsageError(
        Phrase("there is no rule {code}", code=quoted(code_or_name)),
        help=Phrase("did you mean {name}?", name=either(close))
        if close
        else Phrase("the rules are {rules}", rules=_listed()),
        code="unknown-rule",
    )


def rule_page(code_or_name: str, lang: str = ENGLISH) -> str:
    """The page of a rule in one language: code, name, what it says, and its two examples.

    Raises:
        UsageError: there is no such rule.
    """
    rule = find_rule(code_or_name)
    good, bad = translate(Phrase("Passes"), lang), translate(Phrase("Fails"), lang)
    wide = max(len(good), len(bad)) + 1
    examples = "\n".join(
        f"{name + ':':<{wide}} {_shown(case)}"
        for name, case in ((good, rule.good), (bad, rule.bad))
    )
    return f"{rule.code} {rule.name}\n\n{_prose(rule, lang)}\n\n{examples}\n"


def _prose(rule: Rule, lang: str) -> str:
    if lang == ENGLISH:
        return cleandoc(rule.page)
    return "\n\n".join(fill(translate(part, lang), _LINE) for part in rule.paragraphs)


def _listed() -> str:
    return ", ".join(f"{rule.code} {rule.name}" for rule in RULES)


def _shown(example: object) -> str:
    return json.dumps(example, ensure_ascii=False)
