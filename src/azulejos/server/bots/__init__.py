"""Where bots think: worker processes, and who of those that wait is next."""
