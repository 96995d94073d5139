"""A position text that is accepted can be played on to its end, and reads back at every step.

Real positions are changed: fields of their tables, and numbers, letters, words and whole sections
of their texts, by chance or taken from other positions. What the checks of a game let through must
behave like a position of a real game. Interpreted kernels find more here: their memory
refuses numbers that do not fit.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from option_sets import option_sets, read_options

from azulejos import AZUL, DUEL, PAVILION, SINTRA, Game, State
from azulejos.errors import NotationError, OptionError
from azulejos.play.record import after
from azulejos.testing import MAX_GAME, check_end, check_scores, random_event, random_game

CHANGED = 30  # texts for each game, times `--more`
VIEWED = 1  # games of Duel, times `--more`
MAX_CHANGES = 3
NUMBERS = (0, 1, 2, 3, 9, 20, 31, 99, 127, 128, 999, 1000, 9999)


@cache
def corpus(game: Game) -> tuple[State, ...]:
    """Some positions of random games, seen by everybody, and by one seat."""
    result = []
    for number, options in enumerate(option_sets(game.name)):
        source = random.Random(f"corpus {number}")
        states = [step.state for step in random_game(game, read_options(game, options), number)]
        result += [states[0], states[-1]]
        for state in source.sample(states, min(25, len(states))):
            result.append(state)
            if game.has_secrets:
                result.append(state.view(source.randrange(state.players)).state)
    return tuple(result)


# Changes of fields


def with_other_fields(state: State, source: random.Random) -> State:
    """A position with some numbers of its table changed, by a little or to those of another."""
    table = np.frombuffer(state.key, state.game.table).copy()
    for _ in range(source.randint(1, MAX_CHANGES)):
        theirs = np.frombuffer(source.choice(corpus(state.game)).key, state.game.table)
        ours = table
        if "seats" in ours.dtype.names and source.random() < 0.5:  # they have more fields
            ours, theirs = (each["seats"][0] for each in (ours, theirs))
            ours, theirs = ours[source.randrange(2)], theirs[source.randrange(2)]
        name = source.choice(
            [name for name in ours.dtype.names if name not in ("seats", "players")]
        )
        change_field(ours[name].reshape(-1), theirs[name].reshape(-1), source)
    return type(state)(state.game, table.view(np.uint8))


def change_field(
    ours: NDArray[np.integer], theirs: NDArray[np.integer], source: random.Random
) -> None:
    """Change one number of a field, or all of them."""
    place = source.randrange(len(ours))
    match source.randrange(3):
        case 0:
            ours[:] = theirs
        case 1:
            ours[place] = source.choice(theirs)
        case _:
            ours[place] += source.choice((-1, 1))


# Changes of texts


def other_number(text: str, source: random.Random, _texts: Sequence[str]) -> str:
    result = list(re.finditer(r"\d+", text))
    if not result:
        return text
    one = source.choice(result)
    near = [max(0, int(one[0]) + step) for step in (-1, 1)]
    return text[: one.start()] + str(source.choice((*near, *NUMBERS))) + text[one.end() :]


def other_letter(text: str, source: random.Random, _texts: Sequence[str]) -> str:
    """Another tile, one more or one less."""
    result = list(re.finditer(r"(?<![a-z])[A-Z.*](?![a-z])", text))
    if not result:
        return text
    one = source.choice(result)
    letters = [*sorted({match[0] for match in result}), "-", ""]
    new = source.choice((source.choice(letters), one[0] + source.choice(letters)))
    return text[: one.start()] + new + text[one.end() :]


def other_word(text: str, source: random.Random, texts: Sequence[str]) -> str:
    """A named value as another position has it."""
    result = list(re.finditer(r"(\w+)=(\S+)", text))
    one = source.choice(result)
    theirs = re.findall(rf"{one[1]}=\S+", source.choice(texts))
    if not theirs:
        return text
    return text[: one.start()] + source.choice(theirs) + text[one.end() :]


def other_section(text: str, source: random.Random, texts: Sequence[str]) -> str:
    """A section as another position has it."""
    lines = text.splitlines()
    theirs = source.choice(texts).splitlines()
    place = source.randrange(1, len(lines))
    same = [line for line in theirs if line.split()[0] == lines[place].split()[0]]
    lines[place : place + 1] = [source.choice(same)] if same else [source.choice(theirs)]
    return "\n".join(lines)


def swapped_words(text: str, source: random.Random, _texts: Sequence[str]) -> str:
    """The same value of two seats, each where the other was."""
    names = re.findall(r"(\w+)=", text)
    result = list(re.finditer(rf"{source.choice(names)}=\S+", text))
    if len(result) < 2:
        return text
    one, other = result[0], result[-1]
    return (
        text[: one.start()]
        + other[0]
        + text[one.end() : other.start()]
        + one[0]
        + text[other.end() :]
    )


def less(text: str, source: random.Random, _texts: Sequence[str]) -> str:
    """A word or a section less."""
    lines = text.splitlines()
    place = source.randrange(len(lines))
    words = lines[place].split()
    if place and (len(words) == 1 or source.random() < 0.5):
        del lines[place]
    elif len(words) > 1:
        del words[source.randrange(1, len(words))]
        lines[place] = " ".join(words)
    return "\n".join(lines)


CHANGES: tuple[Callable[[str, random.Random, Sequence[str]], str], ...] = (
    other_number,
    other_letter,
    other_word,
    other_section,
    swapped_words,
    less,
)


def changed(game: Game, source: random.Random) -> str:
    state = source.choice(corpus(game))
    if source.random() < 0.5:
        text = other_text(state, source)
    else:
        try:
            text = str(with_other_fields(state, source))
        except (LookupError, OptionError):  # a number that stands for nothing
            text = str(state)
    if source.random() < 0.7:  # else numbers of tiles are almost never right
        text = re.sub(r"\nbag .*", "", text)
    return text


def other_text(state: State, source: random.Random) -> str:
    texts = [str(other) for other in source.sample(corpus(state.game), MAX_CHANGES)]
    text = str(state)
    for _ in range(source.randint(1, MAX_CHANGES)):
        text = source.choice(CHANGES)(text, source, texts)
    return text


# Playing on


def check_reads_back(state: State) -> None:
    again = state.game.position(str(state))
    assert again == state, f"it reads back as\n{again}"


def check_views(state: State, source: random.Random) -> None:
    if not state.game.has_secrets:
        return
    for seat in range(state.players):
        view = state.view(seat)
        check_reads_back(view.state)
        check_reads_back(view.sample(source))


def play_on(state: State, source: random.Random) -> None:
    """Play to the end by chance, and check every position on the way."""
    for _ in range(MAX_GAME):
        check_reads_back(state)
        check_end(state)
        check_scores(state)
        check_views(state, source)
        event = random_event(state, source)
        if event is None:
            return
        state = after(state, event)
    raise AssertionError("the game does not end")


def check_text(game: Game, text: str, source: random.Random) -> bool:
    """Whether a text is accepted; if it is, it can be played on."""
    try:
        state = game.position(text)
    except NotationError:
        return False
    try:
        play_on(state, source)
    except Exception as error:
        raise AssertionError(f"{error!r}\nplaying on from\n{text}") from error
    return True


@pytest.mark.parametrize("game", [AZUL, SINTRA, PAVILION, DUEL], ids=lambda game: game.name)
def test_accepted_texts_can_be_played_on(game: Game, seeds: range) -> None:
    accepted = 0
    for number in range(CHANGED * seeds.start, CHANGED * seeds.stop):
        source = random.Random(f"{game.name} {number}")
        accepted += check_text(game, changed(game, source), source)
    assert accepted > CHANGED * len(seeds) // 20


def test_du_25_views_can_be_played_on(seeds: range) -> None:
    """Chance answers for what is blank, and the other seat may do all that it may be able to."""
    for number in range(VIEWED * seeds.start, VIEWED * seeds.stop):
        source = random.Random(f"views {number}")
        options = source.choice(option_sets("duel"))
        steps = list(random_game(DUEL, read_options(DUEL, options), number))
        drawn = [step.state for step in steps if step.state.table.hand_count] or [steps[0].state]
        for state in (source.choice(steps).state, source.choice(drawn)):
            for view in (state.view(0).state, state.view(1).state, state.public):
                play_on(view, source)
