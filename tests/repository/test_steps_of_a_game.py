"""Everything that a game lacks, by the steps of docs/adding-a-game.md.

`pytest tests/repository/test_steps_of_a_game.py -k NAME` lists it for one game,
`-k "NAME and page"` for one step.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

import azulejos
from azulejos import GAME_NAMES
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.cli.draw import DRAWINGS
from azulejos.core.registry import Registry
from azulejos.editing import EDITORS
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.narration import NARRATORS
from azulejos.narration.languages import LANGUAGES, catalogue, rules_text
from azulejos.pictures import PICTURES
from azulejos.scenes import STAGES, Scene
from option_sets import OPTION_SETS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src" / "games"


def lacks(has: object, what: str) -> list[str]:
    return [] if has else [what]


def lacks_files(*paths: str) -> list[str]:
    return [f"there is no {path}" for path in paths if not (ROOT / path).exists()]


def lacks_words(*messages: str) -> list[str]:
    """Messages that have no words; tests of the catalogues say which languages lack others'."""
    english = catalogue("en").messages
    return [
        f"languages/en.json has no {message!r}" for message in messages if message not in english
    ]


def lacks_value(layer: Registry[Any], kind: str, name: str) -> list[str]:
    try:
        layer.of(name)
    except (ImportError, AttributeError) as error:
        return [f"there is no {kind}: {error}"]
    return []


def rules(name: str) -> list[str]:
    """The rules, as text and as a `Game`."""
    lacking = lacks_value(GAMES, "Game", name)
    lacking += lacks(hasattr(azulejos, name.upper()), f"azulejos.{name.upper()} is not public")
    for language in LANGUAGES:
        try:
            rules_text(name, language)
        except AzulejosError as error:
            lacking.append(str(error))
    return lacking


def proofs(name: str) -> list[str]:
    """What a game has to show: its rules once more, and its behaviour written down."""
    lacking = lacks(
        name in OPTION_SETS, "tests/support/option_sets.py has no options to test it with"
    )
    return lacking + lacks_files(
        f"tests/rules/{name}",
        f"tests/naive/{name}.py",
        f"tests/properties/test_{name}.py",
        f"tests/digests/{name}.json",
        f"tests/perft/{name}.json",
        f"tests/playthroughs/{name}.txt",
        f"tests/golden/{name}",
    )


def narration(name: str) -> list[str]:
    """What happens, in words."""
    lacking = lacks_value(NARRATORS, "Narrator", name)
    if lacking:
        return lacking
    kinds = [f"{kind}.kind" for kind in NARRATORS.of(name).kinds]
    endings = [f"{name}.ending.{ending}" for ending in GAMES.of(name).endings[1:]]
    colours = [f"colour.{colour.name}" for colour in GAMES.of(name).colours]
    ties = [f"{name}.tie"] if GAMES.of(name).ranked_by[1:] else []
    return lacks_words(f"game.{name}", *kinds, *endings, *ties, *colours)


def terminal(name: str) -> list[str]:
    """How it looks in a terminal."""
    return lacks_value(DRAWINGS, "Drawing", name)


def page(name: str) -> list[str]:
    """What the server says to a page, and what the page draws of it."""
    lacking = lacks_value(STAGES, "Stage", name)
    if not lacking:
        shown = STAGES.of(name).shows
        tag = shown.__struct_config__.tag
        lacking += lacks(tag == name, f"the tag of {shown.__name__} is {tag}, not {name}")
        fields = set(shown.__struct_fields__)
        lacking += [f"{shown.__name__} has no {each}" for each in {"phase", "boards"} - fields]
        lacking += lacks(shown in get_args(Scene), f"{shown.__name__} is no Scene")
    listed = re.search(rf"^  {name}: {{$", (PAGE / "games.ts").read_text(), re.MULTILINE)
    lacking += lacks(listed, f"web/src/games/games.ts does not list {name}")
    lacking += lacks_files(
        *(f"web/src/games/{name}/{file}" for file in ("art.tsx", "tour.ts", "view.tsx"))
    )
    return lacking + lacks_words(f"ui.about.{name}", f"ui.tour.{name}.1.1", f"ui.tour.{name}.done")


def editing(name: str) -> list[str]:
    """What can be edited in its positions."""
    return lacks_value(EDITORS, "Editor", name)


def pictures(name: str) -> list[str]:
    """How it is drawn without a browser."""
    return lacks_value(PICTURES, "Picture", name)


def search(name: str) -> list[str]:
    """What a search knows of it."""
    return lacks_value(KNOWLEDGE, "Knowledge", name)


STEPS: dict[str, Callable[[str], list[str]]] = {
    "rules": rules,
    "tests": proofs,
    "narration": narration,
    "terminal": terminal,
    "page": page,
    "editing": editing,
    "pictures": pictures,
    "search": search,
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_lacks_nothing(name: str, step: str) -> None:
    assert STEPS[step](name) == []


def test_the_guide_takes_these_steps() -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text()
    assert re.findall(r'-k "NAME and (\w+)"', guide) == [*STEPS]


# The test can fail: a game in the tests has its values, but no words and no page


@pytest.mark.usefixtures("_fifth")
def test_what_a_fifth_game_lacks_is_said() -> None:
    assert terminal("pebbles") == editing("pebbles") == []
    assert pictures("pebbles") == search("pebbles") == []
    assert "languages/en.json has no 'pebbles.ending.taken'" in narration("pebbles")
    assert "PebblesScene is no Scene" in page("pebbles")
    assert "web/src/games/games.ts does not list pebbles" in page("pebbles")
    assert "there is no tests/naive/pebbles.py" in proofs("pebbles")
    assert "azulejos.PEBBLES is not public" in rules("pebbles")


def test_what_a_game_that_nobody_has_written_lacks_is_said() -> None:
    assert any(text.startswith("there is no Game: No module named") for text in rules("chess"))
    assert narration("chess") == [
        "there is no Narrator: No module named 'azulejos.narration.chess'"
    ]
    assert any(text.startswith("there is no Stage: No module named") for text in page("chess"))
