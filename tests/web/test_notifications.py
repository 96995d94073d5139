"""Somebody's turn: the title, notifications of a hidden page, web push to a closed one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

from clicking import STILL, eventually
from push_service import Browser as Subscriber
from push_service import PushService, at_once, push_service
from server_in_thread import Guest, Running, settings_for

TO_BE_SHOWN = 500  # ms: Chromium forgets what it is asked for while it is about to show it

# The browser's own subscription leads to a push service that cannot be reached from here.
SUBSCRIBE = """
let known = null;
PushManager.prototype.getSubscription = async () => known;
PushManager.prototype.subscribe = async options => known = {
  options: { applicationServerKey: options.applicationServerKey.buffer },
  toJSON: () => (SUBSCRIPTION),
  unsubscribe: async () => { known = null; return true; },
};
"""
HIDING = """
window.isHidden = false;
Object.defineProperty(document, 'hidden', { get: () => window.isHidden });
window.hide = isHidden => {
  window.isHidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
};
"""
SEEN_TOURS = "localStorage.setItem('azulejos.tours', '[\"azul\"]');"
SHOWN = """async () => (await self.registration.getNotifications()).map(
  ({ title, body, tag, lang }) => ({ title, body, tag, lang }))"""
CLICK = """async () => {
  const went = [];
  Clients.prototype.openWindow = async address => void went.push(address);
  WindowClient.prototype.focus = async function () { went.push(`focus ${this.url}`); };
  const [notification] = await self.registration.getNotifications();
  const click = new NotificationEvent('notificationclick', { notification });
  const done = [];
  click.waitUntil = promise => done.push(promise);
  self.dispatchEvent(click);
  await Promise.all(done);
  return went;
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def pushing(built: None, tmp_path: Path) -> Iterator[Running]:
    """A server that sends web push at once, to this machine, too."""
    push = at_once(tmp_path / "push.pem")
    running = Running(settings_for(tmp_path / "games.db", push=push))
    yield running
    running.stop()


@pytest.fixture
def phone(
    whole_browser: Browser, service: PushService
) -> Iterator[tuple[BrowserContext, Subscriber]]:
    """A browser that may notify, and whose subscription is ours."""
    subscriber = Subscriber(f"{service.origin}/1")
    context = whole_browser.new_context(reduced_motion="reduce", locale="en-GB")
    context.grant_permissions(["notifications"])
    subscribe = SUBSCRIBE.replace("SUBSCRIPTION", json.dumps(subscriber.written))
    for script in (STILL, HIDING, SEEN_TOURS, subscribe):
        context.add_init_script(script)
    yield context, subscriber
    context.close()


def sit_with(ana: Guest, page: Page, server: Running, pace: str) -> str:
    """A table where Ana is to move, with the page at the other seat."""
    table = ana.new_table("azul", "me", "open", pace=pace, options={"start": 1})
    page.goto(f"{server.url}/t/{table}")
    page.locator("[data-do=sit]").click()
    page.locator("[data-do=sit-down]").click()
    expect(page.locator(".ask")).to_contain_text("Ana to move")
    return table


def worker_of(page: Page) -> Worker:
    eventually(page, lambda: bool(page.context.service_workers))
    return page.context.service_workers[0]


def deliver(page: Page, server: Running, text: str) -> None:
    """Let a push message come to the service worker, as from the browser's push service."""
    session = page.context.new_cdp_session(page)
    known: list[str] = []

    def note(event: dict[str, Any]) -> None:
        known.extend(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    eventually(page, lambda: bool(known))
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": f"{server.url}/", "registrationId": known[0], "data": text},
    )
    session.detach()


def test_who_closed_the_page_is_notified_and_led_to_the_table(
    pushing: Running, phone: tuple[BrowserContext, Subscriber], service: PushService
) -> None:
    context, subscriber = phone
    page, ana = context.new_page(), pushing.guest("Ana")
    table = sit_with(ana, page, pushing, "turns")
    page.locator("[data-do=accept-notify]").click()
    expect(page.locator(".offer")).to_have_count(0)
    worker = worker_of(page)
    info = f"{pushing.url}/api/me/push"
    eventually(page, lambda: bool(page.request.get(info).json()["is_subscribed"]))
    page.goto(pushing.url)  # away from the table
    eventually(page, lambda: not pushing.hub.lobby.is_here(table, 1))
    ana.move(table)
    (received,) = service.wait_for(1)
    message = subscriber.read(received.body).decode()
    shown = {"title": "Your turn", "body": "Azul", "tag": table, "lang": "en"}

    def is_notified() -> bool:
        if worker.evaluate(SHOWN) == [shown]:
            return True
        deliver(page, pushing, message)
        return False

    for _ in range(2):  # the second one takes the place of the first
        deliver(page, pushing, message)
        eventually(page, is_notified, TO_BE_SHOWN)
    assert worker.evaluate(CLICK) == [f"/t/{table}"]
    eventually(page, lambda: worker.evaluate(SHOWN) == [])
    page.request.delete(info, headers={"Origin": pushing.url})
    page.goto(f"{pushing.url}/t/{table}")  # what was switched on is seen to at every visit
    eventually(page, lambda: bool(page.request.get(info).json()["is_subscribed"]))
    page.locator("[data-do=settings]").click()
    expect(page.get_by_role("status").filter(has_text="when it’s closed")).to_be_visible()
    page.get_by_label("Notify me when it’s my turn").uncheck()
    eventually(page, lambda: not page.request.get(info).json()["is_subscribed"])


def test_a_hidden_page_notifies_and_takes_it_back_when_it_is_seen(
    server: Running, phone: tuple[BrowserContext, Subscriber]
) -> None:
    context, _ = phone
    page, ana = context.new_page(), server.guest("Ana")
    table = sit_with(ana, page, server, "live")
    expect(page.locator(".offer")).to_have_count(0)  # at a table by turns only
    page.locator("[data-do=settings]").click()
    page.get_by_label("Notify me when it’s my turn").check()
    expect(page.get_by_role("status").filter(has_text="open in the background")).to_be_visible()
    page.keyboard.press("Escape")
    worker = worker_of(page)
    expect(page).to_have_title("Azul · Azulejos")
    page.evaluate("() => hide(true)")
    ana.move(table)
    expect(page).to_have_title("● Your turn · Azul · Azulejos")
    eventually(
        page, lambda: [each["tag"] for each in worker.evaluate(SHOWN)] == [table], TO_BE_SHOWN
    )
    assert worker.evaluate(CLICK) == [f"focus {server.url}/t/{table}"]
    page.evaluate("() => hide(false)")
    eventually(page, lambda: worker.evaluate(SHOWN) == [])


def test_nobody_is_asked_without_a_click_and_a_no_is_a_no(page: Page, server: Running) -> None:
    page.add_init_script(
        SEEN_TOURS
        + """
        window.asked = 0;
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
        Notification.requestPermission = async () => { asked++; return 'denied'; };
        """
    )
    sit_with(server.guest("Ana"), page, server, "turns")
    offer = page.locator(".offer")
    expect(offer).to_contain_text("Get a notification when it’s your turn?")
    assert page.evaluate("() => asked") == 0
    offer.locator("[data-do=decline-notify]").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator(".ask")).to_contain_text("Ana to move")
    expect(offer).to_have_count(0)
    page.locator("[data-do=settings]").click()
    choice = page.get_by_label("Notify me when it’s my turn")
    choice.click()
    expect(page.get_by_role("status").filter(has_text="blocks notifications")).to_be_visible()
    expect(choice).not_to_be_checked()
    assert page.evaluate("() => asked") == 1


def test_the_service_worker_is_looked_for_anew_each_time(server: Running) -> None:
    answer = server.guest().http.get("/worker.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_the_sign_of_news_leads_to_the_chat(page: Page, server: Running) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    ana = server.guest("Ana")
    table = ana.new_table()
    page.goto(f"{server.url}/t/{table}")
    expect(page.locator("[data-do=sit]")).to_be_visible()
    page.locator("[data-do=panel]").click()
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Close").click()
    socket = ana.socket(table)
    socket.ask("say", text="Bonito!")
    expect(page.locator("[data-do=panel] .news")).to_have_text("1")
    page.locator("[data-do=panel]").click()
    expect(page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".talk")).to_contain_text("Bonito!")
    expect(page.locator("[data-do=panel] .news")).to_have_count(0)
