"""Lists of players as spreadsheets write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck.archive.player_list import MOST_PLAYERS, Entrant, read_players
from scorecheck.errors import InputError

ANNA, BO = Entrant("Anna Ek", "Röd"), Entrant("Bo Ål", "Blå")


def listed(tmp_path: Path, data: bytes) -> tuple[Entrant, ...]:
    path = tmp_path / "players.csv"
    path.write_bytes(data)
    return read_players(path)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("heads", ["", "name|team", "Namn|Lag", "Spieler|Verein"])
def test_every_spreadsheets_way(
    tmp_path: Path, mark: bytes, separator: str, end: str, heads: str
) -> None:
    lines = [heads, "Anna Ek|Röd", "", " Bo  Ål |Blå", "|"]
    text = end.join(line.replace("|", separator) for line in lines)
    assert listed(tmp_path, mark + text.encode()) == (ANNA, BO)


def test_headings_say_which_column_is_which(tmp_path: Path) -> None:
    text = "No;Team;Town;Player\n1;Röd;Lund;Anna Ek\n2;Blå;Malmö;Bo Ål\n"
    assert listed(tmp_path, text.encode()) == (ANNA, BO)


def test_names_without_teams_and_quotes(tmp_path: Path) -> None:
    assert listed(tmp_path, b"name\nAnna\nBo\n") == (Entrant("Anna"), Entrant("Bo"))
    text = '"Ek, Anna",Röd\n"O""Neill",\n'
    assert listed(tmp_path, text.encode()) == (Entrant("Ek, Anna", "Röd"), Entrant('O"Neill'))


def test_accents_are_joined_and_unseen_signs_left_out(tmp_path: Path) -> None:
    text = "A\u030asa\u200b\nBjo\u0308rn\n"
    assert listed(tmp_path, text.encode()) == (Entrant("Åsa"), Entrant("Björn"))


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    text = f"name,team\nAnna,Red\n,Blue\nANNA,Green\n{'x' * 81},Red\n"
    with pytest.raises(InputError) as refused:
        listed(tmp_path, text.encode())
    message = refused.value.message
    assert "line 3 has no name" in message
    assert "'ANNA' stands in line 2 and in line 4" in message
    assert "line 5 is longer than 80 letters" in message


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "it names no player"),
        (b"name,team\n", "it names no player"),
        ("Anna\nBjörn\n".encode("latin-1"), "line 2 is not UTF-8 text"),
        ("Anna\n".encode("utf-16"), "line 1 is not UTF-8 text"),
        (b'"Anna\n', "unexpected end of data"),
        ("\n".join(f"P{n}" for n in range(MOST_PLAYERS + 1)).encode(), "more than 2000 players"),
    ],
)
def test_what_is_no_list(tmp_path: Path, data: bytes, told: str) -> None:
    with pytest.raises(InputError, match=told):
        listed(tmp_path, data)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        read_players(tmp_path / "none.csv")
