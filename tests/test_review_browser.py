"""The review page in a real browser: a whole sheet settled by keyboard, on a desk and on a phone.

Needs Chromium (on Debian: the package `chromium`) and the package playwright; skipped without.
Every request to anything but the loopback fails the test.
"""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scorecheck.report.result import SheetResult
from scorecheck.review.checking import Checked
from tests.made_decisions import judged_sheet
from tests.made_review import NoChecks, Served, checked, desk_with, served, two_games
from tests.made_sheets import CLEAN, WRONG_SUM

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium: apt-get install chromium"
)
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as play:
        one = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield one
        one.close()


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Served]:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    with served(desk, tmp_path) as one:
        yield one


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


@pytest.fixture
def tab(browser: Any) -> Iterator[Tab]:
    one = Tab(browser, DESK)
    yield one
    one.close()


@pytest.fixture
def phone(browser: Any) -> Iterator[Tab]:
    one = Tab(browser, PHONE)
    yield one
    one.close()


def kept(page: Served, round: int = 1) -> dict[str, str | None]:
    sheet = page.desk.entries()[0].sheets[0]
    return {cell: one.text for cell, one in sheet.decisions(round).items()}


def wait_for(tab: Any, text: str) -> None:
    playwright.expect(tab.locator("#outcome")).to_contain_text(text, timeout=15_000)


def saved(tab: Any) -> None:
    playwright.expect(tab.locator("#saved")).to_contain_text("Saved")


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
    playwright.expect(place).to_have_text("game 1, Aces")
    keys.type("3")
    keys.press("Enter")
    playwright.expect(place).to_have_text("game 1, Chance")
    keys.press("ArrowDown")
    keys.press("Enter")
    playwright.expect(place).to_have_text("game 1, Grand total")
    keys.type("256")
    keys.press("Enter")
    playwright.expect(place).to_have_text("game 2, Fours")
    keys.press("x")
    wait_for(tab, "All cells are settled")
    saved(tab)


def test_a_whole_sheet_is_settled_by_keyboard(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    wait_for(one, "4 cells left")
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
    playwright.expect(one.locator("#outcome")).to_contain_text("settled")
    assert list(kept(page).values()) == ["8", "14", "?", "X"]
    small = one.evaluate(
        """[...document.querySelectorAll("button:not(.link), select, a.button")]
        .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 38)
        .map((b) => b.outerHTML)"""
    )
    assert small == []


def test_enter_takes_the_reading_of_the_picture_and_nothing_else(page: Served, tab: Tab) -> None:
    """The sums want a 3; the picture says 8, and Enter says what the picture says."""
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    look(one)
    one.keyboard.press("Enter")
    saved(one)
    assert kept(page) == {"g1/ones/value": "8"}


def test_enter_takes_no_reading_of_a_cell_that_came_up_this_moment(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    one.keyboard.press("x")
    one.keyboard.press("Enter")
    playwright.expect(one.locator("#hint")).to_contain_text("That was quick")
    saved(one)
    assert kept(page) == {"g1/ones/value": "X"}
    look(one)
    one.keyboard.press("Enter")
    playwright.expect(one.locator("#ask-place")).to_have_text("game 1, Grand total")
    saved(one)
    assert kept(page) == {"g1/ones/value": "X", CHANCE: "14"}


def test_enter_on_what_is_not_legible_asks_for_an_answer(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    for _ in range(2):
        one.keyboard.press("ArrowRight")
    playwright.expect(one.locator("#ask-place")).to_have_text("game 1, Grand total")
    one.keyboard.press("Enter")
    playwright.expect(one.locator("#hint")).to_contain_text("Type what is written")
    assert kept(page) == {}


def test_undo_gives_the_cell_back(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    look(one)
    one.keyboard.press("Enter")
    saved(one)
    one.keyboard.press("u")
    playwright.expect(one.locator("#ask-place")).to_have_text("game 1, Aces")
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
    playwright.expect(one.locator("#hint")).to_contain_text("cannot stand in this cell")
    assert one.locator("#text").input_value() == "12a"
    assert one.locator("#ask-place").inner_text() == "game 1, Aces"
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
    playwright.expect(one.locator("#saved")).to_contain_text("Not saved")
    assert kept(page) == {}
    tab.context.unroute("**/decide*")
    one.get_by_role("button", name="Try again").click()
    saved(one)
    assert kept(page) == {"g1/ones/value": "8"}
    tab.complaints.clear()  # the browser notes the broken request


def test_two_reviews_are_blind_and_then_compared(page: Served, browser: Any) -> None:
    first, second, third = (Tab(browser, DESK) for _ in range(3))
    settle_by_keyboard(first.open(page.url + "sheet/1-1", "Åsa"))
    one = second.open(page.url + "sheet/1-1?round=2")
    one.locator("#who-text").fill("åsa")
    one.keyboard.press("Enter")
    playwright.expect(one.locator("#who-hint")).to_contain_text("has decided in the other review")
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
    playwright.expect(other.locator("#ask-place")).to_have_text("game 1, Chance")
    words = other.locator("#words-of-two").inner_text()
    assert "Åsa" in words
    assert "Björn" in words
    other.locator("#text").fill("19")
    other.keyboard.press("Enter")
    playwright.expect(other.locator("#hint")).to_contain_text("Say why")
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


def test_the_photo_is_zoomed_by_keys_and_wheel(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")

    def width() -> float:
        return float(one.locator("#photo").get_attribute("viewBox").split()[2])

    whole = width()
    one.locator("#photo").focus()
    one.keyboard.press("+")
    assert width() < whole
    one.keyboard.press("0")
    until(one, lambda: width() > whole - 1)
    box = one.locator("#photo").bounding_box()
    one.mouse.move(box["x"] + box["width"] / 2, box["y"] + 200)
    one.mouse.wheel(0, -240)
    until(one, lambda: width() < whole - 5)
    one.locator("#text").focus()
    one.keyboard.press("z")
    until(one, lambda: width() > whole - 1)


def test_a_click_in_the_photo_goes_to_its_cell(page: Served, tab: Tab) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    box = one.locator('[data-cell="g2/twos/value"] rect').first.bounding_box()
    one.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    playwright.expect(one.locator("#ask-place")).to_have_text("game 2, Twos")
    playwright.expect(one.locator("#hint")).to_contain_text("Read without doubt as 6")


@pytest.mark.parametrize(("lang", "formal"), [("sv", "sv"), ("no", "nb"), ("de", "de")])
def test_the_page_speaks_other_languages(page: Served, tab: Tab, lang: str, formal: str) -> None:
    one = tab.open(page.url + "sheet/1-1", "Åsa")
    english = one.locator("#ask-place").inner_text()
    one.locator("#lang").select_option(lang)
    one.wait_for_url("**lang=*")
    assert one.locator("html").get_attribute("lang") == formal
    assert one.locator("#ask-place").inner_text() != english
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
        playwright.expect(one.locator("#hint")).to_contain_text("<img src=x")
        for path in ("sheet/1-1", ""):
            one.goto(page.url + path)
            assert one.title() != "gone"
            assert one.locator("img[src=x]").count() == 0
    tab.close()


def test_the_list_shows_photos_and_takes_new_ones(page: Served, phone: Tab, tmp_path: Path) -> None:
    page.desk.start()
    one = phone.open(page.url)
    playwright.expect(one.locator(".chip.open")).to_have_text("4 cells in doubt")
    assert one.locator("#camera").get_attribute("capture") == "environment"
    photo = tmp_path / "from the phone.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0 as good as a photo")
    one.locator("#camera").set_input_files(photo)
    playwright.expect(one.locator(".sheet-card")).to_have_count(2)
    playwright.expect(one.locator(".bad")).to_contain_text("shows no sheet")
    one.locator(".sheet-link").tap()
    one.wait_for_url("**/sheet/1-1")


def test_a_sheet_that_was_photographed_is_shown_once_it_is_read(
    page: Served, phone: Tab, tmp_path: Path
) -> None:
    page.desk.checker = Reads(two_games())
    page.desk.start()
    one = phone.open(page.url)
    photo = tmp_path / "from the phone.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0 as good as a photo")
    one.locator("#camera").set_input_files(photo)
    one.wait_for_url("**/sheet/2-1")
    wait_for(one, "4 cells left")


class Reads(NoChecks):
    """A checker that finds the same sheet in every photo."""

    def __init__(self, sheet: SheetResult) -> None:
        self.sheet = sheet

    def check(self, path: Path) -> Checked:
        return checked(path, self.sheet)


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
