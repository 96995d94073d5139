"""Web push: what is told of it."""

from __future__ import annotations

from typing import Annotated

import msgspec

MAX_KEY_LENGTH = 100  # characters
MAX_LANGUAGE_LENGTH = 20

Key = Annotated[str, msgspec.Meta(max_length=MAX_KEY_LENGTH)]
Language = Annotated[str, msgspec.Meta(max_length=MAX_LANGUAGE_LENGTH)]


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
