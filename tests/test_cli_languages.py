"""`check --lang`: whatever becomes of a file, everything said is in the language asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorecheck.languages.catalogues import LANGUAGES
from scorecheck.simulate.camera import photograph
from scorecheck.simulate.camera_scene import Scene
from tests.cli_runner import Runner
from tests.made_photos import MEGAPIXELS, PX_PER_MM, identity, page

ALIKE = {"jpeg", "png", "webp", "tiff", "heic", "pdf", "dpi", "jpg", "scorecheck"} | {
    *("text", "scan", "scanner", "for", "over")
}
"""Names, and words that two of the languages share."""
WORD = re.compile(r"[^\W\d_]{3,}")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def no_photo(path: Path) -> None:
    path.write_text("0\n" * 99)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def torn(path: Path) -> None:
    blurred(path)
    path.write_bytes(path.read_bytes()[:20_000])


def broken_pdf(path: Path) -> None:
    path.write_bytes(b"%PDF-1.7\n" + b"0\n" * 99)


def no_sheet(path: Path) -> None:
    cv2.imwrite(str(path), np.full((900, 700), 128, np.uint8))


def blurred(path: Path) -> None:
    scene = Scene(defocus=13.0, sharpen=0.0)
    shot = photograph(page(identity()), PX_PER_MM, scene=scene, megapixels=MEGAPIXELS, seed=1)
    cv2.imwrite(str(path), shot.photo)


def missing(path: Path) -> None:
    path.unlink(missing_ok=True)


def a_folder(path: Path) -> None:
    path.mkdir()


def words_of(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)} - ALIKE


@pytest.mark.parametrize(
    "make", [no_photo, empty, torn, broken_pdf, no_sheet, blurred, missing, a_folder]
)
def test_why_a_file_is_not_read(run: Runner, tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "1.jpg"
    make(path)
    said: dict[str, set[str]] = {}
    for lang in LANGUAGES:
        ended = run("check", path, "--lang", lang)
        assert ended.code == 3
        assert len(ended.err.splitlines()) == 2, ended.err
        assert not ended.out  # it is told once
        assert str(path) in ended.err
        said[lang] = words_of(ended.err.replace(str(path), ""))
        shared = said[lang] & said["en"]
        assert lang == "en" or not shared, shared
        assert len(said[lang]) > 3


def test_among_several_files_one_that_is_not_read_is_named(run: Runner, tmp_path: Path) -> None:
    paths = tmp_path / "1.jpg", tmp_path / "2.jpg"
    no_photo(paths[0])
    no_sheet(paths[1])
    said: dict[str, set[str]] = {}
    for lang in LANGUAGES:
        ended = run("check", *paths, "--lang", lang)
        assert ended.code == 3
        for path in paths:
            assert str(path) in ended.out and str(path) in ended.err
        said[lang] = words_of("".join(ended.out.split(str(tmp_path))))
        shared = said[lang] & said["en"]
        assert lang == "en" or not shared, shared
        assert said[lang]


def test_outputs_that_cannot_be_written_and_hints(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "1.jpg"
    no_sheet(path)
    wrong = (("--report", "1.txt"), ("--report", tmp_path / "0" / "1.pdf"), ("--picture", tmp_path))
    for option, place in wrong:
        said = {lang: run("check", path, option, place, "--lang", lang) for lang in ("en", "sv")}
        english, swedish = (one.err.replace(str(tmp_path), "") for one in said.values())
        assert english != swedish
        assert not words_of(english.splitlines()[1]) & words_of(swedish.splitlines()[1])
