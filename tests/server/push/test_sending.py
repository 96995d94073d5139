"""Encrypting push messages, the key of a server, and what push services answer."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from azulejos.errors import OptionError
from azulejos.server.push.services import ServerKey, encrypted, make_key, receipt_of
from azulejos.tables.store.rows import Subscription
from push_service import CONTACT, CURVE, Browser, unbase64url


def test_retry_after_is_a_number_or_a_date() -> None:
    assert receipt_of(429, {b"Retry-After": b"120"}).retry_after == 120
    assert receipt_of(503, {b"retry-after": b"Fri, 31 Dec 1999 23:59:59 GMT"}).retry_after == 0
    assert receipt_of(503, {b"retry-after": b"nonsense"}).retry_after == 0
    assert receipt_of(503, {}).retry_after == 0
    future = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 600))
    assert 590 < receipt_of(429, {b"retry-after": future.encode()}).retry_after <= 600


def test_the_example_of_rfc_8291() -> None:
    """The reader that the tests rely on reads the message of appendix A."""
    private = unbase64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    key = ec.derive_private_key(int.from_bytes(private), CURVE)
    browser = Browser("", key, unbase64url("BTBZMqHH6r4Tts7J_aSIgg"))
    body = unbase64url(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(body) == b"When I grow up, I want to be a watermelon"


def test_what_is_encrypted_is_read_by_its_browser_alone() -> None:
    browser, other = Browser("https://push.example.org/1"), Browser("")
    to = Subscription(b"", browser.endpoint, browser.public, browser.auth, "en", 0.0)
    body = encrypted(b"hello", to)
    assert browser.read(body) == b"hello"
    assert encrypted(b"hello", to) != body
    with pytest.raises(Exception, match=re.compile("")):
        other.read(body)


def test_a_key_is_made_for_its_owner_alone_and_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    public = make_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert ServerKey.read(path, CONTACT).public == public
    assert len(unbase64url(public)) == 65
    with pytest.raises(OptionError, match="exists"):
        make_key(path)
    assert ServerKey.read(path, CONTACT).public == public


def test_a_key_that_others_can_read_or_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    make_key(path)
    os.chmod(path, 0o644)  # noqa: PTH101
    with pytest.raises(OptionError, match="chmod 600"):
        ServerKey.read(path, CONTACT)
    path.write_text("secret but no key")
    path.chmod(0o600)
    with pytest.raises(OptionError, match="is not a push key") as raised:
        ServerKey.read(path, CONTACT)
    assert "secret" not in str(raised.value)
    with pytest.raises(OptionError, match="cannot read"):
        ServerKey.read(tmp_path / "missing", CONTACT)
    for contact in ("me@example.org", "http://example.org", "", "mailto:"):
        with pytest.raises(OptionError, match="contact"):
            ServerKey.read(path, contact)
