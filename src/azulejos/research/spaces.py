"""Observations and actions of a game as spaces of Gymnasium, which PettingZoo uses, too."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from azulejos.extras import needs
from azulejos.research.spec import Spec

with needs("research"):
    from gymnasium import spaces


class Observed(TypedDict):
    """What a seat sees, and what it may do: nothing where it is not its turn."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


def action_space(spec: Spec) -> spaces.Discrete:
    """All actions, legal or not; `sample(observed["action_mask"])` chooses a legal one."""
    return spaces.Discrete(spec.actions)


def observation_space(spec: Spec) -> spaces.Dict:
    """A dictionary like those of PettingZoo's classic games."""
    mask = spaces.Box(0, 1, (spec.actions,), np.int8)
    return spaces.Dict({"observation": numbers_space(spec), "action_mask": mask})


def numbers_space(spec: Spec, seats: int = 1) -> spaces.Box:
    """The observation of one seat, or of several, one after the other."""
    lowest, highest = spec.observation.lowest, spec.observation.highest
    return spaces.Box(np.tile(lowest, seats), np.tile(highest, seats), dtype=np.int16)
