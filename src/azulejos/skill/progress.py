"""How well somebody plays, by the reviews of their games, and how that has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from azulejos.skill.judging import Calibration, LevelLoss, calibration_for
from azulejos.skill.rating import MIN_GAMES, Rating, rated, rating_of
from azulejos.skill.summary import KINDS, PHASES, GameSummary, MistakeKind, Phase, Share, together

LATEST = 30  # games that a rating rests on: people learn
AT_ONCE = 10  # games that a point of the progress rests on
MAX_SHOWN = 60  # games


class Reviewed(NamedTuple):
    """A review of one's game: at which table it was, when it ended, and what it says."""

    table: str
    at: float  # seconds since 1970
    summary: GameSummary


class ReviewedGame(msgspec.Struct, frozen=True):
    """A game of one's own that was reviewed."""

    table: str
    seat: int
    at: float  # when it ended, in seconds since 1970
    moves: int
    lost: float  # by a move, no move counting more than 3 points
    luck: int | None
    elo: int | None = None  # by the latest games up to this one


class SkillInGame(msgspec.Struct, frozen=True):
    """How one plays a game with `players` players."""

    game: str
    players: int
    games: int  # that were reviewed
    unusual: int  # of these with other options than the levels were measured with: not rated
    rating: Rating | None  # by the latest games; None before there are `fewest`, or no levels
    fewest: int
    levels: list[LevelLoss]  # the weakest first; none where none were measured
    history: list[ReviewedGame]  # the latest games, the oldest of them first
    phases: dict[Phase, Share]
    kinds: dict[MistakeKind, Share]


def skill_in(games: Iterable[Reviewed]) -> list[SkillInGame]:
    """What reviews say together, the latest first."""
    result: dict[tuple[str, int], list[Reviewed]] = {}
    for each in games:
        if each.summary.says_something:
            result.setdefault((each.summary.game, each.summary.players), []).append(each)
    return [_in_game(*which, reviewed) for which, reviewed in result.items()]


def _in_game(game: str, players: int, reviewed: list[Reviewed]) -> SkillInGame:
    calibration = calibration_for(game, players)
    latest = [each.summary for each in reviewed[:LATEST]]
    shown = reviewed[:MAX_SHOWN]
    return SkillInGame(
        game=game,
        players=players,
        games=len(reviewed),
        unusual=sum(not each.summary.is_usual for each in reviewed),
        rating=_rating(latest, calibration),
        fewest=MIN_GAMES,
        levels=calibration.levels if calibration else [],
        history=[
            _shown(each, _rating([e.summary for e in shown[n : n + AT_ONCE]], calibration))
            for n, each in enumerate(shown)
        ][::-1],
        phases=together([summary.phases for summary in latest], PHASES),
        kinds=together([summary.kinds for summary in latest], KINDS),
    )


def _rating(games: list[GameSummary], calibration: Calibration | None) -> Rating | None:
    """The level of some games, if they are enough."""
    losses = [each.mean_lost for each in rated(games, calibration)] if calibration else []
    if calibration is None or len(losses) < MIN_GAMES:
        return None
    return rating_of(losses, calibration)


def _shown(reviewed: Reviewed, rating: Rating | None) -> ReviewedGame:
    table, at, summary = reviewed
    return ReviewedGame(
        table=table,
        seat=summary.seat,
        at=at,
        moves=summary.moves,
        lost=round(summary.mean_lost, 2),
        luck=summary.luck,
        elo=rating.elo if rating else None,
    )
