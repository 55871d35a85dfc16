"""The words that the reports share: places, texts, probabilities and verdicts.

All of them are phrases: plain English, which `translate` says in other languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.audit.codes import find_rule
from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule
from scorecheck.audit.words import both, game, player, values_in_words
from scorecheck.evidence.policy import POLICY, Why
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Figure, Joined, Named, Phrase, Plural, Sentence
from scorecheck.reading.types import ILLEGIBLE_TEXT, TICK, Candidate
from scorecheck.report.result import (
    CardResult,
    CardStatus,
    CardVerdict,
    CellResult,
    Decided,
    JudgedFinding,
    SheetResult,
)

_WORTH_NAMING = 0.01
_FEW_BLANKS = 3
_FIELDS = {"base": Phrase("base"), "power": Phrase("power"), "total": Phrase("total")}
_TEXTS = {
    "": Phrase("blank"),
    ILLEGIBLE_TEXT: Phrase("not legible"),
    TICK: Phrase("a tick"),
    "#": Phrase("a scribble"),
}
_SEEMS_SURE = 0.9
_WHY = {
    Why.UNSURE: Phrase(
        "asked because only {least} % or more counts as certain",
        least=Figure(100 * POLICY.settled),
    ),
    Why.PICTURE: Phrase("asked because the picture alone does not show it clearly enough"),
    Why.IMPOSSIBLE: Phrase("asked because it may also be an entry that the rules do not allow"),
    Why.TOGETHER: Phrase("asked because small doubts about several cells of this card add up"),
    Why.AGAINST: Phrase("asked because the picture is clear, but the card speaks against it"),
    Why.HIDDEN: Phrase(
        "asked because something covers it, or because it may be another cell's entry"
    ),
}
"""Why a cell is asked about, in plain words."""
_PLACES = {"card": Phrase("the card"), "game": Phrase("the game")}


def sheet_title(sheet: SheetResult) -> str:
    """`Yatzy, sheet 107`."""
    title = Named(sheet.template.title)
    if sheet.sheet_number is None:
        return title
    return Joined([title, Phrase("sheet {number}", number=sheet.sheet_number)], between=", ")


def column_name(column: str) -> str:
    """`g2` as `game 2`, `p1` as `player 1`."""
    kind = {"g": game, "p": player}.get(column[:1])
    if kind and column[1:].isdigit():
        return kind(int(column[1:]))
    return column or Phrase("sheet")


def box_name(template: Template, box: str) -> str:
    """The name of a box or a sum."""
    if box in _PLACES:
        return _PLACES[box]
    column, dot, inner = box.rpartition(".")
    if dot and column in {one.id for one in template.columns}:
        inside = box_name(template, inner)
        return Joined([Named(template.label, column), inside], between=": ")
    return Named(template.label, box)


def place(template: Template, at: str) -> str:
    """Where a finding is: `fours`, `fours/total`, `c2.fours` or `card` in words."""
    box, _, name = at.partition("/")
    return _with_field(box_name(template, box), name)


def cell_place(template: Template, cell: CellResult) -> str:
    """Where a cell is, in words, without its column."""
    name = box_name(template, cell.box)
    if cell.field == "chips" and cell.cell.count("/") == 2:
        return Joined([name, cell.cell.split("/")[1]], between=" ")
    return _with_field(name, cell.field)


def _with_field(name: str, field: str) -> str:
    return Joined([name, _FIELDS[field]], between=", ") if field in _FIELDS else name


def field_name(cell: CellResult) -> str:
    """`base`, `power` or `total`; empty for a box with a single cell."""
    return _FIELDS.get(cell.field, "")


def text_words(text: str) -> str:
    """What a cell says, with a word where there is no letter to show."""
    return _TEXTS.get(text, text)


def percent(p: float) -> str:
    """A probability for a person: never a false 0 or 100 %."""
    if p >= 0.995:
        return Phrase("over 99 %")
    return Phrase("under 1 %") if p < 0.01 else f"{100 * p:.0f} %"


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
    """What a person has to decide about this cell: what it looks like, and what the card says;
    or what people have said of it, where that leaves it in doubt."""
    if cell.disputed:
        return Joined([_says(one) for one in cell.disputed], between=", ")
    if cell.decided:
        return decided_sentence(cell, cell.decided)
    looks = _either(c for c in ranked(cell.seen) if c.text != ILLEGIBLE_TEXT)
    if cell.seen[0].text != ILLEGIBLE_TEXT:
        looks = Phrase("looks like {text}", text=looks)
    else:
        looks = Phrase("not legible; perhaps {text}", text=looks) if looks else text_words("?")
    likely = weighed(cell)
    if [c.text for c in likely] != [c.text for c in ranked(cell.seen)]:
        looks = Phrase("{looks}; with the whole card {text}", looks=looks, text=_either(likely))
    why = asked_because(cell)
    return Joined([looks, why], between="; ") if why else looks


def asked_because(cell: CellResult) -> str:
    """Why the machine asks about a cell of which one reading seems nearly certain; empty where
    the readings themselves say so."""
    if cell.why is None or cell.decided or cell.disputed:
        return ""
    seems = max(candidate.p for candidate in (*cell.seen, *weighed(cell)))
    return _WHY[cell.why] if seems >= _SEEMS_SURE else ""


def decided_sentence(cell: CellResult, word: Decided) -> str:
    """What a person said that a cell holds, what the machine had read, and the person's remark."""
    own = cell.machine or cell
    told = Phrase(
        "{text}, as {person} decided on {day} (read as {read}, {p})",
        text=text_words(word.text),
        person=word.by,
        day=word.at[:10],
        read=text_words(own.text),
        p=percent(own.confidence),
    )
    remark = " ".join(word.remark.split())
    return Joined([told, remark], between=": ") if remark else told


def _says(word: Decided) -> str:
    return Phrase("{person} says {text}", person=word.by, text=text_words(word.text))


def _either(candidates: Iterable[Candidate]) -> str:
    told: list[str] = [
        Joined([text_words(c.text), Joined(["(", percent(c.p), ")"])], between=" ")
        for c in candidates
    ]
    return (
        Joined([told[0], *[Phrase("or {text}", text=one) for one in told[1:]]], between=" ")
        if told
        else ""
    )


def written_words(value: object) -> str:
    """A finding's `written` or `expected` in a line of text."""
    if value is None:
        return Phrase("nothing")
    if isinstance(value, dict):
        parts = [Joined([name, written_words(part)], between=" ") for name, part in value.items()]
        return Joined(parts, between=", ")
    if isinstance(value, (list, tuple, set, frozenset)):
        return Joined([written_words(part) for part in value], between=", ")
    return text_words(str(value))


def expected_words(expected: object) -> str:
    """What would be right: many numbers as ranges."""
    if isinstance(expected, tuple) and all(isinstance(one, int) for one in expected):
        return values_in_words(expected)
    return written_words(expected)


def rests_words(sheet: SheetResult, card: CardResult, cells: Sequence[str]) -> str:
    """`rests on Fours, base and Sixes, base, which are in doubt`: what a finding rests on."""
    return rests_on([cell_place(sheet.template, cell) for cell in card.cells if cell.cell in cells])


def rests_on(places: Sequence[str]) -> str:
    """`rests on Chance, which is in doubt`: the first three places, and that there are more."""
    told = [*places[:3], *[Phrase("others")] * (len(places) > 3)]
    return Plural(
        "rests on {places}, which is in doubt",
        "rests on {places}, which are in doubt",
        len(told),
        places=both(told, between="; " if any("," in one for one in told) else ", "),
    )


def rule_words(code: str) -> str:
    """The rule behind a finding: its name and what it says, in one line."""
    rule = find_rule(code)
    page = Joined(rule.paragraphs, between=" ")
    return Joined([rule_head(rule), page], between=": ")


def rule_head(rule: Rule) -> str:
    """`Rule S01, sum-wrong`."""
    return Phrase("Rule {code}, {name}", code=rule.code, name=rule.name)


def tag(finding: Finding) -> str:
    """`sum-wrong at upper_sum`: the finding as programs know it."""
    return Phrase("{name} at {place}", name=finding.name, place=finding.at)


def findings_words(found: Sequence[JudgedFinding]) -> list[str]:
    """`2 findings`, `1 possible finding`: what is wrong, and what may be, by cells in doubt."""
    sure = sum(not judged.rests_on for judged in found)
    possible = len(found) - sure
    told = [number_of_findings(sure)] if sure else []
    more = Plural("{n} possible finding", "{n} possible findings", possible)
    return [*told, more] if possible else told


def number_of_findings(number: int) -> str:
    """`1 finding`, `2 findings`."""
    return Plural("{n} finding", "{n} findings", number)


def doubts_words(number: int) -> str:
    """`1 cell in doubt`, `2 cells in doubt`."""
    return Plural("{n} cell in doubt", "{n} cells in doubt", number)


def card_summary(card: CardResult) -> str:
    """A card's verdict in a few words."""
    if card.status.value == "blank" and card.verdict is CardVerdict.CLEAN:
        return text_words("")
    parts = findings_words(card.findings)
    if card.doubtful:
        parts.append(doubts_words(len(card.doubtful)))
    return Joined(parts, between=", ") if parts else Phrase("all right")


def status_words(status: CardStatus) -> str:
    """How far a card is filled."""
    return _STATUS[status]


_STATUS = {
    CardStatus.BLANK: Phrase("blank"),
    CardStatus.IN_PROGRESS: Phrase("in-progress"),
    CardStatus.FINAL: Phrase("final"),
}


def sentence(message: str) -> str:
    """A message as a sentence of its own: with a capital letter."""
    return Sentence(message)


def grouped(card: CardResult) -> tuple[list[JudgedFinding], list[JudgedFinding]]:
    """The findings that are told one by one, and blank boxes that are told together because
    there are many of them."""
    blanks = [judged for judged in card.findings if judged.finding.name == "incomplete"]
    if len(blanks) <= _FEW_BLANKS:
        return list(card.findings), []
    return [judged for judged in card.findings if judged not in blanks], blanks


def blanks_sentence(template: Template, blanks: Sequence[JudgedFinding]) -> str:
    """Many blank boxes in one sentence."""
    names = [box_name(template, judged.finding.at) for judged in blanks]
    return Phrase(
        "{number} boxes are blank, but the game is over: {boxes}",
        number=len(blanks),
        boxes=Joined(names, between=", "),
    )


def is_focus(finding: Finding, cell: CellResult) -> bool:
    """Whether this is the very cell of a box that a finding is about."""
    fields = {"multiplier-invalid": "power", "multiplier-wrong": "total"}
    return cell.field not in _FIELDS or cell.field == fields.get(finding.name, "base")


def is_at_cell(finding: Finding, cell: CellResult) -> bool:
    """Whether a finding points at this cell: at its box and, where it names one, its field."""
    box, _, name = finding.at.partition("/")
    return cell.box == box and (not name or cell.field == name)
