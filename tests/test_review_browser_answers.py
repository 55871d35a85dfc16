"""One answer at a time: what Enter takes, what is refused, taken back or not saved."""

from __future__ import annotations

from tests.made_browser import CHANCE, Tab, expect, kept, look, saved, wait_for
from tests.made_review import Served


def test_enter_takes_the_reading_of_the_picture_and_nothing_else(page: Served, tab: Tab) -> None:
    """The sums want a 3; the picture says 8, and Enter says what the picture says."""
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    look(one)
    one.keyboard.press("Enter")
    saved(one)
    assert kept(page) == {"g1/ones/value": "8"}


def test_enter_takes_no_reading_of_a_cell_that_came_up_this_moment(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    # The page's clock stands still, so that both keys come in one moment on any machine.
    one.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    one.keyboard.press("x")
    one.keyboard.press("Enter")
    expect(one.locator("#hint")).to_contain_text("That was quick")
    one.evaluate("() => { delete performance.now; }")
    saved(one)
    assert kept(page) == {"g1/ones/value": "X"}
    look(one)
    one.keyboard.press("Enter")
    expect(one.locator("#ask-place")).to_have_text("Game 1, Grand total")
    saved(one)
    assert kept(page) == {"g1/ones/value": "X", CHANCE: "14"}


def test_enter_on_what_is_not_legible_asks_for_an_answer(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    for _ in range(2):
        one.keyboard.press("ArrowRight")
    expect(one.locator("#ask-place")).to_have_text("Game 1, Grand total")
    one.keyboard.press("Enter")
    expect(one.locator("#hint")).to_contain_text("Type what is written")
    assert kept(page) == {}


def test_undo_gives_the_cell_back(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    look(one)
    one.keyboard.press("Enter")
    saved(one)
    one.keyboard.press("u")
    expect(one.locator("#ask-place")).to_have_text("Game 1, Aces")
    wait_for(one, "4 cells left")
    assert kept(page) == {}
    assert len(page.desk.ledger.log.all()) == 2
    look(one)
    one.keyboard.press("Enter")
    saved(one)
    one.keyboard.press("Control+z")
    wait_for(one, "4 cells left")


def test_what_cannot_stand_there_is_told_and_kept_in_the_field(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    one.keyboard.type("12a")
    one.keyboard.press("Enter")
    expect(one.locator("#hint")).to_contain_text("cannot stand in this cell")
    assert one.locator("#text").input_value() == "12a"
    assert one.locator("#ask-place").inner_text() == "Game 1, Aces"
    assert kept(page) == {}
    tab.complaints.clear()  # the browser notes the answer 400


def test_a_remark_is_kept_with_the_decision(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    one.keyboard.press("r")
    one.keyboard.type("the pen ran dry")
    one.keyboard.press("Escape")
    one.keyboard.type("3")
    one.keyboard.press("Enter")
    saved(one)
    decision = page.desk.entries()[0].sheets[0].decisions()["g1/ones/value"]
    assert (decision.remark, decision.text, decision.by) == ("the pen ran dry", "3", "Åsa")


def test_a_decision_that_is_not_saved_is_not_called_saved(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    tab.context.route("**/decide*", lambda route: route.abort())
    look(one)
    one.keyboard.press("Enter")
    expect(one.locator("#saved")).to_contain_text("Not saved")
    assert kept(page) == {}
    tab.context.unroute("**/decide*")
    one.get_by_role("button", name="Try again").click()
    saved(one)
    assert kept(page) == {"g1/ones/value": "8"}
    tab.complaints.clear()  # the browser notes the broken request
