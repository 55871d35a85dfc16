"""Processes of their own for tests: several that start at once need not load everything again."""

from __future__ import annotations

import multiprocessing
import sys
from typing import Any


def ready_processes(module: str) -> Any:
    """A context whose processes have loaded a module of tests already, where there is one.

    They share nothing with this process: they are forked from one that only loaded modules.
    """
    if sys.platform in ("win32", "darwin"):
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context
