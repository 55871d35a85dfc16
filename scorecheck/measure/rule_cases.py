"""Runs a file of audit cases with known answers and says which pass.

    python -m scorecheck.measure.rule_cases FILE.json [VARIANT…]

A case passes when its findings (code, place, carried) and, where they are given, its totals are
exactly the expected ones. The exit code is 1 when a case fails.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from scorecheck.audit.cases import audit_case
from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue, load_catalogue

Found = Counter[tuple[str, str, bool]]


def differences(case: Mapping[str, object], catalogue: Catalogue) -> list[str]:
    """What the audit says otherwise than the case's `expected`; empty when it passes."""
    expected = case["expected"]
    assert isinstance(expected, Mapping)
    try:
        answer = audit_case(case, catalogue)
    except ScorecheckError as error:
        return [f"error: {error.message}"]
    wanted, found = _found(expected["findings"], "code"), _found(answer["findings"], "name")
    lines = [f"missing {one}" for one in (wanted - found).elements()]
    lines += [f"too many {one}" for one in (found - wanted).elements()]
    if answer["totals"] != expected.get("totals", answer["totals"]):
        lines.append(f"totals {answer['totals']} instead of {expected['totals']}")
    return lines


def _found(findings: object, name: str) -> Found:
    assert isinstance(findings, Sequence)
    return Counter((one[name], one["at"], bool(one.get("carried"))) for one in findings)


def main(arguments: Sequence[str]) -> int:
    """Print a line per case and the count of those that pass."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    cases = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    wanted = set(arguments[1:])
    cases = [case for case in cases if not wanted or case["variant"] in wanted]
    catalogue = load_catalogue()
    passed, started = 0, time.perf_counter()
    for case in cases:
        lines = differences(case, catalogue)
        passed += not lines
        print(f"{'pass' if not lines else 'FAIL'} {case['id']}")
        for line in lines:
            print(f"     {line}")
    print(f"{passed} of {len(cases)} pass, in {time.perf_counter() - started:.2f} s")
    return 0 if passed == len(cases) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
