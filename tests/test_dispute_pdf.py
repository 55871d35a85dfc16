"""The dispute report as a PDF: whole and uncluttered in four languages, long sheets too."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pdfplumber
import pytest
from pdfplumber.pdf import PDF

from scorecheck.batch import check_files
from scorecheck.languages.catalogues import LANGUAGES
from scorecheck.languages.phrase import translate
from scorecheck.photo.load import load_colour
from scorecheck.report.dispute_shown import Dispute
from scorecheck.report.pdf import report_pdf
from scorecheck.report.pdf_style import MARGIN, TEXT_WIDTH
from tests.made_dispute import DOUBTS, NASTY, disputed, report_on, settled
from tests.made_sheets import CLEAN, WRONG_SUM, KnowingReader, kit_for, make_sheet

POWER_BOXES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes", "choice", "two_pairs", "three_kind_1"),
    *("three_kind_2", "four_kind_1", "four_kind_2", "full_house", "small_straight_1"),
    *("small_straight_2", "large_straight_1", "large_straight_2", "chance", "yahtzee_1"),
    *("yahtzee_2", "yahtzee_3"),
)


def power_card() -> dict[str, str]:
    """A long card with something wrong in nearly every row."""
    rows = {f"{box}/base": "X" for box in POWER_BOXES} | {
        f"{box}/total": "0" for box in POWER_BOXES
    }
    odd = {"fours/base": "16", "fours/power": "D", "fours/total": "31", "chance/base": "4",
           "chance/power": "P", "chance/total": "12", "yahtzee_2/base": "100",
           "yahtzee_2/power": "3", "yahtzee_2/total": "300"}  # fmt: skip
    sums = {"upper_sum/sum": "40", "bonus/sum": "50", "upper_total/sum": "90",
            "lower_total/sum": "312", "grand_total/sum": "402"}  # fmt: skip
    return rows | odd | sums


@pytest.fixture(scope="module", params=["yahtzee", "power", "table"])
def dispute(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dispute:
    """A card with decisions, a long Power sheet, and a table of four full of doubt."""
    folder = tmp_path_factory.mktemp("photos")
    if request.param == "yahtzee":
        said = [
            {
                "cell": "g1/four_kind/value",
                "text": "14",
                "by": NASTY,
                "remark": "clear\nenough " * 30,
            },
            {"cell": "g1/yahtzee/value", "text": "50", "by": "Åsa"},
            {"cell": "g1/yahtzee/value", "text": "56", "by": "Bo", "round": "2"},
        ]
        return report_on(disputed(folder, said, "A rather long name of a photo, 2026-01-31.png"))
    if request.param == "power":
        sheet = make_sheet("power", cards={"g1": power_card(), "g2": power_card()}, lang="sv")
        cells = {"sixes/total": {"8": 0.5, "6": 0.4}, "chance/power": {"P": 0.6, "F": 0.3}}
        doubts = {f"{game}/{cell}": p for game in ("g1", "g2") for cell, p in cells.items()}
        return report_on(settled([sheet], folder, doubts=doubts))
    cards = {f"p{n}": WRONG_SUM if n == 2 else CLEAN for n in range(1, 5)}
    sheet = make_sheet(cards=cards, columns=4, mode="players")
    many = {cell.replace("g1", f"p{n}"): p for cell, p in DOUBTS.items() for n in range(1, 5)}
    return report_on(settled([sheet], folder, doubts=many))


@pytest.fixture(scope="module", params=LANGUAGES)
def told(dispute: Dispute, request: pytest.FixtureRequest) -> Iterator[tuple[PDF, str]]:
    """The report in one language."""
    data = report_pdf(dispute, load_colour, request.param)
    with pdfplumber.open(io.BytesIO(data)) as document:
        yield document, request.param


def test_nothing_runs_out_of_the_page(told: tuple[PDF, str]) -> None:
    document, _ = told
    for page in document.pages:
        for part in (*page.chars, *page.images, *page.rects):
            assert part["x0"] >= MARGIN - 1, part
            assert part["x1"] <= MARGIN + TEXT_WIDTH + 1.5, part
            assert part["top"] > 0 and part["bottom"] < page.height - 15


def test_no_words_lie_on_each_other(told: tuple[PDF, str]) -> None:
    document, _ = told
    for page in document.pages:
        words = page.extract_words(keep_blank_chars=False)
        assert words
        for one, other in combinations(words, 2):
            across = min(one["x1"], other["x1"]) - max(one["x0"], other["x0"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert across < 1 or down < 2, (one["text"], other["text"], page.page_number)


def test_words_do_not_lie_on_pictures(told: tuple[PDF, str]) -> None:
    document, _ = told
    for page in document.pages:
        for word in page.extract_words():
            for image in page.images:
                across = min(word["x1"], image["x1"]) - max(word["x0"], image["x0"])
                down = min(word["bottom"], image["bottom"]) - max(word["top"], image["top"])
                assert across < 1 or down < 2.5, (word["text"], page.page_number)


def test_verdict_findings_rules_and_command_are_there(
    dispute: Dispute, told: tuple[PDF, str]
) -> None:
    document, lang = told
    text = "".join("".join(page.extract_text() for page in document.pages).split())

    def is_there(phrase: object) -> bool:
        return "".join(translate(phrase, lang).split()) in text

    sheet = dispute.sheets[0]
    assert is_there(sheet.verdict)
    assert is_there(sheet.file.sha256)
    assert is_there("--witness--json")
    for card in sheet.cards:
        for finding in card.findings:
            assert is_there(finding.message), finding.message
            assert is_there(finding.rule.paragraphs[0])
            for step in finding.steps:
                assert is_there(f"= {step.result}")
        assert card.witness is not None


def test_the_language_is_set_and_the_bytes_are_the_same(tmp_path: Path) -> None:
    dispute = report_on(disputed(tmp_path))
    data = report_pdf(dispute, load_colour, "no")
    assert data == report_pdf(dispute, load_colour, "no")
    assert b"/Lang (nb)" in data
    with pdfplumber.open(io.BytesIO(data)) as document:
        fonts = {char["fontname"] for page in document.pages for char in page.chars}
    assert fonts and all("Tally" in font for font in fonts)


def text_of(dispute: Dispute) -> str:
    """All that is printed, in English, in one line."""
    with pdfplumber.open(io.BytesIO(report_pdf(dispute, load_colour))) as document:
        return " ".join(" ".join(page.extract_text() for page in document.pages).split())


def test_each_number_stands_where_it_belongs(tmp_path: Path) -> None:
    text = text_of(report_on(disputed(tmp_path)))
    assert "Yahtzee, sheet 12" in text
    assert "S01 Sum Sum says 62, but the boxes of the upper section add up to 63." in text
    assert "On the paper: 62 Right: 63" in text
    assert "Rule S01, sum-wrong:" in text
    assert "What remains in doubt 4 of a Kind" in text
    assert "not legible 60 %" in text


def test_the_players_of_a_table(tmp_path: Path) -> None:
    few = {"ones/value": "3", "twos/value": "6", "threes/value": "9"}
    sheet = make_sheet(cards={"p1": few, "p2": {"ones/value": "3"}}, mode="players")
    doubts = {"p2/chance/value": {"": 0.85, "18": 0.14}}
    text = text_of(report_on(settled([sheet], tmp_path, doubts=doubts)))
    assert (
        "Player 1 seems to lead with 18 points; 1 mistake is possible; 1 cell is in doubt." in text
    )
    assert "Player 1 3 of 13 In play, 10 blanks 18" in text
    assert "Rule G01, turn-count-mismatch" in text
    assert "This rests on player 2: Chance, which is in doubt." in text


def test_files_that_were_not_read_and_where_all_comes_from_once(tmp_path: Path) -> None:
    batch = settled([make_sheet(cards={"g1": CLEAN}, sheet=n) for n in (3, 4)], tmp_path)
    missing = check_files([tmp_path / "b.png"], kit_for(KnowingReader({}))).files
    text = text_of(report_on(replace(batch, files=(*batch.files, *missing))))
    assert f"Not read {tmp_path / 'b.png'} does not exist. Check the file's name" in text
    for sheet in batch.files:
        assert sheet.sha256 and text.count(sheet.sha256) == 2  # beside the photo, and at the end
    assert text.count("Reading model") == text.count("--witness --json") == 1
    assert text.index("Yahtzee, sheet 4 File") > text.index("Not read")


@pytest.mark.parametrize(
    ("name", "by", "noted"),
    [("a.png", "Åsa", False), ("a.png", NASTY, True), ("東京.png", "Åsa", True)],
)
def test_letters_that_cannot_be_printed_are_owned_up_to(
    tmp_path: Path, name: str, by: str, noted: bool
) -> None:
    said = [{"cell": "g1/four_kind/value", "text": "14", "by": by}]
    text = text_of(report_on(disputed(tmp_path, said, name)))
    assert ("stands for a letter" in text) == noted
    assert ("□" in text) == noted


def test_the_foot_names_no_sheet_on_pages_that_are_about_the_program(tmp_path: Path) -> None:
    report = replace(report_on(disputed(tmp_path)), notes=("a note on the files",) * 90)
    with pdfplumber.open(io.BytesIO(report_pdf(report, load_colour))) as pdf:
        feet = [(page.extract_text() or "").splitlines()[-1] for page in pdf.pages]
    assert all("sheet 12" in foot for foot in feet[:2])
    assert "sheet 12" not in feet[-1]
