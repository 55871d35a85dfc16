"""Bodies of decisions: whether those of two archives say the same, and which was made first."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.archive.reading_json import Body
from scorecheck.archive.record import canonical
from scorecheck.errors import ArchiveError
from scorecheck.languages.phrase import Phrase


def other_words(id: str, seq: int | None) -> ArchiveError:
    """A decision has the id of another one that is in the archive."""
    return ArchiveError(
        Phrase(
            "decision {id} says something else than record {seq} of the archive, which has its id",
            id=id[:12],
            seq=seq,
        ),
        help=Phrase(
            "one of the two was changed: nothing was taken over; `scorecheck archive verify` says "
            "whether the archive is as it was"
        ),
        code="archive-differs",
    )


def same_words(one: Body, other: Body) -> bool:
    """Whether two archives' records of a decision say the same; what stands in them for names and
    remarks is each archive's own."""
    own = ("by", "remark")
    mine, theirs = ({k: v for k, v in body.items() if k not in own} for body in (one, other))
    return canonical(mine) == canonical(theirs)


def in_time(decisions: Sequence[Body]) -> list[Body]:
    """Bodies of decisions by their times, in an order that is the same in every archive; an undo
    comes after what it takes back, whatever its computer's clock said."""
    each = {one["id"]: one for one in decisions}

    def key(one: Body) -> tuple[str, int, str]:
        at, depth, seen = one["at"], 0, {one["id"]}
        target = each.get(one["undoes"] or "")
        while target is not None and target["id"] not in seen:
            at, depth = max(at, target["at"]), depth + 1
            seen.add(target["id"])
            target = each.get(target["undoes"] or "")
        return at, depth, one["id"]

    return sorted(each.values(), key=key)
