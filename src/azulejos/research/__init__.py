"""For people who let programs learn these games: observations, vectors of games, environments."""
