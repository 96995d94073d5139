"""Pictures of Sintra: strips of glass above their windows, the glazier, the broken-glass track."""

from __future__ import annotations

from functools import cache

from azulejos import look
from azulejos.messages import signed
from azulejos.narration.message import Bonus
from azulejos.pictures.displays import displays
from azulejos.pictures.markup import Element, circle, ellipse, group, path, rect, shared, text
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
from azulejos.scenes.sintra import Palace, SintraScene, Strip, Window

SIZES = look.sizes("sintra")
CELL, STEP, PITCH = SIZES["cell"], SIZES["step"], SIZES["pitch"]["narrow"]
SPACES = 5  # of a strip
ROUND, TRACK = SIZES["round"], SIZES["track"]
ROUND_COLUMNS = 2
X = 16 + PITCH / 2  # the middle of the first window
Y = TOP + 33  # of the strips: the glazier stands on them
WINDOW_Y = Y + SPACES * STEP + 12
BELOW = Y + SPACES * STEP + 8 + 2 * STEP + 64
WIDTH = X + 7.5 * PITCH + 16
HEIGHT = BELOW + 50


def middle(scene: SintraScene, width: float, height: float, _words: Words) -> Box:
    """The tiles of the rounds, displays and centre."""
    track = group(*_round_track(scene), move=(4, (height - 3 * ROUND["down"]) / 2), place="rounds")
    beside = ROUND_COLUMNS * ROUND["across"] + 14
    drawn = displays(scene.displays, scene.centre, "pane", width - beside, height)
    return Box(width, height, group(track, group(*drawn, move=(beside, 0))))


def _round_track(scene: SintraScene) -> list[Element]:
    """The tiles of the rounds, this round's in a brass frame."""
    drawn = []
    for i, colour in enumerate(scene.round_tiles):
        row, column = divmod(i, ROUND_COLUMNS)
        x, y, size = 6 + column * ROUND["across"], 3 + row * ROUND["down"], ROUND["tile"]
        lying = (
            tile("pane", colour, x + 9, y + 4, size)
            if colour
            else rect(x + 9, y + 4, size, size, round_=3, of="gone")
        )
        drawn.append(
            group(
                rect(x, y, ROUND["width"], ROUND["height"], round_=8),
                lying,
                text(SIZES["rounds"][i], x + 24, y + 50),
                of="round now" if i + 1 == scene.round else "round",
            )
        )
    return drawn


def board_of(scene: SintraScene, player: Player, _words: Words) -> Box:
    """One player's palace."""
    palace = scene.boards[player.seat]
    parts = [
        *_bonuses(palace.bonuses),
        *(_window(window, X + i * PITCH) for i, window in enumerate(palace.windows)),
        *(
            _strip(window.strip, i + 1)
            for i, window in enumerate(palace.windows)
            if window.strip is not None
        ),
        _glazier(X + (palace.glazier - 1) * PITCH, Y - 5, player.seat),
        _broken_track(scene, palace),
    ]
    return board(player, WIDTH, HEIGHT, parts)


def _window(window: Window, x: float) -> Element:
    """A window's stone frame with its arch, the panes in it, and its points."""
    y = WINDOW_Y
    panes = [
        drawn
        for cell, colour in enumerate(window.cells)
        for drawn in _pane(colour, x - CELL / 2, y + 14 + cell * STEP)
    ]
    points = group(
        circle(0, 0, 12.5),
        text(window.points, 0, 6),
        of="window-points",
        move=(x, y + 14 + 2 * STEP + 15),
    )
    frame = shared("window", _window_frame(), (x, y))
    return group(frame, *panes, points, place="window")


@cache
def _window_frame() -> Element:
    half, bottom = CELL / 2 + 7, 14 + 2 * STEP + 3
    inner = half - 6
    stone = f"M{-half:g} {bottom}V10Q{-half:g} -6 0 -10Q{half:g} -6 {half:g} 10V{bottom}Z"
    glass = f"M{-inner:g} 11Q{1 - inner:g} -1 0 -4Q{inner - 1:g} -1 {inner:g} 11Z"
    return group(
        path(stone, of="stone"),
        path(glass, of="tracery"),
        circle(0, 5, 3.4, of="tracery"),
        path(f"M{-half - 4:g} {bottom}h{2 * half + 8:g}", of="sill"),
        of="window",
    )


def _pane(colour: str | None, x: float, y: float) -> list[Element]:
    """A pane; an empty one shows the night behind it."""
    crossed = path(f"M0 0l{CELL} {CELL}M{CELL} 0l{-CELL} {CELL}", of="night-lead")
    night = group(rect(0, 0, CELL, CELL, round_=2, of="night"), crossed)
    glass = [tile("pane", colour, x, y, CELL)] if colour else []
    return [shared("night", night, (x, y)), *glass]


def _strip(strip: Strip, window: int) -> Element:
    x = X + (window - 1) * PITCH
    drawn = [rect(x - 21, Y - 4, 42, SPACES * STEP + 6, round_=5, of="lead")]
    for i, (space, colour) in enumerate(zip(strip.spaces, strip.tiles, strict=True)):
        left, top = x - CELL / 2, Y + i * STEP
        drawn.append(_space(space, left, top))
        if colour:
            drawn.append(tile("pane", colour, left, top, CELL))
    return group(*drawn, place=f"strip-{window}")


def _space(space: str, x: float, y: float) -> Element:
    """A printed space: pale glass of its colour, or a joker for any."""
    if space != "joker":
        return ghost("pane", space, x, y, CELL)
    star = path(f"M{CELL / 2:g} 5{SIZES['joker']}")
    drawn = group(rect(0, 0, CELL, CELL, round_=3), star, of="joker-space")
    return shared("joker", drawn, (x, y))


def _glazier(x: float, y: float, seat: int) -> Element:
    """The glazier with a pane under the arm, standing on a strip."""
    shapes = SIZES["glazier"]
    return group(
        ellipse(0, 0, 15, 3.5, of="under"),
        path(shapes["coat"], of="coat"),
        circle(0, -23, 6.2, of="face"),
        path(shapes["hat"], of="coat"),
        path(shapes["carried"], of="carried"),
        of=f"glazier seat-{seat}",
        move=(x, y),
    )


def _broken_track(scene: SintraScene, palace: Palace) -> Element:
    """What its spaces cost, how far the player has come down, and how often."""
    x, y, size = 24, BELOW + 2, TRACK["flat_space"]
    step = TRACK["flat"] / len(scene.losses)
    shards = group(*map(path, SIZES["shards"]), of="shards", move=(x + 16, y + size / 2))
    drawn = [] if palace.wraps else [shards]
    for space, points in enumerate(scene.losses):
        left, is_here = x + 44 + space * step, space == palace.broken
        drawn.append(
            group(
                rect(left, y, size, size, round_=15 if is_here else 6),
                text(loss(points), left + size / 2, y + size / 2 + 6),
                of="loss here" if is_here else "loss",
            )
        )
    if palace.wraps:
        lap = f"{palace.wraps}× {loss(scene.losses[-1])}"
        drawn.append(text(lap, x + 17, y + size / 2 + 5, of="wraps"))
    return group(*drawn, place="track")


def _bonuses(bonuses: list[Bonus]) -> list[Element]:
    """What the palace brings at the end: on side A pairs of windows, on B windows and a colour."""
    y = Y + SPACES * STEP + 8 + 2 * STEP + 44
    pairs = [bonus for bonus in bonuses if bonus.name == "sintra.ornament"]
    drawn = [_pair(bonus, X + 2 * i * PITCH, y) for i, bonus in enumerate(pairs)]
    for bonus in bonuses:
        if bonus.name == "sintra.colour":
            product = f"{bonus.have} × {bonus.points // bonus.need} = {bonus.now}"
            shown = rect(-110, -10, 220, 20, round_=10), text(product, 0, 4)
            drawn.append(group(*shown, of="pip", move=(X + 3.5 * PITCH, y + 10), place="bonus"))
    return drawn


def _pair(bonus: Bonus, left: float, y: float) -> Element:
    come = f"{bonus.have}/{bonus.need}" + (f" {signed(bonus.now)}" if bonus.now > 0 else "")
    return group(
        path(f"M{left:g} {y}q{PITCH / 2:g} 22 {PITCH} 0", of="ornament"),
        rect(left + PITCH / 2 - 24, y, 48, 20, round_=10),
        text(come, left + PITCH / 2, y + 14),
        of="pip on" if bonus.have == bonus.need else "pip",
        place="bonus",
    )


def first(scene: SintraScene) -> int | None:
    """Whoever took the marker, or begins."""
    if FIRST in scene.centre:
        return None
    return scene.start_seat if scene.marker_seat is None else scene.marker_seat


PICTURE = Picture(middle, board_of, "pane", rounds=len(SIZES["rounds"]), first=first)
