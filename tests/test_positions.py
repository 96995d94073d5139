"""Positions as texts, numbers and places to edit are what they were: pinned for every game.

Positions of random games are written, read back whole, shortened and broken, observed by every
seat, and taken apart into places. `--rewrite` accepts a change; `PARTS` says where it is.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from azulejos import AZUL, Game, State
from azulejos.editing.draft import edited
from azulejos.errors import NotationError
from azulejos.testing import random_game
from option_sets import every_game, option_sets, read_options

PINNED = Path(__file__).parent / "digests" / "positions.json"
POSITIONS = 12  # of a random game for each option set
BROKEN = 6  # texts of each position
STRANGE = "-0?*BX9=/;: "


def sampled(game: Game) -> Iterator[State]:
    """Positions of random games with every option set, the first and the last among them."""
    for text in option_sets(game.name):
        states = [step.state for step in random_game(game, read_options(game, text), 11)]
        source = random.Random(text)
        yield from (states[0], *source.sample(states, POSITIONS), states[-1])


def texts(state: State) -> Iterator[str]:
    """A position as it is written."""
    yield str(state)


def reading(state: State) -> Iterator[str]:
    """What is read from the text, and from shorter and broken ones: the bytes, or the fault."""
    source = random.Random(str(state))
    changes = (without_section, without_value, with_other_word, with_other_letter)
    for text in (str(state), *(source.choice(changes)(str(state), source) for _ in range(BROKEN))):
        try:
            draft = state.game.draft(text)
        except NotationError as error:
            yield f"{text}\n{error.message}"
        else:
            faults = "\n".join(map(str, state.game.faults(draft.table)))
            yield f"{text}\n{draft._raw.tobytes().hex()}\n{faults}"


def without_section(text: str, source: random.Random) -> str:
    lines = text.splitlines()
    lines.remove(source.choice(lines[1:]))
    return "; ".join(lines)


def without_value(text: str, source: random.Random) -> str:
    words = text.split(" ")
    words.remove(source.choice(words[1:]))
    return " ".join(words)


def with_other_word(text: str, source: random.Random) -> str:
    words = text.split(" ")
    words[source.randrange(1, len(words))] = source.choice(words)
    return " ".join(words)


def with_other_letter(text: str, source: random.Random) -> str:
    place = source.randrange(len(text))
    return text[:place] + source.choice(STRANGE) + text[place + 1 :]


def observations(state: State) -> Iterator[str]:
    """What the numbers mean and are, as every seat observes them."""
    yield repr(state.game.observation(state.players))
    for seat in range(state.players):
        yield state.observe(seat).tobytes().hex()


def places(state: State) -> Iterator[str]:
    """The places that can be edited, and what lies there."""
    draft = edited(str(state), {})
    for place in draft.places:
        yield f"{replace(place, phases=frozenset())} {sorted(place.phases)}"
    yield repr(draft.values)


PARTS: tuple[Callable[[State], Iterator[str]], ...] = (texts, reading, observations, places)


def digests(game: Game) -> dict[str, str]:
    result = {part.__name__: hashlib.sha256() for part in PARTS}
    for state in sampled(game):
        for part in PARTS:
            for text in part(state):
                result[part.__name__].update(f"{text}\0".encode())
    return {name: digest.hexdigest()[:16] for name, digest in result.items()}


@every_game()
def test_positions_are_described_as_before(game: Game, rewrite: bool) -> None:
    result = digests(game)
    pinned = json.loads(PINNED.read_text()) if PINNED.exists() else {}
    if rewrite:
        PINNED.write_text(json.dumps({**pinned, game.name: result}, indent=1) + "\n")
    assert result == json.loads(PINNED.read_text())[game.name]


@pytest.mark.parametrize("part", PARTS)
def test_parts_of_a_position_differ(part: Callable[[State], Iterator[str]]) -> None:
    """The digests can fail: other positions have others."""
    first, *_, last = sampled(AZUL)
    assert [*part(first)] != [*part(last)]
