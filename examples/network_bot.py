"""A network as a bot, by ONNX Runtime: what `ppo.py` and `alphazero.py` write can play anywhere.

::

    azulejos arena --players examples/network_bot.py:NetworkBot:model=azul.onnx greedy --games 100
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import onnxruntime

from azulejos import Move, View
from azulejos.bots import Parameter


class NetworkBot:
    """Plays what a network likes best, or at random by its liking."""

    parameters = (
        Parameter("model", "file", "the network, as ONNX"),
        Parameter("temperature", "float", "0 plays the best move", 0.0, low=0, high=10),
    )

    def __init__(self, model: Path, temperature: float, source: Random) -> None:
        self._session, self._about = _session(str(model))
        self._temperature = temperature
        self._source = source

    def choose(self, view: View) -> Move:
        state = view.state
        wanted = (self._about["game"], self._about["players"])
        if (state.game.name, str(state.players)) != wanted:
            raise ValueError(f"the network plays {wanted[0]} with {wanted[1]} players only")
        numbers = state.observe(view.seat)[None].astype(np.float32)
        logits, _ = self._session.run(None, {"observation": numbers})
        liking = logits[0][list(state.legal_codes)]
        return state.legal_moves[self._pick(liking)]

    def _pick(self, liking: Any) -> int:
        if self._temperature == 0:
            return int(liking.argmax())
        weights = np.exp((liking - liking.max()) / self._temperature)
        return self._source.choices(range(len(weights)), weights.tolist())[0]


@cache
def _session(model: str) -> tuple[onnxruntime.InferenceSession, dict[str, str]]:
    """A network, loaded once for all games; one thread, since the arena plays several games."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return session, session.get_modelmeta().custom_metadata_map
