"""Nobody talks a server into running a file or a program by the name of a bot."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

import azulejos.server
from azulejos import AZUL, Match
from azulejos.errors import AzulejosError
from azulejos.tables.bots.tasks import Choose, SeatView
from azulejos.tables.bots.thinker import Thinker
from server_in_thread import Running

PACKAGE = Path(azulejos.__file__).parent
SERVING = ("offline", "server", "tables")
MAKERS = ("bot", "read_bot")


@pytest.fixture
def names(tmp_path: Path) -> list[str]:
    """Names that would leave a file behind if they were run."""
    (tmp_path / "b.py").write_text(
        f"open({str(tmp_path / 'ran')!r}, 'w')\nclass B:\n  def choose(self, view): ..."
    )
    touch = f"touch {tmp_path / 'ran'}"
    return [f"exec:{touch}", f"exec,1s:{touch}", f"{tmp_path / 'b.py'}", f"{tmp_path / 'b.py'}:B"]


def test_the_bots_that_need_no_search_play_at_tables(server: Running) -> None:
    ana = server.guest("Ana")
    for game in ana.http.get("/api/games").json():
        assert {"random", "greedy", "casual"} < set(game["levels"])
    for name in ("random", "greedy"):
        socket = ana.socket(ana.new_table("azul", "me", name, options={"start": 2}))
        update = socket.next_update(lambda update: update["to_move"] == 0)
        assert update["seats"][1]["name"] == name.capitalize()


def test_not_over_http(server: Running, names: list[str], tmp_path: Path) -> None:
    ana = server.guest("Ana")
    position = str(Match(AZUL, source=random.Random(1)).state)
    for name in names:
        seats = [{"kind": "me"}, {"kind": "bot", "level": name}]
        made = ana.http.post("/api/tables", json={"game": "azul", "seats": seats})
        asked = ana.http.post("/api/sandbox/bot", json={"position": position, "level": name[:40]})
        assert (made.status_code // 100, asked.status_code // 100) == (4, 4)
    assert not (tmp_path / "ran").exists()


def test_not_by_what_a_store_holds(names: list[str], tmp_path: Path) -> None:
    """A log is read as it was written; the worker that is to think refuses."""
    match = Match(AZUL, AZUL.options(start=1), source=random.Random(1))
    for name in [*names, "search:weights=/etc/hosts"]:
        with pytest.raises(AzulejosError, match="may not"):
            Thinker().answer(Choose(SeatView.of(match.view(0)), name))
    assert not (tmp_path / "ran").exists()


def test_whoever_makes_a_bot_says_what_is_allowed() -> None:
    """By default files and programs are run: nothing in the server leaves that open."""
    calls = [
        (f"{file.relative_to(PACKAGE)}:{node.lineno}", {word.arg for word in node.keywords})
        for folder in SERVING
        for file in sorted((PACKAGE / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id in MAKERS
    ]
    assert calls
    assert [place for place, words in calls if "external" not in words] == []
