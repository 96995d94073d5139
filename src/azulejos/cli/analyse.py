"""`azulejos analyse`: the best moves of a position, and what the moves of a game have cost."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import click

from azulejos.bots import Bot, bot, close
from azulejos.bots.analysis import Analyst, Decision, Judgement, check_somebody_moves, decisions_of
from azulejos.bots.search.bot import NODES, TIME
from azulejos.bots.search.games import check_searched
from azulejos.bots.search.result import Budget
from azulejos.cli.arguments import number, wrong_usage
from azulejos.cli.players import BOT, shown_names
from azulejos.cli.prepare import prepare, prepare_search
from azulejos.cli.rating import luck_in, rate, say_luck
from azulejos.cli.report import Report, judgement_as_json, result_as_json
from azulejos.cli.screen import Screen, plain_option
from azulejos.cli.sources import read
from azulejos.core.state import State
from azulejos.errors import RecordError
from azulejos.play.record import Record

FORMAT = "azulejos-analysis"
FORMAT_VERSION = 1
FOR_A_POSITION = Budget(seconds=2.0)
FOR_A_MOVE = Budget(seconds=0.25)  # of a whole record


@click.command(
    epilog="""\b
Examples:
  azulejos analyse friday.txt                     what each move of the game cost, the worst moves
  azulejos analyse friday.txt --seat 1 --every    every move of one player, in a table
  azulejos analyse friday.txt --move 23           what else could have been played as event 23
  azulejos analyse friday.txt --nodes 100k --json > friday.json
  azulejos analyse --rating monday.txt friday.txt     which level everybody plays like
  azulejos analyse "azul; round 1 phase=offer turn=1 start=1; displays BBYR KKWW - - -"
  azulejos analyse friday.txt --bot my_bot.py:MyBot   what its moves would have cost instead

\b
Events are numbered as in `azulejos replay`. A value is how many points the seat to move will be
ahead of the others (of their mean, if there are several) when the game is over. The search looks
to the end of the round; it never sees what chance will deal, nor what the seat may not know.

\b
Luck is roughly how many points the deals gave to one of two players, compared with other deals that
could have come; each is searched only briefly. Luck and how well somebody played do not add up to
the result."""
)
@click.argument("sources", nargs=-1, required=True, metavar="RECORD|POSITION...")
@click.option("--time", metavar="TIME", help="Thinking time per move, like 500ms or 2s.")
@click.option(
    "--nodes",
    metavar="NUMBER",
    help="Search nodes per move, like 200k; makes the results reproducible.",
)
@number("--moves", 3, "How many of the best moves to show with exact values.")
@click.option("--seat", type=click.IntRange(1), help="Review this seat's moves only.")
@click.option("--move", "event", type=click.IntRange(1), metavar="N", help="Analyse event N only.")
@click.option(
    "--bot",
    "bot_text",
    metavar="BOT",
    help="Judge what this bot would play instead, like greedy, my_bot.py:MyBot or exec:./engine.",
)
@click.option("--every", is_flag=True, help="List every move, not just the worst.")
@click.option(
    "--rating",
    is_flag=True,
    help="Estimate the level of every player from one or more RECORDs, and say when and how they "
    "make mistakes. It searches as many nodes as when the levels were measured.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@plain_option
def analyse(
    sources: tuple[str, ...],
    *,
    time: str | None,
    nodes: str | None,
    moves: int,
    seat: int | None,
    event: int | None,
    bot_text: str | None,
    every: bool,
    rating: bool,
    as_json: bool,
    plain: bool,
) -> None:
    """Show the best moves in a POSITION, or what each move of a RECORD cost.

    Give a file with a record or a position, the position itself, or - for stdin; with --rating,
    any number of records.
    """
    with wrong_usage():
        asked = _budget(time, nodes)
    screen = Screen(plain=plain)
    if rating:
        if asked or seat or event or every or bot_text:
            raise click.UsageError(
                "--rating reviews whole games: of the other options only --json goes with it"
            )
        rate(sources, screen, as_json=as_json)
        return
    result = _read_one(sources, screen)
    if isinstance(result, Record):
        decisions = _chosen(result, seat, event)
        names = shown_names(result.names)
    else:
        if seat or event or every:
            raise click.UsageError("--seat, --move and --every choose among the moves of a record")
        decisions = []
        names = tuple(f"Seat {each}" for each in range(1, result.players + 1))
    check_searched(result.game)
    with wrong_usage():
        player = bot(bot_text, game=result.game) if bot_text else None
    if bot_text:
        (title,) = shown_names((BOT + bot_text,))
        names = tuple(f"{title} for {name}" for name in names)
    prepare(result.game, screen)
    prepare_search(result.game, screen)
    analysis = Analyser(Analyst(result.game), Report(screen, names), screen, player, moves)
    try:
        if isinstance(result, State):
            analysis.of_position(result, asked or FOR_A_POSITION, as_json=as_json)
            return
        budget = asked or (FOR_A_POSITION if event else FOR_A_MOVE)
        judgements = analysis.of_decisions(decisions, budget)
        luck = None if event else luck_in(result, analysis.analyst)
    finally:
        if player:
            close(player)
    if as_json:
        events = [judgement_as_json(each) for each in judgements]
        _print_json(
            result.final, {"names": result.names, "bot": bot_text, "luck": luck, "moves": events}
        )
    elif event:
        analysis.report.decision(judgements[0], moves)
    else:
        analysis.report.game(judgements, seat - 1 if seat else None, every=every)
        say_luck(luck, shown_names(result.names), screen)


@dataclass(frozen=True)
class Analyser:
    """Judges positions and moves, or what a bot plays instead."""

    analyst: Analyst
    report: Report
    screen: Screen
    player: Bot | None
    moves: int  # how many of the best are shown

    def of_position(self, state: State, budget: Budget, *, as_json: bool) -> None:
        """Show the best moves of a position, and what the bot's is worth."""
        check_somebody_moves(state)
        view = state.view(state.to_move or 0)
        head = {"position": str(view.state)}
        if self.player:
            decision = Decision(0, view.state, self.player.choose(view))
            judged = self.analyst.judge(decision, budget, self.moves)
            said = dict(getattr(self.player, "info", {}))  # by a program
            if as_json:
                _print_json(state, {**head, **judgement_as_json(judged), "info": said})
                return
            self.report.decision(judged, self.moves)
            if said:
                told = ", ".join(f"{name} {value}" for name, value in said.items())
                self.screen.say(f"It said: {told}.")
            return
        result = self.analyst.best_moves(view, budget, self.moves)
        if as_json:
            _print_json(state, {**head, **result_as_json(result)})
        else:
            self.report.position(view.state, result, self.moves)

    def of_decisions(self, decisions: list[Decision], budget: Budget) -> list[Judgement]:
        """Judge moves of a record, with a progress bar where somebody can see it."""
        asked = (self._instead(each) for each in decisions)
        if len(decisions) == 1:
            return [self.analyst.judge(next(asked), budget, self.moves)]
        judged = self.analyst.review(asked, budget)
        return list(self.screen.track(judged, "reviewing", len(decisions)))

    def _instead(self, decision: Decision) -> Decision:
        """What the bot would have played, from what its seat could know."""
        if self.player is None:
            return decision
        return replace(decision, move=self.player.choose(decision.state.view(decision.seat)))


def _read_one(sources: tuple[str, ...], screen: Screen) -> Record | State:
    if len(sources) > 1:
        raise click.UsageError("give one record or position; only --rating takes several")
    (source,) = sources
    with screen.busy(f"Reading {source}...", only_if_long=True):
        return read(source)


def _budget(time: str | None, nodes: str | None) -> Budget | None:
    if time is None and nodes is None:
        return None
    return Budget(TIME.read(time) if time else None, NODES.read(nodes) if nodes else None)


def _chosen(record: Record, seat: int | None, event: int | None) -> list[Decision]:
    """The decisions to judge; it is an error if there are none."""
    if seat and seat > record.options.players:
        raise click.UsageError(f"--seat {seat}: seats go from 1 to {record.options.players}")
    decisions = decisions_of(record, None if seat is None else {seat - 1})
    if event:
        decisions = [each for each in decisions if each.event == event]
        if not decisions:
            raise click.UsageError(
                f"--move {event}: no move with a choice; `azulejos replay FILE --all` numbers the "
                f"events, from 1 to {len(record.events)}"
            )
    if not decisions:
        raise RecordError("nobody has had a choice in this game yet: there is nothing to review")
    return decisions


def _print_json(state: State, about: dict[str, object]) -> None:
    head = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": state.game.name,
        "options": state.options.as_dict(),
    }
    click.echo(json.dumps({**head, **about}, indent=1))
