"""Positions are edited place by place, and what is impossible about them is said."""

from __future__ import annotations

import random

import pytest

from azulejos import GAME_NAMES, Game, Options, State, game
from azulejos.editing import EDITORS
from azulejos.editing.draft import OPTION, Draft, edited
from azulejos.editing.places import Place
from azulejos.errors import NotationError
from azulejos.narration.languages import catalogue
from azulejos.scenes import stage
from azulejos.tables.study.opening import fresh_text
from azulejos.testing import random_game
from option_sets import every_option_set

every_game = pytest.mark.parametrize("name", GAME_NAMES)


def sampled(game: Game, options: Options, number: int) -> list[State]:
    """Positions of a random game, the first and the last among them."""
    states = [step.state for step in random_game(game, options, 7)]
    source = random.Random(str(options))
    return [states[0], *source.sample(states, min(number, len(states))), states[-1]]


@every_option_set(interpreted=False)
def test_any_position_is_built_from_an_empty_table(
    game: Game, options: Options, seeds: range
) -> None:
    """By edits alone, as all that a position's text says lies at some place."""
    for state in sampled(game, options, 4 * len(seeds)):
        wanted = edited(str(state), {})
        assert wanted.state == state
        assert wanted.faults == []
        built = edited(game.name, wanted.values)
        assert built.state == state


@every_game
def test_so_is_what_one_seat_knows(name: str, seeds: range) -> None:
    """In Azul Duel what only the other seat knows stays unknown."""
    for state in sampled(game(name), game(name).options(), 4 * len(seeds)):
        for seat in range(2):
            view = state.view(seat).state
            assert edited(name, edited(str(view), {}).values).state == view


@every_game
def test_one_edit_after_the_other_leads_there_too(name: str) -> None:
    """Also through tables that cannot be, of which each says why; in whatever order."""
    source = random.Random(name)
    state = sampled(game(name), game(name).options(), 3)[2]
    wanted = edited(str(state), {}).values
    draft = edited(fresh_text(name), {})
    were_faulty = 0
    for _ in range(5):  # a place may be there only after another was edited
        names = [
            place.name
            for place in draft.places
            if draft.values[place.name] != wanted.get(place.name)
        ]
        source.shuffle(names)
        for each in names:
            if each in wanted:
                draft = tried(draft, each, wanted[each])
                were_faulty += bool(draft.faults)
    assert draft.state == state
    assert draft.faults == []
    assert were_faulty


def tried(draft: Draft, name: str, value: str) -> Draft:
    """A draft after an edit, or as it was if no text can say that."""
    try:
        return edited(str(draft.state), {name: value})
    except NotationError:
        return draft


@every_game
def test_whatever_is_edited_can_be_drawn_or_is_refused(name: str, seeds: range) -> None:
    source = random.Random(name)
    begun = sampled(game(name), game(name).options(), 20 * len(seeds))
    draft = edited(fresh_text(name), {})
    for step in range(120 * len(seeds)):
        if step % 6 == 5:  # faults add up
            draft = edited(str(begun[step // 6]), {})
        place = source.choice(draft.places)
        draft = tried(draft, place.name, any_value(place, source))
        scene = stage(draft.state.game).scene(draft.state)
        assert len(scene.boards) == draft.state.players
        assert draft.state.game.draft(str(draft.state)) == draft.state
        if draft.faults:
            with pytest.raises(NotationError, match="impossible position"):
                draft.state.game.position(str(draft.state))
        else:
            assert draft.state.game.position(str(draft.state)) == draft.state


def any_value(place: Place, source: random.Random) -> str:
    """Something that may lie at a place."""
    number = source.randint(0, min(place.most, 6))
    match place.kind:
        case "number":
            return str(source.choice(place.numbers))
        case "choice":
            return source.choice(place.pieces)
        case "tile":
            return source.choice((*place.pieces, "."))
        case "tiles" | "row":
            return "".join(source.choices(place.pieces, k=number)) or "-"
        case "line":
            return source.choice(place.pieces) * number or "-"
        case "pieces":
            by = " " if place.name == "plates" else ","
            return by.join(source.sample(place.pieces, min(number, 3))) or "-"
    return source.choice(["-", "?7 1:16s1", "J7! S", "1:3", "0", "2"])


@every_game
def test_the_bag_holds_what_lies_nowhere_else(name: str) -> None:
    draft = edited(fresh_text(name), {})
    dealt = next(place for place in draft.places if place.is_dealt)
    tiles = dealt.pieces[0] * 3
    after = edited(str(draft.state), {dealt.name: tiles})
    assert after.values[dealt.name] == f"{dealt.pieces[0]}3"
    assert sum(counted(draft)) - sum(counted(after)) == 3


def counted(draft: Draft) -> list[int]:
    scene = stage(draft.state.game).scene(draft.state)
    return list(scene.bag.values())


@every_game
def test_a_fresh_table_wants_what_is_dealt(name: str) -> None:
    """All that is dealt can be entered, and then somebody is to move."""
    draft = edited(fresh_text(name), {})
    assert draft.faults
    source, letters = (
        random.Random(name),
        next(place.pieces for place in draft.places if place.is_dealt),
    )
    left = list(letters) * 10
    source.shuffle(left)
    dealt = {
        place.name: "".join(left.pop() for _ in range(place.most))
        for place in draft.places
        if place.is_dealt
    }
    if name == "duel":
        dealt["plates"] = "3 7 12"
    full = edited(str(draft.state), dealt)
    assert full.faults == []
    assert full.state.legal_moves


@every_game
def test_other_options_keep_what_lies_where_there_is_still_a_place(name: str) -> None:
    draft = edited(fresh_text(name), {"seat-0-score": "12"})
    players = next(place for place in draft.places if place.name == "option-players").pieces
    grown = edited(str(draft.state), {"option-players": players[-1]})
    assert grown.state.players == int(players[-1])
    assert grown.values["seat-0-score"] == "12"
    shrunk = edited(str(grown.state), {"option-players": "2"})
    assert shrunk.values == draft.values


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({"display-9": "B"}, "there is no place display-9"),
        ({"display-1": "BBBBB"}, "at most 4 tiles fit there"),
        ({"display-1": "G"}, "there is no 'G'"),
        ({"display-1": "B 2"}, "is not a pile"),
        ({"display-1": "-;seat 1"}, "cannot lie there"),
        ({"display-1": "B" * 1000}, "cannot lie there"),
        ({"seat-0-line-2": "BY"}, "should be tiles of one colour"),
        ({"seat-0-line-2": "BBB"}, "at most 2 tiles fit there"),
        ({"seat-0-wall-1-1": "BY"}, "cannot lie there; possible: B Y R K W"),
        ({"round": "1e9"}, "is not possible there; possible: 0 to"),
        ({"phase": "sleeping"}, "cannot lie there; possible: choose-start"),
        ({"option-players": "9"}, "option players=9"),
        ({"option-start": "1"}, "there is no place option-start"),
    ],
)
def test_what_no_text_can_say_is_refused(edits: dict[str, str], said: str) -> None:
    with pytest.raises(NotationError, match=said):
        edited(fresh_text("azul"), edits)


def test_faults_speak_the_words_of_the_rules() -> None:
    draft = edited(fresh_text("azul"), {"seat-0-line-2": "B", "seat-0-wall-2-2": "B"})
    told = "player 1: line 2 holds a colour that its row of the wall already has (AZ-6)"
    assert told in map(str, draft.faults)


def test_a_chip_at_hand_stays_in_the_text_though_none_is_paid() -> None:
    games = (random_game(game("duel"), game("duel").options(), seed) for seed in range(20))
    states = (step.state for steps in games for step in steps)
    placing = next(s for s in states if s.phase == "placing" and not s.table.paid)
    draft = edited(str(placing), {"chip-at-hand": "B"})
    assert draft.faults
    assert edited(str(draft.state), {}).values["chip-at-hand"] == "B"


@every_game
def test_every_place_has_a_label_in_words(name: str) -> None:
    words = catalogue("en").messages
    for phase in game(name).phases:
        assert f"ui.phase.{phase.name}" in words
        draft = edited(fresh_text(name), {"phase": phase.name})
        on_table = [place for place in draft.places if not place.name.startswith(OPTION)]
        assert [place for place in on_table if f"ui.place.{place.label}" not in words] == []


@pytest.mark.usefixtures("_fifth")
def test_a_fifth_game_is_edited_by_what_it_declares() -> None:
    result = game("pebbles")
    for step in random_game(result, result.options(), 3):
        values = edited(str(step.state), {}).values
        assert edited("pebbles", values).state == step.state
    draft = edited(fresh_text("pebbles"), {"heap": "3"})
    assert [*map(str, draft.faults)] == ["0 points for what is worth 9 (PE-2)"]
    assert EDITORS.of("pebbles").dealt == {"phase": "taking"}
