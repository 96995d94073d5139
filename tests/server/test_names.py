"""Names that people take, and the lobby that they share."""

from __future__ import annotations

from azulejos.tables.people.limits import ALLOWANCES
from server_in_thread import GENEROUS, Guest, Running, Start


def test_names_can_be_shown(server: Running) -> None:
    ana = server.guest()
    assert ana.http.get("/api/me").json() == {"is_known": False, "name": ""}
    blank = (
        "\u3164",
        "\u2800\u2800",
        "\u115f",
        "\uffa0",
        "\u0301",
        "\ufe0f",
        "\u034f",
        "An\u3164a",
    )
    for name in ("", "  ", "x" * 41, "a\nb", "a\u202eb", "\0", *blank):
        answer = ana.http.put("/api/me", json={"name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    for name in ("Ána", "Zoe\u0308", "나래", "🀄\ufe0f", "!"):
        assert ana.http.put("/api/me", json={"name": name}).json()["name"] == name
    assert ana.http.put("/api/me", json={"name": " <i>Ana</i> "}).json()["name"] == "<i>Ana</i>"


def test_a_new_name_is_shown_at_the_tables_one_plays_at(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "open")
    ana.http.put("/api/me", json={"name": "Anna"})
    described = server.guest().http.get(f"/api/tables/{table}").json()
    assert described["seats"][0]["name"] == "Anna"


def test_many_new_names_write_little(start: Start) -> None:
    """Only tables that are in use are told; the others learn it when their guest comes again."""
    running = start(allowances={**GENEROUS, "rename": ALLOWANCES["rename"]})
    ana = running.guest("Ana")
    tables = [ana.new_table("azul", "me", "open") for _ in range(12)]

    async def forget() -> None:
        for name in tables[1:]:
            await running.hub.lobby._live.pop(name).stop()

    running.call(forget)
    renamed = [ana.http.put("/api/me", json={"name": f"Ana {n}"}).status_code for n in range(20)]
    allowed = renamed.count(200)
    assert set(renamed) == {200, 429}
    assert allowed <= ALLOWANCES["rename"].burst + 1

    async def written() -> int:
        return sum([len(await running.hub.store.entries(name)) - 1 for name in tables])

    assert running.call(written) == allowed
    ana.socket(tables[5]).at(1)
    described = running.guest().http.get(f"/api/tables/{tables[5]}").json()
    assert described["seats"][0]["name"] == ana.http.get("/api/me").json()["name"]


def test_nobody_drives_the_others_off_the_lobby(start: Start) -> None:
    bounded = {name: ALLOWANCES[name] for name in ("public", "table", "guest", "change", "request")}
    running = start(allowances={**GENEROUS, **bounded})
    waiting = [
        Guest(running.url, f"Person {n}", source=f"127.0.1.{n + 1}").new_table(is_public=True)
        for n in range(10)
    ]
    made = []
    for number in range(20):
        eve = Guest(running.url, source="127.0.0.66")
        if eve.http.put("/api/me", json={"name": f"Eve {number}"}).status_code != 200:
            continue
        wanted = {"game": "azul", "is_public": True}
        codes = [eve.http.post("/api/tables", json=wanted).status_code for _ in range(7)]
        made.append(codes.count(201))
    assert made[0] == 5, "of one guest"
    assert sum(made) <= ALLOWANCES["public"].burst + 2, "of one address"
    page = running.guest().http.get("/api/tables", params={"limit": 15}).json()
    listed = [each["table"] for each in page["tables"]]
    assert set(waiting) <= set(listed)
    assert page["next"] == "15"
    rest = running.guest().http.get("/api/tables", params={"after": page["next"]}).json()
    assert rest["next"] is None
    assert len({*listed, *(each["table"] for each in rest["tables"])}) == 10 + sum(made)
    limited = eve.http.get("/api/tables", params={"after": "x"})
    assert limited.status_code == 400
