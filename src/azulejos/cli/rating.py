"""`azulejos analyse --rating`: which level somebody plays like, by the records of their games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import click
import msgspec

from azulejos.bots.analysis import Analyst, Decision, decisions_of
from azulejos.bots.search.games import check_searched
from azulejos.cli.arguments import counted
from azulejos.cli.players import shown_names
from azulejos.cli.prepare import prepare, prepare_search
from azulejos.cli.screen import Screen
from azulejos.cli.sources import read
from azulejos.core.game import Game
from azulejos.errors import RecordError
from azulejos.play.record import Record
from azulejos.skill import summary
from azulejos.skill.judging import calibration_for, judge, judging_version
from azulejos.skill.luck import deal_luck, deals, luck_of
from azulejos.skill.rating import MIN_GAMES, Rating, rated, rating_of

FORMAT = "azulejos-rating"
FORMAT_VERSION = 1
TWO = 2  # players: of more, luck is not measured

KIND_TEXTS: dict[summary.MistakeKind, str] = {
    "missed": "more points were there at once",
    "greedy": "took points at once that cost more later",
    "outlook": "as many points at once, worse later",
    "victory": "gave away a won game",
}


@dataclass
class RatedPlayer:
    """A player's games of one game with `players` players."""

    name: str
    game: Game
    players: int
    summaries: list[summary.GameSummary] = field(default_factory=list)

    @property
    def rating(self) -> Rating | None:
        """None if no game can be rated."""
        calibration = calibration_for(self.game.name, self.players)
        games = rated(self.summaries, calibration) if calibration else []
        losses = [each.mean_lost for each in games]
        return rating_of(losses, calibration) if calibration and losses else None


def rate(sources: Sequence[str], screen: Screen, *, as_json: bool) -> None:
    """Review games, and say which level every player plays like."""
    records = [_record(source) for source in sources]
    for game in {record.game for record in records}:
        check_searched(game)
        prepare(game, screen)
        prepare_search(game, screen)
    result: dict[tuple[str, str, int], RatedPlayer] = {}
    for record, judged, luck in _reviewed(records, screen):
        for seat, name in enumerate(shown_names(record.names)):
            key = name, record.game.name, record.options.players
            player = result.setdefault(key, RatedPlayer(name, record.game, record.options.players))
            nodes = judge(record.game.name).nodes or 0
            own_luck = luck[seat] if luck else None
            player.summaries.append(summary.summary_of(seat, judged, nodes=nodes, luck=own_luck))
    if as_json:
        _print_json(result.values())
        return
    for player in result.values():
        for line in _lines(player):
            screen.say(line)


def luck_in(record: Record, analyst: Analyst) -> list[int] | None:
    """The luck of the deals of a game, for each of two seats."""
    if record.options.players != TWO:
        return None
    return luck_of([deal_luck(analyst.search, deal) for deal in deals(record.states())])


def say_luck(luck: Sequence[int] | None, names: Sequence[str], screen: Screen) -> None:
    """Say whom the deals favoured, or that this is only known with two players."""
    if luck is not None:
        screen.say(luck_text(luck, names))
    elif len(names) > TWO:
        screen.say("Luck: told in games of two players only.")


def luck_text(luck: Sequence[int], names: Sequence[str]) -> str:
    """Whom the deals favoured."""
    points = abs(luck[0])
    if not points:
        return "Luck: the deals were about even."
    name = names[0] if luck[0] > 0 else names[1]
    return f"Luck: the deals gave {name} about {counted(points, 'point')} more."


def _record(source: str) -> Record:
    result = read(source)
    if not isinstance(result, Record):
        raise RecordError(f"{source} is a position: a rating needs records of games")
    if not decisions_of(result):
        raise RecordError(f"{source}: nobody has had a choice in this game yet")
    return result


Reviewed = tuple[Record, list[summary.JudgedMove], list[int] | None]


def _reviewed(records: Sequence[Record], screen: Screen) -> Iterator[Reviewed]:
    """Every game with all its moves judged, with a progress bar where somebody can see it."""
    wanted: list[tuple[int, Decision]] = [
        (index, decision)
        for index, record in enumerate(records)
        for decision in decisions_of(record)
    ]
    analysts = {
        (record.game.name, record.options.players): Analyst(
            record.game, judging_version(record.game.name, record.options.players)
        )
        for record in records
    }
    judged: list[list[summary.JudgedMove]] = [[] for _ in records]
    for index, decision in screen.track(wanted, "reviewing"):
        name, players = records[index].game.name, records[index].options.players
        judgement = analysts[name, players].judge(decision, judge(name))
        judged[index].append(summary.JudgedMove.of(judgement))
    for record, moves in zip(records, judged, strict=True):
        yield record, moves, luck_in(record, analysts[record.game.name, record.options.players])


def _lines(player: RatedPlayer) -> Iterator[str]:
    games = counted(len(player.summaries), "game")
    yield f"{player.name}, {player.game.title} with {player.players} players, {games}:"
    yield f"  {rating_text(player)}"
    unusual = sum(not each.is_usual for each in player.summaries)
    if unusual and player.rating:
        yield f"  Without {unusual} of these games: they had other options than the levels."
    phases = summary.together([each.phases for each in player.summaries], summary.PHASES)
    lost = ", ".join(f"{phase} {_mean(phases[phase])}" for phase in summary.PHASES[:3])
    yield f"  Points lost a move by part of the round: {lost}."
    rounds = ", ".join(f"{phase} {_mean(phases[phase])}" for phase in summary.PHASES[3:])
    yield f"  By rounds: {rounds}."
    kinds = summary.together([each.kinds for each in player.summaries], summary.KINDS)
    mistakes = [
        f"{kinds[kind].moves} x {KIND_TEXTS[kind]}" for kind in summary.KINDS if kinds[kind].moves
    ]
    yield f"  Mistakes: {'; '.join(mistakes) or 'none'}."


def rating_text(player: RatedPlayer) -> str:
    """The level, how certain it is, and how many games it rests on."""
    rating = player.rating
    if rating is None:
        if calibration_for(player.game.name, player.players) is None:
            return f"No level: levels were not measured with {player.players} players."
        if not any(each.is_usual for each in player.summaries):
            return "No level: levels were measured with the usual options only."
        return f"No level: a game needs {summary.MIN_MOVES} decisions of a player to say something."
    low = f"{rating.low} or less" if rating.is_open_below else str(rating.low)
    high = f"{rating.high} or more" if rating.is_open_above else str(rating.high)
    text = (
        f"Plays like {rating.level}: Elo {rating.elo} ({low} to {high}, {rating.lowest} to "
        f"{rating.highest}; beginner has 1000), {rating.lost:.2f} points lost a move."
    )
    if rating.games < MIN_GAMES:
        text += f" That rests on {rating.games}: {MIN_GAMES} games or more say something."
    return text


def _mean(share: summary.Share) -> str:
    return f"{share.lost / share.moves:.2f}" if share.moves else "-"


def _print_json(players: Iterable[RatedPlayer]) -> None:
    result = [
        {
            "name": player.name,
            "game": player.game.name,
            "players": player.players,
            "rating": msgspec.to_builtins(player.rating),
            "games": msgspec.to_builtins(player.summaries),
        }
        for player in players
    ]
    click.echo(
        json.dumps({"format": FORMAT, "version": FORMAT_VERSION, "players": result}, indent=1)
    )
