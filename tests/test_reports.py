"""What went wrong in similar tools must not go wrong here: reports by number, each with its test.

`COVERED` names the tests; those in this file are of what no other file tries. What depends on
handwriting is tried by `python -m scorecheck.measure.reports` as well, with real hands.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorecheck import pipeline
from scorecheck.batch import check_files, run_file
from scorecheck.errors import InputError
from scorecheck.measure import reports, reports_marks, reports_sizes
from scorecheck.measure.reports_hands import Correcting, Erasing, Joining, Overwriting, Parting
from scorecheck.measure.reports_sheet import Bench, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.photo import decode
from scorecheck.photo.find import find_sheets
from scorecheck.photo.flatten import flatten
from scorecheck.photo.load import iter_photos
from scorecheck.pipeline import Kit, check_photo
from scorecheck.reading.policy import MOST_HIDDEN_MM
from scorecheck.reading.read import read_sheet
from scorecheck.reading.types import State
from scorecheck.report.json import check_document, read_document
from scorecheck.report.result import SheetResult
from scorecheck.report.table import card_rows, table_columns
from scorecheck.sheet.marks import known_sheets
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.drawn import drawn_writers
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.hand import Hand, random_style
from tests.cli_runner import Runner
from tests.made_glyphs import write_folder
from tests.made_photos import (
    Picture,
    as_photo,
    catalogue,
    found,
    identity,
    layout_for,
    made_flat,
    page,
    shoot,
)
from tests.made_sheets import CLEAN, KnowingReader, kit_for, make_sheet
from tests.test_report_judge import judged

HERE = Path(__file__).parent
YATZY = identity()
DATA = HERE / "data"

COVERED = {
    1: ("photo_find::test_every_quarter_turn", "photo_find::test_any_turn",
        "samples::test_a_sheet_turned_any_way_says_the_same"),
    2: ("photo_load::test_exif_orientation_is_obeyed",
        "photo_load::test_a_meaningless_orientation_turns_nothing_and_is_said",
        "photo_end_to_end::test_any_orientation_on_upright_pixels"),
    3: ("photo_flatten::test_the_printed_scale_is_told_from_the_paper",
        "photo_end_to_end::test_a_scan_knows_its_scale",
        "reports::test_a_print_at_90_percent_is_read_and_its_scale_named"),
    4: ("photo_flatten::test_a4_on_letter_is_told", "photo_flatten::test_letter_on_a4_shifted",
        "reports::test_a4_at_full_size_on_letter"),
    5: ("photo_find::test_each_mark_away_in_turn", "photo_find::test_two_marks_away_says_which",
        "photo_find::test_a_corner_cut_off_or_covered", "reports::test_a_mark_spoilt"),
    6: ("photo_find::test_a_dark_edge_of_the_table_right_at_the_marks",
        "reports::test_crowded_marks_at_every_angle"),
    7: ("photo_flatten::test_cells_are_cut_where_they_are",
        "photo_flatten::test_deep_shadow_is_marked",
        "reports::test_faint_ink_half_in_the_shade_is_not_taken_for_blank"),
    8: ("photo_load::test_names_and_folders_in_any_script",
        "reports::test_every_output_goes_to_names_in_any_script"),
    9: ("photo_load::test_heic_loads_and_obeys_its_turn",
        "photo_load::test_a_heic_named_jpg_is_still_a_heic",
        "reports::test_a_sheet_in_a_heic"),
    10: ("photo_load::test_a_huge_jpeg_is_decoded_small",
         "photo_load::test_pictures_that_are_far_too_large_shrink_band_by_band",
         "photo_load::test_limits_are_checked_before_decoding",
         "photo_load::test_a_small_pdf_with_a_huge_picture_is_refused",
         "reports::test_a_fax_of_180_megapixels",
         "reports::test_a_few_bytes_that_unfold_to_169_megapixels"),
    11: ("photo_load::test_all_pages_of_a_pdf_in_their_order",
         "photo_end_to_end::test_a_scan_of_sheets_blank_and_foreign_pages",
         "reports::test_twelve_pages_keep_their_order"),
    12: ("cli_check::test_the_same_file_twice_is_reported",
         "cli_check::test_turned_photos_read_alike",
         "reports::test_a_corrected_sheet_scanned_again"),
    13: ("cli_check::test_one_bad_file_stops_no_other", "photo_find::test_no_sheet"),
    14: ("blank_sheets::test_blank",),
    15: ("reports::test_ones_and_sevens_of_both_styles",),
    16: ("reports::test_odd_digits_are_right_or_asked_about",),
    17: ("reports::test_a_strike_is_never_a_sure_digit",),
    18: ("reports::test_corrections_are_right_or_asked_about",
         "reports::test_what_was_rubbed_out_is_asked_about"),
    19: ("reports::test_lines_in_the_cut_are_no_digits",),
    20: ("judge_table::test_power_ends_with_the_first_full_card",
         "judge_table::test_a_losing_card_of_power_with_too_few_turns"),
    21: ("photo_flatten::test_cells_are_cut_where_they_are",),
    22: ("photo_flatten::test_bent_paper", "photo_flatten::test_named_bends_seen_from_the_side"),
    23: ("photo_find::test_one_sheet_over_another_of_its_kind",
         "photo_find::test_two_kinds_side_by_side",
         "photo_flatten::test_the_marks_of_one_sheet_with_the_grid_of_another",
         "reports::test_what_lies_over_a_sheet_is_never_read_as_that_sheet"),
    24: ("reports::test_blank_and_0_and_struck_are_three_things",),
    25: ("report_judge::test_a_wrong_sum_is_a_finding_as_it_was_written",
         "reports::test_wrong_additions_are_reported_as_written"),
    27: ("other_game::test_yatzy_values_on_a_yahtzee_card",),
    28: ("game_patterns::test_scores_of_rolls",),
}  # fmt: skip
"""Tests by report; the one that is lacking, 26, is about standings of tournaments."""


@pytest.mark.parametrize("name", sorted({name for names in COVERED.values() for name in names}))
def test_every_test_that_is_named_exists(name: str) -> None:
    module, function = name.split("::")
    tree = ast.parse((HERE / f"test_{module}.py").read_text(encoding="utf-8"))
    assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_report_is_tried_and_tested() -> None:
    assert set(COVERED) == {report.number for report in reports.REPORTS}
    assert all(report.trial.__doc__ for report in reports.REPORTS)


def test_the_program_prints_its_table(hands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = reports.main([str(hands), "--only", "28", "--processes", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert any(line.startswith("| 28 |") and "scores 30" in line for line in lines)
    assert lines[-1] == "All as it should be."


def test_what_is_amiss_is_told() -> None:
    tally = Tally()
    tally.expect(True, "read")
    tally.refuse(InputError("/tmp/x/a.jpg: too dark", code="dark"), expected=False, what="dim")
    text = reports.table({1: tally})
    assert "1 read; 1 refused: “too dark”" in text
    assert text.endswith("- 1: dim: refused: too dark")


def test_a_print_at_90_percent_is_read_and_its_scale_named() -> None:
    flat = made_flat(shoot(YATZY, scene=Scene(print_scale=0.9, tilt=5)).photo)
    assert all(cell.placed for cell in flat.cells.values())
    assert flat.scale is not None
    assert flat.scale.value == pytest.approx(0.9, abs=0.004)


def test_a4_at_full_size_on_letter() -> None:
    """Its marks just fit; moved by 5 mm, two of them are off the paper."""
    fits = shoot(YATZY, scene=Scene(paper="letter"))
    assert found(fits.photo)[0].identity == YATZY
    moved = shoot(YATZY, scene=Scene(paper="letter", print_shift=(0.0, 5.0)))
    with pytest.raises(InputError, match="marks bottom right and bottom left are not visible"):
        found(moved.photo)


@pytest.mark.parametrize("corner", [0, 2])
@pytest.mark.parametrize("what", reports_marks.SPOILS)
def test_a_mark_spoilt(what: str, corner: int) -> None:
    sheet = empty_sheet("yatzy", 4)
    reports_marks.SPOILS[what](sheet, corner)
    shot = sheet.shoot(seed=corner, megapixels=4)
    assert found(shot.photo)[0].identity == sheet.identity


@pytest.mark.parametrize("crowd", [reports_marks.trim, reports_marks.line_beside])
def test_crowded_marks_at_every_angle(crowd: Callable[[Sheet], None]) -> None:
    """The dark table, or a pen's line, right where the marks' white zone ends."""
    sheet = empty_sheet("yatzy", 4)
    crowd(sheet)
    for roll in range(20, 360, 60):
        shot = sheet.shoot(scene=Scene(roll=roll, tilt=8, azimuth=roll, table="dark"), megapixels=4)
        assert found(shot.photo)[0].identity == sheet.identity, roll


def test_what_lies_over_a_sheet_is_never_read_as_that_sheet() -> None:
    """The rows of the two fall on each other, so that the lower one's grid looks right."""
    lower, upper = empty_sheet("yatzy", 4), empty_sheet("yatzy", 4)
    moved = (150.0, 60.0)
    picture = reports_marks.laid_over(lower, upper, (-150, -60))
    known = known_sheets(catalogue())
    below, above = sorted(
        find_sheets(as_photo(picture), known, layout_for), key=lambda sheet: len(sheet.tags)
    )
    assert (len(below.tags), len(above.tags)) == (3, 4)
    flat = flatten(as_photo(picture), below, below.layout)
    # What is seen of the upper sheet ends so much before the lower one does.
    ends = np.array(below.layout.page_mm) - moved[::-1]
    edge = 8.0  # near which the upper one's edge may well be in the way
    cells = [cell for cell in below.layout.cells if cell.kind != "text"]
    for cell in cells:
        if cell.x < ends[0] and cell.y < ends[1]:
            assert flat.cells[cell.cell].hidden_mm > MOST_HIDDEN_MM, cell.cell
        elif cell.x > ends[0] + edge or cell.y > ends[1] + edge:
            assert flat.cells[cell.cell].hidden_mm == 0, cell.cell
    seen = flatten(as_photo(picture), above, above.layout).cells
    assert all(seen[cell.cell].hidden_mm == 0 for cell in cells)


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
    assert {j.finding.at for j in card.findings if not j.finding.carried} >= {"upper_total"}
    assert card.totals["upper_total"] == (107, 98)
    assert card.totals["lower_total"] == (149, 158)
    assert card.totals["grand_total"] == (256, 256)


# What is written by hand: drawn writers, the network that the package holds, a page as scanned.


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of made handwriting."""
    return write_folder(tmp_path_factory.mktemp("glyphs"))


@pytest.fixture(scope="module")
def bench(hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(hands, tmp_path_factory.mktemp("scratch"))


@pytest.fixture(scope="module")
def book(hands: Path) -> GlyphBook:
    """Drawn writers, some with flags and bars and some without."""
    return GlyphBook(hands, "final", drawn_writers(6, np.random.default_rng(4)))


def empty_sheet(variant: str, columns: int, mode: str = "games") -> Sheet:
    template = catalogue().get(variant)
    return Sheet(template, sheet_identity(template, "a4", "en", columns=columns, mode=mode))


SUMS = ("three_kind", "four_kind", "chance")
Entries = Mapping[str, Sequence[str]]


def written(
    book: GlyphBook, entries: Entries, kind: type[Hand] = Hand, tool: str = "pen", **style: object
) -> Sheet:
    """A sheet of six games, each by another writer; in each box one of its texts."""
    sheet = empty_sheet("yahtzee", 6)
    hands, texts = {}, {}
    for n, column in enumerate(sheet.layout.columns):
        rng = np.random.default_rng(n)
        habits = replace(random_style(book, rng, tool), hand=f"drawn/{n}", **style)
        hands[column] = kind(book, rng, habits)
        for k, (box, some) in enumerate(entries.items()):
            texts[f"{column}/{box}/value"] = some[(n + k) % len(some)]
    sheet.write(texts, hands)
    return sheet


def tally_of(bench: Bench, sheet: Sheet, picture: Picture | None = None) -> Tally:
    """What becomes of the boxes of a sheet that was scanned."""
    tally = Tally()
    boxes = {cell for cell in sheet.texts if cell.endswith("/value")}
    bench.read(sheet.page if picture is None else picture, sheet, "", tally, boxes.__contains__)
    assert tally.facts["read"] == 1
    return tally


def test_ones_and_sevens_of_both_styles(bench: Bench, book: GlyphBook) -> None:
    tally = tally_of(
        bench, written(book, {"ones": ("1",), **dict.fromkeys(SUMS, ("7", "17", "11"))})
    )
    assert not tally.amiss
    assert tally.cells["right"]


@pytest.mark.parametrize("kind", [Joining, Parting])
def test_odd_digits_are_right_or_asked_about(
    bench: Bench, book: GlyphBook, kind: type[Hand]
) -> None:
    entries = {**dict.fromkeys(SUMS, ("25", "30", "18", "14")), "fives": ("15", "25")}
    assert not tally_of(bench, written(book, entries, kind)).amiss


def test_a_strike_is_never_a_sure_digit(bench: Bench, book: GlyphBook) -> None:
    boxes = [box.id for box in catalogue().get("yahtzee").boxes]
    sheet = written(book, dict.fromkeys(boxes, ("X", "/", "-", "\\", "#", "v")))
    (result,) = bench.outcomes(sheet.page)
    assert isinstance(result, SheetResult)
    cells = [cell for card in result.cards for cell in card.cells if sheet.texts[cell.cell]]
    assert len(cells) == 78
    assert any(cell.strike and not cell.in_doubt for cell in cells)
    assert not [(cell.text, sheet.texts[cell.cell]) for cell in cells
                if not (cell.in_doubt or cell.strike or cell.text == "v")]  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(Correcting, "15"), (Overwriting, "8")])
def test_corrections_are_right_or_asked_about(
    bench: Bench, book: GlyphBook, kind: type[Hand], text: str
) -> None:
    assert not tally_of(bench, written(book, dict.fromkeys(SUMS, (text,)), kind)).amiss


def test_what_was_rubbed_out_is_asked_about(bench: Bench, book: GlyphBook) -> None:
    """A faint trace looks like a clear number once its contrast is brought up."""
    entries = dict.fromkeys(("threes", "fives", *SUMS), ("15", Erasing.nothing, "15"))
    sheet = written(book, entries, Erasing, "pencil")
    nothing = [cell for cell, text in sheet.texts.items() if text == Erasing.nothing]
    sheet.texts |= dict.fromkeys(nothing, "")
    assert not tally_of(bench, sheet).amiss


@pytest.mark.parametrize("off", [(1, 1), (3, -3), (-3, 2)])
def test_lines_in_the_cut_are_no_digits(
    bench: Bench, book: GlyphBook, off: tuple[int, int]
) -> None:
    """Cut up to 3 px off, a cell shows its line; an empty one stays empty, or is asked about."""
    sheet = written(book, dict.fromkeys(SUMS, ("", "20", "8")))
    kit = Kit(
        catalogue(),
        lambda flat, layout: read_sheet(
            replace(flat, grey=np.roll(flat.grey, off, axis=(0, 1))), layout
        ),
    )
    tally = tally_of(replace(bench, kit=kit), sheet)
    assert not tally.amiss
    assert tally.cells["right"] > 50


def test_faint_ink_half_in_the_shade_is_not_taken_for_blank(bench: Bench, book: GlyphBook) -> None:
    entries = {**dict.fromkeys(SUMS, ("25", "18", "9")), "fives": ("15", "5")}
    sheet = written(book, entries, tool="faint", ink=(215, 165, 95))
    shot = sheet.shoot(scene=Scene(edge_shadow=0.5), megapixels=8)
    (result,) = bench.outcomes(shot.jpeg)
    assert isinstance(result, SheetResult)
    cells = [cell for card in result.cards for cell in card.cells if sheet.texts[cell.cell]]
    assert not [cell.cell for cell in cells if cell.state is State.BLANK]
