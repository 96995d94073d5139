"""Versions of the search that are kept: each plays as it did when it became known.

`digests/versions.json` holds a digest of what each finds in a game of every option set. Those of
version 1 are what the search found before there were versions. `--rewrite` adds those of versions
that are new, and never changes one that is there.
"""

from __future__ import annotations

import hashlib
import json
import random
from datetime import date
from pathlib import Path

import pytest

import azulejos
from azulejos import AZUL, Game, Match, Options, bot
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.result import Budget, SearchResult
from azulejos.bots.search.settings import SETTINGS, settings_of
from azulejos.bots.search.versions import every_version, find_version
from azulejos.bots.search.weights import load_weights
from azulejos.core.interpreted import record
from azulejos.errors import BotError
from option_sets import option_sets, read_options

DIGESTS = Path(__file__).parents[1] / "digests" / "versions.json"
NODES = {"azul": 3000, "sintra": 2000, "pavilion": 60, "duel": 300}
BETWEEN = 6  # decisions, of which one is searched

every_version_of_every_game = pytest.mark.parametrize(
    ("name", "number"),
    [
        (name, version.number)
        for name in SEARCHED_GAMES
        for version in every_version(KNOWLEDGE.of(name))
    ],
)


def told(result: SearchResult) -> str:
    """All that a search has found, but for the time that it took."""
    moves = [
        (str(v.move), v.points, v.is_decided, v.is_won, v.is_exact, [str(move) for move in v.line])
        for v in result.moves
    ]
    return repr((result.depth, result.nodes, result.is_complete, moves))


def digest_of(game: Game, options: Options, number: int) -> str:
    """A digest of what a version finds now and then in a game, else of random moves."""
    source = random.Random(str(options))
    match = Match(game, options, source=source)
    search = Search(game, version=number)
    digest = hashlib.sha256()
    budget = Budget(nodes=NODES[game.name])
    decisions = 0
    while (seat := match.state.to_move) is not None:
        move = source.choice(match.state.legal_moves)
        if len(match.state.legal_codes) > 1:
            if decisions % BETWEEN == 0:
                view = match.view(seat)
                result = search.think(view, budget)
                several = search.think(view, budget, multipv=3, also=move)
                digest.update((told(result) + told(several)).encode())
                move = result.moves[0].move
            decisions += 1
        match.play(seat, move)
    return digest.hexdigest()[:16]


@pytest.mark.compiled
@every_version_of_every_game
def test_a_version_finds_what_it_always_found(name: str, number: int, rewrite: bool) -> None:
    game = azulejos.game(name)
    result = {text: digest_of(game, read_options(game, text), number) for text in option_sets(name)}
    pinned = json.loads(DIGESTS.read_text())
    if rewrite and str(number) not in pinned.setdefault(name, {}):
        pinned[name][str(number)] = result
        DIGESTS.write_text(json.dumps(pinned, indent=1) + "\n")
    assert result == pinned[name][str(number)]


@every_version_of_every_game
def test_the_file_of_a_version_is_whole(name: str, number: int) -> None:
    known = KNOWLEDGE.of(name)
    version = find_version(known, number)
    assert date.fromisoformat(version.since)
    assert version.changes
    assert min(version.editions) == 2
    for edition in version.editions.values():
        assert load_weights(edition.weights).shape == known.shape


@pytest.mark.parametrize("name", SEARCHED_GAMES)
def test_versions_are_numbered_in_the_order_of_time(name: str) -> None:
    versions = every_version(KNOWLEDGE.of(name))
    numbers = [each.number for each in versions]
    assert numbers == sorted({*numbers})
    assert [each.since for each in versions] == sorted(each.since for each in versions)
    assert find_version(KNOWLEDGE.of(name)) is versions[-1]


def test_a_bot_plays_the_version_that_is_named() -> None:
    named, newest = bot("search:nodes=50,version=1", game=AZUL), bot("search:nodes=50")
    assert isinstance(named, SearchBot)
    assert isinstance(newest, SearchBot)
    assert (named.version, newest.version) == (1, None)
    match = Match(AZUL, source=random.Random(1))
    result = Search(AZUL, version=1).think(match.view(0), Budget(nodes=50))
    assert named.choose(match.view(0)) == result.moves[0].move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:version=99", "no version 99 of the search for azul; there are: 1"),
        ("search:version=0", "version='0': it must be a whole number from 1 to 999"),
        ("search:version=new", "version='new': it must be a whole number from 1 to 999"),
    ],
)
def test_a_version_that_there_is_not_is_refused(text: str, message: str) -> None:
    with pytest.raises(BotError, match=f"{text}: {message}"):
        bot(text, game=AZUL)


def test_what_a_version_does_not_name_it_does_not_do() -> None:
    settings = record(settings_of({"c_puct": 4, "keep_leaders": 1}), SETTINGS).as_dict()
    assert {name: value for name, value in settings.items() if value} == {
        "c_puct": 4,
        "keep_leaders": 1,
    }
    with pytest.raises(AttributeError):
        settings_of({"bold": 7})
