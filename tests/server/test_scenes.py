"""Scenes and steps, over random games of every option set."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

import msgspec

from azulejos import DUEL, PAVILION, SINTRA, Game, Options, State
from azulejos.scenes import Scene, stage
from azulejos.scenes.azul import AzulScene
from azulejos.scenes.duel import scene as duel_scene
from azulejos.scenes.duel_scene import DuelScene
from azulejos.scenes.pavilion import PavilionScene
from azulejos.scenes.pavilion import scene as pavilion_scene
from azulejos.scenes.sintra import SintraScene, Strip
from azulejos.scenes.sintra import scene as sintra_scene
from azulejos.tables.live.updates import happened, seen_by, shown
from option_sets import every_option_set
from random_events import random_events

TILES = {"azul": 20, "sintra": 20, "pavilion": 22, "duel": 13}


def random_game(game: Game, options: Options, seed: int) -> Iterator[State]:
    """Every position of a random game."""
    yield game.new(options)
    for _, _, state in random_events(game, options, seed):
        yield state


# Steps


@every_option_set()
def test_no_moves_steps_are_the_beginning_of_anothers(
    game: Game, options: Options, seeds: range
) -> None:
    for seed in seeds:
        for state in random_game(game, options, seed):
            steps = sorted(stage(game).steps(move) for move in state.legal_moves)
            assert all(steps)
            for one, next_one in pairwise(steps):
                assert next_one[: len(one)] != one


# What lies on the table


def tiles_of(scene: Scene) -> list[str]:
    """The name of every tile in a scene."""
    named = [*Counter(scene.bag).elements(), *Counter(scene.discard).elements()]
    match scene:
        case AzulScene():
            named += [*chain(*scene.displays), *scene.centre]
            for board in scene.boards:
                named += [*chain(*board.wall), *board.floor]
                named += [line.colour for line in board.lines for _ in range(line.tiles)]
        case SintraScene():
            named += [*chain(*scene.displays), *scene.centre, *scene.round_tiles]
            for palace in scene.boards:
                for window in palace.windows:
                    named += [*window.cells, *(window.strip.tiles if window.strip else [])]
        case PavilionScene():
            named += [*chain(*scene.displays), *scene.centre, *scene.supply]
            for board in scene.boards:
                named += [*chain(*board.stars), *board.tiles, *board.corners]
        case DuelScene():
            named += [*scene.large.sun, *scene.large.moon]
            named += [tile for small in scene.small for tile in (*small.sun, *small.moon)]
            for dome in scene.boards:
                named += [*chain(*dome.tiles), *dome.broken]
                named += [line.colour for line in dome.lines for _ in range(line.tiles)]
    return [name for name in named if name is not None]


@every_option_set()
def test_a_scene_shows_every_tile_of_the_box(game: Game, options: Options) -> None:
    colours = [colour.name for colour in game.colours]
    for state in random_game(game, options, 1):
        tiles = Counter(tiles_of(stage(game).scene(state)))
        assert {colour: tiles[colour] for colour in colours} == dict.fromkeys(
            colours, TILES[game.name]
        )
        assert {*tiles} <= {*colours, "first", "special"}


@every_option_set()
def test_a_scene_is_read_back_from_json(game: Game, options: Options) -> None:
    for state in random_game(game, options, 2):
        scene = stage(game).scene(state)
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@every_option_set()
def test_tiles_to_click_on_a_source_lie_there(game: Game, options: Options) -> None:
    for state in random_game(game, options, 3):
        scene = stage(game).scene(state)
        for move in state.legal_moves:
            thing = stage(game).steps(move)[0]
            place, _, colour = thing.rpartition("-")
            if place.startswith("display"):
                assert colour in scene.displays[int(place.removeprefix("display-")) - 1]
            elif place in ("centre", "supply"):
                assert colour in getattr(scene, place)


# Sintra


def test_sg_10_tiles_lie_on_their_own_spaces_before_jokers() -> None:
    state = SINTRA.position(
        "sintra players=2; round 2 phase=turn turn=1 start=1 marker=1; displays B4 - - - -; "
        "seat 1 glazier=5 strips=OW4:W2/B4W/Y2O3/P5/J2WBO:W2B/B5/W5/O5 windows=-/-/-/-/Y/-/-/-; "
        "seat 2"
    )
    windows = sintra_scene(state).boards[0].windows
    assert windows[0].strip == Strip(
        ["orange", "white", "white", "white", "white"], [None, "white", "white", None, None]
    )
    assert windows[4].strip == Strip(
        ["joker", "joker", "white", "blue", "orange"], ["white", None, "white", "blue", None]
    )
    assert windows[4].cells == ["yellow", None]


def test_a_finished_strip_leaves_a_gap() -> None:
    state = SINTRA.position(
        "sintra players=2; round 2 phase=turn turn=1 start=1 marker=1; displays B4 - - - -; "
        "seat 1 windows=OW/-/-/-/-/-/-/-; seat 2"
    )
    window = sintra_scene(state).boards[0].windows[0]
    assert window.strip is None
    assert window.cells == ["orange", "white"]


# Summer Pavilion


def test_sp_13_an_ornament_counts_the_tiles_around_it() -> None:
    state = PAVILION.position(
        "pavilion players=2; round 1 phase=placing turn=1 start=1 marker=1; "
        "seat 1 tiles=B4 stars=.OO.../-/-/-/-/-/.....G; seat 2 tiles=R"
    )
    scene = pavilion_scene(state)
    pillar = scene.ornaments[0]
    assert (pillar.kind, pillar.tiles) == ("pillar", 1)
    assert pillar.spaces == ["space-1-2", "space-1-3", "space-c-6", "space-c-1"]
    assert scene.boards[0].ornaments[0] == 3
    assert scene.boards[1].ornaments == [0] * 18
    assert scene.joker == "purple"


# Azul Duel


def test_du_25_a_scene_holds_nothing_that_its_seat_does_not_know() -> None:
    """Whatever the other seat's secrets are, what this seat is shown is the same."""
    source = random.Random(4)
    hidden = 0
    for state in random_game(DUEL, DUEL.options(), 5):
        for seat in range(2):
            view = state.view(seat)
            shown = duel_scene(view.state)
            determinized = view.sample(source)
            hidden += determinized != state
            assert duel_scene(determinized.view(seat).state) == shown
    assert hidden, "the game had no secrets"


def test_du_25_a_seat_is_shown_what_it_put_back() -> None:
    state = DUEL.position(
        "duel; round 2 phase=action turn=1 start=1; plates 3 12; "
        "stack ?9 1:16s1 2:18s1 2:17 1:4s0 top=J; factories B2YR/-/? -/YK/? -/-/BR -/-/-; "
        "large -/YK2; seat 1 score=4 tokens=1 taken=1 plates=5e/-/-/-/-/-/-/-/-; "
        "seat 2 score=9 plates=1n/2n/-/-/-/-/-/-/-"
    )
    mine, theirs = (duel_scene(state.view(seat).state).stack.put_back for seat in (0, 1))
    assert [(group.first, group.last, group.specials) for group in mine] == [
        (10, 10, 1),
        (11, 12, 1),
        (13, 13, 0),
    ]
    assert [[plate.number for plate in group.plates] for group in mine] == [[16], [], [4]]
    assert [[plate.number for plate in group.plates] for group in theirs] == [[], [18, 17], []]


def test_a_laid_plate_shows_its_spaces_as_they_lie() -> None:
    """Plate 5 is K*TR; with its top to the east it is TK over R*."""
    state = DUEL.position(
        "duel; round 2 phase=action turn=1 start=1; factories -/-/BR Y/-/? -/-/- -/-/-; "
        "large -/Y; stack ?17 top=J; seat 1 score=4 taken=1 "
        "plates=5e/-/-/-/-/-/-/-/-; seat 2 taken=1"
    )
    scene = duel_scene(state)
    laid = scene.boards[0].slots[0]
    assert laid is not None
    assert (laid.number, laid.turn) == (5, "e")
    assert laid.spaces == ["turquoise", "black", "red", "special"]
    assert [small.chip for small in scene.small] == [["blue", "red"], [], None, None]


# A scoring


@every_option_set()
def test_every_moment_of_a_scoring_is_shown_as_it_is_told(game: Game, options: Options) -> None:
    for before, event, following in random_events(game, options, 3):
        result = happened(before, event, following, 0, None)
        event_shown = shown(
            result, before, event, following, lambda state: stage(game).scene(seen_by(state, 0))
        )
        for moment in event_shown.counted:
            scene = moment.scene or event_shown.scene
            assert scene is not None
            if moment.part:
                assert scene.boards[moment.part.seat].score == moment.part.total
