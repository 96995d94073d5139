"""How somebody gets on with puzzles, as it is kept."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from azulejos.puzzles.progress import MAX_DONE, MAX_RECENT, PERIOD, Progress
from azulejos.tables.store.rows import Note

LEVEL = "skilled"
DAY = date(2026, 2, 28)


def test_the_largest_progress_fits_into_a_note() -> None:
    """Ids are as long as those that ship, and all of them may be missed."""
    progress = Progress()
    for number in range(MAX_DONE + 50):
        progress = progress.answered(
            f"{number:06}", LEVEL, 12.345678, 1.8e9 + number, is_right=False
        )
    Note("progress", "pavilion", 0.0, msgspec.json.encode(progress))  # refuses what is too large
    assert progress.tried == MAX_DONE + 50
    assert len(progress.stages()) == MAX_DONE
    assert len(progress.recent) == MAX_RECENT
    assert progress.stage("000000") == "new"  # the oldest are forgotten
    assert progress.stage(f"{MAX_DONE:06}") == "missed"


def test_only_the_first_answer_counts() -> None:
    first = Progress().answered("a", LEVEL, 3.0, 100.0, is_right=False)
    again = first.answered("a", LEVEL, 0.0, 200.0, is_right=True)
    assert again == msgspec.structs.replace(first, done="a")
    assert again.answered("a", LEVEL, 3.0, 300.0, is_right=False) == again
    other = again.answered("b", LEVEL, 0.0, 400.0, is_right=True)
    assert (other.tried, other.solved, other.streak) == (2, 1, 1)
    assert other.rating.rating > again.rating.rating


def test_whoever_stays_away_is_rated_less_certainly() -> None:
    progress = Progress()
    for number in range(30):
        progress = progress.answered(str(number), LEVEL, 0.0, 1.0 + number, is_right=not number % 2)
    soon = progress.answered("x", LEVEL, 0.0, 60.0, is_right=True)
    later = progress.answered("x", LEVEL, 0.0, 60.0 + 1000 * PERIOD, is_right=True)
    assert later.rating.deviation > soon.rating.deviation
    assert later.rating.rating > soon.rating.rating


def test_days_in_a_row() -> None:
    progress = Progress()
    for after, days in ((0, 1), (0, 1), (1, 2), (2, 3), (1, 3), (4, 1)):
        progress = progress.solved_on(DAY + timedelta(days=after))
        assert progress.days == days
    assert progress.best_days == 3
