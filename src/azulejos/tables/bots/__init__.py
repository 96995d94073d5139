"""How bots at tables think: tasks, workers and their schedule."""
