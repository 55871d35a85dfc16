"""The network that is trained and the file that reads are one; needs the `train` extra."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch, reading never does")
pytest.importorskip("onnx", reason="training needs onnx, reading never does")

from scorecheck.reading.training.export import export_onnx  # noqa: E402
from scorecheck.reading.training.network import LAYERS, CellNetwork, grow  # noqa: E402
from scorecheck.reading.window import HEIGHT, WIDTH  # noqa: E402


def some_network(seed: int) -> CellNetwork:
    """A network as training leaves one: no weight, mean or variance is the one it began with."""
    torch.manual_seed(seed)
    network = CellNetwork().eval()
    norms: list[Any] = list(network.norms)
    for norm in norms:
        for part in (norm.weight, norm.bias, norm.running_mean):
            part.data.add_(0.1 * torch.randn_like(part))
        norm.running_var.data.mul_(1 + torch.rand_like(norm.running_var))
    return network


def some_cells() -> np.ndarray:
    return np.random.default_rng(3).random((3, 1, HEIGHT, WIDTH), np.float32)


def test_the_exported_file_says_what_the_network_says(tmp_path: Path) -> None:
    network, ink = some_network(1), some_cells()
    export_onnx(network, tmp_path / "cell.onnx")
    reader = cv2.dnn.readNetFromONNX(np.fromfile(tmp_path / "cell.onnx", np.uint8))
    reader.setInput(ink)
    with torch.no_grad():
        expected = network(torch.from_numpy(ink)).numpy()
    np.testing.assert_allclose(reader.forward(), expected, atol=1e-3, rtol=1e-3)


def test_a_deeper_network_starts_as_good_as_a_shallower_one() -> None:
    trained, deeper = some_network(1), CellNetwork().eval()
    convolutions: list[Any] = list(trained.convolutions)
    norms: list[Any] = list(trained.norms)
    state: dict[str, Any] = {}
    for i, layer in enumerate(LAYERS):
        if not layer.beside:
            state[f"body.{3 * i}.weight"] = convolutions[i].weight
            parts = norms[i].state_dict().items()
            state |= {f"body.{3 * i + 1}.{part}": value for part, value in parts}
    grow(deeper, state | {f"head.{k}": v for k, v in trained.head.state_dict().items()})
    ink, x = torch.from_numpy(some_cells()), torch.from_numpy(some_cells())
    with torch.no_grad():
        for layer, convolution, norm in zip(LAYERS, convolutions, norms, strict=True):
            x = x if layer.beside else torch.relu(norm(convolution(x)))
        assert torch.allclose(deeper(ink), trained.head(x), atol=1e-5)
