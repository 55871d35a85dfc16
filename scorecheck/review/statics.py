"""The page's own script, style and letters; nothing is taken from anywhere else."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from scorecheck.resources import PACKAGE, data_file
from scorecheck.review.answers import RefusedError

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_FONTS = ("TallySans-Regular.ttf", "TallySans-Bold.ttf", "TallySans-Black.ttf")
_A_DAY = {"Cache-Control": "private, max-age=86400"}


@cache
def _statics() -> dict[str, bytes]:
    """Every file by its name: only what lies there can be asked for, whatever the address says."""
    folder = PACKAGE / "review" / "static"
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in _KINDS}


def static(request: Request) -> Response:
    """A script or a style."""
    name = request.path_params["name"]
    if name not in _statics():
        raise RefusedError(404, "there is no such file")
    kind = next(kind for suffix, kind in _KINDS.items() if name.endswith(suffix))
    return Response(_statics()[name], media_type=kind)


def font(request: Request) -> Response:
    """A font file."""
    name = request.path_params["name"]
    if name not in _FONTS:
        raise RefusedError(404, "there is no such file")
    path = data_file(f"fonts/{name}")
    return Response(path.read_bytes(), media_type="font/ttf", headers=_A_DAY)
