"""Learning from searches: positions with what a deep search finds, and what is fitted to them."""
