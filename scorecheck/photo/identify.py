"""What a sheet is: from its code, or else its letters, or else its marks alone."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.errors import InputError, MissingToolError
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.photo.groups import Group, LayoutFor
from scorecheck.photo.printed_code import identity_of, read_code
from scorecheck.photo.tags import Tag
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.marks import mark_ids


@dataclass(frozen=True, eq=False)
class FoundSheet:
    """A sheet in a photo.

    Attributes:
        identity: what it is; complete if its code or letters could be read.
        layout: where things are on it, by that identity.
        homography: page mm to px of `photo.grey`, as if the paper were flat.
        tags: the marks seen, by corner (0 top left, clockwise).
        told_by: `code`, `letters` or `marks`: where the identity is from.
        residual_mm: how far the marks' corners are from one plane.
        notes: sentences for the user.
        over: outlines (4, 2 in px of `photo.grey`) of other sheets that may lie over this one.
    """

    identity: SheetIdentity
    layout: Layout
    homography: Array
    tags: dict[int, Tag]
    told_by: str
    residual_mm: float
    notes: tuple[str, ...] = ()
    over: tuple[Array, ...] = ()


def identified(grey: Pixels, group: Group, layout_for: LayoutFor) -> FoundSheet:
    """Read the code, or else the letters, or else believe the marks.

    Raises:
        InputError: `options-unknown`: the marks say that options were changed, and no more.
        MissingToolError: for the same reason the letters are needed, and tesseract is missing.
    """
    notes: tuple[str, ...] = ()
    identity, told_by = group.identity, "marks"
    text = read_code(grey, group.homography, group.layout)
    full = identity_of(text) if text else None
    if full is not None and mark_ids(full) == mark_ids(group.identity):
        identity, told_by = full, "code"
    else:
        letters = _letters(grey, group)
        if letters is not None and mark_ids(letters) == mark_ids(group.identity):
            identity, told_by = letters, "letters"
        elif not identity.default_options:
            raise InputError(
                Phrase(
                    "the sheet was printed with changed options, and neither its code nor its "
                    "letters can be read to say which"
                ),
                help=Phrase("photograph the whole sheet so that the code at its foot is sharp"),
                code="options-unknown",
            )
        else:
            notes = (Phrase("the code cannot be read: language and sheet number are not known"),)
    layout = layout_for(identity) if told_by != "marks" else group.layout
    return FoundSheet(
        identity, layout, group.homography, dict(group.tags), told_by, group.residual_mm, notes
    )


def _letters(grey: Pixels, group: Group) -> SheetIdentity | None:
    """The letters; without tesseract nothing, unless they are needed."""
    from scorecheck.photo.printed_text import read_letters  # noqa: PLC0415 - seldom needed

    try:
        return read_letters(grey, group.homography, group.layout)
    except MissingToolError:
        if not group.identity.default_options:
            raise
        return None
