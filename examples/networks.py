"""A small network for the examples: masked policy and value, trained by JAX, exported to ONNX.

Observations are counts and flags; `Spec.observation.scales` brings them to about 0 to 1.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from azulejos.research.spec import Spec

Parameters = dict[str, jax.Array]
ILLEGAL = -1e9  # the logit of an action that is masked


def new_network(spec: Spec, seed: int, width: int = 256) -> Parameters:
    """Two hidden layers, a logit for each action, and a value from -1 to 1."""
    keys = jax.random.split(jax.random.PRNGKey(seed), 4)
    sizes = {"hidden": (spec.shape[0], width), "deeper": (width, width)}
    sizes |= {"policy": (width, spec.actions), "value": (width, 1)}
    network: Parameters = {"scales": jnp.asarray(spec.observation.scales)}
    for (name, shape), key in zip(sizes.items(), keys, strict=True):
        gain = 0.01 if name == "policy" else np.sqrt(2 / shape[0])  # at first all moves are alike
        network[f"{name}.weights"] = gain * jax.random.normal(key, shape)
        network[f"{name}.biases"] = jnp.zeros(shape[1])
    return network


def evaluate(network: Parameters, observations: Any, masks: Any) -> tuple[jax.Array, jax.Array]:
    """The logits of all actions and the value of each position."""
    hidden = observations / jax.lax.stop_gradient(network["scales"])
    for name in ("hidden", "deeper"):
        hidden = jax.nn.relu(hidden @ network[f"{name}.weights"] + network[f"{name}.biases"])
    logits = hidden @ network["policy.weights"] + network["policy.biases"]
    values = jnp.tanh(hidden @ network["value.weights"] + network["value.biases"])[:, 0]
    return jnp.where(masks, logits, ILLEGAL), values


def export(network: Parameters, game: str, players: int, file: Path) -> None:
    """Write the network as ONNX: (observation) -> (logits, value), before masking."""
    nodes = [helper.make_node("Div", ["observation", "scales"], ["scaled"])]
    before = "scaled"
    for name, after in (("hidden", "Relu"), ("deeper", "Relu")):
        nodes += _layer(name, before, f"{name}.sum")
        nodes.append(helper.make_node(after, [f"{name}.sum"], [name]))
        before = name
    nodes += _layer("policy", before, "logits") + _layer("value", before, "value.sum")
    nodes.append(helper.make_node("Tanh", ["value.sum"], ["value"]))
    numbers, actions = network["scales"].shape[0], network["policy.biases"].shape[0]
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["n", numbers])],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", actions]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n", 1]),
        ],
        [numpy_helper.from_array(np.asarray(each), name) for name, each in network.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, {"game": game, "players": str(players)})
    onnx.checker.check_model(model)
    onnx.save(model, file)


def _layer(name: str, before: str, after: str) -> list[onnx.NodeProto]:
    return [
        helper.make_node("MatMul", [before, f"{name}.weights"], [f"{name}.product"]),
        helper.make_node("Add", [f"{name}.product", f"{name}.biases"], [after]),
    ]
