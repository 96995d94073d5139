"""The arena's report: one page with everything in it, whatever the bots are called and did."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest

from azulejos import AZUL
from azulejos.bots.arena import Forfeit, GamePlayed, Plan, Thinking, count
from azulejos.bots.arena.counting import plain, signed, time_text
from azulejos.bots.arena.report import report_page
from azulejos.bots.arena.report.plots import Axis, LogAxis

THINKING = Thinking(20, 0.2, 0.05)


def results(players: int, *bots: str, forfeits: bool = False, deals: int = 12):
    options = AZUL.options.of({"players": players})
    pairing = "all" if len(bots) == players else "round-robin"
    plan = Plan("azul", options, bots, 1, pairing)
    played = []
    for deal in range(deals):
        lineup, places = plan.lineup(deal), tuple(range(1, players + 1))
        lost = Forfeit(players - 1, "died", "killed by <SIGKILL>") if forfeits else None
        played.append(
            tuple(
                GamePlayed(
                    *(deal, rotation, lineup, places[::-1], places, 0, 40, 5),
                    thinking=(THINKING,) * players,
                    forfeit=lost,
                )
                for rotation in range(players)
            )
        )
    return count(plan, played)


@pytest.mark.parametrize(
    "results",
    [
        results(2, "greedy", "greedy"),
        results(2, "greedy", "random", "easy", forfeits=True),
        results(3, "greedy", "random", "easy", "casual"),
        results(4, "greedy", "random", "easy", "casual", deals=1),
    ],
    ids=["two", "all forfeited", "three", "one deal"],
)
def test_every_report_is_well_formed_and_needs_nothing_from_elsewhere(results):
    page = report_page(results, "azulejos arena --players 'a<b>'")
    body = page[page.index("<main>") : page.index("</main>") + len("</main>")]
    ElementTree.fromstring(body.replace("&nbsp;", " "))  # noqa: S314 - our own page
    assert not re.search(r"<script|https?:|url\(|src=|@import", page)
    assert "a&lt;b&gt;" in page
    assert "nan" not in page.replace("inherit", "")
    for heading in ("Standings", "Ratings", "Crosstable", "Over the course", "What was played"):
        assert f"<h2>{heading}" in page


def test_a_report_names_forfeits_and_draws_differences_of_games_that_were_finished():
    played, lost = (
        report_page(results(2, "easy", "random")),
        report_page(results(2, "easy", "random", forfeits=True)),
    )
    assert "Differences of points" in played
    assert "Differences of points" not in lost
    assert "killed by &lt;SIGKILL&gt;" in lost


def test_the_axes_have_round_numbers_and_keep_everything_in_the_picture():
    axis = Axis(-173, 402)
    assert axis.ticks() == [0, 200, 400]
    assert (axis.at(-173), axis.at(402), axis.at(9999), axis.at(-math.inf)) == (0, 100, 100, 0)
    times = LogAxis.around([0.00002, 0.5])
    assert times.ticks() == pytest.approx([1e-4, 1e-3, 1e-2, 1e-1])
    assert 0 < times.at(0.00002) < times.at(0.5) < 100
    assert Axis.around([3.0]).at(3.0) == 50


def test_nothing_is_written_as_minus_zero():
    assert [signed(value) for value in (-0.4, -0.0, 0.4, -0.6, math.inf)] == [
        *("0", "0", "0", "-1", "+∞")
    ]
    assert [plain(value, 1) for value in (-0.04, -0.06, math.nan)] == ["0.0", "-0.1", "-"]
    assert [time_text(each) for each in (2e-5, 0.0123, 2.5)] == ["20 µs", "12.3 ms", "2.50 s"]
