"""What several files of tests share: a review page that is served, and browsers to look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # most tests need neither
    from tests.made_browser import Tab
    from tests.made_review import Served


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
