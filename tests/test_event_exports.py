"""Exports: the same facts give the same bytes, and another archive takes them over whole."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from scorecheck.archive import standings_notes
from scorecheck.archive.added_text import document, lines_of
from scorecheck.archive.called import Called
from scorecheck.archive.chart import Box, Label, text_width
from scorecheck.archive.charts import places_chart, points_chart
from scorecheck.archive.code import event_code
from scorecheck.archive.event_facts import entries
from scorecheck.archive.export_csv import results_csv
from scorecheck.archive.export_html import results_html
from scorecheck.archive.export_json import results_document
from scorecheck.archive.export_pdf import results_pdf
from scorecheck.archive.export_text import results_text
from scorecheck.archive.import_event import import_event
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.standings import standings
from scorecheck.archive.store import Archive
from scorecheck.errors import ArchiveError, InputError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.languages.catalogues import LANGUAGES
from scorecheck.languages.phrase import say_in
from tests.cli_runner import validate
from tests.made_club import CATALOGUE, ENTRANTS, GAME, add, card, club, facts_of, photo, played
from tests.made_event import EVENT, NAMES, changed, made_event, points
from tests.made_stations import exported

YATZY = load_catalogue().get("yatzy")


@pytest.fixture(scope="module")
def played_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive in which all was played, to be copied."""
    with played(tmp_path_factory.mktemp("played") / "a") as one:
        return one.folder


@pytest.fixture
def archive(tmp_path: Path, played_folder: Path) -> Iterator[Archive]:
    with open_archive(shutil.copytree(played_folder, tmp_path / "a")) as one:
        yield one


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Archive]:
    """An empty archive."""
    create_archive(tmp_path / "other")
    with open_archive(tmp_path / "other") as one:
        yield one


def test_csv_has_a_line_for_each_game(archive: Archive) -> None:
    facts = facts_of(archive)
    lines = list(csv.DictReader(io.StringIO(results_csv(facts))))
    assert len(lines) == 8
    for line in lines:
        sheet = facts.sheets[int(line["sheet"]) - 1]
        at = int(line["column"][1:]) - 1
        assert line["points"] == line["written"] == str(sheet.cards[at].points)
        assert sheet.columns[at] == f"varcupen/{line['player']}"
        assert line["state"] == "clean"
    assert {line["name"] for line in lines} == {"Anna Ek", "Bo Ål", "Cleo", "'=Dag"}
    assert sum(int(line["won"]) for line in lines) == 4


def test_csv_says_why_points_are_missing() -> None:
    facts = changed(made_event(), 1, version=0, cards=())
    facts = changed(facts, 2, contested=frozenset({"p1"}))
    lines = list(csv.DictReader(io.StringIO(results_csv(facts))))
    states = {(line["sheet"], line["column"]): line["state"] for line in lines}
    assert states["1", "p1"] == "none"
    assert states["2", "p1"] == "conflict"
    assert states["2", "p2"] == "clean"


def test_text_shows_where_two_archives_differ(tmp_path: Path, archive: Archive) -> None:
    def text(one: Archive) -> list[str]:
        with one.read() as connection:
            return results_text(facts_of(one), entries(connection, "varcupen"), GAME).splitlines()

    with club(tmp_path / "b") as same:
        first, *others = facts_of(same).sheets
        add(same, *[photo(tmp_path, sheet) for sheet in reversed(others)])
        add(same, photo(tmp_path, first, "", {"p1": card(30)}))
        here, there = text(archive), text(same)
    assert here[0] == "scorecheck event 1"
    only = set(there) - set(here)
    assert "sheet 1 p1 chance value = 30" in only
    assert "sheet 1 p1 total 267" in only
    cells = [line for line in only if " = " in line]
    assert sorted(cells) == [
        "sheet 1 p1 chance value = 30",
        "sheet 1 p1 grand_total sum = 267",
        "sheet 1 p1 lower_total sum = 169",
    ]


def test_text_has_one_fact_a_line(archive: Archive) -> None:
    with archive.read() as connection:
        text = results_text(facts_of(archive), entries(connection, "varcupen"), GAME)
    lines = text.splitlines()
    assert len(lines) == len(set(lines))
    assert f"code {event_code(facts_of(archive))}" in lines
    assert text.index("p1 ones value") < text.index("p1 chance value") < text.index("p2 ones value")


def test_text_begins_with_the_standings_for_people(archive: Archive) -> None:
    facts = facts_of(archive)
    with archive.read() as connection:
        texts = entries(connection, "varcupen")
    plain = results_text(facts, texts, GAME).splitlines()
    told = results_text(facts, texts, GAME, say_in("sv")).splitlines()
    assert [line for line in told if not line.startswith("#")] == plain
    people = [line for line in told if line.startswith("#")]
    assert told[0] == "scorecheck event 1"
    assert told[1 : len(people) + 1] == people, "before the facts"
    (heads,) = [line for line in people if line.split()[1:2] == ["spelare"]]
    (dag,) = [line for line in people if "=Dag" in line and line.split()[1].isdigit()]
    total = next(str(one.total) for one in standings(facts).rows if one.name == "=Dag")
    assert dag.endswith(total)
    assert len(dag) == len(heads)


def test_a_name_begins_no_line_of_the_text() -> None:
    names = ("Eve\nplace 1 player 1 total 999", *NAMES[1:])
    text = results_text(made_event(names=names), {}, YATZY, say_in("en"))
    head = text[: text.index("\ncode ")].splitlines()
    assert all(line.startswith("#") for line in head[1:])


def test_json_is_what_its_schema_says(archive: Archive) -> None:
    validate(exported(archive), "event-1")
    facts = changed(facts_of(archive), 1, version=0, cards=())
    validate(results_document(facts), "event-1")


def test_another_archive_takes_it_over(archive: Archive, other: Archive) -> None:
    first = facts_of(archive).sheets[0]
    add(archive, photo(archive.folder, first, "x", {"p2": card(6)}))
    document = exported(archive)
    done = import_event(other, document, CATALOGUE)
    assert done.code == event_code(facts_of(archive))
    assert facts_of(other) == facts_of(archive)
    assert results_document(facts_of(other)) == results_document(facts_of(archive))
    again = exported(other)
    assert import_event(archive, again, CATALOGUE).records == 0, "it is there with the same code"
    third = json.dumps([again[key] for key in ("standings", "sheets", "players", "code")])
    assert third == json.dumps(
        [document[key] for key in ("standings", "sheets", "players", "code")]
    )


def test_names_get_other_commitments(archive: Archive, other: Archive) -> None:
    document = exported(archive)
    import_event(other, document, CATALOGUE)
    commitments = {one.body["name"] for one in other.records(kind="player")}
    assert len(commitments) == len(ENTRANTS)
    assert not commitments & set(document["names"])


@pytest.mark.parametrize(
    "what", ["texts", "points", "reading", "event", "name", "records", "schema", "kind"]
)
def test_a_changed_export_is_refused_and_nothing_taken(
    archive: Archive, other: Archive, what: str
) -> None:
    document: Any = deepcopy(exported(archive))
    bodies = {record["kind"]: record["body"] for record in document["records"]}
    if what == "texts":
        bodies["version"]["cards"][0]["texts"]["p1/chance/value"] = "30"
    elif what == "points":
        document["standings"]["players"][0]["total"] += 1
    elif what == "reading":
        bodies["reading"]["page"] = 2
    elif what == "event":
        document["event"]["name"] += "!"
    elif what == "name":
        document["players"][0]["name"] = "Somebody"
    elif what == "records":
        document["records"] = document["records"][:-1]
    elif what == "kind":
        document["records"][0]["kind"] = "photo"
    else:
        document["schema"] = "scorecheck/event/2"
    with pytest.raises(InputError, match="no export of an event"):
        import_event(other, document, CATALOGUE)
    assert list(other.records()) == []


def test_sheets_of_another_event_with_the_same_numbers_are_refused(archive: Archive) -> None:
    taken = deepcopy(exported(archive))
    taken["event"]["id"] = "another"
    with pytest.raises(ArchiveError, match="sheets of the same numbers: 1, 2, 3, 4"):
        import_event(archive, taken, CATALOGUE)


class Tags(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_are_the_same_every_time_and_hold_all(lang: str) -> None:
    facts = made_event()
    page = results_html(facts, YATZY, lang)
    assert page == results_html(facts, YATZY, lang)
    told = Tags(page)
    assert not told.tags & {"script", "link", "img", "iframe"}
    for row in standings(facts).rows:
        assert row.name in told.text
        assert str(row.total) in told.text
    assert event_code(facts) in told.text
    assert results_pdf(facts, YATZY, lang) == results_pdf(facts, YATZY, lang)


def test_names_are_text_and_no_markup() -> None:
    facts = made_event()
    bad = replace(facts.players[0], name="<script>alert(1)</script>", team="<i>")
    facts = replace(facts, players=(bad, *facts.players[1:]))
    page = results_html(facts, YATZY)
    assert "script" not in Tags(page).tags
    assert "<i>" not in page
    assert results_pdf(facts, YATZY)


def test_the_pdf_names_everybody_and_the_code(tmp_path: Path) -> None:
    pdfplumber = pytest.importorskip("pdfplumber")
    facts = made_event()
    path = tmp_path / "results.pdf"
    path.write_bytes(results_pdf(facts, YATZY))
    with pdfplumber.open(path) as pdf:
        text = "\n".join(page.extract_text() for page in pdf.pages)
    for row in standings(facts).rows:
        assert f"{row.place} {row.name} {row.team}" in text
    assert event_code(facts) in text
    assert "page 1 of" in text


def test_bars_are_as_long_as_points() -> None:
    table = standings(made_event())
    chart = points_chart(table, say_in("en"))
    assert chart is not None
    bars = [shape for shape in chart.shapes if isinstance(shape, Box) and shape.h > 4]
    points = [one for row in table.rows for one in row.points if one]
    assert len(bars) == len(points)
    scale = bars[0].w / points[0]
    assert [bar.w / scale for bar in bars] == pytest.approx(points)
    assert max(bar.x + bar.w for bar in bars) <= chart.width


def test_lines_end_at_the_places() -> None:
    table = standings(made_event())
    chart = places_chart(table, say_in("en"))
    assert chart is not None
    ends = [shape for shape in chart.shapes if isinstance(shape, Label) and shape.tone == "ink"]
    by_height = [label.text for label in sorted(ends, key=lambda one: one.y)]
    assert by_height == [f"{row.place} {row.name}" for row in table.rows]


@pytest.mark.parametrize("rounds", [2, 6, 9, 24])
@pytest.mark.parametrize("name", ["Bo", "Maximiliane von und zu Hohenzollern-Sigmaringen"])
def test_the_names_of_many_rounds_do_not_run_into_each_other(rounds: int, name: str) -> None:
    event = replace(EVENT, rounds=rounds)
    table = standings(points(made_event(event), *[(100 + n,) * rounds for n in range(3)]))
    players = tuple(replace(one, name=f"{name} {one.number}") for one in table.facts.players)
    table = standings(replace(table.facts, players=players))
    for chart in (points_chart(table, say_in("de")), places_chart(table, say_in("de"))):
        assert chart is not None
        heads = [one for one in chart.shapes if isinstance(one, Label) and one.y == 3.3]
        half = [text_width(one.text) / 2 for one in heads]
        spans = [
            (one.x - w, one.x + w) if one.align == "middle" else (one.x, one.x + 2 * w)
            for one, w in zip(heads, half, strict=True)
        ]
        assert all(end < start for (_, end), (start, _) in pairwise(spans))
        assert spans[-1][1] <= chart.width
        assert heads[0].text in ("Runde 1", "1")


def test_on_a_phone_a_team_stands_below_the_name() -> None:
    facts = made_event()
    page = results_html(facts, YATZY)
    assert page.count('<small class="team">') == len([one for one in facts.players if one.team])
    alone = replace(facts, players=tuple(replace(one, team="") for one in facts.players))
    assert '<small class="team">' not in results_html(alone, YATZY)


def test_nothing_played_has_no_charts() -> None:
    facts = made_event()
    for sheet in facts.sheets:
        facts = changed(facts, sheet.number, version=0, cards=())
    table = standings(facts)
    assert points_chart(table, say_in("en")) is None
    assert places_chart(table, say_in("en")) is None
    assert results_pdf(facts, YATZY)
    assert "svg" not in Tags(results_html(facts, YATZY)).tags


def test_names_in_charts_are_whole_and_as_wide_as_they_were_measured() -> None:
    long = "Anne-Grethe Ødegård-Solbakken"
    names = (long, *NAMES[1:])
    page = results_html(made_event(names=names), YATZY)
    labels = re.findall(r'<text [^>]*textLength="([\d.]+)"[^>]*>([^<]*)</text>', page)
    assert sum(text.endswith(long) for _, text in labels) >= 2
    assert all(float(wide) > 0 for wide, text in labels if text)


def test_of_many_pairs_with_equal_points_only_the_first_are_told() -> None:
    facts = points(made_event(), *[(200, 100 + n, 100 - n) for n in range(9)])
    told = [str(note) for note in standings_notes.parted(standings(facts))]
    assert len(told) == standings_notes.MOST_PARTED
    assert told[-1] == "3 more pairs with equal points are parted by the same rules."


def test_a_finding_that_rests_on_doubt_is_not_exported_as_a_certain_one(tmp_path: Path) -> None:
    doubts = {"p1/grand_total/sum": {"259": 0.6, "249": 0.39}}
    with club(tmp_path / "doubtful") as one:
        first = facts_of(one).sheets[0]
        outcomes = add(one, photo(tmp_path, first, doubts=doubts))
        facts, (line,) = facts_of(one), lines_of(outcomes[0], Called(one, CATALOGUE))
    assert line.endswith("added, 1 cell in doubt, 1 possible finding")
    (sheet,) = document(outcomes)["files"][0]["sheets"]
    assert (sheet["findings"], sheet["findings_in_doubt"]) == (1, 1)
    assert "sheet 1 p1 findings in doubt 1\n" in results_text(facts, {}, GAME)
    first_line = next(csv.DictReader(io.StringIO(results_csv(facts))))
    assert (first_line["column"], first_line["state"]) == ("p1", "doubt")
    told = results_document(facts)
    validate(told, "event-1")
    validate(document(outcomes), "archive-add-1")
    assert told["sheets"][0]["states"] == ["in", "doubt", "findings-in-doubt"]
    assert "perhaps wrong on the paper" in results_html(facts, GAME, "en")
    assert "something wrong on the paper" not in results_html(facts, GAME, "en")
