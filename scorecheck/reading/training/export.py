"""Writes the trained network as an ONNX file, with the batch norms folded into the weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from scorecheck.reading.alphabet import CLASSES
from scorecheck.reading.training.network import LAYERS, CellNetwork, Layer
from scorecheck.reading.window import HEIGHT, WIDTH

Weights = tuple[NDArray[np.float32], NDArray[np.float32]]


def export_onnx(network: CellNetwork, path: Path) -> None:
    """Write `network`: input `ink` (N, 1, 40, 104), output `logits` (N, CLASSES, 1, 52)."""
    nodes, constants, name = [], [], "ink"
    head = Layer(LAYERS[-1].outputs, CLASSES, (1, 1))
    for i, (layer, weights) in enumerate(zip((*LAYERS, head), _folded(network), strict=True)):
        for label, array in zip(("w", "b"), weights, strict=True):
            constants.append(numpy_helper.from_array(array.astype(np.float32), f"{label}{i}"))
        out = "logits" if layer is head else f"conv{i}"
        nodes.append(
            helper.make_node(
                "Conv", [name, f"w{i}", f"b{i}"], [out], kernel_shape=layer.kernel,
                strides=layer.stride, pads=(*layer.padding, *layer.padding),
                dilations=layer.dilation,
            )
        )  # fmt: skip
        if layer.beside:
            nodes.append(helper.make_node("Add", [out, name], [f"sum{i}"]))
            out = f"sum{i}"
        if layer is not head:
            nodes.append(helper.make_node("Relu", [out], [f"relu{i}"]))
            name = f"relu{i}"
    graph = helper.make_graph(
        nodes,
        "cell",
        [helper.make_tensor_value_info("ink", TensorProto.FLOAT, ["n", 1, HEIGHT, WIDTH])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", CLASSES, 1, WIDTH // 2])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


def _folded(network: CellNetwork) -> list[Weights]:
    """Each convolution's weights and bias with its batch norm worked in."""
    state = {key: value.detach().numpy() for key, value in network.state_dict().items()}
    layers = []
    for i in range(len(LAYERS)):
        norm = f"norms.{i}"
        gain = state[f"{norm}.weight"] / np.sqrt(state[f"{norm}.running_var"] + 1e-5)
        bias = state[f"{norm}.bias"] - state[f"{norm}.running_mean"] * gain
        layers.append((state[f"convolutions.{i}.weight"] * gain[:, None, None, None], bias))
    layers.append((state["head.weight"], state["head.bias"]))
    return layers
