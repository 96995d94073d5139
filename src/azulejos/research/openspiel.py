"""All games for OpenSpiel: `import azulejos.research.openspiel` registers them.

::

    import pyspiel
    import azulejos.research.openspiel

    game = pyspiel.load_game("azulejos_azul(players=3,side=grey,reward=place)")

Options of a game are parameters of the same name. Chance is explicit: it draws tile by tile, plate
by plate, so that a chance node has a handful of outcomes with their probabilities. With
`chance=sampled` a whole deal is one node whose outcome is sampled when it is applied, as OpenSpiel
wants it in such games; `rng_seed` repeats it.

Azul, Sintra and Summer Pavilion are games of perfect information. In Azul Duel a seat knows plates
that the other does not: `information_state_string` tells everything that a seat has seen happen,
and `resample_from_infostate` plays on from another position that agrees with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from azulejos.core.displays import MAX_DISPLAYS, TILES_PER_DISPLAY
from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.errors import IllegalDraw, OptionError
from azulejos.extras import needs
from azulejos.games import game as game_called
from azulejos.games.azul.table import SIZE
from azulejos.research.observer import Observer
from azulejos.research.outcomes import is_explicit, outcomes
from azulejos.research.spec import Spec

with needs("research"):
    import pyspiel

EXPLICIT, SAMPLED = "explicit", "sampled"
PREFIX = "azulejos_"
MAX_IN_A_ROUND = 8 * MAX_DISPLAYS * TILES_PER_DISPLAY
"""No tile or plate is drawn, taken, laid or kept more often than this allows in a round."""


class SpielGame(pyspiel.Game):
    """A game with its options, a reward and a kind of chance; there is a subclass for each game."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, object] | None = None) -> None:
        values = {**_parameters(game_called(self.name)), **(params or {})}
        self.chance = values.pop("chance")
        if self.chance not in (EXPLICIT, SAMPLED):
            raise OptionError(f"chance={self.chance}: it is {EXPLICIT} or {SAMPLED}")
        seed = values.pop("rng_seed")
        self.source = random.Random(None if seed < 0 else seed)
        """What chance is sampled from: not part of a state, so that a copy is dealt other tiles."""

        self.spec = Spec(self.name, None, values.pop("reward"), **values)
        super().__init__(_game_type(self.spec, self.chance), _game_info(self.spec), params or {})

    def new_initial_state(self, position: str | None = None) -> SpielState:
        """The first state, or any that is written as a position."""
        start = self.spec.initial if position is None else self.spec.game.position(position)
        if start.players != self.num_players():
            raise OptionError(f"a position of {start.players} players, not {self.num_players()}")
        return SpielState(self, start)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
        return Observer(self.spec, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        return _most_rounds(self.spec) * MAX_IN_A_ROUND


class SpielState(pyspiel.State):
    """A position, the pieces that chance has drawn so far, and what happened before."""

    def __init__(self, game: SpielGame, position: State) -> None:
        super().__init__(game)
        self.position = position
        self.drawn: tuple[int, ...] = ()
        self.events: tuple[tuple[int | None, str], ...] = ()
        """What happened, each with the seat that alone may know it."""

        self._outcomes: list[tuple[int, float]] = []
        self._await()

    def current_player(self) -> int:
        seat = self.position.to_move
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        return self.position.to_move is None

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.position.legal_codes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._outcomes

    def _apply_action(self, action: int) -> None:
        if self.position.to_move != CHANCE:
            self._play(self.position.game.decode(action))
        elif self.get_game().chance == SAMPLED:
            self._deal(self.position.sample(self.get_game().source))
        else:
            if action not in dict(self._outcomes):
                raise IllegalDraw(f"chance cannot draw {self._piece(action)} now")
            self.drawn += (action,)
        self._await()

    def _await(self) -> None:
        """Say what chance may do now, and deal what it has drawn when nothing is left to draw."""
        self._outcomes = []
        while self.position.to_move == CHANCE and not self._outcomes:
            game, table = self.position.game, self.position.table
            if self.get_game().chance == SAMPLED:
                self._outcomes = [(0, 1.0)]
            else:
                self._outcomes = outcomes(game, table, self.drawn)
                if not self._outcomes:
                    self._deal(Draw(self._pool, self.drawn))

    def _play(self, move: Move) -> None:
        before, self.position = self.position, self.position.play(move)
        self._tell(before, move, str(move))

    def _deal(self, draw: Draw) -> None:
        before, self.position, self.drawn = self.position, self.position.deal(draw), ()
        self._tell(before, draw, before.game.draw_text(draw))

    def _tell(self, before: State, event: Draw | Move, text: str) -> None:
        keeper = before.game.keeper
        self.events += ((keeper(before.table, event) if keeper else None, text),)

    def events_text(self, seat: int) -> str:
        """Everything that happened, as far as a seat may know it."""
        return " ".join(text if keeper in (None, seat) else "?" for keeper, text in self.events)

    def resample_from_infostate(self, player: int, sampler: Callable[[], int]) -> SpielState:
        """A random state that this seat cannot tell from this one."""
        other: SpielState = self.clone()
        other.position = self.position.view(player).sample(random.Random(sampler()))
        return other

    @property
    def _pool(self) -> str:
        pool = self.position.game.phases[self.position.table.phase].pool
        assert pool is not None
        return str(pool)

    def _piece(self, action: int) -> str:
        symbols = self.position.game.pool(self._pool).symbols
        return symbols[action] if 0 <= action < len(symbols) else str(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.position.game.decode(action))
        return (
            "deal" if self.get_game().chance == SAMPLED else f"{self._pool} {self._piece(action)}"
        )

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0] * self.position.players
        scores, places = np.array([[outcome.scores], [outcome.places]], np.int32)
        rewards: list[float] = self.get_game().spec.rewards(scores, places)[0].tolist()
        return rewards

    def __str__(self) -> str:
        if not self.drawn:
            return str(self.position)
        return (
            f"{self.position}\ndrawn {self.position.game.draw_text(Draw(self._pool, self.drawn))}"
        )


# What OpenSpiel wants to know of a game


def _parameters(game: Game) -> dict[str, Any]:
    chance = EXPLICIT if is_explicit(game) else SAMPLED
    options = {each.name: each.default for each in game.options.each()}
    return {**options, "reward": "win", "chance": chance, "rng_seed": -1}


def _game_type(spec: Spec, chance: str) -> pyspiel.GameType:
    game = spec.game
    modes, knowledge = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    players = next(game.options.each()).metadata["allowed"]
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance == EXPLICIT else modes.SAMPLED_STOCHASTIC,
        information=(
            knowledge.IMPERFECT_INFORMATION if game.has_secrets else knowledge.PERFECT_INFORMATION
        ),
        utility=_utility(spec),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _utility(spec: Spec) -> pyspiel.GameType.Utility:
    kinds = pyspiel.GameType.Utility
    whole = _utility_sum(spec)
    if whole is None:
        return kinds.GENERAL_SUM
    return kinds.ZERO_SUM if whole == 0 else kinds.CONSTANT_SUM


def _utility_sum(spec: Spec) -> float | None:
    if spec.reward.name == "place" or spec.players == 2:
        return 0.0
    return 2.0 - spec.players if spec.reward.name == "win" else None


def _game_info(spec: Spec) -> pyspiel.GameInfo:
    span = _most_points(spec)
    return pyspiel.GameInfo(
        num_distinct_actions=spec.actions,
        max_chance_outcomes=max(len(pool.symbols) for pool in spec.game.pools),
        num_players=spec.players,
        min_utility=max(spec.reward.lowest, -span),
        max_utility=min(spec.reward.highest, span),
        utility_sum=_utility_sum(spec),
        max_game_length=_most_rounds(spec) * MAX_IN_A_ROUND,
    )


def _field(spec: Spec, name: str) -> Any:
    return next(field for field in spec.observation.fields if field.name == name)


def _most_points(spec: Spec) -> float:
    """How far two seats can be apart."""
    score = _field(spec, "score")
    return float(score.highest - score.lowest)


def _most_rounds(spec: Spec) -> int:
    """In Azul some tile is added to a wall every `quiet_rounds`, or the game ends (AZ-20)."""
    if quiet := getattr(spec.options, "quiet_rounds", None):
        return int(quiet) * (spec.players * SIZE * SIZE + 1)
    return int(_field(spec, "rounds").highest)


# Registered are classes: a function would be freed only after Python has ended, and crash.


class AzulGame(SpielGame):
    name = "azul"


class SintraGame(SpielGame):
    name = "sintra"


class PavilionGame(SpielGame):
    name = "pavilion"


class DuelGame(SpielGame):
    name = "duel"


def register(kind: type[SpielGame]) -> None:
    game = game_called(kind.name)
    pyspiel.register_game(_game_type(Spec(game), _parameters(game)["chance"]), kind)


for each in (AzulGame, SintraGame, PavilionGame, DuelGame):
    register(each)
