"""Decisions as records: what can be kept, what is refused, and what stands after undos."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecheck.decisions import make
from scorecheck.decisions.current import current, live
from scorecheck.decisions.record import SETTLING, Decision
from scorecheck.decisions.texts import clean_text
from scorecheck.errors import UsageError
from tests.cli_runner import validate
from tests.made_decisions import PLACE, READ, cell_of, decision, judged_sheet, undo
from tests.made_sheets import CLEAN

CHANCE = "g1/chance/value"


def test_the_json_form_fits_its_schema_and_gives_the_same_back() -> None:
    one = decision("19", "Øyvind", remark="såg det själv")
    for record in (
        one,
        undo(one),
        decision("", round=2),
        decision("?", round=SETTLING, remark="x"),
    ):
        document = json.loads(json.dumps(record.to_json()))
        validate(document, "decision-1")
        assert Decision.from_json(document) == record


names = st.text(min_size=1, max_size=90)


@settings(deadline=None)
@given(by=names, remark=st.text(max_size=80), text=st.text(max_size=14), page=st.integers(-1, 3))
def test_what_can_be_made_can_be_kept(by: str, remark: str, text: str, page: int) -> None:
    try:
        one = decision(text, by, remark=remark, page=page)
    except UsageError as error:
        assert error.help
        return
    line = json.dumps(one.to_json(), ensure_ascii=False).encode("utf-8")
    assert b"\n" not in line
    validate(json.loads(line), "decision-1")
    assert Decision.from_json(json.loads(line)) == one


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"by": "  "}, "who decides"),
        ({"by": "x" * 81}, "at most 80"),
        ({"by": "two\nlines"}, "one line"),
        ({"by": "\ud800"}, "one line"),
        ({"cell": "chance"}, "column/box/field"),
        ({"sha256": "A" * 64}, "SHA-256"),
        ({"page": 0}, "count from 1"),
        ({"sheet": -1}, "from 0"),
        ({"round": 4}, "1, 2 or 3"),
        ({"round": SETTLING}, "say why"),
        ({"at": "2026-01-31T20:15:00+00:00"}, "UTC"),
        ({"at": "2026-01-3٣T20:15:00.000Z"}, "UTC"),
        ({"at": "2026-99-99T99:99:99.999Z"}, "no such day or time"),
        ({"at": "2026-02-30T20:15:00.000Z"}, "no such day or time"),
        ({"at": "2026-02-28T24:01:00.000Z"}, "no such day or time"),
        ({"cell": "p1/fo\x1b[31mX\nfake line/value"}, "column/box/field"),
        ({"cell": "p1/ones\n/value"}, "column/box/field"),
        ({"cell": "p1/on\u202ees/value"}, "column/box/field"),
        ({"cell": f"p1/{'x' * 300}/value"}, "column/box/field"),
        ({"page": 10**30}, "count from 1"),
        ({"sheet": 10**30}, "from 0"),
        ({"id": "1"}, "32 hex"),
        ({"undoes": "b" * 32}, "not both"),
        ({"text": None}, "must say what is written"),
        ({"text": None, "undoes": "b"}, "no decision's id"),
        ({"text": "1" * 13}, "too long"),
        ({"text": "1\x07"}, "control"),
        ({"remark": "x" * 2001}, "longer than 2000"),
        ({"remark": "\x1b[2J"}, "control"),
        ({"remark": "paid \u202e100"}, "control"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(part: dict[str, object], why: str) -> None:
    fine = decision()
    with pytest.raises(UsageError, match=why):
        replace(fine, **part)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=why):
        Decision.from_json(fine.to_json() | part)


def test_no_decision_takes_back_itself() -> None:
    with pytest.raises(UsageError, match="no decision's id"):
        decision(None, undoes="b" * 32, id="b" * 32)


@pytest.mark.parametrize(
    "part",
    [
        {"page": True},
        {"page": 1.0},
        {"text": 16},
        {"read": {"alone": {"text": "1"}}},
        {"read": READ.to_json() | {"box_px": [[0, 0]]}},
        {"read": READ.to_json() | {"state": "clear"}},
        {"read": "none"},
        {"read": READ.to_json() | {"confidence": float("nan")}},
        {"read": READ.to_json() | {"confidence": float("inf")}},
        {"read": READ.to_json() | {"text": "1\x1b[2J"}},
        {"read": READ.to_json() | {"alone": {"text": "1", "p": float("nan")}}},
        {"read": READ.to_json() | {"alone": {"text": "1\n2", "p": 0.5}}},
        {"schema": "scorecheck/decision/2"},
        {"by": None},
    ],
)
def test_other_types_are_refused(part: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="no decision"):
        Decision.from_json(decision().to_json() | part)


def test_a_missing_key_is_named() -> None:
    document = decision().to_json()
    for key in document.keys() - {"schema"}:
        with pytest.raises(UsageError, match=key):
            Decision.from_json({name: part for name, part in document.items() if name != key})
    others: list[object] = [None, [], "decision", {}]
    for other in others:
        with pytest.raises(UsageError, match="schema"):
            Decision.from_json(other)


def test_keys_of_later_releases_are_left_alone() -> None:
    one = decision()
    assert Decision.from_json(one.to_json() | {"mood": "good"}) == one


@pytest.mark.parametrize(
    ("typed", "kind", "kept"),
    [
        (" 16 ", "number", "16"), ("x", "number", "X"), ("×", "number", "X"), ("–", "number", "-"),
        ("", "number", ""), ("  ", "tick", ""), ("?", "power", "?"), ("#", "number", "#"),
        ("05", "number", "05"), ("d", "power", "D"), ("Freeze", "power", "FREEZE"),
        ("7", "power", "7"), ("x", "power", "X"), ("✓", "tick", "v"), ("V", "tick", "v"),
        ("2", "tick", "2"), ("/", "tick", "/"), ("9999", "number", "9999"),
    ],
)  # fmt: skip
def test_texts_are_spelt_as_the_reader_spells_them(typed: str, kind: str, kept: str) -> None:
    assert clean_text(typed, kind) == kept
    assert clean_text(kept, kind) == kept


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("sixteen", "number"), ("1 6", "number"), ("-5", "number"), ("1.5", "number"),
        ("v", "number"),
        ("٣", "number"), ("123456", "number"), ("D2", "power"), ("<b>", "power"), ("ok", "tick"),
        ("??", "number"), ("16\n17", "number"),
    ],
)  # fmt: skip
def test_what_cannot_stand_in_a_cell_is_refused(typed: str, kind: str) -> None:
    with pytest.raises(UsageError, match="cannot stand in this cell"):
        clean_text(typed, kind)


def test_a_new_decision_keeps_what_the_machine_read() -> None:
    sheet = judged_sheet({"g1": CLEAN}, {CHANCE: {"18": 0.55, "19": 0.44}})
    cell = cell_of(sheet, CHANCE)
    one = make.decide(PLACE, cell, " 19", " Åsa ", remark=" tydligt ")
    other = make.decide(PLACE, cell, "19", "Åsa")
    assert (one.text, one.by, one.remark, one.place) == ("19", "Åsa", "tydligt", PLACE)
    assert one.id != other.id
    assert one.at <= other.at
    assert one.read is not None
    assert one.read.alone == cell.alone
    assert one.read.text == cell.text
    assert one.read.confidence == cell.confidence
    # A cell that was decided already carries the machine's own reading on.
    again = make.decide(PLACE, replace(cell, text="7", confidence=1.0, machine=cell), "7", "Bo")
    assert again.read == one.read
    with pytest.raises(UsageError, match="cannot stand"):
        make.decide(PLACE, cell, "nineteen", "Åsa")
    with pytest.raises(UsageError, match="who decides"):
        make.decide(PLACE, cell, "19", " ")


def test_the_latest_decision_holds() -> None:
    first, second, other = decision("18"), decision("19"), decision("3", cell="g1/ones/value")
    assert current([first, other, second], *PLACE) == {CHANCE: second, "g1/ones/value": other}


def test_what_was_taken_back_is_gone_and_what_stood_before_holds_again() -> None:
    first, second = decision("18"), decision("19")
    back = undo(second)
    assert current([first, second, back], *PLACE) == {CHANCE: first}
    assert current([first, second, back, undo(first)], *PLACE) == {}


def test_an_undo_can_be_taken_back_again_and_again() -> None:
    log = [decision("18")]
    for _ in range(5):
        log.append(undo(log[-1]))
        assert current(log, *PLACE) == ({CHANCE: log[0]} if len(log) % 2 else {})
    assert len({one.id for one in log}) == 6


def test_an_undo_reaches_what_is_not_the_latest() -> None:
    first, second = decision("18"), decision("19")
    assert current([first, second, undo(first)], *PLACE) == {CHANCE: second}
    assert live([first, second, undo(first)]) == [second]


def test_an_undo_of_what_is_not_there_changes_nothing() -> None:
    one = decision("18")
    assert live([one, undo(decision("19"))]) == [one]


def test_sheets_pages_photos_and_rounds_are_kept_apart() -> None:
    here = decision("18")
    elsewhere = [
        decision("1", sheet=1),
        decision("2", page=2),
        decision("3", sha256="b" * 64),
        decision("4", round=2),
    ]
    assert current([here, *elsewhere], *PLACE) == {CHANCE: here}
    assert current([here, *elsewhere], *PLACE, round=2) == {CHANCE: elsewhere[3]}


@settings(deadline=None)
@given(st.lists(st.integers(0, 30), max_size=30))
def test_undos_in_any_order_agree_with_a_simple_count(targets: list[int]) -> None:
    log = [decision(str(number), cell=f"g1/ones{number}/value") for number in range(3)]
    for target in targets:
        log.append(undo(log[target % len(log)]))
    # Said the other way round: a record stands if no record that stands takes it back.
    stands: dict[str, bool] = {}
    for one in reversed(log):
        stands[one.id] = not any(
            stands[later.id] for later in log if later.undoes == one.id and later.id in stands
        )
    assert live(log) == [one for one in log if one.undoes is None and stands[one.id]]
