"""A fifth game, which lives in the tests alone, goes through everything with one value a layer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

import pebbles
from azulejos import GAME_NAMES, Match, Record, bot
from azulejos import game as game_named
from azulejos.cli.draw import describe, draw
from azulejos.core.turn import CHANCE
from azulejos.errors import NotationError, UnknownName
from azulejos.messages import english
from azulejos.narration import kinds, narrate, scored, why_it_ended
from azulejos.puzzles import shipped
from azulejos.scenes import stage
from azulejos.testing import check_game, random_game, random_record
from pebbles.game import PEBBLES, Take
from pebbles.narrator import WORDS
from server_in_thread import OPENED, Running, settings_for

NAMES = ("Ana", "Ben")
ENGLISH = replace(english(), messages={**english().messages, **WORDS})


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    pebbles.add()
    yield
    OPENED.close()
    pebbles.remove()


# Rules and text


def test_it_keeps_the_promises_of_every_game() -> None:
    for start in (0, 1, 2):
        check_game(PEBBLES, PEBBLES.options(start=start))


def test_it_is_found_by_its_name_while_it_is_known() -> None:
    assert game_named("pebbles") is PEBBLES
    pebbles.remove()
    with pytest.raises(UnknownName, match="no game is called 'pebbles'; there are: azul"):
        game_named("pebbles")
    pebbles.add()


def test_its_moves_need_no_code_of_their_own() -> None:
    assert [str(move) for move in PEBBLES.moves.all] == ["t1", "t2", "t3"]
    assert PEBBLES.parse_move(" T2 ") == Take(1)
    with pytest.raises(NotationError, match="is not a move of Pebbles; write t and how many"):
        PEBBLES.parse_move("t4")


def test_its_records_read_back() -> None:
    record = random_record(PEBBLES, PEBBLES.options(), seed=1)
    assert record.outcome is not None
    assert record.outcome.reason == "taken"
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record


# Bots


@pytest.mark.parametrize("name", ["random:seed=1", "greedy:seed=1", "search:nodes=50", "expert"])
def test_bots_play_it(name: str) -> None:
    match = Match(PEBBLES, source=random.Random(1))
    player = bot(name, game=PEBBLES)
    while match.state.to_move is not None:
        match.play(match.state.to_move, player.choose(match.view(match.state.to_move)))
    assert sum(match.state.scores) == 15


def test_a_search_finds_the_way_to_the_last_pebble() -> None:
    """Who leaves four pebbles takes the last one (PE-3)."""
    state = PEBBLES.position("pebbles; heap 6 phase=taking turn=1 start=1; seat 1 score=6")
    assert bot("search:nodes=1000", game=PEBBLES).choose(state.view(0)) == Take(1)


# What is told and shown


def test_everything_is_told_and_adds_up() -> None:
    for step in random_game(PEBBLES, PEBBLES.options(), seed=2):
        if step.event is None:
            continue
        after = step.state.deal(step.event) if step.state.to_move == CHANCE else None
        after = after or step.state.play(step.event)
        sentences = narrate(step.state, step.event, after)
        assert all(ENGLISH.words(said, NAMES) for said in sentences)
        parts = [each.part for each in scored(step.state, step.event) if each.part]
        assert {part.name for part in parts} <= set(kinds(PEBBLES))
        gained = sum(after.scores) - sum(step.state.scores)
        assert sum(part.points for part in parts) == gained
    outcome = step.state.outcome
    assert outcome is not None
    assert ENGLISH.words(why_it_ended(PEBBLES, outcome), NAMES) == "The heap was taken."


def test_terminals_and_pages_show_it() -> None:
    state = PEBBLES.new(start=1).play("t3")
    assert str(draw(state, NAMES)) == "ooooooooo\nAna: 3, Ben: 0"
    assert describe(state, NAMES) == "9 pebbles are left. Ana: 3, Ben: 0."
    shown = msgspec.to_builtins(stage(PEBBLES).scene(state))
    boards = [{"score": 3}, {"score": 0}]
    assert shown == {"type": "pebbles", "phase": "taking", "heap": 9, "boards": boards}
    assert [stage(PEBBLES).steps(move) for move in state.legal_moves] == [
        ["pebble-1"],
        ["pebble-2"],
        ["pebble-3"],
    ]


# The server


def test_people_play_it_over_the_network(tmp_path) -> None:
    server = Running(settings_for(tmp_path / "games.db"))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    table = ana.new_table("pebbles", "me", "open", options={"start": 1})
    assert ben.sit(table, 1).status_code == 200
    sockets = [ana.socket(table), ben.socket(table)]
    for socket in sockets:
        socket.next_update(lambda m: m["to_move"] is not None)
    while sockets[0].update["result"] is None:
        to_move = sockets[0].update["to_move"]
        update = sockets[to_move].update
        assert update["scene"]["type"] == "pebbles"
        choice = update["choices"][-1]
        assert choice["steps"] == [f"pebble-{choice['move'][1]}"]
        version = sockets[to_move].do("move", move=choice["move"])
        for socket in sockets:
            socket.at(version)
    assert sockets[0].update["result"] == {"scores": [6, 9], "places": [2, 1], "reason": "taken"}
    text = ana.http.get(f"/api/tables/{table}/record.txt").text
    assert Record.from_text(text).game is PEBBLES
    server.stop()


def test_puzzles_go_on_without_any_of_it(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "GAME_NAMES", (*GAME_NAMES, "pebbles"))
    server = Running(settings_for(tmp_path / "games.db"))
    http = server.guest("Ana").http
    for path in ("puzzles", "puzzles/daily?day=2026-11-17", "mine/puzzles"):
        assert [each["game"] for each in http.get(f"/api/{path}").json()] == list(GAME_NAMES)
    assert http.get("/api/puzzles/nonsense").status_code == 404
    refused = http.get("/api/puzzles/next?game=pebbles")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    server.stop()
