"""What all environments of a game share: actions, observations, rewards."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos import AZUL
from azulejos.errors import OptionError, UnknownName
from azulejos.research.spec import REWARDS, Spec

SCORES = np.array([[40, 30, 20, 30], [50, 50, 10, 9], [7, 7, 7, 7]], np.int32)
PLACES = np.array([[1, 2, 4, 2], [1, 1, 3, 4], [1, 1, 1, 1]], np.int32)


def rewards(name: str) -> list[list[float]]:
    result = Spec(AZUL, reward=name, players=4).rewards(SCORES, PLACES)
    assert result.dtype == np.float32
    return [[round(float(number), 3) for number in row] for row in result]


def test_a_win_is_shared_by_those_who_are_tied() -> None:
    assert rewards("win") == [[1, -1, -1, -1], [0, 0, -1, -1], [-0.5, -0.5, -0.5, -0.5]]


def test_places_are_rewarded_evenly_and_their_sum_is_always_zero() -> None:
    assert rewards("place") == [[1, 0, -1, 0], [0.667, 0.667, -0.333, -1], [0, 0, 0, 0]]


def test_points_are_compared_with_the_best_other_seat() -> None:
    assert rewards("points") == [[10, -10, -20, -10], [0, 0, -40, -41], [0, 0, 0, 0]]


@pytest.mark.parametrize("name", REWARDS)
def test_a_reward_stays_within_what_it_says(name: str) -> None:
    reward = REWARDS[name]
    result = reward.payoff(SCORES, PLACES)
    assert reward.lowest <= result.min() <= result.max() <= reward.highest


def test_a_reward_of_ones_own() -> None:
    spec = Spec("azul", reward=lambda scores, places: scores / 100)
    assert spec.rewards(SCORES, PLACES)[0].tolist() == pytest.approx([0.4, 0.3, 0.2, 0.3])


def test_a_reward_of_another_shape_is_refused() -> None:
    spec = Spec("azul", reward=lambda scores, places: scores[:, 0])
    with pytest.raises(OptionError, match=r"gave an array of shape \(3,\) for scores of shape"):
        spec.rewards(SCORES, PLACES)


def test_wrong_rewards_and_options_are_refused() -> None:
    with pytest.raises(UnknownName, match="no reward is called 'fame'; there are: win, place"):
        Spec(AZUL, reward="fame")
    with pytest.raises(OptionError, match="a reward is a name or a function, not 3"):
        Spec(AZUL, reward=3)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="not both"):
        Spec(AZUL, AZUL.options(), players=2)
    with pytest.raises(OptionError, match="players=7"):
        Spec(AZUL, players=7)


def test_a_spec_names_actions_and_numbers() -> None:
    spec = Spec("azul", players=3, side="grey")
    assert spec.action_text(0) == "cB1"
    assert spec.actions == AZUL.move_codes
    assert spec.shape == (len(spec.observation.names),)
    assert {"sources[0,0]", "wall[2,4,4,4]", "grey"} <= set(spec.observation.names)
