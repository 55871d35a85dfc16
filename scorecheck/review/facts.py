"""What the page shows of a sheet, as plain data for its script; nothing here is drawn or asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorecheck.decisions.apply import misfit_words
from scorecheck.decisions.compare import Standing
from scorecheck.decisions.record import FIRST, SETTLING, Decision
from scorecheck.languages.phrase import translate
from scorecheck.reading.types import Candidate
from scorecheck.report import words
from scorecheck.report.result import (
    CardResult,
    CardStatus,
    CellResult,
    Decided,
    JudgedFinding,
    SheetResult,
)
from scorecheck.review import together
from scorecheck.review.findings import finding_json
from scorecheck.review.hangs import finding_is_open, open_cells, places_of, sum_is_open
from scorecheck.review.sheet import ReviewSheet

Json = dict[str, Any]
LEAST_SHOWN = 0.01
MOST_CANDIDATES = 5


def sheet_facts(sheet: ReviewSheet, lang: str, round: int = FIRST) -> Json:
    """Everything that the page shows, in one language, after the decisions of one round."""
    settled = sheet.settled(round)
    return {
        "key": sheet.key,
        "round": round,
        "page_mm": list(sheet.picture.page_mm),
        "cells": [_cell(sheet, settled, c, lang) for card in settled.cards for c in card.cells],
        "queue": list(queue(sheet, settled, round)),
        "cards": [_card(settled, card, lang) for card in settled.cards],
        "together": together.facts(settled, lang),
        "notes": list(_notes(sheet, settled, lang, round)),
        "compared": list(comparison(sheet, settled, lang)) if round == SETTLING else [],
        "can_be_compared": sheet.can_be_compared,
    }


def queue(sheet: ReviewSheet, settled: SheetResult, round: int) -> Iterator[str]:
    """The cells to go through, in the order of the sheet: those the machine asks about, those that
    came into doubt since, and those that a person decided unasked; of two reviews those on which
    they differed."""
    asked = set(sheet.asked)
    if round == SETTLING:
        differed = (Standing.DIFFERS, Standing.SETTLED)
        asked = {one.cell for one in sheet.compared() if one.standing in differed}
    for card in settled.cards:
        for cell in card.cells:
            decided = cell.decided is not None and round != SETTLING
            if cell.cell in asked or cell.is_open or decided:
                yield cell.cell


def comparison(sheet: ReviewSheet, settled: SheetResult, lang: str) -> Iterator[Json]:
    """Each cell that anybody decided on, with what each said."""
    cells = {cell.cell: (card, cell) for card in settled.cards for cell in card.cells}
    for told in sheet.compared():
        if told.cell in cells:
            card, cell = cells[told.cell]
            yield {
                "cell": told.cell,
                "name": together.column_title(card, lang),
                "label": translate(words.cell_place(settled.template, cell), lang),
                "standing": told.standing.value,
                "said": [
                    _word(sheet, one, lang) for one in (told.first, told.second, told.settling)
                ],
            }


def _cell(sheet: ReviewSheet, settled: SheetResult, cell: CellResult, lang: str) -> Json:
    """A cell; what never changes of it is put into words once."""
    key = (cell.cell, lang)
    if key not in sheet.told:
        sheet.told[key] = _fixed(sheet, settled, cell, lang)
    return sheet.told[key] | {
        "state": cell.state.value,
        "open": cell.is_open,
        # What the sums make of a cell in doubt is not for the eyes of whoever decides on it.
        "text": None if cell.is_open else cell.text,
        "decided": _word(sheet, cell.decided, lang),
        "disputed": [_word(sheet, one, lang) for one in cell.disputed],
    }


def _fixed(sheet: ReviewSheet, settled: SheetResult, cell: CellResult, lang: str) -> Json:
    place = sheet.picture.places[cell.cell]
    return {
        "id": cell.cell,
        "column": cell.column,
        "kind": cell.kind,
        "label": translate(words.cell_place(settled.template, cell), lang),
        "at": [round(v, 2) for v in (place.x, place.y, place.w, place.h)],
        "candidates": [_candidate(one, lang) for one in candidates(cell)],
    }


def candidates(cell: CellResult) -> list[Candidate]:
    """What the picture of a cell alone says, likeliest first."""
    return [one for one in cell.seen if one.p >= LEAST_SHOWN][:MOST_CANDIDATES] or [cell.seen[0]]


def _candidate(one: Candidate, lang: str) -> Json:
    return {
        "text": one.text,
        "words": translate(words.text_words(one.text), lang),
        "p": translate(words.percent(one.p), lang),
        "share": round(one.p, 4),
    }


def _word(sheet: ReviewSheet, one: Decided | Decision | None, lang: str) -> Json | None:
    """What one person said of a cell, and whether that was on another photo of the sheet."""
    if one is None or one.text is None:
        return None
    return {
        "text": one.text,
        "words": translate(words.text_words(one.text), lang),
        "by": one.by,
        "at": one.at,
        "remark": one.remark,
        "elsewhere": sheet.is_elsewhere(one.id),
    }


def _card(settled: SheetResult, card: CardResult, lang: str) -> Json:
    template = settled.template
    shown = [j for j in card.findings if not finding_is_open(j, card, template)]
    printed = [name for name in card.totals if any(cell.box == name for cell in card.cells)]
    return {
        "column": card.column,
        "name": together.column_title(card, lang),
        "blank": card.status is CardStatus.BLANK and not card.doubtful,
        "open": len(open_cells(card)),
        "unread": len(card.doubtful) - len(open_cells(card)),
        "verdict": _verdict(card, len(shown)),
        "totals": [_total(settled, card, name, lang) for name in printed],
        "findings": [_finding(settled, judged, card, lang) for judged in shown],
    }


def _verdict(card: CardResult, findings: int) -> str:
    """`findings`, `doubt`, `clean` or `blank`, from what is shown only."""
    if findings:
        return "findings"
    if card.doubtful:  # also one that a person could not read
        return "doubt"
    return "blank" if card.status is CardStatus.BLANK else "clean"


def _total(settled: SheetResult, card: CardResult, name: str, lang: str) -> Json:
    written, correct = card.totals[name]
    cell = card.cell(name, "sum")
    # What a person could not read either is not known to be unwritten.
    unread = cell is not None and (cell in open_cells(card) or cell.in_doubt)
    hangs = sum_is_open(name, card, settled.template)
    found = any(name in places_of(judged.finding) for judged in card.findings)
    return {
        "id": name,
        "cell": cell.cell if cell else None,
        "name": translate(words.box_name(settled.template, name), lang),
        "written": None if unread else written,
        "unread": unread,
        "correct": None if hangs else correct,
        "hangs": hangs,
        # A sum may be right in more ways than one: only a finding says that it is wrong.
        "wrong": found and not hangs and not unread and written != correct,
    }


def _notes(sheet: ReviewSheet, settled: SheetResult, lang: str, round: int) -> Iterator[str]:
    """What else is to be said of the sheet and its photo; hints from its numbers come last.

    Decisions that cannot count are named to whoever may see them: not to the other reviewer.
    """
    basis = settled.basis.notes if settled.basis else ()
    misfits = [one for one in sheet.misfits if round in (one.round, SETTLING)]
    notes = [*([misfit_words(misfits)] if misfits else []), *sheet.file.notes, *basis]
    if not any(open_cells(card) for card in settled.cards):
        notes += [note for note in settled.notes if note not in notes]
    yield from (translate(words.sentence(note), lang) for note in notes)


def _finding(settled: SheetResult, judged: JudgedFinding, card: CardResult, lang: str) -> Json:
    finding = judged.finding
    rests = words.rests_words(settled, card, judged.rests_on) if judged.rests_on else ""
    places = places_of(finding)
    at = [cell.cell for cell in card.cells if words.is_at_cell(finding, cell)]
    cells = at or [cell.cell for cell in card.cells if cell.box in places]
    return finding_json(finding, lang, rests=rests, cells=cells)
