"""An archive's list of sheets in a browser, and its sheets that were photographed twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.archive.store import Archive
from tests.made_browser import Tab, expect, saved
from tests.made_club import add, card, club, facts_of, photo
from tests.made_review import Served, served
from tests.made_shelf import read_all, shelf_on

CHANCE = "p1/chance/value"
DOUBT = {CHANCE: {"14": 0.49, "19": 0.48}}


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """Table 1 of each round is fine; in round 1 table 2 has a doubt and two photos of it, in round
    2 two photos of it differ."""
    with club(tmp_path / "club") as one:
        sheets = facts_of(one).sheets
        right = {"p1": card(14), "p2": card(14)}
        add(one, photo(tmp_path, sheets[1], doubts=DOUBT))
        add(one, photo(tmp_path, sheets[1], nonce="again", doubts=DOUBT))
        add(one, photo(tmp_path, sheets[0], cards=right), photo(tmp_path, sheets[2], cards=right))
        add(one, photo(tmp_path, sheets[3], cards=right))
        add(one, photo(tmp_path, sheets[3], nonce="b", cards={**right, "p2": card(30)}))
        yield one


@pytest.fixture
def page(archive: Archive, tmp_path: Path) -> Iterator[Served]:
    shelf = shelf_on(archive)
    with served(shelf.desk, tmp_path, kept=read_all(shelf)) as one:
        yield one


def test_the_open_sheets_are_shown_first_and_all_on_demand(page: Served, phone: Tab) -> None:
    one = phone.open(page.url)
    rows = one.locator(".kept li")
    expect(rows).to_have_count(2)
    expect(one.locator("#count")).to_have_text("4 sheets")
    expect(rows.nth(0)).to_contain_text("1 cell in doubt")
    expect(rows.nth(1)).to_contain_text("two photos differ")
    one.get_by_role("button", name="All: 4").tap()
    expect(rows).to_have_count(4)
    expect(one.locator(".event h3")).to_have_text(["Round 1", "Round 2"])
    # The choice stays when one comes back.
    rows.nth(0).locator("a").first.tap()
    one.get_by_role("button", name="Only look").tap()
    one.locator(".back").tap()
    expect(rows).to_have_count(4)


def test_a_decision_on_the_other_photo_is_drawn_as_made_there(page: Served, tab: Tab) -> None:
    one = tab.open(page.url)
    one.locator(".kept li").first.locator(".sheet-link").click()
    one.locator("#who-text").fill("Åsa")
    one.keyboard.press("Enter")
    expect(one.locator(".file")).to_contain_text("Vårcupen · Round 1 · Table 2 · sheet 2")
    one.keyboard.type("19")
    one.keyboard.press("Enter")
    saved(one)
    one.get_by_role("link", name="Photo").click()
    frame = one.locator(f'#photo [data-cell="{CHANCE}"]')
    expect(frame).to_have_class("frame elsewhere current")
    expect(one.locator("#ask-state")).to_have_text("decided on another photo")
    expect(one.locator("#hint")).to_contain_text("Åsa decided 19 on another photo of this sheet")


def test_where_two_photos_differ_the_page_goes_to_those_cells(page: Served, tab: Tab) -> None:
    one = tab.open(page.url)
    one.locator(".kept li").nth(1).locator(".sheet-link").click()
    one.locator("#who-text").fill("Åsa")
    one.keyboard.press("Enter")
    expect(one.locator(".photos-of")).to_contain_text("Photos of this sheet say different things")
    expect(one.locator("#ask-state")).to_have_text("two photos differ")
    expect(one.locator("#ask-place")).to_contain_text("Chance")
    expect(one.locator("#all-settled")).to_be_hidden()
