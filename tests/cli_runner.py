"""Runs the command in this process, as the console script would."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import jsonschema
import pytest

from scorecheck.cli import main
from scorecheck.resources import data_file


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    code: int
    out: str
    err: str

    def json(self, schema: str) -> Any:
        """Standard output, parsed and checked against one of the package's schemas."""
        document = json.loads(self.out)
        validate(document, schema)
        return document


def validate(document: Any, schema: str) -> None:
    """Check a document against `schemas/SCHEMA.json`, the schema itself included."""
    rules = json.loads(data_file(f"schemas/{schema}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(rules)
    jsonschema.validate(document, rules, cls=jsonschema.Draft202012Validator)


class Runner:
    """`run("check", "a.jpg")` gives exit code, standard output and standard error."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def __call__(self, *args: object) -> Ended:
        """Run the command with these arguments."""
        self._capsys.readouterr()
        self._patch.setattr(sys, "argv", ["scorecheck", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            main.run()
        out, err = self._capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ended(ended.value.code, out, err)
