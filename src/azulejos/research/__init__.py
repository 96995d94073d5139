"""For reinforcement learning: observations, vectors of games, environments.

What is named here needs no extra; environments for other libraries do, and are imported from their
modules.
"""

from azulejos.research.single import SingleGame
from azulejos.research.spec import REWARDS, Reward, Spec
from azulejos.research.vector import Step, VectorEnv

__all__ = ["REWARDS", "Reward", "SingleGame", "Spec", "Step", "VectorEnv"]
