"""`--resume`: what is finished is kept, and no finished photo is read twice, whatever happens."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from scorecheck import batch, pipeline
from scorecheck.batch import FileWork, check_files
from scorecheck.cli.countdown import Countdown
from scorecheck.errors import InputError, ScorecheckError
from scorecheck.languages.phrase import Phrase, translate
from scorecheck.photo.load import Photo
from scorecheck.pipeline import Kit, Outcome, check_photo
from scorecheck.report import kept
from scorecheck.report.json import check_document
from scorecheck.report.kept import from_kept, to_kept
from scorecheck.report.result import BatchResult, FileResult
from scorecheck.resume import Finished
from tests.cli_runner import Runner, validate
from tests.made_sheets import CLEAN, WRONG_SUM, KnowingReader, MadeSheet, kit_for, make_sheet


@pytest.fixture(scope="module")
def sheet() -> MadeSheet:
    return make_sheet(cards={"g1": WRONG_SUM, "g2": CLEAN}, sheet=7)


@pytest.fixture
def kit(sheet: MadeSheet) -> Kit:
    doubts = {"g1/chance/value": {"14": 0.49, "19": 0.48}, "g2/ones/value": {"?": 0.9}}
    return kit_for(KnowingReader(sheet.texts | {"g2/twos/value": "7"}, doubts))


def opened(path: Path, kit: Kit, command: str = "check") -> Finished:
    return Finished(path, command, kit.options, kit.catalogue)


def reads(kit: Kit) -> int:
    """How many sheets were read with a kit."""
    assert isinstance(kit.read, KnowingReader)
    return kit.read.calls


def test_a_result_is_kept_without_loss(sheet: MadeSheet, kit: Kit, tmp_path: Path) -> None:
    paths = [sheet.save(tmp_path / "å.png"), tmp_path / os.fsdecode(b"caf\xe9.jpg")]
    paths[1].write_text("no photo at all")
    for file in check_files(paths, kit).files:
        again = from_kept(json.loads(json.dumps(to_kept(file))), kit.catalogue)
        assert check_document(BatchResult((again,)), witness=True) == check_document(
            BatchResult((file,)), witness=True
        )
        for one, other in zip(again.sheets, file.sheets, strict=True):
            assert one == other
            for mine, its in zip(one.cards, other.cards, strict=True):
                told = [translate(found.finding.message, "sv") for found in mine.findings]
                assert told == [translate(found.finding.message, "sv") for found in its.findings]
        if file.error is not None:
            assert translate(again.error.message, "de") == translate(file.error.message, "de")
            assert type(again.error) is type(file.error)


def test_only_what_belongs_to_a_result_is_kept_or_made() -> None:
    with pytest.raises(TypeError):
        to_kept(lambda: None)
    kit = kit_for(KnowingReader({}))
    for odd in ({"eval": ["1"]}, {"speaker": ["x", "__class__"]}, {"State": "drunk"}):
        with pytest.raises((KeyError, ValueError)):
            from_kept(odd, kit.catalogue)


def test_no_finished_file_is_read_again(sheet: MadeSheet, kit: Kit, tmp_path: Path) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("bread, milk")
    paths = [sheet.save(tmp_path / f"{turns}.png", turns=turns) for turns in (0, 1)]
    first = check_files([paths[0], text], kit, finished=opened(tmp_path / "done", kit))
    assert reads(kit) == 1
    worked: list[tuple[str, bool]] = []
    everything = [*paths, text, tmp_path / "missing.jpg"]
    second = check_files(
        everything,
        kit,
        lambda path, work: worked.append((path.name, work)),
        finished=opened(tmp_path / "done", kit),
    )
    assert reads(kit) == 2
    assert worked == [
        ("0.png", False), ("1.png", True), ("text.jpg", False), ("missing.jpg", True),
    ]  # fmt: skip
    assert check_document(BatchResult(second.files[::2])) == check_document(
        BatchResult(first.files)
    )
    whole = check_files(everything, kit)
    assert check_document(second) == check_document(whole)
    assert {note.code for note in second.notes} == {"same-sheet"}


def test_a_finished_photo_may_be_called_otherwise(
    sheet: MadeSheet, kit: Kit, tmp_path: Path
) -> None:
    path = sheet.save(tmp_path / "a.png")
    text = tmp_path / "text.jpg"
    text.write_text("bread, milk")
    check_files([path, text], kit, finished=opened(tmp_path / "done", kit))
    moved, renamed = path.rename(tmp_path / "b.png"), text.rename(tmp_path / "other.jpg")
    found = check_files([moved, renamed], kit, finished=opened(tmp_path / "done", kit)).files
    assert reads(kit) == 1
    assert [file.path for file in found] == [moved, renamed]
    assert found[0].pages[0].path == moved
    # What is wrong with a file is told by its name, so that is found out again.
    assert "other.jpg" in str(found[1].error)


def test_torn_and_damaged_lines_do_not_count(sheet: MadeSheet, kit: Kit, tmp_path: Path) -> None:
    done = tmp_path / "done"
    paths = [sheet.save(tmp_path / f"{turns}.png", turns=turns) for turns in range(3)]
    check_files(paths, kit, finished=opened(done, kit))
    head, one, two, three = done.read_bytes().splitlines(keepends=True)
    changed = one.replace(b'"62"', b'"63"', 1)
    assert changed != one
    done.write_bytes(head + changed + two + three[: len(three) // 2])
    assert len(opened(done, kit).names) == 1
    whole = check_document(check_files(paths, kit, finished=opened(done, kit)))
    assert reads(kit) == 3 + 2
    assert check_document(check_files(paths, kit, finished=opened(done, kit))) == whole
    assert reads(kit) == 3 + 2


def test_a_line_of_a_program_that_was_changed_is_read_again(
    sheet: MadeSheet, kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sheet.save(tmp_path / "a.png")
    check_files([path], kit, finished=opened(tmp_path / "done", kit))
    monkeypatch.delitem(kept._PARTS, "CardResult")
    again = check_files([path], kit, finished=opened(tmp_path / "done", kit))
    assert reads(kit) == 2
    assert again.files[0].sheets


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda kit: replace(kit, options={"joker": "free"}), "other values of --option"),
        (lambda kit: replace(kit, catalogue=type(kit.catalogue)(kit.catalogue.all()[1:])),
         "other templates"),
    ],
)  # fmt: skip
def test_another_run_is_refused(kit: Kit, tmp_path: Path, change: Any, said: str) -> None:
    opened(tmp_path / "done", kit)
    validate(json.loads((tmp_path / "done").read_text()), "resume-1")
    with pytest.raises(ScorecheckError, match=said) as refused:
        opened(tmp_path / "done", change(kit))
    assert refused.value.exit_code == 2
    with pytest.raises(ScorecheckError, match="another command"):
        opened(tmp_path / "done", kit, "read")


@pytest.mark.parametrize(("key", "said"), [("scorecheck", "another version"),
                                           ("weights", "another reader")])  # fmt: skip
def test_another_program_is_refused(kit: Kit, tmp_path: Path, key: str, said: str) -> None:
    opened(tmp_path / "done", kit)
    head = json.loads((tmp_path / "done").read_text())
    (tmp_path / "done").write_text(json.dumps(head | {key: "other"}) + "\n")
    with pytest.raises(ScorecheckError, match=said):
        opened(tmp_path / "done", kit)


@pytest.mark.parametrize("content", [b"bread, milk\n", b"{}\n", b"\x89PNG\r\n\x1a\n", b"[1]"])
def test_a_file_of_somebody_elses_is_left_alone(kit: Kit, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(ScorecheckError, match="not a file that --resume has written"):
        opened(path, kit)
    assert path.read_bytes() == content


def test_what_may_go_better_is_tried_again(kit: Kit, tmp_path: Path) -> None:
    done = opened(tmp_path / "done", kit)
    path = tmp_path / "a.jpg"
    done.add(FileResult(path, None, InputError("cannot be read", code="unreadable"), ()))
    done.add(FileResult(path, "a" * 64, ScorecheckError("oh", code="internal"), ()))
    path.write_text("a")
    lost = FileWork(kit, check_photo).lost(path)
    assert lost.exit_code == 3
    done.add(lost)
    assert opened(tmp_path / "done", kit).names == {}
    done.add(FileResult(path, "b" * 64, InputError("no sheet", code="no-sheet"), ()))
    assert opened(tmp_path / "done", kit).names == {"b" * 64: str(path)}


def test_a_full_disk_is_said(kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = opened(tmp_path / "done", kit)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ScorecheckError, match="No space left") as ended:
        done.add(FileResult(tmp_path / "a.jpg", "b" * 64, None, ()))
    assert ended.value.exit_code == 3


def noting(photo: Photo, kit: Kit, log: Path) -> Sequence[Outcome]:
    """Notes that a photo is read, and finds nothing on it."""
    with log.open("a") as stream:
        stream.write(f"{photo.path.name}\n")
    raise InputError(Phrase("{path}: no sheet", path=photo.path), code="no-sheet")


def check_until_killed(paths: Sequence[Path], done: Path, log: Path, limit: int) -> None:
    """Check the photos, and end at once after so many."""
    kit = kit_for(KnowingReader({}))
    count = 0

    def counted(path: Path, worked: bool) -> None:
        nonlocal count
        count += worked
        if count == limit:
            os.kill(os.getpid(), signal.SIGKILL)

    work = FileWork(kit, partial(noting, log=log))
    batch._run(paths, work, counted, batch.HERE, opened(done, kit))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no SIGKILL")
def test_after_any_kill_the_run_goes_on_where_it_was(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.png" for number in range(9)]
    for number, path in enumerate(paths):
        cv2.imwrite(str(path), np.full((9, 9 + number), 200, np.uint8))
    done, log = tmp_path / "done", tmp_path / "log"
    for limit in (2, 1, 3, 100):
        run = get_context("fork").Process(target=check_until_killed, args=(paths, done, log, limit))
        run.start()
        run.join()
        assert run.exitcode == (0 if limit == 100 else -signal.SIGKILL)
    assert log.read_text().split() == [path.name for path in paths]


def test_the_command_goes_on(
    sheet: MadeSheet,
    kit: Kit,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit)
    run = Runner(capsys, monkeypatch)
    path, done = sheet.save(tmp_path / "a.png"), tmp_path / "done.jsonl"
    first = run("check", path, "--resume", done, "--json")
    second = run("check", path, "--resume", done, "--json", "--picture", tmp_path / "seen.png")
    assert (first.code, second.code, first.out) == (1, 1, second.out)
    assert reads(kit) == 1
    assert (tmp_path / "seen.png").exists()
    assert first.err == ""
    assert f"{done}: 1 photo is finished already" in second.err
    assert run("read", path, "--resume", done).code == 2
    assert run("read", path, "--resume", tmp_path / "read.jsonl").code == 1
    assert reads(kit) == 2
    refused = run("check", path, "--resume", path)
    assert refused.code == 2
    assert "is one of the photos to read" in refused.err
    assert run("check", path, "--resume", tmp_path / "none" / "done.jsonl").code == 3


class Terminal:
    """Standard error that is a terminal."""

    def __init__(self) -> None:
        self.written = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.written += text

    def flush(self) -> None:
        pass


def test_one_bar_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = Terminal(), [0.0]
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "80")
    countdown = Countdown(3, shown=True, clock=lambda: now[0])
    for _ in range(3):
        now[0] += 10
        countdown.tick()
    countdown.clear()
    lines = terminal.written.split("\r\x1b[K")[1:]
    assert lines == [
        f"[{'=' * 10}{' ' * 20}] 1 of 3, 20 s left",
        f"[{'=' * 20}{' ' * 10}] 2 of 3, 10 s left",
        f"[{'=' * 30}] 3 of 3",
        "",
    ]
    monkeypatch.setenv("COLUMNS", "30")
    countdown.tick()
    assert "[" not in terminal.written.split("\x1b[K")[-1]
