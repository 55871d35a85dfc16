"""The dispute report as a web page: one file, no script, whatever people are called."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest

from scorecheck.batch import check_files
from scorecheck.languages.catalogues import LANGUAGES, formal
from scorecheck.languages.phrase import translate
from scorecheck.photo.load import load_colour
from scorecheck.report.dispute_shown import Dispute
from scorecheck.report.html import report_html
from tests.made_dispute import NASTY, disputed, report_on, settled
from tests.made_sheets import WRONG_SUM, KnowingReader, kit_for, make_sheet

SAID = [
    {"cell": "g1/four_kind/value", "text": "14", "by": NASTY, "remark": "<img src=x> & </p>"},
    {"cell": "g1/yahtzee/value", "text": "50", "by": '"><svg onload=alert(1)>'},
    {"cell": "g1/yahtzee/value", "text": "56", "by": "Bo", "round": "2"},
]
EMPTY = frozenset({"br", "img", "meta"})


@dataclass
class Page(HTMLParser):
    """What is on a page: its tags with their attributes, and its text."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    text: str = ""
    broken: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.broken.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def parsed(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    return page


@pytest.fixture(scope="module")
def dispute(tmp_path_factory: pytest.TempPathFactory) -> Dispute:
    name = "<b>a & 'b'.png"
    return report_on(disputed(tmp_path_factory.mktemp("photos"), SAID, name))


@pytest.fixture(scope="module", params=LANGUAGES)
def page(dispute: Dispute, request: pytest.FixtureRequest) -> tuple[Page, str]:
    return parsed(report_html(dispute, load_colour, request.param)), request.param


def test_nothing_on_it_is_script_or_comes_from_elsewhere(page: tuple[Page, str]) -> None:
    made, _ = page
    names = {tag for tag, _ in made.tags}
    assert not names & {"script", "link", "iframe", "object", "embed", "form", "svg", "a", "b<"}
    for tag, attributes in made.tags:
        assert not [name for name in attributes if name.startswith("on")], tag
        for name in ("src", "href", "action", "background"):
            assert (attributes.get(name) or "data:image/jpeg;base64,").startswith(
                "data:image/jpeg;base64,"
            )
        assert "url(" not in (attributes.get("style") or "")
    policy = [a["content"] for tag, a in made.tags if a.get("http-equiv")]
    assert policy == ["default-src 'none'; img-src data:; style-src 'unsafe-inline'"]


def test_the_page_is_well_formed_and_names_its_language(page: tuple[Page, str]) -> None:
    made, lang = page
    assert (made.broken, made.open) == ([], [])
    assert ("html", {"lang": formal(lang)}) in made.tags
    pictures = [attributes for tag, attributes in made.tags if tag == "img"]
    assert len(pictures) > 6
    assert all(one["alt"] for one in pictures)


def test_strange_names_and_remarks_are_only_text(page: tuple[Page, str]) -> None:
    made, _ = page
    for text in (NASTY, "<img src=x> & </p>", '"><svg onload=alert(1)>', "<b>a & 'b'.png"):
        assert text in made.text


def test_it_tells_what_the_facts_tell(dispute: Dispute, page: tuple[Page, str]) -> None:
    made, lang = page
    text = " ".join(made.text.split())
    (sheet,) = dispute.sheets
    (card,) = sheet.cards
    told = [sheet.verdict, *(row[1] for row in (*sheet.ties, *sheet.basis, *dispute.made_by))]
    for finding in card.findings:
        told += [finding.message, *finding.rule.paragraphs]
        for step in finding.steps:
            assert f"= {step.result}" in text
    for cell in (*card.decided, *card.doubts):
        told += [said.sentence for said in cell.people]
        told += [share.text for share in cell.shares]
    assert card.witness is not None
    told += [turn.thrown(game.rules) for game in card.witness.games for turn in game.turns]
    for phrase in told:
        assert " ".join(translate(phrase, lang).split()) in text, phrase


def test_no_english_is_left_in_other_languages(tmp_path: Path) -> None:
    sheet = make_sheet(cards={"p1": WRONG_SUM, "p2": {"ones/value": "3"}}, mode="players")
    doubts = {"p2/chance/value": {"": 0.6, "18": 0.39}}
    dispute = report_on(settled([sheet], tmp_path, doubts=doubts))
    english = re.compile(r"\b(the|is|are|but|that|with|says|from|which|sheet|rule|card|boxes)\b")
    for lang in LANGUAGES:
        text = parsed(report_html(dispute, load_colour, lang)).text
        # The command and the template's id are not words of a language.
        told = text.replace("scorecheck check", "")
        assert bool(english.search(told)) == (lang == "en"), english.findall(told)


def test_files_that_were_not_read_are_named_with_their_reason(tmp_path: Path) -> None:
    text = tmp_path / "no <photo>.jpg"
    text.write_text("nothing\n" * 9)
    dispute = report_on(check_files([text], kit_for(KnowingReader({}))))
    page = parsed(report_html(dispute, load_colour, "sv"))
    assert str(text) in page.text
    assert "Inte läst" in page.text
