"""The examples that learn, in a short form, all in one process: importing JAX takes seconds."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from azulejos import AZUL, Match, bot
from loading import program
from patience import PATIENCE

EXAMPLES = Path(__file__).parents[2] / "examples"

LEARNING = """
import runpy, sys
from pathlib import Path
import numpy as np
examples, folder = sys.argv[1:]
sys.path.insert(0, examples)

def run(name, *arguments):
    sys.argv = [name, *arguments]
    return runpy.run_path(f"{examples}/{name}", run_name="__main__")

run("ppo.py", "--steps", "300", "--games", "4", "--output", f"{folder}/ppo.onnx")
sizes = ("--iterations", "1", "--games", "2", "--simulations", "3", "--batch", "16", "--deals", "1")
run("alphazero.py", *sizes, "--output", f"{folder}/zero.onnx")

# What is exported says what the network does.
import onnxruntime
from networks import ILLEGAL, evaluate, export, new_network
from azulejos.research.spec import Spec
spec = Spec("duel")
network = new_network(spec, 7)
export(network, "duel", 2, Path(f"{folder}/new.onnx"))
session = onnxruntime.InferenceSession(f"{folder}/new.onnx")
numbers = np.random.default_rng(1).integers(0, 3, (5, *spec.shape)).astype(np.float32)
masks = np.ones((5, spec.actions), bool)
masks[:, 3:] = False
logits, values = map(np.asarray, evaluate(network, numbers, masks))
given, expected = session.run(None, {"observation": numbers})
assert np.allclose(given[:, :3], logits[:, :3], atol=1e-4)
assert (logits[:, 3:] == np.float32(ILLEGAL)).all()
assert np.allclose(expected[:, 0], values, atol=1e-4)
"""


def test_learning(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", LEARNING, str(EXAMPLES), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE * 4,
        env={**os.environ, "AZULEJOS_INTERPRETED": "1", "JAX_PLATFORMS": "cpu"},
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "steps" in result.stdout
    assert "iteration  1: 2 games" in result.stdout
    assert "against greedy: won" in result.stdout
    assert (tmp_path / "ppo.onnx").exists()


# A language model


def language_model() -> Any:
    return program("examples/language_model.py")


def test_language_model_plays_a_game() -> None:
    asked: list[str] = []

    def answer(messages: list[dict[str, str]]) -> str:
        asked.append(messages[1]["content"])
        legal = messages[1]["content"].rpartition("Legal moves: ")[2].split()
        return f"The floor line is long, so I take few tiles.\nMove: `{legal[-1]}`."

    model = language_model().LanguageModelBot(ask=answer)
    match = Match(AZUL, source=random.Random(1))
    other = bot("random:seed=1")
    while (seat := match.state.to_move) is not None:
        match.play(seat, (model, other)[seat].choose(match.view(seat)))
    assert model.given_up == 0
    assert asked[0].startswith("azul players=2\nround 1 phase=offer")


def test_language_model_is_told_what_was_wrong_and_given_up_on() -> None:
    conversations: list[list[dict[str, str]]] = []

    def answer(messages: list[dict[str, str]]) -> str:
        conversations.append([*messages])
        return ["move: 9B9", "move: cB1", ""][len(conversations) - 1]

    state = AZUL.position("azul; round 1 phase=offer turn=1 start=1; displays BBYR - - - -")
    model = language_model().LanguageModelBot(tries=3, source=random.Random(1), ask=answer)
    assert model.choose(state.view(0)) in state.legal_moves
    assert model.given_up == 1
    assert "'9B9' is not a move of Azul" in conversations[1][-1]["content"]
    assert "no B lies in the centre (AZ-4)" in conversations[2][-1]["content"]


def test_language_model_is_asked_by_chat_completions(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[Any] = []

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            received.append((self.headers["Authorization"], body))
            answer = json.dumps({"choices": [{"message": {"content": "move: 1B2"}}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_arguments: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Chat)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        monkeypatch.setenv("CHAT_URL", f"http://127.0.0.1:{server.server_port}/v1/chat/completions")
        monkeypatch.setenv("CHAT_MODEL", "tiler")
        monkeypatch.setenv("CHAT_KEY", "secret")
        state = AZUL.position("azul; round 1 phase=offer turn=1 start=1; displays BBYR - - - -")
        model = bot(f"{EXAMPLES / 'language_model.py'}:LanguageModelBot:tries=1", game=AZUL)
        assert str(model.choose(state.view(0))) == "1B2"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    ((key, body),) = received
    assert (key, body["model"]) == ("Bearer secret", "tiler")
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
