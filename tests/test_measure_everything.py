"""The measuring program from handwriting to document, on a few cells and two small photos."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from scorecheck.errors import InputError, UsageError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure import composed, conditions, everything, photo_rows
from scorecheck.measure.conditions import Condition, recipes
from scorecheck.measure.noting import NotingBook, make_noted
from scorecheck.measure.rows import PhotoRow
from scorecheck.measure.store import Store
from scorecheck.pipeline import make_kit
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.simulate.camera_conditions import CONDITIONS as CAMERA
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.mistakes import MISTAKES
from scorecheck.simulate.photos import Recipe, make_photo
from tests.made_glyphs import write_folder


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("glyphs"))


@pytest.fixture
def one_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"clean": Condition(tool="pen", megapixels=4.0)}
    monkeypatch.setattr(conditions, "CONDITIONS", few)
    monkeypatch.setattr(everything, "CONDITIONS", few)
    monkeypatch.setattr(conditions, "_SHEETS", (("yatzy", 1, "players"),))


def run(digits: Path, out: Path, *more: str) -> int:
    few = ["--photos", "2", "--cells", "8", "--processes", "1"]
    return everything.main([str(digits), "-o", str(out), *few, *more])


@pytest.mark.usefixtures("one_condition")
def test_a_run_writes_all_and_a_second_one_reads_no_photo_again(
    digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tmp_path / "doc.md"
    document.write_text("<!-- figures: overall -->\n<!-- end: overall -->\n", encoding="utf-8")
    assert run(digits, tmp_path / "out") == 0
    rows = [
        PhotoRow.from_json(row) for row in Store(tmp_path / "out" / "photos.jsonl").rows.values()
    ]
    assert [row.sums for row in rows] == [True, False]
    assert all(row.cells and not row.error for row in rows)
    assert all(
        len(c.images) == len(c.written) for r in rows for c in r.cells if c.written.isdigit()
    )
    monkeypatch.setattr(photo_rows, "work", None)
    monkeypatch.setattr(composed, "work", None)
    assert run(digits, tmp_path / "out", "--into", str(document)) == 0
    figures = (tmp_path / "out" / "figures.md").read_text(encoding="utf-8")
    for name in ("overall", "conditions", "curve", "mistakes", "cells", "trade", "worst"):
        assert f"## {name}\n" in figures
    table = document.read_text(encoding="utf-8").split("\n", 2)[2]
    assert table.split("<!--")[0].strip() in figures
    picture = cv2.imread(str(tmp_path / "out" / "worst-cells.png"))
    assert picture is not None and picture.shape[1] % 100 == 0


@pytest.mark.usefixtures("one_condition")
def test_errors_end_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, tmp_path / "out") == 2
    assert "give the folder that holds" in capsys.readouterr().err


def test_the_photos_are_spread_over_games_papers_sums_and_mistakes() -> None:
    made = list(recipes(4, 100))
    assert made == list(recipes(4, 100))
    assert list(dict.fromkeys(name for name, _ in made)) == list(conditions.CONDITIONS)
    every = [recipe for _, recipe in made]
    assert len({recipe.seed for recipe in every}) == len(every)
    assert Counter(recipe.sums for recipe in every)[True] == len(every) / 2
    assert {recipe.variant for recipe in every} == {game.id for game in load_catalogue().all()}
    assert {recipe.paper for recipe in every} == {"a4", "letter", "a5"}
    assert {recipe.lang for recipe in every} >= {"en", "sv", "no", "de"}
    planted = Counter(kind for recipe in every for kind in recipe.mistakes if kind)
    assert set(planted) == set(MISTAKES) - {"sum"}
    boxes_only = {"", "value", "slip", "multiplier", "strike-order"}
    assert {kind for r in every if not r.sums for kind in r.mistakes} <= boxes_only
    for condition in conditions.CONDITIONS.values():
        assert set(condition.camera) <= set(CAMERA)


def test_no_two_conditions_or_runs_share_a_sheet() -> None:
    seeds = Counter(recipe.seed for run in (7, 8) for _, recipe in recipes(40, run))
    assert set(seeds.values()) == {1}
    assert len(seeds) == 2 * 40 * len(conditions.CONDITIONS)
    with pytest.raises(UsageError, match="too many"):
        next(recipes(2000, 7))


def test_more_photos_and_new_conditions_leave_the_others_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = list(recipes(2, 7))
    more = {**conditions.CONDITIONS, "one more": Condition(("clean",))}
    monkeypatch.setattr(conditions, "CONDITIONS", more)
    assert list(recipes(2, 7))[: len(before)] == before
    assert [one for one in recipes(6, 7) if one in before] == before


def test_cells_under_a_thing_are_told_and_never_count_as_read(digits: Path) -> None:
    recipe = Recipe("yatzy", 4, columns=4, conditions=("fingers",), tool="pen", megapixels=5.0)
    row = PhotoRow.from_json(
        photo_rows.work(photo_rows.PhotoJob("fingers", recipe, digits, "final"))
    )
    hidden = [cell for cell in row.cells if cell.hidden]
    assert hidden and not [cell.cell for cell in hidden if cell.passes]


def test_of_two_sheets_in_a_photo_the_one_with_its_number_counts(
    digits: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = Recipe("yatzy", 5, columns=1, tool="pen", megapixels=2.0)
    made = make_photo(recipe, load_catalogue(), GlyphBook(digits, "final"))
    seen = (Candidate("7", 1.0),)
    ours, other = (
        CellReading(f"{column}/ones/value", column, "ones", "value", "number", seen, state, ())
        for column, state in (("p1", State.SURE), ("p2", State.DOUBTFUL))
    )

    def check(photo: object, kit: object, judge: Callable[..., object]) -> list[object]:
        del photo, kit
        judge([[other]], None, {}, None)
        judge([[ours]], None, {}, None)
        numbers = (made.identity.sheet + 1, made.identity.sheet)
        return [InputError("a torn one"), *(SimpleNamespace(sheet_number=n) for n in numbers)]

    monkeypatch.setattr(photo_rows, "check_photo", check)
    monkeypatch.setattr(photo_rows, "judge_sheet", lambda *given: None)
    sheet, blind, badly = photo_rows.read_made(made, make_kit())
    assert sheet.sheet_number == made.identity.sheet
    assert blind == {"1/ones/value": ours} and badly == set()
    monkeypatch.setattr(photo_rows, "check_photo", lambda *given: [InputError("a torn one")])
    with pytest.raises(InputError, match="a torn one"):
        photo_rows.read_made(made, make_kit())


def test_each_cell_knows_its_images(digits: Path) -> None:
    book = NotingBook(digits, "final")
    recipe = Recipe("yatzy", 5, columns=1, tool="pen", megapixels=2.0)
    made, images = make_noted(recipe, load_catalogue(), book)
    assert set(images) == {cell for cell, text in made.texts.items() if text}
    for cell, names in images.items():
        text = made.texts[cell]
        if text.isdigit():
            assert [name.split()[1] for name in names] == list(text)
            place = [int(name.split()[2]) for name in names]
            assert min(place) >= 1


def test_rows_can_be_told_apart_by_their_readers(digits: Path) -> None:
    (first,) = composed.chunks(digits, "final", 8, 1)
    (other,) = composed.chunks(digits, "tune", 8, 1)
    assert first[0] != other[0]
    json.dumps(composed.work(first[1]))
