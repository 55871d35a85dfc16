"""The review page in a real browser that lets nothing out of this machine.

Needs Chromium (on Debian: the package `chromium`) and the package playwright; the tests that import
this are skipped without.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.made_review import Served

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 375, "height": 667},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
    "reduced_motion": "reduce",
}
CHANCE = "g1/chance/value"
expect = playwright.expect


@contextmanager
def launched() -> Iterator[Any]:
    """A browser; skips the test where there is none."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    with playwright.sync_playwright() as play:
        one = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield one
        one.close()


class Tab:
    """A browser tab that lets nothing out of the loopback, and keeps every complaint."""

    def __init__(self, browser: Any, how: dict[str, Any]) -> None:
        self.context = browser.new_context(locale="en-GB", **how)
        self.tab = self.context.new_page()
        self.complaints: list[str] = []
        self.tab.on("console", lambda one: self.complaints.append(one.text))
        self.tab.on("pageerror", lambda one: self.complaints.append(str(one)))
        self.context.route("**", self._let_through)

    def _let_through(self, route: Any) -> None:
        if re.match(r"(http://127\.0\.0\.1[:/]|blob:|data:)", route.request.url):
            route.continue_()
        else:
            self.complaints.append(f"left the machine: {route.request.url}")
            route.abort()

    def open(self, url: str, name: str = "") -> Any:
        """Load a page, and say who decides where it asks."""
        self.tab.goto(url)
        if name:
            self.tab.locator("#who-text").fill(name)
            self.tab.keyboard.press("Enter")
            self.tab.locator("#ask-who").wait_for(state="hidden")
        return self.tab

    def close(self) -> None:
        """End; whatever the browser complained about fails the test."""
        self.context.close()
        assert self.complaints == []


def kept(page: Served, round: int = 1) -> dict[str, str | None]:
    sheet = page.desk.entries()[0].sheets[0]
    return {cell: one.text for cell, one in sheet.decisions(round).items()}


def wait_for(tab: Any, text: str) -> None:
    expect(tab.locator("#outcome")).to_contain_text(text, timeout=15_000)


def saved(tab: Any) -> None:
    expect(tab.locator("#saved")).to_contain_text("Saved")


def until(tab: Any, done: Callable[[], bool]) -> None:
    while not done():
        tab.wait_for_timeout(10)


def look(tab: Any) -> None:
    """As long as a person takes to see what came up."""
    tab.wait_for_timeout(450)


def settle_by_keyboard(tab: Any) -> None:
    """The whole sheet, in the order in which the page asks."""
    place = tab.locator("#ask-place")
    keys = tab.keyboard
    expect(place).to_have_text("Game 1, Aces")
    keys.type("3")
    keys.press("Enter")
    expect(place).to_have_text("Game 1, Chance")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(place).to_have_text("Game 1, Grand total")
    keys.type("256")
    keys.press("Enter")
    expect(place).to_have_text("Game 2, Fours")
    keys.press("x")
    wait_for(tab, "All cells are settled")
    saved(tab)
