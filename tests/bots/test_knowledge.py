"""What the search knows of each game: all that it needs, and of the right shape."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import azulejos
from azulejos.bots import levels
from azulejos.bots.search.alphabeta import ALPHA_BETA
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.versions import every_version, find_version
from azulejos.bots.search.weights import load_weights
from azulejos.core import sources
from azulejos.puzzles import collection
from azulejos.skill.judging import VERSIONS

every_searched_game = pytest.mark.parametrize("name", SEARCHED_GAMES)


@every_searched_game
def test_a_game_has_all_that_its_search_calls(name: str) -> None:
    known = KNOWLEDGE.of(name)
    assert known.game == name
    assert known.layout == azulejos.game(name).table
    assert known.rank_moves or known.algorithm is not ALPHA_BETA


@every_searched_game
def test_there_is_a_weight_for_every_feature_and_it_says_where_it_comes_from(name: str) -> None:
    known = KNOWLEDGE.of(name)
    assert load_weights(find_version(known).edition(2).weights).shape == known.shape
    for edition in find_version(known).editions.values():
        assert json.loads(edition.weights.read_text())["provenance"]["games"] > 0


@every_searched_game
def test_versions_that_levels_puzzles_and_reviews_need_are_kept(name: str) -> None:
    """And no others: a version is kept for the sake of what was made with it."""
    numbers = [each.number for each in every_version(KNOWLEDGE.of(name))]
    puzzles = collection(name)
    origins = {puzzles.puzzle(entry.id).origin.search for entry in puzzles.entries[:1]}
    assert {*numbers} == {levels.VERSION, VERSIONS[name], *origins, numbers[-1]}


@every_searched_game
def test_what_is_noted_of_compiled_searches_covers_all_kernels(name: str) -> None:
    """Notes lie in the cache of the engine: they are void once anything that it calls changes."""
    covered = {str(path.relative_to(sources.PACKAGE)) for path in engine_sources()}
    algorithm = KNOWLEDGE.of(name).algorithm.search.__module__
    for module in (f"azulejos.bots.search.{name}.evaluation", algorithm):
        assert module.removeprefix("azulejos.").replace(".", "/") + ".py" in covered
    assert "bots/search/tree.py" in covered


def engine_sources() -> list[Path]:
    return sources.sources_of("azulejos.bots.search.engine")
