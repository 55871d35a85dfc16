"""Every sample photo is a test: what it says was written is what is read, or is asked about."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import pytest

from scorecheck.measure.rows import same
from scorecheck.photo.load import iter_photos
from scorecheck.pipeline import Kit, check_photo, make_kit
from scorecheck.reading.types import State
from scorecheck.report.result import SheetResult
from scorecheck.resources import PACKAGE

SAMPLES = sorted((PACKAGE.parent / "samples").glob("*.json"))

pytestmark = pytest.mark.skipif(not SAMPLES, reason="the samples are in the checkout")


@cache
def kit() -> Kit:
    return make_kit()


def check(path: Path) -> SheetResult:
    (photo,) = iter_photos(path)
    (sheet,) = check_photo(photo, kit())
    return sheet


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda path: path.stem)
def sample(request: pytest.FixtureRequest) -> tuple[dict, SheetResult]:
    truth = json.loads(request.param.read_text(encoding="utf-8"))
    return truth, check(request.param.with_suffix(".jpg"))


def test_it_is_the_sheet_that_was_printed(sample: tuple[dict, SheetResult]) -> None:
    truth, sheet = sample
    assert sheet.variant == truth["variant"]
    assert sheet.sheet_number == truth["sheet_number"]
    assert {cell.cell for card in sheet.cards for cell in card.cells} == set(truth["cells"])


def test_what_is_called_sure_is_what_is_written(sample: tuple[dict, SheetResult]) -> None:
    truth, sheet = sample
    for card in sheet.cards:
        for cell in card.cells:
            if cell.state in (State.SURE, State.BLANK):
                assert same(cell.text, truth["cells"][cell.cell]), cell.cell


def test_few_cells_are_asked_about(sample: tuple[dict, SheetResult]) -> None:
    _, sheet = sample
    cells = [cell for card in sheet.cards for cell in card.cells]
    assert sum(cell.in_doubt for cell in cells) <= 0.2 * len(cells)


def test_what_is_wrong_on_the_paper_is_found_or_asked_about(
    sample: tuple[dict, SheetResult],
) -> None:
    truth, sheet = sample
    for card in sheet.cards:
        wanted = {(f["code"], f["at"]) for f in truth["findings"].get(card.column, ())}
        found = {(j.finding.code, j.finding.at): j.rests_on for j in card.findings}
        accused = {place for place, rests_on in found.items() if not rests_on}
        assert accused <= wanted, "a finding that is not on the paper rests on no doubt"
        assert card.doubtful or wanted == set(found)


def test_a_sheet_turned_any_way_says_the_same(tmp_path: Path) -> None:
    path = next(path for path in SAMPLES if path.stem == "yahtzee-clean").with_suffix(".jpg")
    image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    upright = check(path)
    for turn in (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE):
        turned = tmp_path / f"{turn}.png"
        cv2.imwrite(str(turned), cv2.rotate(image, turn))
        sheet = check(turned)
        for card, same_card in zip(sheet.cards, upright.cards, strict=True):
            for cell, other in zip(card.cells, same_card.cells, strict=True):
                if State.DOUBTFUL not in (cell.state, other.state):
                    assert cell.text == other.text, cell.cell


def test_no_sample_is_larger_than_a_megabyte() -> None:
    for path in SAMPLES:
        assert path.with_suffix(".jpg").stat().st_size < 1_000_000
