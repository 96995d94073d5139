"""What is printed on the boards of Summer Pavilion: stars, numbers, ornaments.

Six stars lie in a ring, clockwise from the upper left, around a seventh in the centre. A star has
six spaces. The spaces of a star are numbered clockwise as the coloured side prints them, on the
grey side too, where other numbers are printed; in code they count from 0.
"""

from __future__ import annotations

import numpy as np

STARS = 7
SPACES = 6  # of a star
CENTRE_STAR = 6
STAR_NAMES = ("upper left", "upper right", "right", "lower right", "lower left", "left", "centre")

FIRST_SLOTS = (1, 2, 3, 4, 5, 0, 0)
"""Where space 1 of each star points: 0 is up, then clockwise in steps of 60 degrees."""

# Colours in the order of the rounds in which they are the joker (SP-3)
PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(6)

STAR_COLOURS = (ORANGE, RED, BLUE, YELLOW, GREEN, PURPLE)
"""The colours of the outer stars on the coloured side (SP-10)."""

_COLOURED = [[1, 2, 3, 4, 5, 6]] * STARS
_GREY = [[3, 2, 1, 4, 5, 6]] * CENTRE_STAR + [[3, 3, 3, 3, 3, 3]]
COSTS = np.array([_COLOURED, _GREY])
"""The number printed on a space, by side, star and space: what a tile costs there (SP-8)."""

STAR_BONUS = (20, 18, 17, 16, 15, 14)
"""Points for a complete star of one colour (SP-17)."""

MULTICOLOUR_BONUS = 12
NUMBER_BONUS = (0, 4, 8, 12, 16)
"""Points for every space of a number filled, by number (SP-18); 5 and 6 bring nothing."""

MAX_BONUS = STARS * max(STAR_BONUS) + sum(NUMBER_BONUS)  # of all stars and numbers

# Ornaments, by the tiles they bring (SP-13)
PILLAR = 1
STATUE = 2
WINDOW = 3

# Stars as the ornaments below name them
_UL, _UR, _R, _LR, _LL, _L, _C = range(STARS)

ORNAMENTS = (
    (PILLAR, ((_UL, (2, 3)), (_C, (6, 1)))),
    (PILLAR, ((_UR, (2, 3)), (_C, (1, 2)))),
    (PILLAR, ((_R, (2, 3)), (_C, (2, 3)))),
    (PILLAR, ((_LR, (2, 3)), (_C, (3, 4)))),
    (PILLAR, ((_LL, (2, 3)), (_C, (4, 5)))),
    (PILLAR, ((_L, (2, 3)), (_C, (5, 6)))),
    (STATUE, ((_UL, (1, 2)), (_UR, (3, 4)))),
    (STATUE, ((_UR, (1, 2)), (_R, (3, 4)))),
    (STATUE, ((_R, (1, 2)), (_LR, (3, 4)))),
    (STATUE, ((_LR, (1, 2)), (_LL, (3, 4)))),
    (STATUE, ((_LL, (1, 2)), (_L, (3, 4)))),
    (STATUE, ((_L, (1, 2)), (_UL, (3, 4)))),
    (WINDOW, ((_UL, (5, 6)),)),
    (WINDOW, ((_UR, (5, 6)),)),
    (WINDOW, ((_R, (5, 6)),)),
    (WINDOW, ((_LR, (5, 6)),)),
    (WINDOW, ((_LL, (5, 6)),)),
    (WINDOW, ((_L, (5, 6)),)),
)
"""Each ornament: its kind, and the spaces around it by star, with their numbers."""


def _ornament_masks() -> list[list[int]]:
    """For each ornament the spaces of every star that surround it, a bit each."""
    masks = []
    for _, parts in ORNAMENTS:
        spaces = dict(parts)
        masks.append([sum(1 << (n - 1) for n in spaces.get(star, ())) for star in range(STARS)])
    return masks


ORNAMENT_TILES = np.array([kind for kind, _ in ORNAMENTS])
ORNAMENT_MASKS = np.array(_ornament_masks())
