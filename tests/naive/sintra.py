"""Stained Glass of Sintra once more, as simply as possible: dicts, sets and counters.

Written from the rules page alone. A position is read from its text, so the notation is under
test as well. `legal` says what may be played, `play` what becomes of it.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

STRIPS = [
    ("OWWWW", "POOOO"),
    ("BYYYY", "WBBBB"),
    ("YYOOO", "YYYYY"),
    ("PPPPP", "PPWWW"),
    ("YPPPP", "JJWBO"),
    ("BBBBB", "BBPPP"),
    ("WWWWW", "WWYYY"),
    ("OOOOO", "OOBBB"),
]
NEXT_COLOUR = {"W": "O", "O": "P", "P": "Y", "Y": "B", "B": "W", "J": "J"}
POINTS = {"A": [4, 3, 3, 2, 2, 1, 1, 2], "B": [4, 3, 3, 2, 2, 1, 1, 2]}
TRACKS = {
    "long": [0, 1, 2, 4, 6, 8, 10, 12, 15, 18],
    "short": [0, 1, 2, 4, 6, 8, 11, 14, 18],
}

Position = dict[str, Any]


# Reading a position


def read(text: str) -> Position:
    header, *lines = text.splitlines()
    options = {"side": "A", "floor_at_zero": "no", "strips": "same", "track": "long"} | _values(
        header
    )
    position: Position = {"options": options, "sources": {}, "seats": []}
    for line in lines:
        keyword, *words = line.split()
        if keyword == "round":
            values = {"turn": None, "start": None} | _values(line)
            position |= values | {"round": int(words[0])}
        elif keyword == "displays":
            position["sources"] |= {str(n): _pile(word) for n, word in enumerate(words, 1)}
        elif keyword == "centre":
            position["sources"]["c"] = _pile(words[0])
        elif keyword == "seat":
            position["seats"].append(_seat(_values(line)))
        else:
            position[keyword] = _pile(words[0])
    return position


def _values(line: str) -> dict[str, str]:
    return dict(word.split("=") for word in line.split() if "=" in word)


def _pile(text: str) -> Counter[str]:
    pile: Counter[str] = Counter()
    letter = ""
    for sign in text.replace("-", ""):
        if sign.isalpha():
            letter = sign
            pile[letter] += 1
            digits = ""
        else:
            pile[letter] -= int(digits or 1)
            digits += sign
            pile[letter] += int(digits)
    return pile


def _seat(values: dict[str, str]) -> dict[str, Any]:
    seat: dict[str, Any] = {name: int(values[name]) for name in ("score", "broken", "wraps")}
    seat["glazier"] = int(values["glazier"])
    seat["strips"] = {n: _strip(text) for n, text in enumerate(values["strips"].split("/"), 1)}
    seat["windows"] = {
        n: text.replace("-", "") for n, text in enumerate(values["windows"].split("/"), 1)
    }
    return seat


def _strip(text: str) -> dict[str, Any] | None:
    if text == "-":
        return None
    side, _, tiles = text.partition(":")
    return {"side": "".join(sorted(_pile(side).elements())), "tiles": _pile(tiles)}


# What may be played


def legal(position: Position) -> set[str]:
    if position["turn"] is None:
        return set()
    seat = position["seats"][int(position["turn"]) - 1]
    if position["phase"] == "keep":
        return {"k" + colour for colour in +seat["strips"][seat["glazier"]]["tiles"]}
    moves = set()
    for source, pile in position["sources"].items():
        for colour in +pile:
            windows = reachable(seat, colour)
            moves |= {f"{source}{colour}{window}" for window in windows} or {f"{source}{colour}-"}
    left = leftmost(seat)
    if left is not None and left != seat["glazier"]:
        moves.add("back")
    return moves


def reachable(seat: dict[str, Any], colour: str) -> set[int]:
    return {
        window
        for window, strip in seat["strips"].items()
        if window >= seat["glazier"] and strip and space_for(strip, colour)
    }


def space_for(strip: dict[str, Any], colour: str) -> str | None:
    """The space that a tile goes to: one of its colour, or else a joker."""
    free = list(strip["side"])
    for tile in strip["tiles"].elements():
        free.remove(tile if tile in free else "J")
    return next((space for space in (colour, "J") if space in free), None)


def leftmost(seat: dict[str, Any]) -> int | None:
    return min((window for window, strip in seat["strips"].items() if strip), default=None)


# What becomes of it


def play(before: Position, move: str) -> Position:
    position = copy.deepcopy(before)
    seat = position["seats"][int(position["turn"]) - 1]
    if move == "back":
        seat["glazier"] = leftmost(seat)
        _end_turn(position)
    elif move[0] == "k":
        _keep(position, seat, move[1])
    else:
        _take(position, seat, *move)
    return position


def _take(position: Position, seat: dict[str, Any], source: str, colour: str, target: str) -> None:
    sources = position["sources"]
    if source == "c" and position["marker"] == "centre":
        position["marker"] = position["turn"]
        _break(position, seat, 1)
    number = sources[source].pop(colour)
    if source != "c":
        sources["c"] += sources[source]
        sources[source] = Counter()
    strip = None
    if target != "-":
        seat["glazier"] = int(target)
        strip = seat["strips"][int(target)]
        while number and space_for(strip, colour):
            strip["tiles"][colour] += 1
            number -= 1
    _break(position, seat, number)
    position["discard"][colour] += number
    if not strip or strip["tiles"].total() < 5:
        _end_turn(position)
        return
    seat["score"] += strip["tiles"][position["track"][0]]
    if len(+strip["tiles"]) == 1:
        _keep(position, seat, colour)
    else:
        position["phase"] = "keep"


def _break(position: Position, seat: dict[str, Any], steps: int) -> None:
    for _ in range(steps):
        seat["broken"] += 1
        if track_of(position)[seat["broken"]] == 18:
            seat["broken"] = 0
            seat["wraps"] += 1
            _lose(position, seat, 18)


def track_of(position: Position) -> list[int]:
    return TRACKS[position["options"]["track"]]


def other_side(position: Position, side: str) -> str:
    """The back of the strip of the seat whose turn it is that shows this side."""
    steps = int(position["turn"]) - 1 if position["options"]["strips"] == "own" else 0
    for strip in STRIPS:
        one, other = ("".join(sorted(turned(each, steps))) for each in strip)
        if side in (one, other):
            return other if side == one else one
    raise AssertionError(f"no strip has the side {side}")


def turned(side: str, steps: int) -> str:
    for _ in range(steps):
        side = "".join(NEXT_COLOUR[space] for space in side)
    return side


def _lose(position: Position, seat: dict[str, Any], points: int) -> None:
    seat["score"] -= points
    if position["options"]["floor_at_zero"] == "yes":
        seat["score"] = max(0, seat["score"])


def _keep(position: Position, seat: dict[str, Any], colour: str) -> None:
    here = seat["glazier"]
    strip = seat["strips"][here]
    strip["tiles"][colour] -= 1
    position["discard"] += strip["tiles"]
    seat["windows"][here] += colour
    if len(seat["windows"][here]) == 1:
        seat["strips"][here] = {"side": other_side(position, strip["side"]), "tiles": Counter()}
    else:
        seat["strips"][here] = None
    for window, points in enumerate(POINTS[position["options"]["side"]], 1):
        if window == here or (window > here and seat["windows"][window]):
            seat["score"] += points
    position["phase"] = "turn"
    _end_turn(position)


def _end_turn(position: Position) -> None:
    if any(pile.total() for pile in position["sources"].values()):
        seats = len(position["seats"])
        position["turn"] = str(int(position["turn"]) % seats + 1)
        return
    position["discard"][position["track"][0]] += 1
    position["track"] = position["track"][1:] or "-"
    position["turn"] = None
    if position["marker"] != "centre":
        position["start"] = position["marker"]
    position["phase"] = "over" if position["round"] == 6 else "deal"
    if position["phase"] == "over":
        for seat in position["seats"]:
            _count_up(position, seat)


def _count_up(position: Position, seat: dict[str, Any]) -> None:
    left = sum(strip["tiles"].total() for strip in seat["strips"].values() if strip)
    seat["score"] += left // 3
    _lose(position, seat, track_of(position)[seat["broken"]])
    windows = seat["windows"]
    if position["options"]["side"] == "A":
        for first in (1, 3, 5, 7):
            cells = windows[first] + windows[first + 1]
            seat["score"] += {4: 10, 3: 6, 2: 3}.get(len(cells), 0)
    else:
        finished = sum(len(cells) == 2 for cells in windows.values())
        colours = Counter("".join(windows.values()))
        seat["score"] += finished * max(colours.values(), default=0)


def ranking(position: Position) -> list[int]:
    """The place of every seat, from 1."""
    keys = [
        (seat["score"], -18 * seat["wraps"] - track_of(position)[seat["broken"]])
        for seat in position["seats"]
    ]
    return [1 + sum(other > key for other in keys) for key in keys]
