"""The arithmetic of a report: every line says what it adds up, and adds up to what it says."""

from __future__ import annotations

import ast
import json
import operator
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.audit.case_file import parse_case
from scorecheck.audit.columns import column_views
from scorecheck.audit.view import CardView
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.ruleset import ruleset
from scorecheck.languages.catalogues import LANGUAGES
from scorecheck.languages.phrase import translate
from scorecheck.report.arithmetic import Step, unseen
from scorecheck.report.arithmetic_sums import steps_of_column
from scorecheck.report.dispute_shown import CardShown, FindingShown
from tests.made_dispute import report_on, settled
from tests.made_sheets import make_sheet

CASES = Path(__file__).parent / "cases"
SIGNS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def worth(sum_: str) -> float:
    """What `(30 − 5) × 3` comes to."""

    def value(node: ast.expr) -> float:
        if isinstance(node, ast.BinOp):
            return float(SIGNS[type(node.op)](value(node.left), value(node.right)))
        if isinstance(node, ast.UnaryOp):
            return -value(node.operand)
        assert isinstance(node, ast.Constant)
        return float(node.value)  # type: ignore[arg-type]

    return value(ast.parse(sum_.replace("×", "*").replace("−", "-"), mode="eval").body)


def sum_of(step: Step) -> str:
    """`3 + 6 + 9`."""
    return step.how or step.between.join(str(term.number) for term in step.terms)


def views_of(file: Path) -> Iterator[tuple[CardView, str]]:
    """Every card of the file's cases, column by column."""
    for case in json.loads(file.read_text(encoding="utf-8")):
        parsed = parse_case(case, load_catalogue())
        for card in parsed.cards:
            rules = ruleset(parsed.template, parsed.options)
            yield CardView(card, rules, "in-progress"), ""
        for sheet in parsed.sheets:
            columns = column_views(sheet, parsed.template, parsed.options, "in-progress")
            yield from ((view, f"{name}.") for name, view in columns.items())


@pytest.mark.parametrize("file", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_every_line_comes_to_what_it_says(file: Path) -> None:
    lines = 0
    for view, lead in views_of(file):
        steps = steps_of_column(view, lead, frozenset())
        assert set(steps) == {lead + total.id for total in view.rules.template.sums}
        for total, told in steps.items():
            assert told[-1].at == total
            rights = [step.result for step in told if step.at == total]
            assert view.totals[total.removeprefix(lead)] == rights[0]
            for step in told:
                if step.terms and not step.why:
                    lines += 1
                    assert worth(sum_of(step)) == step.result, step
    assert lines > 3


def finding_at(card: CardShown, at: str) -> FindingShown:
    return next(one for one in card.findings if one.finding.at == at)


def in_words(step: Step, lang: str = "en") -> str:
    names = ", ".join(translate(term.name, lang) for term in step.terms)
    return f"{translate(step.name, lang)}: {sum_of(step)} = {step.result} ({names})"


def test_a_wrong_sum_is_shown_line_by_line(tmp_path: Path) -> None:
    card = {
        "ones/value": "3", "twos/value": "X", "threes/value": "9", "upper_sum/sum": "15",
        "bonus/sum": "0", "upper_total/sum": "15",
    }  # fmt: skip
    (shown,) = report_on(settled([make_sheet(cards={"g1": card})], tmp_path)).sheets[0].cards
    (upper,) = finding_at(shown, "upper_sum").steps
    assert in_words(upper) == "Sum: 3 + 0 + 9 = 12 (Aces, Twos, Threes)"
    assert [term.said for term in upper.terms] == ["", "X", ""]
    assert (upper.written, upper.is_wrong) == (15, True)
    bonus, total = finding_at(shown, "upper_total").steps
    assert bonus.why == "12 is less than 63"
    assert (bonus.result, bonus.is_wrong) == (0, False)
    assert in_words(total) == "Upper total: 12 + 0 = 12 (Sum, Bonus)"
    assert in_words(total, "de") == "Gesamt oben: 12 + 0 = 12 (Summe, Bonus)"


def test_base_times_factor_of_a_power_row(tmp_path: Path) -> None:
    card = {"chance/base": "26", "chance/power": "P", "chance/total": "52"}
    sheet = make_sheet("power", cards={"g1": card})
    (shown,) = report_on(settled([sheet], tmp_path)).sheets[0].cards
    (step,) = finding_at(shown, "chance").steps
    assert (sum_of(step), step.result, step.written) == ("26 × 3", 78, 52)
    assert [translate(step.terms[0].name, lang) for lang in LANGUAGES] == [
        "Base", "Grund", "Grunn", "Basis",
    ]  # fmt: skip
    assert step.terms[1].said == "P"


def test_sums_over_columns_name_the_columns(tmp_path: Path) -> None:
    texts = {"c1.ones/value": "3", "c2.ones/value": "4", "grand_total/sum": "99"}
    sheet = make_sheet("triple", cards={"g1": texts})
    (shown,) = report_on(settled([sheet], tmp_path)).sheets[0].cards
    steps = finding_at(shown, "grand_total").steps
    assert sum_of(steps[-1]) == "3 + 8 + 0 + 0"
    assert (steps[-1].result, steps[-1].written) == (11, 99)
    assert any(sum_of(step) == "4 × 2" and step.result == 8 for step in steps)


def test_what_was_shown_is_not_shown_again() -> None:
    one, two = (Step(at, at, (), 0) for at in ("one", "two"))
    seen: set[str] = set()
    assert unseen((one, two), seen) == (one, two)
    assert unseen((one, two), seen) == (two,)
    assert unseen((), seen) == ()
