"""What only the authors run: fitting evaluations, mining puzzles, measuring the rules."""
