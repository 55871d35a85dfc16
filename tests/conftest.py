"""What several files of tests share: a review page that is served, and browsers to look at it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if "PYTEST_XDIST_WORKER" in os.environ:  # each of the processes that share the tests has one core
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# No test is timed: a busy machine must not fail one.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

if TYPE_CHECKING:  # most tests need none of them
    from scorecheck.archive.store import Archive
    from scorecheck.decisions.log import DecisionLog
    from tests.made_archive import Place
    from tests.made_browser import Tab
    from tests.made_postgres import Server as PostgresServer
    from tests.made_review import Served


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> None:
    """Archives share compiled statements, where any of the tests that were chosen opens one."""
    if "sqlalchemy" in sys.modules:
        from tests.compiled_once import share  # noqa: PLC0415 - takes a second to load

        share()


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Served]:
    """A sheet with two games, four cells of it in doubt."""
    from tests.made_review import checked, desk_with, served, two_games  # noqa: PLC0415

    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    with served(desk, tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, started once for a file of tests."""
    from tests.made_browser import launched  # noqa: PLC0415 - only where playwright is installed

    with launched() as one:
        yield one


@pytest.fixture
def tab(browser: Any) -> Iterator[Tab]:
    """A tab on a desk, in the light."""
    from tests.made_browser import DESK, Tab  # noqa: PLC0415

    one = Tab(browser, DESK)
    yield one
    one.close()


@pytest.fixture
def phone(browser: Any) -> Iterator[Tab]:
    """A tab on a small phone, in the dark."""
    from tests.made_browser import PHONE, Tab  # noqa: PLC0415

    one = Tab(browser, PHONE)
    yield one
    one.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this run's own."""
    from tests.made_postgres import programs, served  # noqa: PLC0415 - psycopg is an extra

    bin_folder = programs()
    if bin_folder is None:
        pytest.skip("PostgreSQL's programs are not installed")
    with served(bin_folder) as server:
        yield server


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty archive, to be copied: making its tables takes longer than most of the tests."""
    from tests.made_archive import Place  # noqa: PLC0415 - SQLAlchemy takes a second to load

    made = Place(tmp_path_factory.mktemp("empty") / "archive")
    made.create()
    return made.folder


@pytest.fixture
def sqlite_place(tmp_path: Path, empty_folder: Path) -> Place:
    """An empty archive in a folder."""
    from tests.made_archive import Place  # noqa: PLC0415

    return Place(shutil.copytree(empty_folder, tmp_path / "archive"))


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty archive, once with each kind of database."""
    from tests.made_archive import Place  # noqa: PLC0415

    if request.param == "sqlite":
        made: Place = request.getfixturevalue("sqlite_place")
        return made
    server: PostgresServer = request.getfixturevalue("postgres_server")
    made = Place(tmp_path / "archive", server.empty_database())
    made.create()
    return made


@pytest.fixture(scope="session")
def station_folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two archives with the same event and printed sheets, and no photo yet; to be copied."""
    from tests.made_stations import make_two  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("stations")
    make_two(folder)
    return folder


@pytest.fixture
def stations(tmp_path: Path, station_folders: Path) -> Iterator[tuple[Archive, Archive]]:
    """Those two, for one test."""
    from tests.made_stations import copies  # noqa: PLC0415

    with ExitStack() as stack:
        first, second, _ = copies(stack, tmp_path, station_folders)
        yield first, second


@pytest.fixture
def log(tmp_path: Path) -> DecisionLog:
    """A log of decisions that nobody has written to yet."""
    from scorecheck.decisions.log import DecisionLog  # noqa: PLC0415

    return DecisionLog(tmp_path / "decisions.jsonl")
