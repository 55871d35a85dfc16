"""How fast the audit is: cards a second, and the slowest Power card that a search can find.

    python -m scorecheck.measure.audit_speed [--cards N] [--seconds S] [--seed K]

Cards a second are those of finished legal games, every sum written, on one core; the time is that
of the process, so what else the machine does counts little. The slowest card is looked for by
climbing: a card of DOUBLE rows and strikes is changed in a few boxes again and again, and each
change that takes longer is kept.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scorecheck.audit.verdict import audit_view
from scorecheck.audit.view import CardView
from scorecheck.audit.witness.find import witness_of_card, witness_of_sheet
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.measure.legal_play import play, some_options
from scorecheck.measure.single_subject import Subject

_PATIENCE = 60
"""After so many changes without a slower card the search begins anew."""

Entries = Mapping[str, Entry | None]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of this process for one call; the least of several."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def finished(template: Template, count: int, seed: int) -> list[list[CardView]]:
    """Finished cards of legal games (the columns of each), under the usual options."""
    cards: list[list[CardView]] = []
    number = 0
    while len(cards) < count:
        subject = Subject.of(play(template, Random(f"{seed}/{number}"))[1])
        number += 1
        if subject.status == "final" and subject.options == template.resolve_options():
            cards.append(_views(subject))
    return cards


def _views(subject: Subject) -> list[CardView]:
    together: list[CardView] = []
    together += (
        CardView(card, subject.rules(column), subject.status, {}, together)
        for column, card in subject.cards.items()
    )
    return together


def cards_a_second(cards: Sequence[Sequence[CardView]], *, witness: bool = False) -> float:
    """How many cards are audited in a second, and with a witness if wanted."""

    def all_of_them() -> None:
        for views in cards:
            fresh = _fresh(views)
            if witness:
                witness_of_sheet(fresh) if len(fresh) > 1 else witness_of_card(fresh[0])
            else:
                for view in fresh:
                    audit_view(view)

    return len(cards) / seconds(all_of_them, 3)


def _fresh(views: Sequence[CardView]) -> list[CardView]:
    """The same cards, with nothing worked out yet."""
    together: list[CardView] = []
    together += (CardView(v.card, v.rules, v.status, v.dice, together) for v in views)
    return together


@dataclass
class Slowest:
    """The slowest card that was found."""

    seconds: float = 0.0
    view: CardView | None = None
    tried: int = 0


def slowest_power_card(budget: float, seed: int) -> Slowest:
    """Climb to slow cards for `budget` seconds."""
    template, chance, best = load_catalogue().get("power"), Random(seed), Slowest()
    end = time.perf_counter() + budget
    while time.perf_counter() < end:
        rules = ruleset(template, some_options(template, chance))
        entries: Entries = {box.id: _any_entry(rules, box.id, chance) for box in template.boxes}
        here, stale = _measure(entries, rules, best), 0
        while stale < _PATIENCE and time.perf_counter() < end:
            changed = {**entries}
            for box in chance.sample(template.boxes, chance.choice((1, 1, 2, 3))):
                changed[box.id] = _any_entry(rules, box.id, chance)
            there = _measure(changed, rules, best)
            stale = 0 if there > 1.03 * here else stale + 1
            if there >= here:
                entries, here = changed, there
    return best


def _any_entry(rules: Ruleset, box: str, chance: Random) -> Entry | None:
    """A blank, a strike, or a value; mostly of a DOUBLE turn."""
    kind = chance.random()
    doubles = [name for name, face in rules.faces.items() if face.double] or ["2"]
    if kind < 0.1:
        return None
    if kind < 0.25:
        return Entry("X", chance.choice((None, "1", *doubles)), 0)
    value = chance.choice(sorted(rules.values[box]))
    symbol = doubles[0] if kind < 0.9 else "1"
    return Entry(value, symbol, value * rules.faces[symbol].factor)


def _measure(entries: Entries, rules: Ruleset, best: Slowest) -> float:
    """The time for one card; a slower one than the best so far is measured again to be sure."""
    card = Card({box: entry for box, entry in entries.items() if entry is not None})
    full = len(card.entries) == len(rules.template.boxes)
    status = "final" if full else "final-loser"
    best.tried += 1

    def audit() -> object:
        return audit_view(CardView(card, rules, status))

    spent = seconds(audit)
    if spent > best.seconds:
        spent = seconds(audit, 3)
        if spent > best.seconds:
            best.seconds, best.view = spent, CardView(card, rules, status)
    return spent


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    rates = {}
    for template in load_catalogue().all():
        cards = finished(template, args.cards, args.seed)
        rates[template.id] = cards_a_second(cards)
        shown = cards_a_second(cards, witness=True)
        print(f"{template.id}: {rates[template.id]:.0f} cards a second, {shown:.0f} with a witness")
    slowest = slowest_power_card(args.seconds, args.seed)
    print(f"slowest of {slowest.tried} Power cards: {1000 * slowest.seconds:.1f} ms")
    if slowest.view is not None:
        rules = slowest.view.rules
        usual = rules.template.resolve_options()
        options = {n: v for n, v in rules.options.items() if v != usual[n]}
        print(json.dumps({"options": options, "card": slowest.view.card.to_json(rules.template)}))
    return int(rates["yahtzee"] < 5000 or slowest.seconds > 0.05)


if __name__ == "__main__":
    raise SystemExit(main())
