"""The analysis board: moves are tried, the engine thinks along, bots play, positions are edited."""

from __future__ import annotations

import random
import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, Page, expect

from azulejos import GAME_NAMES, game
from azulejos.editing.draft import edited
from azulejos.editing.places import Place
from azulejos.tables.study.opening import fresh_text
from azulejos.testing import random_game, random_record
from clicking import WAIT, play_a_turn, state_of, targets
from hosts import Host
from server_in_thread import Running

SHORT = "azul players=2; round 5 phase=offer turn=1 start=1 marker=1; displays BBYR - - - -"
"""A position that is searched to the end of the round at once."""
MARKUP = "<img/src=x>"
"""What somebody might write for a name: the page shows it as text."""


def tried(page: Page) -> Locator:
    """The moves of the tree."""
    return page.locator(".variations button[class^=seat]")


def open_position(page: Page, host: Host, position: str = SHORT) -> None:
    page.goto(f"{host.url}/#analysis={position.replace(' ', '+')}")
    assert state_of(page) == "turn"


@pytest.fixture
def _without_engine(page: Page) -> None:
    page.add_init_script("localStorage.setItem('azulejos.thinks-along', 'false')")


@pytest.mark.usefixtures("_without_engine")
def test_moves_are_tried_from_any_position_of_a_game(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=replay]").click()
    page.get_by_role("slider").fill("1")
    page.locator("[data-do=analysis]").click()
    for turn in range(3):
        assert state_of(page) == "turn"
        play_a_turn(page, random.Random(turn))
    expect(tried(page)).to_have_count(3)
    page.locator("[data-do=undo]").click()
    expect(tried(page).nth(1)).to_have_attribute("aria-current", "step")
    expect(targets(page).first).to_be_visible()


@pytest.mark.usefixtures("_without_engine")
def test_another_move_becomes_a_branch_and_keys_lead_through_the_tree(
    page: Page, host: Host
) -> None:
    open_position(page, host)
    for line in ("line-2", "line-3"):
        page.locator("[data-thing=display-1-blue]").click()
        page.locator(f".own [data-thing={line}]").click()
        expect(page.locator(".variations [aria-current=step]")).to_have_text(f"1B{line[-1]}")
        page.keyboard.press("k")
        expect(page.locator(".variations [aria-current=step]")).to_have_text("Start")
        assert state_of(page) == "turn"
    expect(tried(page)).to_have_text(["1B2", "1B3"])
    here = page.locator(".variations [aria-current=step]")
    here.focus()
    for key, text in {"ArrowRight": "1B2", "ArrowDown": "1B3", "Delete": "Start"}.items():
        page.keyboard.press(key)
        expect(here).to_have_text(text)
        expect(here).to_be_focused()
    expect(tried(page)).to_have_text(["1B2"])


@pytest.mark.both
def test_the_engine_thinks_along_and_its_lines_can_be_played(page: Page, host: Host) -> None:
    open_position(page, host)
    engine = page.locator(".engine")
    expect(engine).to_contain_text("solved to the end of the round", timeout=WAIT)
    expect(engine.locator(".best li").first).to_contain_text(re.compile(r"[+−]\d"))
    expect(page.locator(".hinted").first).to_be_attached()
    engine.locator(".line-on button").first.click()
    expect(tried(page)).to_have_count(2)
    page.locator("[data-do=think]").click()
    page.locator("[data-do=step-back]").click()
    expect(page.locator("[data-do=think]")).to_have_attribute("aria-checked", "false")
    expect(engine.locator(".best")).to_have_count(0)


@pytest.mark.usefixtures("_without_engine")
def test_a_bot_plays_a_seat(page: Page, finished: str) -> None:
    page.goto(f"{page.url}#analysis-1")
    assert state_of(page) == "turn"
    page.locator("[data-do=players]").click()
    seats = page.locator("dialog select")
    expect(seats).to_have_count(2)
    seats.nth(1).select_option("easy")
    page.locator("dialog [data-do=close]").click()
    for turn in range(2):
        assert state_of(page) == "turn"
        play_a_turn(page, random.Random(turn))
        expect(tried(page)).to_have_count(2 * turn + 2, timeout=WAIT)
        expect(targets(page).first).to_be_visible(timeout=WAIT)
    expect(page.locator(".other").get_by_text("bot · easy")).to_be_visible()
    page.locator("[data-do=undo]").click()
    expect(tried(page).nth(1)).to_have_attribute("aria-current", "step")  # the bot's answer, too
    expect(targets(page).first).to_be_visible()


@pytest.mark.usefixtures("_without_engine")
def test_bots_play_to_the_end_of_the_round(page: Page, finished: str) -> None:
    page.goto(f"{page.url}#analysis-1")
    assert state_of(page) == "turn"
    page.locator("[data-do=players]").click()
    seats = page.locator("dialog select")
    expect(seats).to_have_count(2)
    for seat in range(2):
        seats.nth(seat).select_option("beginner")
    page.locator("dialog [data-do=close]").click()
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log li", has_text="Round 2")).to_be_visible(timeout=3 * WAIT)
    expect(targets(page)).to_have_count(0)


# The editor


def picked(page: Page) -> Locator:
    """The name of the place that is edited."""
    return page.locator(".picker .where b")


def test_a_fresh_deal_is_typed_and_analysed(page: Page, server: Running) -> None:
    page.goto(f"{server.url}/#analysis")
    page.locator("[data-game=azul]").click()
    expect(picked(page)).to_have_text("Display 1")
    expect(page.locator(".faults li")).to_contain_text("tiles lie on displays or in the centre")
    page.keyboard.type("bbyrkkwwbyrkwwwwkkkk")
    expect(picked(page)).to_have_text("Centre")
    expect(page.locator("[data-place^=display]")).to_have_count(20)
    expect(page.locator("[data-place=display-2][data-tile=black]")).to_have_count(2)
    expect(page.locator(".faults[data-possible]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    expect(page.locator("[data-place=display-5]")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(page.locator("[data-place=display-5]")).to_have_count(4)
    page.locator("[data-do=analyse]").click()
    assert state_of(page) == "turn"
    expect(page.locator(".best li").first).to_be_visible(timeout=WAIT)
    expect(page).to_have_url(re.compile(r"#analysis=azul\+players=2;round\+1"))


@pytest.mark.usefixtures("_without_engine")
def test_a_deal_is_tapped_and_what_is_impossible_is_said_at_once(
    page: Page, server: Running
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.url}/#edit-azul")
    for piece in "BBYR":
        page.locator(f".palette [data-piece={piece}]").click()
    expect(picked(page)).to_have_text("Display 2")
    expect(page.locator("[data-place=display-1]")).to_have_count(4)
    page.locator(".own [data-thing=line-2]").click()
    expect(picked(page)).to_have_text("Player 1: Pattern line 2")
    page.locator(".palette [data-piece=B]").click()
    page.locator(".own [data-thing=wall-2-2]").click()
    page.locator(".palette [data-piece=B]").click()
    expect(page.locator(".faults li")).to_have_text(
        "player 1: line 2 holds a colour that its row of the wall already has (AZ-6)"
    )
    expect(page.locator("[data-do=analyse]")).to_be_disabled()
    page.locator(".own [data-place=seat-0-wall-2-2]").click()
    page.locator(".palette [data-piece='-']").click()
    expect(page.locator(".faults[data-possible]")).to_be_visible()


NO_KINDS_OF_THEIR_OWN = ("sintra", "pavilion")  # Azul and Duel have places of all kinds


@pytest.mark.usefixtures("_without_engine")
@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_position_of_a_game_is_built_by_clicks(
    page: Page, server: Running, name: str, pytestconfig: pytest.Config
) -> None:
    """What `tests/test_editing.py` does by the hundred, with a mouse at a place of each kind.

    In games without kinds of their own at one that holds tiles; with `--more 2` at all.
    """
    result = game(name)
    states = (step.state for step in random_game(result, result.options(), 4))
    state = next(each for number, each in enumerate(states) if number > 7 and each.to_move == 1)
    wanted = edited(str(state), {}).values
    fresh = edited(fresh_text(name), {})
    others = [each for each in wanted if fresh.values.get(each, wanted[each]) != wanted[each]]
    others.sort(key=lambda each: pieces_in(wanted[each]))
    kinds = {place.name: place.kind for place in edited(str(state), {}).places}
    least = {kinds[each]: each for each in reversed(others)}  # of each kind
    is_thorough = name not in NO_KINDS_OF_THEIR_OWN or pytestconfig.getoption("--more") > 1
    clicked = least.values() if is_thorough else [least["tiles"]]
    begun = {each: value for each, value in wanted.items() if each not in clicked}
    draft = edited(str(fresh.state), begun)
    text = str(draft.state).replace("\n", ";").replace(" ", "+")
    page.goto(f"{server.url}/#edit={text}")
    expect(picked(page)).to_be_visible()
    for _ in range(2):  # where a plate points is known once it lies there
        for place in draft.places:
            if draft.values[place.name] != wanted[place.name]:
                enter(page, place, draft.values[place.name], wanted[place.name])
        draft = edited(drafted(page), {})
    assert drafted(page) == str(state)
    expect(page.locator(".faults[data-possible]")).to_be_visible()


def pieces_in(value: str) -> int:
    """How often one has to click, about."""
    return sum(int(number or 1) for number in re.findall(r"[A-Z*](\d*)", value))


def drafted(page: Page) -> str:
    """The position in the address; what `page.url` says may be older."""
    address: str = page.evaluate("location.href")
    return unquote(address.partition("#edit=")[2]).replace("+", " ").replace(";", "\n")


def enter(page: Page, place: Place, before: str, value: str) -> None:
    """Let something else lie at a place, as a person does."""
    field = page.locator(f".all-places [data-edit='{place.name}']")
    field.first.evaluate("place => place.closest('details').open = true")
    if place.kind == "choice":
        field.locator("select").select_option(value)
    elif place.kind in ("number", "words"):
        field.locator("input").fill(value)
        field.locator("input").press("Enter")
    elif place.kind == "pieces":
        for piece in re.findall(r"\w+", value):
            field.locator("select").select_option(piece)
            expect(page.locator(".editing:not([data-busy])")).to_be_visible()
    else:
        field.click()
        if before not in ("-", "."):
            page.locator(".palette [data-piece='-']").click()
        for letter, number in re.findall(r"([A-Z*])(\d*)", value):
            for _ in range(int(number or 1)):
                page.locator(f".palette [data-piece='{letter}']").click()
    expect(page.locator(".editing:not([data-busy])")).to_be_visible()


# Opening and sharing


def test_texts_are_pasted_and_what_is_wrong_is_pointed_at(page: Page, server: Running) -> None:
    page.goto(f"{server.url}/#analysis")
    field = page.get_by_role("textbox")
    field.fill("azul players=2\nround 1 phase=offer turn=1\ndisplays BBYR - - - QX")
    page.locator("[data-do=open]").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 3, column 21")
    selected = "f => f.value.slice(f.selectionStart, f.selectionEnd)"
    assert field.evaluate(selected) == "QX"
    field.fill(f"azulejos-record 1\ngame azul rules=1\noptions players=2 side={MARKUP}\n")
    page.locator("[data-do=open]").click()
    expect(page.get_by_role("alert")).to_contain_text(MARKUP)
    expect(page.locator("img")).to_have_count(0)
    field.fill(SHORT)
    page.locator("[data-do=open]").click()
    assert state_of(page) == "turn"


@pytest.mark.usefixtures("_without_engine")
def test_a_file_with_a_game_is_opened_at_any_move(page: Page, server: Running) -> None:
    azul = game("azul")
    record = random_record(azul, azul.options(), 1).to_text()
    record = record.replace("seat 1 Seat 1", f"seat 1 {MARKUP}")
    page.goto(f"{server.url}/#analysis")
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": record.encode()}
    page.locator("[data-do=file]").set_input_files([file])  # type: ignore[list-item]
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible(timeout=WAIT)
    slider.fill("5")
    expect(page.get_by_text(MARKUP).first).to_be_visible()
    page.locator("[data-do=analysis]").click()
    assert state_of(page) == "turn"
    expect(page.locator("[data-do=edit]")).to_be_visible()
    expect(page.locator("img")).to_have_count(0)
