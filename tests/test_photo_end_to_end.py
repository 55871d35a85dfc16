"""From files to flat sheets: wrong orientations, scans of several pages, odd containers."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorecheck.errors import InputError
from scorecheck.measure.flatten import Outcome, cell_errors, main, table
from scorecheck.photo.find import FoundSheet, find_sheets
from scorecheck.photo.flatten import flatten
from scorecheck.photo.load import iter_photos
from scorecheck.sheet.marks import known_sheets
from tests.made_photos import PX_PER_MM, catalogue, identity, layout_for, page, shoot

YATZY = identity()


def sheets_of(path: Path) -> list[tuple[int, FoundSheet | str]]:
    """What is on each page of a file: sheets, or the code of the reason why there is none."""
    seen: list[tuple[int, FoundSheet | str]] = []
    for photo in iter_photos(path):
        try:
            for sheet in find_sheets(photo, known_sheets(catalogue()), layout_for):
                seen.append((photo.page, sheet))
        except InputError as error:
            seen.append((photo.page, error.code))
    return seen


@pytest.mark.parametrize("orientation", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_any_orientation_on_upright_pixels(tmp_path: Path, orientation: int) -> None:
    """A wrong tag turns or mirrors the picture; the marks tell the truth all the same."""
    shot = shoot(YATZY, "clean", seed=2, megapixels=2.5)
    block = Image.Exif()
    block[0x0112] = orientation
    Image.fromarray(shot.photo[..., ::-1]).save(tmp_path / "a.jpg", quality=90, exif=block)
    (photo,) = iter_photos(tmp_path / "a.jpg")
    (sheet,) = find_sheets(photo, known_sheets(catalogue()), layout_for)
    assert sheet.identity == YATZY
    flat = flatten(photo, sheet, sheet.layout)
    assert all(cell.placed for cell in flat.cells.values())
    if orientation in (0, 1, 9):
        assert cell_errors(flat.to_photo_px, shot.sheets[0], flat.layout).max() < 0.2


def test_a_scan_of_sheets_blank_and_foreign_pages(tmp_path: Path) -> None:
    first, second = page(YATZY.with_sheet(1)), page(YATZY.with_sheet(2))
    blank = np.full_like(first, 255)
    pages = [Image.fromarray(one) for one in (first, blank, np.rot90(second, 2), first)]
    dpi = PX_PER_MM * 25.4
    pages[0].save(tmp_path / "scan.tif", save_all=True, append_images=pages[1:], dpi=(dpi, dpi))
    pages[0].save(tmp_path / "scan.pdf", save_all=True, append_images=pages[1:], resolution=dpi)
    for name in ("scan.tif", "scan.pdf"):
        seen = sheets_of(tmp_path / name)
        numbers = [one if isinstance(one, str) else one.identity.sheet for _, one in seen]
        assert [at for at, _ in seen] == [1, 2, 3, 4]
        assert numbers == [1, "no-sheet", 2, 1]


def test_a_scan_knows_its_scale(tmp_path: Path) -> None:
    picture = Image.fromarray(page(YATZY))
    dpi = PX_PER_MM * 25.4
    for printed in (1.0, 0.96):
        picture.save(tmp_path / "scan.pdf", resolution=dpi / printed)
        (photo,) = iter_photos(tmp_path / "scan.pdf")
        (sheet,) = find_sheets(photo, known_sheets(catalogue()), layout_for)
        flat = flatten(photo, sheet, sheet.layout)
        assert flat.scale is not None
        assert flat.scale.value == pytest.approx(printed, abs=0.003)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_kinds_of_photo(tmp_path: Path, kind: str) -> None:
    shot = shoot(YATZY, "tilted", seed=2)
    stream = io.BytesIO()
    Image.fromarray(shot.photo[..., ::-1]).save(stream, kind)
    (tmp_path / "фото.jpg").write_bytes(stream.getvalue())
    ((_, sheet),) = sheets_of(tmp_path / "фото.jpg")
    assert isinstance(sheet, FoundSheet)
    assert sheet.told_by == "code"


def test_the_measurement_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--seeds", "1", "--megapixels", "3", "clean", "curled+shadow"])
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [[part.strip() for part in line.strip("|").split("|")] for line in lines]
    assert [row[:3] for row in rows] == [
        ["clean", "1", "1"], ["curled+shadow", "1", "1"], ["all", "2", "2"],
    ]  # fmt: skip


def test_cells_that_are_cut_beside_their_places_are_counted_and_those_noticed() -> None:
    errors = np.array([0.1, 0.4, 1.5, 2.0, 1.01])
    noticed = np.array([False, True, True, False, True])
    some = Outcome(errors, errors, noticed, (1.0, 2.0, 3.0), 0.5, "")
    none = Outcome(errors[:0], errors[:0], noticed[:0], (0, 0, 0), 0.5, "too-dark")
    row = [part.strip() for part in table({"folded": [some, none]}).splitlines()[2].split("|")]
    assert row[5:11] == [
        "1.01, 1.90, 2.00", "3 of 5", "66.67 %", "60.00 %", "2.00 4.00 6.00", "1 too-dark",
    ]  # fmt: skip


def test_a_condition_under_which_nothing_is_read_has_its_line() -> None:
    none = Outcome(np.zeros(0), np.zeros(0), np.zeros(0, bool), (0, 0, 0), 0.5, "too-dark")
    row = [part.strip() for part in table({"night": [none]}).splitlines()[2].split("|")]
    assert row[1:6] == ["night", "1", "0", "-", "-"] and row[10] == "1 too-dark"
