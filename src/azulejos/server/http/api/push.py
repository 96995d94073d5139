"""Web push: whether this server sends it, and whether to this device."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode
from typing import TYPE_CHECKING

from litestar import Controller, delete, get, put
from litestar.params import JSONBody

from azulejos.errors import Conflict, Malformed, NotAllowed
from azulejos.narration.languages import ENGLISH
from azulejos.server.http.identity import Caller, HttpRequest, TheHub, new_guest
from azulejos.server.hub import Hub
from azulejos.tables.clock import now
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.push import NewSubscription, PushInfo
from azulejos.tables.store import Subscription

if TYPE_CHECKING:
    from azulejos.server.push.services import PushServices

MAX_DEVICES = 10  # of one guest


class PushController(Controller):
    path = "/api/me/push"
    tags = ("me",)

    @get(summary="Say whether this device is notified of my turns")
    async def info(self, hub: TheHub, caller: Caller) -> PushInfo:
        if hub.notifier is None:
            return PushInfo(None, is_subscribed=False)
        known = await hub.store.subscriptions_of(caller.guest) if caller else []
        is_subscribed = any(caller and each.device == caller.secret for each in known)
        return PushInfo(hub.notifier.services.key.public, is_subscribed)

    @put(summary="Notify this device of my turns")
    async def subscribe(
        self, request: HttpRequest, hub: TheHub, caller: Caller, data: JSONBody[NewSubscription]
    ) -> PushInfo:
        services = _services(hub, caller)
        p256dh, auth = _decoded(data.p256dh), _decoded(data.auth)
        services.check(data.endpoint, p256dh, auth)
        guest = caller or await new_guest(request, hub)
        hub.limits.take("push", guest.guest)
        language = data.language or await _language(hub, guest)
        made = Subscription(guest.secret, data.endpoint, p256dh, auth, language, now())
        try:
            await hub.store.subscribe(made, MAX_DEVICES)
        except Conflict:
            raise NotAllowed("nobody is known by this device any more") from None
        return PushInfo(services.key.public, is_subscribed=True)

    @delete(summary="Notify this device no more", status_code=200)
    async def unsubscribe(self, hub: TheHub, caller: Caller) -> PushInfo:
        if caller is not None:
            await hub.store.unsubscribe(caller.secret)
        key = hub.notifier.services.key.public if hub.notifier else None
        return PushInfo(key, is_subscribed=False)


async def _language(hub: Hub, guest: Identity) -> str:
    """The language in which this device has been written to so far."""
    known = await hub.store.subscriptions_of(guest.guest)
    return next((each.language for each in known if each.device == guest.secret), ENGLISH)


def _services(hub: Hub, caller: Identity | None) -> PushServices:
    if hub.notifier is None:
        raise NotAllowed("this server sends no notifications")
    if caller and caller.is_program:
        raise NotAllowed("only browsers are notified")
    return hub.notifier.services


def _decoded(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raise Malformed("the keys of a subscription are base64url") from None
