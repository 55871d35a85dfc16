"""An address as a QR code on the terminal, two rows of the code to a line of text."""

from __future__ import annotations

from scorecheck.sheet.codes import best_mask, qr_bits

_QUIET = 2
"""Light modules around the code; phones are content with half of the four that the norm wants."""

_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""Two modules, one above the other, as the light that they leave: for dark terminals."""

_WHITE_ON_BLACK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def terminal_qr(text: str, *, colours: bool) -> str:
    """The code in block letters.

    Args:
        colours: set white on black explicitly; without, a dark terminal is taken for granted.
    """
    modules = _modules(text)
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    lines = [
        "".join(_BLOCKS[pair] for pair in zip(*rows, strict=True))
        for rows in zip(modules[::2], modules[1::2], strict=True)
    ]
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" if colours else line for line in lines)


def _modules(text: str) -> list[list[bool]]:
    """The code's modules, true where dark, with its quiet edge."""
    inner = qr_bits(text, best_mask(text))
    edge = [False] * _QUIET
    empty = [[False] * (len(inner) + 2 * _QUIET) for _ in range(_QUIET)]
    return [*empty, *([*edge, *row, *edge] for row in inner), *[list(row) for row in empty]]
