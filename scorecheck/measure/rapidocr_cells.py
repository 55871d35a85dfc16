"""The network that RapidOCR brings for lines of text, asked what stands in a cell.

RapidOCR is no part of scorecheck: only this comparison uses it, where it is installed. Nothing is
downloaded; the network is the one in RapidOCR's own package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import MissingToolError
from scorecheck.measure.cell_pictures import Picture

HEIGHT = 48
"""The height in px to which the network wants a line brought."""

PADDED = 320
"""RapidOCR itself pads narrower pictures to so many px: slower, and a little better."""

_BATCH = 16
_HELP = "pip install rapidocr onnxruntime (only this comparison needs them; scorecheck does not)"

Chances = NDArray[np.float32]
"""(places, signs): the chance of every sign at every place; sign 0 is "no sign"."""


@dataclass(frozen=True)
class Line:
    """What the network saw in one picture.

    `plain` is the likeliest text of all its 18,000 characters, `chances` those of `allowed` only.
    """

    plain: str
    chances: Chances
    allowed: str

    @property
    def masked(self) -> str:
        """The likeliest text of the allowed signs."""
        return best_path(self.chances, self.allowed)


def best_path(chances: Chances, signs: Sequence[str]) -> str:
    """The text along the likeliest sign of each place; sign k + 1 of a row is `signs[k]`."""
    path = chances.argmax(axis=1)
    starts = np.append(True, path[1:] != path[:-1])
    return "".join(signs[sign - 1] for sign in path[starts & (path > 0)])


class RapidReader:
    """The network, loaded when it is first asked."""

    def read(self, pictures: Sequence[Picture], allowed: str, least_px: int = PADDED) -> list[Line]:
        """What stands in each picture, in batches of pictures of about one width.

        Args:
            allowed: the signs that may be answered.
            least_px: narrower pictures are padded to this width.

        Raises:
            MissingToolError: RapidOCR or onnxruntime is not installed.
        """
        session, signs = self._loaded
        name = session.get_inputs()[0].name
        columns = [0, *(signs.index(sign) + 1 for sign in allowed)]
        order = sorted(range(len(pictures)), key=lambda i: _width(pictures[i]))
        lines: dict[int, Line] = {}
        for start in range(0, len(order), _BATCH):
            part = order[start : start + _BATCH]
            (seen,) = session.run(None, {name: _batch(pictures, part, least_px)})
            for i, chances in zip(part, seen, strict=True):
                plain = best_path(chances, signs).strip()
                lines[i] = Line(plain, np.ascontiguousarray(chances[:, columns]), allowed)
        return [lines[i] for i in range(len(pictures))]

    @cached_property
    def _loaded(self) -> tuple[Any, Sequence[str]]:
        path = model_path()
        try:
            onnxruntime = import_module("onnxruntime")
        except ImportError as error:
            raise MissingToolError(
                "onnxruntime, which runs RapidOCR's network, is not installed",
                help=_HELP,
                code="onnxruntime-missing",
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(path), options)
        signs = session.get_modelmeta().custom_metadata_map["character"].split("\n")
        return session, [*signs, " "]


def model_path() -> Path:
    """The network for lines of text in RapidOCR's package.

    Raises:
        MissingToolError: RapidOCR is not installed, or brings none.
    """
    found = find_spec("rapidocr")
    if found is None or not found.submodule_search_locations:
        raise MissingToolError(
            "RapidOCR, which is to be compared with, is not installed",
            help=_HELP,
            code="rapidocr-missing",
        )
    folder = Path(found.submodule_search_locations[0]) / "models"
    models = sorted(folder.glob("*_rec_*.onnx"))
    if not models:
        raise MissingToolError(
            f"this release of RapidOCR brings no network for lines of text in {folder}",
            help="pip install 'rapidocr>=3.10'",
            code="rapidocr-model-missing",
        )
    return models[-1]


def version() -> str:
    """The release and its network, for the table."""
    return f"{model_path().stem} of RapidOCR {metadata.version('rapidocr')}"


def _width(picture: Picture) -> int:
    return int(np.ceil(HEIGHT * picture.shape[1] / picture.shape[0]))


def _batch(
    pictures: Sequence[Picture], members: Sequence[int], least_px: int
) -> NDArray[np.float32]:
    """Pictures as RapidOCR brings them to its network: side by side of one width, -1 to 1."""
    widest = max(least_px, *(_width(pictures[i]) for i in members))
    batch = np.zeros((len(members), 3, HEIGHT, widest), np.float32)
    for row, i in enumerate(members):
        width = _width(pictures[i])
        batch[row, :, :, :width] = cv2.resize(pictures[i], (width, HEIGHT)) / 127.5 - 1
    return batch
