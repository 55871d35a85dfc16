"""`archive add --watch`: photos that arrive, once they have stopped growing, until Ctrl+C."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scorecheck.archive import arrivals
from scorecheck.archive.arrivals import EMPTY_S, SETTLED_S, Arrivals
from scorecheck.errors import UsageError
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.cli_runner import Ended, Runner
from tests.made_sheets import CLEAN, WRONG_SUM


class Folder:
    """A watched folder, and a clock that is put on by hand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.mkdir()
        self.now = 100.0
        self.troubles: list[str] = []
        self.arrivals = Arrivals(
            [path], path / "archive", lambda folder, why: self.troubles.append(str(folder)),
            lambda: self.now,
        )  # fmt: skip

    def put(self, name: str, content: str = "x") -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as stream:
            stream.write(content)
        return path

    def ready(self, later: float = 0.0) -> list[str]:
        """What is told of after some seconds more, in which somebody looked once."""
        self.arrivals.ready()
        self.now += later
        return [str(path.relative_to(self.path)) for path in self.arrivals.ready()]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "phones")


def test_a_photo_is_told_of_once_it_has_stopped_growing(folder: Folder) -> None:
    folder.put("a.jpg")
    assert folder.ready(SETTLED_S / 2) == []
    folder.put("a.jpg")
    assert folder.ready(SETTLED_S * 0.9) == []
    assert folder.ready(SETTLED_S) == ["a.jpg"]
    assert folder.ready(100) == []


def test_one_that_changes_afterwards_is_told_of_again(folder: Folder) -> None:
    path = folder.put("a.jpg")
    assert folder.ready(SETTLED_S) == ["a.jpg"]
    folder.put("a.jpg", "the rest")
    assert folder.ready(SETTLED_S) == ["a.jpg"]
    path.unlink()
    assert folder.ready(SETTLED_S) == []
    folder.put("a.jpg", "xthe rest")
    os.utime(path, (1, 1))
    assert folder.ready(SETTLED_S) == ["a.jpg"]


def test_only_photos_count_and_those_in_folders_too(folder: Folder) -> None:
    for name in (
        "b.JPG", "anna/c.heic", "anna/more/a.pdf", "notes.txt", ".hidden.jpg", "d.jpg.part",
        "e.jpg.tmp", "~f.jpg", ".sync/g.jpg", "archive/photos/ab/h.jpg", "i.jpg.crdownload",
    ):  # fmt: skip
        folder.put(name)
    assert folder.ready(SETTLED_S) == ["anna/c.heic", "anna/more/a.pdf", "b.JPG"]
    assert folder.ready(SETTLED_S) == []


def test_an_empty_file_has_more_time(folder: Folder) -> None:
    folder.put("a.jpg", "")
    assert folder.ready(EMPTY_S * 0.9) == []
    assert folder.ready(EMPTY_S) == ["a.jpg"]


def test_a_folder_that_is_gone_is_told_of_once(folder: Folder) -> None:
    folder.put("a.jpg")
    away = folder.path.with_name("away")
    folder.path.rename(away)
    assert folder.ready(SETTLED_S) == []
    assert folder.ready(SETTLED_S) == []
    assert folder.troubles == [str(folder.path)]
    away.rename(folder.path)
    assert folder.ready(SETTLED_S) == ["a.jpg"]
    folder.path.rename(away)
    folder.ready()
    assert len(folder.troubles) == 2


def test_only_folders_are_watched(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a folder"):
        Arrivals([tmp_path / "none"], tmp_path, lambda *_: None)


Clock = Callable[[list[Callable[[], object]]], None]


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Runner:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scorecheck.archive.intake.ReadFile.__call__", lambda kit, p: read_stub(p))
    monkeypatch.setattr(arrivals, "SETTLED_S", 0.0)
    runner = Runner(capsys, monkeypatch)
    assert runner("archive", "new").code == 0
    Path("phones").mkdir()
    return runner


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What happens while the command waits, step by step; then somebody presses Ctrl+C."""

    def happens(steps: list[Callable[[], object]]) -> None:
        left = iter(steps)

        def wait(seconds: float) -> None:
            step = next(left, None)
            if step is None:
                raise KeyboardInterrupt
            step()

        monkeypatch.setattr("time.sleep", wait)

    return happens


def photo(name: str, sheet: int, card: object = CLEAN) -> Path:
    return write_photo(Path("phones") / name, {"g1": card}, sheet=sheet)  # type: ignore[dict-item]


def test_photos_are_added_as_they_arrive(run: Runner, meanwhile: Clock) -> None:
    photo("a.jpg", 1)
    broken = Path("phones") / "b.jpg"
    meanwhile(
        [
            lambda: photo("c.jpg", 2, WRONG_SUM),
            lambda: broken.write_text("{"),
            lambda: None,
            lambda: photo("b.jpg", 3),
        ]
    )
    ended = run("archive", "add", "--watch", "phones")
    lines = [line.split(":")[:3] for line in ended.out.splitlines()]
    assert [line[0] for line in lines] == [f"phones/{name}.jpg" for name in "acbb"]
    assert lines[2][1] == " not added"
    assert lines[3][1:] == [" Yahtzee sheet 3", " added"]
    assert ended.code == 1  # the wrong sum; what could not be read has been added since
    assert ended.err.splitlines() == [
        "waiting for photos in phones; Ctrl+C ends",
        "stopped: 3 added",
        "nothing is lost; the same command goes on from there",
    ]
    meanwhile([])
    again = run("archive", "add", "--watch", "phones", "--json")
    assert again.code == 0
    states = [file["state"] for file in again.json("archive-add-1")["files"]]
    assert states == ["known"] * 3


def test_what_could_not_be_read_is_said_once(run: Runner, meanwhile: Clock) -> None:
    (Path("phones") / "a.jpg").write_text("{")
    meanwhile([lambda: None] * 3)
    ended = run("archive", "add", "--watch", "phones")
    assert len(ended.out.splitlines()) == 1
    assert ended.code == 70  # a fault of the stubbed reader
    assert "stopped: 1 file not read\n" in ended.err


def interrupted_at_the_second(run: Runner, monkeypatch: pytest.MonkeyPatch, *words: str) -> Ended:
    """What `archive add` says where Ctrl+C comes while the second of two photos is read."""
    photo("a.jpg", 1)
    photo("b.jpg", 2)

    def interrupted(kit: object, path: Path) -> object:
        if path.name == "b.jpg":
            raise KeyboardInterrupt
        return read_stub(path)

    with monkeypatch.context() as patch:
        patch.setattr("scorecheck.archive.intake.ReadFile.__call__", interrupted)
        return run("archive", "add", *words)


def test_an_interrupt_while_a_photo_is_read_loses_nothing(
    run: Runner, meanwhile: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = interrupted_at_the_second(run, monkeypatch, "--watch", "phones")
    assert (ended.code, len(ended.out.splitlines())) == (0, 1)
    assert ended.err.splitlines()[1:] == [
        "stopped: 1 added",
        "what was being read is added the next time; the same command goes on from there",
    ]
    assert run("archive", "verify").code == 0
    assert "b.jpg: Yahtzee sheet 2: added" in run("archive", "add", "phones").out


def test_who_ends_an_idle_watch_is_told_goodbye(run: Runner, meanwhile: Clock) -> None:
    meanwhile([lambda: None])
    ended = run("archive", "add", "--watch", "phones")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err.splitlines()[1:] == [
        "stopped: nothing was added",
        "nothing is lost; the same command goes on from there",
    ]
    meanwhile([])
    assert "stopp: ingenting" in run("archive", "add", "--watch", "phones", "--lang", "no").err
    meanwhile([])
    assert run("archive", "add", "--watch", "phones", "-q").err == ""


def test_an_interrupt_without_watching_ends_with_130(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = interrupted_at_the_second(run, monkeypatch, "phones")
    assert ended.code == 130
    assert ended.err.splitlines()[0] == "stopped: 1 added"
    assert run("archive", "add", "phones").err == "1 added, 1 file skipped\n"


def test_a_file_is_not_watched(run: Runner) -> None:
    path = photo("a.jpg", 1)
    ended = run("archive", "add", "--watch", path)
    assert ended.code == 2
    assert "--watch waits for what arrives in folders" in ended.err
