"""Puzzles on the page: answered by clicks and by the keyboard, graded, and played out."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime

import msgspec
import pytest
from playwright.sync_api import Page, expect

from azulejos import GAME_NAMES
from azulejos.narration.languages import LANGUAGES, catalogue
from azulejos.puzzles import collection, grade, puzzle_of_the_day
from azulejos.skill.summary import GameSummary, WorstMove
from azulejos.tables.store.rows import Note
from clicking import MAX_CLICKS, play_a_turn, state_of, targets
from server_in_thread import Running

PHONE = {"width": 360, "height": 740}


def open_puzzle(page: Page, server: Running, name: str) -> None:
    page.goto(f"{server.url}/#puzzle-{name}")
    page.reload()  # the address alone loads nothing
    assert state_of(page) == "turn"


def answered(page: Page, seed: int) -> str:
    """Make any move by clicks, and tell which one it was."""
    with page.expect_request("**/answers") as asking:
        play_a_turn(page, random.Random(seed))
    return str(asking.value.post_data_json["move"])


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_puzzle_is_answered_graded_and_played_out(page: Page, server: Running, game: str) -> None:
    puzzle = collection(game).puzzle(collection(game).entries[0].id)
    open_puzzle(page, server, puzzle.id)
    verdict = page.locator(".graded")
    expect(verdict).to_have_text("Find the best move.")
    expect(page.locator("[data-do=hint]")).to_have_count(0)
    result = grade(puzzle, answered(page, seed=1))
    said = "throws away" if result.throws_away_victory else "Right" if result.is_right else "costs"
    expect(verdict).to_contain_text(said)
    expect(verdict).to_contain_text("Rating 1")
    expect(page.get_by_role("tabpanel")).to_contain_text("Theme: ")
    page.locator("[data-do=solve]").click()
    expect(verdict).to_contain_text("Best: ")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(len(puzzle.line)))
    expect(slider).to_have_value("1")
    slider.fill(str(len(puzzle.line)))
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log li")).to_have_count(len(puzzle.line))
    page.locator("[data-do=again]").click()
    expect(verdict).to_have_text("Find the best move.")
    expect(page.locator(".log li")).to_have_count(0)
    expect(targets(page).first).to_be_visible()


def test_on_a_phone_by_the_keyboard_from_the_lobby(page: Page, server: Running) -> None:
    page.set_viewport_size(PHONE)
    page.goto(server.url)
    page.locator("[data-do=puzzles]").press("Enter")
    page.locator("[data-game=azul] [data-do=daily]").press("Enter")
    assert state_of(page) == "turn"
    version = page.locator("main.table").get_attribute("data-version")
    for _ in range(MAX_CLICKS):
        targets(page).first.press("Enter")
        if state_of(page, version) != "turn":
            break
    verdict = page.locator(".graded")
    expect(verdict).to_contain_text(re.compile("Right|costs|throws"))
    expect(verdict).to_be_in_viewport()
    for button in page.locator(".prompt .actions button").all():
        expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator(".prompt .main")).to_be_focused()
    page.locator("[data-do=again]").press("Enter")
    expect(targets(page).first).to_be_visible()


def test_the_solution_of_the_day_is_rewarded(page: Page, server: Running) -> None:
    page.goto(f"{server.url}/#puzzles")
    game = page.locator("[data-game=azul]")
    puzzle = puzzle_of_the_day("azul", datetime.now(UTC).date())
    game.locator("[data-do=daily]").click()
    assert state_of(page) == "turn"
    make(page, server, puzzle.position, puzzle.line[0])
    expect(page.locator(".graded")).to_contain_text("Right")
    page.get_by_role("tabpanel").get_by_role("link", name="Puzzles").click()
    expect(game.locator("[data-do=daily]")).to_contain_text("✓")
    expect(game.locator(".standing")).to_contain_text("1 of 1")
    expect(page.locator(".recent li")).to_have_count(1)
    game.locator("[data-choice=level]").select_option(index=1)
    game.locator("[data-do=solve]").click()
    assert state_of(page) == "turn"
    expect(page).not_to_have_url(re.compile(puzzle.id))


def test_a_mistake_of_ones_own_is_done_better(page: Page, server: Running) -> None:
    ana = server.guest("Ana")
    puzzle = collection("azul").puzzle(collection("azul").entries[0].id)
    wrong = max(puzzle.costs, key=lambda move: puzzle.costs[move])
    worst = WorstMove(
        ply=3,
        position=puzzle.position,
        move=wrong,
        points=puzzle.lead - puzzle.costs[wrong],
        best=puzzle.line[0],
        best_points=puzzle.lead,
        line=[*puzzle.line],
        kind="outlook",
        phases=["end"],
    )
    reviewed = GameSummary("azul", 2, 0, 20_000, 20, 5.0, 15, {}, {}, [worst])

    async def note() -> None:
        guest = await server.hub.guests.by_secret(ana.secret, "cookie")
        assert guest
        body = msgspec.json.encode(reviewed)
        await server.hub.store.put_note(guest.guest, Note("review", "some-table/0", 1e9, body))

    server.call(note)
    page.context.add_cookies([{"name": "azulejos", "value": ana.secret, "url": server.url}])
    page.goto(f"{server.url}/#puzzles")
    mistake = page.locator("[data-puzzle=my-some-table-0-3]")
    expect(mistake).to_contain_text("As many points at once, fewer later")
    mistake.click()
    assert state_of(page) == "turn"
    expect(page.get_by_role("tabpanel")).to_contain_text("From a game of your own")
    make(page, server, puzzle.position, puzzle.line[0])
    expect(page.locator(".graded")).to_have_text("Right, the best move!")
    page.locator("[data-do=next]").click()
    expect(mistake).to_contain_text("✓ solved")  # and there is no other


def make(page: Page, server: Running, position: str, move: str) -> None:
    """Make a move by the keyboard."""
    trial = server.guest().http.post("/api/sandbox", json={"position": position}).json()
    steps = next(choice["steps"] for choice in trial["choices"] if choice["move"] == move)
    for step in steps:
        page.locator(f"[data-thing='{step}'][data-legal]").first.press("Enter")


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_in_every_language(page: Page, server: Running, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('azulejos.language', '\"{language}\"')")
    messages = catalogue(language).messages
    page.set_viewport_size(PHONE)
    page.goto(f"{server.url}/#puzzles")
    expect(page.get_by_role("heading", name=messages["ui.puzzles"], exact=True)).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(re.compile("ui[.]|puzzle[.]"))
    open_puzzle(page, server, collection("azul").entries[0].id)
    expect(page.locator(".graded")).to_have_text(messages["ui.puzzle.find"])
    answered(page, seed=2)
    expect(page.locator("[data-do=next]")).to_have_text(messages["ui.puzzle.next"])
    for button in page.locator(".prompt .actions button").all():
        expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator("main")).not_to_contain_text(re.compile("ui[.]|puzzle[.]"))
