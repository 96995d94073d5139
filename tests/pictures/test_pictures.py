"""Pictures of positions of random games of every option set: whole, true, and without secrets."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from xml.etree import ElementTree as ET

import pytest

import pebbles
from azulejos import AZUL, DUEL, Game, Match, Options, State, svg
from azulejos.errors import OptionError, UnknownName
from azulejos.scenes import stage
from azulejos.testing import random_game
from option_sets import every_game, every_option_set
from pebbles.game import PEBBLES
from pictures.extents import SVG, points

TILES = {"azul": 20, "sintra": 20, "pavilion": 22, "duel": 13}
NOT_TILES = {"bag", "discard", "bonus", "chip", "lacking"}
"""Places where tiles are drawn that do not lie there."""
EVERY = 23  # positions is one drawn, and the first of each phase


def positions(game: Game, options: Options, seed: int) -> Iterator[State]:
    seen = set()
    for number, step in enumerate(random_game(game, options, seed)):
        if number % EVERY == seed % EVERY or step.state.phase not in seen:
            seen.add(step.state.phase)
            yield step.state


@every_option_set()
def test_a_picture_is_whole_and_true(game: Game, options: Options, seeds: range) -> None:
    shape = {"azul": "tile", "sintra": "pane", "pavilion": "rhomb", "duel": "disc"}[game.name]
    drawn_from = chain.from_iterable(positions(game, options, seed) for seed in seeds)
    for number, state in enumerate(drawn_from):
        theme = ("light", "dark")[number % 2]
        drawn = svg(state, theme=theme)
        root = ET.fromstring(drawn)  # noqa: S314 - our own
        assert len(drawn) < 100_000
        assert_within(root)
        assert_refers_to_itself(root)
        assert_said(root, state)
        assert_tiles(root, state, f"#az-{theme[0]}-{shape}-")


def assert_within(root: ET.Element) -> None:
    """Nothing lies outside of the view box."""
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for (x, y), what in points(root):
        assert -0.01 <= x <= width + 0.01, ET.tostring(what)
        assert -0.01 <= y <= height + 0.01, ET.tostring(what)


def assert_refers_to_itself(root: ET.Element) -> None:
    """Everything that is used is there, and nothing else; nothing comes from elsewhere."""
    ids = [result.attrib["id"] for result in root.iter() if "id" in result.attrib]
    text = ET.tostring(root, "unicode")
    used = set(re.findall(r'(?:href="#|url\(#)([\w.-]+)', text))
    assert used == set(ids)
    assert len(ids) == len(set(ids))
    assert not re.search(r"<script|@import|https?://(?!www\.w3\.org/2000/svg)", text)
    assert "NaN" not in text
    assert "var(" not in text


def test_a_picture_styles_nothing_but_its_own_classes() -> None:
    """Else it would style the page around it, or a picture in the other theme."""
    for theme in ("light", "dark"):
        root = ET.fromstring(svg(AZUL.new(), theme=theme))  # noqa: S314 - our own
        (style,) = root.iter(f"{SVG}style")
        selectors = re.findall(r"([^{}]+)\{", style.text or "")
        assert len(selectors) > 100
        for selector in ",".join(selectors).split(","):
            assert selector.strip().startswith(f".az-{theme[0]}-")
        classes = {name for each in root.iter() for name in each.get("class", "").split()}
        assert all(name.startswith(f"az-{theme[0]}-") for name in classes)


def assert_said(root: ET.Element, state: State) -> None:
    """Title, description and boards tell the round, the points, and whose turn it is."""
    assert root.attrib["role"] == "img"
    assert state.game.position(root.findtext(f"{SVG}metadata", "")) == state
    assert root.findtext(f"{SVG}title", "").startswith(state.game.title)
    about = root.findtext(f"{SVG}desc", "")
    boards = {
        seat: "".join(result.itertext())
        for seat in range(state.players)
        for result in root.iterfind(f".//{SVG}g[@data-place='seat-{seat}']")
    }
    for seat, score in enumerate(state.scores):
        shown = str(score).replace("-", "\N{MINUS SIGN}")
        assert f"Player {seat + 1}: {shown}" in about
        assert boards[seat].startswith(f"{seat + 1}Player {seat + 1} ")
        assert ("to move" in boards[seat]) == (state.to_move == seat)
    outcome = state.outcome
    won = [seat for seat in boards if "Won" in boards[seat]]
    assert won == (
        [seat for seat, place in enumerate(outcome.places) if place == 1] if outcome else []
    )


def assert_tiles(root: ET.Element, state: State, symbol: str) -> None:
    """Every tile that is not in the bag or discard lies somewhere, and these are counted."""
    scene = stage(state.game).scene(state)
    lying: dict[str, Counter[str]] = {}
    amounts: dict[str, list[int]] = {"bag": [], "discard": []}
    for place, result in placed(root, ""):
        if result.get("href", "").startswith(symbol):
            lying.setdefault(place, Counter())[result.attrib["href"].removeprefix(symbol)] += 1
        if place in amounts and result.tag == f"{SVG}text" and (result.text or "").isdigit():
            amounts[place].append(int(result.text or ""))
    for pile in ("bag", "discard"):
        assert amounts[pile] == list(getattr(scene, pile).values())
    for i, tiles in enumerate(getattr(scene, "displays", [])):
        assert lying.get(f"display-{i + 1}", Counter()) == Counter(tiles)
    if state.game.name == "pavilion":
        del lying["rounds"]
    places = [place for place in lying if place not in NOT_TILES]
    total = sum((lying[place] for place in places), Counter[str]())
    for colour, amount in scene.bag.items():
        assert total[colour] == TILES[state.game.name] - amount - scene.discard[colour], colour


def placed(element: ET.Element, place: str) -> Iterator[tuple[str, ET.Element]]:
    """Every element with the innermost place that it lies in."""
    place = element.get("data-place", place)
    yield place, element
    for child in element:
        if child.tag != f"{SVG}defs":
            yield from placed(child, place)


# Secrets


@pytest.mark.parametrize("seed", [1, 4])
def test_a_view_shows_nothing_that_its_seat_may_not_know(seed: int) -> None:
    """The picture of a seat's view is the same whatever is hidden from it (DU-25)."""
    source = random.Random(seed)
    hidden = 0
    for number, step in enumerate(random_game(DUEL, DUEL.options(), seed)):
        state = step.state
        for seat in (0, 1) if number % EVERY == 0 or state.table.hand_count else ():
            drawn = svg(state, seat)
            twin = state.view(seat).sample(source)
            assert drawn == svg(twin, seat)
            hidden += twin != state
    assert hidden > 5


def test_drawn_plates_are_shown_to_the_seat_that_holds_them_alone() -> None:
    steps = random_game(DUEL, DUEL.options(), 1)
    state = next(step.state for step in steps if step.state.phase == "keeping")
    assert state.to_move in (0, 1)
    mine, other = (plates_in_hand(svg(state, seat)) for seat in (state.to_move, 1 - state.to_move))
    assert mine == state.table.hand_count
    assert other == 0
    assert plates_in_hand(svg(state)) == mine
    assert plates_in_hand(svg(state.public)) == 0


def plates_in_hand(drawn: str) -> int:
    """How many plates of a hand show their fronts, of four spaces each."""
    hand = ET.fromstring(drawn).find(f".//{SVG}g[@data-place='hand']")  # noqa: S314 - our own
    assert hand is not None
    return sum(len(plate.findall(f"{SVG}use")) == 4 for plate in hand)


# Use


@every_game()
def test_notebooks_show_positions_views_and_matches(game: Game) -> None:
    match = Match(game, names=("Ana", "Ben"), source=random.Random(1))
    for shown in (match.state, match.view(1), match):
        assert shown._repr_svg_() == svg(shown)
    assert "Ana" in svg(match)
    assert svg(match) != svg(match, theme="dark")


def test_the_board_of_whose_view_it_is_comes_first() -> None:
    steps = random_game(AZUL, AZUL.options(players=4), 1)
    state = next(step.state for step in steps if step.state.to_move == 2)
    drawn = svg(state, 2)
    assert re.findall(r'data-place="seat-(\d)"', drawn) == ["2", "3", "0", "1"]
    assert "Your turn" in drawn


def test_it_speaks_other_languages() -> None:
    drawn = svg(AZUL.new(), language="ru")
    assert "Раунд" in drawn
    assert "Round" not in drawn


def test_a_size_changes_nothing_but_the_size() -> None:
    small, large = svg(AZUL.new(), size=100), svg(AZUL.new(), size=2000)
    assert re.sub(r'width="\d+" height="\d+"', "", small, count=1) == re.sub(
        r'width="\d+" height="\d+"', "", large, count=1
    )
    assert small.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="')


def test_names_are_text_and_not_markup() -> None:
    names = ["<b>&", "a name that is much too long for a board"]
    root = ET.fromstring(svg(AZUL.new(), names=names))  # noqa: S314
    assert "<b>&" in "".join(root.itertext())
    assert "a name that …" in "".join(root.itertext())


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"theme": "sepia"}, UnknownName, "no theme is called 'sepia'; there are: light, dark"),
        ({"size": 20}, OptionError, "a picture is 100 to 10000 pixels wide, not 20"),
        ({"names": ["Ana"]}, OptionError, "1 names for 2 players"),
        ({"language": "tlh"}, UnknownName, "no language is called 'tlh'"),
        ({"seat": 7}, UnknownName, "no seat is called '7'"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        svg(AZUL.new(), **wrong)  # type: ignore[arg-type]


def test_a_view_is_of_one_seat() -> None:
    with pytest.raises(OptionError, match="a view of seat 0 does not show what seat 1 sees"):
        svg(AZUL.new().view(0), seat=1)


def test_a_game_without_pictures_has_none() -> None:
    state = PEBBLES.new()
    assert state._repr_svg_() is None
    with pytest.raises(OptionError, match="there are no pictures of Pebbles"):
        svg(state)
    pebbles.add()
    try:
        assert state._repr_svg_() == svg(state)
        assert svg(state).count("<circle") > 12
    finally:
        pebbles.remove()
