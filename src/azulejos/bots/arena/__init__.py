"""The arena: bots against bots, with luck shared as fairly as possible.

One **deal** is one source of chance. It is played once for every rotation of its bots over the
seats, so each bot has each seat with the same luck: draws from equal pools take the same numbers
from the source. A bot that leaves choices to chance takes them from a source that belongs to the
deal and the seat, so two bots that play alike come out exactly even in every deal.

`plan` says who plays whom, `game` plays one game, `playing` and `processes` very many, `results`
stores them in a file, `counting` and `elo` say who is stronger, and `report` shows that.
"""

from azulejos.bots.arena.counting import BotStanding, Results, count
from azulejos.bots.arena.game import Forfeit, GamePlayed, Task, Thinking, play_game
from azulejos.bots.arena.plan import Limits, Plan
from azulejos.bots.arena.playing import (
    Deal,
    Deals,
    deal_scores,
    in_deals,
    play,
    play_games,
    tasks,
    tested_values,
    until_known,
)

__all__ = [
    "BotStanding",
    "Deal",
    "Deals",
    "Forfeit",
    "GamePlayed",
    "Limits",
    "Plan",
    "Results",
    "Task",
    "Thinking",
    "count",
    "deal_scores",
    "in_deals",
    "play",
    "play_game",
    "play_games",
    "tasks",
    "tested_values",
    "until_known",
]
