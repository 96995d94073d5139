"""Games that are over and positions of one's own: replays, trials and reviews."""
