"""Every rule: its page, its code, its two examples."""

import pytest

from scorecheck.audit.cases import audit_case
from scorecheck.audit.codes import RULES, find_rule, rule_page
from scorecheck.audit.rule import Rule
from scorecheck.audit.words import both, values_in_words
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import load_catalogue


def names_found(example: object) -> set[str]:
    answer = audit_case(example, load_catalogue())  # type: ignore[arg-type]
    return {finding["name"] for finding in answer["findings"]}  # type: ignore[attr-defined]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_examples_pass_and_fail(rule: Rule) -> None:
    assert names_found(rule.good) == set()
    assert rule.name in names_found(rule.bad)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_pages_can_be_read(rule: Rule) -> None:
    assert rule.summary.endswith(".")
    assert len(rule.page.splitlines()) > 3
    page = rule_page(rule.code.lower())
    assert page == rule_page(rule.name)
    for part in (rule.code, rule.name, rule.summary, "Passes:", "Fails:"):
        assert part in page


def test_codes_and_names_are_used_once() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_unknown_rule_names_close_ones() -> None:
    with pytest.raises(UsageError) as caught:
        find_rule("value-imposible")
    assert "value-impossible" in caught.value.help


@pytest.mark.parametrize(
    "values, words",
    [
        ({4, 8, 12}, "4, 8 or 12"),
        (set(range(5, 31)), "5 to 30"),
        ({25}, "25"),
        ({7, 8, 9, *range(11, 25), 26, 27, 28}, "7 to 9, 11 to 24 or 26 to 28"),
        ({*range(1, 7), 8, 9, 10, 12, 15}, "1, 2, 3, 4, 5, 6, 8, 9, 10, 12 or 15"),
        ({*range(1, 20), 21, 22}, "1 to 19, 21 or 22"),
    ],
)
def test_values_in_words(values: set[int], words: str) -> None:
    assert values_in_words(values) == words


def test_lists_in_words() -> None:
    assert [both(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    "entries, written, message",
    [
        ({"fours": 18}, {}, "Fours says 18, but fours can only be 4, 8, 12, 16 or 20"),
        ({"full_house": 24}, {}, "Full House says 24, but full house can only be 25"),
        (
            {"ones": 3},
            {"upper_sum": 4},
            "Sum says 4, but the boxes of the upper section add up to 3",
        ),
        (
            {"ones": 3},
            {"bonus": 35},
            "Bonus says 35, but an upper sum of 3 gives none (35 from 63)",
        ),
    ],
)
def test_messages(entries: dict[str, int], written: dict[str, int], message: str) -> None:
    case = {"variant": "yahtzee", "card": {"entries": entries, "written": written}}
    answer = audit_case(case, load_catalogue())
    assert answer["findings"][0]["message"] == message  # type: ignore[index]
