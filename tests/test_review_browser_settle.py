"""A whole sheet settled in a browser: by keyboard, on a phone, with a thumb."""

from __future__ import annotations

import re

from tests.made_browser import (
    CHANCE,
    Tab,
    expect,
    kept,
    saved,
    settle_by_keyboard,
    until,
    wait_for,
)
from tests.made_review import Served


def test_a_whole_sheet_is_settled_by_keyboard(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    wait_for(one, "4 cells left")
    assert not one.get_by_role("link", name="See the verdict").is_visible()
    assert not one.get_by_role("link", name="Compare the two").is_visible()
    assert "sum-wrong" not in one.locator("#cards").inner_text()
    settle_by_keyboard(one)
    assert kept(page) == {
        "g1/ones/value": "3", CHANCE: "19", "g1/grand_total/sum": "256", "g2/fours/value": "X"
    }  # fmt: skip
    findings = one.locator("article.finding")
    assert "S01" in findings.first.inner_text()
    assert one.locator("#totals td.wrong").count() == 3
    assert one.locator("#totals td.open").count() == 0
    assert one.locator("#chart svg").count() == 1
    assert one.locator("#photo .frame.decided").count() == 4


def test_a_whole_sheet_is_settled_on_a_phone(page: Served, phone: Tab) -> None:
    one = phone.open(page.url + "sheet/1-1", "Åsa")
    assert one.evaluate("document.documentElement.scrollWidth") == 375
    one.locator("#text").tap()
    settle_by_keyboard(one)
    assert len(kept(page)) == 4
    verdict = one.locator("#verdict-head")
    assert verdict.bounding_box()["y"] > 667
    one.get_by_role("link", name="See the verdict").tap()
    until(one, lambda: 0 <= verdict.bounding_box()["y"] < 300)
    assert one.evaluate("document.documentElement.scrollWidth") == 375
    ground = one.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", ground))) < 120, "not dark in the dark"


def test_a_sheet_is_settled_with_a_thumb(page: Served, phone: Tab) -> None:
    one = phone.open(page.url + "sheet/1-1", "Åsa")
    one.locator(".candidate", has_text="8").first.tap()
    one.locator(".candidate", has_text="14").tap()
    one.get_by_role("button", name="Cannot be read").tap()
    one.get_by_role("button", name="Strike").tap()
    saved(one)
    expect(one.locator("#outcome")).to_contain_text("settled")
    assert list(kept(page).values()) == ["8", "14", "?", "X"]
    small = one.evaluate(
        """[...document.querySelectorAll("button:not(.link), select, a.button")]
        .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 38)
        .map((b) => b.outerHTML)"""
    )
    assert small == []
