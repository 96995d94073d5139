"""Clocks: values that are told the time."""

from __future__ import annotations

import pytest

from azulejos.play.clock import DAY, Clock, TimeControl

BLITZ = TimeControl(initial=60.0, increment=5.0)
DAYS = TimeControl(per_turn=3 * DAY)


def test_a_new_clock_stands() -> None:
    clock = Clock.new(BLITZ, 2)
    assert clock.runs_out is None
    assert [clock.left_at(seat, 1e9) for seat in range(2)] == [60.0, 60.0]


def test_only_the_time_of_the_seat_to_move_runs() -> None:
    clock = Clock.new(BLITZ, 2).turned(0, 100.0)
    assert clock.left_at(0, 110.0) == 50.0
    assert clock.left_at(1, 110.0) == 60.0
    assert clock.runs_out == 160.0


def test_a_turn_earns_the_increment_once_however_many_moves_it_has() -> None:
    clock = Clock.new(BLITZ, 2).turned(0, 100.0).turned(0, 105.0).turned(0, 107.0)
    assert clock.left_at(0, 110.0) == 50.0
    clock = clock.turned(1, 110.0)
    assert clock.left_at(0, 200.0) == 55.0
    assert clock.runs_out == 170.0


def test_time_that_is_up_stays_up() -> None:
    clock = Clock.new(BLITZ, 2).turned(0, 0.0)
    assert clock.left_at(0, 61.0) == 0.0
    assert clock.turned(1, 61.0).left_at(0, 61.0) == 5.0
    stopped = clock.turned(None, 30.0)
    assert stopped.runs_out is None
    assert stopped.left_at(0, 1000.0) == 35.0


def test_days_for_each_turn_begin_anew_with_it() -> None:
    clock = Clock.new(DAYS, 3).turned(0, 0.0).turned(1, 2 * DAY).turned(0, 3 * DAY)
    assert clock.left_at(0, 3 * DAY) == 3 * DAY
    assert clock.runs_out == pytest.approx(6 * DAY)


def test_a_clock_that_goes_backwards_takes_no_time() -> None:
    clock = Clock.new(BLITZ, 2).turned(0, 100.0)
    assert clock.left_at(0, 90.0) == 60.0
