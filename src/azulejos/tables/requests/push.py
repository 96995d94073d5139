"""Web push: whether this server sends it, and whether to this device."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode
from typing import Annotated

import msgspec

from azulejos.errors import Conflict, Malformed, NotAllowed
from azulejos.messages import ENGLISH
from azulejos.tables.clock import now
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import ServerBackend
from azulejos.tables.requests.route import Context, ServerContext
from azulejos.tables.store import Subscription

MAX_DEVICES = 10  # of one guest
MAX_KEY = 100  # characters
MAX_LANGUAGE = 20

Key = Annotated[str, msgspec.Meta(max_length=MAX_KEY)]
Language = Annotated[str, msgspec.Meta(max_length=MAX_LANGUAGE)]


class PushInfo(msgspec.Struct, frozen=True):
    """The server's public key for web push; without one it sends none."""

    key: str | None  # base64url
    is_subscribed: bool  # whether this device is


class NewSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `PushSubscription` of the browser, and the language to write in."""

    endpoint: str
    p256dh: Key  # base64url
    auth: Key
    language: Language | None = None  # without one, as before


async def push(context: Context) -> PushInfo:
    """Say whether this device is notified of my turns."""
    services, caller = context.backend.push, await context.caller()
    if services is None:
        return PushInfo(None, is_subscribed=False)
    known = await context.backend.store.subscriptions_of(caller.guest) if caller else []
    is_subscribed = any(caller and each.device == caller.secret for each in known)
    return PushInfo(services.public_key, is_subscribed)


async def subscribe(context: ServerContext, body: NewSubscription) -> PushInfo:
    """Notify this device of my turns."""
    backend, caller = context.backend, await context.caller()
    if backend.push is None:
        raise NotAllowed("this server sends no notifications")
    if caller and caller.is_program:
        raise NotAllowed("only browsers are notified")
    p256dh, auth = _decoded(body.p256dh), _decoded(body.auth)
    backend.push.check(body.endpoint, p256dh, auth)
    guest = caller or await context.new_guest()
    backend.limits.take("push", guest.guest)
    language = body.language or await _language(backend, guest)
    made = Subscription(guest.secret, body.endpoint, p256dh, auth, language, now())
    try:
        await backend.store.subscribe(made, MAX_DEVICES)
    except Conflict:
        raise NotAllowed("nobody is known by this device any more") from None
    return PushInfo(backend.push.public_key, is_subscribed=True)


async def unsubscribe(context: ServerContext) -> PushInfo:
    """Notify this device no more."""
    backend, caller = context.backend, await context.caller()
    if caller is not None:
        await backend.store.unsubscribe(caller.secret)
    return PushInfo(backend.push.public_key if backend.push else None, is_subscribed=False)


async def _language(backend: ServerBackend, guest: Identity) -> str:
    """The language in which this device has been written to so far."""
    known = await backend.store.subscriptions_of(guest.guest)
    return next((each.language for each in known if each.device == guest.secret), ENGLISH)


def _decoded(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raise Malformed("the keys of a subscription are base64url") from None
