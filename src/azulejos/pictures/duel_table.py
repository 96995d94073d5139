"""The table of Azul Duel: factories, plates on offer and in the stack, what scores."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos import look
from azulejos.pictures import duel_pieces
from azulejos.pictures.markup import Element, circle, group, rect, text
from azulejos.pictures.pieces import FIRST, Box, Words, tile
from azulejos.scenes.duel_scene import DuelScene

SIZES = look.sizes("duel")
SMALL, LARGE, GAP = (SIZES["factory"][name] for name in ("small", "large", "gap"))
HEIGHT = SIZES["factory"]["height"]
CHIP, PLATE = SIZES["chip"], SIZES["plate"]
TOP = 8  # of the factories
BELOW = 304  # of the plates
TURNS = 4
LONGEST = 46  # letters of what scores


def middle(scene: DuelScene, width: float, height: float, words: Words) -> Box:
    """Small factories, the large one between them; below what scores, and plates."""
    left = (width - 4 * SMALL - LARGE - 4 * GAP) / 2
    small = [left + i * (SMALL + GAP) + (LARGE - SMALL if i > 2 else 0) for i in (0, 1, 3, 4)]
    scoring = max(8, left - 20)
    offered = scoring + 400
    stack = offered + 3 * (PLATE["size"] + PLATE["gap"]) + 8
    return Box(
        width,
        height,
        group(
            *(_small(scene, number, x) for number, x in enumerate(small, 1)),
            _large(scene, left + 2 * (SMALL + GAP)),
            _plates(scene, offered, stack - offered - 14),
            _stack(scene, stack, words),
            _scoring(scene, scoring, words),
        ),
    )


def _small(scene: DuelScene, number: int, x: float) -> Element:
    factory = scene.small[number - 1]
    size = min(SMALL * 0.36, HEIGHT * duel_pieces.HORIZON * 0.42)
    cx, day = x + SMALL / 2, TOP + HEIGHT * duel_pieces.HORIZON * 0.5
    sun = [
        tile(
            "disc",
            colour,
            cx + (0.06 if i in (1, 2) else -1.06) * size,
            day + (0.05 if i > 1 else -1.02) * size + size * 0.08,
            size,
        )
        for i, colour in enumerate(factory.sun)
    ]
    is_empty = not factory.sun and not factory.moon
    return group(
        duel_pieces.factory_art(x, TOP, SMALL, HEIGHT, number, is_empty=is_empty),
        *sun,
        *_moon_stack(factory.moon, x),
        None
        if factory.chip is None
        else duel_pieces.chip(
            factory.chip, cx - CHIP["width"] / 2, TOP + HEIGHT - CHIP["height"] - 7
        ),
        place=f"factory-{number}",
    )


def _moon_stack(tiles: Sequence[str], x: float) -> list[Element]:
    """The stack of a moon side: the top tile lies at the left and on the others."""
    size = min(
        SMALL * 0.36, HEIGHT * duel_pieces.HORIZON * 0.42, HEIGHT * (1 - duel_pieces.HORIZON) * 0.5
    )
    step = size * SIZES["overlap"]
    left = x + (SMALL - size - step * (len(tiles) - 1)) / 2
    y = TOP + HEIGHT * duel_pieces.HORIZON + HEIGHT * 0.05
    lying = [tile("disc", colour, left + i * step, y, size) for i, colour in enumerate(tiles)]
    covered = [group(each, of="covered") for each in reversed(lying[1:])]
    return [*covered, *lying[:1]]


def _large(scene: DuelScene, x: float) -> Element:
    factory = scene.large
    size = min(LARGE * 0.26, HEIGHT * 0.2)
    across, down = (part * size for part in SIZES["spread"])
    left = x + (LARGE - 3 * across) / 2
    day, night = (
        TOP + HEIGHT * duel_pieces.HORIZON * 0.5 - size * 1.05,
        TOP + HEIGHT * (duel_pieces.HORIZON + 0.03),
    )

    def lying(tiles: Sequence[str], top: float) -> list[Element]:
        return [
            tile("disc", colour, left + i % 3 * across, top + i // 3 * down, size)
            for i, colour in enumerate(tiles)
        ]

    is_empty = not factory.sun and not factory.moon
    return group(
        duel_pieces.factory_art(x, TOP, LARGE, HEIGHT, None, is_empty=is_empty),
        *lying(factory.sun, day),
        *lying([FIRST] * factory.has_first + factory.moon, night),
        place="factory-large",
    )


def _plates(scene: DuelScene, x: float, width: float) -> Element:
    """The plates on offer; or those drawn, or the one to be laid in its four turns."""
    size = PLATE["size"]
    step = size + PLATE["gap"]
    if scene.plate_at_hand:
        size = min(size, (width - 36) / TURNS)
        spaces = scene.plate_at_hand.spaces
        drawn = [
            duel_pieces.plate(
                duel_pieces.turned_by(spaces, turns), x + turns * (size + 12), BELOW, size
            )
            for turns in range(TURNS)
        ]
        return group(*drawn, place="plate-at-hand")
    if scene.hand:
        step = min(size + 12, (width - size) / max(1, len(scene.hand) - 1))
        drawn = [
            duel_pieces.plate(each.plate.spaces, x + i * step, BELOW, size)
            if each.plate
            else duel_pieces.plate_back(each.back, x + i * step, BELOW, size)
            for i, each in enumerate(scene.hand)
        ]
        return group(*drawn, place="hand")
    round_ = size * PLATE["radius"]
    return group(
        *(rect(x + i * step, BELOW, size, size, round_=round_, of="plate-place") for i in range(3)),
        *(
            duel_pieces.plate(each.spaces, x + i * step, BELOW, size)
            for i, each in enumerate(scene.plates)
        ),
        place="plates",
    )


def _stack(scene: DuelScene, x: float, words: Words) -> Element:
    """The stack with its top back, how high it is, and what the seat knows of its bottom."""
    y, size, height = BELOW, PLATE["size"], scene.stack.height
    round_ = size * PLATE["radius"]
    if not height:
        return group(rect(x, y, size, size, round_=round_, of="plate-place"), place="stack")
    layers = max(1, min(4, -(-height // 4)))
    drawn = [
        rect(x + by, y + by, size, size, round_=round_, of="layer")
        for by in range(4 * (layers - 1), 0, -4)
    ]
    plates = [str(each.number) for put in scene.stack.put_back for each in put.plates]
    known = words["ui.duel.known"].replace("{plates}", ", ".join(plates))
    label = circle(0, 0, 15), text(height, 0, 5, of="height")
    return group(
        *drawn,
        duel_pieces.plate_back(scene.stack.top, x, y, size),
        text(known, x + 2, y + size + 30, of="known") if plates else None,
        group(*label, of="pip label", move=(x + size - 8, y + size - 6), place="height"),
        place="stack",
    )


def _scoring(scene: DuelScene, x: float, words: Words) -> Element:
    """The scoring tiles in play."""
    drawn = []
    for i, bonus in enumerate(scene.boards[0].bonuses):
        y = BELOW + 8 + i * 28
        said = words[bonus.name]
        if len(said) > LONGEST:
            said = f"{said[: LONGEST - 1]}…"
        drawn += [duel_pieces.scoring_sign(bonus, x, y, 24), text(said, x + 34, y + 17)]
    return group(*drawn, of="scoring", place="scoring")
