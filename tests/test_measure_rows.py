"""Rows on disk: whole, in order, and a run that was stopped goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.errors import OutputError
from scorecheck.measure import revision
from scorecheck.measure.revision import modules_behind, reader_id
from scorecheck.measure.rows import CellRow, MistakeRow, PhotoRow, same
from scorecheck.measure.store import Store, fill_store
from scorecheck.resources import PACKAGE

CELL = CellRow(
    "p1/ones/value", "number", "3", (("3", 0.98), ("8", 0.02)), "doubtful", "3", 0.999, "sure",
    seen_well=False, hidden=True, images=("somebody 3 7",),
)  # fmt: skip
ROW = PhotoRow(
    "clean",
    {"variant": "yatzy", "sums": True},
    (CELL,),
    (MistakeRow("value", {"p1/ones/value": ("1", "2")}, "asked"),),
    accusations=((), ("S01 upper_sum",)),
)


def double(number: int) -> dict[str, int]:
    return {"twice": 2 * number}


def test_a_row_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    Store(tmp_path / "rows.jsonl").add("a", ROW.to_json())
    assert PhotoRow.from_json(Store(tmp_path / "rows.jsonl").rows["a"]) == ROW


def test_a_stopped_run_does_only_what_is_missing(tmp_path: Path) -> None:
    jobs = [(str(number), number) for number in range(4)]
    fill_store(Store(tmp_path / "rows.jsonl"), jobs[1:3], double, 1)
    done: list[int] = []

    def work(number: int) -> dict[str, int]:
        done.append(number)
        return double(number)

    rows = fill_store(Store(tmp_path / "rows.jsonl"), jobs, work, 1)
    assert done == [0, 3]
    assert rows == [{"twice": 0}, {"twice": 2}, {"twice": 4}, {"twice": 6}]


@pytest.mark.parametrize("torn", [b'{"key": "2", "row": {"tw', b'{"key": "2"}', b"\xff\xfe", b"[]"])
def test_a_torn_line_is_done_again_and_spoils_no_other(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    jobs = [(str(number), number) for number in range(4)]
    fill_store(Store(path), jobs[:2], double, 1)
    with path.open("ab") as stream:
        stream.write(torn)
    fill_store(Store(path), jobs, double, 1)
    assert set(Store(path).rows) == {"0", "1", "2", "3"}


def test_processes_change_no_row(tmp_path: Path) -> None:
    jobs = [(str(number), number) for number in range(5)]
    told: list[tuple[int, int]] = []
    store = Store(tmp_path / "rows.jsonl")
    rows = fill_store(store, jobs, double, 2, lambda done, of: told.append((done, of)))
    assert rows == [double(number) for number in range(5)]
    assert told == [(done, 5) for done in range(1, 6)]


def test_a_folder_that_is_not_there_is_an_error_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write") as error:
        Store(tmp_path / "nowhere" / "rows.jsonl").add("a", {})
    assert "choose a folder" in error.value.help


def test_what_a_row_says_of_its_cell() -> None:
    assert CELL.right and CELL.right_blind
    assert CELL.passes and not CELL.passes_blind
    assert not CellRow("c", "number", "3", (("8", 1.0),), "sure", "8", 1.0, "sure").right


def test_all_strikes_mean_the_same_and_nothing_else_does() -> None:
    assert same("X", "-") and same("12", "12") and same("", "")
    assert not same("X", "") and not same("1", "/") and not same("12", "21")
    shapes = (("/", 0.6), ("-", 0.3), ("1", 0.1))
    row = CellRow("c", "number", "X", shapes, "sure", "/", 0.9, "sure")
    assert row.right_blind
    assert row.p_blind == pytest.approx(0.9)


MAKERS = ("scorecheck.measure.photo_rows", "scorecheck.measure.composed")


@pytest.mark.parametrize("maker", MAKERS)
def test_rows_of_other_weights_are_not_taken_for_these(
    maker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = reader_id(maker)
    assert before == reader_id(maker)
    monkeypatch.setattr("scorecheck.reading.recognise.TEMPERATURE", 7.0)
    assert reader_id(maker) != before


def test_a_row_depends_on_every_module_that_makes_it_and_on_none_that_shows_it() -> None:
    photos, cells = (
        {".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in modules_behind(one)}
        for one in MAKERS
    )
    assert photos >= {
        "measure.photo_rows", "measure.hidden", "measure.noting", "measure.rows", "pipeline",
        "report.result", "evidence.weigh", "evidence.columns", "judge.sheet", "audit.verdict",
        "reading.policy", "photo.flatten", "simulate.hand", "simulate.mistakes",
    }  # fmt: skip
    assert cells >= {"measure.composed", "measure.noting", "reading.window", "simulate.cell"}
    shown = {"measure.tables", "measure.conditions", "cli.main", "review.app", "report.pdf"}
    assert not shown & (photos | cells)
    assert "pipeline" not in cells


def test_a_changed_module_makes_other_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "scorecheck"
    package.mkdir()
    maker, helper = package / "maker.py", package / "helper.py"
    maker.write_text("def work():\n    from scorecheck.helper import number\n    return number\n")
    helper.write_text("number = 1\n")
    monkeypatch.setattr(revision, "PACKAGE", package)
    before = reader_id("scorecheck.maker")
    helper.write_text("number = 2\n")
    revision.program_id.cache_clear()
    assert reader_id("scorecheck.maker") != before
