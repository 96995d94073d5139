"""Where bots think: a pool of worker processes, and who gets one next."""
