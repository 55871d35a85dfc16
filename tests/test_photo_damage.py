"""Damage that decoders go on after: it is refused, nothing leaks, and whole files pass."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from scorecheck.errors import InputError
from scorecheck.photo import library_words
from scorecheck.photo.library_words import Heard, listening
from scorecheck.photo.load import Photo, iter_photos, load_colour
from scorecheck.resources import PACKAGE

END = b"\xff\xd9"
LINE = b"Corrupt JPEG data: premature end of data segment\n"
SAMPLES = PACKAGE.parent / "samples"
WHOLE: tuple[dict[str, object], ...] = (
    {},
    {"progressive": True},
    {"optimize": True, "quality": 30},
    {"quality": 100, "subsampling": 0},
    {"restart_marker_blocks": 3},
)
"""How cameras and programs write JPEGs."""


def paper() -> NDArray[np.uint8]:
    """Something like a photo: smooth and with grain."""
    grain = np.random.default_rng(4).normal(0, 40, (240, 320))
    return np.clip(cv2.GaussianBlur(grain, (0, 0), 2) * 5 + 128, 0, 255).astype(np.uint8)


def jpeg(**options: object) -> bytes:
    """The paper as a JPEG."""
    stream = io.BytesIO()
    Image.fromarray(paper()).convert("RGB").save(stream, "JPEG", **options)
    return stream.getvalue()


def loaded(path: Path, data: bytes) -> Photo:
    """The only picture in these bytes."""
    path.write_bytes(data)
    (photo,) = iter_photos(path)
    return photo


def assert_damaged(path: Path, data: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError) as caught:
        loaded(path, data)
    assert caught.value.code == "damaged"
    assert f"{path} is damaged: a part of its picture is missing or wrong" in caught.value.message
    assert "copy the file again" in caught.value.help
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("options", WHOLE)
def test_a_torn_jpeg_that_ends_like_a_whole_one_is_damaged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], options: dict[str, object]
) -> None:
    data = jpeg(**options)
    for kept in (0.6, 0.8, 0.95):
        assert_damaged(tmp_path / "a.jpg", data[: int(len(data) * kept)] + END, capfd)


def test_bytes_lost_or_overwritten_in_the_middle_are_damage(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = jpeg(quality=90)
    half, path = len(data) // 2, tmp_path / "a.jpg"
    assert_damaged(path, data[:half] + data[half + 900 :], capfd)
    assert_damaged(path, data[:half] + bytes(900) + data[half + 900 :], capfd)
    assert_damaged(path, data[:half] + b"\xff" * 900 + data[half + 900 :], capfd)


def test_a_part_of_another_picture_before_the_end_is_damage(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = jpeg()
    assert_damaged(tmp_path / "a.jpg", data[:-2] + data[-300:-2] + END, capfd)


@pytest.mark.parametrize("options", WHOLE)
def test_whole_jpegs_pass_however_they_were_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], options: dict[str, object]
) -> None:
    photo = loaded(tmp_path / "a.jpg", jpeg(**options))
    assert photo.grey.shape == load_colour(photo).shape[:2] == (240, 320)
    for mode in ("L", "CMYK"):
        stream = io.BytesIO()
        Image.fromarray(paper()).convert(mode).save(stream, "JPEG")
        assert loaded(tmp_path / "b.jpg", stream.getvalue()).grey.shape == (240, 320)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.jpg")), ids=lambda path: path.name)
def test_no_sample_is_called_damaged(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert len(list(iter_photos(path))) == 1
    assert capfd.readouterr() == ("", "")


def test_what_a_camera_fills_up_or_adds_behind_the_end_is_no_damage(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data, path = jpeg(), tmp_path / "a.jpg"
    assert loaded(path, data[:-2] + bytes(40) + END).grey.shape == (240, 320)
    assert loaded(path, data[:-2] + bytes(40) + END + data).grey.shape == (240, 320)
    revision = data.index(b"JFIF\0") + 5
    odd = data[:revision] + b"\x03\x09" + data[revision + 2 :]
    assert loaded(path, odd).grey.shape == (240, 320)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("way", ["group4", "tiff_lzw", "tiff_adobe_deflate"])
def test_a_damaged_tiff_is_refused_without_a_word_of_the_library(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], way: str
) -> None:
    image = Image.fromarray(paper())
    path = tmp_path / "a.tif"
    (image.point(lambda v: 255 * (v > 128)).convert("1") if way == "group4" else image).save(
        path, compression=way
    )
    data = path.read_bytes()
    assert loaded(path, data).grey.shape == (240, 320)
    third = len(data) // 3
    with pytest.raises(InputError) as caught:
        loaded(path, data[:third] + bytes(byte ^ 0x5A for byte in data[third:-800]) + data[-800:])
    assert caught.value.code == "damaged"
    assert capfd.readouterr() == ("", "")


def test_a_damaged_png_is_refused_without_a_word_of_the_library(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Image.fromarray(paper()).save(tmp_path / "a.png")
    data = bytearray((tmp_path / "a.png").read_bytes())
    data[len(data) // 2] ^= 0x5A
    with pytest.raises(InputError) as caught:
        loaded(tmp_path / "a.png", bytes(data))
    assert caught.value.code == "damaged"
    assert capfd.readouterr() == ("", "")


@contextmanager
def no_file() -> Iterator[int]:
    """A disk without room."""
    raise OSError("no space left on device")
    yield 0


def test_a_photo_is_read_where_nothing_can_be_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_words, "_nameless_file", no_file)
    assert loaded(tmp_path / "a.jpg", jpeg()).grey.shape == (240, 320)


def test_it_works_without_files_in_memory(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    assert_damaged(tmp_path / "a.jpg", jpeg()[:-500] + END, capfd)


def test_lines_of_others_come_out_afterwards_and_in_their_order(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with listening() as heard:
        os.write(2, b"first \xff\n")
        os.write(2, b"half a line: " + LINE)
        os.write(2, b"libpng warning: iCCP: known incorrect sRGB profile\n")
        os.write(2, "zuletzt ü\n".encode())
        assert capfd.readouterr().err == ""
    assert capfd.readouterr().err.encode("utf-8", "replace").startswith(b"first ")
    assert heard.tell_damage(b"")
    with listening():
        os.write(2, b"half a line: " + LINE + b"last\n")
    assert capfd.readouterr().err == "half a line: last\n"


def test_an_error_while_listening_brings_the_output_back(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(ValueError, match="mine"), listening():
        raise ValueError("mine")
    os.write(2, b"here again\n")
    assert capfd.readouterr().err == "here again\n"


def test_threads_do_not_hear_each_others_damage(tmp_path: Path) -> None:
    whole, torn = jpeg(), jpeg()[:-700] + END
    wrong: list[int] = []

    def work(number: int) -> None:
        for turn in range(12):
            path = tmp_path / f"{number}-{turn}.jpg"
            try:
                loaded(path, torn if (number + turn) % 2 else whole)
                fine = (number + turn) % 2 == 0
            except InputError:
                fine = (number + turn) % 2 == 1
            if not fine:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="copies of a process are of POSIX")
def test_a_copy_of_the_process_has_its_own_error_output() -> None:
    program = """
import os, threading
from scorecheck.photo.library_words import listening
inside, go_on = threading.Event(), threading.Event()
def listen():
    with listening():
        inside.set(); go_on.wait()
thread = threading.Thread(target=listen); thread.start(); inside.wait()
threading.Timer(0.2, go_on.set).start()
if os.fork() == 0:
    with listening():
        pass
    os.write(2, b"the copy"); os._exit(0)
os.wait(); thread.join()
"""
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], cwd=PACKAGE.parent, capture_output=True,
        timeout=60, check=True,
    )  # fmt: skip
    assert ended.stderr == b"the copy"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes the output")
def test_damage_is_known_to_a_process_without_error_output(tmp_path: Path) -> None:
    torn, whole = tmp_path / "torn.jpg", tmp_path / "whole.jpg"
    torn.write_bytes(jpeg()[:-700] + END)
    whole.write_bytes(jpeg())
    program = (
        "import sys; from pathlib import Path\n"
        "from scorecheck.errors import InputError\n"
        "from scorecheck.photo.load import iter_photos\n"
        "for name in sys.argv[1:]:\n"
        "    try: print(len(list(iter_photos(Path(name)))))\n"
        "    except InputError as error: print(error.code)\n"
    )
    ended = subprocess.run(
        ["/bin/sh", "-c", 'exec "$0" "$@" 2>&-', sys.executable, "-c", program, torn, whole, torn],
        cwd=PACKAGE.parent, stdout=subprocess.PIPE, timeout=60, check=True, text=True,
    )  # fmt: skip
    assert ended.stdout.split() == ["damaged", "1", "damaged"]


@pytest.mark.parametrize(
    ("words", "damage"),
    [
        ("Corrupt JPEG data: bad Huffman code", True),
        ("Corrupt JPEG data: found marker 0xd9 instead of RST3", True),
        ("Premature end of JPEG file", True),
        ("Fax4Decode: Bad code word at line 3 of strip 0 (x 7).", True),
        ("Fax4Decode: Warning, Premature EOL at line 3", False),
        ("Invalid SOS parameters for sequential JPEG", False),
        ("Warning: unknown JFIF revision number 3.09", False),
        ("Corrupt JPEG data: bad ICC marker", False),
        ("libpng warning: iCCP: known incorrect sRGB profile", False),
        ("", False),
    ],
)
def test_what_libraries_say_of_damage(words: str, damage: bool) -> None:
    assert Heard(words).tell_damage(b"") is damage


@pytest.mark.parametrize("name", ["a.png", "a.webp"])
def test_pictures_behind_the_first_are_said_to_be_there(tmp_path: Path, name: str) -> None:
    frames = [Image.fromarray(paper()), Image.fromarray(255 - paper())]
    frames[0].save(tmp_path / name, save_all=True, append_images=frames[1:], duration=100)
    (photo,) = iter_photos(tmp_path / name)
    assert photo.grey.shape == (240, 320)
    assert "holds 2 pictures" in photo.notes[0]
    frames[0].save(tmp_path / name)
    assert next(iter_photos(tmp_path / name)).notes == ()


def test_a_heic_with_several_pictures_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pi_heif  # noqa: PLC0415 - as the decoder does

    path = Path(__file__).parent / "data" / "quarters.heic"
    assert next(iter_photos(path)).notes == ()
    monkeypatch.setattr(pi_heif.HeifFile, "__len__", lambda file: 3)
    assert "holds 3 pictures" in next(iter_photos(path)).notes[0]
