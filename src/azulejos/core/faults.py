"""What can be impossible about positions of several games, as texts that catalogues translate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from azulejos.messages import Message, fault


def of_seat(seat: int, faults: Iterable[Message]) -> list[Message]:
    """Faults of a seat, which is named."""
    return [fault("fault.seat", number=seat + 1, why=each) for each in faults]


def tile_faults(found: Sequence[int], expected: int, colours: Sequence[str]) -> list[Message]:
    """Colours with more or fewer tiles on the table than the box has."""
    return [
        fault("fault.tiles", n=number, colour=f"colour.{colour}", expected=expected)
        for number, colour in zip(found, colours, strict=True)
        if number != expected
    ]


def start_fault() -> Message:
    """A start player is known from when one is chosen."""
    return fault("fault.start")
