"""How puzzles are found: `azulejos puzzles`. Nothing that shows puzzles needs it."""
