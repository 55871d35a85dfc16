"""The made camera: seeded, true to its own truth, and as hard as its conditions say."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scorecheck.photo.geometry import fit_homography, project
from scorecheck.simulate.camera import Shot, photograph
from scorecheck.simulate.camera_conditions import CONDITIONS
from scorecheck.simulate.camera_optics import aim, paper_under
from scorecheck.simulate.camera_paper import PrintedPaper, arch, fold, lifted_corner, wave
from scorecheck.simulate.camera_scene import Crease, Ruling, Scene
from scorecheck.simulate.camera_table import FIGURED, TABLES, table_texture
from scorecheck.simulate.camera_things import Die, Fingers, Sun

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
    around_dots = np.concatenate((DOTS - 4, DOTS + 4), axis=1)
    covered = shot.hidden_share(around_dots) + shot.washed_share(around_dots, least=0.2)
    seen = int((covered > 0).sum())
    assert seen < 6
    for place in shot.sheets[0].to_photo(DOTS[covered == 0]) - 0.5:
        x, y = place.round().astype(int)
        if not (20 < x < grey.shape[1] - 20 and 20 < y < grey.shape[0] - 20):
            continue
        around = grey[y - 16 : y + 17, x - 16 : x + 17]
        dark = around < (around.max() + grey[y, x]) / 2
        rows, columns = np.nonzero(dark)
        middle = np.array([columns.mean(), rows.mean()]) - 16 + (x, y)
        seen += int(np.linalg.norm(middle - place) < 2.5)
    assert seen >= 8


def test_the_same_seed_gives_the_same_photo() -> None:
    first, second, other = (
        photograph(dotted(), PX_PER_MM, conditions=("curled", "dim"), seed=seed, megapixels=0.5)
        for seed in (1, 1, 2)
    )
    assert first.jpeg == second.jpeg
    assert first.jpeg != other.jpeg


@pytest.mark.parametrize(
    ("conditions", "quarters"),
    [
        (("shadow",), (110.1, 173.8, 158.6, 178.5)),
        (("curled", "dim"), (76.8, 61.2, 87.0, 80.7)),
        (("folded", "glare"), (179.5, 148.6, 178.4, 169.1)),
    ],
)
def test_an_old_seed_still_gives_its_old_photo(
    conditions: tuple[str, ...], quarters: tuple[float, ...]
) -> None:
    """What is added to the camera must draw nothing in photos without it: samples are seeds."""
    photo = photograph(dotted(), PX_PER_MM, conditions=conditions, seed=3, megapixels=0.5).photo
    seen = [
        float(quarter.mean())
        for half in np.array_split(photo, 2)
        for quarter in np.array_split(half, 2, axis=1)
    ]
    assert seen == pytest.approx(quarters, abs=1.0)


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


@pytest.mark.parametrize("kind", sorted({*TABLES, *FIGURED} - {"checks", "stripes"}))
def test_tables_repeat_without_a_seam(kind: str) -> None:
    texture = table_texture(kind, np.random.default_rng(1)).astype(float)
    steps = np.abs(np.diff(texture, axis=1)).mean()
    seam = np.abs(texture[:, 0] - texture[:, -1]).mean()
    assert seam < 4 * steps + 2


UNDER, BESIDE = [95.0, 138.0, 115.0, 158.0], [20.0, 20.0, 40.0, 40.0]
LAMP = Sun(azimuth=0.0, height=0.7, depth=0.6)
WHITE_DIE = Die((0.5, 0.5), 24.0, 0.0, (5, 1, 3), (0.95, 0.95, 0.95), (0.05, 0.05, 0.05))
HAND = Fingers((0.5, 0.48), np.pi / 2, (80.0, 85.0), 20.0, 8.0, (0.3, 0.4, 0.6))


def above(**measures: object) -> Scene:
    """A plain sheet seen from straight above, in even light."""
    even = {"tilt": 0.0, "lamp": 0.0, "vignette": 0.0, "noise": 0.0, "sharpen": 0.0}
    return Scene(**{**even, **measures})  # type: ignore[arg-type]


def grey_of(scene: Scene, *, below: np.ndarray | None = None) -> tuple[Shot, np.ndarray]:
    """A photo of a white page, and its brightness."""
    page = np.full((297 * PX_PER_MM, 210 * PX_PER_MM), 255, np.uint8)
    shot = photograph(page, PX_PER_MM, scene=scene, megapixels=2.0, below=below)
    return shot, cv2.cvtColor(shot.photo, cv2.COLOR_BGR2GRAY)


def brightness(shot: Shot, grey: np.ndarray, x: float, y: float) -> float:
    """Brightness at a place of the page."""
    column, row = shot.sheets[0].to_photo(np.array([x, y])).astype(int)
    return float(grey[row - 2 : row + 3, column - 2 : column + 3].mean())


@pytest.mark.parametrize("thing", [WHITE_DIE, HAND])
def test_what_lies_on_the_sheet_hides_it_and_casts_a_shadow(thing: Die | Fingers) -> None:
    shot, grey = grey_of(above(things=(thing,), sun=LAMP))
    under, beside = shot.hidden_share(np.array([UNDER, BESIDE]))
    assert under > 0.6
    assert beside == 0
    # The lamp is to the right of the page: the shadow falls to the left.
    reach = {WHITE_DIE: 16.0, HAND: 14.0}[thing]
    shade = brightness(shot, grey, 105 - reach, 165 if thing is HAND else 148)
    assert shade < 0.8 * brightness(shot, grey, 105, 60)


def test_a_die_shows_the_pips_of_its_upper_face() -> None:
    for number in range(1, 7):
        faces = (number, 1 if number in (3, 4) else 3, 2 if number not in (2, 5) else 6)
        die = replace(WHITE_DIE, faces=faces)
        shot, grey = grey_of(above(things=(die,), sun=LAMP))
        middle = shot.sheets[0].to_photo(np.array([105.0, 148.5])).astype(int)
        half = int(9 * np.linalg.norm(np.diff(shot.sheets[0].to_photo(DOTS[:2]), axis=0)) / 110)
        top = grey[middle[1] - half : middle[1] + half, middle[0] - half : middle[0] + half]
        assert cv2.connectedComponents((top < 100).astype(np.uint8))[0] - 1 == number


def test_cells_beyond_the_edge_count_as_hidden() -> None:
    shot = photograph(dotted(), PX_PER_MM, conditions=("cut-cells",), seed=4, megapixels=1.0)
    corners = np.array([[10, 10, 40, 40], [170, 10, 200, 40], [170, 257, 200, 287],
                        [10, 257, 40, 287]], np.float64)  # fmt: skip
    hidden = shot.hidden_share(corners)
    assert sorted(hidden > 0.3) == [False, False, False, True]


def test_glare_is_told_where_it_is() -> None:
    shot, grey = grey_of(above(window_glare=1.0, exposure=0.6))
    boxes = np.array([(x, y, x + 5, y + 5) for x in range(0, 205, 10) for y in range(0, 290, 10)])
    washed = shot.washed_share(boxes.astype(np.float64))
    seen = np.array([brightness(shot, grey, x + 2.5, y + 2.5) for x, y, _, _ in boxes])
    assert 0 < (washed == 1).sum() < len(boxes) / 2
    assert seen[washed == 1].min() > 240 > seen[washed == 0].mean()


def test_another_sheet_shows_below_and_never_through() -> None:
    dark = np.full((297 * PX_PER_MM, 210 * PX_PER_MM), 90, np.uint8)
    shot, grey = grey_of(above(below=(20.0, 30.0, 0.0), fill=0.75, table="light"), below=dark)
    for x, y, there in ((220, 150, True), (100, 310, True), (205, 150, False), (-15, 150, False)):
        assert (brightness(shot, grey, x, y) < 110) == there


def test_creases_and_rulings_are_on_the_paper() -> None:
    plain = brightness(*grey_of(above()), 60, 148.5)
    rulings = Ruling(8.5, 20.0, 0.0, squared=True, colour=(150, 150, 150))
    shot, grey = grey_of(above(ruling=rulings))
    ruled = [brightness(shot, grey, 60, y) for y in np.arange(140, 160, 0.25)]
    assert min(ruled) < plain - 15
    assert max(ruled) == pytest.approx(plain, abs=3)
    shot, grey = grey_of(above(creases=(Crease(np.pi / 2, 0.0, 0.5, 0.6),)))
    creased = [brightness(shot, grey, 60, y) for y in np.arange(147, 150, 0.25)]
    assert min(creased) < plain - 15


def test_far_and_near_are_not_sharp_together() -> None:
    """Dots of one size: their edges are steep at the near side, and soft at the far one."""
    scene = above(focus_fall=6.0, azimuth=0.0)
    shot = photograph(dotted(), PX_PER_MM, scene=scene, megapixels=6.0)
    grey = cv2.cvtColor(shot.photo, cv2.COLOR_BGR2GRAY).astype(np.float32)
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    far, near = (
        max(steep[row - 30 : row + 30, column - 30 : column + 30].max() for column, row in dots)
        for dots in (
            shot.sheets[0].to_photo(DOTS[DOTS[:, 1] == y]).astype(int) for y in (40.0, 260.0)
        )
    )
    assert near > 2 * far
