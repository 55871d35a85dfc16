"""The list of photos in a browser: what is there, and new ones that are sent in."""

from __future__ import annotations

from pathlib import Path

from scorecheck.report.result import SheetResult
from scorecheck.review.checking import Checked
from tests.made_browser import Tab, expect, wait_for
from tests.made_review import NoChecks, Served, checked, two_games


class Reads(NoChecks):
    """A checker that finds the same sheet in every photo."""

    def __init__(self, sheet: SheetResult) -> None:
        self.sheet = sheet

    def check(self, path: Path) -> Checked:
        return checked(path, self.sheet)


def test_the_list_shows_photos_and_takes_new_ones(page: Served, phone: Tab, tmp_path: Path) -> None:
    page.desk.start()
    one = phone.open(page.url)
    expect(one.locator(".chip.open")).to_have_text("4 cells in doubt")
    assert one.locator("#camera").get_attribute("capture") == "environment"
    photo = tmp_path / "from the phone.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0 as good as a photo")
    one.locator("#camera").set_input_files(photo)
    expect(one.locator(".sheet-card")).to_have_count(2)
    expect(one.locator(".bad")).to_contain_text("shows no sheet")
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


def test_a_photo_that_cannot_be_kept_is_told_and_the_page_goes_on(
    page: Served, phone: Tab, tmp_path: Path
) -> None:
    (tmp_path / "photos").write_text("a file stands where the folder should be")
    one = phone.open(page.url)
    photo = tmp_path / "from the phone.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0 as good as a photo")
    one.locator("#files").set_input_files(photo)
    expect(one.locator("#news")).to_contain_text("from the phone.jpg: the photo was not kept")
    assert "failed" in (one.locator("#news").get_attribute("class") or "")
    (tmp_path / "photos").unlink()
    one.locator("#files").set_input_files(photo)
    expect(one.locator(".sheet-card")).to_have_count(2)
    phone.complaints.clear()  # the browser notes the answer 500


def test_the_list_says_when_scorecheck_has_ended_and_when_it_is_back(
    page: Served, phone: Tab
) -> None:
    one = phone.open(page.url)
    phone.context.route("**/desk.json*", lambda route: route.abort())
    expect(one.locator("#news")).to_contain_text("cannot reach scorecheck", timeout=15_000)
    phone.context.unroute("**/desk.json*")
    expect(one.locator("#news")).to_be_empty(timeout=15_000)
    phone.complaints.clear()  # the browser notes the broken requests
