"""Weigh the cells of a card together: settle what can be settled, ask about the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorecheck.evidence.policy import ALONE, POLICY, Around, Policy, Why, is_clear
from scorecheck.evidence.posterior import Posterior
from scorecheck.evidence.slots import OTHER
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.template import Template
from scorecheck.reading.types import (
    ILLEGIBLE_TEXT,
    STRIKES_LIKE_ONE,
    Candidate,
    CellReading,
    State,
)


def weigh(
    cells: Sequence[CellReading],
    template: Template,
    options: Mapping[str, object],
    policy: Policy = POLICY,
    column: str | None = None,
) -> WeighedCard:
    """The cells of one column, weighed against the rules and sums and against mistakes in them.

    A cell that was clear on the picture keeps its text. A doubtful one is settled only if that is
    nearly certain with mistakes on the paper taken into account, and only if all that are settled
    are nearly certain together.

    Args:
        cells: all cells of one column, in order.
        options: as from `Template.resolve_options`.
        column: which column the cells are, in a game whose sheet always has several.
    """
    posterior = Posterior(cells, template, options, column=column)
    marginals = posterior.marginals
    strokes = frozenset(
        cell.text
        for cell in cells
        if cell.state is State.SURE and cell.kind == "number" and cell.text in STRIKES_LIKE_ONE
    )
    weighed = [
        weigh_cell(
            cell,
            marginals.texts.get(cell.cell),
            policy,
            Around(marginals.impossible.get(cell.cell), strokes),
        )
        for cell in cells
    ]
    whole, weighed = _settle(weighed, posterior, policy)
    return WeighedCard(cells[0].column if cells else "", tuple(weighed), whole, marginals.mistakes)


def weigh_cell(
    cell: CellReading,
    shares: Mapping[str, float] | None,
    policy: Policy,
    around: Around = ALONE,
) -> WeighedCell:
    """The cell as if the card as a whole were certain.

    Args:
        shares: its texts with their posteriors; None where it was not weighed.
        around: what the rest of its column says, beside these.
    """
    if shares is None:
        return WeighedCell(cell, cell.text, cell.state, cell.p, cell.candidates)
    found = sorted((Candidate(t, p) for t, p in shares.items() if t != OTHER), key=lambda c: -c.p)
    # What the picture shows first is always named: a person is not to be led away from it.
    shown = cell.candidates[0].text if cell.candidates else ""
    named = tuple(c for c in found if c.p >= policy.named or c.text == shown)
    if is_clear(cell.state) or cell.state is State.ILLEGIBLE or not named:
        kept = shares.get(cell.text, 0.0)
        fine = not is_clear(cell.state) or kept >= policy.kept
        state = cell.state if fine else State.DOUBTFUL
        return WeighedCell(cell, cell.text, state, kept, named, _why_kept(cell, fine=fine))
    best = named[0]
    settled = policy.may_settle(cell, best.text, best.p, around)
    state = (State.SURE if best.text else State.BLANK) if settled else State.DOUBTFUL
    why = None if settled else policy.why_asked(cell, best.text, best.p, around)
    return WeighedCell(cell, best.text, state, best.p, named, why)


def _why_kept(cell: CellReading, *, fine: bool) -> Why | None:
    """Why a person is asked about a cell on whose own text the weighing has no say."""
    if not fine:
        return Why.AGAINST
    return Why.HIDDEN if cell.state is State.ILLEGIBLE and cell.text != ILLEGIBLE_TEXT else None


def _settle(
    cells: Sequence[WeighedCell], posterior: Posterior, policy: Policy
) -> tuple[float, list[WeighedCell]]:
    """The cells, the weakest settled ones open again until the rest is certain together.

    The clear cells pass whatever is settled here, so their own doubt is no reason to ask about
    others: what counts is how certain the settled ones are if the clear ones are right.

    Also gives the probability that all cells that now pass are right.
    """
    known = {slot.cell for slot in posterior.slots}
    passing = [cell for cell in cells if cell.cell in known and not cell.is_open]
    settled = sorted(
        (cell for cell in passing if not is_clear(cell.alone.state)),
        key=lambda cell: cell.confidence,
    )
    chosen = {cell.cell: cell.text for cell in passing}
    clear = posterior.probability(
        {cell.cell: cell.text for cell in passing if is_clear(cell.alone.state)}
    )
    reopened: set[str] = set()
    whole = posterior.probability(chosen)
    for cell in settled:
        if whole >= policy.card * clear:
            break
        del chosen[cell.cell]
        reopened.add(cell.cell)
        whole = posterior.probability(chosen)
    return whole, [
        replace(cell, state=State.DOUBTFUL, why=Why.TOGETHER) if cell.cell in reopened else cell
        for cell in cells
    ]
