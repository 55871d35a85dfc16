"""The program that damages archives: it makes every change, puts it back, and tells the truth."""

from __future__ import annotations

import random

import pytest

from scorecheck.archive.verify import Verified
from scorecheck.measure import archive_damage


def test_every_change_is_made_found_and_put_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert archive_damage.main(["--each", "12", "--forged", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:7] == [
        "| bytes of the log | 12 | 12 | 12 |",
        "| photos | 12 | 12 | 12 |",
        "| totals | 12 | 12 | 12 |",
        "| results | 12 | 12 | 12 |",
        "| forged totals | 1 | 1 | 1 |",
    ]
    assert lines[-1] == "put back, everything fits"


def test_what_is_not_found_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_damage, "verify", lambda *_, **__: Verified(0, 0, 0, ()))
    assert archive_damage.main(["--each", "2", "--forged", "0"]) == 1
    assert "| totals | 2 | 0 | 0 |" in capsys.readouterr().out


def test_one_byte_is_always_another() -> None:
    chance = random.Random(1)
    for _ in range(100):
        changed = archive_damage.with_one_byte_changed(b"abcdef", chance)
        assert sum(a != b for a, b in zip(changed, b"abcdef", strict=True)) == 1
