"""The caller's side of the engine protocol, without processes: it survives any bytes."""

from __future__ import annotations

import os
import random
import time
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import AZUL, DUEL, Match
from azulejos.bots import BOTS
from azulejos.bots.external.conversation import Conversation, GoLimits, Timeouts
from azulejos.bots.external.lines import MAX_LINE_LENGTH, Lines, option_line, read_option
from azulejos.bots.parameters import Parameter
from azulejos.errors import BotError
from patience import PATIENCE

PATIENT = Timeouts(PATIENCE, PATIENCE, PATIENCE, PATIENCE)
VIEW = Match(AZUL, AZUL.options(start=1), source=random.Random(1)).view(0)
FIRST = str(VIEW.state.legal_moves[0])


def talk_to(answers: bytes) -> tuple[Conversation, list[str]]:
    """A program that has written all that it will ever write, and what it is told."""
    asked: list[str] = []
    return Conversation(_Kept(BytesIO(answers)), asked.append, PATIENT), asked


class _Kept(Lines):
    """Answers that are there before they are asked for, which a real program never gives."""

    def clear(self) -> None: ...


def test_a_program_introduces_itself() -> None:
    talk, asked = talk_to(
        b"name Deep Tile\nauthor Ana\r\ngame azul\n\n"
        b"option depth int default=3 low=1 high=9 help=moves to look ahead\nfuture 1 2\nok\n"
    )
    talk.hello()
    assert asked == ["hello azulejos 1"]
    assert (talk.about.name, talk.about.games) == ("Deep Tile", ("azul",))
    assert talk.about.options["depth"] == Parameter(
        "depth", "int", "moves to look ahead", 3, low=1, high=9
    )
    talk.set("depth", "4")
    assert asked[-1] == "set depth 4"
    with pytest.raises(BotError, match="depth='40': it must be a whole number from 1 to 9"):
        talk.set("depth", "40")
    with pytest.raises(BotError, match="it has no option 'speed'; there are: depth"):
        talk.set("speed", "4")
    with pytest.raises(BotError, match="it does not play Azul Duel, only: azul"):
        talk.new_game(DUEL, DUEL.options())


def test_a_move_is_asked_for_with_all_that_is_needed() -> None:
    talk, asked = talk_to(b"info depth=2 score=1.5 line=1B1,2Y3\nbestmove %s\n" % FIRST.encode())
    assert str(talk.best_move(VIEW, GoLimits(0.5, 2000))) == FIRST
    position, moves, go = asked[0].splitlines()
    assert AZUL.position(position.removeprefix("position ")) == VIEW.state
    assert moves.split() == ["moves", *map(str, VIEW.state.legal_moves)]
    assert go == "go time=500 nodes=2000"
    assert str(GoLimits(clock=60, increment=0.5)) == "clock=60000 increment=500"
    assert talk.info == {"depth": "2", "score": "1.5", "line": "1B1,2Y3"}


def test_what_a_seat_may_not_know_is_not_said() -> None:
    """Two positions that a seat cannot tell apart are told alike (DU-7)."""
    match = Match(DUEL, source=random.Random(3))
    asked = []
    while (seat := match.state.to_move) is not None:
        view = match.view(seat)
        other = view.sample(random.Random(4)).view(seat)
        for each in (view, other):
            talk, lines = talk_to(f"bestmove {view.state.legal_moves[0]}\n".encode())
            talk.best_move(each, GoLimits(1))
            asked.append(lines)
        assert asked[-1] == asked[-2]
        match.play(seat, random.Random(5).choice(match.state.legal_moves))
        if len(match.record.events) > 60:
            break


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (b"bestmove 9Z9\n", "it plays 9Z9, which is not a legal move"),
        (b"bestmove\n", "it plays , which is not a legal move"),
        (b"error out of memory\n", "it says: out of memory"),
        (b"bestmove \xff\xfe\x00\n", "which is not a legal move"),
    ],
)
def test_wrong_answers_are_a_bot_error(answers: bytes, problem: str) -> None:
    with pytest.raises(BotError, match=problem):
        talk_to(answers)[0].best_move(VIEW, GoLimits(1))


@pytest.mark.parametrize(
    ("answers", "end"),
    [
        (b"", "closed its output"),
        (b"bestmov", "closed its output"),
        (b"x" * (MAX_LINE_LENGTH + 1), "wrote a line of more than 65536 bytes"),
        (b"\x00" * 3_000_000, "wrote a line of more than 65536 bytes"),
    ],
)
def test_the_end_is_told(answers: bytes, end: str) -> None:
    with pytest.raises(EOFError, match=end):
        talk_to(answers)[0].best_move(VIEW, GoLimits(1))


def test_what_was_last_written_is_told_when_time_is_up() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"Welcome!\n")
    lines = Lines(os.fdopen(reading, "rb"))
    talk = Conversation(lines, lambda _: None, Timeouts(starting=0.2))
    while not lines._waiting:
        time.sleep(0.001)
    with pytest.raises(BotError, match=r"with `ok` within 0\.2 s; it last wrote 'Welcome!'"):
        talk.hello()
    os.close(writing)


class Compiling(Lines):
    """A program that says something every 40 seconds until it is ready."""

    def __init__(self, lines: int) -> None:
        self.now, self._lines = 0.0, lines

    def next(self, deadline: float) -> str:
        self.now += 40
        self._lines -= 1
        if self.now > deadline:
            raise TimeoutError
        return "info text=compiling" if self._lines else "ok"


def test_info_lines_give_a_program_more_time_but_not_forever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = Compiling(10)
    monkeypatch.setattr(time, "monotonic", lambda: lines.now)
    Conversation(lines, lambda _: None).hello()
    assert lines.now == 400
    lines = Compiling(20)
    with pytest.raises(BotError, match="with `ok` within 600 s; it last wrote 'info text=comp"):
        Conversation(lines, lambda _: None).hello()


@pytest.mark.parametrize("option", ["depth", "depth whole", "", "n int default=x"])
def test_options_that_cannot_be_read(option: str) -> None:
    with pytest.raises(BotError):
        talk_to(f"option {option}\nok\n".encode())[0].hello()


def test_options_without_end_are_refused() -> None:
    many = "".join(f"option o{n} int\n" for n in range(300))
    with pytest.raises(BotError, match="more than 200"):
        talk_to(f"{many}ok\n".encode())[0].hello()


def test_every_parameter_of_our_bots_is_declared_as_an_option_and_read_back() -> None:
    for parameter in (each for kind in BOTS.values() for each in kind.parameters):
        read = read_option(option_line(parameter).removeprefix("option "))
        assert option_line(read) == option_line(parameter)


LINES = st.one_of(
    st.binary(max_size=80),
    st.sampled_from(
        [b"ok", b"bestmove", b"info depth=", b"option a int", b"error", b"name", b"game azul"]
    ),
    st.just(b"bestmove " + FIRST.encode()),
    st.text(max_size=20).map(lambda text: b"bestmove " + text.encode()),
    st.text(max_size=30).map(lambda text: b"option " + text.encode()),
)


@settings(max_examples=60)
@given(st.lists(LINES, max_size=8), st.sampled_from([b"\n", b"\r\n", b"\r", b""]))
def test_any_bytes_give_a_move_or_an_error(written: list[bytes], between: bytes) -> None:
    talk, _ = talk_to(between.join(written))
    for ask in (talk.hello, lambda: talk.new_game(AZUL, AZUL.options())):
        with suppress(BotError, EOFError):
            ask()
    with suppress(BotError, EOFError):
        assert VIEW.state.is_legal(talk.best_move(VIEW, GoLimits(1)))
