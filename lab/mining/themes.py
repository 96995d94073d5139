"""What a puzzle is about: themes, each decided by a rule.

A rule compares best play after the best move with best play after the best move that is not right,
its rival: both lines go on to the next deal. In the catalogues `puzzle.theme.denial` names a theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from azulejos.core.asking import ask
from azulejos.core.move import Move
from azulejos.core.pile import count
from azulejos.core.state import State
from azulejos.games import game as game_named
from azulejos.games.azul import moves as azul
from azulejos.games.duel import moves as duel
from azulejos.games.pavilion import moves as pavilion
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.sintra import moves as sintra
from azulejos.narration import scored
from azulejos.narration.message import Bonus
from azulejos.play.record import Event
from azulejos.scenes import stage
from lab.mining.finding import Find
from lab.mining.searching import twin_key

OTHERWISE = "planning"  # the theme where no rule says another
MUCH = 3  # points that are worth speaking of


@dataclass(frozen=True)
class Line:
    """A move and best play after it, up to the next deal."""

    moves: tuple[Move, ...]
    states: tuple[State, ...]  # the first is the position itself

    @property
    def last(self) -> State:
        return self.states[-1]

    def replies(self) -> Iterator[tuple[State, Move]]:
        """What others play before the mover's next turn, with the position of each."""
        mover = self.states[0].to_move
        for state, move in zip(self.states[1:], self.moves[1:], strict=False):
            if state.to_move == mover:
                return
            yield state, move

    def lost_by_others(self) -> int:
        """The points that others than the mover lose."""
        mover = self.states[0].to_move
        events: Iterator[tuple[State, Event]] = zip(self.states, self.moves, strict=False)
        parts = (step.part for state, move in events for step in scored(state, move))
        return -sum(p.points for p in parts if p and p.seat != mover and p.points < 0)


@dataclass(frozen=True)
class Case:
    """What the rules look at."""

    is_solved: bool
    seat: int
    best: Line
    rival: Line

    @property
    def before(self) -> State:
        return self.best.states[0]

    @property
    def after(self) -> State:
        """The position right after the best move."""
        return self.best.states[1]

    @property
    def move(self) -> Move:
        return self.best.moves[0]

    @cached_property
    def finished(self) -> set[str]:
        """The bonuses that only the best line makes whole, like `azul.column`."""
        here = _whole(self.before, self.seat) | _whole(self.rival.last, self.seat)
        return {name for name, _ in _whole(self.best.last, self.seat) - here}


def _bonuses(state: State, seat: int) -> list[Bonus]:
    result: list[Bonus] = stage(state.game).scene(state).boards[seat].bonuses
    return result


def _whole(state: State, seat: int) -> set[tuple[str, int]]:
    return {(b.name, b.number) for b in _bonuses(state, seat) if b.now > 0 and b.have == b.need}


# Rules for all games


def gives_up_points(case: Case) -> bool:
    """Another move would bring more points in this round."""
    values = dict(zip(case.before.legal_moves, case.before.move_values, strict=True))
    return max(values.values()) - values[case.move] >= MUCH


def takes_what_another_wants(case: Case) -> bool:
    """If it is left there, another takes it before the mover's next turn."""
    wanted = _taken(case.before, case.move)
    return wanted is not None and any(
        _taken(case.before, move) == wanted for _, move in case.rival.replies()
    )


def _taken(state: State, move: Move) -> object:
    """What a move takes, wherever it goes; None if it takes nothing that others could."""
    match move:
        case azul.Take(source, colour) | sintra.Take(source, colour):
            return twin_key(state, azul.Take(source, colour, 0))
        case pavilion.Take():
            return twin_key(state, move)
        case duel.SunTake(factory, colour):
            return factory, colour
        case duel.MoonTake(colour):
            return colour
        case duel.TakePlate() | duel.TakeChip():
            return move
    return None


def makes_others_lose(case: Case) -> bool:
    """Others lose more, to the floor line or as broken glass, than after the rival."""
    return case.best.lost_by_others() - case.rival.lost_by_others() >= MUCH


def takes_marker(case: Case) -> bool:
    """The best move takes the first-player marker."""
    return _holder(case.before) != case.seat == _holder(case.after)


def leaves_marker(case: Case) -> bool:
    """The rival takes the marker; the best move leaves it."""
    return _holder(case.rival.states[1]) == case.seat != _holder(case.after)


def _holder(state: State) -> int:
    table = state.table
    result: int = table.first_seat if state.game.name == "duel" else table.marker_seat
    return result


# Rules of one game


def saves_jokers(case: Case) -> bool:
    """The best placement takes fewer jokers than the rival."""
    match case.move, case.rival.moves[0]:
        case pavilion.Place(jokers=spent), pavilion.Place(jokers=other):
            return spent < other
    return False


def brings_joker(case: Case) -> bool:
    """The best move takes a joker along."""
    joker = ask(joker_of, case.before.table)
    had, has = (
        ask(count, s.table.seats[case.seat].tiles, joker) for s in (case.before, case.after)
    )
    return isinstance(case.move, pavilion.Take) and has > had


def builds_ornament(case: Case) -> bool:
    """The tile placed earns others from the supply."""
    return isinstance(case.move, pavilion.Place) and bool(case.after.table.bonus_tiles)


def finishes_window(case: Case) -> bool:
    """The best move fills a strip above a window."""
    steps = scored(case.before, case.move)
    return any(step.part and step.part.name == "sintra.window" for step in steps)


def serves_scoring_tiles(case: Case) -> bool:
    """The best line brings more by the scoring tiles than the rival's."""
    best, rival = (
        sum(bonus.now for bonus in _bonuses(line.last, case.seat))
        for line in (case.best, case.rival)
    )
    return best - rival >= MUCH


def plays(*kinds: type[Move], **fields: int) -> Callable[[Case], bool]:
    """The best move is of a kind, with some fields."""
    return lambda case: (
        isinstance(case.move, kinds)
        and all(getattr(case.move, name) == value for name, value in fields.items())
    )


def finishes(bonus: str) -> Callable[[Case], bool]:
    """Only the best line makes a bonus of the end of the game whole."""
    return lambda case: bonus in case.finished


Rule = Callable[[Case], bool]

COMMON: dict[str, Rule] = {
    "last_round": lambda case: case.is_solved,
    "sacrifice": gives_up_points,
    "denial": takes_what_another_wants,
    "overflow": makes_others_lose,
    "marker": takes_marker,
    "waiting": leaves_marker,
}

OF_GAMES: dict[str, dict[str, Rule]] = {
    "azul": {
        "row": finishes("azul.row"),
        "column": finishes("azul.column"),
        "colour": finishes("azul.colour"),
        "floor": plays(azul.Take, line=azul.FLOOR_LINE),
        "tiling": plays(azul.Place),
    },
    "sintra": {
        "window": finishes_window,
        "glazier": plays(sintra.Back),
        "breaking": plays(sintra.Take, window=sintra.NO_STRIP),
    },
    "pavilion": {
        "jokers": saves_jokers,
        "joker": brings_joker,
        "star": finishes("pavilion.star"),
        "number": finishes("pavilion.number"),
        "ornament": builds_ornament,
        "supply": plays(pavilion.TakeBonus),
        "keeping": plays(pavilion.Keep, pavilion.Pass, pavilion.Done),
    },
    "duel": {
        "plates": plays(duel.TakePlate, duel.DrawPlate, duel.Look, duel.Keep, duel.Lay),
        "moon": plays(duel.MoonTake),
        "stacking": plays(duel.Stack),
        "chips": plays(duel.TakeChip, duel.Spend, duel.Pay, duel.Skip),
        "dome": plays(duel.Place),
        "scoring": serves_scoring_tiles,
    },
}


def themes(game: str) -> dict[str, Rule]:
    """The rules for a game's themes, by their keys."""
    return COMMON | OF_GAMES[game]


def themes_of(find: Find) -> tuple[str, ...]:
    """The themes of a puzzle that was found; one at least."""
    case = case_of(find)
    result = (key for key, rule in themes(find.puzzle.game).items() if rule(case))
    return tuple(result) or (OTHERWISE,)


def case_of(find: Find) -> Case:
    """Play out what was found."""
    state = find.puzzle.state
    best, rival = _played(state, find.puzzle.line), _played(state, find.rival)
    return Case(find.puzzle.is_solved, find.puzzle.seat, best, rival)


def _played(state: State, line: tuple[str, ...]) -> Line:
    moves, states = [], [state]
    for text in line:
        moves.append(game_named(state.game.name).parse_move(text))
        states.append(states[-1].play(moves[-1]))
    return Line(tuple(moves), tuple(states))
