"""A log of decisions is read back as it was written; what is no log is refused and left alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scorecheck.decisions.log import DecisionLog
from scorecheck.errors import InputError, OutputError
from tests.made_decision_logs import needs_posix
from tests.made_decisions import decision, undo


def test_what_was_appended_is_read_back_by_anybody(log: DecisionLog) -> None:
    first, second = (
        decision("18", remark="två rader\noch ünïcødé \u2028"),
        decision("", by="Øyvind"),
    )
    log.append(first)
    log.append(second)
    log.append(undo(second))
    assert log.all()[:2] == (first, second)
    assert DecisionLog(log.path).all() == log.all()
    assert len(log.path.read_bytes().splitlines()) == 3


def test_without_a_file_there_are_no_decisions(log: DecisionLog) -> None:
    assert log.all() == ()
    assert not log.path.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8\xff\xe0 a photo",
        b"\x89PNG\r\n\x1a\n",
        b'{"variant": "yatzy"}\n',
        b'{"schema": "scorecheck/check/1", "files": []}',
        b'{"schema": "scorecheck/decision/2"}\n',
        b"[" * 5000 + b"\n",
        b"hello\n",
    ],
)
def test_another_file_is_refused_and_left_alone(log: DecisionLog, content: bytes) -> None:
    log.path.write_bytes(content)
    for action in (log.all, lambda: log.append(decision())):
        with pytest.raises(InputError, match=r"is not a log of decisions: line 1"):
            action()
    assert log.path.read_bytes() == content
    assert [path.name for path in log.path.parent.iterdir()] == [log.path.name]


def test_a_spoilt_line_is_named(log: DecisionLog) -> None:
    log.append(decision())
    line = json.loads(log.path.read_text(encoding="utf-8"))
    with log.path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(line | {"cell": "nowhere"}) + "\n")
    with pytest.raises(InputError, match=r"line 2: .*column/box/field"):
        DecisionLog(log.path).all()


def test_a_place_that_cannot_be_written_is_an_error(log: DecisionLog, tmp_path: Path) -> None:
    for path in (tmp_path / "missing" / "log.jsonl", tmp_path):
        with pytest.raises(OutputError, match="was not saved"):
            DecisionLog(path).append(decision())
    with pytest.raises(InputError, match="cannot read"):
        DecisionLog(tmp_path).all()


@needs_posix
def test_pipes_and_devices_are_no_logs(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(InputError, match="is not a file"):
            DecisionLog(path).append(decision())
