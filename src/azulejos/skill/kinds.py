"""When mistakes are made, and of which kind they are."""

from __future__ import annotations

from typing import Literal

Phase = Literal["opening", "middle", "end", "early", "late"]
"""The first, second or last third of a round's decisions; the first half of the rounds or not."""

PHASES: tuple[Phase, ...] = ("opening", "middle", "end", "early", "late")

MistakeKind = Literal["missed", "greedy", "outlook", "victory"]
"""Of a mistake, by the points that a round that ended right then would bring:

- `missed`: the best move brings more at once
- `greedy`: it brings less at once, and more in the end
- `outlook`: it brings as much; what comes later, or what others then do, makes the difference
- `victory`: the game was won before the move, and not after it
"""

KINDS: tuple[MistakeKind, ...] = ("missed", "greedy", "outlook", "victory")
