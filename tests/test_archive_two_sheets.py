"""Two sheets of paper with one number that seemed to be one: said once, they stay apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorecheck.archive.decide import add_decisions
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.settling import contested, settle
from scorecheck.archive.steps import Step, Take
from scorecheck.archive.store import Archive
from scorecheck.archive.unplaced import unplaced
from scorecheck.archive.verify import verify
from scorecheck.measure.stub_photos import write_photo
from tests.made_club import CATALOGUE, add, card
from tests.made_decisions import decision

SIXES = "g1/sixes/value"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    create_archive(tmp_path / "archive")
    with open_archive(tmp_path / "archive") as one:
        yield one
        assert verify(one).misfits == ()


def photo(archive: Archive, name: str, chance: int = 19) -> tuple[Step, str]:
    """A photo of sheet 12 of no event; gives what it was to the archive, and its hash."""
    path = archive.folder.parent / f"{name}.jpg"
    (outcome,) = add(archive, write_photo(path, {"g1": card(chance)}, nonce=name, sheet=12))
    assert outcome.sha256 is not None
    return outcome.sheets[0].step, outcome.sha256


def say(archive: Archive, sha256: str, text: str, cell: str = SIXES) -> None:
    told = decision(text, sha256=sha256, cell=cell, read=None)
    assert add_decisions(archive, [told], CATALOGUE).added


def keep_both(archive: Archive) -> None:
    (conflict,) = contested(archive)
    settle(archive, conflict.number, Take.BOTH, "Eva", CATALOGUE)


def apart(archive: Archive) -> list[tuple[str, ...]]:
    """The photos of each sheet, where no conflict is open."""
    assert contested(archive) == []
    return sorted(one.photos for one in unplaced(archive))


@pytest.mark.parametrize("decided", ["a", "b"])
def test_photos_that_stood_together_until_somebody_decided(archive: Archive, decided: str) -> None:
    seen = {name: photo(archive, name) for name in "ab"}
    assert [step for step, _ in seen.values()] == [Step.ADDED, Step.JOINED]
    say(archive, seen[decided][1], "24")
    keep_both(archive)
    assert apart(archive) == [("a.jpg",), ("b.jpg",)]
    for name in "ab":
        say(archive, seen[name][1], "12")
    assert apart(archive) == [("a.jpg",), ("b.jpg",)]


def test_photos_that_stood_with_one_of_them_stay_with_it(archive: Archive) -> None:
    seen = [photo(archive, name)[1] for name in "abc"]
    for sha256 in seen[1:]:
        say(archive, sha256, "24")
    keep_both(archive)
    assert apart(archive) == [("a.jpg",), ("b.jpg", "c.jpg")]


def test_a_conflict_that_was_told_anew_before(archive: Archive) -> None:
    _, first = photo(archive, "a", 19)
    step, _ = photo(archive, "b", 20)
    assert step is Step.CONFLICT
    say(archive, first, "24")
    keep_both(archive)
    assert apart(archive) == [("a.jpg",), ("b.jpg",)]
