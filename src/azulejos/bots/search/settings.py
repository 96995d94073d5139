"""What a version of a search does, as a record that kernels read.

The file of a version gives the settings by name (`versions.py`). What it does not name is 0, which
means that it is not done.
"""

from __future__ import annotations

import numpy as np

from azulejos.core.interpreted import record
from azulejos.core.layout import Int32, Raw, layout


class Settings:
    """Of all games; those that only one game's search knows come last."""

    table_bits: Int32  # the transposition table has 2 to the power of it entries
    # Of the tree, in hundredths of a point
    c_puct: Int32  # how much priors count beside the values; 0: no tree is searched
    temperature: Int32  # a move whose value is so much less has a prior that is e times less
    # Of the tree, 1 if it is done
    transpositions: Int32  # nodes with the same position share their children
    prove_ends: Int32  # moves that end the round are proven with the node that they are added to
    resolve_tiling: Int32  # moves that affect only the mover's board are not searched
    # Azul
    correction: Int32  # 1: the offer corrects the value, see `azul/correction.py`
    # Sintra
    keep_leaders: Int32  # 1: on side B, only the colours with most cells so far are kept
    # Duel
    near_root: Int32  # chance is sampled several times less than so many plies from the root
    turns_for_a_slot: Int32  # after the first turn, depth for one more slot of a plate


SETTINGS = layout(Settings)


def settings_of(values: dict[str, int]) -> Raw:
    """A record of the settings that are given by name."""
    settings = np.zeros(SETTINGS.itemsize, np.uint8)
    view = record(settings, SETTINGS)
    for name, value in values.items():
        setattr(view, name, value)
    return settings
