"""Reports about what cards say: games that ended early, blank and 0 and struck, wrong additions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from scorecheck.audit.verdict import audit_card
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.game.card import Card, Entry
from scorecheck.game.explain import explain
from scorecheck.measure.hidden import outcome
from scorecheck.measure.legal_play import Snapshot, play
from scorecheck.measure.reports_sheet import Bench, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.report.json import check_document, read_document
from scorecheck.report.result import BatchResult, CardResult, FileResult, SheetResult
from scorecheck.report.table import card_rows, table_columns
from scorecheck.simulate.fill import cell_texts
from scorecheck.simulate.play import Played, random_card, texts_of

_BOXES = ("three_kind", "four_kind", "full_house", "chance")


def ended_early(bench: Bench) -> Tally:
    """Games of Power that somebody has won: the others' open rows are legal."""
    tally = Tally()
    for seed, snapshot in enumerate(_won_games(bench, 6), start=201):
        sheet = bench.sheet("power", len(snapshot.cards), seed=seed)
        columns = sheet.layout.columns[: len(snapshot.cards)]
        _write_cards(bench, sheet, dict(zip(columns, snapshot.cards, strict=False)))
        (outcome, *_) = bench.read(sheet.shoot(seed=seed).jpeg, sheet, f"game {seed}", tally)
        if isinstance(outcome, SheetResult):
            found = [j.finding.name for card in outcome.cards for j in card.findings]
            bases = [text for cell, text in sheet.texts.items() if cell.endswith("base")]
            tally.facts["open rows"] += bases.count("")
            tally.note("incomplete" not in found, "without a word on open rows", str(found))
    return tally


def _won_games(bench: Bench, count: int) -> Iterator[Snapshot]:
    """Legal games of two players under the usual options, with a loser who has open rows."""
    power = bench.catalogue.get("power")
    chance, usual = Random(20), power.resolve_options()
    while count:
        _, end = play(power, chance)
        open_rows = any(len(card.entries) < len(power.boxes) for card in end.cards)
        if len(end.cards) == 2 and end.status == "final" and open_rows and end.options == usual:
            count -= 1
            yield end


def _write_cards(bench: Bench, sheet: Sheet, cards: Mapping[str, Card]) -> None:
    texts = {column: texts_of(Played(card), sheet.template) for column, card in cards.items()}
    hands = {c: bench.hand(100 * sheet.identity.sheet + n) for n, c in enumerate(cards)}
    entries = cell_texts(sheet.layout, texts)
    sheet.write({cell: text for cell, text in entries.items() if text}, hands)


def three_values(bench: Bench) -> Tally:
    """Blank, 0 and X are three different things in each answer."""
    tally = Tally()
    wanted = {"": (None, False), "0": (0, False), "X": (0, True)}
    for seed in (241, 242):
        sheet = bench.sheet("yahtzee", 6, seed=seed, mode="games")
        for n, column in enumerate(sheet.layout.columns):
            signs = [("", "0", "X", "0")[(n + k) % 4] for k in range(len(_BOXES))]
            entries = zip(_BOXES, signs, strict=True)
            texts = {f"{column}/{box}/value": sign for box, sign in entries if sign}
            sheet.write(texts | {f"{column}/ones/value": "3"}, bench.hand(seed * 10 + n))
        boxes = {c for c in sheet.texts if c.split("/")[1] in _BOXES}
        outcomes = bench.read(sheet.shoot().jpeg, sheet, f"sheet {seed}", tally, boxes.__contains__)
        results = [one for one in outcomes if isinstance(one, SheetResult)]
        for cell, text, value, strike in _told(results):
            if cell in boxes:
                tally.note(
                    (value, strike) == wanted.get(text, (None, False)),
                    "answers in JSON with their own value",
                    f"{cell}: {text!r} is given as {value}, {strike}",
                )
        shown = {entry.text for one in results for entry in _entries(one)}
        tally.note({"", "0", "X"} <= shown, "with three signs in the table", f"only {shown}")
    return tally


def _told(sheets: Sequence[SheetResult]) -> Iterator[tuple[str, str, int | None, bool]]:
    """Cell, text, value and strike, as `check --json` and `read --json` give sure cells."""
    batch = BatchResult((FileResult(Path("a.jpg"), None, None, tuple(sheets)),))
    for document in (check_document(batch), read_document(batch)):
        for sheet in document["files"][0]["sheets"]:
            for cell in (cell for card in sheet["cards"] for cell in card["cells"]):
                if cell["state"] in ("sure", "blank"):
                    yield cell["cell"], cell["text"], cell["value"], cell["strike"]


def _entries(sheet: SheetResult) -> Iterator[Any]:
    """What the terminal and the PDF show in the boxes that were tried."""
    names = {sheet.template.label(box, "en") for box in _BOXES}
    for row in card_rows(sheet, table_columns(sheet, sheet.cards)):
        yield from row.entries if row.name in names else ()


def wrong_additions(bench: Bench) -> Tally:
    """Sums that are off by 1, 9 or 10, and two that cancel: reported as they are written."""
    tally = Tally()
    for page in range(6):
        sheet = bench.sheet(("yahtzee", "yatzy")[page % 2], 4, seed=251 + page)
        rng = np.random.default_rng(page)
        cards = {c: _spoilt(sheet, rng, page, n) for n, c in enumerate(sheet.layout.columns)}
        _write_cards(bench, sheet, cards)
        (outcome, *_) = bench.read(sheet.shoot(seed=page).jpeg, sheet, f"sheet {page}", tally)
        if isinstance(outcome, SheetResult):
            for card in outcome.cards:
                _count_mistakes(card, cards[card.column], sheet, tally)
    return tally


def _spoilt(sheet: Sheet, rng: np.random.Generator, page: int, number: int) -> Card:
    """A right card with a sum off by 1, 9 or 10, up or down; or with two such sums that cancel."""
    card = random_card(sheet.template, rng).card
    printed = {total.id for total in sheet.template.sums if total.printed}
    written = {name: value for name, value in card.written.items() if name in printed}
    off = (1, -9, 10, -1, 9, -10)[(page + number) % 6]
    if number == 3 and {"upper_total", "lower_total"} <= printed:
        wrong = {"upper_total": off, "lower_total": -off}
    else:
        wrong = {str(rng.choice(sorted(written.keys() - {"bonus", "chip_points"}))): off}
    return replace(card, written=written | {name: written[name] + by for name, by in wrong.items()})


def _count_mistakes(card: CardResult, written: Card, sheet: Sheet, tally: Tally) -> None:
    """Reported at once, once a person has said what stands in the cells asked about, or hidden."""
    template = sheet.template
    texts = {c.cell: sheet.texts[c.cell] if c.in_doubt else c.text for c in card.cells}
    settled = card_from_texts(card.cells, texts, template)
    options = template.resolve_options()
    wanted, known = (
        {(f.code, f.at) for f in audit_card(one, template, options, "final").findings}
        for one in (written, settled)
    )
    told = {(judged.finding.code, judged.finding.at) for judged in card.findings}
    became = outcome(wanted, told, known)
    how = "at once" if became == "found" else "once the cells asked about were settled"
    tally.note(
        became != "hidden",
        f"cards with each mistake reported {how}",
        f"{card.column}: hidden: {wanted - known}",
    )


def other_game(bench: Bench) -> Tally:
    """Yatzy's values on a Yahtzee card: it is said which game they would fit."""
    tally = Tally()
    for seed in (271, 272, 273):
        sheet = bench.sheet("yahtzee", 2, seed=seed)
        entries = {"full_house": 22, "small_straight": 15, "four_kind": 16, "chance": 23}
        card = Card({box: Entry(value) for box, value in entries.items()}, None, {"bonus": 50})
        _write_cards(bench, sheet, {"p1": card})
        (outcome, *_) = bench.read(sheet.shoot(seed=seed).jpeg, sheet, f"sheet {seed}", tally)
        if isinstance(outcome, SheetResult):
            named = "Yatzy better than Yahtzee" in " ".join(outcome.notes)
            asked = len(outcome.cards[0].doubtful)
            fact = "with the other game named" if named else "without, as cells were asked about"
            tally.note(named or asked > 0, fact, f"sheet {seed}: {outcome.notes}")
    return tally


def straight_with_a_double(bench: Bench) -> Tally:
    """1 2 3 3 4 is a small straight in Yahtzee."""
    template = bench.catalogue.get("yahtzee")
    rolls = explain(template, "small_straight", 30, template.resolve_options()).rolls
    tally = Tally()
    tally.expect((1, 2, 3, 3, 4) in rolls, f"scores 30, as {len(rolls)} rolls do")
    return tally
