"""The conformance suite: `check_game` holds every game to the same promises."""
