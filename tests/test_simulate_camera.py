"""The made camera: seeded, true to its own truth, and as hard as its conditions say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.photo.geometry import fit_homography, project
from scorecheck.simulate.camera import photograph
from scorecheck.simulate.camera_optics import aim, paper_under
from scorecheck.simulate.camera_paper import PrintedPaper, arch, fold, lifted_corner, wave
from scorecheck.simulate.camera_scene import CONDITIONS, Scene
from scorecheck.simulate.camera_table import TABLES, table_texture

A4 = (210.0, 297.0)
PX_PER_MM = 4
DOTS = np.array([[x, y] for x in (30.0, 105.0, 180.0) for y in (40.0, 148.0, 260.0)])


def dotted() -> np.ndarray:
    """A white A4 page with nine black dots of 4 mm."""
    page = np.full((297 * PX_PER_MM, 210 * PX_PER_MM), 255, np.uint8)
    for x, y in DOTS:
        cv2.circle(page, (round(x * PX_PER_MM), round(y * PX_PER_MM)), 2 * PX_PER_MM, 0, -1)
    return page


@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_every_condition_makes_a_photo_true_to_its_truth(condition: str) -> None:
    shot = photograph(dotted(), PX_PER_MM, conditions=(condition,), seed=3, megapixels=1.5)
    assert shot.photo.dtype == np.uint8
    assert shot.photo.shape[0] / shot.photo.shape[1] == pytest.approx(4 / 3, abs=0.01)
    grey = cv2.cvtColor(shot.photo, cv2.COLOR_BGR2GRAY).astype(float)
    seen = 0
    for place in shot.sheets[0].to_photo(DOTS) - 0.5:
        x, y = place.round().astype(int)
        if not (20 < x < grey.shape[1] - 20 and 20 < y < grey.shape[0] - 20):
            continue
        around = grey[y - 16 : y + 17, x - 16 : x + 17]
        dark = around < (around.max() + grey[y, x]) / 2
        rows, columns = np.nonzero(dark)
        middle = np.array([columns.mean(), rows.mean()]) - 16 + (x, y)
        seen += int(np.linalg.norm(middle - place) < 2.5)
    assert seen >= (6 if condition in ("glare", "cut", "faded") else 8)


def test_the_same_seed_gives_the_same_photo() -> None:
    first, second, other = (
        photograph(dotted(), PX_PER_MM, conditions=("curled", "dim"), seed=seed, megapixels=0.5)
        for seed in (1, 1, 2)
    )
    assert first.jpeg == second.jpeg
    assert first.jpeg != other.jpeg


def test_an_unknown_condition_is_an_error() -> None:
    with pytest.raises(KeyError):
        photograph(dotted(), PX_PER_MM, conditions=("sunny",), megapixels=0.3)


def test_several_pages_lie_beside_each_other() -> None:
    shot = photograph([dotted()] * 4, PX_PER_MM, seed=1, megapixels=2)
    middles = [sheet.to_photo(np.array([105.0, 148.5])) for sheet in shot.sheets]
    assert len({tuple(np.round(middle / 400)) for middle in middles}) == 4


@pytest.mark.parametrize(
    "bent", [arch(0.3, 200), fold(1.5, 10, 15), lifted_corner(0.8, 60, 80), wave(0, 300, 200, 0)]
)
def test_paper_does_not_stretch(bent) -> None:  # type: ignore[no-untyped-def]
    paper = PrintedPaper(A4, A4, bends=(bent,), turn=0.2, place=(3.0, 4.0))
    rng = np.random.default_rng(0)
    places = rng.uniform((5, 5), (205, 292), (200, 2))
    for step in ([0.5, 0.0], [0.0, 0.5], [0.3, 0.4]):
        ends = paper.in_space(places + step) - paper.in_space(places)
        assert np.linalg.norm(ends, axis=1) == pytest.approx(0.5, abs=0.005)
    assert paper.in_space(places)[:, 2].min() > -0.5


def test_flat_paper_is_seen_by_a_homography() -> None:
    paper = PrintedPaper(A4, A4)
    outline = paper.in_space(np.array([[0, 0], [210, 0], [210, 297], [0, 297.0]]))
    camera = aim((900, 1200), outline, tilt=40, azimuth=70, roll=25, fill=0.9)
    seen = camera.see(paper.in_space(DOTS))
    homography = fit_homography(DOTS, seen)
    assert homography is not None
    assert project(homography, DOTS) == pytest.approx(seen, abs=1e-3)
    assert np.linalg.det(homography) > 0
    corners = camera.see(outline)
    assert corners.min() > 0
    assert np.all(corners.max(axis=0) < (900, 1200))


def test_the_way_back_to_the_paper() -> None:
    paper = PrintedPaper(A4, A4, bends=(arch(0.2, 250),))
    outline = paper.in_space(np.array([[0, 0], [210, 0], [210, 297], [0, 297.0]]))
    camera = aim((900, 1200), outline, tilt=20, azimuth=30, roll=0, fill=0.8, k1=0.03)
    assert paper_under(camera, paper, camera.see(paper.in_space(DOTS))) == pytest.approx(
        DOTS, abs=0.02
    )


def test_a_shrunk_print_lies_where_the_printer_puts_it() -> None:
    scene = Scene(print_scale=0.94, paper="letter", print_shift=(2.0, -3.0))
    shot = photograph(dotted(), PX_PER_MM, scene=scene, megapixels=1.0)
    paper = shot.sheets[0].paper
    middle = paper.on_paper(np.array([105.0, 148.5]))
    assert middle == pytest.approx([215.9 / 2 + 2, 279.4 / 2 - 3])
    step = paper.on_paper(np.array([115.0, 148.5])) - middle
    assert step == pytest.approx([9.4, 0.0])


@pytest.mark.parametrize("kind", sorted({*TABLES} - {"checks", "stripes"}))
def test_tables_repeat_without_a_seam(kind: str) -> None:
    texture = table_texture(kind, np.random.default_rng(1)).astype(float)
    steps = np.abs(np.diff(texture, axis=1)).mean()
    seam = np.abs(texture[:, 0] - texture[:, -1]).mean()
    assert seam < 4 * steps + 2
