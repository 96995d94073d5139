"""Azul once more, naively: legality and scoring with dicts and strings, from the rules' text.

Nothing here is fast or shared with the package: it reads position texts and works on what it
read. Seats, lines, rows and columns count from 1, as in the texts. Chance is left out: a round
that does not end the game leaves the phase `deal`.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from re import findall

COLOURS = "BYRKW"
FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
ONE_TO_FIVE = range(1, 6)


@dataclass
class Board:
    score: int
    lines: dict[int, str]
    floor: Counter[str]
    wall: dict[tuple[int, int], str]


@dataclass
class Position:
    players: int
    grey: bool
    quiet_limit: int
    values: dict[str, str]  # of the section `round`: phase, turn, start, marker, quiet, line, ...
    sources: dict[str, Counter[str]]
    bag: Counter[str]
    discard: Counter[str]
    boards: dict[int, Board]


# Reading


def read(text: str) -> Position:
    sections = {}
    for line in text.splitlines():
        keyword, *words = line.split()
        name = f"seat {words[0]}" if keyword == "seat" else keyword
        sections[name] = words
    options = values_of(sections["azul"])
    displays = {str(n): pile(word) for n, word in enumerate(sections["displays"], 1)}
    players = int(options["players"])
    return Position(
        players=players,
        grey=options.get("side") == "grey",
        quiet_limit=int(options.get("quiet_rounds", 10)),
        values=values_of(sections["round"]),
        sources={"c": pile(*sections["centre"]), **displays},
        bag=pile(*sections["bag"]),
        discard=pile(*sections["discard"]),
        boards={n: board(values_of(sections[f"seat {n}"])) for n in range(1, players + 1)},
    )


def values_of(words: list[str]) -> dict[str, str]:
    return dict(word.split("=") for word in words if "=" in word)


def pile(word: str) -> Counter[str]:
    return Counter({letter: int(number or 1) for letter, number in findall(r"([A-Z*])(\d*)", word)})


def board(values: dict[str, str]) -> Board:
    lines = [pile(word) for word in values["lines"].split("/")]
    rows = enumerate(values["wall"].split("/"), 1)
    cells = {(row, column): cell for row, r in rows for column, cell in enumerate(r, 1)}
    return Board(
        score=int(values["score"]),
        lines={n: "".join(line.elements()) for n, line in enumerate(lines, 1)},
        floor=pile(values["floor"]),
        wall={place: cell for place, cell in cells.items() if cell != "."},
    )


# Legality


def legal_moves(position: Position) -> set[str]:
    """Every legal move of the seat to move (AZ-4, AZ-6, AZ-8, AZ-9, AZ-12)."""
    if position.values["phase"] == "tiling":
        row = int(position.values["line"])
        columns = spaces(position, mover(position), row)
        return {f"w{row}{column}" for column in columns}
    if position.values["phase"] != "offer":
        return set()
    return {
        f"{source}{colour}{target}"
        for source, held in position.sources.items()
        for colour in COLOURS
        if held[colour]
        for target in [*ONE_TO_FIVE, "f"]
        if target == "f" or accepts(mover(position), int(target), colour)
    }


def mover(position: Position) -> Board:
    return position.boards[int(position.values["turn"])]


def accepts(own: Board, line: int, colour: str) -> bool:
    """Only its colour, only with room, not what the row of the wall has (AZ-6)."""
    held = own.lines[line]
    on_row = {own.wall.get((line, column)) for column in ONE_TO_FIVE}
    return set(held) <= {colour} and len(held) < line and colour not in on_row


def spaces(position: Position, own: Board, row: int) -> set[int]:
    """Where the tile of a complete line may go (AZ-11, AZ-12)."""
    colour = own.lines[row][0]
    if not position.grey:
        return {(COLOURS.index(colour) + row - 1) % 5 + 1}
    return {
        column
        for column in ONE_TO_FIVE
        if (row, column) not in own.wall
        and colour not in {own.wall.get((other, column)) for other in ONE_TO_FIVE}
    }


# What happens


def after(position: Position, move: str) -> Position:
    """The position after a legal move, up to the next decision or deal."""
    position = deepcopy(position)
    if move[0] == "w":
        row = int(move[1])
        place(position, mover(position), row, int(move[2]))
        tile(position, row + 1)
    else:
        take(position, *move)
    return position


def take(position: Position, source: str, colour: str, target: str) -> None:
    values, own = position.values, mover(position)
    if source == "c" and values["marker"] == "centre":  # AZ-5
        values["marker"] = values["turn"]
        fall(position, own, "*")
    taken = colour * position.sources[source].pop(colour)
    rest, position.sources[source] = position.sources[source], Counter()
    position.sources["c"] += rest  # AZ-4
    if target != "f":
        line = int(target)
        taken = own.lines[line] + taken
        own.lines[line], taken = taken[:line], taken[line:]
    fall(position, own, taken)
    if any(held.total() for held in position.sources.values()):
        values["turn"] = following(position, values["turn"])
    else:
        values.update(phase="tiling", turn=values["start"])
        tile(position, 1)


def following(position: Position, seat: str) -> str:
    return str(int(seat) % position.players + 1)


def fall(position: Position, own: Board, pieces: str) -> None:
    """To the floor line, what is too much to the discard; a marker too much to nowhere (AZ-7)."""
    room = 7 - own.floor.total()
    own.floor += Counter(pieces[:room])
    position.discard += Counter(pieces[room:].replace("*", ""))


def tile(position: Position, line: int) -> None:
    """The seat at hand from this line on, then the others, until somebody must choose."""
    values, own = position.values, mover(position)
    for row in range(line, 6):
        if len(own.lines[row]) < row:
            continue
        columns = spaces(position, own, row)
        if len(columns) > 1:
            values["line"] = str(row)
            return
        if columns:
            place(position, own, row, *columns)
        else:  # AZ-12
            tiles, own.lines[row] = own.lines[row], ""
            fall(position, own, tiles)
    own.score = max(0, own.score - floor_cost(own.floor.total()))  # AZ-14
    position.discard += Counter({c: n for c, n in own.floor.items() if c != "*"})
    own.floor = Counter()
    values["turn"] = following(position, values["turn"])
    if values["turn"] == values["start"]:
        end_round(position)
    else:
        tile(position, 1)


def place(position: Position, own: Board, row: int, column: int) -> None:
    """One tile to the wall, the others to the discard (AZ-10)."""
    colour = own.lines[row][0]
    own.wall[row, column] = colour
    own.score += tile_points(own.wall, row, column)
    position.discard += Counter({colour: row - 1})
    own.lines[row] = ""
    position.values["quiet"] = "0"


def end_round(position: Position) -> None:
    values = position.values
    del values["turn"]
    values.pop("line", None)
    if values["marker"] != "centre":  # AZ-19
        values["start"] = values["marker"]
    ending = None
    if any(complete_rows(own.wall) for own in position.boards.values()):
        ending = "row"  # AZ-15
    elif not position.bag.total() and not position.discard.total():
        ending = "tiles"  # AZ-16
    elif int(values["quiet"]) == position.quiet_limit:
        ending = "quiet"  # AZ-20
    if ending is None:
        values["phase"] = "deal"
        return
    values.update(phase="over", ending=ending)
    for own in position.boards.values():
        own.score += final_bonus(own.wall)


# Points


def tile_points(wall: dict[tuple[int, int], str], row: int, column: int) -> int:
    """The runs through a tile just placed (AZ-13)."""
    across = run(wall, row, column, (0, 1)) | run(wall, row, column, (0, -1))
    down = run(wall, row, column, (1, 0)) | run(wall, row, column, (-1, 0))
    return sum(len(tiles) for tiles in (across, down) if len(tiles) > 1) or 1


def run(
    wall: dict[tuple[int, int], str], row: int, column: int, way: tuple[int, int]
) -> set[tuple[int, int]]:
    tiles = set()
    while (row, column) in wall:
        tiles.add((row, column))
        row, column = row + way[0], column + way[1]
    return tiles


def floor_cost(pieces: int) -> int:
    return sum(FLOOR_COSTS[:pieces])


def complete_rows(wall: dict[tuple[int, int], str]) -> int:
    return sum(all((row, column) in wall for column in ONE_TO_FIVE) for row in ONE_TO_FIVE)


def final_bonus(wall: dict[tuple[int, int], str]) -> int:
    """Rows 2, columns 7, colours 10 (AZ-17)."""
    columns = sum(all((row, column) in wall for row in ONE_TO_FIVE) for column in ONE_TO_FIVE)
    colours = sum(list(wall.values()).count(colour) == 5 for colour in COLOURS)
    return 2 * complete_rows(wall) + 7 * columns + 10 * colours


def places(position: Position) -> tuple[int, ...]:
    """Points, then complete rows; true ties share a place (AZ-18)."""
    keys = [(own.score, complete_rows(own.wall)) for own in position.boards.values()]
    order = sorted(keys, reverse=True)
    return tuple(order.index(key) + 1 for key in keys)
