"""A language model as a player: it reads position and legal moves as text, and answers with a move.

::

    export CHAT_URL=http://localhost:8000/v1/chat/completions CHAT_MODEL=my-model CHAT_KEY=...
    azulejos arena --players examples/language_model.py:LanguageModelBot random --games 2

Any server will do that speaks the usual chat completions, and any function from messages to text:
`LanguageModelBot(ask=my_function)`. An answer without a legal move is sent back with the reason;
after some tries the bot plays at random, and counts it.
"""

from __future__ import annotations

import json
import os
import re
import urllib.request
from collections.abc import Callable
from random import Random

from azulejos import Move, View
from azulejos.bots import Parameter
from azulejos.errors import AzulejosError

Message = dict[str, str]
Ask = Callable[[list[Message]], str]
"""Answers a conversation, as chat completions do."""

RULES = (
    "You play the board game {title}. A position is written as text: the displays and the centre "
    "with their tiles, then a line for each seat. You are seat {seat}. Think as long as you like, "
    "and end with the move on a line of its own: 'move: {example}'."
)
MOVE = re.compile(r"move:\s*`?([^\s`.]+)", re.IGNORECASE)


class LanguageModelBot:
    """Asks a language model for every move."""

    parameters = (Parameter("tries", "int", "answers to ask for at most", 3, low=1, high=20),)

    def __init__(
        self, tries: int = 3, source: Random | None = None, ask: Ask | None = None
    ) -> None:
        self._tries = tries
        self._source = source or Random()
        self._ask = ask or chat
        self.given_up = 0
        """How many moves were random, because no answer named a legal one."""

    def choose(self, view: View) -> Move:
        messages = prompt(view)
        for _ in range(self._tries):
            answer = self._ask(messages)
            try:
                return read_answer(view, answer)
            except AzulejosError as error:
                messages += [
                    {"role": "assistant", "content": answer},
                    {"role": "user", "content": f"That is not legal: {error}. Choose another."},
                ]
        self.given_up += 1
        return self._source.choice(view.state.legal_moves)


def prompt(view: View) -> list[Message]:
    """What the model is told: the game, what its seat sees, and what it may do."""
    state = view.state
    moves = [str(move) for move in state.legal_moves]
    rules = RULES.format(title=state.game.title, seat=view.seat + 1, example=moves[0])
    asked = f"{state}\n\nLegal moves: {' '.join(moves)}"
    return [{"role": "system", "content": rules}, {"role": "user", "content": asked}]


def read_answer(view: View, answer: str) -> Move:
    """The move that an answer ends with; what is wrong with it is raised."""
    named = MOVE.findall(answer) or answer.split()[-1:]
    move = view.state.game.parse_move(named[-1] if named else "")
    view.state.play(move)
    return move


def chat(messages: list[Message]) -> str:
    """Ask a server that speaks chat completions: CHAT_URL, CHAT_MODEL and CHAT_KEY say which."""
    asked = {"model": os.environ.get("CHAT_MODEL", ""), "messages": messages}
    request = urllib.request.Request(  # noqa: S310 - the user's own address
        os.environ["CHAT_URL"],
        json.dumps(asked).encode(),
        {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {os.environ.get('CHAT_KEY', '')}",
        },
    )
    with urllib.request.urlopen(request, timeout=300) as response:  # noqa: S310
        answer: str = json.load(response)["choices"][0]["message"]["content"]
    return answer
