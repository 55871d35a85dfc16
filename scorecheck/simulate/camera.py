"""A seeded phone camera: photos of printed pages, with the truth of where everything is in them.

    shot = photograph(page, px_per_mm=12, conditions=("curled", "shadow"), seed=7)
    shot.photo                      # BGR
    shot.sheets[0].to_photo(mm)     # where places of the page are in it

Paper bends as paper does, the camera is a pinhole with a lens, light and sensor follow. A photo of
12 megapixels takes about a second.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.simulate import camera_light as light
from scorecheck.simulate.camera_conditions import scene_for
from scorecheck.simulate.camera_optics import Camera, aim, paper_under
from scorecheck.simulate.camera_paper import PrintedPaper
from scorecheck.simulate.camera_print import printed
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.camera_sensor import blurred, noisy, part_blurred, sharpened
from scorecheck.simulate.camera_shot import LIGHT_STEP, Shot, ShotSheet
from scorecheck.simulate.camera_table import table_texture
from scorecheck.simulate.camera_things import lay_things

__all__ = ["Shot", "ShotSheet", "photograph"]

Pixels = NDArray[np.uint8]
Array = NDArray[np.float64]

_MESH = 16
_TWELVE = 12.0
_ONE = 200
"""The gain 1 in the 8-bit picture of gains."""


def photograph(
    pages: Pixels | Sequence[Pixels], px_per_mm: float, *, conditions: Sequence[str] = ("clean",),
    seed: int = 0, megapixels: float = _TWELVE, scene: Scene | None = None, upright: bool = True,
    below: Pixels | None = None,
) -> Shot:  # fmt: skip
    """Take a photo of one page, or of several that lie side by side.

    Args:
        pages: rasters, H x W grey or H x W x 3 BGR.
        px_per_mm: their resolution; 12 is as sharp as a 12-megapixel photo can show.
        conditions: names from `camera_conditions.CONDITIONS`; they add up.
        seed: the same seed gives the same photo.
        megapixels: size of the photo, 4:3.
        scene: measures to use instead of conditions.
        upright: portrait, else landscape.
        below: the page on the sheet that lies below, where the scene has one (default: the first).

    Raises:
        KeyError: there is no condition of that name.
    """
    rng = np.random.default_rng(seed)
    scene = scene or scene_for(conditions, rng)
    rasters = [pages] if isinstance(pages, np.ndarray) else list(pages)
    papers = _laid_out(rasters, px_per_mm, scene, rng)
    size = _size(megapixels, upright)
    camera = _aimed(size, papers, scene)
    photo = _table(camera, scene, rng)
    hidden = np.zeros(photo.shape[:2], np.uint8)
    gain = _gain(camera, scene, rng)
    if scene.below is not None:
        lower = rasters[0] if below is None else below
        _lay_below(photo, lower, px_per_mm, camera, papers[0], scene)
    for raster, paper in zip(rasters, papers, strict=True):
        places = paper_under(camera, paper, _mesh(camera.size))
        _lay(photo, printed(raster, px_per_mm, paper, scene), paper, places)
        if paper.bends:
            gain *= _shade(paper, places, gain.shape[:2], rng)
    if scene.covered is not None:
        _cover(photo, hidden, papers[0], camera, scene.covered)
    lay_things(photo, hidden, scene.things, papers[0], camera, scene.sun)
    photo, washed = _lit(photo, gain, scene, rng)
    scale = np.sqrt(megapixels / _TWELVE)
    photo = blurred(
        photo,
        softness=scene.softness * scale,
        defocus=scene.defocus * scale,
        motion=scene.motion * scale,
        way=rng.uniform(0, np.pi),
    )
    if scene.focus_fall:
        photo = part_blurred(photo, scene.focus_fall * scale, scene.azimuth + scene.roll)
    photo = noisy(photo, rng, noise=scene.noise, denoise=scene.denoise)
    photo = sharpened(photo, scene.sharpen)
    jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, scene.jpeg_quality])[1]
    decoded = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR_BGR), np.uint8)
    sheets = tuple(ShotSheet(paper, camera) for paper in papers)
    return Shot(decoded, jpeg.tobytes(), sheets, scene, hidden, washed)


def _size(megapixels: float, upright: bool) -> tuple[int, int]:
    short = round(np.sqrt(megapixels * 1e6 * 3 / 4) / 8) * 8
    return (short, short * 4 // 3) if upright else (short * 4 // 3, short)


def _laid_out(
    rasters: Sequence[Pixels], px_per_mm: float, scene: Scene, rng: np.random.Generator
) -> list[PrintedPaper]:
    """Sheets in rows of two, a little askew where there are several."""
    papers = []
    for number, raster in enumerate(rasters):
        page = _page_size(raster, px_per_mm)
        column, row = number % 2, number // 2
        several = len(rasters) > 1
        papers.append(
            PrintedPaper(
                page_mm=page,
                paper_mm=_paper_size(page, scene),
                scale=scene.print_scale,
                shift=scene.print_shift,
                stretch=scene.stretch,
                bends=scene.bends,
                turn=np.radians(scene.turn + (rng.uniform(-8, 8) if several else 0.0)),
                place=(column * (page[0] + scene.gap), row * (page[1] + scene.gap)),
            )
        )
    return papers


def _page_size(raster: Pixels, px_per_mm: float) -> tuple[float, float]:
    """The page's size in mm. A raster has whole pixels, so a standard page is told by its size."""
    size = (raster.shape[1] / px_per_mm, raster.shape[0] / px_per_mm)
    for paper in PAPERS_MM.values():
        if max(abs(size[0] - paper[0]), abs(size[1] - paper[1])) < 1.5 / px_per_mm:
            return paper
    return size


def _paper_size(page: tuple[float, float], scene: Scene) -> tuple[float, float]:
    if scene.paper is None:
        return page
    if scene.paper != "other":
        return PAPERS_MM[scene.paper]
    is_a4 = abs(page[1] - PAPERS_MM["a4"][1]) < abs(page[1] - PAPERS_MM["letter"][1])
    return PAPERS_MM["letter" if is_a4 else "a4"]


def _aimed(size: tuple[int, int], papers: Sequence[PrintedPaper], scene: Scene) -> Camera:
    outlines = []
    for paper in papers:
        width, height = paper.paper_mm
        corners = [[0, 0], [width, 0], [width, height], [0, height], [width / 2, height / 2]]
        outlines.append(paper.in_space(np.array(corners, np.float64)))
    return aim(
        size, np.concatenate(outlines), tilt=scene.tilt, azimuth=scene.azimuth, roll=scene.roll,
        fill=scene.fill, k1=scene.k1, off=scene.off, focal=scene.focal,
    )  # fmt: skip


def _table(camera: Camera, scene: Scene, rng: np.random.Generator) -> Pixels:
    """The bare table, 2 px of texture per mm, seen by the camera."""
    texture = table_texture(scene.table, rng)
    plane = PrintedPaper((400.0, 400.0), (400.0, 400.0))
    places = paper_under(camera, plane, _mesh(camera.size)) * 2.0
    map_x, map_y = _full_maps(places, camera.size)
    return np.asarray(
        cv2.remap(texture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.uint8
    )


def _mesh(size: tuple[int, int]) -> Array:
    """Pixels (rows, columns, 2) every 16 px, one more all round than needed."""
    x = (np.arange(-(-size[0] // _MESH) + 2) - 0.5) * _MESH - 0.5
    y = (np.arange(-(-size[1] // _MESH) + 2) - 0.5) * _MESH - 0.5
    return np.stack(np.meshgrid(x, y), axis=-1)


def _full_maps(places: Array, size: tuple[int, int]) -> tuple[cv2.typing.MatLike, ...]:
    rows, columns = places.shape[:2]
    maps = []
    for axis in range(2):
        part = np.ascontiguousarray(places[..., axis], np.float32)
        full = cv2.resize(part, (columns * _MESH, rows * _MESH), interpolation=cv2.INTER_LINEAR)
        maps.append(full[_MESH : _MESH + size[1], _MESH : _MESH + size[0]])
    return tuple(maps)


def _lay_below(
    photo: Pixels, raster: Pixels, px_per_mm: float, camera: Camera, top: PrintedPaper, scene: Scene
) -> None:
    """Lay another sheet under the one that comes next, which throws a little shadow on it."""
    assert scene.below is not None
    right, down, turn = scene.below
    page = _page_size(raster, px_per_mm)
    place = (top.place[0] + right, top.place[1] + down)
    lower = PrintedPaper(page, page, turn=top.turn + np.radians(turn), place=place)
    plain = printed(raster, px_per_mm, lower, Scene(paper_tint=scene.paper_tint))
    _lay(photo, plain, lower, paper_under(camera, lower, _mesh(camera.size)))
    width, height = top.paper_mm
    edge = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + 1.2
    outline = camera.see(top.in_space(edge)) / LIGHT_STEP
    mask = np.zeros((photo.shape[0] // LIGHT_STEP, photo.shape[1] // LIGHT_STEP), np.uint8)
    cv2.fillPoly(mask, [np.rint(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    shade = 1 - 0.3 * cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32) / 255
    full = cv2.resize(shade, photo.shape[1::-1])[..., None]
    photo[:] = (photo * full).astype(np.uint8)


def _lay(photo: Pixels, raster: Pixels, paper: PrintedPaper, places: Array) -> None:
    """Draw one sheet over the photo, in place; `places` of the paper are seen at the mesh."""
    per_mm = np.array([raster.shape[1], raster.shape[0]]) / paper.paper_mm
    map_x, map_y = _full_maps(places * per_mm - 0.5, (photo.shape[1], photo.shape[0]))
    cv2.remap(raster, map_x, map_y, cv2.INTER_LINEAR, photo, cv2.BORDER_TRANSPARENT)


def _shade(
    paper: PrintedPaper, places: Array, shape: tuple[int, ...], rng: np.random.Generator
) -> Array:
    """Gains (rows, columns, 1) of bent paper; 1 beside it."""
    shade = light.shading(paper.steepness(places), rng)
    inside = np.all((places > -3) & (places < np.array(paper.paper_mm) + 3), axis=-1)
    shade = np.where(inside, shade, 1.0).astype(np.float32)
    times = _MESH // LIGHT_STEP
    size = (shade.shape[1] * times, shade.shape[0] * times)
    full = cv2.resize(shade, size, interpolation=cv2.INTER_LINEAR)
    rows, columns = shape
    return np.asarray(full[times : times + rows, times : times + columns, None], np.float64)


def _cover(photo: Pixels, hidden: Pixels, paper: PrintedPaper, camera: Camera, corner: int) -> None:
    """A thumb over one of the sheet's corners."""
    width, height = paper.page_mm
    at = np.array(
        [(14, 14), (width - 14, 14), (width - 14, height - 14), (14, height - 14)][corner]
    )
    middle = np.array([width / 2, height / 2])
    out = (at - middle) / np.linalg.norm(at - middle)
    tip, root = at - out * 2.0, at + out * 90.0
    ends = camera.see(paper.in_space(paper.on_paper(np.stack((tip, root)))))
    beside = camera.see(paper.in_space(paper.on_paper(at[None] + [[20.0, 0.0]])))
    width_px = int(np.linalg.norm(beside[0] - ends[0]))
    first, last = ((int(x), int(y)) for x, y in ends)
    cv2.line(photo, first, last, (112, 140, 196), max(width_px, 3))
    cv2.line(hidden, first, last, 255, max(width_px, 3))


def _gain(camera: Camera, scene: Scene, rng: np.random.Generator) -> Array:
    """Gains (rows, columns, 3) at an eighth of the photo's size."""
    shape = (-(-camera.size[1] // LIGHT_STEP), -(-camera.size[0] // LIGHT_STEP))
    gain = light.lamp(shape, rng, scene.lamp) * light.vignette(shape, scene.vignette)
    if scene.hand_shadow:
        gain *= light.hand_shadow(shape, rng, scene.hand_shadow, scene.shadow_softness)
    if scene.edge_shadow:
        gain *= light.object_shadow(shape, rng, scene.edge_shadow)
    return np.asarray(gain[..., None] * np.array(scene.white_balance) * scene.exposure, np.float64)


def _lit(
    photo: Pixels, gain: Array, scene: Scene, rng: np.random.Generator
) -> tuple[Pixels, NDArray[np.float32]]:
    """The photo in its light, and the glare that was added at an eighth of its size."""
    rows, columns = photo.shape[:2]
    small = np.clip(gain * _ONE, 0, 255).astype(np.uint8)
    full = cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR)
    lit = cv2.multiply(photo, full, scale=1 / _ONE)
    washed = np.zeros(gain.shape[:2], np.float32)
    if scene.glare:
        washed += light.glare_spot(gain.shape[:2], rng, scene.glare)
    if scene.window_glare:
        washed += light.window_glare(gain.shape[:2], rng, scene.window_glare)
    if scene.glare or scene.window_glare:
        added = cv2.resize(np.clip(washed * 255, 0, 255).astype(np.uint8), (columns, rows))
        lit = cv2.add(lit, cv2.cvtColor(added, cv2.COLOR_GRAY2BGR))
    return np.asarray(lit, np.uint8), washed
