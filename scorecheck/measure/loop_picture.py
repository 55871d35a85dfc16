"""The README's picture of the loop: `python -m scorecheck.measure.loop_picture PHOTO -o FILE.jpg`.

Four panels: the sheet as printed, the photo of it, the readings drawn over the photo, and the
first page of the report, all from the sheet in PHOTO.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.batch import check_files
from scorecheck.photo.load import load_colour
from scorecheck.pipeline import make_kit
from scorecheck.report.again import command
from scorecheck.report.dispute import gather
from scorecheck.report.pdf import report_pdf
from scorecheck.report.picture import draw_page, pages_with_sheets
from scorecheck.safe_write import write_whole
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.render import render_page

Picture = NDArray[np.uint8]

_HEIGHT = 900
_GAP = 24


def main() -> None:
    """Read the arguments and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--lang", default="sv")
    args = parser.parse_args()
    kit = make_kit()
    batch = check_files([args.photo], kit)
    (_, photo, sheets), *_ = pages_with_sheets(batch)
    sheet = sheets[0]
    template = kit.catalogue.get(sheet.variant)
    identity = sheet_identity(
        template,
        "a4",
        args.lang,
        columns=len(sheet.cards),
        mode="players",
        sheet=sheet.sheet_number or 1,
    )
    dispute = gather(batch, command([args.photo]))
    panels = [
        render_page(draw_sheets(template, identity), 0, 6, colour=True),
        load_colour(photo),
        draw_page(load_colour(photo), sheets),
        render_page(report_pdf(dispute, load_colour, args.lang), 0, 6, colour=True),
    ]
    data = cv2.imencode(".jpg", _side_by_side(panels), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    write_whole(args.out, data.tobytes())


def _side_by_side(panels: list[Picture]) -> Picture:
    """Panels of one height on a quiet ground."""
    parts: list[Picture] = []
    gap = np.full((_HEIGHT, _GAP, 3), 225, np.uint8)
    for panel in panels:
        width = round(panel.shape[1] * _HEIGHT / panel.shape[0])
        small = cv2.resize(panel, (width, _HEIGHT), interpolation=cv2.INTER_AREA)
        parts += [gap, np.asarray(small, np.uint8)]
    return np.asarray(np.hstack([*parts, gap]), np.uint8)


if __name__ == "__main__":
    main()
