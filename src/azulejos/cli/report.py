"""An analysis as tables and graphs, as plain sentences, and as JSON; and hints in a game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from azulejos.bots.analysis import Analyst, Judgement, SeatSummary, summaries, worst
from azulejos.bots.search.games import is_searched
from azulejos.bots.search.result import Budget, MoveValue, SearchResult
from azulejos.cli.arguments import counted
from azulejos.cli.draw import Names, tell
from azulejos.cli.inputs import choices
from azulejos.cli.prepare import prepare_search
from azulejos.cli.screen import Screen, table
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View

BARS = "▁▂▃▄▅▆▇█"
GRAPH_WIDTH = 60
SHOWN_LINE = 8  # moves of a line

MOST = 3  # moves
BUDGET = Budget(seconds=1.5, nodes=200_000)  # whatever the bots at the table have
SEARCHED = "The best moves, and how many points ahead each should leave you when the game is over:"
COUNTED = "The moves after which you have the most points if the round ends:"


class Report:
    """Shows the results of an analysis."""

    def __init__(self, screen: Screen, names: Names) -> None:
        self._screen = screen
        self._names = names

    # A position

    def position(self, state: State, result: SearchResult, moves: int) -> None:
        """Show the best moves of a position."""
        self._moves(state, result, result.moves[:moves])

    def decision(self, judged: Judgement, moves: int) -> None:
        """Show what was played in a game, and what else could have been."""
        state, shown = judged.decision.state, list(judged.result.moves[:moves])
        view = state.view(judged.decision.seat).state
        self._moves(view, judged.result, [*shown, *({judged.played} - set(shown))])
        self._screen.say(self._sentence(judged))

    def _moves(self, state: State, result: SearchResult, shown: Sequence[MoveValue]) -> None:
        seat = state.to_move or 0
        title = f"{state.game.title}, round {state.table.rounds}, {self._names[seat]} to move"
        if self._screen.plain:
            self._screen.say(f"{title}.")
            for valued in shown:
                line = " ".join(map(str, valued.line[:SHOWN_LINE]))
                self._screen.say(f"{valued.move}: {worth(valued)}. Best play from there: {line}.")
                self._screen.say(f"  {_first_sentence(state, valued.move, self._names)}")
        else:
            rows = table(title, "move", right=["expects"])
            rows.add_column("what it does")
            rows.add_column("best play from there")
            for valued in shown:
                rows.add_row(
                    str(valued.move),
                    worth(valued),
                    _first_sentence(state, valued.move, self._names),
                    " ".join(map(str, valued.line[1:SHOWN_LINE])),
                )
            self._screen.say(rows)
        self._screen.say(effort(result))

    # A game

    def game(self, judgements: Sequence[Judgement], seat: int | None, *, every: bool) -> None:
        """Show how everybody played, how the game went, and which moves cost the most."""
        seats = range(len(self._names)) if seat is None else [seat]
        result = summaries(judgements, len(self._names))
        if self._screen.plain:
            for index in seats:
                self._screen.say(self._played(result[index]))
        else:
            self._screen.say(self._overview([result[index] for index in seats]))
            self._screen.say(self._graphs(judgements, seats))
        if every:
            self._every(judgements)
        self._screen.say("Costliest mistakes:" if worst(judgements) else "No mistakes.")
        for judged in worst(judgements):
            self._screen.say(self._sentence(judged))

    def _overview(self, summaries: Sequence[SeatSummary]) -> Table:
        numbers = ("moves", "best", "lost", "per move", "mistakes")
        rows = table("Expected points lost", "player", right=numbers)
        for summary in summaries:
            rows.add_row(
                self._names[summary.seat],
                str(summary.decisions),
                str(summary.right),
                f"{summary.lost:.1f}",
                f"{summary.mean_lost:.2f}",
                str(summary.mistakes),
            )
        return rows

    def _played(self, summary: SeatSummary) -> str:
        return (
            f"{self._names[summary.seat]}: decisions {summary.decisions}, mistakes "
            f"{summary.mistakes}, expected points lost {summary.lost:.1f} "
            f"({summary.mean_lost:.2f} per move)."
        )

    def _graphs(self, judgements: Sequence[Judgement], seats: Sequence[int]) -> Table:
        """For each seat, how far ahead it expected to be, and what its moves lost."""
        rows = table("Over the game, round by round")
        for column in ("player", "", "", ""):
            rows.add_column(column, no_wrap=True)
        most = max(abs(each.played.points) for each in judgements) or 1.0
        most_lost = max(each.cost for each in judgements) or 1.0
        for seat in seats:
            of_seat = [each for each in judgements if each.decision.seat == seat]
            if not of_seat:
                continue
            rounds = [each.decision.state.table.rounds for each in of_seat]
            ahead = [each.played.points for each in of_seat]
            lost = [each.cost for each in of_seat]
            span = f"{min(ahead):+z.1f} to {max(ahead):+z.1f}"
            rows.add_row(self._names[seat], "ahead", graph(ahead, rounds, -most, most), span)
            rows.add_row("", "lost", graph(lost, rounds, 0, most_lost), f"at most {max(lost):.1f}")
        return rows

    def _every(self, judgements: Sequence[Judgement]) -> None:
        if self._screen.plain:
            for judged in judgements:
                self._screen.say(self._sentence(judged))
            return
        rows = table("Every move")
        for column in ("event", "round", "player", "move", "expects", "lost", "better"):
            is_number = column in ("event", "round", "expects", "lost")
            rows.add_column(column, justify="right" if is_number else "left")
        for judged in judgements:
            is_best = judged.cost == 0 and not judged.throws_away_victory
            rows.add_row(
                str(judged.decision.event),
                str(judged.decision.state.table.rounds),
                self._names[judged.decision.seat],
                str(judged.played.move),
                worth(judged.played),
                "" if is_best else f"{judged.cost:.1f}",
                "" if is_best else f"{judged.best.move} ({worth(judged.best)})",
            )
        self._screen.say(rows)

    def _sentence(self, judged: Judgement) -> str:
        decision, name = judged.decision, self._names[judged.decision.seat]
        when = f"Event {decision.event}, round" if decision.event else "Round"
        start = (
            f"{when} {decision.state.table.rounds}: {name} played "
            f"{judged.played.move} ({worth(judged.played)})"
        )
        if judged.cost == 0 and not judged.throws_away_victory:
            return f"{start}, the best move."
        line = " ".join(map(str, judged.best.line[1:SHOWN_LINE]))
        lost = f"lost {judged.cost:.1f} points"
        if judged.throws_away_victory:
            lost += " and a won game"
        after = f", then {line}" if line else ""
        return f"{start} and {lost}; better was {judged.best.move} ({worth(judged.best)}{after})."


# Pieces


def worth(valued: MoveValue) -> str:
    """A value: `+3.2`, `at most +1.0`, `wins by 4`."""
    if valued.is_decided:
        return f"{'wins' if valued.is_won else 'loses'} by {abs(valued.points):.0f}"
    return f"{valued.points:+z.1f}" if valued.is_exact else f"at most {valued.points:+z.1f}"


def graph(numbers: Sequence[float], rounds: Sequence[int], low: float, high: float) -> str:
    """A bar for each number between two bounds, the rounds divided; means where there are many."""
    group = -(-len(numbers) // GRAPH_WIDTH)
    drawn, last = "", rounds[0]
    for start in range(0, len(numbers), group):
        some = numbers[start : start + group]
        share = (sum(some) / len(some) - low) / (high - low)
        if rounds[start] != last:
            drawn, last = drawn + "│", rounds[start]
        drawn += BARS[min(len(BARS) - 1, int(share * len(BARS)))]
    return drawn


def _first_sentence(state: State, move: Move, names: Names) -> str:
    return tell(state, move, names).splitlines()[0]


def effort(result: SearchResult) -> str:
    """How far a search has looked, and what that took."""
    if result.is_complete:
        reach = "to the end of the round"
    else:
        reach = f"{counted(result.depth, result.depth_unit)} ahead"
    return f"Looked {reach}: {result.nodes:,} nodes in {result.seconds:.2f} s."


# JSON


def result_as_json(result: SearchResult) -> dict[str, object]:
    """What a search has found."""
    return {
        "depth": result.depth,
        "depth_unit": result.depth_unit,
        "nodes": result.nodes,
        "complete": result.is_complete,
        "best": [valued_as_json(each) for each in result.moves if each.is_exact],
    }


def judgement_as_json(judged: Judgement) -> dict[str, object]:
    """What a move of a record was worth."""
    return {
        "event": judged.decision.event,
        "seat": judged.decision.seat + 1,
        "round": judged.decision.state.table.rounds,
        "played": valued_as_json(judged.played),
        "cost": round(judged.cost, 2),
        "throws_away_victory": judged.throws_away_victory,
        **result_as_json(judged.result),
    }


def valued_as_json(valued: MoveValue) -> dict[str, object]:
    """A move, its value, and best play from it on."""
    return {
        "move": str(valued.move),
        "points": valued.points,
        "decided": valued.is_decided,
        "won": valued.is_won,
        "line": [str(move) for move in valued.line],
    }


# Hints, from what a seat may know


class HintFinder:
    """Finds good moves in one game; its analyst is made for the first hint."""

    def __init__(self, game: Game, screen: Screen, names: Names) -> None:
        self._game = game
        self._screen = screen
        self._names = names
        self._analyst: Analyst | None = None

    def tell(self, view: View) -> None:
        """Show the best moves of the seat to move, as they can be typed."""
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
