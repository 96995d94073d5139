"""Every legal move can be made: its steps are offered, nothing else is, and it is what is sent."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import azulejos
from azulejos import GAME_NAMES, Move
from azulejos.narration import narrate as told_of
from azulejos.narration.languages import LANGUAGES
from azulejos.tables.messages import EventInfo, Result, Update
from azulejos.testing import random_record
from option_sets import option_sets, read_options
from positions import Position, Shape, as_text, positions, sampled, update_of

MOVES = 15  # at least, for each option set; as many times more as `--more` says
EACH = 3  # moves in a position
FEW = 12  # at least, of each game, where people's hands are imitated step by step
SIZES = ((1366, 768), (360, 640), (844, 390), (820, 1180))
ALWAYS = SIZES[:2]  # the others with `--more 2`: `test_layout.py` finds what cannot be hit there

Sample = list[tuple[Position, list[Move]]]
Samples = Callable[[str, int], Sample]

SHAPES: dict[str, set[Shape]] = {
    "azul": {
        ("offer", "display", "line"),
        ("offer", "display", "floor"),
        ("offer", "centre", "line"),
        ("offer", "centre", "floor"),
        ("tiling", "wall"),
    },
    "sintra": {
        ("turn", "display", "strip"),
        ("turn", "display", "broken"),
        ("turn", "centre", "strip"),
        ("turn", "centre", "broken"),
        ("turn", "back"),
        ("keep", "keep"),
    },
    "pavilion": {
        ("taking", "display"),
        ("taking", "centre"),
        ("placing", "space", "tile", "pay"),
        ("placing", "pass"),
        ("bonus", "supply"),
        ("keeping", "tile"),
        ("keeping", "done"),
    },
    "duel": {
        *(("action", *source, to) for source in (("sun",), ("moon",)) for to in ("line", "broken")),
        *(("action", "sun-large", to) for to in ("line", "broken")),
        *(("action", what) for what in ("chip", "plate", "stack")),
        *(("drawing", what) for what in ("look", "stack")),
        *((phase, "plate") for phase in ("first-plate", "keeping", "returning")),
        *(("paying", what) for what in ("spend", "skip")),
        ("laying", "slot", "turn"),
        ("placing", "dome"),
        ("stacking", "stack", "stack"),
        ("stacking", "stack", "stack", "stack"),
    },
}
"""The kinds of moves by game: all of them must be among those that are tried."""


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    """Positions and moves of a game, so many for each option set.

    One of the processes that test side by side plays the games, and the others read them.
    """
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder

    @cache
    def found(name: str, moves: int) -> Sample:
        file = folder / f"{name}-{moves}.pickle"
        with file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                file.write_bytes(pickle.dumps(sample(name, moves)))
        tried: Sample = pickle.loads(file.read_bytes())  # noqa: S301 - a file of our own
        return tried

    return found


def sample(name: str, moves: int) -> Sample:
    """As many positions as there are kinds, each with one of the kinds that are still missing."""
    game = azulejos.game(name)
    moves = max(moves, 2 * len(SHAPES[name]))  # some kinds are rare in Duel
    tried: Sample = []
    for text in option_sets(name):
        options = read_options(game, text)
        tried += sampled(positions(game, options, f"{name} {options}"), moves, each=EACH)
    return tried


def shapes(tried: Sample) -> set[Shape]:
    return {position.shapes[move] for position, moves in tried for move in moves}


class Told(msgspec.Struct):
    """A position as the page gets it, and moves to make there."""

    update: Update
    moves: list[str]
    position: str

    @property
    def text(self) -> str:
        return as_text(self.update)


def as_told(tried: Sample) -> list[Told]:
    """A sample as the page gets it."""
    return [
        Told(update_of(position), [str(move) for move in moves], str(position.state))
        for position, moves in tried
    ]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_move_is_made_by_its_steps(
    stage: Page, samples: Samples, name: str, pytestconfig: pytest.Config
) -> None:
    tried = samples(name, MOVES * int(pytestconfig.getoption("--more")))
    assert shapes(tried) >= SHAPES[name]
    assert stage.evaluate("tryMoves", msgspec.json.encode(as_told(tried)).decode()) == []


def some_kinds(samples: Samples, name: str, number: int) -> list[Told]:
    """Moves of a game, each in a position of its own, the kinds that are still missing first."""
    result = [position for position, _ in samples(name, MOVES)]
    return as_told(sampled(result, number, each=1))


def each_kind(samples: Samples, name: str) -> list[Told]:
    """Moves of every kind."""
    return some_kinds(samples, name, max(FEW, len(SHAPES[name])))


PLACE = """async ([move, done]) => {
  if (sent.length) return { isSent: true };
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // laid out
  const next = toClick(move, done);
  if (next.wrong || !next.name) return { wrong: next.wrong ?? `nothing is sent after [${done}]` };
  const hit = thing => {
    thing.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const parts = [...thing.querySelectorAll('.target-box, [data-tile], .reach'), thing];
    return parts.map(part => part.getBoundingClientRect())
      .map(box => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }))
      .find(({ x, y }) => thing.contains(document.elementFromPoint(x, y)));
  };
  const places = next.things.map(hit);
  if (!places.every(Boolean)) return { wrong: `${next.name} cannot be hit` };
  return { done: next.done, place: places.at(-1) };
}"""
"""Where to point at for the next step of a move: every thing of its name can be hit."""

FOCUS = """([move, done]) => {
  if (sent.length) return { isSent: true };
  const next = toClick(move, done);
  if (next.wrong || !next.name) return { wrong: next.wrong ?? `nothing is sent after [${done}]` };
  next.things.at(-1).focus();
  const isThere = document.activeElement === next.things.at(-1);
  if (!isThere) return { wrong: `${next.name} takes no focus` };
  return { done: next.done };
}"""


def steps_of(page: Page, told: Told, move: str, look: str) -> Any:
    """Show a position, and for each step of a move find what `look` tells; check what is sent."""
    page.evaluate("showPosition", told.text)
    done: list[str] = []
    while "isSent" not in (found := page.evaluate(look, [move, done])):
        assert "wrong" not in found, f"{told.position}: {move}: {found['wrong']}"
        done = found["done"]
        yield found
    assert page.evaluate("whatWasSent", move) is None, told.position


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_kind_of_move_is_made_with_a_pointer(
    stage: Page, samples: Samples, name: str, pytestconfig: pytest.Config
) -> None:
    for width, height in SIZES if pytestconfig.getoption("--more") > 1 else ALWAYS:
        stage.set_viewport_size({"width": width, "height": height})
        for told in each_kind(samples, name):
            for move in told.moves:
                for result in steps_of(stage, told, move, PLACE):
                    stage.mouse.click(result["place"]["x"], result["place"]["y"])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_kind_of_move_is_made_with_the_keyboard(
    stage: Page, samples: Samples, name: str
) -> None:
    for told in each_kind(samples, name):
        for number, move in enumerate(told.moves):
            for _ in steps_of(stage, told, move, FOCUS):
                stage.keyboard.press("Enter" if number % 2 else "Space")


RAW = r"[{}]|\bui\.|\bcolour\.|\bundefined\b|\bNaN\b|\b(azul|sintra|pavilion|duel)\.[a-z]"

SHOWN = """raw => [
  document.body.innerText,
  ...[...document.querySelectorAll('*')].flatMap(element =>
    ['aria-label', 'title', 'alt', 'placeholder'].map(name => element.getAttribute(name) ?? '')),
  ...[...document.querySelectorAll('title, text')].map(element => element.textContent),
].flatMap(text => text.split('\\n')).filter(text => new RegExp(raw).test(text))"""
"""The lines of all that is shown or spoken that nobody was meant to see."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_raw_is_shown_or_spoken(
    stage: Page, samples: Samples, language: str, pytestconfig: pytest.Config
) -> None:
    """In English above all: that others have the same messages is tested without a page.

    Of those each is looked at in one game, with `--more 2` in all.
    """
    stage.evaluate("language => localStorage['azulejos.language'] = `\"${language}\"`", language)
    number = list(LANGUAGES).index(language)
    is_thorough = language == "en" or pytestconfig.getoption("--more") > 1
    result: set[str] = set()
    for name in GAME_NAMES if is_thorough else [GAME_NAMES[number % len(GAME_NAMES)]]:
        stage.reload()
        stage.wait_for_function("() => window.socket?.onmessage")
        for told in some_kinds(samples, name, 6 if language == "en" else 2):
            for _ in steps_of(stage, told, told.moves[0], FOCUS):
                result.update(stage.evaluate(SHOWN, RAW))
                stage.keyboard.press("Enter")
        stage.evaluate("showPosition", whole_game(name))
        result.update(stage.evaluate(SHOWN, RAW))
        if name == "duel":  # plates that the log calls by their numbers are drawn beside them
            expect(stage.locator(".log .plates-of svg").first).to_be_visible()
    assert result == set()


@cache
def whole_game(name: str) -> str:
    """The end of a game, with all that was told of it."""
    game = azulejos.game(name)
    record = random_record(game, game.options(), seed=1)
    states = list(record.states())
    events = zip(states, record.events, states[1:], strict=False)
    since = [
        EventInfo(ply, None, "", told_of(before, event, after))
        for ply, (before, event, after) in enumerate(events)
    ]
    changes = {"since": since, "plies": len(since), "to_move": None, "seat": 0, "choices": []}
    outcome = record.outcome
    assert outcome
    result = Result(list(outcome.scores), list(outcome.places), outcome.reason)
    return as_text(update_of(Position(states[-1], {}), **changes, result=result))
