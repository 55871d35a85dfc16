"""What the commands of an archive say, in the language asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scorecheck.archive.add import add_files
from scorecheck.archive.added_text import lines_of, summary
from scorecheck.archive.called import Called
from scorecheck.archive.store import Archive
from scorecheck.languages.catalogues import LANGUAGES
from scorecheck.languages.phrase import Phrase, translate
from scorecheck.measure.stub_photos import read_stub
from scorecheck.report.result import FileResult
from tests.cli_runner import Runner
from tests.made_club import CATALOGUE, add, card, club, facts_of, photo

DOUBT = {"p1/chance/value": {"14": 0.49, "19": 0.48}}
ADVICE = Phrase("hold the phone steadier, or take it in more light")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with club(tmp_path / "club") as one:
        yield one


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_became_of_photos_is_told(archive: Archive, tmp_path: Path, lang: str) -> None:
    sheet, *_ = facts_of(archive).sheets
    first = photo(tmp_path, sheet, doubts=DOUBT)
    steps = [
        *add(archive, first),
        *add(archive, photo(tmp_path, sheet, nonce="again", doubts=DOUBT), first),
        *add(archive, photo(tmp_path, sheet, nonce="other", cards={"p2": card(30)})),
        *add(archive, photo(tmp_path, sheet, nonce="new", cards={"p2": card(5)}), corrected=True),
    ]
    said = [
        translate(line, lang) for one in steps for line in lines_of(one, Called(archive, CATALOGUE))
    ]
    assert len(said) == 5
    assert all(str(tmp_path) in line for line in said)
    english = [str(line) for one in steps for line in lines_of(one, Called(archive, CATALOGUE))]
    same = [line for line, other in zip(said, english, strict=True) if line == other]
    assert (len(same) == 5) if lang == "en" else same == []
    assert (translate(summary(steps), lang) == summary(steps)) == (lang == "en")
    assert english[0].endswith("Yahtzee sheet 1 of Vårcupen: added, 1 cell in doubt")


def test_what_a_photo_asks_for_is_told_too(archive: Archive, tmp_path: Path) -> None:
    sheet, *_ = facts_of(archive).sheets

    def blurred(path: Path) -> FileResult:
        file = read_stub(path)
        (one,) = file.sheets
        assert one.basis is not None
        basis = replace(one.basis, notes=(ADVICE,))
        return replace(file, sheets=(replace(one, basis=basis),))

    path = photo(tmp_path, sheet)
    (outcome,) = add_files(archive, [path], blurred, CATALOGUE)
    assert lines_of(outcome, Called(archive, CATALOGUE))[1:] == [f"{path}: {ADVICE}"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("event", "new", "Cup", "--game", "yatzyy"), "det finns inget spel som heter 'yatzyy'"),
        (
            ("event", "new", "Cup", "--game", "yatzy", "--option", "x=1"),
            "yatzy har inget val 'x'",
        ),
        (("event", "new", "Cup", "--game", "yatzy", "--paper", "a3"), "det finns inget papper"),
        (("archive", "add", "photo.jpg", "--option", "x"), "--option x: väntade NAMN=VÄRDE"),
        (("archive", "add", "photo.jpg"), "det finns inget arkiv"),
        (("archive", "log"), "det finns inget arkiv"),
        (("archive", "standings", "--by", "table"), "det finns inget slag 'table'"),
    ],
)
def test_refusals_are_in_that_language(
    given: tuple[str, ...], told: str, run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "players.csv").write_text("name\nAnna\nBo\n", encoding="utf-8")
    more = ("--players", "players.csv") if given[0] == "event" else ()
    ended = run(*given, *more, "--lang", "sv")
    assert ended.code in (2, 5)
    assert told in ended.err


def test_cells_are_named_by_player_and_box(archive: Archive, tmp_path: Path) -> None:
    sheet, *_ = facts_of(archive).sheets
    name = facts_of(archive).player(sheet.columns[1] or "").name
    add(archive, photo(tmp_path, sheet))
    (differs,) = add(archive, photo(tmp_path, sheet, nonce="other", cards={"p2": card(30)}))
    (corrected,) = add(
        archive, photo(tmp_path, sheet, nonce="new", cards={"p2": card(5)}), corrected=True
    )
    called = Called(archive, CATALOGUE)
    (line,) = lines_of(differs, called)
    assert f"differs in {name}, Chance; " in line
    assert "p2" not in line
    (line,) = lines_of(corrected, called)
    assert f"; {name}, Chance 5 (was 21); " in line
    assert f"; total of {name} 242 (was 258)" in line
    assert f"{name}, Chans 5 (var 21)" in translate(line, "sv")
