"""Loading: what a file is, which way up, and a clear sentence for whatever cannot be read."""

from __future__ import annotations

import hashlib
import io
import os
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from scorecheck.errors import InputError
from scorecheck.photo import decode, pdf_pages
from scorecheck.photo.load import Photo, iter_photos, load_colour
from scorecheck.photo.sniff import jpeg_facts, kind_of

DATA = Path(__file__).parent / "data"
QUARTERS = (40, 110, 180, 240)


def quarters(width: int = 128, height: int = 96) -> NDArray[np.uint8]:
    """Four grey quarters, so that every turn and flip shows."""
    picture = np.empty((height, width), np.uint8)
    picture[: height // 2, : width // 2], picture[: height // 2, width // 2 :] = QUARTERS[:2]
    picture[height // 2 :, : width // 2], picture[height // 2 :, width // 2 :] = QUARTERS[2:]
    return picture


def corners(grey: NDArray[np.uint8]) -> tuple[int, ...]:
    """Which of the quarters is top left, top right, bottom left, bottom right."""
    seen = [int(grey[y, x]) for y in (8, -8) for x in (8, -8)]
    return tuple(int(np.argmin(np.abs(np.array(QUARTERS) - value))) for value in seen)


def one(path: Path) -> Photo:
    """The only picture of a file."""
    (photo,) = iter_photos(path)
    return photo


def refusal(path: Path) -> InputError:
    """The error that a file gives."""
    with pytest.raises(InputError) as caught:
        list(iter_photos(path))
    assert caught.value.help
    assert str(path) in caught.value.message
    return caught.value


def save(path: Path, **options: object) -> Path:
    """Write the quarters with Pillow."""
    Image.fromarray(quarters()).convert("RGB").save(path, **options)  # type: ignore[arg-type]
    return path


def exif(orientation: int) -> Image.Exif:
    """An EXIF block with an orientation."""
    block = Image.Exif()
    block[0x0112] = orientation
    return block


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tif"])
def test_every_kind_loads_the_same_picture(tmp_path: Path, name: str) -> None:
    path = save(tmp_path / name)
    photo = one(path)
    assert photo.grey.shape == (96, 128)
    assert corners(photo.grey) == (0, 1, 2, 3)
    assert photo.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    colour = load_colour(photo)
    assert colour.shape == (96, 128, 3)
    assert corners(colour[..., 1]) == (0, 1, 2, 3)


def test_heic_loads_and_obeys_its_turn() -> None:
    assert corners(one(DATA / "quarters.heic").grey) == (0, 1, 2, 3)
    turned = one(DATA / "quarters_turned.heic")
    assert turned.grey.shape == (128, 96)
    assert corners(turned.grey) == (2, 0, 3, 1)
    assert load_colour(turned).shape == (128, 96, 3)


def test_a_heic_named_jpg_is_still_a_heic(tmp_path: Path) -> None:
    path = tmp_path / "IMG_0001.jpg"
    path.write_bytes((DATA / "quarters.heic").read_bytes())
    assert one(path).kind == "heic"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif"])
def test_exif_orientation_is_obeyed(tmp_path: Path, name: str, orientation: int) -> None:
    from PIL import ImageOps  # noqa: PLC0415 - the oracle

    path = save(tmp_path / name, exif=exif(orientation))
    with Image.open(path) as image:
        wanted = np.asarray(ImageOps.exif_transpose(image).convert("L"))
    photo = one(path)
    assert photo.grey.shape == wanted.shape
    assert corners(photo.grey) == corners(wanted)
    assert corners(load_colour(photo)[..., 0]) == corners(wanted)


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_a_meaningless_orientation_turns_nothing_and_is_said(
    tmp_path: Path, orientation: int
) -> None:
    photo = one(save(tmp_path / "a.jpg", exif=exif(orientation)))
    assert corners(photo.grey) == (0, 1, 2, 3)
    assert str(orientation) in photo.notes[0]


def test_names_and_folders_in_any_script(tmp_path: Path) -> None:
    folder = tmp_path / "Öffentlich" / ("lång " * 30).strip()
    folder.mkdir(parents=True)
    for name in ("東京 שלום.jpg", "a b.pdf", "é.tif"):
        path = folder / name
        if name.endswith("pdf"):
            path.write_bytes(pdf_of([quarters()]))
        else:
            save(path)
        assert one(path).grey.size


def test_transparent_parts_are_white(tmp_path: Path) -> None:
    layer = np.zeros((20, 20, 4), np.uint8)
    Image.fromarray(layer).save(tmp_path / "clear.png")
    photo = one(tmp_path / "clear.png")
    assert photo.grey.min() == 255
    assert load_colour(photo).min() == 255


def test_sixteen_bits_and_one_bit(tmp_path: Path) -> None:
    Image.fromarray(quarters().astype(np.uint16) * 256).save(tmp_path / "deep.tif")
    assert corners(one(tmp_path / "deep.tif").grey)[0] == 0
    Image.fromarray(quarters() > 100).save(tmp_path / "fax.tif", compression="group4")
    assert one(tmp_path / "fax.tif").grey[90, 120] == 255


def pdf_of(pictures: list[NDArray[np.uint8]], size: tuple[float, float] = (210, 297)) -> bytes:
    """A scanned PDF: one picture fills each page, in pt."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=size)
    for picture in pictures:
        data = io.BytesIO()
        Image.fromarray(picture).save(data, "JPEG")
        canvas.drawImage(ImageReader(data), 0, 0, *size)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def test_all_pages_of_a_pdf_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf_of([quarters() if n == 10 else quarters() * 0 + n for n in range(12)]))
    photos = list(iter_photos(path))
    assert [photo.page for photo in photos] == list(range(1, 13))
    assert {photo.pages for photo in photos} == {12}
    assert corners(photos[10].grey) == (0, 1, 2, 3)
    assert photos[0].dpi == pytest.approx(300)
    assert load_colour(photos[10]).shape[:2] == photos[10].grey.shape


def test_a_pdf_page_as_large_as_a_wall_is_drawn_small(tmp_path: Path) -> None:
    path = tmp_path / "wall.pdf"
    path.write_bytes(pdf_of([quarters()], size=(9000, 12000)))
    assert one(path).grey.size <= pdf_pages.MOST_PIXELS * 1.01


def test_a_small_pdf_with_a_huge_picture_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(pdf_of([quarters()]))
    monkeypatch.setattr(pdf_pages, "RAW_BYTES", 10_000)
    assert refusal(path).code == "too-large"


def test_all_pages_of_a_tiff(tmp_path: Path) -> None:
    pages = [Image.fromarray(quarters() * 0 + n) for n in (10, 20, 30)]
    pages[0].save(tmp_path / "fax.tif", save_all=True, append_images=pages[1:], dpi=(200, 200))
    photos = list(iter_photos(tmp_path / "fax.tif"))
    assert [int(photo.grey[0, 0]) for photo in photos] == [10, 20, 30]
    assert photos[0].dpi == 200


def test_a_bad_page_does_not_hide_the_pages_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = Image.new("L", (50, 50)), Image.new("L", (400, 400))
    small.save(tmp_path / "a.tif", save_all=True, append_images=[large, small])
    monkeypatch.setattr(decode, "RAW_BYTES", 10_000)
    pages: list[int] = []
    with pytest.raises(InputError, match="page 2 of 3") as caught:
        pages.extend(photo.page for photo in iter_photos(tmp_path / "a.tif"))
    assert caught.value.code == "too-large"


def test_bad_pages_come_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = Image.new("L", (50, 50)), Image.new("L", (400, 400))
    small.save(tmp_path / "a.tif", save_all=True, append_images=[large, small])
    monkeypatch.setattr(decode, "RAW_BYTES", 10_000)
    photos = iter_photos(tmp_path / "a.tif")
    assert [next(photos).page, next(photos).page] == [1, 3]
    with pytest.raises(InputError):
        next(photos)


def test_missing_empty_folder_text(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.jpg").code == "missing"
    assert refusal(tmp_path).code == "directory"
    (tmp_path / "empty.jpg").touch()
    assert refusal(tmp_path / "empty.jpg").code == "empty"
    (tmp_path / "notes.jpg").write_text("the photo is in the other folder – søndag")
    error = refusal(tmp_path / "notes.jpg")
    assert error.code == "text"
    assert "text" in error.message


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"GIF89a", "GIF"),
        (b"\0\0\0\x18ftypavif\0\0\0\0avifmif1", "AVIF"),
        (b"\0\0\0\x18ftypisom\0\0\0\0isomiso2", "video"),
        (b"PK\x03\x04", "ZIP"),
        (b"\x01\x02\x03\xff\x00", "unknown"),
    ],
)
def test_other_kinds_are_named(tmp_path: Path, start: bytes, name: str) -> None:
    path = tmp_path / "x.jpg"
    path.write_bytes(start + b"\0" * 50)
    assert kind_of(path.read_bytes()) == name
    error = refusal(path)
    assert error.code == "unsupported"
    assert name in error.message


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tif", "a.heic"])
@pytest.mark.parametrize("kept", [0.3, 0.7])
def test_a_torn_file_is_refused(tmp_path: Path, name: str, kept: float) -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 255, (96, 128), dtype=np.uint8)
    if name.endswith("heic"):
        data = (DATA / "quarters.heic").read_bytes()
    else:
        Image.fromarray(noise).save(tmp_path / name)
        data = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(data[: int(len(data) * kept)])
    assert refusal(tmp_path / name).code in ("truncated", "damaged")


def test_a_torn_pdf_does_not_crash(tmp_path: Path) -> None:
    """Pdfium mends what it can."""
    data = pdf_of([quarters()])
    for kept in (0.1, 0.5, 0.9):
        (tmp_path / "torn.pdf").write_bytes(data[: int(len(data) * kept)])
        try:
            list(iter_photos(tmp_path / "torn.pdf"))
        except InputError as error:
            assert error.code in ("damaged", "truncated")


def test_a_locked_pdf_says_so(tmp_path: Path) -> None:
    stream = io.BytesIO()
    canvas = Canvas(stream, encrypt="secret")
    canvas.drawString(10, 10, "x")
    canvas.save()
    (tmp_path / "locked.pdf").write_bytes(stream.getvalue())
    assert refusal(tmp_path / "locked.pdf").code == "locked"


def test_a_huge_jpeg_is_decoded_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.jpg"
    cv2.imwrite(str(path), quarters(1280, 960))
    monkeypatch.setattr(decode, "KEPT_PIXELS", 1280 * 960 // 3)
    photo = one(path)
    assert photo.grey.shape == (480, 640)
    assert photo.shrink == 2
    assert load_colour(photo).shape == (480, 640, 3)


def test_limits_are_checked_before_decoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decode, "JPEG_PIXELS", 1000)
    monkeypatch.setattr(decode, "RAW_BYTES", 1000)
    for name in ("a.jpg", "a.png", "a.webp", "a.tif"):
        error = refusal(save(tmp_path / name))
        assert error.code == "too-large"
        assert "128 x 96" in error.message


def test_a_jpeg_that_only_claims_to_be_huge(tmp_path: Path) -> None:
    data = bytearray(save(tmp_path / "a.jpg").read_bytes())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = b"\xff\xff\xff\xff"
    facts = jpeg_facts(bytes(data))
    assert facts is not None
    assert facts.width == 65535
    (tmp_path / "liar.jpg").write_bytes(bytes(data))
    assert refusal(tmp_path / "liar.jpg").code == "too-large"


def test_a_file_that_changed_meanwhile(tmp_path: Path) -> None:
    photo = one(save(tmp_path / "a.jpg"))
    cv2.imwrite(str(tmp_path / "a.jpg"), quarters(64, 64))
    with pytest.raises(InputError) as caught:
        load_colour(photo)
    assert caught.value.code == "changed"


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "CMYK", "I;16", "F"])
def test_pictures_that_are_far_too_large_shrink_band_by_band(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setattr(decode, "KEPT_PIXELS", 96 * 128 // 4)
    monkeypatch.setattr(decode, "_BAND_PIXELS", 1000)
    grey = Image.fromarray(quarters())
    if mode in ("I;16", "F"):
        grey = Image.fromarray(quarters().astype(np.uint16 if mode == "I;16" else np.float32) * 17)
    grey.convert(mode).save(tmp_path / "a.tif", dpi=(300, 300))
    photo = one(tmp_path / "a.tif")
    assert photo.grey.shape == (48, 64)
    assert (photo.shrink, photo.dpi) == (2.0, 150.0)
    light = photo.grey * (240 / 255 if mode in ("I;16", "F") else 1.0)
    assert corners(light.astype(np.uint8)) == (0, 1, 2, 3)
    assert load_colour(photo).shape == (48, 64, 3)


def test_a_png_may_say_its_turn_behind_its_picture(tmp_path: Path) -> None:
    data = save(tmp_path / "a.png").read_bytes()
    block = exif(6).tobytes().removeprefix(b"Exif\0\0")
    chunk = b"eXIf" + block
    late = len(block).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    (tmp_path / "a.png").write_bytes(data[:-12] + late + data[-12:])
    assert corners(one(tmp_path / "a.png").grey) == (2, 0, 3, 1)


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jpg")
    assert refusal(tmp_path / "a.jpg").code == "unreadable"
