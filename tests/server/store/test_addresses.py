"""Addresses of stores that are mistyped: what is said about them holds no password."""

from __future__ import annotations

import asyncio

import pytest

from azulejos.errors import StoreError
from azulejos.server.store.addresses import connect, without_password


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgressql://ana:s3cret@db/azul", "postgressql://ana:***@db/azul"),
        ("postgressql://ana:s3cret@s3cret/s3cret:s3cret@db/a", "postgressql://ana:***@db/a"),
        ("postgresql:/ana:s3cret@db/azul", "postgresql:***@db/azul"),
        ("postgresql:ana:s3cret@db", "postgresql:***@db"),
        ("ana:s3cret@db/azul", "ana:***@db/azul"),
        ("redis://:s3cret@db/a", "redis://:***@db/a"),
        ("redis://ana:s3cret", "redis://ana:***"),
        ("redis://db/azul?password=s3cret&x=1", "redis://db/azul?password=***&x=1"),
    ],
)
def test_a_false_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown
    with pytest.raises(StoreError) as refused:
        asyncio.run(connect(url))
    assert shown in str(refused.value)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:s3cret",
        "postgresql://ana:s3#cret@127.0.0.1/a",
        "postgresql://ana:s3?cret@127.0.0.1/a",
        "postgresql://ana:p@s3cret@127.0.0.1/a",
        "postgresql://ana:s3cret@127.0.0.1:port/a",
        "postgresql://ana:s3cret@127.0.0.1:1/a",
    ],
)
def test_an_address_of_postgresql_that_leads_nowhere_is_not_quoted(url: str) -> None:
    with pytest.raises(StoreError) as refused:
        asyncio.run(connect(url))
    assert "cret" not in str(refused.value)
