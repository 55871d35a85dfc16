"""The decisions in memory: always what the log says, whatever was done to the file meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.decisions.log import DecisionLog
from scorecheck.review.ledger import Ledger
from tests.made_decisions import PLACE, decision

PHOTO = PLACE.sha256


@pytest.fixture
def log(tmp_path: Path) -> DecisionLog:
    return DecisionLog(tmp_path / "log.jsonl")


def ids(ledger: Ledger, sha256: str = PHOTO) -> list[str]:
    return [one.id for one in ledger.about(sha256)]


def test_what_is_kept_is_there_at_once_and_on_the_disk(log: DecisionLog) -> None:
    ledger = Ledger(log)
    one, other = decision("1"), decision("2", sha256="b" * 64)
    ledger.add(one)
    ledger.add(other)
    assert ledger.about(PHOTO) == [one]
    assert ledger.about("b" * 64) == [other]
    assert DecisionLog(log.path).all() == (one, other)


def test_names_come_the_latest_first(log: DecisionLog) -> None:
    ledger = Ledger(log)
    for name in ("Åsa", "Björn", "Åsa", "Cecilia", "Björn"):
        ledger.add(decision(by=name))
    assert ledger.names() == ["Björn", "Cecilia", "Åsa"]


def test_a_log_that_was_cut_short_takes_its_decisions_with_it(log: DecisionLog) -> None:
    first, second, third = decision("1"), decision("2", "Björn"), decision("3")
    log.append(first)
    short = log.path.read_bytes()
    ledger = Ledger(log)
    ledger.add(second)
    log.path.write_bytes(short)
    ledger.refresh()
    assert ids(ledger) == [first.id]
    assert ledger.names() == ["Åsa"]
    ledger.add(third)
    assert ids(ledger) == [first.id, third.id]


def test_a_longer_log_in_the_place_of_another_is_read_from_its_start(log: DecisionLog) -> None:
    ledger = Ledger(log)
    ledger.add(decision("1"))
    other = DecisionLog(log.path.with_name("other.jsonl"))
    found = [decision(str(number)) for number in range(3)]
    for one in found:
        other.append(one)
    log.path.write_bytes(other.path.read_bytes())
    ledger.refresh()
    assert ids(ledger) == [one.id for one in found]


def test_lines_that_stand_twice_count_once(log: DecisionLog) -> None:
    first, second = decision("1"), decision("2", "Björn")
    ledger = Ledger(log)
    ledger.add(first)
    ledger.add(second)
    log.path.write_bytes(log.path.read_bytes() * 2)
    for known in (ledger, Ledger(DecisionLog(log.path))):
        known.refresh()
        assert ids(known) == [first.id, second.id]
    third = decision("3")
    ledger.add(third)
    assert ids(ledger) == [first.id, second.id, third.id]


def test_a_log_that_is_gone_has_no_decisions(log: DecisionLog) -> None:
    ledger = Ledger(log)
    ledger.add(decision("1"))
    log.path.unlink()
    ledger.refresh()
    assert ids(ledger) == []
    assert ledger.names() == []
