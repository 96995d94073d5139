"""Pictures of Azul: pattern lines, wall, floor line."""

from __future__ import annotations

from azulejos import look
from azulejos.messages import signed
from azulejos.narration.message import Bonus
from azulejos.pictures.displays import displays
from azulejos.pictures.markup import Element, circle, group, path, rect, text, use
from azulejos.pictures.pieces import (
    FIRST,
    TOP,
    Box,
    Picture,
    Player,
    Words,
    board,
    ghost,
    loss,
    tile,
)
from azulejos.scenes.azul import AzulBoard, AzulScene
from azulejos.scenes.pieces import Line

SIZES = look.sizes("azul")
CELL, PITCH, ROUND = SIZES["cell"], SIZES["pitch"], SIZES["radius"]
SIZE = 5
X = SIZES["margin"]["heading"]
Y = TOP + 4
WALL_X = X + SIZE * PITCH + SIZES["wall"]
FLOOR_Y = Y + SIZE * PITCH + SIZES["floor"]
WIDTH = WALL_X + SIZE * PITCH + 34
HEIGHT = FLOOR_Y + CELL + 22


def middle(scene: AzulScene, width: float, height: float, _words: Words) -> Box:
    """Displays and centre."""
    drawn = displays(scene.displays, scene.centre, "tile", width, height)
    return Box(width, height, group(*drawn))


def board_of(scene: AzulScene, player: Player, _words: Words) -> Box:
    """One player's board."""
    shown = scene.boards[player.seat]
    parts = [
        *(_line(line, row) for row, line in enumerate(shown.lines)),
        *(
            path(f"M{WALL_X - 26} {Y + row * PITCH + CELL / 2 - 7:g}{SIZES['arrow']}", of="arrow")
            for row in range(SIZE)
        ),
        _wall(scene, shown),
        *_bonuses(shown.bonuses),
        _floor(scene, shown),
    ]
    return board(player, WIDTH, HEIGHT, parts)


def _line(line: Line, row: int) -> Element:
    """A pattern line, filled from the right."""
    y = Y + row * PITCH
    drawn = []
    for i in range(line.spaces):
        x = X + (SIZE - 1 - i) * PITCH
        drawn.append(rect(x, y, CELL, CELL, round_=ROUND, of="slot"))
        if line.colour and i < line.tiles:
            drawn.append(tile("tile", line.colour, x, y, CELL))
    return group(*drawn, place=f"line-{row + 1}")


def _wall(scene: AzulScene, shown: AzulBoard) -> Element:
    drawn = []
    for row, tiles in enumerate(shown.wall):
        for column, colour in enumerate(tiles):
            x, y = WALL_X + column * PITCH, Y + row * PITCH
            printed = scene.printed[row][column]
            if colour:
                drawn.append(tile("tile", colour, x, y, CELL))
            elif printed:
                drawn.append(ghost("tile", printed, x, y, CELL))
            else:
                drawn.append(rect(x, y, CELL, CELL, round_=ROUND, of="slot grey"))
    return group(*drawn, place="wall")


def _floor(scene: AzulScene, shown: AzulBoard) -> Element:
    drawn = []
    for i, cost in enumerate(scene.floor_costs):
        x = X + i * PITCH
        drawn.append(rect(x, FLOOR_Y, CELL, CELL, round_=ROUND, of="slot floor"))
        if i < len(shown.floor):
            drawn.append(tile("tile", shown.floor[i], x, FLOOR_Y, CELL))
        else:
            drawn.append(text(loss(cost), x + CELL / 2, FLOOR_Y + CELL / 2 + 6, of="cost"))
    return group(*drawn, place="floor")


def _bonuses(bonuses: list[Bonus]) -> list[Element]:
    """What is added at the end of the game: lit where it is reached."""
    rows = [bonus for bonus in bonuses if bonus.name == "azul.row"]
    columns = [bonus for bonus in bonuses if bonus.name == "azul.column"]
    colours = [bonus for bonus in bonuses if bonus.name == "azul.colour"]
    right, below = WALL_X + SIZE * PITCH + 9, Y + SIZE * PITCH + 6
    return [
        *(_pip(bonus, right, Y + i * PITCH + CELL / 2) for i, bonus in enumerate(rows)),
        *(_pip(bonus, WALL_X + i * PITCH + CELL / 2, below) for i, bonus in enumerate(columns)),
        *(_colour_pip(bonus, i) for i, bonus in enumerate(colours)),
    ]


def _pip(bonus: Bonus, x: float, y: float) -> Element:
    shown = circle(0, 0, SIZES["pip"]), text(signed(bonus.points), 0, 4)
    of = "pip on" if bonus.have >= bonus.need else "pip"
    return group(*shown, of=of, move=(x, y), place="bonus")


def _colour_pip(bonus: Bonus, i: int) -> Element:
    sizes = SIZES["colour"]
    x, y = X + 7 * PITCH + 14 + i * sizes["step"], FLOOR_Y + 5
    return group(
        rect(x - 4, y - 6, sizes["width"], sizes["height"], round_=7),
        use(f"tile-{SIZES['colours'][bonus.number - 1]}", x + 4, y - 2, sizes["tile"]),
        text(f"{bonus.have}/{bonus.need}", x + 14, y + 34),
        of="pip colour on" if bonus.have >= bonus.need else "pip colour",
        place="bonus",
    )


def first(scene: AzulScene) -> int | None:
    """Who begins next, for between rounds, when no floor line has the marker."""
    is_shown = FIRST in scene.centre or any(FIRST in shown.floor for shown in scene.boards)
    return None if is_shown else scene.start_seat


PICTURE = Picture(middle, board_of, "tile", first=first)
