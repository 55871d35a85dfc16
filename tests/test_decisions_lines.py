"""Logs that people copied, put together or edited by hand: no line rewrites what another says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.merge import merged, read_logs
from scorecheck.decisions.record import Decision
from scorecheck.errors import InputError
from tests.made_decisions import decision


def test_logs_are_merged_by_time_and_copies_count_once(tmp_path: Path) -> None:
    a, b, c, d = (decision(text) for text in "1234")
    early, late = "2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"
    slow = decision("5", at=early)  # the clock went back: it still stands after its forerunner
    assert merged([[a, c, slow], [b, a, d]]) == (a, b, c, slow, d)
    assert merged([[decision(at=late)], []])[0].at == late
    one, copy = DecisionLog(tmp_path / "a.jsonl"), DecisionLog(tmp_path / "b.jsonl")
    for log in (one, copy):
        log.append(a)
    assert read_logs([one.path, copy.path]) == (a,)
    with pytest.raises(InputError, match="no such file"):
        read_logs([one.path, tmp_path / "typo.jsonl"])


def lines_of(log: DecisionLog, *lines: Decision | str, end: str = "\n") -> DecisionLog:
    """The log with these lines, as a person may have put them together."""
    texts = [one if isinstance(one, str) else json.dumps(one.to_json()) for one in lines]
    log.path.write_text("\n".join(texts) + end)
    return DecisionLog(log.path)


@pytest.mark.parametrize("part", [{"text": "12"}, {"by": "Eve"}, {"cell": "g1/ones/value"}])
@pytest.mark.parametrize("end", ["\n", ""])
def test_no_line_puts_other_words_under_the_id_of_another(
    log: DecisionLog, part: dict[str, str], end: str
) -> None:
    first, second = decision("8"), decision("9")
    changed = replace(first, **part)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=f"line 4: the id {first.id}") as caught:
        lines_of(log, first, "", second, changed, end=end).all()
    assert caught.value.code == "not-decisions"
    log = lines_of(log, first, second)
    assert log.all() == (first, second)
    with log.path.open("a") as stream:  # meanwhile, so that only the new line is read
        stream.write(json.dumps(changed.to_json()) + end)
    with pytest.raises(InputError, match=f"line 3: the id {first.id}"):
        log.all()
    with pytest.raises(InputError, match=first.id):
        log.append(decision("3"))


@pytest.mark.parametrize("end", ["\n", ""])
def test_the_same_line_again_counts_once(log: DecisionLog, end: str) -> None:
    first, second = decision("8"), decision("9")
    again = lines_of(log, first, second, first, first, end=end)
    assert again.all() == (first, second)
    third = decision("7")
    again.append(third)
    assert again.all() == DecisionLog(log.path).all() == (first, second, third)
    with pytest.raises(InputError, match="line 6"):
        lines_of(log, first, first, first, second, second, replace(first, text="1")).all()


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_key_that_stands_twice_in_a_line_is_refused(log: DecisionLog, end: str) -> None:
    line = json.dumps(decision("8").to_json())
    for more in ('"text": "12"', '"text": "8"'):
        with pytest.raises(InputError, match="line 2: the key 'text' stands there twice"):
            lines_of(log, decision("1"), f"{line[:-1]}, {more}}}", end=end).all()
    inner = line.replace('"confidence":', '"confidence": 0.5, "confidence":')
    with pytest.raises(InputError, match="the key 'confidence'"):
        lines_of(log, inner, end=end).all()


def test_a_whole_last_line_that_is_no_decision_is_not_taken_for_a_torn_one(
    log: DecisionLog,
) -> None:
    document = decision("8").to_json() | {"at": "2026-99-99T99:99:99.999Z"}
    wrong = lines_of(log, decision("1"), json.dumps(document), end="")
    before = log.path.read_bytes()
    with pytest.raises(InputError, match=r"line 2: .*no such day"):
        wrong.all()
    with pytest.raises(InputError, match="line 2"):
        wrong.append(decision("2"))
    assert log.path.read_bytes() == before


def test_two_files_with_other_words_under_one_id_are_refused(tmp_path: Path) -> None:
    first = decision("8")
    one, other = DecisionLog(tmp_path / "one.jsonl"), DecisionLog(tmp_path / "other.jsonl")
    one.append(first)
    other.append(replace(first, by="Eve"))
    with pytest.raises(InputError, match=rf"other\.jsonl: the id {first.id}"):
        read_logs([one.path, other.path])
    assert read_logs([one.path, one.path]) == (first,)
