"""Every legal move can be made: its steps are offered, nothing else is, and it is what is sent."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

import azulejos
from azulejos import GAME_NAMES, Game, Move, Options
from azulejos.server.messages import Happened, Result, Update
from azulejos.telling import told as told_of
from azulejos.telling.languages import LANGUAGES
from azulejos.testing import random_record
from option_sets import every_option_set, option_sets, read_options
from positions import Position, Shape, as_text, positions, sampled, update_of

MOVES = 50  # for each option set; as many times more as `--more` says
SIZES = {"desk": (1366, 768), "phone": (360, 640), "sideways": (844, 390), "tablet": (820, 1180)}

Sample = list[tuple[Position, list[Move]]]

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


@cache
def sample(game: Game, options: Options, moves: int = MOVES) -> Sample:
    return sampled(positions(game, options, f"{game.name} {options}"), moves)


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


@every_option_set()
def test_every_move_is_made_by_its_steps(
    stage: Page, game: Game, options: Options, pytestconfig: pytest.Config
) -> None:
    more = int(pytestconfig.getoption("--more"))
    tried = as_told(sample(game, options, more * MOVES))
    assert stage.evaluate("tryMoves", msgspec.json.encode(tried).decode()) == []


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_kind_of_move_is_tried(name: str) -> None:
    game = azulejos.game(name)
    tried = [shapes(sample(game, read_options(game, text))) for text in option_sets(name)]
    assert set().union(*tried) >= SHAPES[name]


def some_of_each_kind(name: str, number: int) -> list[Told]:
    """Moves of a game, each kind a few times."""
    game = azulejos.game(name)
    found = [
        position
        for text in option_sets(name)
        for position, _ in sample(game, read_options(game, text))
    ]
    return as_told(sampled(found, number, each=2))


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
@pytest.mark.parametrize("size", SIZES)
def test_every_kind_of_move_is_made_with_a_pointer(stage: Page, name: str, size: str) -> None:
    width, height = SIZES[size]
    stage.set_viewport_size({"width": width, "height": height})
    for told in some_of_each_kind(name, 24):
        for move in told.moves:
            for found in steps_of(stage, told, move, PLACE):
                stage.mouse.click(found["place"]["x"], found["place"]["y"])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_kind_of_move_is_made_with_the_keyboard(stage: Page, name: str) -> None:
    for told in some_of_each_kind(name, 24):
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
@pytest.mark.parametrize("name", GAME_NAMES)
def test_nothing_raw_is_shown_or_spoken(stage: Page, name: str, language: str) -> None:
    stage.evaluate("language => localStorage['azulejos.language'] = `\"${language}\"`", language)
    stage.reload()
    stage.wait_for_function("() => window.socket?.onmessage")
    found: set[str] = set()
    for told in some_of_each_kind(name, 8):
        for _ in steps_of(stage, told, told.moves[0], FOCUS):
            found.update(stage.evaluate(SHOWN, RAW))
            stage.keyboard.press("Enter")
    stage.evaluate("showPosition", whole_game(name))
    found.update(stage.evaluate(SHOWN, RAW))
    assert found == set()


def whole_game(name: str) -> str:
    """The end of a game, with all that was told of it."""
    game = azulejos.game(name)
    record = random_record(game, game.options(), seed=1)
    states = list(record.states())
    events = zip(states, record.events, states[1:], strict=False)
    since = [
        Happened(ply, None, "", told_of(before, event, after))
        for ply, (before, event, after) in enumerate(events)
    ]
    changes = {"since": since, "plies": len(since), "to_move": None, "seat": 0, "choices": []}
    outcome = record.outcome
    assert outcome
    result = Result(list(outcome.scores), list(outcome.places), outcome.reason)
    return as_text(update_of(Position(states[-1], {}), **changes, result=result))
