"""All templates: the built-in ones and those in the user's own folders."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from pydantic import ValidationError

from scorecheck.errors import TemplateError, UsageError, quoted
from scorecheck.game.template import Template
from scorecheck.game.template_check import problems_of
from scorecheck.languages.phrase import Joined, Phrase, Plural
from scorecheck.resources import templates_dir


@dataclass(frozen=True)
class Catalogue:
    """The known games, by name."""

    templates: tuple[Template, ...]

    def all(self) -> tuple[Template, ...]:
        """Every game once, under its own name."""
        return self.templates

    def names(self) -> tuple[str, ...]:
        """Every name and alias."""
        return tuple(name for one in self.templates for name in (one.id, *one.aliases))

    def get(self, name: str) -> Template:
        """The game of this name or alias (an alias brings its own title and language).

        Raises:
            UsageError: no such game; names the closest ones.
        """
        wanted = name.strip().lower()
        for template in self.templates:
            if wanted in (template.id, *template.aliases):
                return template.known_as(wanted)
        close = get_close_matches(wanted, self.names(), n=3, cutoff=0.5)
        raise UsageError(
            Phrase("there is no game called {name}", name=quoted(name)),
            help=Phrase("did you mean {names}?", names=", ".join(close))
            if close
            else Phrase(
                "choose one of {names} (scorecheck variants lists them)",
                names=", ".join(self.names()),
            ),
            code="unknown-variant",
        )


def load_catalogue(folders: Sequence[Path] = ()) -> Catalogue:
    """The built-in games and those in `folders`; a later file replaces an earlier one's game.

    Raises:
        TemplateError: with the errors of all files at once.
    """
    found: dict[str, _Loaded] = {one.template.id: one for one in _built_in()}
    problems: list[str] = []
    for folder in folders:
        loaded, wrong = _load_folder(Path(folder))
        found.update((one.template.id, one) for one in loaded)
        problems += wrong
    missing = sum(not Path(folder).is_dir() for folder in folders)
    problems += _name_clashes(found.values())
    _raise_if(problems, missing)
    return Catalogue(tuple(one.template for one in found.values()))


@dataclass(frozen=True)
class _Loaded:
    """A template and the name of its file."""

    template: Template
    file: str


@cache
def _built_in() -> tuple[_Loaded, ...]:
    # Their boxes and sums need no check each time: the tests see to that, and it takes a while.
    loaded, problems = _load_folder(templates_dir(), check=lambda template: ())
    _raise_if(problems)
    return tuple(loaded)


Check = Callable[[Template], Iterable[tuple[str, str]]]


def _load_folder(folder: Path, check: Check = problems_of) -> tuple[list[_Loaded], list[str]]:
    if not folder.is_dir():
        return [], [f"{folder}: expected a folder with template files (*.toml)"]
    paths = sorted(folder.glob("*.toml"))
    loaded, problems = [], []
    if not paths:
        problems.append(f"{folder}: expected template files (*.toml), and there is none in it")
    for path in paths:
        template, wrong = _load(path, check)
        problems += wrong
        if template is not None:
            loaded.append(_Loaded(template, path.name))
    return loaded, problems


def _load(path: Path, check: Check) -> tuple[Template | None, list[str]]:
    """A file's template, or None, and its problems as `file: key: what was expected`."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return None, [f"{path.name}: (file): expected readable TOML in UTF-8: {error}"]
    try:
        template = Template.model_validate(_with_shared_fields(data))
    except ValidationError as error:
        return None, [
            f"{path.name}: {_key(e['loc'], data)}: {_expected(e)}" for e in error.errors()
        ]
    return template, [f"{path.name}: {key}: {text}" for key, text in check(template)]


def _with_shared_fields(data: dict[str, object]) -> dict[str, object]:
    """`box_fields` on top of a file counts for every box that names none itself."""
    rest = {key: value for key, value in data.items() if key != "box_fields"}
    boxes = data.get("boxes")
    if "box_fields" in data and isinstance(boxes, list):
        shared = {"fields": data["box_fields"]}
        rest["boxes"] = [shared | box if isinstance(box, dict) else box for box in boxes]
    return rest


def _key(loc: tuple[int | str, ...], data: object) -> str:
    """The place of an error, with the ids of list items where they have one."""
    parts: list[str] = []
    for step in loc:
        data = _step_into(data, step)
        name = data.get("id") if isinstance(step, int) and isinstance(data, dict) else None
        parts.append(name if isinstance(name, str) else str(step))
    return ".".join(parts)


def _step_into(data: object, step: int | str) -> object:
    if isinstance(data, dict):
        return data.get(step, data)
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return data[step]
    return None


def _expected(error: object) -> str:
    assert isinstance(error, dict)
    kind, message = str(error["type"]), str(error["msg"])
    if kind == "missing":
        return "expected this key, which is missing"
    if kind == "extra_forbidden":
        return "expected no such key"
    lowered = message[0].lower() + message[1:]
    found = "" if isinstance(error["input"], dict | list) else f", found {quoted(error['input'])}"
    return f"expected otherwise: {lowered}{found}"


def _name_clashes(found: Iterable[_Loaded]) -> list[str]:
    seen: dict[str, str] = {}
    problems = []
    for one in found:
        game = one.template.id
        for name in (game, *one.template.aliases):
            if name in seen:
                key = "id" if name == game else f"other_names.{name}"
                problems.append(
                    f"{one.file}: {key}: expected a name that {seen[name]} does not use, "
                    f"found {quoted(name)}"
                )
            seen[name] = game
    return problems


def _raise_if(problems: list[str], missing: int = 0) -> None:
    """All problems as one error; `missing` of them are folders that are not there."""
    if not problems:
        return
    helps = [Phrase("name a folder that exists, with your template files in it")] * bool(missing)
    helps += [Phrase("correct the named keys in the named files")] * (len(problems) > missing)
    count = Plural("the templates have {n} error:", "the templates have {n} errors:", len(problems))
    raise TemplateError(
        Joined([count, *[f"  {line}" for line in problems]], between="\n"),
        problems=tuple(problems),
        help=Joined(helps, between="; "),
    )
