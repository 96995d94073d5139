"""What seats observe, as OpenSpiel asks for it: tensors by name, and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.state import State
from azulejos.errors import OptionError
from azulejos.extras import needs
from azulejos.research.spec import Spec

with needs("research"):
    import pyspiel

if TYPE_CHECKING:
    from azulejos.research.openspiel import SpielState

NO_SEAT = -1


class Observer:
    """Writes what the kernel observes, each number divided by what it hardly ever exceeds.

    With perfect recall there is no tensor, only the text of everything that a seat saw happen.
    """

    def __init__(self, spec: Spec, kind: Any, params: object) -> None:
        if params:
            raise OptionError(f"observers take no parameters: {params}")
        self._kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self._spec = spec
        self._is_private = self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._kind.public_info and not self._kind.perfect_recall:
            self.tensor = np.zeros(spec.observation.size, np.float32)
            self.dict = spec.observation.read(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player observes to `tensor`; the arrays in `dict` are views of it."""
        if self.tensor is not None:
            seen = state.position if self._is_private else state.position.public
            numbers = seen.observe(player if self._is_private else 0)
            np.divide(numbers, self._spec.observation.scales, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Write what a player observes as a position, or what it saw happen."""
        if not self._kind.public_info:
            return _secrets(state.position, player) if self._is_private else ""
        if self._kind.perfect_recall:
            return state.events_text(player) if self._is_private else state.events_text(NO_SEAT)
        if self._is_private:
            return str(state.position.view(player).state)
        return str(state.position.public)


def _secrets(position: State, seat: int) -> str:
    """The lines of a position that say more to a seat than to the public."""
    if not position.game.has_secrets:
        return ""
    public = str(position.public).splitlines()
    seen = str(position.view(seat).state).splitlines()
    return "\n".join([f"seat {seat + 1}", *(line for line in seen if line not in public)])
