"""The dispute report as a web page: one file, no script, whatever people are called."""

from __future__ import annotations

import re
import weakref
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from scorecheck.batch import check_files
from scorecheck.languages.catalogues import LANGUAGES, formal
from scorecheck.languages.phrase import Phrase, translate
from scorecheck.photo.load import Photo, load_colour
from scorecheck.report.crops import Picture
from scorecheck.report.dispute_shown import Dispute
from scorecheck.report.html import report_html
from scorecheck.report.pdf import report_pdf
from scorecheck.report.result import Note
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
    doubts = {"p2/chance/value": {"": 0.85, "18": 0.14}}
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
    assert f"{text} innehåller text, inte en bild." in page.text
    assert "Inte läst" in page.text


def test_names_that_are_no_text_can_be_written(tmp_path: Path) -> None:
    name = "r\udce4kning.png"  # as Python reads a name in Latin-1
    batch = disputed(tmp_path, name=name)
    lost = check_files([tmp_path / f"no {name}"], kit_for(KnowingReader({}))).files
    noted = replace(batch, files=(*batch.files, *lost), notes=(Note("x", f"{name} twice"),))
    html = report_html(report_on(noted), load_colour).encode().decode()
    for text in (
        r"r\udce4kning.png",
        r"no r\udce4kning.png does not exist",
        r"r\udce4kning.png twice",
    ):
        assert text in html


def test_what_is_to_be_said_of_the_sheet_and_of_its_file(tmp_path: Path) -> None:
    batch = disputed(tmp_path)
    (file,) = batch.files
    told = replace(file.sheets[0], notes=(Phrase("page {number}: no sheet on it", number=7),))
    noted = replace(file, sheets=(told,), notes=("more & less",))
    page = parsed(report_html(report_on(replace(batch, files=(noted,))), load_colour, "sv"))
    assert "sida 7: inget blad på den" in page.text
    assert "a.png: more & less" in page.text


def test_each_photo_is_let_go_before_the_next_is_loaded(tmp_path: Path) -> None:
    sheets = [make_sheet(cards={"g1": WRONG_SUM}, sheet=number) for number in (1, 2, 3)]
    dispute = report_on(settled(sheets, tmp_path))
    held: list[weakref.ref[Picture]] = []

    def load(photo: Photo) -> Picture:
        assert not [one for one in held if one() is not None]
        picture = load_colour(photo)
        held.append(weakref.ref(picture))
        return picture

    html = report_html(dispute, load)
    assert len(held) == 3
    assert html.count("<article>") == 3
    assert html.count(dispute.made_by[1][1]) == 1
    held.clear()
    report_pdf(dispute, load)
    assert len(held) == 3
