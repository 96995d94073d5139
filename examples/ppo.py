"""Masked PPO in JAX: a network learns to beat `random`, then `greedy`, in minutes on two cores.

::

    python examples/ppo.py                      # Azul: two opponents, one after the other
    python examples/ppo.py --game duel --steps 500000 --output duel.onnx
    azulejos arena --players examples/network_bot.py:NetworkBot:model=duel.onnx greedy --game duel

The environment is `SeatVectorEnv`: one call plays a move in all games, and what the bots answer.
Masked actions have no probability, in the rollout and in the loss.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from networks import Parameters, evaluate, export, new_network

from azulejos.research.gymnasium_vector import SeatVectorEnv


@dataclass(frozen=True)
class Settings:
    """What is usual for PPO; games are short, so there is next to no discount."""

    games: int = 128
    rollout: int = 32  # steps in each game between updates
    epochs: int = 3
    batches: int = 4
    discount: float = 0.997
    trace: float = 0.95  # lambda of the advantages
    clip: float = 0.2
    entropy: float = 0.01
    rate: float = 5e-4


def reward(scores: Any, _places: Any) -> Any:
    """How far ahead one is, from -1 to 1: it tells more than who won, and comes to the same."""
    others = np.array([np.delete(scores, seat, 1).max(1) for seat in range(scores.shape[1])]).T
    return np.tanh((scores - others) / 25)


@jax.jit
def choose(network: Parameters, observations: Any, masks: Any, key: Any) -> tuple[Any, Any, Any]:
    """Draw an action for each game; its log probability, and the value of the position."""
    logits, values = evaluate(network, observations, masks)
    actions = jax.random.categorical(key, logits)
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), actions[:, None], 1)[:, 0]
    return actions, chosen, values


def loss(network: Parameters, settings: Settings, batch: dict[str, Any]) -> Any:
    """The clipped objective of PPO, the error of the values, and a little entropy."""
    logits, values = evaluate(network, batch["observation"], batch["mask"])
    policy = jax.nn.log_softmax(logits)
    chosen = jnp.take_along_axis(policy, batch["action"][:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - batch["chosen"])
    gain = batch["advantage"]
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    objective = jnp.minimum(ratio * gain, clipped * gain)
    entropy = -jnp.sum(jnp.where(batch["mask"], jnp.exp(policy) * policy, 0), axis=1)
    errors = (values - batch["return"]) ** 2
    counts = batch["counts"]  # steps that restart a game have no decision
    each = -objective + 0.5 * errors - settings.entropy * entropy
    return jnp.sum(each * counts) / jnp.maximum(jnp.sum(counts), 1)


@partial(jax.jit, static_argnums=(0, 1))
def update(
    settings: Settings, optimiser: Any, network: Parameters, moments: Any, batch: dict[str, Any]
) -> tuple[Parameters, Any]:
    """One step of gradient descent."""
    gradients = jax.grad(loss)(network, settings, batch)
    changes, moments = optimiser.update(gradients, moments, network)
    return optax.apply_updates(network, changes), moments


class Learner:
    """A network that plays against bots and learns from it."""

    def __init__(self, game: str, players: int, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.game, self.players = game, players
        self._key = jax.random.PRNGKey(seed)
        self._seed = seed
        self._source = np.random.default_rng(seed)
        self.spec = self._envs("random").game_spec
        self.network = new_network(self.spec, seed)
        self._optimiser = optax.chain(
            optax.clip_by_global_norm(0.5), optax.adam(settings.rate, eps=1e-5)
        )
        self._moments = self._optimiser.init(self.network)

    def _envs(self, opponent: str, games: int = 1) -> SeatVectorEnv:
        return SeatVectorEnv(games, self.game, opponent, reward=reward, players=self.players)

    def learn(self, opponent: str, steps: int, told: int = 10) -> None:
        """Play so many steps against a bot, and tell now and then how it goes."""
        settings = self.settings
        envs = self._envs(opponent, settings.games)
        observed, _ = envs.reset(seed=self._seed)
        begun = np.zeros(settings.games, bool)
        rollouts = max(1, steps // (settings.games * settings.rollout))
        started = time.perf_counter()
        won: list[float] = []
        for number in range(1, rollouts + 1):
            rollout, observed, begun = self._play(envs, observed, begun, won)
            self._train(rollout)
            if number % max(1, rollouts // told) == 0 and won:
                done = number * settings.games * settings.rollout
                speed = done / (time.perf_counter() - started)
                recent = won[-500:]
                print(
                    f"{opponent:>6}  {done:>9,} steps  {speed:>7,.0f}/s  {len(won):>6} games"
                    f"  won {np.mean(recent):5.1%}",
                    flush=True,
                )

    def _play(
        self, envs: SeatVectorEnv, observed: Any, begun: Any, won: list[float]
    ) -> tuple[dict[str, Any], Any, Any]:
        """Play a rollout. A step after the end of a game only begins the next one."""
        steps: list[dict[str, Any]] = []
        for _ in range(self.settings.rollout):
            self._key, key = jax.random.split(self._key)
            numbers, masks = observed["observation"], observed["action_mask"].astype(bool)
            masks[begun] = True  # nothing is legal where a game is over; nothing counts either
            actions, chosen, values = choose(self.network, numbers, masks, key)
            observed, rewards, over, _, _ = envs.step(np.asarray(actions))
            won += ((1 + np.sign(rewards[over])) / 2).tolist()
            steps.append(
                {
                    "observation": numbers,
                    "mask": masks,
                    "action": np.asarray(actions),
                    "chosen": np.asarray(chosen),
                    "value": np.asarray(values),
                    "reward": rewards,
                    "over": over,
                    "counts": (~begun).astype(np.float32),
                }
            )
            begun = over
        rollout = {name: np.stack([step[name] for step in steps]) for name in steps[0]}
        masks = observed["action_mask"].astype(bool)
        masks[begun] = True
        last = np.asarray(choose(self.network, observed["observation"], masks, self._key)[2])
        self._judge(rollout, last)
        return rollout, observed, begun

    def _judge(self, rollout: dict[str, Any], last: Any) -> None:
        """Generalised advantages, which end where a game does."""
        settings = self.settings
        advantages = np.zeros_like(rollout["value"])
        following, trace = last, np.zeros_like(last)
        for step in reversed(range(settings.rollout)):
            goes_on = 1 - rollout["over"][step]
            expected = rollout["reward"][step] + settings.discount * following * goes_on
            trace = (
                expected
                - rollout["value"][step]
                + (settings.discount * settings.trace * goes_on * trace)
            )
            advantages[step] = trace
            following = rollout["value"][step]
        rollout["return"] = advantages + rollout["value"]
        counted = advantages[rollout["counts"] > 0]
        rollout["advantage"] = (advantages - counted.mean()) / (counted.std() + 1e-6)

    def _train(self, rollout: dict[str, Any]) -> None:
        flat = {name: each.reshape(-1, *each.shape[2:]) for name, each in rollout.items()}
        rows = len(flat["action"])
        for _ in range(self.settings.epochs):
            for part in np.split(self._source.permutation(rows), self.settings.batches):
                batch = {name: each[part] for name, each in flat.items()}
                self.network, self._moments = update(
                    self.settings, self._optimiser, self.network, self._moments, batch
                )


def main() -> None:
    """Learn against one bot after the other."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="azul")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", nargs="+", default=["random", "greedy"])
    parser.add_argument("--steps", type=int, default=600_000, help="against each opponent")
    parser.add_argument("--games", type=int, default=Settings.games, help="played at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="write the network as ONNX")
    given = parser.parse_args()
    learner = Learner(given.game, given.players, Settings(games=given.games), given.seed)
    for opponent in given.opponents:
        learner.learn(opponent, given.steps)
    if given.output:
        export(learner.network, given.game, given.players, given.output)


if __name__ == "__main__":
    main()
