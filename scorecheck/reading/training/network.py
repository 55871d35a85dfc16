"""The network: a window in, for each of 52 places along it the chance of every sign.

It is trained with CTC (Graves et al., 2006), so nobody cuts the cell into digits, and from its
output the exact probability of any text follows (`scorecheck.reading.ctc`).
"""

from __future__ import annotations

import torch
from torch import nn

from scorecheck.reading.alphabet import CLASSES

# (in, out, kernel, stride, padding, dilation); every layer but the last ends in a ReLU.
LAYERS = (
    (1, 20, (5, 5), (2, 2), (2, 2), (1, 1)),
    (20, 40, (3, 3), (2, 1), (1, 1), (1, 1)),
    (40, 56, (3, 3), (2, 1), (1, 1), (1, 1)),
    (56, 80, (3, 3), (1, 1), (1, 1), (1, 1)),
    (80, 128, (5, 1), (1, 1), (0, 0), (1, 1)),
    (128, 128, (1, 5), (1, 1), (0, 2), (1, 1)),
    (128, 128, (1, 5), (1, 1), (0, 4), (1, 2)),
)


class CellNetwork(nn.Module):
    """(N, 1, 40, 104) ink to (N, CLASSES, 1, 52) logits; about 290,000 weights."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        blocks: list[nn.Module] = []
        for inputs, outputs, kernel, stride, padding, dilation in LAYERS:
            blocks.append(nn.Conv2d(inputs, outputs, kernel, stride, padding, dilation, bias=False))
            blocks.append(nn.BatchNorm2d(outputs))
            blocks.append(nn.ReLU())
        blocks.append(nn.Dropout(dropout))
        self.body = nn.Sequential(*blocks)
        self.head = nn.Conv2d(LAYERS[-1][1], CLASSES, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; class 0 is "no sign here"."""
        result: torch.Tensor = self.head(self.body(x))
        return result
