"""The parts of a report, each a heading with a table or plots."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from itertools import accumulate

from azulejos.bots.arena.counting import BotStanding, Results
from azulejos.bots.arena.elo import DEVIATIONS_95, Estimate
from azulejos.bots.arena.game import KINDS_OF_FORFEIT
from azulejos.bots.arena.ratings import Comparisons, ratings
from azulejos.bots.arena.report import plots
from azulejos.bots.arena.report.plots import Axis, LogAxis, Row
from azulejos.bots.arena.report.style import SERIES
from azulejos.bots.arena.words import elo_text, plain, share, signed, time_text

PLACES = ("1st", "2nd", "3rd", "4th")
MOST_POINTS = 60  # of a curve
MOST_BANDS = 4  # bots whose intervals are drawn over each other
MOST_HISTOGRAMS = 8
MOST_BARS = 41
MOST_FORFEITS = 100  # that are listed one by one


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def paragraph(text: str) -> str:
    return f'<p class="soft">{escape(text)}</p>'


def table(head: Sequence[str], lines: Iterable[Sequence[str]], kind: str = "") -> str:
    def cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)

    body = "".join(f"<tr>{cells('td', each)}</tr>" for each in lines)
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{cells("th", head)}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def series(number: int) -> str:
    return f"s{number % SERIES}"


# Who is stronger


def standings(results: Results) -> str:
    places = PLACES[: results.plan.seats] if results.plan.seats > 2 else ()
    is_match = results.plan.pairing == "all"
    is_rated = len(results.standings) > 2
    head = ["bot", "wins"]
    head += ["Elo (95 %)"] if is_match else []
    head += ["rating (95 %)"] if is_rated else []
    head += ["points", *places, "games", "forfeits"]

    def line(bot: BotStanding) -> list[str]:
        return [
            bot.name,
            share(bot.wins),
            *([elo_text(bot.elo)] if is_match else []),
            *([elo_text(bot.rating)] if is_rated else []),
            plain(bot.score, 1),
            *map(str, bot.places[: len(places)]),
            str(bot.games),
            str(bot.forfeits),
        ]

    return section(
        "Standings", table(head, [line(results.standings[n]) for n in results.by_rating])
    )


def rating_plot(results: Results) -> str:
    found = [results.standings[number].rating for number in results.by_rating]
    x = Axis.around([end for each in found for end in (each.low, each.high, 0.0)])
    drawn = plots.rows(
        x,
        [
            Row(
                results.standings[number].name,
                plots.interval(x, each.low, each.value, each.high, series(number)),
                signed(each.value),
            )
            for number, each in zip(results.by_rating, found, strict=True)
        ],
        signed,
        zero=0.0,
    )
    caption = (
        "Bradley-Terry ratings on the scale of Elo, from the places in every game, with 95 % "
        f"intervals by how much whole deals differ. {_zero(results)} is 0."
    )
    return section("Ratings", plots.figure(drawn, caption))


def _zero(results: Results) -> str:
    return "Their mean" if results.anchor is None else results.standings[results.anchor].name


def crosstable(results: Results) -> str:
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


def _cell(found: tuple[float, int] | None) -> str:
    if found is None:
        return "<td></td>"
    score, games = found
    kind, much = "win" if score > 0.5 else "loss", abs(score - 0.5)
    text = f"{share(score)}<small>{games} games</small>"
    return f'<td class="{kind}" style="--much:{much:.2f}">{text}</td>'


def course(results: Results) -> str:
    """Ratings after the first deals, and after more and more of them."""
    numbers = results.by_rating[:SERIES]
    compared = Comparisons(len(results.plan.bots), results.deals)
    deals = len(results.deals)
    ends = sorted({max(1, deals * step // MOST_POINTS) for step in range(1, MOST_POINTS + 1)})
    games = [0, *accumulate(len(deal) for deal in results.deals)]
    history = [(games[end], ratings(compared.first(end), results.anchor)) for end in ends]
    x = Axis(0, games[-1])
    y = _calm_axis([[found[n] for n in numbers] for _, found in history])
    shapes = []
    for number in numbers:
        kind = series(number)
        curves = [
            [(x.at(at), 100 - y.at(getattr(found[number], end))) for at, found in history]
            for end in ("low", "value", "high")
        ]
        if len(numbers) <= MOST_BANDS:
            shapes.append(plots.band(curves[0], curves[2], kind))
        shapes.append(plots.curve(curves[1], kind))
    shapes.insert(0, plots.line((0, 100 - y.at(0)), (100, 100 - y.at(0)), "zero"))
    drawn = plots.graph(x, y, shapes, lambda at: f"{at:.0f}", signed)
    caption = "Ratings after so many games" + (
        ", with 95 % intervals." if len(numbers) <= MOST_BANDS else "."
    )
    return section("Over the course of the games", plots.figure(drawn + _legend(results), caption))


def _calm_axis(history: Sequence[Sequence[Estimate]]) -> Axis:
    """Room for the intervals of the later half: at first they reach very far."""
    late = history[len(history) // 2 :]
    ends = [end for found in late for each in found for end in (each.low, each.high)]
    return Axis.around([0.0, *ends])


def _legend(results: Results) -> str:
    names = "".join(
        f'<span><i class="{series(n)}"></i>{escape(results.standings[n].name)}</span>'
        for n in results.by_rating[:SERIES]
    )
    return f'<div class="legend">{names}</div>'


# What the games were like


def differences(results: Results) -> str:
    """How far every bot was ahead of the best of the others."""
    shown = results.by_rating[: 1 if len(results.standings) == 2 else MOST_HISTOGRAMS]
    figures = [_histogram(results, number) for number in shown]
    return section("Differences of points", *filter(None, figures)) if any(figures) else ""


def _histogram(results: Results, number: int) -> str:
    margins = results.margins(number)
    if not margins:
        return ""
    width = max(1, -(-(max(margins) - min(margins) + 1) // MOST_BARS))
    bins = Counter(margin // width for margin in margins)
    x = Axis(min(bins) * width - 0.5, (max(bins) + 1) * width - 0.5)
    y = Axis(0, 1.08 * max(bins.values()))
    gap = 0.08 * width
    shapes = [
        plots.bar(
            x.at(step * width - 0.5 + gap),
            x.at((step + 1) * width - 0.5 - gap),
            100 - y.at(times),
            series(number),
        )
        for step, times in sorted(bins.items())
    ]
    if x.low < 0 < x.high:
        shapes.append(plots.line((x.at(0), 0), (x.at(0), 100), "zero"))
    drawn = plots.graph(x, y, shapes, signed, lambda at: f"{at:g}" if at == int(at) else "")
    mean = sum(margins) / len(margins)
    others = "the other" if results.plan.seats == 2 else "the best of the others"
    caption = (
        f"{results.standings[number].name}: games by points ahead of {others}; "
        f"{_signed_tenth(mean)} in the mean."
    )
    return plots.figure(drawn.replace('"graph"', '"graph low"'), caption)


def _signed_tenth(value: float) -> str:
    rounded = round(value, 1) + 0.0
    return f"{rounded:+.1f}" if rounded else "0"


def seats(results: Results) -> str:
    games = results.games - len(results.forfeited)
    if not games:
        return ""
    shares = [*results.seats, results.first_player]
    labels = [f"seat {n}" for n in range(1, results.plan.seats + 1)] + ["first to move"]
    reach = [DEVIATIONS_95 * math.sqrt(each * (1 - each) / games) for each in shares]
    x = Axis(0, min(1.0, 1.1 * max(map(sum, zip(shares, reach, strict=True)))))
    drawn = plots.rows(
        x,
        [
            Row(label, plots.interval(x, each - by, each, each + by, "s0"), share(each))
            for label, each, by in zip(labels, shares, reach, strict=True)
        ],
        lambda at: f"{at:.0%}",
        zero=1 / results.plan.seats,
    )
    caption = (
        f"Games won from every seat, with 95 % intervals of single games; the line is an even "
        f"share. A game has {plain(results.moves, 1)} moves and {plain(results.rounds, 2)} rounds."
    )
    return section("Seats", plots.figure(drawn, caption))


def times(results: Results) -> str:
    bots = [results.standings[number] for number in results.by_rating]
    taken = [bot for bot in bots if bot.mean_time > 0]
    if not taken:
        return ""
    x = LogAxis.around([time for bot in taken for time in (bot.mean_time, bot.longest_time)])
    drawn = plots.rows(
        x,
        [
            Row(
                bot.name,
                (
                    plots.line(
                        (x.at(bot.mean_time), 50), (x.at(bot.longest_time), 50), "whisker s0"
                    ),
                    plots.dot((x.at(bot.mean_time), 50), "s0"),
                ),
                f"{time_text(bot.mean_time)} … {time_text(bot.longest_time)}",
            )
            for bot in taken
        ],
        _power_text,
    )
    return section(
        "Time for a move", plots.figure(drawn, "From the mean of all moves to the longest one.")
    )


def _power_text(seconds: float) -> str:
    """A power of ten: 10 µs, 1 ms, 100 s."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds > 0.99 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 1e-6:.0f} µs"


# What went wrong, and what was played


def forfeits(results: Results) -> str:
    games = results.forfeited
    if not games:
        return section("Forfeits", paragraph("None."))
    ways = table(
        ("bot", "games", "what it did", "for example"),
        [
            (
                results.standings[way.bot].name,
                str(way.games),
                KINDS_OF_FORFEIT[way.kind],
                way.reason,
            )
            for way in results.ways_to_forfeit
        ],
        "words",
    )
    listed = [
        (str(game.deal + 1), str(game.rotation + 1), results.standings[bot].name, lost.reason)
        for game in games[:MOST_FORFEITS]
        if (lost := game.forfeit) and (bot := game.bots[lost.player]) >= 0
    ]
    more = len(games) - len(listed)
    return section(
        "Forfeits",
        paragraph(
            "Who forfeits a game is last in it; the others are placed by their points at that "
            "moment. Means of points, moves and seats leave such games out."
        ),
        ways,
        f"<details><summary>Game by game{f' (and {more} more)' if more else ''}</summary>",
        table(("deal", "rotation", "bot", "reason"), listed, "words"),
        "</details>",
    )


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    body = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(text)}</td></tr>" for name, text in pairs
    )
    return section("What was played", f'<table class="words"><tbody>{body}</tbody></table>')
