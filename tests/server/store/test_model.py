"""Any sequence of calls does to a store what it does to a few dicts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from azulejos.errors import Conflict
from azulejos.server.store.addresses import connect
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Entry, TableRow

EXAMPLES = 10
MANY = 1_000_000

GUESTS = ("eva", "ivo", "ana")
numbers = count(1)

ids = st.none() | st.sampled_from(["a", "b", "c", "d"])
bodies = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
holders = st.dictionaries(st.integers(0, 3), st.none() | st.sampled_from(GUESTS), max_size=3)
times = st.none() | st.floats(0, 1e10)


class Model:
    """What is known of one table."""

    def __init__(self, row: TableRow, first: Entry, holders: dict[int, str | None]) -> None:
        self.row = row
        self.log = [first]
        self.holders = dict(holders)

    def may_append(self, entry: Entry) -> bool:
        ids = {entry.id for entry in self.log} - {None}
        return entry.version == len(self.log) and entry.id not in ids


class StoreMachine(RuleBasedStateMachine):
    """Creates tables, appends to them rightly and wrongly, and opens the store again."""

    tables = Bundle("tables")

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.runner = asyncio.Runner()
        self.store: Store = self.runner.run(connect(url))
        self.models: dict[str, Model] = {}
        self.guests: dict[str, str] = {}

    @initialize()
    def begin(self) -> None:
        """Give everything names of its own: the examples share a database."""
        self.prefix = f"example{next(numbers)}-"
        self.guests = {guest: self.prefix + guest for guest in GUESTS}

    def named(self, holders: dict[int, str | None]) -> dict[int, str | None]:
        return {seat: guest and self.guests[guest] for seat, guest in holders.items()}

    def row(self, table: str, state: str, body: str, due: float | None) -> TableRow:
        updated = float(next(numbers))
        summary = json.dumps({"text": body}).encode()
        return TableRow(table, "azul", state == "open", state, updated, summary, due)  # type: ignore[arg-type]

    @rule(target=tables, name=st.sampled_from("xyz"), body=bodies, id=ids, holders=holders)
    def create(self, name: str, body: str, id: str | None, holders: dict[int, str | None]) -> str:  # noqa: A002
        table = self.prefix + name
        row, entry = self.row(table, "open", body, None), Entry(0, 0.5, id, body.encode())
        held = self.named(holders)
        is_new = table not in self.models
        assert self.succeeds(lambda: self.store.create(row, entry, held)) == is_new
        if is_new:
            self.models[table] = Model(row, entry, held)
        return table

    @rule(
        table=tables,
        ahead=st.sampled_from([0, 0, 0, -1, 1]),
        id=ids,
        body=bodies,
        state=st.none() | st.sampled_from(["open", "playing", "over"]),
        due=times,
        holders=holders,
    )
    def append(
        self,
        *,
        table: str,
        ahead: int,
        id: str | None,  # noqa: A002
        body: str,
        state: str | None,
        due: float | None,
        holders: dict[int, str | None],
    ) -> None:
        model = self.models[table]
        entry = Entry(len(model.log) + ahead, 0.25, id, body.encode())
        row = None if state is None else self.row(table, state, body, due)
        held = self.named(holders)
        may = model.may_append(entry)
        assert self.succeeds(lambda: self.store.append(table, entry, row, held)) == may
        if may:
            model.log.append(entry)
            model.row = row or model.row
            model.holders |= held

    @rule()
    def reopen(self) -> None:
        self.runner.run(self.store.close())
        self.store = self.runner.run(connect(self.url))

    def succeeds(self, change: Callable[[], object]) -> bool:
        try:
            self.runner.run(change())  # type: ignore[arg-type]
        except Conflict:
            return False
        return True

    @rule(table=tables, after=st.integers(-1, 5))
    def read(self, table: str, after: int) -> None:
        result = self.runner.run(self.store.entries(table, after))
        assert result == self.models[table].log[after + 1 :]
        assert self.runner.run(self.store.row(table)) == self.models[table].row

    @rule()
    def read_lists(self) -> None:
        rows = sorted((model.row for model in self.models.values()), key=lambda row: -row.updated)
        is_open = [
            row
            for row in rows
            if row.state == "open" and any(self.models[row.table].holders.values())
        ]
        assert self.own(self.runner.run(self.store.open_tables(MANY))) == is_open
        waiting = [row for row in rows if row.due is not None and row.due <= 5e9]
        due = self.own(self.runner.run(self.store.due(5e9, MANY)))
        assert sorted(due, key=lambda row: -row.updated) == waiting
        for guest in self.guests.values():
            held = [row for row in rows if guest in self.models[row.table].holders.values()]
            assert self.runner.run(self.store.tables_of(guest, MANY)) == held

    def own(self, rows: list[TableRow]) -> list[TableRow]:
        return [row for row in rows if row.table.startswith(self.prefix)]

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()


def test_a_store_does_what_a_few_dicts_do(url: str) -> None:
    run_state_machine_as_test(
        lambda: StoreMachine(url),
        settings=settings(max_examples=EXAMPLES, stateful_step_count=25),
    )
