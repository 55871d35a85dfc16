"""Many files: what one leaves behind does not add up."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorecheck.batch import run_file
from scorecheck.errors import InputError
from scorecheck.photo.load import Photo
from scorecheck.pipeline import Kit, Outcome, check_photo
from tests.made_sheets import KnowingReader, kit_for


def test_pages_without_a_sheet_are_not_kept_in_memory(tmp_path: Path) -> None:
    pages = [Image.new("L", (40, 40), shade) for shade in (10, 20, 30)]
    pages[0].save(tmp_path / "a.tif", save_all=True, append_images=pages[1:])
    seen: list[weakref.ref[Photo]] = []
    alive: list[int] = []

    def stage(photo: Photo, kit: Kit) -> Sequence[Outcome]:
        alive.append(sum(one() is not None for one in seen))
        seen.append(weakref.ref(photo))
        raise InputError(f"{photo.path}: no score sheet is visible", code="no-sheet")

    result = run_file(tmp_path / "a.tif", kit_for(KnowingReader({})), stage)
    assert result.error is not None
    assert len(result.pages) == 3
    assert max(alive) <= 1  # the one before, until the next is there


@pytest.mark.parametrize("size", [(1, 1), (5000, 1), (1, 5000), (99, 4000)])
def test_a_strip_of_a_picture_shows_no_sheet(tmp_path: Path, size: tuple[int, int]) -> None:
    Image.fromarray(np.zeros(size, np.uint8)).save(tmp_path / "a.png")
    error = run_file(tmp_path / "a.png", kit_for(KnowingReader({})), check_photo).error
    assert error is not None
    assert error.code == "no-sheet"


def test_a_device_without_end_is_refused_at_once() -> None:
    device = Path("/dev/zero")
    if not device.exists():
        pytest.skip("no such device")
    result = run_file(device, kit_for(KnowingReader({})), check_photo)
    assert result.error is not None
    assert (result.error.code, result.sha256) == ("unreadable", None)


def test_a_name_that_is_too_long_is_said(tmp_path: Path) -> None:
    result = run_file(tmp_path / ("x" * 5000), kit_for(KnowingReader({})), check_photo)
    assert result.error is not None
    assert result.error.code == "unreadable"
