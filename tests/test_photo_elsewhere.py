"""Photos at addresses: read as those of this machine are, and refused with a sentence."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.add import State, add_files
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.photos import PhotoStore
from scorecheck.batch import check_files
from scorecheck.errors import InputError, MissingToolError, UsageError
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.photo.elsewhere import FarFile, Held, is_address, spread
from scorecheck.photo.inputs import ENDINGS
from scorecheck.photo.load import load_colour
from scorecheck.report.json import check_document
from scorecheck.report.result import BatchResult
from scorecheck.resume import Finished
from tests.made_decisions import catalogue
from tests.made_sheets import CLEAN, KnowingReader, kit_for, make_sheet

fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed: the extra cluster")


@pytest.fixture
def store() -> Iterator[Any]:
    """Files that lie in memory, under `memory://`."""
    files = fsspec.filesystem("memory")
    yield files
    files.rm("/", recursive=True)


def test_a_file_at_an_address_is_read_as_one_here(store: Any, tmp_path: Path) -> None:
    sheet = make_sheet(cards={"g1": CLEAN})
    here = sheet.save(tmp_path / "a.png")
    store.pipe("/club/a.png", here.read_bytes())
    kit = kit_for(KnowingReader(sheet.texts))
    far = FarFile("memory://club/a.png")
    (found,) = check_files([far], kit).files
    (expected,) = check_files([here], kit).files
    told = check_document(BatchResult((found,)))["files"][0]
    assert told["file"] == "memory://club/a.png"
    assert told | {"file": str(here)} == check_document(BatchResult((expected,)))["files"][0]
    assert load_colour(found.pages[0]).shape == (*sheet.picture.shape[:2], 3)


def test_a_finished_file_at_an_address_is_not_read_again(store: Any, tmp_path: Path) -> None:
    sheet = make_sheet(cards={"g1": CLEAN})
    store.pipe("/club/a.png", sheet.save(tmp_path / "a.png").read_bytes())
    reader = KnowingReader(sheet.texts)
    kit = kit_for(reader)
    for _ in range(2):
        finished = Finished(tmp_path / "done", "check", {}, kit.catalogue)
        check_files([FarFile("memory://club/a.png")], kit, finished=finished)
    assert reader.calls == 1


def test_a_photo_at_an_address_goes_into_an_archive(store: Any, tmp_path: Path) -> None:
    data = write_photo(tmp_path / "a.jpg", {"g1": CLEAN}).read_bytes()
    store.pipe("/club/a.jpg", data)
    far = FarFile("memory://club/a.jpg")
    create_archive(tmp_path / "archive")
    with open_archive(tmp_path / "archive") as archive:
        (added,) = add_files(archive, [far], read_stub, catalogue())
        assert (added.state, str(added.path)) == (State.ADDED, "memory://club/a.jpg")
        kept = PhotoStore(archive.folder).path(str(added.sha256), ".jpg")
        assert kept.read_bytes() == data
        kept.unlink()
        (again,) = add_files(archive, [far], read_stub, catalogue())
        assert again.state is State.RESTORED
        assert kept.read_bytes() == data


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("memory://club/none.jpg", "missing", "does not exist"),
        ("oddity://club/a.jpg", "unreadable", "Protocol not known"),
        ("memory://club/notes.jpg", "text", "holds text"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_address(
    store: Any, address: str, code: str, said: str
) -> None:
    store.pipe("/club/notes.jpg", b"bread, milk")
    (file,) = check_files([FarFile(address)], kit_for(KnowingReader({}))).files
    assert file.error is not None
    assert (file.error.code, file.exit_code) == (code, 3)
    assert address in file.error.message
    assert said in file.error.message


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(MissingToolError, match="a package is missing: fsspec") as ended:
        FarFile("s3://club/a.jpg").read_bytes()
    assert ended.value.exit_code == 4
    assert "pip install '.[cluster]'" in ended.value.help


def test_bytes_do_not_travel_back() -> None:
    here = pickle.loads(pickle.dumps(Held(Path("a.jpg"), b"bytes")))
    assert (type(here), str(here)) == (type(Path()), "a.jpg")
    far = FarFile("s3://club/a.jpg")
    again = pickle.loads(pickle.dumps(Held(far, b"bytes")))
    assert (type(again), str(again), again == far) == (FarFile, "s3://club/a.jpg", True)


def test_parts_of_an_address_are_paths_like_any_other() -> None:
    far = FarFile("s3://club/a.jpg")
    assert (far.name, far.suffix) == ("a.jpg", ".jpg")
    assert str(far.with_suffix(".png")).endswith("a.png")
    assert far.parent.name == "club"


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("s3://club/a.jpg", True), ("memory://a.jpg", True), ("C:/a.jpg", False), ("a:b", False)],
)
def test_what_is_an_address(name: str, is_one: bool) -> None:
    assert is_address(name) == is_one


def test_folders_and_patterns_are_spread(store: Any, tmp_path: Path) -> None:
    for name in ("b.jpg", "a.jpg", "notes.txt", "more/c.heic"):
        store.pipe(f"/club/{name}", b"x")
    here = tmp_path / "here.jpg"
    paths = [FarFile("memory://club"), here, FarFile("memory://club/*.jpg"), FarFile("memory://x")]
    assert [str(one).removeprefix("memory://").lstrip("/") for one in spread(paths, ENDINGS)] == [
        "club/a.jpg", "club/b.jpg", "club/more/c.heic", str(here).lstrip("/"),
        "club/a.jpg", "club/b.jpg", "x",
    ]  # fmt: skip
    assert spread(paths, ENDINGS)[0].read_bytes() == b"x"
    with pytest.raises(UsageError, match="no photo at"):
        spread([FarFile("memory://club/*.png")], ENDINGS)
    with pytest.raises(InputError, match="Protocol not known"):
        spread([FarFile("oddity://club/*.jpg")], ENDINGS)
    with pytest.raises(MissingToolError):
        spread([FarFile("s3://club/*.jpg")], ENDINGS)
    for name in ("oddity://club", "s3://club/a.jpg"):  # a worker of a cluster may know how
        assert spread([FarFile(name)], ENDINGS) == [FarFile(name)]
