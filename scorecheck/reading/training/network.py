"""The network: a window in, for each of 52 places along it the chance of every sign.

It is trained with CTC (Graves et al., 2006), so nobody cuts the cell into digits, and from its
output the exact probability of any text follows (`scorecheck.reading.ctc`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

import torch
from torch import nn

from scorecheck.reading.alphabet import CLASSES


class Layer(NamedTuple):
    """A convolution with its batch norm and ReLU; sizes are (rows, columns)."""

    inputs: int
    outputs: int
    kernel: tuple[int, int]
    stride: tuple[int, int] = (1, 1)
    padding: tuple[int, int] = (0, 0)
    dilation: tuple[int, int] = (1, 1)
    beside: bool = False
    """Whether what it finds is added to what came in, which has the same shape."""


LAYERS = (
    Layer(1, 20, (5, 5), (2, 2), (2, 2)),
    Layer(20, 40, (3, 3), (2, 1), (1, 1)),
    Layer(40, 40, (3, 3), (1, 1), (1, 1), beside=True),
    Layer(40, 56, (3, 3), (2, 1), (1, 1)),
    Layer(56, 80, (3, 3), (1, 1), (1, 1)),
    Layer(80, 80, (3, 3), (1, 1), (1, 1), beside=True),
    Layer(80, 128, (5, 1)),
    Layer(128, 128, (1, 5), (1, 1), (0, 2)),
    Layer(128, 128, (1, 5), (1, 1), (0, 4), (1, 2)),
    Layer(128, 128, (1, 5), (1, 1), (0, 2), beside=True),
    Layer(128, 128, (1, 5), (1, 1), (0, 4), (1, 2), beside=True),
)


class CellNetwork(nn.Module):
    """(N, 1, 40, 104) ink to (N, CLASSES, 1, 52) logits; about 530,000 weights."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList(
            nn.Conv2d(
                layer.inputs, layer.outputs, layer.kernel, layer.stride, layer.padding,
                layer.dilation, bias=False,
            )
            for layer in LAYERS
        )  # fmt: skip
        self.norms = nn.ModuleList(nn.BatchNorm2d(layer.outputs) for layer in LAYERS)
        for layer, norm in zip(LAYERS, self.norms, strict=True):
            if layer.beside:  # adds nothing at first, so that a deeper network starts as well
                nn.init.zeros_(cast("nn.BatchNorm2d", norm).weight)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Conv2d(LAYERS[-1].outputs, CLASSES, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; class 0 is "no sign here"."""
        for layer, convolution, norm in zip(LAYERS, self.convolutions, self.norms, strict=True):
            found = norm(convolution(x))
            x = torch.relu(x + found if layer.beside else found)
        result: torch.Tensor = self.head(self.dropout(x))
        return result


def grow(network: CellNetwork, shallower: Mapping[str, torch.Tensor]) -> None:
    """Start from a trained network without the layers that are `beside` others: they add nothing
    yet, so both give the same.

    Args:
        shallower: its state, each layer's convolution and batch norm in their order.
    """
    state = network.state_dict()
    old = [value for name, value in shallower.items() if not name.startswith("head.")]
    convolutions = iter([value for value in old if value.ndim == 4])
    norms = iter([value for value in old if value.ndim < 4])
    for i, layer in enumerate(LAYERS):
        if layer.beside:
            continue
        state[f"convolutions.{i}.weight"].copy_(next(convolutions))
        for part in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            state[f"norms.{i}.{part}"].copy_(next(norms))
    for part in ("weight", "bias"):
        state[f"head.{part}"].copy_(shallower[f"head.{part}"])
    network.load_state_dict(state)
