"""A bot that thinks is stopped by whoever takes back a move, resigns or leaves."""

from __future__ import annotations

import random

from playwright.sync_api import BrowserContext, expect

from clicking import STILL, UNSEEN, begin, play_a_turn, state_of

LONG = "pavilion"  # of which `master` thinks for about a second
TRIES = 5

COUNT = """() => {
  window.terminated = 0;
  const { terminate } = Worker.prototype;
  Worker.prototype.terminate = function () {
    window.terminated++;
    terminate.call(this);
  };
}"""
"""Counts the workers that a page ends; those of bots are the only ones."""

UNDO_AT_ONCE = """() => {
  const look = () => {
    const table = document.querySelector('main.table');
    const undo = document.querySelector('[data-do=undo]');
    if (!undo || table.dataset.busy !== undefined || table.querySelector('[data-legal]')) return;
    watching.disconnect();
    undo.click();
  };
  const watching = new MutationObserver(look);
  watching.observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Takes the next move back as soon as it can be, while the bot thinks about it."""


def test_a_master_in_mid_thought_keeps_nobody_waiting(at_site: BrowserContext) -> None:
    """At a site, where a worker that thinks hears nothing; at a server: `server/test_thinking`."""
    source = random.Random(1)
    owner = at_site.pages[0]  # the tab that has the games starts the bots, too
    owner.evaluate(COUNT)
    page = at_site.new_page()
    page.add_init_script(STILL)
    page.add_init_script(UNSEEN)
    page.goto(owner.url)
    begin(page, LONG, "master")
    for _ in range(TRIES):
        page.evaluate(UNDO_AT_ONCE)
        assert state_of(page) == "turn"
        play_a_turn(page, source)
        assert state_of(page) == "turn"
        play_a_turn(page, source)
        assert state_of(page) == "turn"  # another worker has answered, if one was ended
        if owner.evaluate("() => window.terminated"):
            break
    else:
        raise AssertionError("no thought was ended")
    play_a_turn(page, source)
    for _ in range(TRIES):
        page.locator("[data-do=menu]").click()
        for _ in range(2):
            page.locator("[data-do=resign]").click()
        if state_of(page) == "over":  # else the bot has moved in between
            break
    expect(page.locator("dialog.result")).to_be_visible()

    page.goto(owner.url)
    begin(page, LONG, "master")
    play_a_turn(page, source)
    page.goto(owner.url)
    begin(page, "azul")
    play_a_turn(page, source)
    assert state_of(page) == "turn"
    page.close()
