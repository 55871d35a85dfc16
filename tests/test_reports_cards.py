"""Reports about what cards say: blank, 0 and struck; wrong additions."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.batch import check_files
from scorecheck.report.json import check_document, read_document
from scorecheck.report.table import card_rows, table_columns
from tests.made_sheets import CLEAN, KnowingReader, kit_for, make_sheet
from tests.test_report_judge import judged


def test_blank_and_0_and_struck_are_three_things(tmp_path: Path) -> None:
    boxes = {"three_kind": "", "four_kind": "0", "full_house": "X", "chance": "-"}
    sheet = make_sheet(cards={"g1": {f"{box}/value": text for box, text in boxes.items()}})
    batch = check_files([sheet.save(tmp_path / "a.png")], kit_for(KnowingReader(sheet.texts)))
    wanted = {
        "three_kind": ("", None, False, "blank"),
        "four_kind": ("0", 0, False, "sure"),
        "full_house": ("X", 0, True, "sure"),
        "chance": ("-", 0, True, "sure"),
    }
    for document in (check_document(batch), read_document(batch)):
        card = document["files"][0]["sheets"][0]["cards"][0]
        cells = {cell["cell"].split("/")[1]: cell for cell in card["cells"]}
        for box, value in wanted.items():
            keys = ("text", "value", "strike", "state")
            assert tuple(cells[box][key] for key in keys) == value
    result = batch.files[0].sheets[0]
    rows = card_rows(result, table_columns(result, result.cards[:1]))
    shown = {row.name: row.entries[0].text for row in rows}
    assert [shown[result.template.label(box, "en")] for box in wanted] == ["", "0", "X", "-"]


@pytest.mark.parametrize("off", [1, -1, 9, -9, 10, -10])
@pytest.mark.parametrize("name", ["upper_sum", "upper_total", "lower_total", "grand_total"])
def test_wrong_additions_are_reported_as_written(name: str, off: int) -> None:
    right = int(CLEAN[f"{name}/sum"])
    card = judged(CLEAN | {f"{name}/sum": str(right + off)})
    assert card.totals[name] == (right + off, right)
    assert [j.finding.at for j in card.findings if not j.finding.carried] == [name]


def test_two_errors_that_cancel_are_both_reported() -> None:
    card = judged(CLEAN | {"upper_total/sum": "107", "lower_total/sum": "149"})
    assert {j.finding.at for j in card.findings if not j.finding.carried} == {
        "upper_total",
        "lower_total",
    }
    assert card.totals["upper_total"] == (107, 98)
    assert card.totals["lower_total"] == (149, 158)
    assert card.totals["grand_total"] == (256, 256)
