"""The network: a window in, for each of 52 places along it the chance of every sign.

It is trained with CTC (Graves et al., 2006), so nobody cuts the cell into digits, and from its
output the exact probability of any text follows (`scorecheck.reading.ctc`).
"""

from __future__ import annotations

from collections import deque
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
    Layer(1, 32, (5, 5), (2, 2), (2, 2)),
    Layer(32, 32, (3, 3), (1, 1), (1, 1), beside=True),
    Layer(32, 32, (3, 3), (1, 1), (1, 1), beside=True),
    Layer(32, 48, (3, 3), (2, 1), (1, 1)),
    Layer(48, 48, (3, 3), (1, 1), (1, 1), beside=True),
    Layer(48, 48, (3, 3), (1, 1), (1, 1), beside=True),
    Layer(48, 64, (3, 3), (2, 1), (1, 1)),
    Layer(64, 80, (3, 3), (1, 1), (1, 1)),
    Layer(80, 80, (3, 3), (1, 1), (1, 1), beside=True),
    Layer(80, 128, (5, 1)),
    Layer(128, 128, (1, 5), (1, 1), (0, 2)),
    Layer(128, 128, (1, 5), (1, 1), (0, 4), (1, 2)),
    Layer(128, 128, (1, 5), (1, 1), (0, 2), beside=True),
    Layer(128, 128, (1, 5), (1, 1), (0, 4), (1, 2), beside=True),
)


class CellNetwork(nn.Module):
    """(N, 1, 40, 104) ink to (N, CLASSES, 1, 52) logits; about 590,000 weights."""

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


def grow(network: CellNetwork, smaller: Mapping[str, torch.Tensor]) -> None:
    """Start from a trained network with fewer layers and channels, so that both give the same.

    Layers that are `beside` others add nothing at first, and from the channels that are new nothing
    goes into those that were there.

    Args:
        smaller: its state, each layer's convolution and batch norm in their order. A layer that is
            `beside` others and into which the next of these does not fit is a new one.
    """
    state = network.state_dict()
    old = [value for name, value in smaller.items() if not name.startswith("head.")]
    convolutions = deque(value for value in old if value.ndim == 4)
    norms = deque(value for value in old if value.ndim < 4)
    for i, layer in enumerate(LAYERS):
        weight = state[f"convolutions.{i}.weight"]
        if layer.beside and not (convolutions and _fits(convolutions[0], weight)):
            continue
        _put(convolutions.popleft(), weight)
        for part in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            _put(norms.popleft(), state[f"norms.{i}.{part}"])
    assert not convolutions and not norms, "these weights are of another network"
    for part in ("weight", "bias"):
        _put(smaller[f"head.{part}"], state[f"head.{part}"])
    network.load_state_dict(state)


def _fits(small: torch.Tensor, large: torch.Tensor) -> bool:
    """Whether weights may be those of a layer that is beside another: as many in as out."""
    same = small.shape[0] == small.shape[1] and small.shape[2:] == large.shape[2:]
    return same and small.shape[0] <= large.shape[0]


def _put(small: torch.Tensor, large: torch.Tensor) -> None:
    """Write what was there to the first channels, which nothing new may change."""
    there = tuple(slice(size) for size in small.shape)
    if small.ndim == 4:
        large[there[0]] = 0
    large[there] = small
