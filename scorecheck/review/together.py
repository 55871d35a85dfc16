"""What the cards of a sheet come to together, as data for the page's pictures."""

from __future__ import annotations

from typing import Any

from scorecheck.game.formula import AddFormula, ColumnsFormula
from scorecheck.game.template import Template
from scorecheck.languages.phrase import translate
from scorecheck.report import together as told
from scorecheck.report import words
from scorecheck.report.result import CardResult, SheetResult
from scorecheck.review.findings import finding_json
from scorecheck.review.hangs import open_cells, sum_is_open

Json = dict[str, Any]


def facts(sheet: SheetResult, lang: str) -> Json:
    """Points by column, what they are made of, and who leads.

    Nothing is said before every cell is settled. What then still hangs on a cell that a person
    could not read is said with that reservation, and nobody is marked as the leader.
    """
    kind = "table" if sheet.table else "match" if sheet.match else "one"
    settled = not any(open_cells(card) for card in sheet.cards)
    return {
        "kind": kind,
        "cards": [_points(sheet, card, lang, settled=settled) for card in sheet.filled],
        "summary": translate(_summary(sheet), lang) if settled else "",
        "rests": translate(words.sentence(_rests(sheet)), lang) if settled else "",
        "as_written": translate(_as_written(sheet), lang) if settled else "",
        "findings": [
            finding_json(
                judged.finding, lang, rests=told.rests_sentence(sheet, judged.rests_on), cells=()
            )
            for judged in (sheet.table.findings if sheet.table and settled else ())
        ],
    }


def column_title(card: CardResult, lang: str) -> str:
    """`Game 2`: how a column is headed."""
    return translate(words.sentence(words.column_name(card.column)), lang)


def _summary(sheet: SheetResult) -> str:
    if sheet.table is not None and sheet.table.players:
        return words.sentence(told.table_summary(sheet.table))
    return words.sentence(told.match_summary(sheet.match)) if sheet.match is not None else ""


def _rests(sheet: SheetResult) -> str:
    """On which cells the outcome hangs; empty where it is certain, or where there is none."""
    if sheet.table is not None:
        return told.rests_sentence(sheet, sheet.table.lead_rests_on, told.lead_name(sheet.table))
    if sheet.match is not None and sheet.match.total is not None:
        return told.rests_sentence(sheet, sheet.match.rests_on)
    return ""


def _as_written(sheet: SheetResult) -> str:
    return words.sentence(told.as_written(sheet.table)) if sheet.table is not None else ""


def _points(sheet: SheetResult, card: CardResult, lang: str, *, settled: bool) -> Json:
    """One bar: its length, and the parts that it is made of; nothing of either while in doubt."""
    template = sheet.template
    grand = template.grand_total.id
    hangs = sum_is_open(grand, card, template)
    certain = sheet.table if settled and sheet.table and not sheet.table.lead_rests_on else None
    leaders = {player.column for player in certain.leaders} if certain else set()
    return {
        "column": card.column,
        "name": column_title(card, lang),
        "points": None if hangs else card.totals[grand][1],
        "hangs": hangs,
        "leads": card.column in leaders,
        "parts": []
        if hangs
        else [
            {"name": template.label(name.rpartition(".")[2], lang), "points": points}
            for name, points in _parts(card, template)
        ],
    }


def _parts(card: CardResult, template: Template) -> list[tuple[str, int]]:
    """What the grand total is made of; what has no sum of its own is the rest."""
    grand = template.grand_total
    total = card.totals.get(grand.id, (None, 0))[1]
    names: tuple[str, ...] = ()
    if isinstance(grand.formula, AddFormula):
        names = grand.formula.parts
    elif isinstance(grand.formula, ColumnsFormula):
        names = tuple(f"{column.id}.{grand.formula.of}" for column in template.columns)
    known = [(name, card.totals[name][1]) for name in names if name in card.totals]
    unknown = [name for name in names if name not in card.totals]
    if len(unknown) == 1:
        known.append((unknown[0], total - sum(points for _, points in known)))
    return known
