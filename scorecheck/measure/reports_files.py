"""Reports about files: orientation, names, kinds, pages, repeats, bad ones among good ones."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from scorecheck.batch import check_files
from scorecheck.measure.command import run_command
from scorecheck.measure.reports_sheet import PX_PER_MM, SHEETS, Bench, Pixels, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.report.result import FileResult

_ORIENTATION = 0x0112
_DPI = 300


def orientation(bench: Bench) -> Tally:
    """EXIF 0 to 9 and 77 on upright pixels, and 1 to 8 on pixels that are turned as they say."""
    tally = Tally()
    sheet = bench.filled("yatzy", 4, seed=2)
    upright = Image.fromarray(np.ascontiguousarray(sheet.shoot().photo[..., ::-1]))
    for number in (*range(10), 77):
        data = _jpeg(upright, number)
        bench.read(data, sheet, f"EXIF {number} on upright pixels", tally)
    for number, turn in _AS_STORED.items():
        stored = upright if turn is None else upright.transpose(turn)
        bench.read(_jpeg(stored, number), sheet, f"EXIF {number} on its own pixels", tally)
    return tally


_AS_STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def _jpeg(image: Image.Image, number: int) -> bytes:
    block = Image.Exif()
    block[_ORIENTATION] = number
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=90, exif=block)
    return stream.getvalue()


def names(bench: Bench) -> Tally:
    """Letters of any script, spaces and long names: read from and written to."""
    tally = Tally()
    photo = bench.filled("yatzy", 2, seed=8).shoot(megapixels=6).jpeg
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    for folder in ("Öffentlich", "two  spaces, a 'quote' and #", "/".join(["långt " * 12] * 5)):
        place = bench.scratch / "/".join(part.strip() for part in folder.split("/"))
        place.mkdir(parents=True)
        source = place / "東京 שלום.jpg"
        source.write_bytes(photo)
        for environment in ({}, ascii_only):
            outputs = [place / name for name in ("отчёт.pdf", "绘图.png", "सारणी.json")]
            _name_run(tally, source, outputs, place, environment)
    return tally


def _name_run(
    tally: Tally, source: Path, outputs: Sequence[Path], place: Path, environment: dict[str, str]
) -> None:
    report, picture, layout = outputs
    checked = run_command(
        ["check", source, "--json", "--report", report, "--picture", picture,
         "--debug", place / "ステップ"], environment,
    )  # fmt: skip
    printed = run_command(
        ["print", "yatzy", "-o", place / "σελίδα.pdf", "--layout", layout], environment
    )
    what = f"{place.name[:20]} {environment}"
    tally.expect(checked.code in (0, 1), "read", f"{what}: {checked.error}")
    answer = checked.document["files"][0]["file"] if checked.document else ""
    same_file = os.fsencode(answer) == os.fsencode(source)
    tally.note(same_file, "with an answer that leads to the file", f"{what}: {answer!r}")
    made = [*outputs, place / "σελίδα.pdf"]
    lacking = [path.name for path in made if not path.is_file()]
    tally.note(not lacking and printed.code == 0, "with every output", f"{what}: {lacking}")
    for path in made:
        path.unlink(missing_ok=True)


def heic(bench: Bench) -> Tally:
    """HEIC as iPhones make it, and the same renamed to .jpg."""
    tally = Tally()
    try:
        encoder = import_module("pillow_heif")
    except ImportError:
        tally.facts["not tried: the package pillow-heif, which writes HEIC, is not installed"] = 1
        return tally
    for seed, (variant, columns) in enumerate(SHEETS):
        sheet = bench.filled(variant, columns, seed=91 + seed)
        rgb = np.ascontiguousarray(sheet.shoot(seed=seed).photo[..., ::-1])
        stream = io.BytesIO()
        encoder.from_bytes("RGB", (rgb.shape[1], rgb.shape[0]), rgb.tobytes()).save(
            stream, quality=70
        )
        for suffix in (".heic", ".jpg"):
            what = f"{variant} as {suffix}"
            bench.read(stream.getvalue(), sheet, what, tally, suffix=suffix)
    return tally


def pages(bench: Bench) -> Tally:
    """Scans of twelve pages: sheets of several games out of order, blank and foreign pages."""
    tally = Tally()
    order = (12, 3, None, 11, 1, 2, "letter", 10, 4, None, 9, "form")
    sheets: dict[int, Sheet] = {}
    scans = []
    for place, what in enumerate(order):
        if isinstance(what, int):
            variant, columns = SHEETS[what % len(SHEETS)]
            sheets[what] = bench.filled(variant, columns, seed=what)
        page = sheets[what].page if isinstance(what, int) else _foreign(what)
        scans.append(Image.fromarray(_scanned(page, place)))
    for name, options in (("scan.pdf", {"resolution": _DPI}), ("scan.tif", {"dpi": (_DPI, _DPI)})):
        path = bench.scratch / name
        first, *rest = (scan.copy() for scan in scans)  # saving leaves settings in an image
        first.save(path, save_all=True, append_images=rest, **options)
        (file,) = check_files([path], bench.kit).files
        tally.cases += len(order)
        for place, what in enumerate(order, start=1):
            _count_page(file, place, sheets.get(what) if isinstance(what, int) else None, tally)
        told = [sheet.sheet_number for sheet in file.sheets]
        right = told == [what for what in order if isinstance(what, int)] and file.error is None
        tally.note(right, "with the sheets in the file's order", f"{name}: {told} {file.error}")
    return tally


def _count_page(file: FileResult, place: int, sheet: Sheet | None, tally: Tally) -> None:
    results = [one for one in file.sheets if one.page == place]
    what = f"{file.path.name} page {place}"
    if sheet is None:
        said = f"page {place}: no sheet on it" in file.notes
        tally.note(said and not results, "pages said to hold no sheet", f"{what}: {file.notes}")
        return
    tally.note(len(results) == 1, "pages with their sheet", f"{what}: {len(results)} sheets")
    for result in results:
        tally.compare(result, sheet.texts, what)


def _scanned(page: Pixels, seed: int) -> Pixels:
    """A page as a scanner gives it at 300 dpi, a little askew, some upside down."""
    rng = np.random.default_rng(seed)
    grey = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    rows, columns = grey.shape
    turn = cv2.getRotationMatrix2D((columns / 2, rows / 2), rng.uniform(-1.2, 1.2), 1.0)
    askew = cv2.warpAffine(grey, turn, (columns, rows), borderValue=255)
    scale = _DPI / 25.4 / PX_PER_MM
    sharp = cv2.resize(askew, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    noisy = np.clip(sharp + rng.normal(0, 3, sharp.shape), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(noisy, 2 * (seed % 2)))


def _foreign(what: object) -> Pixels:
    """A blank page, a letter, or somebody else's form with four black squares."""
    size = (round(297 * PX_PER_MM), round(210 * PX_PER_MM), 3)
    page = np.full(size, 255, np.uint8)
    for line in range(40 if what == "letter" else 0):
        at = (240, 300 + 75 * line)
        cv2.putText(page, "we thank you for your order of the third", at, 3, 1.9, (30, 30, 30), 3)
    if what == "form":
        for x in (120, size[1] - 240):
            for y in (120, size[0] - 240):
                cv2.rectangle(page, (x, y), (x + 120, y + 120), (0, 0, 0), -1)
        for y in range(400, size[0] - 400, 110):
            cv2.rectangle(page, (300, y), (size[1] - 300, y + 110), (90, 90, 90), 3)
    return page


def repeats(bench: Bench) -> Tally:
    """The same file twice, the same sheet photographed twice, and a corrected one scanned again."""
    tally = Tally()
    for seed, (variant, columns) in enumerate(SHEETS, start=121):
        sheet = bench.filled(variant, columns, seed=seed)
        first = [bench.save(f"{variant}-{n}.jpg", sheet.shoot(seed=n).jpeg) for n in (1, 2)]
        twin = bench.save(f"{variant}-copy.jpg", first[0].read_bytes())
        empty = [cell for cell in sheet.texts if cell.endswith(("/sum", "/total", "/text"))]
        changed = next(c for c in sheet.texts if c not in empty and sheet.texts[c].isdigit())
        corrected = bench.filled(variant, columns, seed=seed, but={changed: "X"})
        last = bench.save(f"{variant}-corrected.jpg", corrected.shoot(seed=3).jpeg)
        batch = check_files([*first, twin, last], bench.kit)
        tally.cases += 4
        codes = sorted(note.code for note in batch.notes)
        tally.note(codes == ["same-file", "same-sheet"], "runs with both repeats told", str(codes))
        named = {path for note in batch.notes for path in note.files}
        tally.note(named == {*first, twin, last}, "runs with every file named", str(named))
        for file in batch.files:
            tally.note(len(file.sheets) == 1, "files with their sheet listed", str(file.path))
            written = corrected if file.path == last else sheet
            for result in file.sheets:
                tally.compare(result, written.texts, file.path.name)
    return tally


def among_good(bench: Bench) -> Tally:
    """Twenty files, four of which are a cat, a torn JPEG, an empty file and a text."""
    tally = Tally()
    sheets = {}
    paths = []
    for number in range(16):
        variant, columns = SHEETS[number % len(SHEETS)]
        sheet = bench.filled(variant, columns, seed=130 + number)
        path = bench.save(f"good {number}.jpg", sheet.shoot(seed=number).jpeg)
        sheets[path] = sheet
        paths.append(path)
    bad = {
        "cat.jpg": cv2.imencode(".jpg", _cat())[1].tobytes(),
        "torn.jpg": paths[0].read_bytes()[:90_000],
        "empty.jpg": b"",
        "notes.jpg": "Anna 213, Björn 198: photo follows\n".encode() * 9,
    }
    for at, (name, data) in zip((0, 5, 11, 19), bad.items(), strict=True):
        paths.insert(at, bench.save(name, data))
    batch = check_files(paths, bench.kit)
    tally.cases += len(paths)
    tally.note([f.path for f in batch.files] == paths, "run with every file answered, in order")
    for file in batch.files:
        made = sheets.get(file.path)
        if file.error is not None:
            tally.refuse(file.error, expected=made is None, what=file.path.name)
            named = file.path.name in file.error.message
            tally.note(named, "bad files named with the reason", file.error.message)
        elif made is not None:
            tally.facts["good files read"] += 1
            tally.compare(file.sheets[0], made.texts, file.path.name)
    return tally


def _cat() -> Pixels:
    """A cat on a sofa, more or less."""
    rng = np.random.default_rng(13)
    picture = np.full((1500, 2000, 3), (90, 120, 150), np.uint8)
    for at, axes in (((1000, 900), (420, 360)), ((1000, 480), (230, 200))):
        cv2.ellipse(picture, at, axes, 0, 0, 360, (60, 90, 120), -1)
    for x in (850, 1150):
        ear = np.array([(x - 90, 400), (x + 90, 400), (x, 190)], np.int32)
        cv2.fillPoly(picture, [ear], (60, 90, 120))
        cv2.circle(picture, (x + (1000 - x) // 3, 450), 34, (40, 200, 190), -1)
    fur = cv2.GaussianBlur(rng.normal(0, 60, picture.shape).astype(np.float32), (0, 0), 1.5)
    return np.asarray(np.clip(picture + fur, 0, 255), np.uint8)
