"""`hint`: the best moves for the person to move, from what their seat may know."""

from __future__ import annotations

from azulejos.bots.analysis import Analyst
from azulejos.bots.search.games import is_searched
from azulejos.bots.search.result import Budget, MoveValue
from azulejos.cli.choices import choices
from azulejos.cli.draw import Names, tell
from azulejos.cli.prepare import prepare_search
from azulejos.cli.report import worth
from azulejos.cli.screen import Screen
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View

MOST = 3  # moves
BUDGET = Budget(seconds=1.5, nodes=200_000)  # whatever the bots at the table have
SEARCHED = "The best moves, and how many points ahead each should leave you when the game is over:"
COUNTED = "The moves after which you have the most points if the round ends:"


class HintFinder:
    """Finds good moves in one game; what it needs is made when the first is asked for."""

    def __init__(self, game: Game, screen: Screen, names: Names) -> None:
        self._game = game
        self._screen = screen
        self._names = names
        self._analyst: Analyst | None = None

    def tell(self, view: View) -> None:
        """Tell the best moves of the seat to move, as they can be typed."""
        state = view.state
        if len(state.legal_codes) == 1:
            self._screen.say("There is only one legal move:")
            self._tell_move(state, state.legal_moves[0], "")
        elif is_searched(self._game.name):
            result = self._search(view)
            self._screen.say(SEARCHED)
            for valued in result:
                self._tell_move(state, valued.move, worth(valued))
        else:
            self._screen.say(COUNTED)
            for choice in choices(state)[:MOST]:
                self._tell_move(state, choice.move, str(choice.points))

    def _search(self, view: View) -> list[MoveValue]:
        if self._analyst is None:
            prepare_search(self._game, self._screen)
            self._analyst = Analyst(self._game)
        with self._screen.busy("Looking for good moves...", only_if_long=True):
            return list(self._analyst.best_moves(view, BUDGET, MOST).moves[:MOST])

    def _tell_move(self, state: State, move: Move, value: str) -> None:
        sentence = tell(state, move, self._names).splitlines()[0]
        self._screen.say(f"  {move}  {value + '  ' if value else ''}{sentence}")
