"""Flattening: every cell within half a mm of its true place, whatever paper and light do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.errors import InputError
from scorecheck.measure.flatten import cell_errors
from scorecheck.photo import straighten
from scorecheck.photo.field import Fit, Lattice, _bending, fit_field
from scorecheck.photo.flatten import FLAT_PX_PER_MM, FlatSheet, flatten
from scorecheck.photo.geometry import project
from scorecheck.sheet.layout import Layout
from scorecheck.simulate.camera import Shot, photograph
from scorecheck.simulate.camera_paper import arch, fold, lifted_corner
from scorecheck.simulate.camera_scene import Scene
from tests.made_photos import (
    PX_PER_MM,
    Picture,
    as_photo,
    found,
    identity,
    layout_for,
    made_flat,
    page,
    shoot,
)

YATZY = identity()
HALF_MM = 0.5


def worst(flat: FlatSheet, shot: Shot) -> float:
    """The largest error of any corner of any cell, in mm."""
    return float(cell_errors(flat.to_photo_px, shot.sheets[0], flat.layout).max())


@pytest.mark.parametrize(
    "conditions",
    [
        ("clean",), ("tilted",), ("rotated",), ("shadow",), ("dim",), ("blur",), ("lens",),
        ("scaled",), ("stretched",), ("shifted",), ("faded",), ("warm",), ("yellow-paper",),
        ("low-jpeg",), ("patterned", "covered"), ("dark-table", "cut"), ("glare",),
    ],
)  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2])
def test_cells_are_cut_where_they_are(conditions: tuple[str, ...], seed: int) -> None:
    shot = shoot(YATZY, *conditions, seed=seed)
    flat = made_flat(shot.photo)
    assert worst(flat, shot) < 0.3
    assert flat.grey.shape == (297 * FLAT_PX_PER_MM, 210 * FLAT_PX_PER_MM)
    if "glare" not in conditions:
        assert all(cell.placed for cell in flat.cells.values())
        assert flat.residual_mm < 0.2


@pytest.mark.parametrize("condition", ["curled", "folded"])
@pytest.mark.parametrize("seed", range(6))
def test_bent_paper(condition: str, seed: int) -> None:
    shot = shoot(YATZY, condition, seed=seed)
    flat = made_flat(shot.photo)
    assert worst(flat, shot) < HALF_MM
    assert not any(cell.grid_off > 0.3 for cell in flat.cells.values())


@pytest.mark.parametrize(
    "bends",
    [
        (arch(0.1, 200.0),),
        (arch(1.6, -260.0),),
        (lifted_corner(0.9, 75.0, 90.0),),
        (fold(np.pi / 2, 3.0, 16.0), fold(0.0, 0.0, -9.0)),
    ],
)
def test_named_bends_seen_from_the_side(bends: tuple[object, ...]) -> None:
    scene = Scene(tilt=18, azimuth=25, bends=bends)  # type: ignore[arg-type]
    shot = shoot(YATZY, scene=scene, megapixels=5)
    (sheet,) = found(shot.photo)
    plane = cell_errors(
        lambda points: project(sheet.homography, points) + 0.5, shot.sheets[0], sheet.layout
    )
    assert plane.max() > 1.0, "the paper is not bent enough to show anything"
    flat = flatten(as_photo(shot.photo), sheet, sheet.layout)
    assert worst(flat, shot) < HALF_MM


@pytest.mark.parametrize("variant", ["yahtzee", "power"])
@pytest.mark.parametrize("paper", ["letter", "a5"])
def test_other_sheets(variant: str, paper: str) -> None:
    whole = identity(variant, paper, 2)
    shot = shoot(whole, "tilted", seed=3)
    assert worst(made_flat(shot.photo), shot) < 0.2


def scribbled(picture: Picture, seed: int = 0) -> Picture:
    """A page with thick strokes all over it, many of them along and across the lines."""
    rng = np.random.default_rng(seed)
    for _ in range(220):
        start = rng.uniform((40, 40), (190, 260))
        length, way = rng.uniform(4, 14), rng.choice((0.0, np.pi / 2, rng.uniform(0, np.pi)))
        end = start + length * np.array([np.cos(way), np.sin(way)])
        ends = [tuple((point * PX_PER_MM).astype(int).tolist()) for point in (start, end)]
        cv2.line(picture, ends[0], ends[1], int(rng.integers(20, 90)), 5)
    return picture


@pytest.mark.parametrize("condition", ["clean", "curled"])
def test_ink_does_not_pull_the_grid(condition: str) -> None:
    shot = photograph(
        scribbled(page(YATZY)), PX_PER_MM, conditions=(condition,), seed=4, megapixels=4
    )
    assert worst(made_flat(shot.photo), shot) < HALF_MM


def led_astray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the lines followed one row too far down in the middle of the page."""

    def grown(layout: Layout, *rest: object) -> tuple[Fit, Fit]:
        rows = sorted({round(cell.y, 2) for cell in layout.cells if cell.column == "g1"})
        pitch = float(np.median(np.diff(rows)))
        lattice = Lattice(layout.page_mm, 14.0)
        x, y = (np.linspace(5, side - 5, 40) for side in layout.page_mm)
        places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        middle, half = (rows[4] + rows[-4]) / 2, (rows[-4] - rows[4]) / 2
        down = pitch / (1 + np.exp(np.clip((np.abs(places[:, 1] - middle) - half) / 3, -30, 30)))
        basis, deviations = lattice.basis(places), np.full(len(places), 0.1)
        return (
            fit_field(lattice, basis, np.zeros(len(places)), deviations, 0.1),
            fit_field(lattice, basis, down, deviations, 0.1),
        )

    monkeypatch.setattr(straighten, "_AGREED_SHARE", 1.1)
    monkeypatch.setattr(straighten, "_grown", grown)


def test_lines_followed_into_the_next_row_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing that crosses many lines of a flat sheet once led a whole row astray, unnoticed."""
    led_astray(monkeypatch)
    shot = shoot(YATZY, "clean")
    assert worst(made_flat(shot.photo), shot) < 0.3


def test_where_they_are_kept_all_the_same_no_cell_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    led_astray(monkeypatch)
    pages = iter((0.0, 1.0))
    monkeypatch.setattr(straighten, "_in_place", lambda *given: next(pages))
    shot = shoot(YATZY, "clean")
    flat = made_flat(shot.photo)
    assert worst(flat, shot) > 5
    assert not any(cell.placed for cell in flat.cells.values())


def test_the_flat_picture_shows_the_page_in_place() -> None:
    shot = shoot(YATZY, "clean")
    flat = made_flat(shot.photo)
    wanted = cv2.resize(
        page(YATZY), (flat.grey.shape[1], flat.grey.shape[0]), interpolation=cv2.INTER_AREA
    )
    both = [cv2.GaussianBlur(one, (0, 0), 2).ravel().astype(float) for one in (wanted, flat.grey)]
    assert np.corrcoef(*both)[0, 1] > 0.95


@pytest.mark.parametrize("scale", [0.94, 0.97, 1.0, 1.04])
def test_the_printed_scale_is_told_from_the_paper(scale: float) -> None:
    shot = shoot(YATZY, scene=Scene(print_scale=scale, table="dark", tilt=5))
    flat = made_flat(shot.photo)
    assert flat.scale is not None
    assert flat.scale.value == pytest.approx(scale, abs=0.004)
    assert flat.scale.paper == "a4"


def test_a4_on_letter_is_told() -> None:
    shot = shoot(YATZY, scene=Scene(print_scale=0.94, paper="letter", tilt=5))
    flat = made_flat(shot.photo)
    assert flat.scale is not None
    assert flat.scale.paper == "letter"
    assert flat.scale.value == pytest.approx(0.94, abs=0.004)


def test_letter_on_a4_shifted() -> None:
    letter = identity("yatzy", "letter")
    scene = Scene(print_shift=(4, -5), paper="a4", print_scale=0.97)
    shot = shoot(letter, scene=scene)
    flat = made_flat(shot.photo)
    assert worst(flat, shot) < 0.2
    assert flat.scale is None or flat.scale.paper == "a4"


def test_without_paper_edges_the_scale_is_not_guessed() -> None:
    cropped = cv2.copyMakeBorder(page(YATZY), 0, 0, 0, 0, cv2.BORDER_CONSTANT)
    assert made_flat(cropped).scale is None  # type: ignore[arg-type]


def test_a_scan_states_its_scale() -> None:
    from dataclasses import replace  # noqa: PLC0415

    photo = replace(as_photo(page(YATZY)), dpi=PX_PER_MM * 25.4 / 0.97)
    (sheet,) = found(page(YATZY))
    flat = flatten(photo, sheet, sheet.layout)
    assert flat.scale is not None
    assert flat.scale.known_by == "scan resolution"
    assert flat.scale.value == pytest.approx(0.97, abs=0.002)


def test_too_small_is_refused() -> None:
    shot = shoot(YATZY, megapixels=0.15)
    with pytest.raises(InputError) as caught:
        made_flat(shot.photo)
    assert caught.value.code == "too-small"
    assert "nearer" in caught.value.help


def test_too_blurred_is_refused() -> None:
    picture = cv2.GaussianBlur(page(YATZY), (0, 0), 0.7 * PX_PER_MM)
    with pytest.raises(InputError) as caught:
        made_flat(picture)  # type: ignore[arg-type]
    assert caught.value.code == "too-blurred"


def test_the_marks_of_one_sheet_with_the_grid_of_another() -> None:
    picture = page(identity("power", columns=2))
    for number, mark in enumerate(layout_for(YATZY).marks):
        wanted, other = page(YATZY), layout_for(identity("power", columns=2)).marks[number]
        low = (np.array([mark.y, mark.x]) * PX_PER_MM).astype(int) - 4
        high = low + round(mark.size * PX_PER_MM) + 8
        assert (mark.x, mark.y) == (other.x, other.y)
        picture[low[0] : high[0], low[1] : high[1]] = wanted[low[0] : high[0], low[1] : high[1]]
    picture[: 25 * PX_PER_MM, 25 * PX_PER_MM : -25 * PX_PER_MM] = 255
    (sheet,) = found(picture)
    try:
        flat = flatten(as_photo(picture), sheet, sheet.layout)
    except InputError as error:
        assert error.code == "grid-lost"
    else:
        assert not all(cell.placed for cell in flat.cells.values())


def test_glare_that_hides_lines_is_marked() -> None:
    picture = page(YATZY).copy()
    cell = next(cell for cell in layout_for(YATZY).cells if cell.cell == "g2/fours/value")
    middle = (round((cell.x + cell.w / 2) * PX_PER_MM), round((cell.y + cell.h / 2) * PX_PER_MM))
    dimmed = (picture * 0.8).astype(np.uint8)
    cv2.circle(dimmed, middle, 22 * PX_PER_MM, 255, -1)
    flat = made_flat(dimmed)
    assert flat.cells["g2/fours/value"].glare > 0.9
    assert flat.cells["g4/chance/value"].glare == 0


def test_to_photo_px_follows_a_reduced_photo() -> None:
    from dataclasses import replace  # noqa: PLC0415

    shot = shoot(YATZY, "clean")
    (sheet,) = found(shot.photo)
    plain = flatten(as_photo(shot.photo), sheet, sheet.layout)
    reduced = flatten(replace(as_photo(shot.photo), shrink=2.0), sheet, sheet.layout)
    assert np.allclose(reduced.corners_px(), 2 * plain.corners_px())
    assert np.allclose(plain.corners_px(), shot.sheets[0].to_photo(
        np.array([[0, 0], [210, 0], [210, 297], [0, 297.0]])), atol=3)  # fmt: skip


def test_a_field_goes_through_what_is_measured() -> None:
    lattice = Lattice((100.0, 80.0), 20.0)
    rng = np.random.default_rng(0)
    places = rng.uniform((0, 0), (100, 80), (300, 2))
    values = np.sin(places[:, 0] / 30) + 0.01 * places[:, 1]
    fit = fit_field(lattice, lattice.basis(places), values, np.full(300, 0.05), bend=1.0)
    assert np.abs(fit.at(places) - values).max() < 0.05


def test_the_blocks_solve_what_the_whole_would() -> None:
    lattice = Lattice((70.0, 90.0), 13.0)
    rng = np.random.default_rng(1)
    basis = lattice.basis(rng.uniform((0, 0), (70, 90), (60, 2)))
    values = rng.normal(0, 1, 60)
    fit = fit_field(lattice, basis, values, np.full(60, 0.2), bend=0.7)
    size = len(fit.coefficients)
    dense = np.zeros((60, size))
    np.put_along_axis(dense, basis.index, basis.weight, axis=1)
    matrix = dense.T @ dense / 0.2**2 + _bending(*lattice.shape) / 0.7**2 + 1e-4 * np.eye(size)
    wanted = np.linalg.solve(matrix, dense.T @ values / 0.2**2)
    assert fit.coefficients == pytest.approx(wanted, abs=1e-6)
