"""Wrong among sure against asked about: what other thresholds would do to the same readings.

Every threshold of the two policies is a probability 1 - d that allows the doubt d. A point of the
curve allows `scale` times every such doubt, in the picture alone and in the weighing, so that the
scale 1 is the policy in use; the rest of the policy stays what it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorecheck.evidence.columns import weigh_columns
from scorecheck.evidence.policy import POLICY, Policy
from scorecheck.evidence.weigh import weigh
from scorecheck.game.catalogue import Catalogue
from scorecheck.measure.markdown import in_thousand, markdown, share
from scorecheck.measure.rows import CellRow, PhotoRow, same
from scorecheck.measure.shares import Count, count_blind, count_weighed
from scorecheck.reading.policy import blind_state
from scorecheck.reading.types import Candidate, CellReading, State

SCALES = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""How many times the doubt of the policy in use each point of the curve allows."""

SHEETS = ("with sums", "without sums")


@dataclass
class Curve:
    """Counts by scale and kind of sheets, by the picture alone and weighed."""

    blind: dict[tuple[float, str], Count] = field(default_factory=lambda: defaultdict(Count))
    weighed: dict[tuple[float, str], Count] = field(default_factory=lambda: defaultdict(Count))

    def add(self, other: Curve) -> None:
        """Count another curve in."""
        for mine, theirs in ((self.blind, other.blind), (self.weighed, other.weighed)):
            for place, count in theirs.items():
                mine[place] += count


def curve_of(row: PhotoRow, catalogue: Catalogue, scales: Sequence[float] = SCALES) -> Curve:
    """The curve of one photo."""
    curve, sheets = Curve(), SHEETS[not row.sums]
    for scale in scales:
        cells = replayed(row, catalogue, scale)
        curve.blind[scale, sheets] += count_blind(cells)
        curve.weighed[scale, sheets] += count_weighed(cells)
    return curve


def replayed(row: PhotoRow, catalogue: Catalogue, scale: float) -> list[CellRow]:
    """The cells of a photo as they would come out with `scale` times the doubt allowed."""
    template = catalogue.get(row.recipe["variant"])
    weigher = weigh_columns if template.columns else weigh
    policy = scaled_policy(scale)
    columns: dict[str, list[CellRow]] = defaultdict(list)
    for cell in row.cells:
        columns[cell.cell.split("/")[0]].append(cell)
    result = []
    for cells in columns.values():
        readings = [reading_of(cell, scale) for cell in cells]
        weighed = weigher(readings, template, template.resolve_options(), policy).cells
        result += [
            replace(
                cell, blind=alone.state.value, text=after.text, p=after.confidence,
                state=after.state.value,
            )
            for cell, alone, after in zip(cells, readings, weighed, strict=True)
        ]  # fmt: skip
    return result


def scaled_policy(scale: float) -> Policy:
    """The weighing's policy with `scale` times the doubt allowed."""
    doubts = {name: 1 - getattr(POLICY, name) for name in ("settled", "card", "kept")}
    return replace(POLICY, **{name: max(0.0, 1 - scale * d) for name, d in doubts.items()})


def reading_of(cell: CellRow, scale: float = 1.0) -> CellReading:
    """A cell's blind reading from its row, its state by `scale` times the doubt allowed."""
    column, box, last = cell.cell.split("/")
    candidates = tuple(Candidate(text, p) for text, p in cell.seen)
    state = State(cell.blind)
    # Where a cell was seen badly its state came of that, and no threshold changes it.
    if cell.seen_well and blind_state(cell.kind, candidates) is state:
        state = blind_state(cell.kind, less_doubt(candidates, scale))
    return CellReading(
        cell.cell, column, box, "chips" if cell.kind == "tick" else last, cell.kind, candidates,
        state, (),
    )  # fmt: skip


def less_doubt(candidates: Sequence[Candidate], by: float) -> list[Candidate]:
    """The candidates with all doubt in what the likeliest means divided by `by`."""
    best = candidates[0].text
    certain = sum(c.p for c in candidates if same(c.text, best))
    wanted = max(1e-9, 1 - (1 - certain) / by)
    return [
        Candidate(c.text, c.p * wanted / certain if same(c.text, best) else c.p / by)
        for c in candidates
    ]


def curve_table(curve: Curve) -> str:
    """One line for each kind of sheets and scale."""
    heads = ("sheets", "doubt allowed", "asked, blind", "wrong in 1,000 sure, blind",
             "asked, weighed", "wrong in 1,000 sure, weighed")  # fmt: skip
    lines = []
    for name in (*SHEETS, "all"):
        for scale in sorted({scale for scale, _ in curve.blind}):
            blind, weighed = (_at(counts, scale, name) for counts in (curve.blind, curve.weighed))
            lines.append([
                name, f"{scale:g} times", share(blind.asked, blind.cells),
                in_thousand(blind.wrong, blind.passed), share(weighed.asked, weighed.cells),
                in_thousand(weighed.wrong, weighed.passed),
            ])  # fmt: skip
    return markdown(heads, lines)


def _at(counts: Mapping[tuple[float, str], Count], scale: float, sheets: str) -> Count:
    total = Count()
    for (at, kind), count in counts.items():
        if at == scale and sheets in ("all", kind):
            total += count
    return total
