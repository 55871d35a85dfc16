"""The house has floors: a room imports from those below it, and modules never go in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from scorecheck.resources import PACKAGE

GROUND = ("__init__", "errors", "faults", "reasons", "resources", "safe_write", "languages")
"""Modules that every room may use."""

FLOORS = (
    GROUND,
    ("languages",),
    ("game",),
    ("audit",),
    ("sheet",),
    ("photo",),
    ("reading",),
    ("evidence",),
    ("report",),
    ("judge",),
    ("pipeline", "decisions"),
    ("processes", "crew", "resume", "batch", "cluster", "cluster_run", "cluster_work"),
    ("archive",),
    ("review",),
    ("cli",),
    ("__main__",),
    ("simulate", "measure"),
)
"""From the ground up; `simulate` and `measure` stand beside the house and look in everywhere."""

TRAINING = "scorecheck.reading.training"
"""Trains on made handwriting, so it may use `simulate`; nothing that reads a sheet imports it."""


def modules() -> dict[str, Path]:
    paths = PACKAGE.rglob("*.py")
    return {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in paths
    }


MODULES = modules()


def imports(path: Path) -> Iterator[str]:
    """Every module of the house that a file imports, those imported late among them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [name if name in MODULES else node.module for name in names]
        elif isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        else:
            continue
        for name in found:
            if name.split(".")[0] == "scorecheck":
                yield name if name in MODULES else f"{name}.__init__"


IMPORTS = {name: set(imports(path)) for name, path in MODULES.items()}


def floor_of(module: str) -> int:
    room = module.split(".")[1]
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def test_every_module_has_a_floor() -> None:
    assert "scorecheck.pipeline" in MODULES
    rooms = {room for floor in FLOORS for room in floor}
    assert {module.split(".")[1] for module in MODULES} == rooms


def test_imports_go_down_never_up() -> None:
    upwards = [
        f"{module} imports {other}"
        for module, others in IMPORTS.items()
        for other in others
        if floor_of(other) > floor_of(module) and not module.startswith(TRAINING)
    ]
    assert upwards == []


def test_imports_never_go_in_a_circle() -> None:
    order = list(TopologicalSorter(IMPORTS).static_order())
    assert set(order) >= set(MODULES)


@pytest.mark.parametrize("beside", ["simulate", "measure", "training"])
def test_no_command_needs_what_makes_photos_and_figures(beside: str) -> None:
    reached, waiting = set(), ["scorecheck.__main__"]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += IMPORTS[module]
    assert "scorecheck.pipeline" in reached
    assert not [module for module in reached if beside in module.split(".")]
