"""Faults of our own, told as the errors of one input: the other inputs are still worth having."""

from __future__ import annotations

from scorecheck.errors import ScorecheckError
from scorecheck.languages.phrase import Joined, Phrase


def own_fault(where: str, error: Exception) -> ScorecheckError:
    """A fault of our own, as an error that can stand beside the results of other inputs.

    Args:
        where: the input that met it; empty where it was none of several.
    """
    kind, said = type(error).__name__, str(error)
    why = Phrase("an error of scorecheck's own: {kind}: {error}", kind=kind, error=said)
    fault = ScorecheckError(
        Joined([where, why], between=": ") if where else why,
        help=Phrase("please report it, with what SCORECHECK_TRACEBACK=1 prints"),
        code="internal",
    )
    fault.__cause__ = error
    return fault
