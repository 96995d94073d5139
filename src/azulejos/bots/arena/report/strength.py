"""Who is stronger: standings, ratings, who scored against whom, and how that came about."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from azulejos.bots.arena import counting
from azulejos.bots.arena.elo import Comparisons, Estimate, SequentialTest, ratings
from azulejos.bots.arena.playing import tested_values
from azulejos.bots.arena.report import plots
from azulejos.bots.arena.report.plots import Axis, Row
from azulejos.bots.arena.report.style import SERIES, paragraph, section, series, table

PLACES = ("1st", "2nd", "3rd", "4th")
MAX_POINTS = 60  # of a curve
MAX_BANDS = 4  # bots whose intervals are drawn over each other


def standings(results: counting.Results, test: SequentialTest | None = None) -> str:
    places = PLACES[: results.plan.seats] if results.plan.seats > 2 else ()
    is_match = results.plan.pairing == "all"
    is_rated = len(results.standings) > 2
    head = ["bot", "wins"]
    head += ["Elo (95 %)"] if is_match else []
    head += ["rating (95 %)"] if is_rated else []
    head += ["points ahead (95 %)"] if is_match else []
    head += ["points", *places, "games", "forfeits"]

    def line(bot: counting.BotStanding) -> list[str]:
        return [
            bot.name,
            counting.share(bot.wins),
            *([counting.elo_text(bot.elo)] if is_match else []),
            *([counting.elo_text(bot.rating)] if is_rated else []),
            *([counting.points_text(bot.ahead)] if is_match else []),
            counting.plain(bot.score, 1),
            *map(str, bot.places[: len(places)]),
            str(bot.games),
            str(bot.forfeits),
        ]

    tested = paragraph(counting.test_text(test, tested_values(test, results.deals))) if test else ""
    return section(
        "Standings", table(head, [line(results.standings[n]) for n in results.by_rating]), tested
    )


def rating_plot(results: counting.Results) -> str:
    result = [results.standings[index].rating for index in results.by_rating]
    x = Axis.around([end for each in result for end in (each.low, each.high, 0.0)])
    drawn = plots.rows(
        x,
        [
            Row(
                results.standings[index].name,
                plots.interval(x, each.low, each.value, each.high, series(index)),
                counting.signed(each.value),
            )
            for index, each in zip(results.by_rating, result, strict=True)
        ],
        counting.signed,
        zero=0.0,
    )
    caption = (
        "Bradley-Terry ratings on the scale of Elo, from the places in every game, with 95 % "
        f"intervals by how much whole deals differ. {_zero(results)} is 0."
    )
    return section("Ratings", plots.figure(drawn, caption))


def _zero(results: counting.Results) -> str:
    return "Their mean" if results.anchor is None else results.standings[results.anchor].name


def crosstable(results: counting.Results) -> str:
    order = results.by_rating
    head = "".join(f"<th>{escape(results.standings[n].name)}</th>" for n in order)
    lines = []
    for one in order:
        cells = "".join(_cell(results.crosstable.get((one, two))) for two in order)
        lines.append(f"<tr><td>{escape(results.standings[one].name)}</td>{cells}</tr>")
    return section(
        "Crosstable",
        '<div class="scroll"><table class="cross"><thead><tr><th></th>'
        f"{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>",
        paragraph("The share of games in which the bot of a line finished ahead; a tie is half."),
    )


def _cell(score_and_games: tuple[float, int] | None) -> str:
    if score_and_games is None:
        return "<td></td>"
    score, games = score_and_games
    kind, much = "win" if score > 0.5 else "loss", abs(score - 0.5)
    text = f"{counting.share(score)}<small>{games} games</small>"
    return f'<td class="{kind}" style="--much:{much:.2f}">{text}</td>'


def course(results: counting.Results) -> str:
    """Ratings after the first deals, and after more and more of them."""
    shown = results.by_rating[:SERIES]
    compared = Comparisons(len(results.plan.bots), results.deals)
    deals = len(results.deals)
    ends = sorted({max(1, deals * step // MAX_POINTS) for step in range(1, MAX_POINTS + 1)})
    games = [0, *accumulate(len(deal) for deal in results.deals)]
    history = [(games[end], ratings(compared.first(end), results.anchor)) for end in ends]
    x = Axis(0, games[-1])
    y = _calm_axis([[result[n] for n in shown] for _, result in history])
    shapes = []
    for index in shown:
        kind = series(index)
        curves = [
            [(x.at(at), 100 - y.at(getattr(result[index], end))) for at, result in history]
            for end in ("low", "value", "high")
        ]
        if len(shown) <= MAX_BANDS:
            shapes.append(plots.band(curves[0], curves[2], kind))
        shapes.append(plots.curve(curves[1], kind))
    shapes.insert(0, plots.line((0, 100 - y.at(0)), (100, 100 - y.at(0)), "zero"))
    drawn = plots.graph(x, y, shapes, lambda at: f"{at:.0f}", counting.signed)
    caption = "Ratings after each number of games" + (
        ", with 95 % intervals." if len(shown) <= MAX_BANDS else "."
    )
    return section("Over the course of the games", plots.figure(drawn + _legend(results), caption))


def _calm_axis(history: Sequence[Sequence[Estimate]]) -> Axis:
    """Room for the intervals of the later half: at first they reach very far."""
    late = history[len(history) // 2 :]
    ends = [end for result in late for each in result for end in (each.low, each.high)]
    return Axis.around([0.0, *ends])


def _legend(results: counting.Results) -> str:
    names = "".join(
        f'<span><i class="{series(n)}"></i>{escape(results.standings[n].name)}</span>'
        for n in results.by_rating[:SERIES]
    )
    return f'<div class="legend">{names}</div>'
