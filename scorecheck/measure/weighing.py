"""How well the weighing does on made cards: `python -m scorecheck.measure.weighing`.

Cards of every game are played, many with a mistake planted, read by made readers of
several qualities, and weighed. A person then answers every question rightly. Counted are: the
cells asked about; the wrong cells among those that passed; the mistakes on paper that are not
reported in the end (hidden); and the findings that are not on the paper (false).

The thresholds of `evidence/policy.py` were chosen on `--split tune`; report `--split final`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace

from scorecheck.audit.verdict import audit_card
from scorecheck.evidence.policy import POLICY, Policy
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.evidence.weigh import weigh
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.made_cards import MadeCard, made_card
from scorecheck.measure.markdown import markdown, share
from scorecheck.measure.noisy_reader import NoisyReader
from scorecheck.reading.types import State

SEEDS = {"tune": 1_000_000, "final": 2_000_000}
GAMES = ("yahtzee", "yatzy", "power")

READERS = {
    "fine": NoisyReader(clearness=10.0),
    "good": NoisyReader(clearness=8.0),
    "ordinary": NoisyReader(clearness=6.5),
    "poor": NoisyReader(clearness=5.0),
    "overconfident": NoisyReader(clearness=6.5, boldness=1.5),
    "very overconfident": NoisyReader(clearness=6.5, boldness=2.5),
}


@dataclass(frozen=True)
class Tally:
    """Counts over cards.

    `on_paper` counts the findings that are on the paper, `hidden` those of them that are lost.
    """

    cards: int = 0
    untouched: int = 0
    cells: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    on_paper: int = 0
    hidden: int = 0
    false: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


Answer = tuple[Mapping[str, str], frozenset[str]]
"""What each cell is taken to say, and the cells that are asked about."""


def blind(made: MadeCard) -> Answer:
    """The blind reading alone."""
    texts = {cell.cell: cell.text for cell in made.cells}
    open_states = (State.DOUBTFUL, State.ILLEGIBLE)
    return texts, frozenset(cell.cell for cell in made.cells if cell.state in open_states)


def weighed(made: MadeCard, policy: Policy = POLICY) -> Answer:
    """The reading after weighing."""
    card = weigh(made.cells, made.template, made.template.resolve_options(), policy)
    texts = {cell.cell: cell.text for cell in card.cells}
    return texts, frozenset(cell.cell for cell in card.open_cells)


def tally(made: MadeCard, answer: Answer) -> Tally:
    """One card's counts, a person having answered every question rightly."""
    texts, asked = answer
    after = {cell: made.truth[cell] if cell in asked else text for cell, text in texts.items()}
    on_paper, reported = _findings(made, made.truth), _findings(made, after)
    return Tally(
        cards=1,
        untouched=int(not asked),
        cells=len(texts),
        right=sum(texts[cell] == text for cell, text in made.truth.items()),
        asked=len(asked),
        wrong=sum(after[cell] != text for cell, text in made.truth.items()),
        on_paper=len(on_paper),
        hidden=len(on_paper - reported),
        false=len(reported - on_paper),
    )


def _findings(made: MadeCard, texts: Mapping[str, str]) -> set[tuple[str, str]]:
    card = card_from_texts(made.cells, texts, made.template)
    verdict = audit_card(card, made.template, made.template.resolve_options(), made.status)
    return {(finding.name, finding.at) for finding in verdict.findings}


def made_cards(reader: NoisyReader, split: str, count: int) -> Iterator[MadeCard]:
    """Cards of all games in turn."""
    catalogue = load_catalogue()
    for number in range(count):
        template = catalogue.get(GAMES[number % len(GAMES)])
        yield made_card(template, reader, SEEDS[split] + number)


def table(totals: Mapping[str, tuple[Tally, Tally]]) -> str:
    """One line for each reader, of its tallies blind and weighed."""
    heads = ("reader, blind → weighed", *_COLUMNS)
    lines = [
        [name, *(f"{show(blindly)} → {show(weighed_)}" for show in _COLUMNS.values())]
        for name, (blindly, weighed_) in totals.items()
    ]
    return markdown(heads, lines)


_COLUMNS: dict[str, Callable[[Tally], object]] = {
    "right": lambda t: share(t.right, t.cells),
    "asked about": lambda t: share(t.asked, t.cells),
    "cards without a question": lambda t: share(t.untouched, t.cards),
    "wrong in 1,000 passed": lambda t: f"{1000 * t.wrong / max(t.cells - t.asked, 1):.2f}",
    "hidden": lambda t: f"{t.hidden} of {t.on_paper}",
    "false": lambda t: t.false,
}


def main(arguments: list[str] | None = None) -> None:
    """Read the arguments, measure, print the table."""
    tuned = ("settled", "seen", "card", "kept")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--split", choices=SEEDS, default="final")
    parser.add_argument("--cards", type=int, default=300, help="cards per reader")
    parser.add_argument("--reader", choices=READERS, action="append")
    for name in tuned:
        parser.add_argument(f"--{name}", type=float, default=getattr(POLICY, name))
    given = parser.parse_args(arguments)
    policy = replace(POLICY, **{name: getattr(given, name) for name in tuned})
    totals: dict[str, tuple[Tally, Tally]] = {}
    for name in given.reader or READERS:
        start, blindly, weighed_ = time.perf_counter(), Tally(), Tally()
        for made in made_cards(READERS[name], given.split, given.cards):
            blindly += tally(made, blind(made))
            weighed_ += tally(made, weighed(made, policy))
        totals[name] = (blindly, weighed_)
        spent = 1000 * (time.perf_counter() - start) / given.cards
        print(f"{name}: {spent:.0f} ms a card", file=sys.stderr)
    print(table(totals))


if __name__ == "__main__":
    main()
