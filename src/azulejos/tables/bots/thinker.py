"""Does the tasks of a worker: chooses moves, advises, judges."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import SystemRandom

import msgspec

from azulejos.bots import Bot, Parameter, bot, close, needs_search, read_bot
from azulejos.bots.analysis import Analyst, Decision
from azulejos.bots.external.program import ProgramBot
from azulejos.bots.protocol import begin
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.games import check_searched, is_searched
from azulejos.bots.search.result import Budget
from azulejos.core.game import Game
from azulejos.core.state import View
from azulejos.errors import AzulejosError, BotError
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.play.daily import SEAT, DailyGame
from azulejos.skill.judging import judge, judging_version
from azulejos.skill.luck import deal_luck
from azulejos.skill.summary import kind_of
from azulejos.tables.bots import tasks
from azulejos.tables.messages import Searched
from azulejos.tables.settings import ParameterInfo

MAX_HINTS = 5
HINT_BUDGETS = (  # by effort
    Budget(seconds=0.4, nodes=30_000),
    Budget(seconds=1.5, nodes=200_000),
    Budget(seconds=3.0, nodes=800_000),
    Budget(seconds=5.0, nodes=2_500_000),
    Budget(seconds=7.0, nodes=8_000_000),
)
REVIEW_SECONDS = 1.0  # for a move of a whole game, on a machine too slow for the judge's nodes


class Thinker:
    """Does tasks, and keeps the bots that it has made."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, str], Bot] = {}
        self._external: dict[str, Bot] = {}
        self._told: dict[str, tuple[str, str]] = {}  # of which game and options
        self._analysts: dict[tuple[str, int | None], Analyst] = {}  # by game and version

    def answer(self, task: tasks.Task) -> tasks.TaskResult:
        match task:
            case tasks.Choose(seat_view, level):
                move = self._bot(seat_view.game, level).choose(seat_view.view())
                return tasks.TaskResult(move=str(move))
            case tasks.PlayOffered(seat_view, text):
                view = seat_view.view()
                return tasks.TaskResult(move=str(self._offered(view, text).choose(view)))
            case tasks.Load(seat_view, text):
                self._offered(seat_view.view(), text)
            case tasks.Describe(text):
                return tasks.TaskResult(description=describe(text))
            case tasks.Advise(seat_view, effort):
                return self._advice(seat_view.view(), HINT_BUDGETS[effort])
            case tasks.Judge(seat_view, move):
                return tasks.TaskResult(verdict=self._verdict(seat_view.view(), move))
            case tasks.DealLuck(game):
                search = self._analyst(game_named(game)).search
                return tasks.TaskResult(
                    deal_luck=[float(deal_luck(search, deal)) for deal in task.read()]
                )
            case tasks.PlayDaily():
                return tasks.TaskResult(points=play_daily(task))
        return tasks.TaskResult()

    def _bot(self, game: str, level: str) -> Bot:
        """One bot for each level and game: it keeps what it has learned about that game."""
        if (game, level) not in self._bots:
            self._bots[game, level] = bot(level, external=False)
        return self._bots[game, level]

    def _offered(self, view: View, text: str) -> Bot:
        """One external bot for all tables: it is told when it is to play another game."""
        if text not in self._external:
            self._external[text] = bot(text, external=True)
        game, options = view.state.game, view.state.options
        if self._told.get(text) != (game.name, str(options)):
            begin(self._external[text], game, options)
            self._told[text] = game.name, str(options)
        return self._external[text]

    def forget_other_games(self, game: str) -> None:
        """Free what is kept for other games: some ten megabytes each."""
        self._bots = {key: each for key, each in self._bots.items() if key[0] == game}
        self._analysts = {key: each for key, each in self._analysts.items() if key[0] == game}

    def close(self) -> None:
        """End what external bots have started."""
        for each in self._external.values():
            with suppress(AzulejosError):
                close(each)

    def _advice(self, view: View, budget: Budget) -> tasks.TaskResult:
        game = view.state.game
        if not is_searched(game.name):
            return tasks.TaskResult(hints=tasks.simple_hints(view, MAX_HINTS))
        thought = self._analyst(game).best_moves(view, budget, MAX_HINTS)
        hints = [tasks.valued_hint(view, result) for result in thought.moves[:MAX_HINTS]]
        depth, nodes = thought.depth, thought.nodes
        searched = Searched(depth, thought.depth_unit, nodes, thought.is_complete)
        return tasks.TaskResult(hints=hints, searched=searched)

    def _verdict(self, view: View, move: str) -> tasks.Verdict:
        game = view.state.game
        decision = Decision(0, view.state, game.parse_move(move))
        budget = judge(game.name, REVIEW_SECONDS)
        version = judging_version(game.name, view.state.players)
        judgement = self._analyst(game, version).judge(decision, budget)
        best = judgement.best
        return tasks.Verdict(
            best=tasks.valued_hint(view, best),
            points=float(judgement.played.points),
            cost=float(judgement.cost),
            is_mistake=judgement.is_mistake,
            throws_away_victory=judgement.throws_away_victory,
            kind=kind_of(judgement),
            is_full=judgement.result.seconds < REVIEW_SECONDS,
        )

    def _analyst(self, game: Game, version: int | None = None) -> Analyst:
        if (game.name, version) not in self._analysts:
            self._analysts[game.name, version] = Analyst(game, version)
        return self._analysts[game.name, version]


def play_daily(task: tasks.PlayDaily) -> list[int]:
    """Play the game of a day by a bot, and return the points of both seats."""
    daily = DailyGame.of(task.game, task.day)
    bots = {
        SEAT: bot(task.bot, external=False),
        1 - SEAT: bot(task.opponent, external=False),
    }
    match = daily.match()
    while (seat := match.state.to_move) is not None:
        match.play(seat, bots[seat].choose(match.view(seat)))
    return [*match.state.scores]


def describe(text: str) -> tasks.Description:
    """What a bot declares; it is made once, to check that it can be."""
    kind, given = read_bot(text, external=True)
    if {"clock", "game_nodes"} & set(given):
        raise BotError(
            "a server's bot plays at many tables: give it a time for a move, not a clock"
        )
    made = kind.make(given, SystemRandom())
    try:
        parameters, games, meaning = list(kind.parameters), kind.games, kind.help
        if isinstance(made, ProgramBot):
            about = made.introduction()
            parameters += about.options.values()
            games, meaning = about.games or None, about.name or kind.help
        searched = needs_search(made)
        version = made.version if isinstance(made, SearchBot) else None
    finally:
        close(made)
    return tasks.Description(
        help=meaning,
        parameters=[parameter_info(each) for each in parameters],
        games=[
            name
            for name in GAME_NAMES
            if (games is None or name in games) and (not searched or _has_search(name, version))
        ],
    )


def _has_search(name: str, version: int | None) -> bool:
    """Whether this version of the search plays a game."""
    with suppress(BotError):
        check_searched(game_named(name), version)
        return True
    return False


def parameter_info(parameter: Parameter) -> ParameterInfo:
    """What people are told about a parameter; paths of files are private."""
    is_told = parameter.type != "file" and parameter.default is not None
    default = parameter.write(parameter.default) if is_told else None
    return msgspec.convert(replace(parameter, default=default), ParameterInfo, from_attributes=True)


def answered(thinker: Thinker, task: tasks.Task) -> tasks.TaskResult:
    """The result of a task, or its error, whatever that is."""
    try:
        return thinker.answer(task)
    except Exception as error:
        return tasks.TaskResult(error=f"{type(error).__name__}: {error}")
