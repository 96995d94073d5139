"""The results of an arena as tables for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from azulejos.bots.arena import BotStanding, Plan, Results, count, counting, tested_values
from azulejos.bots.arena.elo import SequentialTest
from azulejos.bots.arena.game import KINDS_OF_FORFEIT
from azulejos.cli import screen
from azulejos.cli.arguments import counted
from azulejos.games import game as game_named

WIDE = 200  # columns for files and pipes
PLACES = ("1st", "2nd", "3rd", "4th")
MAX_IN_A_CROSSTABLE = 12

Column = tuple[str, Callable[[BotStanding], str]]


def show(results: Results, test: SequentialTest | None = None) -> None:
    console = results_console()
    console.print(_ladder(results) if results.plan.pairing == "ladder" else _standings(results))
    if results.plan.pairing == "round-robin" and len(results.standings) <= MAX_IN_A_CROSSTABLE:
        console.print(_crosstable(results))
    console.print(
        f"{results.games} games in {len(results.deals)} deals; "
        f"the first player won {counting.share(results.first_player)}; "
        f"{counting.plain(results.moves, 1)} moves and "
        f"{counting.plain(results.rounds, 2)} rounds a game"
    )
    for line in forfeits(results):
        console.print(Text(line), soft_wrap=True)
    if test:
        console.print(counting.test_text(test, tested_values(test, results.deals)))


def _title(plan: Plan) -> str:
    return f"{game_named(plan.game).title}, {plan.options}, seed {plan.seed}"


def _standings(results: Results) -> Table:
    columns = list(_columns(results))
    table = screen.table(_title(results.plan), "player", right=(heading for heading, _ in columns))
    for index in results.by_rating:
        standing = results.standings[index]
        table.add_row(Text(standing.name), *(text(standing) for _, text in columns))
    return table


def _ladder(results: Results) -> Table:
    """A row for every bot: its result against the one below it, and its rating among all."""
    plan = results.plan
    numbers = ("wins", "points", "Elo (95 %)", "rating (95 %)", "time/move", "longest")
    table = screen.table(_title(plan), "player", "against", right=numbers)
    for one, two in plan.lineups:
        theirs = [deal for deal in results.deals if deal[0].bots == (one, two)]
        if theirs:
            standings = count(plan, theirs).standings
            better, worse = standings[one], standings[two]
            table.add_row(
                Text(better.name),
                Text(worse.name),
                counting.share(better.wins),
                f"{counting.plain(better.score, 1)} : {counting.plain(worse.score, 1)}",
                counting.elo_text(better.elo),
                counting.elo_text(results.standings[one].rating),
                counting.time_text(better.mean_time),
                counting.time_text(better.max_time),
            )
    return table


def _columns(results: Results) -> Iterator[Column]:
    plan = results.plan
    if plan.pairing != "all":
        yield "games", lambda bot: str(bot.games)
    yield "wins", lambda bot: counting.share(bot.wins)
    yield "points", lambda bot: counting.plain(bot.score, 1)
    if plan.pairing == "all":
        yield "ahead (95 %)", lambda bot: counting.points_text(bot.ahead)
        yield "Elo (95 %)", lambda bot: counting.elo_text(bot.elo)
    if len(plan.bots) > 2:
        yield "rating (95 %)", lambda bot: counting.elo_text(bot.rating)
    if plan.seats > 2:
        yield from (_place_column(place) for place in range(plan.seats))
    if results.forfeited:
        yield "forfeits", lambda bot: str(bot.forfeits)
    yield "time/move", lambda bot: counting.time_text(bot.mean_time)
    yield "longest", lambda bot: counting.time_text(bot.max_time)


def _place_column(place: int) -> Column:
    return PLACES[place], lambda bot: str(bot.places[place])


def _crosstable(results: Results) -> Table:
    """What the bot of a row scored against that of a column."""
    table = screen.table("score against")
    order = results.by_rating
    table.add_column("")
    for index in order:
        table.add_column(Text(results.standings[index].name), justify="right")
    for one in order:
        met = [results.crosstable.get((one, two)) for two in order]
        cells = [counting.share(score[0]) if score else "" for score in met]
        table.add_row(Text(results.standings[one].name), *cells)
    return table


def forfeits(results: Results) -> Iterator[str]:
    """A line for every bot that forfeited games, and for every way in which it did."""
    for way in results.ways_to_forfeit:
        what = KINDS_OF_FORFEIT[way.kind]
        name = results.standings[way.bot].name
        yield f"{name} forfeited {counted(way.games, 'game')}: it {what} ({way.reason})"


def results_console() -> Console:
    """The console for tables; in files and pipes nothing is wrapped."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDE)
