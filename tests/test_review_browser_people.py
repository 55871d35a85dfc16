"""The page for everybody: in their language, by ear, and whatever they are called."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from scorecheck.languages.catalogues import LANGUAGES
from tests.made_browser import DESK, PHONE, Tab, expect, kept, saved
from tests.made_decisions import judged_sheet
from tests.made_review import Served, checked, desk_with, served
from tests.made_sheets import CLEAN, WRONG_SUM

ENGLISH = re.compile(r"\b(the|is|are|what|with|which|cells?|blank|sheets?|save|saved)\b", re.I)


@pytest.mark.parametrize(("lang", "formal"), [("sv", "sv"), ("no", "nb"), ("de", "de")])
def test_the_page_speaks_other_languages(page: Served, tab: Tab, lang: str, formal: str) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    assert ENGLISH.search(one.locator("main").inner_text())
    one.locator("#lang").select_option(lang)
    one.wait_for_url("**lang=*")
    assert one.locator("html").get_attribute("lang") == formal
    one.keyboard.press("?")
    for part in ("main", "header", "#help"):
        assert not ENGLISH.search(one.locator(part).inner_text())
    one.goto(page.url)
    assert one.locator("html").get_attribute("lang") == formal, "the choice is remembered"


def test_a_script_in_a_players_name_or_a_files_name_does_nothing(
    browser: Any, tmp_path: Path
) -> None:
    evil = "<img src=x onerror=document.title='gone'><script>document.title='gone'</script>"
    doubts = {"p1/ones/value": {"8": 0.9, "3": 0.04}}
    made = judged_sheet({"p1": CLEAN, "p2": WRONG_SUM}, doubts, mode="players")
    desk = desk_with(tmp_path / "log.jsonl", checked(f"{evil[:40]}.jpg".replace("/", "_"), made))
    tab = Tab(browser, DESK)
    with served(desk, tmp_path) as page:
        one = tab.open(page.url + "sheet/1-1", evil[:80])
        one.keyboard.press("r")
        one.keyboard.type(evil)
        one.keyboard.press("Escape")
        one.keyboard.type("3")
        one.keyboard.press("Enter")
        saved(one)
        one.keyboard.press("ArrowLeft")
        expect(one.locator("#hint")).to_contain_text("<img src=x")
        for path in ("sheet/1-1", ""):
            one.goto(page.url + path)
            assert one.title() != "gone"
            assert one.locator("img[src=x]").count() == 0
        tab.close()


def test_everything_has_a_name_for_those_who_hear_the_page(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    nameless = one.evaluate(
        """[...document.querySelectorAll("button, a, input, select, textarea, svg[role=img]")]
        .filter((e) => e.offsetParent !== null || e.tagName === "svg")
        .filter((e) => !(e.textContent.trim() || e.getAttribute("aria-label")
                         || (e.labels && e.labels.length)))
        .map((e) => e.outerHTML.slice(0, 90))"""
    )
    assert nameless == []
    order = one.evaluate(
        """[...document.querySelectorAll("h1, h2, h3")].map((e) => Number(e.tagName[1]))"""
    )
    assert order[0] == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(order))
    one.keyboard.press("?")
    assert one.locator("#help").is_visible()
    one.keyboard.press("Escape")
    assert not one.locator("#help").is_visible()


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_nothing_is_wider_than_the_smallest_phone(browser: Any, tmp_path: Path, lang: str) -> None:
    """Six games, so that the table of sums is wider: it scrolls by itself."""
    made = judged_sheet(
        {f"g{n}": CLEAN for n in range(1, 7)}, {"g1/ones/value": {"8": 0.9, "3": 0.1}}
    )
    desk = desk_with(tmp_path / "log.jsonl", checked("a photo with a long name.jpg", made))
    tab = Tab(browser, PHONE | {"viewport": {"width": 320, "height": 568}})
    with served(desk, tmp_path) as page:
        one = tab.open(f"{page.url}sheet/1-1?lang={lang}", "Åsa")
        for settled in (False, True):
            assert one.evaluate(WIDE) == []
            assert one.evaluate("document.documentElement.scrollWidth") == 320
            if not settled:
                one.locator(".candidate").last.tap()
                expect(one.locator("#photo .frame.decided")).to_have_count(1)
        one.goto(page.url)
        assert one.evaluate("document.documentElement.scrollWidth") == 320
        tab.close()


WIDE = """[...document.querySelectorAll("body *")]
    .filter((e) => e.offsetParent && !e.closest(".scroll, svg, .unseen, datalist"))
    .filter((e) => e.getBoundingClientRect().right > 320.5)
    .map((e) => e.outerHTML.slice(0, 90))"""
"""What reaches beyond the screen, but for what scrolls by itself."""


def test_a_sheet_can_be_looked_at_without_a_name(page: Served, phone: Tab) -> None:
    one = phone.open(page.url + "sheet/1-1")
    one.get_by_role("button", name="Only look").tap()
    expect(one.locator("#ask-who")).to_be_hidden()
    expect(one.locator("#ask-place")).to_have_text("Game 1, Aces")
    one.locator(".candidate").first.tap()
    expect(one.locator("#ask-who")).to_be_visible()
    assert kept(page) == {}
    one.locator("#who-text").fill("Åsa")
    one.keyboard.press("Enter")
    saved(one)
    assert kept(page) == {"g1/ones/value": "8"}
