"""What cannot be read is refused with its reason; what cannot be seen is never sure or blank."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from scorecheck.judge.sight import sight_notes
from scorecheck.photo.find import find_sheets
from scorecheck.photo.flatten import FlatSheet, flatten
from scorecheck.photo.quality import CellQuality
from scorecheck.photo.shake import way_of_motion
from scorecheck.reading.policy import MOST_HIDDEN_MM
from scorecheck.reading.read import read_sheet
from scorecheck.reading.types import CellReading, Reading, State
from scorecheck.sheet.layout import Cell
from scorecheck.sheet.marks import known_sheets
from scorecheck.simulate.camera import Shot, photograph
from scorecheck.simulate.camera_paper import arch
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.camera_things import Die, Fingers, Sun
from tests.cli_runner import Runner
from tests.made_photos import (
    MEGAPIXELS,
    PX_PER_MM,
    Picture,
    as_photo,
    catalogue,
    identity,
    layout_for,
    page,
)

YATZY = identity()
CELLS = {cell.cell: cell for cell in layout_for(YATZY).cells if cell.kind != "text"}
WIDTH, HEIGHT = layout_for(YATZY).page_mm


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


BLACK_INK, FAINT = 60, 195
"""Grey levels of ink on white paper; the faint one takes a quarter of the light."""


@cache
def written(ink: int, seldom: int | None = None) -> Picture:
    """A page with `25` typed into every cell of the first two columns; the others are empty.

    Where there is a `seldom` ink, every fifth of them is of that one.
    """
    picture = page(YATZY)
    for number, cell in enumerate(CELLS.values()):
        if cell.column in ("g1", "g2") and cell.kind == "number":
            one = ink if seldom is None or number % 5 else seldom
            at = (round((cell.x + 3) * PX_PER_MM), round((cell.y + cell.h - 2) * PX_PER_MM))
            cv2.putText(picture, "25", at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, one, 4, cv2.LINE_AA)
    return picture


def shoot(
    ink: int = BLACK_INK, *, megapixels: float = MEGAPIXELS, seed: int = 1, **measures: Any
) -> Shot:
    """A photo of the written page."""
    scene = Scene(**measures)
    return photograph(written(ink), PX_PER_MM, scene=scene, seed=seed, megapixels=megapixels)


def flattened(shot: Shot) -> FlatSheet:
    """The sheet in a photo, made flat."""
    photo = as_photo(shot.photo)
    (sheet,) = find_sheets(photo, known_sheets(catalogue()), layout_for)
    return flatten(photo, sheet, sheet.layout)


def middle(cell: Cell) -> tuple[float, float]:
    """The middle of a cell as shares of the page."""
    return (cell.x + cell.w / 2) / WIDTH, (cell.y + cell.h / 2) / HEIGHT


def hidden_cells(shot: Shot) -> dict[str, float]:
    """The share of each cell that something hides."""
    boxes = np.array([(c.x, c.y, c.x + c.w, c.y + c.h) for c in CELLS.values()])
    return dict(zip(CELLS, shot.hidden_share(boxes), strict=True))


@pytest.mark.parametrize(
    ("measures", "code", "said", "advice"),
    [
        ({"defocus": 13.0, "sharpen": 0.0}, "too-blurred", "out of focus", "tap on the sheet"),
        ({"motion": 30.0, "sharpen": 0.0}, "too-blurred", "the camera moved", "hold the phone"),
        ({"fill": 0.26}, "too-small", "pixels per mm, 2.0 are needed", "nearer"),
        ({"exposure": 0.06, "noise": 3.0}, "too-dark", "of 255 grey levels", "more light"),
        (
            {"ink": FAINT, "megapixels": 8, "exposure": 0.2, "noise": 20.0, "denoise": True},
            "too-dark",
            "times as strong as the noise",
            "more light",
        ),
        ({"bends": (arch(0.0, 110),), "tilt": 15.0}, "too-bent", "bent so much", "flat"),
        (
            {"off": (0.0, 0.3)},
            "page-cut",
            "its corners bottom right and bottom left are beyond the edge",
            "all corners",
        ),
    ],
    ids=["focus", "motion", "small", "dark", "faint", "bent", "cut"],
)
def test_a_photo_is_refused_with_its_reason(
    run: Runner, tmp_path: Path, measures: dict[str, Any], code: str, said: str, advice: str
) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(shoot(**measures).jpeg)
    ended = run("check", path, "--json")
    assert ended.code == 3
    (file,) = ended.json("check-1")["files"]
    assert file["error"]["code"] == code
    assert str(path) in file["error"]["message"]
    assert said in file["error"]["message"]
    assert advice in file["error"]["help"]


def test_marks_too_small_to_be_seen_still_tell_the_size(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    small = cv2.resize(shoot().photo, None, fx=0.11, fy=0.11, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), small)
    ended = run("check", path, "--json")
    assert ended.code == 3
    assert ended.json("check-1")["files"][0]["error"]["code"] == "too-small"


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        ({"exposure": 0.02, "noise": 5.0}, "the photo is dark"),
        ({"defocus": 40.0, "sharpen": 0.0}, "the photo is blurred: it is out of focus"),
        ({"motion": 90.0, "sharpen": 0.0}, "the photo is blurred: the camera moved"),
    ],
)
def test_where_not_even_a_mark_is_seen(
    run: Runner, tmp_path: Path, measures: dict[str, Any], said: str
) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(shoot(**measures).jpeg)
    ended = run("check", path)
    assert ended.code == 3
    assert said in " ".join(ended.err.split())


@pytest.mark.parametrize("seed", range(4))
def test_motion_and_defocus_are_told_apart(seed: int) -> None:
    softer: tuple[dict[str, Any], ...] = ({"motion": 16.0}, {"defocus": 16.0})
    moved, unsharp = (
        cv2.cvtColor(shoot(seed=seed, sharpen=0.0, **what).photo, cv2.COLOR_BGR2GRAY)
        for what in softer
    )
    assert way_of_motion(moved) is not None  # type: ignore[arg-type]
    assert way_of_motion(unsharp) is None  # type: ignore[arg-type]


@cache
def upright() -> dict[str, str]:
    """What every cell says in a plain photo."""
    return {cell.cell: cell.text for cell in read_all(shoot()).values()}


def read_all(shot: Shot) -> dict[str, CellReading]:
    """The blind readings of a photo, by cell."""
    flat = flattened(shot)
    return {cell.cell: cell for cell in read_sheet(flat, flat.layout).cells}


def notes_of(shot: Shot) -> tuple[str, ...]:
    """What a photo is told to leave unseen."""
    flat = flattened(shot)
    return sight_notes(flat, catalogue().get("yatzy"), read_sheet(flat, flat.layout))


def test_upside_down_is_read_all_the_same() -> None:
    assert {cell: one.text for cell, one in read_all(shoot(roll=180)).items()} == upright()
    assert upright()["g1/fours/value"] == "25"
    assert upright()["g3/fours/value"] == ""


@pytest.mark.parametrize("seed", range(3))
def test_in_a_plain_photo_nothing_is_hidden(seed: int) -> None:
    shot = shoot(seed=seed, tilt=20.0, azimuth=80.0 * seed)
    flat = flattened(shot)
    assert max(one.hidden_mm for one in flat.cells.values()) <= MOST_HIDDEN_MM
    assert notes_of(shot) == ()


WHITE, BLACK = ((0.95, 0.95, 0.95), (0.1, 0.1, 0.1)), ((0.1, 0.1, 0.1), (0.95, 0.95, 0.95))


def die(cell: str, colours: tuple[tuple[float, ...], ...], turn: float) -> Die:
    """A die that lies on a cell."""
    body, ink = colours
    return Die(middle(CELLS[cell]), 16.0, turn, (5, 1, 3), body, ink)  # type: ignore[arg-type]


def finger(cell: str, skin: tuple[float, float, float]) -> Fingers:
    """A finger from the right, its tip on a cell."""
    return Fingers(middle(CELLS[cell]), 0.2, (80.0,), 20.0, 8.0, skin)


@pytest.mark.parametrize(
    "thing",
    [
        die("g1/fours/value", WHITE, 0.3),
        die("g3/chance/value", WHITE, 0.0),
        die("g2/yatzy/value", BLACK, 1.0),
        die("g4/twos/value", BLACK, 0.5),
        finger("g2/sixes/value", (0.72, 0.80, 0.97)),
        finger("g1/full_house/value", (0.13, 0.19, 0.32)),
        finger("g3/ones/value", (0.47, 0.60, 0.84)),
    ],
)
def test_a_covered_cell_is_never_sure_and_never_blank(thing: Die | Fingers) -> None:
    shot = shoot(things=(thing,), sun=Sun(azimuth=1.0), tilt=4.0)
    flat, readings, hidden = flattened(shot), read_all(shot), hidden_cells(shot)
    covered = {cell for cell, share in hidden.items() if share > 0.15}
    assert covered
    for cell in covered:
        assert readings[cell].state in (State.DOUBTFUL, State.ILLEGIBLE), cell
    free = {cell for cell, share in hidden.items() if share == 0}
    flagged = {cell for cell in free if flat.cells[cell].hidden_mm > MOST_HIDDEN_MM}
    assert len(flagged) <= 2, "only neighbours whose border is covered"
    (note,) = (one for one in notes_of(shot) if "covers" in one)
    assert any(catalogue().get("yatzy").label(CELLS[cell].box, "en") in note for cell in covered)


def test_glare_says_over_which_cells(run: Runner, tmp_path: Path) -> None:
    shot = shoot(window_glare=1.3, seed=2)
    boxes = np.array([(c.x, c.y, c.x + c.w, c.y + c.h) for c in CELLS.values()])
    washed = dict(zip(CELLS, shot.washed_share(boxes), strict=True))
    gone = [cell for cell, share in washed.items() if share > 0.5]
    assert gone
    readings = read_all(shot)
    for cell in gone:
        assert readings[cell].state in (State.DOUBTFUL, State.ILLEGIBLE), cell
    path = tmp_path / "photo.jpg"
    path.write_bytes(shot.jpeg)
    ended = run("check", path)
    assert ended.code == 1
    (line,) = (line for line in ended.out.splitlines() if "glare washes out" in line)
    assert "from another angle" in line
    assert any(catalogue().get("yatzy").label(CELLS[cell].box, "en") in line for cell in gone)


def test_cells_beyond_the_edge_are_named() -> None:
    shot = shoot(roll=-40.0, fill=0.97, tilt=0.0, off=(0.17, 0.0))
    beyond = {cell for cell, share in hidden_cells(shot).items() if share > 0.1}
    assert beyond
    readings = read_all(shot)
    assert {readings[cell].state for cell in beyond} == {State.ILLEGIBLE}
    (note,) = notes_of(shot)
    assert note.startswith("the picture's edge cuts off")


def paper_in(flat: FlatSheet, cell: Cell) -> float:
    """The paper's grey level in a cell."""
    x, y, right, bottom = (
        round(v * flat.px_per_mm) for v in (cell.x, cell.y, cell.x + cell.w, cell.y + cell.h)
    )
    return float(np.percentile(flat.grey[y:bottom, x:right], 75))


def test_faint_ink_in_deep_shadow_is_never_blank() -> None:
    shot = shoot(FAINT, edge_shadow=0.88, noise=5.0, seed=3)
    flat, readings = flattened(shot), read_all(shot)
    light = {cell: paper_in(flat, CELLS[cell]) for cell in CELLS}
    dark = {cell for cell in CELLS if light[cell] < 0.25 * max(light.values())}
    assert dark
    assert State.BLANK not in {readings[cell].state for cell in dark}
    assert any("too little light falls on" in one for one in notes_of(shot))


def test_in_the_dark_a_faint_pen_may_have_written_everywhere() -> None:
    shot = shoot(FAINT, exposure=0.22, noise=11.0, denoise=True)
    assert State.BLANK not in {cell.state for cell in read_all(shot).values()}
    assert any("too little light falls on" in one for one in notes_of(shot))


@pytest.mark.parametrize(("exposure", "noise"), [(0.3, 12.0), (0.25, 14.0), (0.25, 20.0)])
def test_a_faint_entry_among_black_ones_is_not_taken_for_blank(
    exposure: float, noise: float
) -> None:
    scene = Scene(exposure=exposure, noise=noise, denoise=True)
    picture = written(BLACK_INK, seldom=205)
    readings = read_all(photograph(picture, PX_PER_MM, scene=scene, seed=1, megapixels=8))
    faint = [
        name
        for number, (name, cell) in enumerate(CELLS.items())
        if cell.column in ("g1", "g2") and cell.kind == "number" and number % 5 == 0
    ]
    assert len(faint) > 5
    assert State.BLANK not in {readings[name].state for name in faint}


def test_in_the_dark_a_black_pen_is_seen() -> None:
    shot = shoot(megapixels=8, exposure=0.35, noise=6.0, denoise=True)
    readings = read_all(shot)
    states = [readings[cell].state for cell in CELLS if upright()[cell] == ""]
    assert State.ILLEGIBLE not in states
    assert states.count(State.BLANK) > 0.6 * len(states)
    assert notes_of(shot) == ()


def brighter(shot: Shot, times: float) -> FlatSheet:
    """The sheet in a photo that got so many times the light."""
    photo = as_photo(np.clip(shot.photo * times, 0, 255).astype(np.uint8))
    (sheet,) = find_sheets(photo, known_sheets(catalogue()), layout_for)
    return flatten(photo, sheet, sheet.layout)


def test_in_too_much_light_a_pencil_s_entries_are_not_blank() -> None:
    picture = written(BLACK_INK, FAINT)
    flat = brighter(photograph(picture, PX_PER_MM, scene=Scene(), seed=1, megapixels=8), 1.6)
    reading = read_sheet(flat, flat.layout)
    gone = [
        cell
        for number, cell in enumerate(reading.cells)
        if cell.column in ("g1", "g2") and cell.kind == "number" and number % 5 == 0
    ]
    assert len(gone) > 5
    assert {cell.text for cell in gone} == {""}
    assert State.BLANK not in {cell.state for cell in reading.cells}
    assert State.SURE in {cell.state for cell in reading.cells if cell.text == "25"}
    (note,) = sight_notes(flat, catalogue().get("yatzy"), reading)
    assert note.startswith("the picture is so bright that pale ink would leave no trace in ")
    assert f"{sum(not cell.text for cell in reading.cells)} cells" in note


def test_white_paper_alone_hides_nothing() -> None:
    flat = brighter(shoot(megapixels=8), 1.15)
    reading = read_sheet(flat, flat.layout)
    assert max(one.washed for one in flat.cells.values()) == 0
    assert {cell.state for cell in reading.cells if not cell.text} == {State.BLANK}
    assert sight_notes(flat, catalogue().get("yatzy"), reading) == ()


def test_an_odd_scale_is_named() -> None:
    (note,) = notes_of(shoot(print_scale=0.9, paper="a4", table="dark"))
    assert "printed at 90 % of its size" in note
    assert "print at 100 %" in note


def test_many_cells_are_counted_and_some_named() -> None:
    flat = flattened(shoot())
    worse = {
        cell: CellQuality(1.0, 1.0, 0.0, 9.0) if cell.startswith("g2") else seen
        for cell, seen in flat.cells.items()
    }
    seen = cast(FlatSheet, SimpleNamespace(layout=flat.layout, scale=None, cells=worse))
    (note,) = sight_notes(seen, catalogue().get("yatzy"), Reading(()))
    number = sum(cell.startswith("g2") for cell in CELLS)
    assert note.startswith(f"glare washes out {number} cells (game 2: ")
    assert "and more)" in note
    assert "game 1" not in note
