"""The documents say what the program does: nothing is undocumented, nothing invented."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest

from scorecheck import __version__, errors
from scorecheck.audit.cases import judge_case
from scorecheck.audit.codes import RULES
from scorecheck.cli.main import EXIT_CODES
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure import readme
from scorecheck.resources import PACKAGE, data_file

ROOT = PACKAGE.parent
README = ROOT / "README.md"

pytestmark = pytest.mark.skipif(not README.is_file(), reason="the documents are in the checkout")


@pytest.fixture(scope="module")
def text() -> str:
    return README.read_text(encoding="utf-8")


def test_the_tables_are_what_they_describe(text: str) -> None:
    assert readme.renewed(text) == text, "run: python -m scorecheck.measure.readme"


@pytest.mark.parametrize("name", readme.TABLES)
def test_the_readme_has_every_table(text: str, name: str) -> None:
    assert text.count(f"<!-- table: {name} -->") == 1


def test_every_command_and_option_is_documented(text: str) -> None:
    for command in readme.commands():
        assert f"scorecheck {command.name}" in text
        assert command.help, command.name
        for parameter in command.params:
            assert parameter.param_type_name == "argument" or parameter.help, parameter.name
            for option in parameter.opts if parameter.param_type_name == "option" else ():
                assert option in text or option in ("--help", "-h"), f"{command.name} {option}"


def test_every_rule_is_documented(text: str) -> None:
    for rule in RULES:
        assert re.search(rf"\| {rule.code} \| `{rule.name}` \|", text), rule.name


def test_every_exit_code_is_documented(text: str) -> None:
    classes = [one for _, one in inspect.getmembers(errors, inspect.isclass)]
    codes = {one.exit_code for one in classes if issubclass(one, errors.ScorecheckError)}
    assert codes <= set(EXIT_CODES)
    for code in EXIT_CODES:
        assert f"| {code} |" in text


def test_the_test_command_of_ci_is_the_readmes(text: str) -> None:
    pattern = re.compile(r"^python3 -m venv .*-m pytest .*$", re.MULTILINE)
    assert len(pattern.findall(text)) == 1
    assert r"'^python3 -m venv .*-m pytest .*$' README.md" in (ROOT / ".ci" / "run").read_text()


def test_every_schema_names_its_format() -> None:
    paths = sorted(data_file("schemas").glob("*.json"))
    assert paths
    for path in paths:
        name, version = path.stem.rsplit("-", 1)
        rules = json.loads(path.read_text(encoding="utf-8"))
        assert rules["properties"]["schema"] == {"const": f"scorecheck/{name}/{version}"}


def test_the_changelog_knows_this_version() -> None:
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_name_of_a_file_in_the_readme_exists(text: str) -> None:
    for name in re.findall(r"`((?:samples|templates|tests|scorecheck)/[\w./-]+)`", text):
        assert (ROOT / Path(name)).exists(), name


def test_the_card_file_of_the_readme_is_one(text: str) -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    verdict = judge_case(json.loads(shown), load_catalogue(), 1)
    assert [(one.name, one.at) for one in verdict.findings] == [("sum-wrong", "p2.grand_total")]


def test_the_house_template_of_the_readme_works(text: str, tmp_path: Path) -> None:
    assert "delete its `[other_names...]`" in text
    source = (ROOT / "templates" / "yatzy.toml").read_text(encoding="utf-8")
    house = re.sub(r"\[other_names.*?\n\n", "", source, flags=re.DOTALL)
    house = house.replace('id = "yatzy"', 'id = "club"', 1).replace(
        'en = "Yatzy"', 'en = "Club"', 1
    )
    (tmp_path / "club.toml").write_text(house, encoding="utf-8")
    assert load_catalogue([tmp_path]).get("club").title("en") == "Club"


def test_the_pins_are_complete_and_name_no_host() -> None:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[\w.+!]+", pin) for pin in pins)
    pinned = {re.split("==", pin)[0].lower().replace("_", "-") for pin in pins}
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.search(r"^dependencies = \[(.*?)\n\]", project, re.DOTALL | re.MULTILINE)
    assert wanted is not None
    for name in re.findall(r'"([\w.-]+?)(?:>=|")', wanted[1]):
        assert name.lower() in pinned


def test_the_documents_name_every_program_and_no_other() -> None:
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")]
    named = set(re.findall(r"python -m (scorecheck[\w.]+)", " ".join(texts)))
    programs = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in PACKAGE.rglob("*.py")
        if "__main__" in path.read_text(encoding="utf-8") and path.stem != "__main__"
    }
    assert named == programs
