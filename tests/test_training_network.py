"""The network that is trained and the file that reads are one; needs the `train` extra."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch, reading never does")
pytest.importorskip("onnx", reason="training needs onnx, reading never does")

from scorecheck.reading.training import network as network_module  # noqa: E402
from scorecheck.reading.training.export import export_onnx  # noqa: E402
from scorecheck.reading.training.network import (  # noqa: E402
    LAYERS,
    CellNetwork,
    Layer,
    grow,
)
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


def fewer(layer: Layer, inputs: int) -> Layer:
    """The same layer with a quarter of its channels less, as a smaller network has it."""
    outputs = inputs if layer.beside else layer.outputs * 3 // 4
    return layer._replace(inputs=inputs, outputs=outputs)


@pytest.mark.parametrize("beside_too", [False, True])
def test_a_larger_network_starts_as_good_as_a_smaller_one(
    beside_too: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, inputs = [], 1
    for layer in LAYERS:
        # Of layers beside others the small network has only the last one, or none.
        if not layer.beside or (beside_too and layer.inputs == LAYERS[-1].inputs):
            small.append(fewer(layer, inputs))
            inputs = small[-1].outputs
    monkeypatch.setattr(network_module, "LAYERS", tuple(small))
    trained = some_network(1)
    monkeypatch.undo()
    larger = CellNetwork().eval()
    grow(larger, trained.state_dict())
    ink = torch.from_numpy(some_cells())
    with torch.no_grad():
        monkeypatch.setattr(network_module, "LAYERS", tuple(small))
        expected = trained(ink)
        monkeypatch.undo()
        assert torch.allclose(larger(ink), expected, atol=1e-5)
        assert expected.std() > 0.01
