"""The README's picture of the review page: `python -m scorecheck.measure.review_picture PHOTO -o
FILE.png`.

Reads the photo, serves its sheet on this machine, and settles in a browser all cells in doubt but
the last, by what the JSON beside the photo says is written. Needs Chromium and playwright.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

from scorecheck.measure.review_speed import Page, beside_photo, serving
from scorecheck.safe_write import write_whole

_WIDE, _HIGH = 1400, 1205
_SCALE = 0.8
_WHO = "Åsa"


def main() -> None:
    """Read the arguments and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    truth = json.loads(args.photo.with_suffix(".json").read_text(encoding="utf-8"))["cells"]
    with tempfile.TemporaryDirectory() as name:
        desk, kept = beside_photo(Path(name))
        with serving(args.photo, Path(name), desk, kept) as page:
            for cell in page.sheet.asked[:-1]:
                page.sheet.decide(cell, truth.get(cell, ""), _WHO)
            write_whole(args.out, _picture(page))


def _picture(page: Page) -> bytes:
    """The sheet's page as a PNG, as it comes up with one cell left to settle."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a development package

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        tab = browser.new_page(
            viewport={"width": _WIDE, "height": _HIGH}, device_scale_factor=_SCALE, locale="en-GB"
        )
        tab.goto(f"http://127.0.0.1:{page.port}{page.path}?lang=en")
        tab.fill("#who-text", _WHO)
        tab.keyboard.press("Enter")
        tab.locator("#photo .frame").last.wait_for(state="attached")
        tab.wait_for_timeout(500)
        picture: bytes = tab.screenshot()
        browser.close()
    return picture


if __name__ == "__main__":
    main()
