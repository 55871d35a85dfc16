"""What went wrong in similar tools must not go wrong here: reports by number, each with its test.

`COVERED` names the tests. What depends on handwriting is tried by
`python -m scorecheck.measure.reports` as well, with real hands.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scorecheck.errors import InputError
from scorecheck.measure import reports
from scorecheck.measure.reports_tally import Tally
from tests.made_glyphs import write_folder

HERE = Path(__file__).parent

COVERED = {
    1: ("photo_find::test_every_quarter_turn", "photo_find::test_any_turn",
        "samples::test_a_sheet_turned_any_way_says_the_same"),
    2: ("photo_load::test_exif_orientation_is_obeyed",
        "photo_load::test_a_meaningless_orientation_turns_nothing_and_is_said",
        "photo_end_to_end::test_any_orientation_on_upright_pixels"),
    3: ("photo_flatten::test_the_printed_scale_is_told_from_the_paper",
        "photo_end_to_end::test_a_scan_knows_its_scale",
        "reports_place::test_a_print_at_90_percent_is_read_and_its_scale_named"),
    4: ("photo_flatten::test_a4_on_letter_is_told", "photo_flatten::test_letter_on_a4_shifted",
        "reports_place::test_a4_at_full_size_on_letter"),
    5: ("photo_find::test_each_mark_away_in_turn", "photo_find::test_two_marks_away_says_which",
        "photo_find::test_a_corner_cut_off_or_covered", "reports_place::test_a_mark_spoilt"),
    6: ("photo_find::test_a_dark_edge_of_the_table_right_at_the_marks",
        "reports_place::test_crowded_marks_at_every_angle"),
    7: ("photo_flatten::test_cells_are_cut_where_they_are",
        "refuse_early::test_faint_ink_in_deep_shadow_is_never_blank",
        "reports_entries::test_faint_ink_half_in_the_shade_is_not_taken_for_blank"),
    8: ("photo_load::test_names_and_folders_in_any_script",
        "reports_files::test_every_output_goes_to_names_in_any_script"),
    9: ("photo_load::test_heic_loads_and_obeys_its_turn",
        "photo_load::test_a_heic_named_jpg_is_still_a_heic",
        "reports_files::test_a_sheet_in_a_heic"),
    10: ("photo_load::test_a_huge_jpeg_is_decoded_small",
         "photo_load::test_pictures_that_are_far_too_large_shrink_band_by_band",
         "photo_load::test_limits_are_checked_before_decoding",
         "photo_load::test_a_small_pdf_with_a_huge_picture_is_refused",
         "reports_files::test_a_fax_of_180_megapixels",
         "reports_files::test_a_few_bytes_that_unfold_to_169_megapixels"),
    11: ("photo_load::test_all_pages_of_a_pdf_in_their_order",
         "photo_end_to_end::test_a_scan_of_sheets_blank_and_foreign_pages",
         "reports_files::test_twelve_pages_keep_their_order"),
    12: ("cli_check::test_the_same_file_twice_is_reported",
         "cli_check::test_turned_photos_read_alike",
         "reports_files::test_a_corrected_sheet_scanned_again"),
    13: ("cli_check::test_one_bad_file_stops_no_other", "photo_find::test_no_sheet"),
    14: ("blank_sheets::test_blank",),
    15: ("reports_entries::test_ones_and_sevens_of_both_styles",),
    16: ("reports_entries::test_odd_digits_are_right_or_asked_about",),
    17: ("reports_entries::test_a_strike_is_never_a_sure_digit",),
    18: ("reports_entries::test_corrections_are_right_or_asked_about",
         "reports_entries::test_what_was_rubbed_out_is_asked_about"),
    19: ("reports_entries::test_lines_in_the_cut_are_no_digits",),
    20: ("judge_table::test_power_ends_with_the_first_full_card",
         "judge_table::test_a_losing_card_of_power_with_too_few_turns"),
    21: ("photo_flatten::test_cells_are_cut_where_they_are",),
    22: ("photo_flatten::test_bent_paper", "photo_flatten::test_named_bends_seen_from_the_side"),
    23: ("photo_find::test_one_sheet_over_another_of_its_kind",
         "photo_find::test_two_kinds_side_by_side",
         "photo_flatten::test_the_marks_of_one_sheet_with_the_grid_of_another",
         "reports_place::test_what_lies_over_a_sheet_is_never_read_as_that_sheet"),
    24: ("reports_cards::test_blank_and_0_and_struck_are_three_things",),
    25: ("report_judge::test_a_wrong_sum_is_a_finding_as_it_was_written",
         "reports_cards::test_wrong_additions_are_reported_as_written"),
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


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of made handwriting."""
    return write_folder(tmp_path_factory.mktemp("glyphs"))


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
