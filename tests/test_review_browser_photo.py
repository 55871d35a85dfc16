"""The photo of the sheet: zoomed and moved, and the way from it to a cell."""

from __future__ import annotations

from tests.made_browser import Tab, expect, until
from tests.made_review import Served


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
    expect(one.locator("#ask-place")).to_have_text("Game 2, Twos")
    expect(one.locator("#hint")).to_contain_text("Read without doubt as 6")
