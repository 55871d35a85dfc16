"""A conflict with what people decided on one of the two photos is told by what they decided."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorecheck.archive.opening import create_archive
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.cli_runner import Runner
from tests.made_decisions import decision
from tests.made_sheets import CLEAN

CHANCE = "g1/chance/value"


def test_both_photos_read_alike_but_people_decided_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scorecheck.archive.intake.ReadFile.__call__", lambda kit, p: read_stub(p))
    create_archive(tmp_path / "scorecheck-archive")
    run = Runner(capsys, monkeypatch)
    for name in ("a.jpg", "b.jpg"):
        write_photo(Path(name), {"g1": CLEAN}, nonce=name, sheet=12)
    run("archive", "add", "a.jpg", "b.jpg")
    one = decision("24", sha256=read_stub(Path("a.jpg")).sha256, read=None)
    Path("log.jsonl").write_text(json.dumps(one.to_json()) + "\n")
    run("archive", "decide", "log.jsonl")
    (told,) = run("archive", "settle", "--json").json("archive-conflicts-1")["conflicts"]
    (cell,) = told["cells"]
    sides = {tuple(told[side]["called"]): cell[side] for side in ("first", "second")}
    assert sides[("a.jpg",)] == "24"
    assert sides[("b.jpg",)] == "19"
