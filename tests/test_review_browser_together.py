"""Several people on one sheet: two blind reviews and their comparison, and others at work."""

from __future__ import annotations

from typing import Any

from tests.made_browser import CHANCE, DESK, Tab, expect, kept, saved, settle_by_keyboard, wait_for
from tests.made_review import Served


def test_two_reviews_are_blind_and_then_compared(page: Served, browser: Any) -> None:
    first, second, third = (Tab(browser, DESK) for _ in range(3))
    settle_by_keyboard(first.open(page.url + "sheet/1-1", "Åsa"))
    one = second.open(page.url + "sheet/1-1?round=2")
    one.locator("#who-text").fill("åsa")
    one.keyboard.press("Enter")
    expect(one.locator("#who-hint")).to_contain_text("has decided in the other review")
    one.locator("#who-text").fill("Björn")
    one.keyboard.press("Enter")
    wait_for(one, "4 cells left")
    assert one.locator("#photo .frame.decided").count() == 0
    assert "Åsa" not in one.locator("main").inner_text()
    for key in ("3", "14", "256", "12"):
        one.keyboard.type(key)
        one.keyboard.press("Enter")
    wait_for(one, "All cells are settled")
    one.get_by_role("link", name="Compare the two").click()
    other = third.open(page.url + "sheet/1-1?round=3", "Cecilia")
    rows = other.locator("#compared tbody tr")
    assert rows.count() == 4
    assert other.locator("#compared tr.differs").count() == 2
    expect(other.locator("#ask-place")).to_have_text("Game 1, Chance")
    words = other.locator("#words-of-two").inner_text()
    assert "Åsa" in words
    assert "Björn" in words
    other.locator("#text").fill("19")
    other.keyboard.press("Enter")
    expect(other.locator("#hint")).to_contain_text("Say why")
    other.locator("#remark").fill("the 9 has a tail")
    other.locator("#keep").click()
    saved(other)
    assert other.locator("#compared tr.settled").count() == 1
    assert kept(page, 3) == {CHANCE: "19"}
    for tab in (first, second, third):
        tab.close()


def test_what_others_decide_is_shown_and_what_is_typed_stays(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    one.keyboard.type("12")
    page.desk.entries()[0].sheets[0].decide("g2/fours/value", "12", "Björn")
    wait_for(one, "3 cells left")
    assert one.locator("#text").input_value() == "12"
