"""Whatever text comes in is read in linear time, and refused in one short line if it is wrong."""

from __future__ import annotations

import dataclasses
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import azulejos
from azulejos import AZUL, DUEL, Game, Match, Record
from azulejos.core.notation import MAX_DRAW_LENGTH, MAX_POSITION_LENGTH, sections
from azulejos.core.turn import CHANCE
from azulejos.errors import (
    MAX_MESSAGE_LENGTH,
    AzulejosError,
    IllegalMove,
    NotationError,
    OptionError,
    RecordError,
    excerpt,
    one_line,
)
from azulejos.play.record import MAX_EVENTS, MAX_RECORD_LENGTH
from azulejos.testing import random_game, random_record
from option_sets import every_game, every_option_set

RECORD = random_record(AZUL, AZUL.options(), seed=1)


def is_one_short_line(error: AzulejosError) -> bool:
    message = str(error)
    return 0 < len(message) <= MAX_MESSAGE_LENGTH and message.isprintable()


# Messages


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("two\nlines", r"two\nlines"),
        ("\u2028\x1b[2J\x00", r"\u2028\x1b[2J\x00"),
        ("a\ud800", r"a\ud800"),
        ("čaj", "čaj"),
        ("x" * 1000, "x" * (MAX_MESSAGE_LENGTH - 1) + "…"),
        ("\n" * 1000, r"\n" * (MAX_MESSAGE_LENGTH // 2 - 1) + "\\…"),
    ],
)
def test_a_message_is_one_line_that_can_be_printed(text: str, line: str) -> None:
    assert str(NotationError(text)) == line


def test_numbers_that_python_does_not_write_out_are_described() -> None:
    assert excerpt(10**5000) == "a huge number"
    with pytest.raises(OptionError, match="option players=a huge number: it must be one of"):
        AZUL.new(players=10**5000)


@given(st.text())
def test_lines_are_short_whatever_they_say(text: str) -> None:
    assert one_line(text, 20).isprintable()
    assert len(one_line(text, 20)) <= 20


@every_game()
def test_what_can_be_written_is_said_whole(game: Game) -> None:
    """Not cut at the longest message: even beside the longest excerpt."""
    for text in ("", "x" * 1000):
        assert "…" not in str(refusal(game.parse_move, text)).replace("x…", "")
    for pool in game.pools:
        error = refusal(game.parse_draw, f"{pool.name} {'x' * 100}")
        assert "…" not in str(error).replace("x…", "")


# Anything at all

words = st.sampled_from(
    (
        *("azul", "sintra", "pavilion", "duel", "round", "seat", "displays", "centre", "bag"),
        *("stack", "hand", "plates", "factories", "large", "supply", "discard", "1", "2", "-"),
        *("players=2", "start=1", "side=grey", "phase=offer", "phase=over", "turn=1", "quiet=1"),
        *("?999999999", "?18", "1:?s1", "J7!", "top=S", "B2YR", "*", "lines=-/-", "=", "=="),
        *("draw", "bag", "game", "options", "outcome", "azulejos-record", "rules=1", "; ", "\n"),
        *("9" * 5000, "score=" + "9" * 5000, "-1", "\u0663", "\u2028", "\x00", "'", '"', "\ud800"),
    )
)
texts = st.one_of(
    st.text(max_size=200),
    st.lists(words, max_size=30).map(" ".join),
    st.lists(words, max_size=30).map("; ".join),
)


def readers(game: Game) -> list[tuple[Callable[[str], object], type[AzulejosError]]]:
    return [
        (game.position, NotationError),
        (lambda text: game.position(f"{game.name}; {text}"), NotationError),
        (lambda text: game.position(f"{game.name} {text}"), NotationError),
        (game.parse_move, NotationError),
        (game.parse_draw, NotationError),
        (lambda text: game.parse_draw(f"{game.pools[-1].name} {text}"), NotationError),
        (lambda text: game.options.of({"players": text, text: 2}), OptionError),
        (Record.from_text, RecordError),
        (Record.from_json, RecordError),
        (lambda text: Record.from_json(text.encode(errors="surrogatepass")), RecordError),
    ]


def refusal(read: Callable[[str], object], text: str) -> AzulejosError | None:
    try:
        read(text)
    except AzulejosError as error:
        return error
    return None


@every_game()
@given(text=texts)
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_refused_in_one_short_line(game: Game, text: str) -> None:
    for read, kind in readers(game):
        error = refusal(read, text)
        assert error is None or (isinstance(error, kind) and is_one_short_line(error))


scalars = st.one_of(st.integers(), st.sampled_from((10**30, -1, 2**63)), st.text(), st.none())
values = st.one_of(scalars, st.lists(scalars), st.dictionaries(st.text(), scalars))
FIELDS = json.loads(RECORD.to_json())


@given(st.dictionaries(st.sampled_from((*FIELDS, "colour")), values, min_size=1))
@settings(deadline=None)
def test_json_with_other_values_is_refused_in_one_short_line(changed: dict[str, object]) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_json(json.dumps({**FIELDS, **changed}))
    assert is_one_short_line(caught.value)


# Moves with any numbers

STRANGE = (-1, 99, 10**5, 2**31, 2**63, -(2**63) - 1, 10**30, 10**5000)


@every_game()
def test_moves_with_any_numbers_are_refused(game: Game) -> None:
    state = next(
        step.state
        for step in random_game(game, game.options(), seed=1)
        if step.state.to_move not in (CHANCE, None)
    )
    kinds = {type(move): move for move in map(game.decode, range(game.move_codes))}
    for move in kinds.values():
        for field in dataclasses.fields(move):
            for number in STRANGE:
                plain = isinstance(getattr(move, field.name), int)
                for value in (number,) if plain else ((number,), (0, number), (0,) * 4, ()):
                    changed = dataclasses.replace(move, **{field.name: value})
                    with pytest.raises(IllegalMove) as caught:
                        state.play(changed)
                    assert is_one_short_line(caught.value)
                    assert not state.is_legal(changed)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("azul players=2\n\n round 1 phase=offer turn=9", 3, 22),
        ("azul players=2; round 1 phase=offer; seat 1", 1, 17),  # turn= is missing
        ("azul; round 1 phase=deal; seat 1 wall=...../..B../..Q../...../.....", 1, 34),
        ("azul players=2\nround 1 phase=deal\nseat 1 quiet=3", 3, 8),
        ("pavilion\nround 1 phase=deal\nseat 2 stars=-/-/...BB/-/-/-/-", 3, 18),
        ("sintra\nround 1 phase=deal\nseat 1 strips=-/-/-/-/-/-/-/B6", 3, 29),
        ("duel\nround 1 phase=action turn=1 start=3", 2, 29),
        ("azul\nround 1 phase=deal\nround 2 phase=deal", 3, 1),
        ("azul players=2 players=3", 1, 6),
    ],
)
def test_the_place_of_a_fault_is_known(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        azulejos.game(text.split(maxsplit=1)[0].rstrip(";")).position(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value


# Sizes and time


@every_option_set(interpreted=False)
def test_real_texts_are_far_below_the_limits(game: Game, options: azulejos.Options) -> None:
    record = random_record(game, options, seed=3)
    assert max(len(str(state)) for state in record.states()) < MAX_POSITION_LENGTH // 2
    assert max(len(record.to_text()), len(record.to_json())) < MAX_RECORD_LENGTH // 10
    assert len(record.events) < MAX_EVENTS // 3
    draws = [game.draw_text(event) for event in record.events if isinstance(event, azulejos.Draw)]
    assert max(map(len, draws)) < MAX_DRAW_LENGTH // 2


def test_texts_beyond_the_limits_are_refused() -> None:
    with pytest.raises(NotationError, match="a position has at most 2000 characters, not 2001"):
        AZUL.position("azul" + " " * 1997)
    with pytest.raises(NotationError, match="a draw has at most 200 characters, not 1004"):
        AZUL.parse_draw("bag " + "B" * 1000)
    for read in (Record.from_text, Record.from_json):
        with pytest.raises(RecordError, match="a record has at most 100000 characters"):
            read("x" * 100_001)


@pytest.mark.parametrize("form", ["json", "text"])
def test_records_from_outside_have_a_bounded_number_of_events(form: str, tmp_path: Path) -> None:
    record = thrown_away(MAX_EVENTS + 1)
    text = record.to_json() if form == "json" else record.to_text()
    with pytest.raises(RecordError, match="a record has at most 1000 events, not 1001"):
        Record.read(text)
    kept = tmp_path / "long.txt"
    kept.write_text(text)
    assert Record.load(kept) == record  # what one has saved oneself


def thrown_away(events: int) -> Record:
    """A game in which every tile goes to the floor: it can go on for very long."""
    match = Match(AZUL, AZUL.options(quiet_rounds=100), source=random.Random(1))
    while len(match.events) < events:
        seat = match.state.to_move
        assert seat is not None
        match.play(seat, next(m for m in match.state.legal_moves if str(m)[-1] not in "12345"))
    names, played = match.names, tuple(match.events[:events])
    return Record(AZUL, match.options, names, played, None)


def test_a_stack_is_bounded_before_it_is_built() -> None:
    with pytest.raises(NotationError, match="cannot be read; write it like"):
        DUEL.position("duel; stack ?999999999")


def filled(start: str, part: str, size: int) -> str:
    """A text of a size that repeats a part, in which `#` counts."""
    parts = [start]
    length = len(start)
    while length < size:
        parts.append(part.replace("#", str(len(parts))))
        length += len(parts[-1])
    return "".join(parts)[:size]


NASTY_POSITIONS = [
    ("", "a#;"),
    ("azul ", "a#=1 "),
    ("azul;", "seat #;"),
    ("azul; seat 1 ", "x#=#/ "),
    ("azul; displays ", "B "),
    ("azul; bag ", "B1"),
    ("azul; seat 1 lines=", "-/"),
    ("azul; seat 1 score=", "9"),
    ("duel; stack ", "1:? "),
    ("duel; seat 1 chips=", "B,"),
    ("duel; plates ", "# "),
    ("sintra; seat 1 strips=", "B"),
    ("", "\u2028;"),
]
RECORD_HEAD = RECORD.to_text().partition("draw")[0]
NASTY_RECORDS = [
    ("", "\n"),
    (RECORD_HEAD, "1 1B1\n"),
    (RECORD_HEAD, "draw bag B\n"),
    (RECORD_HEAD, "seat # x\n"),
    (RECORD_HEAD + "options ", "a#=1 "),
    (RECORD_HEAD + "outcome ", "1,"),
    (RECORD_HEAD + "1 ", "1B1 "),
    ("azulejos-record ", "9"),
    ('{"events": [', '"1B1",'),
    ("", "["),
    ('{"options": {', '"a#": 1,'),
]


def seconds(read: Callable[[str], object], text: str) -> float:
    """The processor's time that reading takes: the least of some tries."""
    times = []
    for _ in range(5):
        start = time.process_time()
        with suppress(AzulejosError):
            read(text)
        times.append(time.process_time() - start)
    return min(times)


def read_any(text: str) -> object:
    game = azulejos.game(
        next((name for name in azulejos.GAME_NAMES if text.startswith(name)), "azul")
    )
    return game.position(text)


def read_record(text: str) -> Record:
    return Record.from_json(text) if text.startswith(("{", "[")) else Record.from_text(text)


@pytest.mark.parametrize(
    ("read", "longest", "start", "part"),
    [
        *((read_any, MAX_POSITION_LENGTH, *nasty) for nasty in NASTY_POSITIONS),
        *((sections, 80_000, *nasty) for nasty in NASTY_POSITIONS),
        *((read_record, MAX_RECORD_LENGTH, *nasty) for nasty in NASTY_RECORDS),
    ],
)
def test_reading_takes_time_in_proportion_to_the_length(
    read: Callable[[str], object],
    longest: int,
    start: str,
    part: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sections beyond the limit of positions, too: there a quadratic step takes very long."""
    monkeypatch.setattr("azulejos.core.notation.MAX_POSITION_LENGTH", longest)
    short = seconds(read, filled(start, part, longest // 8))
    assert seconds(read, filled(start, part, longest)) < 24 * short + 0.005
