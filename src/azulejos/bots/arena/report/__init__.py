"""A report of an arena: one page of HTML that needs nothing from anywhere."""

from __future__ import annotations

import math
import platform
from datetime import UTC, datetime
from html import escape

from azulejos import __version__
from azulejos.bots.arena.counting import Results, time_text
from azulejos.bots.arena.elo import SequentialTest
from azulejos.bots.arena.report import games, strength
from azulejos.bots.arena.report.style import STYLE, colours, facts
from azulejos.games import game as game_named

__all__ = ["report_page"]

POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def report_page(results: Results, command: str = "", test: SequentialTest | None = None) -> str:
    """The results of an arena as a page; the command repeats it."""
    plan = results.plan
    title = f"{game_named(plan.game).title}: {' · '.join(plan.labels)}"
    if len(plan.bots) > 3:
        title = f"{game_named(plan.game).title}: {plan.pairing} of {len(plan.bots)} bots"
    parts = (
        strength.standings(results, test),
        strength.rating_plot(results),
        strength.crosstable(results),
        strength.course(results),
        games.differences(results),
        games.seats(results),
        games.times(results),
        games.forfeits(results),
        facts(_facts(results, command)),
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{colours()}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{escape(title)}</h1>\n"
        f'<p class="soft">{results.games} games in {len(results.deals)} deals</p>\n'
        + "\n".join(filter(None, parts))
        + "\n</main>\n</body>\n</html>\n"
    )


def _facts(results: Results, command: str) -> list[tuple[str, str]]:
    plan, limits = results.plan, results.plan.limits
    time = "what each bot names" if limits.move_time is None else _time(limits.move_time)
    return [
        ("command", command),
        ("game", f"{plan.game}, rules {game_named(plan.game).rules_version}"),
        ("options", " ".join(f"{name}={value}" for name, value in plan.options.as_dict().items())),
        ("bots", ", ".join(plan.bots)),
        ("who meets whom", plan.pairing),
        ("seed", str(plan.seed)),
        ("time for a move", f"{time}, and {_time(limits.grace)} of grace"),
        ("azulejos", __version__),
        (
            "machine",
            f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        ),
        ("written", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
    ]


def _time(seconds: float) -> str:
    return "no limit" if math.isinf(seconds) else time_text(seconds)
