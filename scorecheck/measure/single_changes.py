"""Changes legal cards in one place and audits them: is it found?

    python -m scorecheck.measure.single_changes [GAMES] [SEED] [VARIANT…]

Each game gives a card on the way and one at the end, under some options; each kind of change is
made once on each, where the card has a place for it. Changes that must be found are found every
time, or the exit code is 1 and the card is named by its seed. For those that cannot be known,
since the changed card may be legal too, the share that is found is told.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from random import Random

from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.measure.legal_play import play
from scorecheck.measure.single_kinds import KINDS
from scorecheck.measure.single_subject import Subject
from scorecheck.measure.single_tables import TABLE_KINDS, table_findings

Counts = Counter[tuple[str, bool]]
"""By kind, and whether something was found."""


def measure(template: Template, seed: str, counts: Counts) -> list[str]:
    """Make every change on the cards of one game; the changes that were missed, as lines."""
    chance, missed = Random(seed), []
    for snapshot in play(template, chance):
        subject = Subject.of(snapshot)
        for kind in KINDS:
            changed = kind.make(subject, chance)
            if changed is None:
                continue
            names = {finding.name for finding in changed.findings()}
            found = bool(names & kind.must) if kind.must else bool(names)
            counts[kind.name, found] += 1
            if kind.must and not found:
                missed.append(f"{template.id}, seed {seed}: {kind.name}: found {sorted(names)}")
        for kind_of_table in TABLE_KINDS:
            found_in_table = table_findings(kind_of_table, snapshot, chance)
            if found_in_table is None:
                continue
            counts[kind_of_table.name, found_in_table] += 1
            if not found_in_table:
                missed.append(f"{template.id}, seed {seed}: {kind_of_table.name}")
    return missed


def table(counts: Counts) -> list[str]:
    """The counts as lines of text."""
    lines = ["must be found:"]
    lines += [_line(name, counts) for name in _names(must=True)]
    lines += ["cannot always be known:"]
    return lines + [_line(name, counts) for name in _names(must=False)]


def _names(*, must: bool) -> list[str]:
    own = [kind.name for kind in KINDS if bool(kind.must) == must]
    return own + [kind.name for kind in TABLE_KINDS] if must else own


def _line(name: str, counts: Counts) -> str:
    found, missed = counts[name, True], counts[name, False]
    made = found + missed
    share = f"{100 * found / made:6.2f} %" if made else "        "
    return f"  {name:<40} {made:>8} made {found:>8} found {share}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where something that must be found was missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=1000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("variants", nargs="*")
    args = parser.parse_args(arguments)
    catalogue = load_catalogue()
    wanted = [catalogue.get(name) for name in args.variants] or list(catalogue.all())
    counts: Counts = Counter()
    missed = []
    for number in range(args.games):
        missed += measure(wanted[number % len(wanted)], f"{args.seed}/{number}", counts)
    print("\n".join([*table(counts), *missed]))
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
