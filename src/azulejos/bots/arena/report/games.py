"""What the games were like: points, seats, time, and what went wrong."""

from __future__ import annotations

import math
from collections import Counter

from azulejos.bots.arena.counting import Results, plain, share, signed, signed_tenth, time_text
from azulejos.bots.arena.elo import DEVIATIONS_95
from azulejos.bots.arena.game import KINDS_OF_FORFEIT
from azulejos.bots.arena.report import plots
from azulejos.bots.arena.report.plots import Axis, LogAxis, Row
from azulejos.bots.arena.report.style import paragraph, section, series, table

MAX_HISTOGRAMS = 8
MAX_BARS = 41
MAX_FORFEITS = 100  # that are listed one by one


def differences(results: Results) -> str:
    """How far every bot was ahead of the best of the others."""
    shown = results.by_rating[: 1 if len(results.standings) == 2 else MAX_HISTOGRAMS]
    figures = [_histogram(results, index) for index in shown]
    return section("Differences of points", *filter(None, figures)) if any(figures) else ""


def _histogram(results: Results, index: int) -> str:
    margins = results.margins(index)
    if not margins:
        return ""
    width = max(1, -(-(max(margins) - min(margins) + 1) // MAX_BARS))
    bins = Counter(margin // width for margin in margins)
    x = Axis(min(bins) * width - 0.5, (max(bins) + 1) * width - 0.5)
    y = Axis(0, 1.08 * max(bins.values()))
    gap = 0.08 * width
    shapes = [
        plots.bar(
            x.at(step * width - 0.5 + gap),
            x.at((step + 1) * width - 0.5 - gap),
            100 - y.at(times),
            series(index),
        )
        for step, times in sorted(bins.items())
    ]
    if x.low < 0 < x.high:
        shapes.append(plots.line((x.at(0), 0), (x.at(0), 100), "zero"))
    drawn = plots.graph(x, y, shapes, signed, lambda at: f"{at:g}" if at == int(at) else "")
    mean = sum(margins) / len(margins)
    others = "the other" if results.plan.seats == 2 else "the best of the others"
    caption = (
        f"{results.standings[index].name}: games by points ahead of {others}; "
        f"{signed_tenth(mean)} in the mean."
    )
    return plots.figure(drawn.replace('"graph"', '"graph low"'), caption)


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
    bots = [results.standings[index] for index in results.by_rating]
    taken = [bot for bot in bots if bot.mean_time > 0]
    if not taken:
        return ""
    x = LogAxis.around([time for bot in taken for time in (bot.mean_time, bot.max_time)])
    drawn = plots.rows(
        x,
        [
            Row(
                bot.name,
                (
                    plots.line((x.at(bot.mean_time), 50), (x.at(bot.max_time), 50), "whisker s0"),
                    plots.dot((x.at(bot.mean_time), 50), "s0"),
                ),
                f"{time_text(bot.mean_time)} … {time_text(bot.max_time)}",
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
        for game in games[:MAX_FORFEITS]
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
