"""Writes the README's tables from what they describe: `python -m scorecheck.measure.readme`.

Each table stands between `<!-- table: NAME -->` and `<!-- end: NAME -->`. A test compares the
README with what this program would write, so that no option, rule or exit code goes
undocumented. `--check` changes nothing and ends with 1 where something is out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from scorecheck.audit.codes import RULES
from scorecheck.cli.main import EXIT_CODES, app
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.markdown import markdown
from scorecheck.safe_write import write_whole

README = Path(__file__).resolve().parents[2] / "README.md"
_BLOCK = re.compile(r"(<!-- table: (?P<name>[a-z-]+) -->\n).*?(<!-- end: (?P=name) -->)", re.DOTALL)


def commands() -> Iterator[Any]:
    """The commands of the command line, in the order of `--help`; those of a group with its name
    before their own."""
    for command in typer.main.get_command(app).commands.values():  # type: ignore[attr-defined]
        for one in getattr(command, "commands", {}).values():
            one.name = f"{command.name} {one.name}"
            yield one
        if not hasattr(command, "commands"):
            yield command


def commands_table() -> str:
    """Every command with its arguments and options."""
    return "\n\n".join(_command(command) for command in commands())


def rules_table() -> str:
    """Every rule of the audit."""
    rows = [(rule.code, f"`{rule.name}`", rule.summary) for rule in RULES]
    return markdown(("code", "name", "what is wrong"), rows)


def exit_codes_table() -> str:
    """Every exit code."""
    return markdown(("code", "meaning"), [(str(code), text) for code, text in EXIT_CODES.items()])


def variants_table() -> str:
    """Every game with its options."""
    rows = []
    for game in load_catalogue().all():
        names = ", ".join(f"`{name}`" for name in (game.id, *game.aliases))
        options = ", ".join(f"`{name}`" for name in game.options) or "none"
        rows.append((names, game.title("en"), " ".join(game.languages), options))
    return markdown(("variant", "game", "languages", "options"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "commands": commands_table,
    "rules": rules_table,
    "exit-codes": exit_codes_table,
    "variants": variants_table,
}


def renewed(text: str) -> str:
    """The README's text with all its tables made anew; unknown names are left alone."""

    def fill(block: re.Match[str]) -> str:
        table = TABLES.get(block["name"])
        return f"{block[1]}\n{table()}\n\n{block[3]}" if table else block[0]

    return _BLOCK.sub(fill, text)


def _command(command: Any) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [
        p for p in command.params if p.param_type_name == "option" and "--help" not in p.opts
    ]
    usage = " ".join(["scorecheck", command.name, *[_argument(p) for p in arguments]])
    rows = [(f"`{_option(option)}`", option.help or "") for option in options]
    about = " ".join(command.help.split("\n\n")[0].split())
    listed = markdown(("option", "what it does"), rows) if rows else ""
    return f"**`{usage}`**: {about}\n\n{listed}".rstrip()


def _argument(argument: Any) -> str:
    name = _metavar(argument) + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _option(option: Any) -> str:
    names = ", ".join(sorted(option.opts, key=len, reverse=True))
    return names if option.is_flag else f"{names} {_metavar(option)}"


def main() -> int:
    """Renew the README, or with `--check` say whether it needs it."""
    old = README.read_text(encoding="utf-8")
    new = renewed(old)
    if "--check" in sys.argv:
        return int(old != new)
    if old != new:
        write_whole(README, new.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
