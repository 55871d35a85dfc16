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
from functools import partial

from scorecheck.audit.verdict import audit_card
from scorecheck.evidence.policy import POLICY, Policy
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.evidence.weigh import weigh
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.made_cards import MadeCard, made_card
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


HEAD = "reader             method     cells   right %  asked %  no question %  wrong/1000  hidden  false"


def line(reader: str, method: str, t: Tally) -> str:
    """One line of the table. `wrong/1000` is among the cells that passed without a question."""
    passed = max(t.cells - t.asked, 1)
    return (
        f"{reader:18} {method:8} {t.cells:7} {100 * t.right / t.cells:9.2f}"
        f" {100 * t.asked / t.cells:8.2f} {100 * t.untouched / t.cards:14.1f}"
        f" {1000 * t.wrong / passed:11.2f} {t.hidden:4}/{t.on_paper:<5} {t.false:4}"
    )


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    tuned = ("settled", "seen", "seen_computed", "card", "kept")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--split", choices=SEEDS, default="final")
    parser.add_argument("--cards", type=int, default=300, help="cards per reader")
    parser.add_argument("--reader", choices=READERS, action="append")
    for name in tuned:
        parser.add_argument(f"--{name}", type=float, default=getattr(POLICY, name))
    given = parser.parse_args(arguments)
    policy = replace(POLICY, **{name: getattr(given, name) for name in tuned})
    methods: dict[str, Callable[[MadeCard], Answer]] = {
        "blind": blind,
        "weighed": partial(weighed, policy=policy),
    }
    sys.stdout.write(HEAD + "\n")
    for name in given.reader or READERS:
        totals = dict.fromkeys(methods, Tally())
        start = time.perf_counter()
        for made in made_cards(READERS[name], given.split, given.cards):
            for method, answer in methods.items():
                totals[method] += tally(made, answer(made))
        for method, total in totals.items():
            sys.stdout.write(line(name, method, total) + "\n")
        sys.stderr.write(f"{(time.perf_counter() - start) / given.cards * 1000:.0f} ms a card\n")


if __name__ == "__main__":
    main()
