"""How a game at a table ended: by the rules, or because people left it."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.outcome import places_by
from azulejos.core.state import State
from azulejos.tables.live.seat import Seat
from azulejos.tables.messages import Result


def result_of(state: State, seats: Sequence[Seat], dropped: Sequence[int]) -> Result | None:
    """The result, once the rules, a resignation or the clock have ended the game.

    `dropped` are the seats that are out of it, in the order in which they left.
    """
    outcome = state.outcome
    if outcome is not None:
        places = _places([-place for place in outcome.places], dropped)
        return Result(list(outcome.scores), places, outcome.reason)
    guests = [seat for seat in seats if seat.is_guest]
    rivals = [seat for seat in seats if not seat.is_out]
    if dropped and (len(rivals) == 1 or all(seat.is_out for seat in guests)):
        scores = state.scores
        return Result(list(scores), _places(scores, dropped), seats[dropped[-1]].is_out)
    return None


def closed(scores: Sequence[int]) -> Result:
    """The result of a table that was closed before: neither winners nor losers."""
    return Result(list(scores), [1] * len(scores), "closed")


def _places(keys: Sequence[int], dropped: Sequence[int]) -> list[int]:
    """Places by keys; seats that are out come after all that played on, the first out last."""
    stayed = [
        (dropped.index(seat) if seat in dropped else len(keys), key)
        for seat, key in enumerate(keys)
    ]
    return list(places_by(stayed))
