"""A small AlphaZero: a network learns by a tree search that it guides itself, on two cores.

::

    python examples/alphazero.py --output azul.onnx       # some minutes; tells how it does
    azulejos arena --players examples/network_bot.py:NetworkBot:model=azul.onnx greedy --games 100

All games of an iteration search at once, so that the network judges many positions in one call.
What the search has looked at most is what the network learns to play, and how the games end is what
it learns to expect. Afterwards the network plays in the arena, as a bot in a file, by ONNX Runtime.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from networks import Parameters, evaluate, export, new_network

from azulejos import State
from azulejos.bots import arena
from azulejos.core.turn import CHANCE
from azulejos.research.spec import Spec

C_PUCT = 1.5
NOISE, NOISE_SHARE = 0.5, 0.25  # Dirichlet noise on the root, so that everything is tried
SCALE = 20  # points ahead that count as three quarters of a victory


@dataclass
class Node:
    """A position with a move to make: what the network likes, and what the search has found."""

    state: State
    priors: Any
    visits: Any
    totals: Any  # of the values for the seat to move
    children: dict[int, Node] = field(default_factory=dict)

    def choose(self) -> int:
        """The place of the move that promises most, or was tried too little (PUCT)."""
        seen = self.visits.sum()
        mean = self.totals / np.maximum(self.visits, 1)
        return int(np.argmax(mean + C_PUCT * self.priors * np.sqrt(seen + 1) / (1 + self.visits)))


class Judge:
    """The network, asked about many positions at a time."""

    def __init__(self, spec: Spec, network: Parameters) -> None:
        self.spec = spec
        self.network = network
        self._evaluate = jax.jit(evaluate)

    def nodes(self, states: list[State], room: int) -> list[tuple[Node, float]]:
        """A node for each position, and its value for the mover; `room` keeps shapes equal."""
        observations = np.zeros((room, *self.spec.shape), np.int16)
        masks = np.ones((room, self.spec.actions), bool)
        for row, state in enumerate(states):
            observations[row], masks[row] = seen(state, self.spec)
        logits, values = map(np.asarray, self._evaluate(self.network, observations, masks))
        result = []
        for row, state in enumerate(states):
            liking = logits[row][list(state.legal_codes)]
            priors = np.exp(liking - liking.max())
            none = np.zeros_like(priors)
            result.append((Node(state, priors / priors.sum(), none, none.copy()), values[row]))
        return result


def seen(state: State, spec: Spec) -> tuple[Any, Any]:
    """What who is to move observes, and may do."""
    mask = np.zeros(spec.actions, bool)
    mask[list(state.legal_codes)] = True
    return state.observe(state.to_move or 0), mask


def play(state: State, place: int, source: random.Random) -> tuple[State, bool]:
    """Play a move and let chance answer; say whether it did."""
    state = state.play(state.legal_moves[place])
    drew = state.to_move == CHANCE
    return settle(state, source), drew


def settle(state: State, source: random.Random) -> State:
    while state.to_move == CHANCE:
        state = state.deal(state.sample(source))
    return state


def result(state: State, seat: int) -> float:
    """How well a game ended for a seat, from -1 to 1."""
    scores = state.scores
    return float(np.tanh((scores[seat] - scores[1 - seat]) / SCALE))


class Search:
    """A tree for each of some games, which grow together."""

    def __init__(self, judge: Judge, games: int, source: random.Random) -> None:
        self.judge = judge
        self.games = games
        self.source = source
        self.noise = np.random.default_rng(source.getrandbits(32))

    def visits(self, states: list[State], simulations: int) -> list[Any]:
        """How often each move was looked at, for each position."""
        roots = [node for node, _ in self.judge.nodes(states, self.games)]
        for root in roots:
            noise = self.noise.dirichlet(np.full(len(root.priors), NOISE))
            root.priors = (1 - NOISE_SHARE) * root.priors + NOISE_SHARE * noise
        for _ in range(simulations):
            self._simulate(roots)
        return [root.visits for root in roots]

    def _simulate(self, roots: list[Node]) -> None:
        """One path down each tree; the network judges all their ends in one call."""
        paths, ends = [], []
        for root in roots:
            path, state = self._descend(root)
            paths.append(path)
            ends.append(state)
        open_ends = [place for place, end in enumerate(ends) if end.to_move is not None]
        judged = self.judge.nodes([ends[place] for place in open_ends], self.games)
        nodes = dict(zip(open_ends, judged, strict=True))
        for place, (path, end) in enumerate(zip(paths, ends, strict=True)):
            node, value = nodes.get(place, (None, 0.0))
            parent, move, drew = path[-1]
            if node and not drew:  # what chance has answered will hardly come again
                parent.children[move] = node
            for passed, chosen, _ in path:
                mover = passed.state.to_move
                assert mover is not None
                if end.to_move is None:
                    gain = result(end, mover)
                else:
                    gain = value if end.to_move == mover else -value
                passed.visits[chosen] += 1
                passed.totals[chosen] += gain

    def _descend(self, node: Node) -> tuple[list[tuple[Node, int, bool]], State]:
        path = []
        while True:
            move = node.choose()
            if move in node.children:
                path.append((node, move, False))
                node = node.children[move]
                continue
            state, drew = play(node.state, move, self.source)
            path.append((node, move, drew))
            return path, state


def self_play(judge: Judge, games: int, simulations: int, seed: int) -> dict[str, Any]:
    """Games of the search against itself: what was seen and looked at, how it ended."""
    source = random.Random(seed)
    search = Search(judge, games, source)
    states = [settle(judge.spec.initial, source) for _ in range(games)]
    rows: list[tuple[int, int, Any, Any, Any]] = []
    playing = list(range(games))
    while playing:
        counts = search.visits([states[game] for game in playing], simulations)
        for game, visits in zip(playing, counts, strict=True):
            state = states[game]
            target = np.zeros(judge.spec.actions, np.float32)
            target[list(state.legal_codes)] = visits / visits.sum()
            rows.append((game, state.to_move or 0, *seen(state, judge.spec), target))
            place = source.choices(range(len(visits)), visits.tolist())[0]
            states[game], _ = play(state, place, source)
        playing = [game for game in playing if states[game].to_move is not None]
    ends = [result(states[game], seat) for game, seat, *_ in rows]
    observations, masks, targets = (np.array([row[place] for row in rows]) for place in (2, 3, 4))
    return {
        "observation": observations,
        "mask": masks,
        "target": targets,
        "end": np.array(ends, np.float32),
    }


def loss(network: Parameters, batch: dict[str, Any]) -> Any:
    """Cross entropy with what the search looked at, and the error of what was expected."""
    logits, values = evaluate(network, batch["observation"], batch["mask"])
    policy = jnp.where(batch["mask"], jax.nn.log_softmax(logits), 0)
    return jnp.mean((values - batch["end"]) ** 2 - jnp.sum(batch["target"] * policy, axis=1))


@partial(jax.jit, static_argnums=0)
def update(
    optimiser: Any, network: Parameters, moments: Any, batch: dict[str, Any]
) -> tuple[Parameters, Any, Any]:
    """One step of gradient descent."""
    error, gradients = jax.value_and_grad(loss)(network, batch)
    changes, moments = optimiser.update(gradients, moments, network)
    return optax.apply_updates(network, changes), moments, error


def learn(given: argparse.Namespace) -> Parameters:
    """Play, learn, and play better."""
    spec = Spec(given.game)
    judge = Judge(spec, new_network(spec, given.seed))
    optimiser = optax.adam(1e-3)
    moments = optimiser.init(judge.network)
    source = np.random.default_rng(given.seed)
    memory: list[dict[str, Any]] = []
    for iteration in range(1, given.iterations + 1):
        begun = time.perf_counter()
        played = self_play(judge, given.games, given.simulations, given.seed + iteration)
        memory = [*memory[-given.memory + 1 :], played]
        data = {name: np.concatenate([each[name] for each in memory]) for name in played}
        errors = []
        for _ in range(max(1, given.epochs * len(played["end"]) // given.batch)):
            batch = source.integers(len(data["end"]), size=given.batch)
            judge.network, moments, error = update(
                optimiser,
                judge.network,
                moments,
                {name: each[batch] for name, each in data.items()},
            )
            errors.append(float(error))
        print(
            f"iteration {iteration:>2}: {given.games} games, {len(played['end'])} positions,"
            f" loss {np.mean(errors):.2f}, {time.perf_counter() - begun:.0f} s",
            flush=True,
        )
    return judge.network


def main() -> None:
    """Learn, write the network, and let it play in the arena."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="azul", choices=("azul", "sintra", "pavilion"))
    parser.add_argument("--iterations", type=int, default=12)
    parser.add_argument("--games", type=int, default=64, help="in an iteration, all at once")
    parser.add_argument("--simulations", type=int, default=24, help="of the search for a move")
    parser.add_argument("--epochs", type=int, default=4, help="how often a position is learnt")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--memory", type=int, default=5, help="iterations that are learnt from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=50, help="played in the arena")
    parser.add_argument("--output", type=Path, default=Path("alphazero.onnx"))
    given = parser.parse_args()
    network = learn(given)
    export(network, given.game, 2, given.output)
    text = f"{Path(__file__).with_name('network_bot.py')}:NetworkBot:model={given.output}"
    for opponent in ("random", "greedy"):
        print(f"against {opponent}: won {won_against(text, opponent, given):.1%}", flush=True)


def won_against(text: str, opponent: str, given: argparse.Namespace) -> float:
    """The share of games that a bot wins in the arena, every deal played from both seats."""
    spec = Spec(given.game)
    plan = arena.Plan(given.game, spec.options, (text, opponent), seed=given.seed)
    deals = list(arena.play(plan, deals=given.deals))
    return arena.count(plan, deals).standings[0].wins


if __name__ == "__main__":
    main()
