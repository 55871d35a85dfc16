"""Apply decisions to a sheet: what people said is certain, and the sheet is judged again.

The judging is the same code as for the blind readings, so the weighing of the other cells, the
totals and the findings follow. A decision is never weighed itself: whether the rules allow what a
person read is for the findings to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from scorecheck.audit.other_game import other_rules
from scorecheck.decisions.record import Decision
from scorecheck.evidence.types import WeighedCard
from scorecheck.game.catalogue import Catalogue
from scorecheck.game.template import Template
from scorecheck.judge.card import judge_weighed, weigh_card
from scorecheck.judge.hint import hints_of
from scorecheck.judge.sheet import Judged, judge_sheet
from scorecheck.judge.written import Options
from scorecheck.reading.types import ILLEGIBLE_TEXT, Candidate, CellReading, Person, State
from scorecheck.report.result import (
    CardResult,
    CardStatus,
    CellResult,
    Decided,
    SheetBasis,
    SheetResult,
)

Differences = Mapping[str, tuple[Decision, Decision]]
"""What the first and the second person said of a cell where they differ, by cell id."""

_Columns = tuple[tuple[CellReading, ...], ...]

_NONE: Differences = MappingProxyType({})


def settle(
    sheet: SheetResult,
    decided: Mapping[str, Decision],
    catalogue: Catalogue,
    differences: Differences = _NONE,
) -> SheetResult:
    """The sheet as it stands with these decisions; see `Settler` for many in a row.

    Args:
        sheet: as the machine left it, judged and undecided.
        decided: by cell id, as from `current`; cells that the sheet does not have are left alone.
        differences: cells of which two people said different things: they are in doubt, whatever
            the machine thinks of them.

    Raises:
        ValueError: a sheet that was only read, or that holds decisions already.
    """
    return Settler(sheet, catalogue).settle(decided, differences)


class Settler:
    """Settles one sheet again and again; what stays as it was is not weighed and judged again,
    be it a column or, where two ask for the same in a row, all of them.

    Args:
        sheet: as the machine left it, judged and undecided.

    Raises:
        ValueError: a sheet that was only read, or that holds decisions already.
    """

    def __init__(self, sheet: SheetResult, catalogue: Catalogue) -> None:
        if sheet.basis is None:
            raise ValueError("only a sheet that was judged can be judged again")
        if any(cell.machine for card in sheet.cards for cell in card.cells):
            raise ValueError("decisions are applied to the sheet as the machine left it")
        self.sheet = sheet
        self._basis: SheetBasis = sheet.basis
        self._catalogue = catalogue
        self._weighed = lru_cache(maxsize=64)(self._weigh_column)
        self._judged = lru_cache(maxsize=64)(self._judge_column)
        self._judged_sheet = lru_cache(maxsize=4)(self._judge_sheet)
        self._hints: dict[_Columns, tuple[str, ...]] = {}

    def warm(self) -> None:
        """Weigh every column as the machine read it, and get ready for what hints may need, so that
        the first decision is quick too."""
        for cells in self._basis.columns:
            self._weighed(cells)
        if not self.sheet.template.columns:
            other_rules(self.sheet.template, self._catalogue)

    def settle(
        self, decided: Mapping[str, Decision], differences: Differences = _NONE
    ) -> SheetResult:
        """The sheet as it stands with these decisions, as in the function `settle`."""
        if not decided and not differences:
            return self.sheet
        columns = tuple(
            tuple(_said(cell, decided.get(cell.cell), differences.get(cell.cell)) for cell in cells)
            for cells in self._basis.columns
        )
        judged = self._judged_sheet(columns)
        cards = tuple(
            _with_words(card, own, decided, differences)
            for card, own in zip(judged.cards, self.sheet.cards, strict=True)
        )
        if columns not in self._hints:
            self._hints = {columns: self._hints_of(cards)}
        return replace(
            self.sheet,
            cards=cards,
            table=judged.table,
            match=judged.match,
            notes=(*self._basis.notes, *self._hints[columns]),
        )

    def _judge_sheet(self, columns: _Columns) -> Judged:
        basis, template = self._basis, self.sheet.template
        given = (template, basis.options, basis.identity, self._weigh, self._judge)
        return judge_sheet(columns, *given)

    def _hints_of(self, cards: Sequence[CardResult]) -> tuple[str, ...]:
        return hints_of(cards, self.sheet.template, self._basis.options, self._catalogue)

    def _weigh(
        self, cells: Sequence[CellReading], template: Template, options: Options
    ) -> WeighedCard:
        del template, options  # those of the sheet, always
        return self._weighed(tuple(cells))

    def _judge(
        self,
        weighed: WeighedCard,
        template: Template,
        options: Options,
        game: CardStatus | None,
    ) -> CardResult:
        del template, options
        return self._judged(tuple(cell.alone for cell in weighed.cells), game)

    def _judge_column(self, cells: tuple[CellReading, ...], game: CardStatus | None) -> CardResult:
        weighed = self._weighed(cells)
        return judge_weighed(weighed, self.sheet.template, self._basis.options, game)

    def _weigh_column(self, cells: tuple[CellReading, ...]) -> WeighedCard:
        return weigh_card(cells, self.sheet.template, self._basis.options)


def _said(
    cell: CellReading, decided: Decision | None, differ: tuple[Decision, Decision] | None
) -> CellReading:
    """The reading with the word of people in its place, where there is one."""
    if differ is not None:
        texts = dict.fromkeys(one.text or "" for one in differ)
        candidates = tuple(Candidate(text, 1 / len(texts)) for text in texts)
        return replace(cell, candidates=candidates, state=State.DOUBTFUL, said=Person.DISPUTED)
    if decided is not None and decided.text is not None:
        candidates = (Candidate(decided.text, 1.0),)
        state = state_of(decided.text)
        return replace(cell, candidates=candidates, state=state, said=Person.DECIDED)
    return cell


def state_of(text: str) -> State:
    """The state of a cell of which a person said that it holds this text."""
    if text == ILLEGIBLE_TEXT:
        return State.ILLEGIBLE
    return State.SURE if text else State.BLANK


def _with_words(
    card: CardResult,
    own: CardResult,
    decided: Mapping[str, Decision],
    differences: Differences,
) -> CardResult:
    """The card, with the machine's own readings and people's words in their places."""
    cells = (
        _with_word(cell, before, decided.get(cell.cell), differences.get(cell.cell))
        for cell, before in zip(card.cells, own.cells, strict=True)
    )
    return replace(card, cells=tuple(cells))


def _with_word(
    cell: CellResult,
    before: CellResult,
    decided: Decision | None,
    differ: tuple[Decision, Decision] | None,
) -> CellResult:
    if differ is not None:
        words = tuple(word_of(one) for one in differ)
        return replace(cell, seen=before.seen, disputed=words, machine=before)
    if decided is not None and decided.text is not None:
        return replace(
            cell, seen=before.seen, confidence=1.0, decided=word_of(decided), machine=before
        )
    return cell


def word_of(decision: Decision) -> Decided:
    """A decision as the results carry it."""
    return Decided(
        text=decision.text or "",
        by=decision.by,
        at=decision.at,
        remark=decision.remark,
        id=decision.id,
        round=decision.round,
    )
