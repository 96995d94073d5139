"""A position text that is accepted can be played on to its end, and reads back at every step.

Real positions are changed: every field of a table in every phase, and numbers, letters, words and
whole sections of texts, by chance or taken from other positions. What the checks of a game let
through must behave like a position of a real game. Interpreted kernels find more here: their memory
refuses numbers that do not fit.

Faults show soon, so most positions are played on for a few events, and some to the end of the game.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import AZUL, DUEL, PAVILION, SINTRA, Game, State
from azulejos.errors import NotationError, OptionError
from azulejos.messages import Message
from azulejos.play.record import after
from azulejos.testing import random_event, random_game
from azulejos.testing.promises import check_end, check_scores
from azulejos.testing.random_games import MAX_GAME
from option_sets import option_sets, read_options

MIN_FIELDS = 350  # changed positions of each game, times `--more`
MAX_TEXTS = 50  # changed texts of each game, times `--more`
MAX_GAMES = 12  # played to their end, for each game, times `--more`
VIEWED = 1  # games of Duel, times `--more`
MAX_CHANGES = 3
MAX_OF_A_PHASE = 4  # positions of a random game
MAX_EVENTS = 30  # of a position that is not played to the end
CHECKED = 0.1  # the share of its positions that are checked
VIEWS = 0.25  # the share of positions whose views are checked
NUMBERS = (0, 1, 2, 3, 9, 20, 31, 99, 127, 128, 999, 1000, 9999)
UNCHANGED = ("seats", "players")


@cache
def corpus(game: Game) -> dict[str, list[State]]:
    """Some positions of every phase of random games, seen by everybody, and by one seat."""
    by_phase = defaultdict(list)
    for seed, options in enumerate(option_sets(game.name)):
        source = random.Random(f"corpus {seed}")
        states = defaultdict(list)
        for step in random_game(game, read_options(game, options), seed):
            states[step.state.phase].append(step.state)
        for phase, there in states.items():
            for state in source.sample(there, min(MAX_OF_A_PHASE, len(there))):
                by_phase[phase].append(state)
                if game.has_secrets:
                    by_phase[phase].append(state.view(source.randrange(state.players)).state)
    return by_phase


def any_position(game: Game, source: random.Random) -> State:
    """A position of any phase, the rare ones as often as the others."""
    return source.choice(source.choice([*corpus(game).values()]))


# Changes of fields


def changed_fields(game: Game, source: random.Random) -> Iterator[str]:
    """A text for every phase and every field: a position with that field changed, if it shows."""
    seat_fields = game.table["seats"].base.names
    for states in corpus(game).values():
        for name in (*game.table.names, *seat_fields):
            if name not in UNCHANGED:
                state = source.choice(states)
                text = with_other_field(state, name, source)
                if text != str(state):
                    yield without_bag(text, source)


def with_other_field(state: State, name: str, source: random.Random) -> str:
    """A position with a field changed, and now and then another one, too."""
    table = np.frombuffer(state.key, state.game.table).copy()
    seat_fields = table["seats"].dtype.names
    names = [name]
    if source.random() < 0.25:
        names.append(source.choice([n for n in seat_fields if n not in UNCHANGED]))
    for each in names:
        theirs = np.frombuffer(any_position(state.game, source).key, state.game.table)
        ours = table
        if each in seat_fields:
            ours, theirs = ours["seats"][0], theirs["seats"][0]
            ours, theirs = ours[source.randrange(2)], theirs[source.randrange(2)]
        change_field(ours[each].reshape(-1), theirs[each].reshape(-1), source)
    try:
        return str(type(state)(state.game, table.view(np.uint8)))
    except (LookupError, OptionError):  # a number that stands for nothing
        return str(state)


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
            least = -1 if ours.dtype.itemsize == 1 else 0  # piles are packed: no text has others
            ours[place] = max(least, ours[place] + source.choice((-1, 1)))


def without_bag(text: str, source: random.Random) -> str:
    """Leave the bag out for the most part, else numbers of tiles are almost never right."""
    return re.sub(r"\nbag .*", "", text) if source.random() < 0.7 else text


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


def changed_text(game: Game, source: random.Random) -> str:
    texts = [str(any_position(game, source)) for _ in range(MAX_CHANGES)]
    text = str(any_position(game, source))
    for _ in range(source.randint(1, MAX_CHANGES)):
        text = source.choice(CHANGES)(text, source, texts)
    return without_bag(text, source)


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


def play_on(state: State, source: random.Random, checked: float = 1.0) -> None:
    """Play to the end by chance, and check every position on the way.

    Where only a share of them is to be checked, it stops at some time; each phase is checked once.
    """
    seen: set[str] = set()
    for _ in range(MAX_EVENTS if checked < 1 else MAX_GAME):
        if state.phase not in seen or source.random() < checked:
            seen.add(state.phase)
            check_reads_back(state)
            check_end(state)
            check_scores(state)
            if source.random() < VIEWS:
                check_views(state, source)
        event = random_event(state, source)
        if event is None:
            return
        state = after(state, event)
    assert checked < 1, "the game does not end"


def check_text(game: Game, text: str, source: random.Random, checked: float) -> bool:
    """Whether a text is accepted; if it is, it can be played on."""
    try:
        state = game.position(text)
    except NotationError:
        return False
    try:
        play_on(state, source, checked)
    except Exception as error:
        raise AssertionError(f"{error!r}\nplaying on from\n{text}") from error
    return True


def changed(game: Game, seed: int) -> list[str]:
    """Texts of changed positions."""
    source = random.Random(f"{game.name} {seed}")
    texts: list[str] = []
    while len(texts) < MIN_FIELDS:
        texts += changed_fields(game, source)
    return texts + [changed_text(game, source) for _ in range(MAX_TEXTS)]


def check_changed(game: Game, seed: int) -> int:
    """Check the texts of a seed; return how many are accepted."""
    texts = changed(game, seed)
    source = random.Random(seed)
    to_the_end = {*source.sample(range(len(texts)), MAX_GAMES)}
    accepted = 0
    for index, text in enumerate(texts):
        accepted += check_text(game, text, source, 1.0 if index in to_the_end else CHECKED)
    return accepted


@pytest.mark.parametrize("game", [AZUL, SINTRA, PAVILION, DUEL], ids=lambda game: game.name)
def test_accepted_texts_can_be_played_on(game: Game, seeds: range) -> None:
    assert sum(check_changed(game, seed) for seed in seeds) > MIN_FIELDS // 5 * len(seeds)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("game", "keys", "phases"),
    [
        (AZUL, {"fault.azul.line_left", "fault.azul.floor_left"}, {"tiling"}),
        (SINTRA, {"fault.sintra.round_tiles"}, {"turn"}),
        (PAVILION, {"fault.pavilion.marker"}, {"refill"}),
        (DUEL, {"fault.duel.untouched"}, {"choose-start", "choose-scoring"}),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else "",
)
def test_a_missing_check_is_found(game: Game, keys: set[str], phases: set[str]) -> None:
    """Planted mistakes: a game that does not look for some faults in some phases."""

    def faults(table: Any) -> Sequence[str]:
        is_blind = game.phases[table.phase].name in phases
        return [each for each in game.faults(table) if not (is_blind and keys & keys_of(each))]

    with pytest.raises(AssertionError, match="playing on from"):
        check_changed(replace(game, faults=faults), 0)


def keys_of(fault: object) -> set[str]:
    """The key of a fault and those of its parts."""
    if isinstance(fault, list):
        return set().union(*map(keys_of, fault))
    if not isinstance(fault, Message):
        return set()
    return {fault.message}.union(*map(keys_of, fault.values.values()))


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
