"""Our bots behind the engine protocol: they play, and no line brings them down."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from queue import SimpleQueue
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import AZUL, BOTS, GAME_NAMES, Game, Match, bot, game
from azulejos.bots.external.engine import Engine
from azulejos.bots.external.program import ProgramBot
from azulejos.bots.search import interruption
from patience import PATIENCE

VIEW = Match(AZUL, AZUL.options(start=1), source=random.Random(1)).view(0)
POSITION = f"position {'; '.join(str(VIEW.state).splitlines())}"
KINDS = [BOTS["greedy"], *(kind for name, kind in BOTS.items() if name != "greedy")]


def answers(*lines: str | bytes, games: tuple[str, ...] = GAME_NAMES) -> list[str]:
    """What the engine writes if it is told these lines, and no more."""
    written_to = [line if isinstance(line, bytes) else line.encode() for line in lines]
    written: list[str] = []
    Engine(KINDS, games, written.append).serve(BytesIO(b"\n".join(written_to)))
    return written


def test_it_introduces_itself() -> None:
    lines = answers("hello azulejos 1", games=("azul", "duel"))
    assert lines[:3] == ["name Azulejos greedy", "game azul", "game duel"]
    assert lines[-1] == "ok"
    bots = ",".join(kind.name for kind in KINDS)
    assert f"option bot str default=greedy choices={bots} help=who plays" in lines
    assert not any("option time" in line or "option nodes" in line for line in lines)


def test_it_plays_the_bot_that_is_set() -> None:
    lines = answers("set bot random", "set seed 5", "newgame azul players=2", POSITION, "go time=9")
    assert lines == ["ok", f"bestmove {bot('random:seed=5').choose(VIEW)}"]


def test_it_gives_signs_of_life_while_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    is_heard = Event()

    def write(line: str) -> None:
        lines.append(line)
        is_heard.set()

    def prepare(game: Game, *, search: bool) -> None:
        assert (game.name, search) == ("azul", False)
        assert is_heard.wait(PATIENCE)

    monkeypatch.setattr("azulejos.bots.external.engine.prepare", prepare)
    monkeypatch.setattr("azulejos.bots.external.engine.ALIVE", 0.001)
    Engine(KINDS, GAME_NAMES, write).serve(BytesIO(b"newgame azul players=2"))
    assert set(lines[:-1]) == {"info text=compiling"}
    assert lines[-1] == "ok"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hello chess 1", "this engine speaks `hello azulejos 1`"),
        ("hello azulejos 2", "this engine speaks `hello azulejos 1`"),
        ("set bot deepblue", "bot='deepblue': it must be one of greedy, random, "),
        ("set speed 3", "no option is called 'speed'; there are: bot, seed, game_nodes, "),
        ("newgame chess", "no game is called 'chess'; there are: azul, "),
        ("newgame azul players=9", "option players=9: it must be one of 2, 3, 4"),
        ("position", "no game is called ''"),
        (
            "position azul players=2; round 1 phase=offer turn=1 displays QQ",
            "section 'round' should",
        ),
        ("position azul players=2", "nobody is to move in 'azul players=2'"),
        ("go", "say `position ...` before `go`"),
        ("go time=0", "go: time=0 should be a whole number above 0"),
        ("go time=" + "9" * 5000, "go: time=999"),
        ("go clock=soon", "go: clock=soon should be a whole number above 0"),
    ],
)
def test_wrong_lines_are_answered_with_an_error(line: str, error: str) -> None:
    answered = answers(line, "newgame azul")
    assert answered[0].startswith(f"error {error}")
    assert answered[1:] == ["ok"]


@pytest.mark.parametrize("line", ["uci", "x" * 200_000, b"\xff\x00 \xfe"])
def test_unknown_lines_are_ignored(line: str | bytes) -> None:
    assert answers(line, "newgame azul") == ["ok"]


WORDS = [
    "hello",
    "set",
    "newgame",
    "position",
    "moves",
    "go",
    "stop",
    "bot",
    "seed",
    "azul",
    "duel",
]
LINES = st.one_of(
    st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"").replace(b"\r", b"")),
    st.lists(st.sampled_from([*WORDS, "players=2", "time=5", "nodes=1", "7"]), max_size=4).map(
        lambda words: " ".join(words).encode()
    ),
    st.sampled_from([POSITION.encode(), POSITION[:60].encode(), b"go", b"hello azulejos 1"]),
)
ANSWERED = ("hello", "newgame", "go")


@settings(max_examples=60)
@given(st.lists(LINES, max_size=6))
def test_any_line_is_obeyed_answered_or_ignored(lines: list[bytes]) -> None:
    answered = answers(*(line for line in lines if line.split()[:1] != [b"quit"]), b"newgame azul")
    assert answered[-1] == "ok"
    assert all("\n" not in line for line in answered)
    for line in lines:
        word = line.decode("utf-8", "replace").strip().partition(" ")[0]
        if word in ANSWERED:
            assert answers(line), f"{line!r} is not answered"


@contextmanager
def running() -> Iterator[tuple[int, SimpleQueue[str]]]:
    """An engine that waits for commands: where to write them, and what it answers."""
    reading, writing = os.pipe()
    written: SimpleQueue[str] = SimpleQueue()
    engine = Engine([BOTS["search"]], GAME_NAMES, written.put)
    with os.fdopen(reading, "rb") as commands:
        thread = Thread(target=engine.serve, args=(commands,))
        thread.start()
        yield writing, written
        os.write(writing, b"quit\n")
        thread.join(PATIENCE)
        os.close(writing)
    assert not thread.is_alive()
    assert not interruption.FLAG[0]


def test_what_is_left_of_a_clock_is_shared_out() -> None:
    """A hundredth of a second for many moves: the answer comes after a depth or two."""
    lines = answers("set bot search", "newgame azul", POSITION, "go clock=10 increment=1")
    assert lines[-1].startswith("bestmove ")
    spent = [dict(word.split("=") for word in line.split()[1:]) for line in lines[1:-1]]
    assert int(spent[-1]["nodes"]) < 200_000


def test_a_search_thinks_aloud_until_it_is_told_to_stop() -> None:
    with running() as (writing, written):
        os.write(writing, f"{POSITION}\ngo nodes=900000000\n".encode())
        info = dict(word.split("=") for word in written.get(timeout=PATIENCE).split()[1:])
        assert set(info) == {"depth", "nodes", "time", "score", "line"}
        assert VIEW.state.is_legal(AZUL.parse_move(info["line"].partition(",")[0]))
        os.write(writing, b"stop\n")
        while (line := written.get(timeout=PATIENCE)).startswith("info "):
            pass
        word, move = line.split()
        assert word == "bestmove"
        assert VIEW.state.is_legal(AZUL.parse_move(move))


def test_stop_is_of_the_moves_that_were_asked_for_before_it() -> None:
    with running() as (writing, written):
        os.write(writing, f"{POSITION}\ngo\nstop\ngo nodes=1\n".encode())
        moves = 0
        while moves < 2:
            moves += written.get(timeout=PATIENCE).startswith("bestmove")


def test_the_program_plays_every_game_for_another_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Through pipes, from texts, it plays what the same bot plays here."""
    monkeypatch.setenv("AZULEJOS_INTERPRETED", "1")
    command = [sys.executable, "-m", "azulejos", "engine", "--bot", "greedy"]
    player, source = ProgramBot(command, {"time": 1.0}, random.Random(3)), random.Random(3)
    for name in GAME_NAMES:
        player.new_game(game(name), game(name).options())
        here = bot(f"greedy:seed={source.randrange(1 << 31)}")
        match = Match(game(name), source=random.Random(1))
        for _ in range(4):
            seat = match.state.to_move
            assert seat is not None
            chosen = here.choose(match.view(seat))
            assert player.choose(match.view(seat)) == chosen
            match.play(seat, chosen)
    player.close()
