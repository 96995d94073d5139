"""Pictures of Azul Duel: pattern lines, dome, broken track, chips, tokens."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from azulejos import look
from azulejos.core.asking import ask
from azulejos.games.duel.scoring import place_at, slot_at
from azulejos.messages import signed
from azulejos.narration.message import Bonus
from azulejos.pictures.duel_pieces import chip, scoring_sign, space, special_tile
from azulejos.pictures.duel_table import middle
from azulejos.pictures.markup import Element, circle, group, numbers, path, rect, text
from azulejos.pictures.pieces import FIRST, TOP, Box, Picture, Player, Words, board, loss, tile
from azulejos.scenes.duel_scene import Dome, DuelScene
from azulejos.scenes.pieces import Line

SIZES = look.sizes("duel")
CELL, PITCH, CHIP = SIZES["cell"], SIZES["pitch"], SIZES["chip"]
SIZE = 6
SLOT = 2 * PITCH
ROUNDS = 5
X, Y = 20, TOP + 3
DOME_X = X + SIZE * PITCH + 26
BROKEN_Y = Y + SIZE * PITCH + 12
WIDTH = DOME_X + SIZE * PITCH + 22
HEIGHT = BROKEN_Y + CELL + 118
CHIPS = (22, BROKEN_Y + CELL + 14)
CHIPS_IN_A_ROW = 11
BONUSES = (22, BROKEN_Y + CELL + 59, 138, 44)  # left, top, width, height
TOKENS = 2


def board_of(scene: DuelScene, player: Player, words: Words) -> Box:
    """One player's board."""
    shown = scene.boards[player.seat]
    at_hand = scene.line_at_hand if scene.actor == player.seat else None
    parts = [
        *(_line(line, row, is_at_hand=at_hand == row + 1) for row, line in enumerate(shown.lines)),
        _dome(shown),
        _broken(scene, shown),
        _chips(shown, words),
        _tokens(shown.tokens, words),
        *(_scoring_tile(bonus, i) for i, bonus in enumerate(shown.bonuses)),
    ]
    return board(player, WIDTH, HEIGHT, parts)


def _line(line: Line, row: int, *, is_at_hand: bool) -> Element:
    """A pattern line, filled from the right; the one that is being placed is marked."""
    y, left = Y + row * PITCH, X + (SIZE - 1 - row) * PITCH
    drawn = []
    if is_at_hand:
        box = rect(left - 5, y - 2.5, (row + 1) * PITCH + 4, CELL + 5, round_=22, of="target-box")
        drawn += [box, path(f"M{left - 12} {y + CELL / 2:g}l-14 -10v20z", of="pointer")]
    for i in range(line.spaces):
        x = X + (SIZE - 1 - i) * PITCH
        drawn.append(circle(x + CELL / 2, y + CELL / 2, CELL / 2 - 1, of="slot"))
        if line.colour and i < line.tiles:
            drawn.append(tile("disc", line.colour, x, y, CELL))
        elif line.colour and is_at_hand:
            drawn.append(
                group(tile("disc", line.colour, x, y, CELL), of="preview", place="lacking")
            )
    return group(
        group(*drawn, of="line at-hand" if is_at_hand else "line"),
        path(f"M{DOME_X - 20} {y + CELL / 2 - 6:g}l8 6l-8 6", of="arrow"),
        place=f"line-{row + 1}",
    )


def _dome(shown: Dome) -> Element:
    """Nine slots for plates, thirty-six spaces for tiles."""
    drawn = []
    for slot, laid in enumerate(shown.slots):
        row, column = divmod(slot, 3)
        x, y = DOME_X + column * SLOT - 2, Y + row * SLOT - 2
        of = "laid" if laid else "plate-place on-paper"
        drawn.append(rect(x, y, SLOT - 2, SLOT - 2, round_=9, of=of))
    for row, tiles in enumerate(shown.tiles):
        for column, colour in enumerate(tiles):
            laid = shown.slots[ask(slot_at, row, column)]
            if laid:
                printed = laid.spaces[ask(place_at, row, column)]
                drawn.append(_dome_space(colour, printed, row, column))
    return group(*drawn, place="dome")


def _dome_space(colour: str | None, printed: str, row: int, column: int) -> Element:
    x, y = DOME_X + column * PITCH, Y + row * PITCH
    if colour is None:
        return space(printed, x, y, CELL)
    if colour == "special":
        return special_tile(x, y, CELL)
    return tile("disc", colour, x, y, CELL)


def _broken(scene: DuelScene, shown: Dome) -> Element:
    """The broken track, and room for the first-player tile."""
    y, drawn = BROKEN_Y, []
    for i, cost in enumerate(scene.broken_costs):
        x = X + i * PITCH
        drawn.append(circle(x + CELL / 2, y + CELL / 2, CELL / 2 - 1, of="slot floor"))
        if i < len(shown.broken):
            drawn.append(tile("disc", shown.broken[i], x, y, CELL))
        else:
            drawn.append(text(loss(cost), x + CELL / 2, y + CELL / 2 + 6, of="cost"))
    x = X + len(scene.broken_costs) * PITCH + 12
    if shown.has_first:
        drawn.append(tile("disc", FIRST, x, y, CELL))
    else:
        drawn.append(path(_hexagon(x + CELL / 2, y + CELL / 2, CELL / 2 - 1), of="slot floor"))
    lost = loss(scene.first_cost)
    drawn.append(text(lost, x + CELL + 14, y + CELL / 2 + 5, of="cost small"))
    return group(*drawn, place="broken")


def _hexagon(x: float, y: float, r: float) -> str:
    corners = [numbers(x + r * sin(i * pi / 3), y - r * cos(i * pi / 3)) for i in range(6)]
    return f"M{'L'.join(corners)}Z"


def _chips(shown: Dome, words: Words) -> Element:
    """Chips that may be spent; then those that were."""
    x, y = CHIPS
    if not shown.chips and not shown.used_chips:
        return text(words["ui.duel.chips-name"], x + 2, y + 20, of="part-name")
    drawn = []
    for i, colours in enumerate([*shown.chips, *shown.used_chips]):
        row, column = divmod(i, CHIPS_IN_A_ROW)
        at = x + column * CHIP["across"], y + row * CHIP["down"]
        drawn.append(chip(colours, *at, is_used=i >= len(shown.chips)))
    return group(*drawn, place="chips")


def _tokens(tokens: int, words: Words) -> Element:
    """Plates that may still be taken in this round."""
    x, y = DOME_X + 4, BROKEN_Y + CELL / 2
    drawn: Sequence[Element] = [
        rect(x + i * 26, y - 10, 20, 20, round_=5, of="token" if i < tokens else "token gone")
        for i in range(TOKENS)
    ]
    return group(*drawn, text(words["ui.duel.tokens-name"], x + 56, y + 4, of="part-name"))


def _scoring_tile(bonus: Bonus, i: int) -> Element:
    """A scoring tile in play: how far the dome has come, and what that brings."""
    left, top, width, height = BONUSES
    x, sign = left + i * (width + 8), height - 8
    return group(
        rect(x, top, width, height, round_=9),
        scoring_sign(bonus, x + 5, top + 4, sign),
        text(
            f"{bonus.have}/{bonus.need}",
            x + 5 + sign + (width - sign) * 0.27,
            top + height / 2 + 5,
            of="have",
        ),
        text(
            signed(bonus.now), x + 5 + sign + (width - sign) * 0.7, top + height / 2 + 5, of="now"
        ),
        of="pip on" if bonus.now > 0 else "pip",
        place="bonus",
    )


def first(scene: DuelScene) -> int | None:
    """Who begins next, for between rounds, when the tile lies nowhere."""
    is_shown = scene.large.has_first or any(shown.has_first for shown in scene.boards)
    return None if is_shown else scene.start_seat


PICTURE = Picture(middle, board_of, "disc", rounds=ROUNDS, first=first)
