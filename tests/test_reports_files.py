"""Reports about files: names in any script, kinds, huge pictures, pages, a sheet scanned again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorecheck import pipeline
from scorecheck.batch import check_files, run_file
from scorecheck.errors import InputError
from scorecheck.measure import reports_sizes
from scorecheck.photo import decode
from scorecheck.photo.load import iter_photos
from scorecheck.pipeline import check_photo
from tests.cli_runner import Runner
from tests.made_photos import identity, page
from tests.made_sheets import CLEAN, KnowingReader, kit_for, make_sheet

DATA = Path(__file__).parent / "data"
YATZY = identity()


def test_every_output_goes_to_names_in_any_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = make_sheet(cards={"g1": CLEAN})
    reader = KnowingReader(sheet.texts)
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit_for(reader))
    folder = tmp_path / "Öffentlich" / ("lång väg " * 12).strip() / "two  spaces & #1"
    folder.mkdir(parents=True)
    photo = sheet.save(folder / "東京 שלום.png")
    report, picture, page_file, layout = (
        folder / name for name in ("отчёт.pdf", "绘图.png", "σελίδα.pdf", "सारणी.json")
    )
    run = Runner(capsys, monkeypatch)
    checked = run("check", photo, "--json", "--report", report, "--picture", picture)
    assert checked.json("check-1")["files"][0]["file"] == str(photo)
    assert run("print", "yatzy", "-o", page_file, "--layout", layout).code == 0
    assert all(path.stat().st_size > 1000 for path in (report, picture, page_file, layout))


@pytest.mark.parametrize("name", ["sheet.heic", "IMG_0007.jpg"])
def test_a_sheet_in_a_heic(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes((DATA / "sheet.heic").read_bytes())
    (file,) = check_files([tmp_path / name], kit_for(KnowingReader({}))).files
    assert file.error is None
    assert (file.sheets[0].variant, file.sheets[0].sheet_number) == ("yahtzee", 9)


def test_a_few_bytes_that_unfold_to_169_megapixels(tmp_path: Path) -> None:
    reports_sizes.small_pdf(tmp_path / "bomb.pdf", side=13_000)
    assert (tmp_path / "bomb.pdf").stat().st_size < 300_000
    (file,) = check_files([tmp_path / "bomb.pdf"], kit_for(KnowingReader({}))).files
    assert file.error is not None
    assert file.error.code == "too-large"
    assert "13000 x 13000" in file.error.message


def test_a_fax_of_180_megapixels(tmp_path: Path) -> None:
    Image.new("1", (13_400, 13_400), 1).save(tmp_path / "a.tif", compression="group4")
    (photo,) = iter_photos(tmp_path / "a.tif")
    assert (photo.grey.shape, photo.shrink) == ((4466, 4466), 3.0)


def test_a_grey_png_counts_by_its_own_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new("L", (400, 300), 90).save(tmp_path / "a.png")
    monkeypatch.setattr(decode, "RAW_BYTES", 400 * 300)
    (photo,) = iter_photos(tmp_path / "a.png")
    assert (photo.grey == 90).all()
    monkeypatch.setattr(decode, "RAW_BYTES", 400 * 300 - 1)
    with pytest.raises(InputError, match="400 x 300 pixels"):
        list(iter_photos(tmp_path / "a.png"))


def test_twelve_pages_keep_their_order(tmp_path: Path) -> None:
    order = (12, 3, None, 11, 1, 2, 10, 4, None, 9, 20, 5)
    blank = np.full_like(page(YATZY), 255)
    pages = [
        Image.fromarray(blank if number is None else page(YATZY.with_sheet(number)))
        for number in order
    ]
    path = tmp_path / "scan.tif"
    pages[0].save(path, save_all=True, append_images=pages[1:], compression="tiff_adobe_deflate")
    file = run_file(path, kit_for(KnowingReader({})), check_photo)
    assert file.error is None
    seen = [(sheet.page, sheet.sheet_number) for sheet in file.sheets]
    assert seen == [(at, number) for at, number in enumerate(order, 1) if number is not None]
    assert file.notes == ("page 3: no sheet on it", "page 9: no sheet on it")


def test_a_corrected_sheet_scanned_again(tmp_path: Path) -> None:
    before, after = (make_sheet(cards={"g1": CLEAN | {"chance/value": n}}) for n in ("19", "20"))
    files = [before.save(tmp_path / "1.png"), after.save(tmp_path / "2.png")]
    batch = check_files(files, kit_for(KnowingReader(before.texts)))
    assert [len(file.sheets) for file in batch.files] == [1, 1]
    (note,) = batch.notes
    assert (note.code, note.files) == ("same-sheet", tuple(files))
    assert "corrected" in note.message
