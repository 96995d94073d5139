"""How puzzles are found: `python -m lab.mine`. Nothing that shows puzzles needs it."""
