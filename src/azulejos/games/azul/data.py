"""What is printed on the boards of Azul."""

from __future__ import annotations

FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
"""What each space of the floor line costs, from the left (AZ-14)."""

# Bonuses at the end of the game (AZ-17)
ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = 10
