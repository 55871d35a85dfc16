"""`--debug DIR`: a picture of each step, drawn outside the steps themselves.

For each sheet: `01_found` (marks and page in the photo), `02_flat` (the page as it was
straightened), `03_cells` (the same with the cells where the layout has them), `04_read` (the
readings over the photo).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from scorecheck.photo.find import FoundSheet
from scorecheck.photo.flatten import FLAT_PX_PER_MM, FlatSheet
from scorecheck.photo.geometry import project
from scorecheck.photo.load import Photo, load_colour
from scorecheck.report.crops import Picture, shrink
from scorecheck.report.picture import draw_page, png
from scorecheck.report.result import SheetResult
from scorecheck.safe_write import write_whole

_LONGEST = 2400


@dataclass
class DebugPictures:
    """Writes the pictures of every sheet that passes through the pipeline."""

    folder: Path
    _sheets: dict[tuple[str, int], int] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def found(self, photo: Photo, found: FoundSheet) -> None:
        """The marks and the outline of the page in the photo."""
        key = (str(photo.path), photo.page)
        self._sheets[key] = self._sheets.get(key, 0) + 1
        picture = np.asarray(cv2.cvtColor(photo.grey, cv2.COLOR_GRAY2BGR), np.uint8)
        weight = max(2, max(picture.shape) // 800)
        width, height = found.layout.page_mm
        page = project(
            found.homography, np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
        )
        for outline in [page, *[tag.corners for tag in found.tags.values()]]:
            points = np.round(outline).astype(np.int32)
            cv2.polylines(picture, [points], True, (0, 140, 255), weight, cv2.LINE_AA)
        self._write(photo, "01_found", picture)

    def flattened(self, photo: Photo, flat: FlatSheet) -> None:
        """The straight page, bare and with its cells."""
        self._write(photo, "02_flat", np.asarray(cv2.cvtColor(flat.grey, cv2.COLOR_GRAY2BGR)))
        picture = np.asarray(cv2.cvtColor(flat.grey, cv2.COLOR_GRAY2BGR), np.uint8)
        for cell in flat.layout.cells:
            corners = np.array([[cell.x, cell.y], [cell.x + cell.w, cell.y + cell.h]])
            low, high = np.round(corners * FLAT_PX_PER_MM).astype(int).tolist()
            cv2.rectangle(picture, low, high, (0, 140, 255), 1)
        self._write(photo, "03_cells", picture)

    def judged(self, photo: Photo, result: SheetResult) -> None:
        """The readings over the photo."""
        self._write(photo, "04_read", draw_page(load_colour(photo), [result]))

    def _write(self, photo: Photo, step: str, picture: Picture) -> None:
        sheet = self._sheets.get((str(photo.path), photo.page), 1)
        name = f"{self._name(photo.path)}_page{photo.page}_sheet{sheet}_{step}.png"
        write_whole(self.folder / name, png(shrink(picture, _LONGEST)))

    def _name(self, path: Path) -> str:
        """The photo's own name; numbered where photos of several folders have the same."""
        if str(path) not in self._names:
            taken = set(self._names.values())
            stem = path.stem[:40]
            numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 2))
            self._names[str(path)] = next(one for one in (stem, *numbered) if one not in taken)
        return self._names[str(path)]
