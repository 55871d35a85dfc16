"""Large JSON is read as small JSON is, and as strictly, in whatever pieces it comes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorecheck.cli import large_json
from scorecheck.cli.large_json import Entries, load_large
from scorecheck.errors import InputError, UsageError

WORDS = st.text(st.characters(codec="utf-8"), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False,
    allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
KEEPS_THE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def plain(document: dict[str, Any]) -> dict[str, Any]:
    return {
        key: list(value) if isinstance(value, Entries) else value for key, value in document.items()
    }


@KEEPS_THE_FOLDER
@given(
    document=st.dictionaries(WORDS, VALUES, max_size=4),
    records=st.lists(VALUES, max_size=5),
    indent=st.sampled_from([None, 1]),
    piece=st.integers(1, 40),
    before=st.booleans(),
)
def test_what_comes_in_pieces_is_what_comes_at_once(
    tmp_path: Path,
    document: dict[str, Any],
    records: list[Any],
    indent: int | None,
    piece: int,
    before: bool,
) -> None:
    document.pop("records", None)
    document = {"records": records} | document if before else document | {"records": records}
    path = tmp_path / "export.json"
    path.write_text(json.dumps(document, indent=indent, ensure_ascii=False), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(large_json, "_PIECE", piece)
        found = load_large(path, "records")
        assert isinstance(found["records"], Entries)
        assert len(found["records"]) == len(records)
        assert plain(found) == document
        assert plain(found) == document, "it can be gone through again"


@pytest.mark.parametrize(
    "text", ["[1]", "5", "{}", " { } ", '{"records": 5}', '{"records": {}}', '\ufeff{"a":1}']
)
def test_what_has_no_such_list(tmp_path: Path, text: str) -> None:
    path = tmp_path / "export.json"
    path.write_text(text, encoding="utf-8")
    assert load_large(path, "records") == json.loads(text.lstrip("\ufeff"))


@pytest.mark.parametrize(
    "text",
    [
        "", "{", '{"records": [', '{"records": [1', '{"records": [1]', '{"a" 1}',
        "{1: 2}",
        '{"a": 1} x', '{"a": 1}{', '{"a": 1, "a": 2}', '{"records": [{"a": 1, "a": 2}]}',
        '{"records": [], "records": []}', '{"a": 1, "records": [NaN]}', '{"records": [1e999]}',
        '{"records": [1,]}', '{"a": 1,}', '{"a": "\\ud8', "[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_not_json_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "export.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        load_large(path, "records")


def test_other_encodings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_bytes('{"a": "å"}'.encode("latin-1"))
    with pytest.raises(UsageError, match="not UTF-8 text"):
        load_large(path, "records")


def test_one_entry_may_not_be_endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_json, "_PIECE", 10)
    monkeypatch.setattr(large_json, "MOST_BYTES", 100)
    path = tmp_path / "export.json"
    path.write_text(json.dumps({"records": ["x" * 50] * 20}), encoding="utf-8")
    assert len(load_large(path, "records")["records"]) == 20
    path.write_text(json.dumps({"records": ["x" * 500]}), encoding="utf-8")
    with pytest.raises(UsageError, match="one entry of it is more than"):
        load_large(path, "records")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        load_large(tmp_path / "none.json", "records")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.TextIOWrapper(io.BytesIO(b'{"a": 1, "records": [1, 2]}'))
    monkeypatch.setattr(sys, "stdin", data)
    found = load_large(Path("-"), "records")
    assert plain(found) == plain(found) == {"a": 1, "records": [1, 2]}
