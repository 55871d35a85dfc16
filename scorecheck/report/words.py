"""The words that the reports share: places, texts, probabilities and verdicts in plain English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.audit.codes import find_rule
from scorecheck.audit.finding import Finding
from scorecheck.game.template import Template
from scorecheck.reading.types import ILLEGIBLE_TEXT, TICK, Candidate
from scorecheck.report.result import (
    CardResult,
    CardVerdict,
    CellResult,
    JudgedFinding,
    SheetResult,
)

LANG = "en"
_WORTH_NAMING = 0.01
_FEW_BLANKS = 3
_FIELDS = {"base": "base", "power": "power", "total": "total"}
_TEXTS = {"": "blank", ILLEGIBLE_TEXT: "not legible", TICK: "a tick", "#": "a scribble"}
_PLACES = {"card": "the card", "game": "the game"}


def column_name(column: str) -> str:
    """`g2` as `game 2`, `p1` as `player 1`."""
    kinds = {"g": "game", "p": "player"}
    kind = kinds.get(column[:1])
    return f"{kind} {column[1:]}" if kind and column[1:].isdigit() else column or "sheet"


def box_name(template: Template, box: str) -> str:
    """The English name of a box or a sum."""
    if box in _PLACES:
        return _PLACES[box]
    column, dot, inner = box.rpartition(".")
    if dot and column in {one.id for one in template.columns}:
        return f"{template.label(column, LANG)}: {box_name(template, inner)}"
    return template.label(box, LANG)


def place(template: Template, at: str) -> str:
    """Where a finding is: `fours`, `fours/total`, `c2.fours` or `card` in words."""
    box, _, name = at.partition("/")
    words = box_name(template, box)
    return f"{words}, {_FIELDS[name]}" if name in _FIELDS else words


def cell_place(template: Template, cell: CellResult) -> str:
    """Where a cell is, in words, without its column."""
    name = box_name(template, cell.box)
    if cell.field == "chips":
        return f"{name} {cell.cell.split('/')[1] if cell.cell.count('/') == 2 else ''}".strip()
    return f"{name}, {_FIELDS[cell.field]}" if cell.field in _FIELDS else name


def field_name(cell: CellResult) -> str:
    """`base`, `power` or `total`; empty for a box with a single cell."""
    return _FIELDS.get(cell.field, "")


def text_words(text: str) -> str:
    """What a cell says, with a word where there is no letter to show."""
    return _TEXTS.get(text, text)


def percent(p: float) -> str:
    """A probability for a person: never a false 0 or 100 %."""
    if p >= 0.995:
        return "over 99 %"
    return "under 1 %" if p < 0.01 else f"{100 * p:.0f} %"


def ranked(candidates: Iterable[Candidate], limit: int = 3) -> list[Candidate]:
    """The likeliest candidates worth naming, at least one; each text once."""
    best: dict[str, Candidate] = {}
    for candidate in sorted(candidates, key=lambda c: -c.p):
        best.setdefault(candidate.text, candidate)
    likely = [c for c in best.values() if c.p >= _WORTH_NAMING][:limit]
    return likely or list(best.values())[:1]


def weighed(cell: CellResult) -> list[Candidate]:
    """What the cell may say, weighed with the whole card."""
    return ranked([Candidate(cell.text, cell.confidence), *cell.alternatives])


def doubt_sentence(cell: CellResult) -> str:
    """What a person has to decide about this cell: what it looks like, and what the card says."""
    looks = _either(c for c in ranked(cell.seen) if c.text != ILLEGIBLE_TEXT)
    if cell.seen[0].text == ILLEGIBLE_TEXT:
        looks = "not legible" + (f"; perhaps {looks}" if looks else "")
    else:
        looks = f"looks like {looks}"
    likely = weighed(cell)
    if [c.text for c in likely] == [c.text for c in ranked(cell.seen)]:
        return looks
    return f"{looks}; with the whole card {_either(likely)}"


def _either(candidates: Iterable[Candidate]) -> str:
    return " or ".join(f"{text_words(c.text)} ({percent(c.p)})" for c in candidates)


def written_words(value: object) -> str:
    """A finding's `written` or `expected` in a line of text."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{name} {written_words(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple, set, frozenset)):
        return ", ".join(written_words(part) for part in value)
    return text_words(str(value))


def rests_words(sheet: SheetResult, card: CardResult, cells: Sequence[str]) -> str:
    """`rests on Fours, base and Sixes, base, which are in doubt`: what a finding rests on."""
    return rests_on([cell_place(sheet.template, cell) for cell in card.cells if cell.cell in cells])


def rests_on(places: Sequence[str]) -> str:
    """`rests on Chance, which is in doubt`: the first three places, and that there are more."""
    told = [*places[:3], *["others"] * (len(places) > 3)]
    parts = [("; " if any("," in one for one in told) else ", ").join(told[:-1]), told[-1]]
    verb = "is" if len(told) == 1 else "are"
    return f"rests on {' and '.join(filter(None, parts))}, which {verb} in doubt"


def rule_words(code: str) -> str:
    """The rule behind a finding: its name and what it says, in one line."""
    rule = find_rule(code)
    page = " ".join(rule.page.replace("`", "").split())
    return f"Rule {rule.code}, {rule.name}: {page}"


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 finding`, `2 findings`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def card_summary(card: CardResult) -> str:
    """A card's verdict in a few words."""
    if card.status.value == "blank" and card.verdict is CardVerdict.CLEAN:
        return "blank"
    parts = []
    if card.findings:
        parts.append(count(len(card.findings), "finding"))
    if card.doubtful:
        parts.append(count(len(card.doubtful), "cell") + " in doubt")
    return ", ".join(parts) or "all right"


def sentence(message: str) -> str:
    """A message as a sentence of its own: with a capital letter."""
    return message[:1].upper() + message[1:]


def grouped(card: CardResult) -> tuple[list[JudgedFinding], list[JudgedFinding]]:
    """The findings that are told one by one, and blank boxes that are told together because
    there are many of them."""
    blanks = [judged for judged in card.findings if judged.finding.name == "incomplete"]
    if len(blanks) <= _FEW_BLANKS:
        return list(card.findings), []
    return [judged for judged in card.findings if judged not in blanks], blanks


def blanks_sentence(template: Template, blanks: Sequence[JudgedFinding]) -> str:
    """Many blank boxes in one sentence."""
    names = ", ".join(box_name(template, judged.finding.at) for judged in blanks)
    return f"{len(blanks)} boxes are blank, but the game is over: {names}"


def is_focus(finding: Finding, cell: CellResult) -> bool:
    """Whether this is the very cell of a box that a finding is about."""
    fields = {"multiplier-invalid": "power", "multiplier-wrong": "total"}
    return cell.field not in _FIELDS or cell.field == fields.get(finding.name, "base")


def is_at_cell(finding: Finding, cell: CellResult) -> bool:
    """Whether a finding points at this cell: at its box and, where it names one, its field."""
    box, _, name = finding.at.partition("/")
    return cell.box == box and (not name or cell.field == name)
