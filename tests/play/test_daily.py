"""The game of the day: the same for everybody, packed into a link and unpacked by playing again."""

from __future__ import annotations

import random
from base64 import urlsafe_b64encode
from datetime import date, timedelta

import pytest

from azulejos import GAME_NAMES, Match
from azulejos.errors import AzulejosError, RecordError
from azulejos.play.daily import (
    CHECK_BYTES,
    EQUAL,
    FEWER,
    FIRST_DAY,
    MAX_LINK_LENGTH,
    MORE,
    SEAT,
    DailyGame,
    read_link,
    squares,
)
from option_sets import every_game

DAY = "2026-11-18"
ADDRESS = "https://azulejos.example.org/somewhere/#"


def finished(daily: DailyGame, seed: int = 1) -> Match:
    source, match = random.Random(seed), daily.match()
    while match.state.to_move is not None:
        match.play(match.state.to_move, source.choice(match.state.legal_moves))
    return match


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_seats_begin_by_turns_and_weekends_differ(game: str) -> None:
    days = [DailyGame.of(game, str(date(2026, 11, 16) + timedelta(n))) for n in range(7)]
    starts = [each.options.start for each in days]
    assert starts in ([1, 2] * 3 + [1], [2, 1] * 3 + [2])
    sides = [{**each.options.as_dict(), "start": 0} for each in days]
    assert sides[:5] == [sides[0]] * 5
    assert sides[5:] == [sides[5]] * 2
    assert sides[0] != sides[5]
    assert len({each.opponent for each in days}) == len({each.seed for each in days}) == 7


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_game_is_packed_and_unpacked(game: str) -> None:
    for number, day in enumerate((DAY, "2026-11-21", str(FIRST_DAY))):
        daily = DailyGame.of(game, day)
        match = finished(daily, number)
        link = ADDRESS + daily.link(match)
        assert len(link) <= MAX_LINK_LENGTH
        found, packed = read_link(link)
        assert found == daily
        assert found.unpack(packed).record == match.record


@pytest.mark.parametrize("game", GAME_NAMES)
def test_mutated_links_are_refused_or_are_the_same(game: str) -> None:
    daily = DailyGame.of(game, DAY)
    link, source = daily.link(finished(daily)), random.Random(2)
    for _ in range(300):
        letters = list(link)
        for _ in range(source.randint(1, 3)):
            at = source.randrange(len(letters))
            match source.randrange(3):
                case 0:
                    letters[at] = source.choice("AZaz09-_ é=%\0/.")
                case 1:
                    letters.insert(at, source.choice("AZaz09-_"))
                case 2:
                    del letters[at]
        mutated = "".join(letters)
        if mutated.strip().endswith(link):
            continue
        with pytest.raises(AzulejosError):
            unpacked(mutated)


def unpacked(link: str) -> Match:
    daily, packed = read_link(link)
    return daily.unpack(packed)


def packed_again(daily: DailyGame, number: int) -> str:
    body = number.to_bytes((number.bit_length() + 7) // 8)
    return urlsafe_b64encode(daily._digest(body)[:CHECK_BYTES] + body).decode().rstrip("=")


def test_a_forged_link_is_refused_where_its_game_ends_too_soon() -> None:
    """Numbers that are too small stand for a game: the first moves, then the first in the list."""
    daily = DailyGame.of("azul", DAY)
    assert daily.unpack(packed_again(daily, 5)).state.to_move is None
    with pytest.raises(RecordError, match="does not hold"):
        daily.unpack(packed_again(daily, 2**1500))
    with pytest.raises(RecordError, match="does not hold"):
        daily.unpack("A" * 10_000)


@pytest.mark.parametrize("text", ["", "day", "day-azul-2026-11-18", "day-azul-2026-13-40-AAAA"])
def test_other_texts_are_no_links(text: str) -> None:
    with pytest.raises(RecordError, match="does not hold"):
        read_link(text)
    with pytest.raises(AzulejosError):
        read_link(f"day-chess-{DAY}-AAAA")


@pytest.mark.parametrize("day", ["", "today", "2025-12-31", "2026-02-30", "9" * 100])
def test_other_days_have_no_game(day: str) -> None:
    with pytest.raises(RecordError, match="no game of the day"):
        DailyGame.of("azul", day)


@every_game()
def test_a_square_for_each_round(game: object) -> None:
    daily = DailyGame.of(game.name, DAY)  # type: ignore[attr-defined]
    match = finished(daily, 3)
    line = squares(match.states)
    assert len(line) == match.state.table.rounds
    assert set(line) <= {MORE, EQUAL, FEWER}
    mine, theirs = match.state.scores[SEAT], match.state.scores[1 - SEAT]
    if mine > theirs:
        assert MORE in line
    if mine < theirs:
        assert FEWER in line
