"""What is printed beside the boxes: rules as the options make them, and dice that show them."""

from __future__ import annotations

from collections import Counter

import pypdfium2 as pdfium
import pytest

from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.patterns import rolls_by_value
from scorecheck.sheet.dice import ANY, example_roll, extreme_roll, face_of
from scorecheck.sheet.hints import hint_under
from scorecheck.sheet.pdf import draw_sheets, sheet_identity

TEMPLATES = load_catalogue().all()


@pytest.mark.parametrize(
    ("variant", "options", "part", "hint"),
    [
        ("maxi", {}, "bonus", "84 or more: 100"),
        ("maxi", {"bonus_points": "50", "bonus_threshold": "75"}, "bonus", "75 or more: 50"),
        ("maxi", {"bonus_points": "0"}, "bonus", ""),
        ("yahtzee", {"extra_points": "50"}, "chip_points", "50 per tick"),
        ("yahtzee", {"joker": "free"}, "chip_points", "100 per tick"),
        ("yacht", {"straights": "four"}, "little_straight", "30"),
        ("yacht", {"straights": "four"}, "big_straight", "40"),
        ("yacht", {"straights": "four"}, "full_house", "3 + 2 alike, all dice"),
        ("yatzy", {"two_pairs_four_equal": "true"}, "two_pairs", "2 + 2 alike"),
        ("triple", {"chip_value": "flat"}, "chip_points", ""),
        ("triple", {"chip_value": "flat"}, "multiplied", "× 1 · 2 · 3"),
    ],
)
def test_hints_follow_the_options(
    variant: str, options: dict[str, str], part: str, hint: str
) -> None:
    template = load_catalogue().get(variant)
    assert hint_under(template, part, "en", template.resolve_options(options)) == hint


def test_no_sheet_prints_a_rule_that_its_options_changed() -> None:
    template = load_catalogue().get("maxi")
    identity = sheet_identity(
        template, "a4", "sv", columns=6, options={"bonus_points": "50", "bonus_threshold": "75"}
    )
    document = pdfium.PdfDocument(draw_sheets(template, identity))
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert "minst 75: 50" in text and "84" not in text


def test_example_dice_score_in_their_box() -> None:
    for template in TEMPLATES:
        for box in template.boxes:
            if face_of(box.pattern):
                continue
            roll = example_roll(box.pattern, template.dice)
            assert len(roll) == template.dice and set(roll) <= set(range(7)), (template.id, box.id)
            shown = [face for face in roll if face != ANY]
            assert any(
                Counter(shown) <= Counter(fitting)
                for rolls in rolls_by_value(box.pattern, template.dice).values()
                for fitting in rolls
            ), (template.id, box.id)


def test_a_difference_shows_high_and_low_dice() -> None:
    yamb = load_catalogue().get("yamb")
    high, low = extreme_roll(yamb, "max"), extreme_roll(yamb, "min")
    assert len(high) == len(low) == yamb.dice and min(high) > max(low)
    assert extreme_roll(yamb, "straight") == ()
