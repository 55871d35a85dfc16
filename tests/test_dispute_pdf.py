"""The dispute report as a PDF: whole and uncluttered in four languages, long sheets too."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pdfplumber
import pytest
from pdfplumber.pdf import PDF

from scorecheck.languages.catalogues import LANGUAGES
from scorecheck.languages.phrase import translate
from scorecheck.photo.load import load_colour
from scorecheck.report.dispute_shown import Dispute
from scorecheck.report.pdf import report_pdf
from scorecheck.report.pdf_style import MARGIN, TEXT_WIDTH
from tests.made_dispute import DOUBTS, NASTY, disputed, report_on, settled
from tests.made_sheets import CLEAN, WRONG_SUM, make_sheet

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


def test_letters_that_cannot_be_printed_are_owned_up_to(tmp_path: Path) -> None:
    said = [{"cell": "g1/four_kind/value", "text": "14", "by": NASTY}]
    with_letters = report_on(disputed(tmp_path, said))
    without = report_on(disputed(tmp_path))
    notes = []
    for dispute in (with_letters, without):
        with pdfplumber.open(io.BytesIO(report_pdf(dispute, load_colour))) as document:
            text = " ".join(page.extract_text() for page in document.pages)
        notes.append("stands for a letter" in text)
    assert notes == [True, False]
