"""The command as a whole: exit codes, streams, a fast start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorecheck import __version__
from scorecheck.cli import guard
from scorecheck.errors import InputError, MissingToolError, TemplateError
from tests.cli_runner import Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


def test_version(run: Runner) -> None:
    ended = run("--version")
    assert (ended.code, ended.out) == (0, f"scorecheck {__version__}\n")


def test_help_lists_every_command(run: Runner) -> None:
    ended = run("--help")
    assert ended.code == 0
    for command in ("print", "check", "read", "audit", "variants", "explain", "rule", "doctor"):
        assert f"\n  {command}" in ended.out


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        (["archive", "settle"], "[NUMBER]"),
        (["review"], "[FILE]..."),
        (["check"], "{FILE}..."),
        (["event", "new"], "{NAME}"),
    ],
)
def test_brackets_stand_once_around_an_argument(
    run: Runner, command: list[str], usage: str
) -> None:
    first = run(*command, "--help").out.splitlines()[0]
    assert first == f"Usage: scorecheck {' '.join(command)} [OPTIONS] {usage}"


@pytest.mark.parametrize(
    "args", [["chekc"], ["check"], ["--loud"], ["print", "yatzy", "--sheets", "0"]]
)
def test_wrong_usage_ends_with_2_and_a_hint(run: Runner, args: list[str]) -> None:
    ended = run(*args)
    assert ended.code == 2
    assert ended.out == ""
    what, then = ended.err.splitlines()
    assert what.startswith("scorecheck: ")
    assert then.startswith("  ")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ("check",),
            "scorecheck: FILE is missing\n"
            "  usage: scorecheck check [OPTIONS] {FILE}...; `scorecheck check --help` tells more\n",
        ),
        (("archive", "export"), "scorecheck: --output is missing\n"),
        (("check", "--quit"), "scorecheck: there is no option '--quit'\n  perhaps --quiet"),
        (("event", "nwe"), "scorecheck: there is no command 'nwe'\n  choose of new, "),
        (("event", "print", "--round", "x"), "scorecheck: --round: "),
        (("archive", "export", "--lang", "sv"), "scorecheck: --output saknas\n"),
        (("check", "--lang=de"), "scorecheck: FILE fehlt\n"),
        (("check", "--lang", "xx"), "scorecheck: FILE is missing\n"),
    ],
)
def test_what_typer_finds_is_told_as_all_else_is(
    run: Runner, args: tuple[str, ...], told: str
) -> None:
    ended = run(*args)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(told)
    assert len(ended.err.splitlines()) == 2


def test_a_group_of_commands_alone_shows_its_help(run: Runner) -> None:
    ended = run("archive")
    assert ended.code == 2
    assert "Usage: scorecheck archive" in ended.out + ended.err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InputError("torn", code="truncated"), 3),
        (TemplateError("2 errors"), 2),
        (MissingToolError("no tesseract"), 4),
        (KeyboardInterrupt(), 130),
        (ZeroDivisionError("division by zero"), 70),
        (MemoryError(), 70),
    ],
)
def test_each_way_to_fail_has_its_code(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> int:
        raise error

    assert guard.outcome(fail) == code
    said = capsys.readouterr().err
    assert said.startswith("scorecheck: ")
    assert "Traceback" not in said


def test_help_for_the_user_stands_under_the_error(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise InputError("a.jpg is empty", help="copy the file again")

    guard.outcome(fail)
    assert capsys.readouterr().err == "scorecheck: a.jpg is empty\n  copy the file again\n"


def python(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        env={**os.environ, **env},
    )


def test_the_command_starts_without_the_heavy_packages() -> None:
    heavy = "{'cv2', 'numpy', 'reportlab', 'pydantic', 'PIL'}"
    code = f"import sys, scorecheck.cli.main; print({heavy} & set(sys.modules))"
    assert python(code).stdout == "set()\n"


def test_reading_takes_nothing_that_draws_sheets() -> None:
    """It would cost every process that reads a quarter of a second."""
    code = "import sys, scorecheck.pipeline, scorecheck.reading.read;"
    code += "print({'reportlab'} & set(sys.modules))"
    assert python(code).stdout == "set()\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = (
        "import sys, os; from scorecheck.cli.main import run;"
        "read, write = os.pipe(); os.close(read); os.dup2(write, 1);"
        "sys.argv = ['scorecheck', 'variants']; run()"
    )
    ended = python(code)
    assert ended.returncode == 0
    assert ended.stderr == ""


def test_letters_that_the_terminal_lacks_end_nothing() -> None:
    code = (
        "import sys; from scorecheck.cli.main import run;"
        "sys.argv = ['scorecheck', 'explain', 'power', 'yahtzee_1', '100']; run()"
    )
    ended = python(code, PYTHONIOENCODING="ascii")
    assert ended.returncode == 0
    assert "50" in ended.stdout


def test_json_stays_json_where_the_stream_lacks_letters() -> None:
    code = (
        "import sys; from scorecheck.cli.main import run;"
        "sys.argv = ['scorecheck', 'check', '--json', 'sk\\u00e5l \\U0001f3b2 \\udcff']; run()"
    )
    for encoding in ("ascii", "utf-8", "latin-1"):
        ended = python(code, PYTHONIOENCODING=encoding)
        assert ended.returncode == 3
        (file,) = json.loads(ended.stdout)["files"]
        assert file["file"] == "sk\u00e5l \U0001f3b2 \udcff"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_a_full_disk_under_standard_output_ends_with_3() -> None:
    code = (
        "import sys, os; from scorecheck.cli.main import run;"
        "os.dup2(os.open('/dev/full', os.O_WRONLY), 1);"
        "sys.argv = ['scorecheck', 'variants']; run()"
    )
    ended = python(code)
    assert ended.returncode == 3
    assert "cannot write to standard output" in ended.stderr


def test_names_of_files_do_not_steer_the_terminal(run: Runner) -> None:
    ended = run("check", "\x1b[31mred.jpg")
    assert "\x1b" not in ended.out + ended.err
    assert "\u241b[31mred.jpg" in ended.err


@pytest.mark.parametrize("args", [["variants"], ["variants", "--json"], ["--help"]])
def test_an_answer_that_has_nowhere_to_go_is_told_of(args: list[str]) -> None:
    code = (
        "import sys; sys.stdout = None; from scorecheck.cli.main import run;"
        f"sys.argv = ['scorecheck', *{args}]; run()"
    )
    ended = python(code)
    assert ended.returncode == 3
    assert "cannot write to standard output: it is closed" in ended.stderr


@pytest.mark.parametrize("stream", ["in", "out", "err"])
def test_a_stream_that_is_closed_ends_nothing(stream: str) -> None:
    code = (
        f"import sys; sys.std{stream} = None; from scorecheck.cli.main import run;"
        "sys.argv = ['scorecheck', 'audit', '-']; run()"
    )
    ended = python(code)
    assert ended.returncode == 2  # nothing on standard input is no JSON
    assert "error of its own" not in ended.stderr


def test_help_to_a_reader_that_goes_away_is_no_error() -> None:
    code = (
        "import sys, os; from scorecheck.cli.main import run;"
        "read, write = os.pipe(); os.close(read); os.dup2(write, 1);"
        "sys.argv = ['scorecheck', '--help']; run()"
    )
    ended = python(code)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("columns", "least", "most"), [("0", 60, 100), ("x", 60, 100), ("40", 20, 40)]
)
def test_lines_are_as_wide_as_can_be_meant(
    run: Runner, monkeypatch: pytest.MonkeyPatch, columns: str, least: int, most: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert least <= max(map(len, run("variants").out.splitlines())) <= most


def test_ctrl_c_while_the_command_line_loads_ends_quietly() -> None:
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'scorecheck.cli.main': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from scorecheck.__main__ import run; run()"
    )
    ended = python(code)
    assert (ended.returncode, ended.stderr) == (130, "")


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    code = (
        f"import os, sys; os.chdir({str(tmp_path)!r}); os.mkdir('here'); os.chdir('here');"
        "os.rmdir('../here'); from scorecheck.__main__ import run;"
        "sys.argv = ['scorecheck', 'print', 'yatzy']; run()"
    )
    ended = python(code)
    assert ended.returncode == 3
    assert "no longer exists" in ended.stderr and "cd ~" in ended.stderr


@pytest.mark.parametrize(
    "arguments", [("print", "{}"), ("explain", "yatzy", "{}", "5"), ("rule", "{}")]
)
def test_a_long_name_does_not_drown_the_message(run: Runner, arguments: tuple[str, ...]) -> None:
    ended = run(*(part.format("x" * 5000) for part in arguments))
    assert ended.code == 2
    assert "x…'" in ended.err and len(ended.err) < 1500
