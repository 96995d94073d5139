"""For everybody: boards on small screens, the keyboard alone, every language, what axe finds."""

from __future__ import annotations

import random
import re
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from axe import needs_axe, violations
from azulejos import GAME_NAMES
from azulejos.narration.languages import LANGUAGES, catalogue, guide_text, rules_text
from clicking import (
    MAX_CLICKS,
    WAIT,
    click_target,
    new_table,
    play_a_turn,
    state_of,
    wait_until_drawn,
)
from hosts import Host
from server_in_thread import Running

PHONES = ((360, 640), (390, 844))


@pytest.mark.parametrize("size", PHONES, ids=lambda size: str(size[0]))
def test_on_a_phone_the_boards_of_the_others_open(
    page: Page, host: Host, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    host.new_table(page, "azul", players=4, start=1)
    assert state_of(page) == "turn"
    page.get_by_role("button", name="See Tomás’s board").click()
    board = page.get_by_role("dialog", name="Tomás").locator("svg.board")
    expect(board).to_have_attribute("data-seat", "2")
    box = board.bounding_box()
    assert box
    assert box["width"] > 0.8 * size[0]


@pytest.mark.both
def test_the_keyboard_alone_plays(page: Page, host: Host) -> None:
    page.goto(host.url)
    play = page.locator("[data-game=azul] [data-do=play]")
    expect(play).to_be_visible()
    go_by_tab(page, "[data-game=azul] [data-do=play]", most=12)
    page.keyboard.press("Enter")
    assert state_of(page) == "turn"
    is_on_a_target = "() => document.activeElement?.hasAttribute('data-legal') ?? false"
    is_on_a_line = "() => /^(line|floor)/.test(document.activeElement?.dataset?.thing ?? '')"
    for _ in range(3):
        version = page.locator("main.table").get_attribute("data-version")
        go_by_tab(page, "[data-legal]", most=30)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function(is_on_a_line)
        page.keyboard.press("Escape")
        expect(page.locator(".chosen")).to_have_count(0)
        page.wait_for_function(is_on_a_target)
        page.keyboard.press("Enter")
        page.wait_for_function(is_on_a_line)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("main.table")).not_to_have_attribute("data-version", version or "")
        assert state_of(page) == "turn"
    expect(page.get_by_role("status")).to_contain_text("Your turn")


FOCUSED = """wanted => {
  const focused = document.activeElement ?? document.body;
  if (focused === window.left) return null;
  window.left = focused;
  return { isWanted: focused.matches(wanted) };
}"""
"""Whether what has the focus is what is wanted; null while it has not left what had it."""


def go_by_tab(page: Page, wanted: str, most: int) -> None:
    """Press Tab, at most so many times, until what is wanted has the focus."""
    page.evaluate("() => void (window.left = null)")
    for _ in range(most):
        if page.wait_for_function(FOCUSED, arg=wanted).json_value()["isWanted"]:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_is_played_without_a_mouse(page: Page, host: Host, game: str) -> None:
    host.new_table(page, game, start=1)
    for _ in range(2):
        assert state_of(page) == "turn"
        version = page.locator("main.table").get_attribute("data-version")
        for _ in range(MAX_CLICKS):
            go_by_tab(page, "[data-legal]", most=80)
            page.keyboard.press("Enter")
            if state_of(page, version) != "turn":
                break
        expect(page.locator("main.table")).not_to_have_attribute("data-version", version or "")


@pytest.mark.parametrize(
    ("language", "game"), list(zip(LANGUAGES, cycle(GAME_NAMES), strict=False))
)
def test_every_language_at_once(page: Page, host: Host, language: str, game: str) -> None:
    page.goto(host.url)
    page.locator("footer select").select_option(language)
    messages = catalogue(language).messages
    expect(page.locator("[data-game=azul] [data-do=play]")).to_have_text(messages["ui.play-now"])
    expect(page.locator("html")).to_have_attribute("lang", messages["language.tag"])
    host.new_table(page, game, start=1)
    assert state_of(page) == "turn"
    play_a_turn(page, random.Random(1))
    assert state_of(page) == "turn"
    page.get_by_role("tab").last.click()
    guide = guide_text(game, language)
    expect(page.locator(".guide h2")).to_have_text(guide.splitlines()[0].removeprefix("# "))
    boards = [line.split() for line in guide.splitlines() if line.startswith("```board")]
    expect(page.locator(".guide .board")).to_have_count(
        len(boards) * 2
    )  # a figure, and what it shows
    lit = [name for _, *names in boards for name in names]
    expect(page.locator(".guide .hinted")).to_have_count(len(lit))


@pytest.mark.both
def test_the_rules_follow_the_language(page: Page, host: Host) -> None:
    host.new_table(page, "duel", start=1)
    state_of(page)
    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("button", name="All rules, numbered").click()
    rules = page.locator(".rules")
    expect(rules.locator("h3").nth(1)).to_have_text("Setting up")
    expect(rules.locator("td", has_text="*K/RB")).to_have_text("*K/RB")
    expect(rules.locator("td", has_text="complete main diagonal")).to_be_visible()
    page.locator("[data-do=settings]").click()
    for language in LANGUAGES:
        headings = re.findall("^## (.+)", rules_text("duel", language), re.MULTILINE)
        page.locator("dialog select.languages").select_option(language)
        expect(rules.locator("h3").nth(1)).to_have_text(headings[1])


@needs_axe
@pytest.mark.painted(shadows=False)
def test_axe_finds_nothing_in_the_lobby_and_its_dialogs(page: Page, host: Host) -> None:
    page.goto(host.url)
    expect(page.locator(".game")).to_have_count(4)
    assert violations(page) == []
    dialog = page.get_by_role("dialog")
    page.locator("[data-game=duel] [data-do=new]").click()
    expect(dialog).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator("header button").last.click()
    expect(dialog).to_be_visible()
    assert violations(page) == []
    for game in GAME_NAMES:
        page.goto(f"{host.url}/#tour-{game}")
        expect(page.locator(f".game-{game} .coach")).to_be_visible()
        assert violations(page) == []


@needs_axe
@pytest.mark.painted(shadows=False)
@pytest.mark.parametrize("game", GAME_NAMES)
def test_axe_finds_nothing_at_a_table(page: Page, host: Host, game: str) -> None:
    host.new_table(page, game, start=1)
    assert state_of(page) == "turn"
    assert violations(page) == []
    click_target(page, 0)
    wait_until_drawn(page)
    assert violations(page) == []


@needs_axe
@pytest.mark.painted(shadows=False)
def test_axe_finds_nothing_in_puzzles(page: Page, server: Running) -> None:
    page.goto(f"{server.url}/#puzzles")
    page.locator("[data-game=sintra] [data-do=daily]").click()
    assert state_of(page) == "turn"
    assert violations(page) == []
    play_a_turn(page, random.Random(1))
    page.locator("[data-do=solve]").click()
    expect(page.get_by_role("slider")).to_be_visible()
    assert violations(page) == []
    page.goto(f"{server.url}/#puzzles")
    expect(page.locator(".recent li")).to_have_count(1)
    assert violations(page) == []


@needs_axe
@pytest.mark.painted(shadows=False)
def test_axe_finds_nothing_around_a_table_and_after_the_game(page: Page, server: Running) -> None:
    new_table(page, server, "azul", start=1)
    state_of(page)
    for tab in ("Chat", "Rules"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        assert violations(page) == []
    page.locator("[data-do=menu]").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.locator("[data-do=resign]").click()
    page.locator("[data-do=resign]").click()
    expect(page.locator("dialog.result")).to_be_visible()
    assert violations(page) == []
    page.locator("dialog.result [data-do=replay]").click()
    expect(page.get_by_role("slider")).to_be_visible()
    assert violations(page) == []
    page.locator("[data-do=share]").click()
    expect(page.locator("dialog.share")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Review").click()
    page.locator("[data-do=review]").click()
    expect(page.get_by_role("heading", name="All moves")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="board: ").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.goto(f"{page.url.partition('#')[0]}#analysis-1")
    page.locator("[data-do=players]").click()
    expect(page.get_by_role("combobox")).to_have_count(2)
    assert violations(page) == []
    page.goto(f"{server.url}/#history")
    expect(page.get_by_role("row")).to_have_count(2)
    assert violations(page) == []


@needs_axe
@pytest.mark.painted(shadows=False)
def test_axe_finds_nothing_at_the_analysis_board_and_in_the_editor(
    page: Page, server: Running
) -> None:
    page.goto(f"{server.url}/#analysis")
    page.get_by_role("textbox").fill("azul; nonsense")
    page.locator("[data-do=open]").click()
    expect(page.get_by_role("alert")).to_contain_text("nonsense")
    assert violations(page) == []
    page.get_by_role("textbox").fill(
        "azul; round 5 phase=offer turn=1 start=1 marker=1; displays BBYR - - - -"
    )
    page.locator("[data-do=open]").click()
    expect(page.locator(".best li").first).to_be_visible(timeout=WAIT)
    page.locator(".best .move").first.click()
    expect(page.locator(".variations li")).to_have_count(1)
    assert violations(page) == []
    page.locator("[data-do=edit]").click()
    expect(page.locator(".picker")).to_be_visible()
    page.locator("details.place-group").last.click()
    expect(page.locator("details.place-group[open]")).to_have_count(2)
    assert violations(page) == []
