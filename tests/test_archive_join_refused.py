"""An export that is none of this event, or was changed, is refused and changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive.event_draw import draw_round
from scorecheck.archive.import_event import import_event
from scorecheck.archive.player_list import Entrant
from scorecheck.archive.store import Archive
from scorecheck.errors import ArchiveError, InputError
from tests import made_club
from tests.made_club import CATALOGUE, GAME, WANTED, add, club, facts_of, photo
from tests.made_stations import exported, last, take


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rounds": 3}, "the number of rounds (2 here, 3 there)"),
        ({"seed": "1"}, "the seed of its draws (4711 here, 1 there)"),
        ({"ties": ()}, "the rules for ties (best-game, wins here, – there)"),
    ],
)
def test_an_event_that_only_shares_its_name_is_refused(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    with club(tmp_path / "a") as first, club(tmp_path / "b", replace(WANTED, **change)) as second:
        before = last(first)
        with pytest.raises(ArchiveError, match="are not one event") as refused:
            take(first, second)
        assert told in str(refused.value.message)
        assert last(first) == before


def test_other_players_are_another_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with club(tmp_path / "a") as first:
        others = (*made_club.ENTRANTS[:2], Entrant("Eve", "Röd"), made_club.ENTRANTS[3])
        monkeypatch.setattr(made_club, "ENTRANTS", others)
        with club(tmp_path / "b") as second, pytest.raises(ArchiveError) as refused:
            take(first, second)
    assert "player no. 3 (Cleo, Röd here, Eve, Röd there)" in str(refused.value.message)


def test_a_round_drawn_at_both_with_other_tables_is_refused(tmp_path: Path) -> None:
    with club(tmp_path / "a", rounds=(1,)) as first, club(tmp_path / "b", rounds=(1,)) as second:
        draw_round(first, "varcupen", 2, GAME)
        draw_round(second, "varcupen", 2, GAME, {1, 2})
        with pytest.raises(ArchiveError, match="sheet 3"):
            take(first, second)


def test_a_changed_export_is_refused_and_changes_nothing(
    stations: tuple[Archive, Archive], tmp_path: Path
) -> None:
    first, second = stations
    add(second, photo(tmp_path, facts_of(first).sheets[0]))
    document = exported(second)
    document["standings"]["players"][0]["total"] += 1
    before = last(first)
    with pytest.raises(InputError, match="no export of an event"):
        import_event(first, document, CATALOGUE)
    assert last(first) == before
