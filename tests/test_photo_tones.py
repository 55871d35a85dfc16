"""Where the sheet's own tints are white in a photo, a pale entry would be white too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.game.template import Template
from scorecheck.photo.line_tone import cut_off_by, line_darkness
from scorecheck.photo.tones import lost_tones
from tests.made_photos import PX_PER_MM, catalogue, identity, layout_for, page

GAMES = ["yahtzee", "yatzy", "power", "maxi", "yamb"]
"""With a darker tint under a sum, and without."""


def seen(variant: str, light: float, *, toner: float = 1.0, black: float = 0.0) -> list[bool]:
    """By which cells tones are lost where the paper gets so many times the light of full white.

    `toner` is how much of the print there is; `black` the share of the light that is cut off below.
    """
    whole = identity(variant, columns=1)
    share = 1 - toner * (1 - page(whole) / 255.0)
    picture = np.clip((share * light - black) / (1 - black), 0, 1) * 255
    flat = picture.round().astype(np.uint8)
    return lost_tones(flat, layout_for(whole), PX_PER_MM).tolist()


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("light", [1.25, 1.4, 1.6])
def test_where_a_quarter_of_the_light_is_cut_off_tones_are_lost(variant: str, light: float) -> None:
    assert all(seen(variant, light))
    assert all(seen(variant, light, black=0.15))
    assert all(seen(variant, light, toner=0.8))


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("light", [0.8, 1.0, 1.06])
@pytest.mark.parametrize("black", [0.0, 0.15])
def test_white_paper_alone_proves_nothing(variant: str, light: float, black: float) -> None:
    """As in a bright photo, or from a scanner that makes paper white."""
    assert not any(seen(variant, light, black=black))


@pytest.mark.parametrize("variant", GAMES)
def test_weak_toner_is_not_lost_light(variant: str) -> None:
    assert not any(seen(variant, 1.0, toner=0.4))
    assert not any(seen(variant, 0.9, toner=0.3))


@pytest.mark.parametrize("variant", ["yahtzee", "yatzy"])
@pytest.mark.parametrize("curve", [0.75, 1.2, 1.4])
def test_a_printer_may_make_all_tones_darker_or_paler(variant: str, curve: float) -> None:
    whole = identity(variant, columns=1)
    taken = cv2.GaussianBlur((1 - page(whole) / 255.0) ** curve, (0, 0), 0.8)
    for light, lost in ((1.0, False), (1.35, True), (1.6, True)):
        flat = (np.clip((1 - taken) * light, 0, 1) * 255).round().astype(np.uint8)
        assert (lost_tones(flat, layout_for(whole), PX_PER_MM) == lost).all(), light


def test_only_by_the_tint_that_is_lost() -> None:
    whole = identity("yahtzee", columns=1)
    layout = layout_for(whole)
    light = np.linspace(1.5, 0.8, page(whole).shape[0])[:, None]
    flat = np.clip(page(whole) * light, 0, 255).astype(np.uint8)
    lost = dict(
        zip((cell.box for cell in layout.cells), lost_tones(flat, layout, PX_PER_MM), strict=True)
    )
    assert lost["ones"]
    assert not lost["chance"]


@pytest.mark.parametrize("light", [1.0, 1.05, 1.1, 1.2])
@pytest.mark.parametrize("blur", [0.7, 1.4, 2.1])
def test_lines_tell_what_was_cut_off_whatever_the_blur(light: float, blur: float) -> None:
    whole = identity("yatzy", columns=1)
    soft = cv2.GaussianBlur(page(whole), (0, 0), blur).astype(np.float64)
    flat = np.clip(soft * light, 0, 255).round().astype(np.uint8)
    middle, total = line_darkness(flat, layout_for(whole).rules, PX_PER_MM)
    cut = 1 - 1 / light
    dark = (0.7842 - cut) / (1 - cut)
    assert cut_off_by(middle / dark, total / dark, 0.7842) == pytest.approx(cut, abs=0.03)


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("least", [100, 200])
def test_black_and_white_have_no_tones_between(variant: str, least: int) -> None:
    """Whether the lines are black or white."""
    whole = identity(variant, columns=1)
    flat = np.where(page(whole) < least, 0, 255).astype(np.uint8)
    assert lost_tones(flat, layout_for(whole), PX_PER_MM).all()


def test_where_no_line_is_left_all_may_be_lost() -> None:
    flat = np.full_like(page(identity()), 255)
    assert line_darkness(flat, layout_for(identity()).rules, PX_PER_MM) == (np.inf, np.inf)
    assert cut_off_by(np.inf, np.inf, 0.7842) == 1


@pytest.mark.parametrize("template", [t for t in catalogue().all() if t.printable])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_every_ground_is_printed_where_the_layout_has_it(template: Template, paper: str) -> None:
    whole = identity(template.id, paper, columns=1)
    sheet = page(whole)
    for ground in layout_for(whole).grounds:
        rows, columns = (
            slice(round((at + 0.6) * PX_PER_MM), round((at + size - 0.6) * PX_PER_MM))
            for at, size in ((ground.y, ground.h), (ground.x, ground.w))
        )
        assert 1 - np.median(sheet[rows, columns]) / 255 == pytest.approx(ground.tone, abs=0.01)
