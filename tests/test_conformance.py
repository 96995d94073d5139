"""Every game keeps the promises of the conformance suite, and behaves as it did before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import Game, Options
from azulejos.testing import check_game
from option_sets import digests, every_game, every_option_set

TESTS = Path(__file__).parent


@every_option_set(interpreted=False)
def test_game_keeps_its_promises(game: Game, options: Options, seeds: range) -> None:
    check_game(game, options, games=len(seeds), seed=seeds.start)


@every_game()
def test_behaviour_is_pinned(game: Game, rewrite: bool) -> None:
    """A new digest is a new behaviour: raise `rules_version` if old records replay otherwise."""
    file = TESTS / "digests" / f"{game.name}.json"
    result = digests(game)
    if rewrite:
        file.write_text(json.dumps(result, indent=1) + "\n")
    assert result == json.loads(file.read_text())


PRINT_DIGESTS = (
    "import json, sys, azulejos, option_sets;"
    "print(json.dumps(option_sets.digests(azulejos.game('azul'))))"
)


@pytest.mark.compiled
def test_kernels_without_bounds_checks_behave_like_those_with_them() -> None:
    """Users have these; of one game, since another build has to be compiled for it."""
    paths = os.pathsep.join([str(TESTS), *sys.path])
    answer = subprocess.run(
        [sys.executable, "-c", PRINT_DIGESTS],
        env={**os.environ, "AZULEJOS_BOUNDSCHECK": "0", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(answer.stdout) == json.loads((TESTS / "digests" / "azul.json").read_text())
