"""Finding sheets: every way up, cut, covered, several at once; and what is said when it fails."""

from __future__ import annotations

import shutil

import cv2
import numpy as np
import pytest

from scorecheck.errors import InputError, MissingToolError, ScorecheckError
from scorecheck.photo import printed_text
from scorecheck.photo.find import find_sheets
from scorecheck.photo.geometry import project
from scorecheck.sheet.marks import CORNERS, known_sheets
from scorecheck.simulate.camera import ShotSheet
from scorecheck.simulate.camera_scene import Scene
from tests.made_photos import (
    PX_PER_MM,
    Picture,
    as_photo,
    catalogue,
    found,
    identity,
    layout_for,
    page,
    shoot,
)

YATZY = identity()


def mark_error(homography: np.ndarray, truth: ShotSheet) -> float:
    """Largest distance in px between found and true middles of the marks."""
    middles = np.array(
        [[m.x + m.size / 2, m.y + m.size / 2] for m in layout_for(YATZY).marks], np.float64
    )
    off = project(homography, middles) + 0.5 - truth.to_photo(middles)
    return float(np.abs(off).max())


def without_marks(*corners: int) -> Picture:
    """The page with some of its marks painted over."""
    picture = page(YATZY)
    for corner in corners:
        mark = layout_for(YATZY).marks[corner]
        low, high = (np.array([mark.x, mark.y]) - 1), np.array([mark.x, mark.y]) + mark.size + 1
        cv2.rectangle(picture, *((np.array([low, high]) * PX_PER_MM).astype(int).tolist()), 255, -1)
    return picture


def on_table(picture: Picture, margin: int = 120, table: int = 90) -> Picture:
    """A picture lying on a plain table."""
    return cv2.copyMakeBorder(
        picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=table
    )  # type: ignore[return-value]


def refusal(picture: Picture) -> ScorecheckError:
    """The error that a picture gives."""
    with pytest.raises(ScorecheckError) as caught:
        found(picture)
    assert caught.value.help
    return caught.value


@pytest.mark.parametrize("turns", range(4))
def test_every_quarter_turn(turns: int) -> None:
    shot = shoot(YATZY, "clean")
    (sheet,) = found(np.ascontiguousarray(np.rot90(shot.photo, turns)))
    assert sheet.identity == YATZY
    assert sheet.told_by == "code"
    assert sorted(sheet.tags) == [0, 1, 2, 3]
    if turns == 0:
        assert mark_error(sheet.homography, shot.sheets[0]) < 1.5


@pytest.mark.parametrize("roll", [5, 15, 30, 45, 100, 200])
def test_any_turn(roll: float) -> None:
    shot = shoot(YATZY, scene=Scene(roll=roll, tilt=8, azimuth=40))
    (sheet,) = found(shot.photo)
    assert sheet.identity == YATZY
    assert mark_error(sheet.homography, shot.sheets[0]) < 1.5


@pytest.mark.parametrize("azimuth", [0, 60, 180, 290])
def test_from_the_side_at_45_degrees(azimuth: float) -> None:
    shot = shoot(YATZY, scene=Scene(tilt=45, azimuth=azimuth), megapixels=6)
    (sheet,) = found(shot.photo)
    assert mark_error(sheet.homography, shot.sheets[0]) < 1.5


def test_mirrored_pixels_are_read_all_the_same() -> None:
    shot = shoot(YATZY, "clean")
    (sheet,) = found(np.ascontiguousarray(shot.photo[:, ::-1]))
    assert np.linalg.det(sheet.homography) < 0
    assert sheet.told_by == "code"


@pytest.mark.parametrize("corner", range(4))
def test_each_mark_away_in_turn(corner: int) -> None:
    (sheet,) = found(on_table(without_marks(corner)))
    assert sorted(sheet.tags) == sorted({0, 1, 2, 3} - {corner})
    assert sheet.identity == YATZY


@pytest.mark.parametrize("condition", ["cut", "covered"])
@pytest.mark.parametrize("seed", range(3))
def test_a_corner_cut_off_or_covered(condition: str, seed: int) -> None:
    shot = shoot(YATZY, condition, seed=seed)
    (sheet,) = found(shot.photo)
    assert len(sheet.tags) >= 3
    assert mark_error(sheet.homography, shot.sheets[0]) < 4


@pytest.mark.parametrize("gone", [(0, 1), (0, 2), (1, 3), (2, 3)])
def test_two_marks_away_says_which(gone: tuple[int, int]) -> None:
    error = refusal(on_table(without_marks(*gone)))
    assert isinstance(error, InputError)
    assert error.code == "marks-missing"
    for corner, name in enumerate(CORNERS):
        assert (name in error.message) == (corner in gone)


def test_three_or_four_marks_away_says_which() -> None:
    error = refusal(on_table(without_marks(0, 1, 2)))
    assert error.code == "marks-missing"
    assert "bottom left" not in error.message
    error = refusal(on_table(without_marks(0, 1, 2, 3)))
    assert error.code == "marks-missing"
    assert all(name in error.message for name in CORNERS)


def test_no_sheet() -> None:
    rng = np.random.default_rng(3)
    cat = cv2.GaussianBlur(rng.integers(0, 255, (900, 1200), dtype=np.uint8), (0, 0), 5)
    error = refusal(cat)  # type: ignore[arg-type]
    assert error.code == "no-sheet"
    assert "blurred" in error.message
    assert refusal(np.full((40, 30), 255, np.uint8)).code == "no-sheet"


def test_a_sheet_of_another_version_is_named() -> None:
    known = {code: one for code, one in known_sheets(catalogue()).items() if one.variant != "yatzy"}
    with pytest.raises(InputError, match="yatzy version 1 on a4") as caught:
        find_sheets(as_photo(on_table(page(YATZY))), known, layout_for)
    assert caught.value.code == "unknown-sheet"


def test_a_dark_edge_of_the_table_right_at_the_marks() -> None:
    """Printed on shorter paper, the marks lose their white zone."""
    picture = page(YATZY)[round(8.9 * PX_PER_MM) : -round(8.9 * PX_PER_MM)]
    (sheet,) = found(on_table(picture, table=150))
    assert sheet.identity == YATZY


def test_four_sheets_of_one_kind_in_one_photo() -> None:
    sheets = [YATZY.with_sheet(n) for n in (3, 1, 4, 2)]
    shot = photographed_together([page(one) for one in sheets])
    seen = found(shot.photo)
    assert [sheet.identity.sheet for sheet in seen] == [3, 1, 4, 2]
    for sheet, truth in zip(seen, shot.sheets, strict=True):
        assert mark_error(sheet.homography, truth) < 2.5


def photographed_together(pages: list[Picture], megapixels: float = 10.0):  # type: ignore[no-untyped-def]
    """Several pages beside each other."""
    from scorecheck.simulate.camera import photograph  # noqa: PLC0415

    return photograph(pages, PX_PER_MM, seed=5, megapixels=megapixels)


def test_two_kinds_side_by_side() -> None:
    power = identity("power", columns=2)
    shot = photographed_together([page(power), page(YATZY)], 7)
    assert {sheet.identity.variant for sheet in found(shot.photo)} == {"power", "yatzy"}


def test_one_sheet_over_another_of_its_kind() -> None:
    """The lower one shows two marks only: it is reported, never mixed with the upper one."""
    lower, upper = page(YATZY.with_sheet(1)), page(YATZY.with_sheet(2))
    table = np.full((upper.shape[0] + 900, upper.shape[1] + 300), 80, np.uint8)
    table[600 : 600 + lower.shape[0], 80 : 80 + lower.shape[1]] = lower
    table[100 : 100 + upper.shape[0], 150 : 150 + upper.shape[1]] = upper
    unread: list[ScorecheckError] = []
    (sheet,) = find_sheets(as_photo(table), known_sheets(catalogue()), layout_for, unread)
    assert sheet.identity.sheet == 2
    assert sheet.residual_mm < 0.2
    (problem,) = unread
    assert problem.code == "marks-missing"
    assert "top left" in problem.message
    assert "top right" in problem.message


@pytest.mark.parametrize("corner", range(4))
def test_the_mark_of_a_sheet_above_is_not_one_of_the_sheet_below(corner: int) -> None:
    """Turned round a mark, the lower sheet shows two others; that one is hidden."""
    lower, upper = page(YATZY.with_sheet(1)), page(YATZY.with_sheet(2))
    mark = layout_for(YATZY).marks[corner]
    height, width = upper.shape
    room = 500
    pivot = (np.array((mark.x, mark.y)) + mark.size / 2) * PX_PER_MM + room
    turn = cv2.getRotationMatrix2D(pivot.tolist(), 9, 1.0)
    turn[:, 2] += turn[:, :2] @ np.full(2, room)
    size = (width + 2 * room, height + 2 * room)
    table = cv2.warpAffine(lower, turn, size, borderValue=80)
    table[room : room + height, room : room + width] = upper
    (sheet,) = found(table)
    assert sheet.identity.sheet == 2
    assert not sheet.over


def without_code(picture: Picture) -> Picture:
    """A page whose QR code is torn off."""
    spot = (np.array([[163, 268], [190, 290]]) * PX_PER_MM).astype(int).tolist()
    cv2.rectangle(picture, *spot, 255, -1)
    return picture


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="needs the program tesseract")
def test_the_letters_stand_in_for_the_code() -> None:
    whole = YATZY.with_sheet(12)
    (sheet,) = found(on_table(without_code(page(whole))))
    assert sheet.told_by == "letters"
    assert sheet.identity == whole


def test_without_code_and_tesseract_the_marks_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_text.pytesseract.pytesseract, "tesseract_cmd", "no-such-program")
    (sheet,) = found(on_table(without_code(page(YATZY))))
    assert sheet.told_by == "marks"
    assert not sheet.identity.complete
    assert sheet.notes


def changed_options() -> Picture:
    """A sheet whose options are not the usual ones, without its code."""
    whole = identity("yahtzee", columns=6, options={"joker": "free"})
    assert not whole.default_options
    return on_table(without_code(page(whole)))


def test_changed_options_need_the_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_text.pytesseract.pytesseract, "tesseract_cmd", "no-such-program")
    error = refusal(changed_options())
    assert isinstance(error, MissingToolError)
    assert error.exit_code == 4
    assert "tesseract" in error.help


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (RuntimeError("Tesseract process timeout"), "tesseract-broken"),
        (printed_text.pytesseract.TesseractError(1, "segfault"), "tesseract-broken"),
        (OSError("exec format error"), "tesseract-broken"),
        (PermissionError("denied"), "tesseract-missing"),
    ],
)
def test_a_broken_tesseract(monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str) -> None:
    def broken(*_: object, **__: object) -> str:
        raise fault

    monkeypatch.setattr(printed_text.pytesseract, "image_to_string", broken)
    assert refusal(changed_options()).code == code
    (sheet,) = found(on_table(without_code(page(YATZY))))
    assert sheet.told_by == "marks"


def test_tesseract_saying_nonsense_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        printed_text.pytesseract, "image_to_string", lambda *_, **__: "SC1/YATZY.9/A4\n~~ \n"
    )
    error = refusal(changed_options())
    assert error.code == "options-unknown"
