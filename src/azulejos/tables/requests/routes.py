"""All requests, in one table.

A server answers them (`server/http`), or the page itself (`offline`). The page's functions for them
are generated from it, too (`server/typescript.py`).
"""

from __future__ import annotations

from azulejos.tables.requests import about, bots, me, puzzles, skill, study, tables, today
from azulejos.tables.requests.route import LINES, MARKDOWN, TEXT, Route

TABLE = "/api/tables/{table}"
SEAT = "/api/tables/{table}/seats/{seat}"
LINK = "/api/links/{secret}"
DAY = "/api/today/{game}/{day}"
BOT = "/api/bot"

ROUTES = (
    # What there is
    Route("GET", "/api/games", about.games),
    Route("GET", "/api/games/{game}/rules", about.rules, kind=MARKDOWN),
    Route("GET", "/api/games/{game}/guide", about.guide),
    Route("GET", "/api/network", about.reach),
    Route("POST", "/api/network", about.open_to_network, needs_server=True),
    # Oneself
    Route("GET", "/api/me", me.me),
    Route("PUT", "/api/me", me.rename),
    Route("DELETE", "/api/me", me.forget),
    Route("GET", "/api/me/data", me.data, is_compressed=False),
    Route("POST", "/api/me/link", me.link, status=201, needs_server=True),
    Route("GET", "/api/me/links", me.devices),
    Route("DELETE", "/api/me/links", me.revoke_all, needs_server=True),
    Route("DELETE", "/api/me/links/{link}", me.revoke, needs_server=True),
    Route("GET", LINK, me.link_owner, needs_server=True),
    Route("POST", LINK, me.open_link, needs_server=True),
    Route("GET", "/api/me/push", me.push),
    Route("PUT", "/api/me/push", me.subscribe, needs_server=True),
    Route("DELETE", "/api/me/push", me.unsubscribe, needs_server=True),
    Route("GET", "/api/me/skill", skill.skill, limit="study"),
    Route("GET", "/api/mine", me.mine),
    Route("GET", "/api/mine/statistics", me.statistics, limit="study"),
    Route("GET", "/api/mine/puzzles", puzzles.puzzle_progress),
    Route("GET", "/api/mine/mistakes", skill.mistakes, limit="study"),
    # Tables
    Route("POST", "/api/tables", tables.create, status=201),
    Route("GET", "/api/tables", tables.open_tables),
    Route("GET", TABLE, tables.table),
    Route("POST", SEAT, tables.sit),
    Route("DELETE", SEAT, tables.leave),
    Route("GET", f"{TABLE}/record", tables.record, kind=TEXT),
    Route("GET", f"{TABLE}/record.txt", tables.record, kind=TEXT),
    Route("GET", f"{TABLE}/record.json", tables.record_json),
    Route("GET", f"{TABLE}/log.json", tables.log),
    # Studying
    Route("GET", f"{TABLE}/replay", study.replay, limit="study", is_compressed=False),
    Route("GET", f"{TABLE}/review", study.review, kind=LINES, is_compressed=False),
    Route("POST", "/api/sandbox", study.sandbox, limit="study", is_compressed=False),
    Route("POST", "/api/sandbox/bot", study.bot_move, limit="study", is_compressed=False),
    Route("POST", "/api/editor", study.edit, limit="study", is_compressed=False),
    Route("POST", "/api/open", study.open_text, limit="study", is_compressed=False),
    Route("POST", "/api/analysis", study.analysis),
    Route("POST", "/api/files", study.read_file, limit="study", is_compressed=False),
    # Puzzles
    Route("GET", "/api/puzzles", puzzles.puzzle_sets),
    Route("GET", "/api/puzzles/daily", puzzles.daily_puzzles, limit="study"),
    Route("GET", "/api/puzzles/next", puzzles.next_puzzle, limit="study"),
    Route("GET", "/api/puzzles/{puzzle}", puzzles.puzzle, limit="study"),
    Route("POST", "/api/puzzles/{puzzle}/answers", puzzles.answer_puzzle, limit="study"),
    # The game of the day
    Route("GET", "/api/today", today.daily_games),
    Route("POST", "/api/today/compare", today.compare_daily, limit="study", is_compressed=False),
    Route("POST", "/api/today/{game}", today.play_daily),
    Route("GET", DAY, today.daily_share, limit="study"),
    Route("GET", f"{DAY}/par", today.daily_par, limit="study"),
    Route("GET", f"{DAY}/listed", today.listed_daily, limit="study", needs_server=True),
    Route("PUT", f"{DAY}/listed", today.list_daily, limit="study", needs_server=True),
    Route("DELETE", f"{DAY}/listed", today.unlist_daily, limit="study", needs_server=True),
    # Programs that play
    Route("POST", f"{BOT}/tokens", bots.add_program, status=201, needs_server=True),
    Route("GET", f"{BOT}/games", bots.program_games, needs_server=True),
    Route(
        "GET",
        f"{BOT}/games/{{table}}/stream",
        bots.follow_game,
        kind=LINES,
        needs_server=True,
        is_compressed=False,
    ),
    Route("POST", f"{BOT}/games/{{table}}/moves", bots.program_move, needs_server=True),
)
