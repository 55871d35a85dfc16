"""An export is only written of what fits together, unless somebody asks for it all the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.archive.sound import first_misfit, misfit_words
from scorecheck.archive.store import Archive
from tests.cli_runner import Runner
from tests.made_archive import tamper
from tests.made_club import played


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with played(tmp_path / "club") as one:
        yield one


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


DAMAGES = {
    "UPDATE log SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 9": (
        "record 9: its hash is not that of its content"
    ),
    "DELETE FROM log WHERE seq = 4": "record 4: the table players says something else",
    "UPDATE results SET cards = '[]'": "the table results says something else",
}


@pytest.mark.parametrize("statement", DAMAGES)
def test_nothing_is_written_of_what_does_not_fit(
    archive: Archive, run: Runner, tmp_path: Path, statement: str
) -> None:
    target, options = tmp_path / "results.json", ("--archive", archive.folder)
    target.write_text("older", encoding="utf-8")
    assert run("archive", "export", "-o", target, *options).code == 0
    whole = target.read_bytes()
    tamper(archive, statement)
    ended = run("archive", "export", "-o", target, *options)
    assert ended.code == 5
    assert DAMAGES[statement] in ended.err
    assert "nothing was written" in ended.err
    assert target.read_bytes() == whole


def test_what_is_there_can_be_written_all_the_same(
    archive: Archive, run: Runner, tmp_path: Path
) -> None:
    tamper(archive, next(iter(DAMAGES)))
    for ending in (".json", ".txt"):
        target = tmp_path / f"results{ending}"
        ended = run("archive", "export", "--anyway", "-o", target, "--archive", archive.folder)
        assert ended.code == 5
        assert "record 9: its hash is not that of its content" in ended.err
        assert "event code" in ended.err
        assert target.exists()
    told = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert len(told["sheets"]) == 4


def test_the_first_record_that_does_not_fit_is_told(archive: Archive) -> None:
    with archive.read() as connection:
        assert first_misfit(connection) is None
    tamper(archive, "UPDATE log SET prev = hash WHERE seq IN (7, 3)")
    with archive.read() as connection:
        misfit = first_misfit(connection)
    assert misfit is not None
    assert misfit_words("club", misfit).startswith("the archive club does not fit together: record")
    assert misfit.seq == 3
