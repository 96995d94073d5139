"""What can be impossible about positions of several games, as texts that catalogues translate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from azulejos.errors import Worded, worded


def of_seat(seat: int, faults: Iterable[Worded]) -> list[Worded]:
    """Faults of a seat, which is named."""
    return [
        worded("fault.seat", "seat {number}: {why}", number=seat + 1, why=fault) for fault in faults
    ]


def tile_faults(found: Sequence[int], expected: int, letters: str) -> list[Worded]:
    """Colours with more or fewer tiles on the table than the box has."""
    return [
        worded(
            "fault.tiles",
            "{n} tiles of {colour} instead of {expected}",
            n=number,
            colour=letter,
            expected=expected,
        )
        for number, letter in zip(found, letters, strict=True)
        if number != expected
    ]


def start_fault() -> Worded:
    """A start player is known from when one is chosen."""
    return worded("fault.start", "a start player is missing, or named too early")
