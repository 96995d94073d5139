"""Films of games (extra `pictures`): a picture after every event, and moves in motion.

A picture is painted in layers, the cloth, the middle and each board, and only those that have
changed are painted anew. A tile that lies elsewhere after a move flies there, if nothing lay where
it goes; everything else simply changes.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from itertools import chain
from math import cos, hypot, pi, radians, sin
from pathlib import Path
from typing import IO, Any, NamedTuple

from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.errors import OptionError
from azulejos.extras import needs
from azulejos.messages import ENGLISH, MINUS, Catalogue, Message
from azulejos.narration import narrate, why_it_ended
from azulejos.narration.languages import catalogue
from azulejos.pictures import drawing_of
from azulejos.pictures.markup import Element, group, rect, text, use
from azulejos.pictures.pieces import Box
from azulejos.pictures.raster import png
from azulejos.pictures.style import Theme, theme_called
from azulejos.pictures.whole import layers
from azulejos.play.record import Event, Record

WIDTH = 640  # pixels
SUFFIXES = (".webp", ".gif", ".mp4")

STEPS = 4  # pictures of a move in motion
STEP = 50  # milliseconds that each is shown
AFTER_MOVE, AFTER_MISTAKE, AT_THE_END = 650, 1600, 4000
CAPTION = 64  # the height of the sentence below the table, in units of the drawing
LETTERS = 76  # of the sentence that fit, at its usual size
KEPT = 512  # painted layers, and tiles

QUALITY, METHOD = 66, 4  # of WebP
COLOURS = 128  # of a GIF
RATE = 20  # pictures a second in a video

TILE = re.compile(r"#((?:tile|pane|rhomb|disc)-[a-z]+)$")
TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")


class Frame(NamedTuple):
    """A picture, and for how many milliseconds it is shown."""

    image: Any  # of Pillow
    duration: int


class Tile(NamedTuple):
    """A tile in a drawing: which, the middle of it, and its size."""

    name: str
    x: float
    y: float
    size: float


Flight = tuple[Tile, Tile]
Matrix = tuple[float, float, float, float, float, float]  # as in SVG


@dataclass(frozen=True)
class Film:
    """How a game is shown; `costs` are the points that mistakes lost, by the numbers of events."""

    record: Record
    names: Sequence[str]
    language: str = ENGLISH
    theme: str = "light"
    width: int = WIDTH
    costs: Mapping[int, float] | None = None

    def frames(self) -> Iterator[list[Frame]]:
        """The pictures of the beginning, then those of every event."""
        paint = Painter(theme_called(self.theme), self.width)
        words, record = catalogue(self.language), self.record
        states = [*record.states()]
        before = self._drawn(states[0])
        image = paint.whole(before, record.game.title, "")
        yield [Frame(image, AFTER_MOVE)]
        for i, (state, event) in enumerate(zip(states[1:], record.events, strict=True), 1):
            after, cost = self._drawn(state), (self.costs or {}).get(i)
            said = self._caption(words, states[i - 1], event, state)
            shown = paint.whole(after, said, f"{MINUS}{cost:.1f}" if cost else "")
            moved = paint.motion(before, after, image, shown) if isinstance(event, Move) else []
            hold = AFTER_MISTAKE if cost else AFTER_MOVE
            hold = AT_THE_END if i == len(record.events) else hold
            yield [*(Frame(each, STEP) for each in moved), Frame(shown, hold)]
            before, image = after, shown

    def _drawn(self, state: State) -> Box:
        return drawing_of(state, self.names, self.language)

    def _caption(self, words: Catalogue, before: State, event: Event, after: State) -> str:
        """What an event did; of the last one how the game ended, and who won."""
        said = [narrate(before, event, after)[0]]
        if outcome := after.outcome:
            said = [why_it_ended(after.game, outcome)]
            if len(outcome.winners) == 1:
                said.append(Message("ui.won", {"seat": outcome.winners[0]}))
        return " ".join(_closed(words.words(each, self.names)) for each in said)


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "…")) else f"{sentence}."


class Painter:
    """Paints drawings in one theme and width, and remembers what it painted."""

    def __init__(self, theme: Theme, width: int) -> None:
        with needs("pictures"):
            self._pillow = import_module("PIL.Image")
        self._theme = theme
        self._width = width - width % 2  # videos want even sizes
        self._painted = lru_cache(KEPT)(self._paint)
        self._sprite = lru_cache(KEPT)(self._paint_tile)

    def whole(self, drawing: Box, caption: str, cost: str) -> Any:
        """A table with a sentence below it, and what a mistake cost."""
        room = Box(drawing.width, drawing.height + CAPTION, _with_caption(drawing, caption, cost))
        ground, *parts = layers(room, self._theme, self._width)
        high = 2 * round(self._width * room.height / room.width / 2)
        image = self._pillow.new("RGB", (self._width, high), self._theme.colours["cloth"])
        for layer in (ground, *parts):
            painted, corner = self._painted(layer)
            image.paste(painted, corner, painted)
        return image

    def motion(self, before: Box, after: Box, old: Any, new: Any) -> list[Any]:
        """The pictures between two, in which tiles fly."""
        flights = flights_between(before, after)
        if not flights:
            return []
        scale = self._width / before.width
        rest = new.copy()
        for _, end in flights:
            reach = end.size * scale * 0.6
            x, y = end.x * scale, end.y * scale
            box = tuple(round(each) for each in (x - reach, y - reach, x + reach, y + reach))
            rest.paste(old.crop(box), box[:2])
        return [self._in_motion(rest, flights, scale, i / (STEPS + 1)) for i in range(1, STEPS + 1)]

    def _in_motion(self, rest: Any, flights: Sequence[Flight], scale: float, part: float) -> Any:
        part = (1 - cos(pi * part)) / 2  # slowly at both ends
        image = rest.copy()
        for start, end in flights:
            x, y, size = (a + (b - a) * part for a, b in zip(start[1:], end[1:], strict=True))
            sprite = self._sprite(start.name, round(size * scale))
            image.paste(
                sprite, (round((x - size / 2) * scale), round((y - size / 2) * scale)), sprite
            )
        return image

    def _paint(self, drawing: str) -> tuple[Any, tuple[int, int]]:
        """What is not empty of a layer, and where that is."""
        image = self._pillow.open(io.BytesIO(png(drawing, self._width))).convert("RGBA")
        box = image.getbbox() or (0, 0, 1, 1)
        return image.crop(box), box[:2]

    def _paint_tile(self, name: str, size: int) -> Any:
        tile = Box(100, 100, group(group(use(name, 0, 0, 100))))
        drawn = layers(tile, self._theme, size)[1]
        return self._pillow.open(io.BytesIO(png(drawn, size))).convert("RGBA")


def _with_caption(drawing: Box, caption: str, cost: str) -> Element:
    """A drawing with a sentence below it; what a mistake cost stands before it."""
    y = drawing.height + CAPTION / 2
    size = 30 * min(1.0, LETTERS / max(1, len(caption) + 2 * len(cost)))
    left, said = 30.0, []
    if cost:
        width = 30 + 14 * len(cost)
        said = [
            rect(left, y - 22, width, 36, round_=18, of="medal seat-1"),
            text(cost, left + width / 2, y + 4, of="medal-text", size=24),
        ]
        left += width + 16
    written = text(caption, left, y + 5, of="title")
    written.attributes["style"] = f"font-size:{size:.1f}px"
    return group(*drawing.drawn.children, group(*said, written))


def flights_between(before: Box, after: Box) -> list[Flight]:
    """The tiles that lie elsewhere now, from where to where, if nothing lay there before."""
    old, new = Counter(tiles_in(before.drawn)), Counter(tiles_in(after.drawn))
    gone, come = [*(old - new).elements()], [*(new - old).elements()]
    result = []
    for end in come:
        if any(hypot(tile.x - end.x, tile.y - end.y) < (tile.size + end.size) / 2 for tile in gone):
            continue
        starts = [tile for tile in gone if tile.name == end.name]
        if starts:
            start = min(starts, key=lambda tile: hypot(tile.x - end.x, tile.y - end.y))
            gone.remove(start)
            result.append((start, end))
    return result


def tiles_in(drawn: Element, matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[Tile]:
    """All tiles of a drawing, where they are on the whole of it."""
    if "amount" in drawn.attributes.get("class", "").split():
        return  # a sign for a colour, not a tile
    for how, values in TRANSFORM.findall(drawn.attributes.get("transform", "")):
        matrix = _times(matrix, how, [float(each) for each in values.split()])
    match = TILE.fullmatch(drawn.attributes.get("href", ""))
    if match and not drawn.children:
        x, y, size = (float(drawn.attributes.get(name, 0)) for name in ("x", "y", "width"))
        a, b, c, d, e, f = matrix
        x, y = x + size / 2, y + size / 2
        place = a * x + c * y + e, b * x + d * y + f
        yield Tile(match[1], round(place[0], 1), round(place[1], 1), round(size * hypot(a, b), 1))
    for child in drawn.children:
        yield from tiles_in(child, matrix)


def _times(matrix: Matrix, how: str, values: list[float]) -> Matrix:
    a, b, c, d, e, f = matrix
    if how == "translate":
        x, y = (*values, 0.0)[:2]
        return a, b, c, d, a * x + c * y + e, b * x + d * y + f
    if how == "scale":
        x, y = (*values, *values)[:2]
        return a * x, b * x, c * y, d * y, e, f
    turn, x, y = (*values, 0.0, 0.0)[:3]
    cosine, sine = cos(radians(turn)), sin(radians(turn))
    a, b, c, d, e, f = _times(matrix, "translate", [x, y])
    turned = (
        a * cosine + c * sine,
        b * cosine + d * sine,
        c * cosine - a * sine,
        d * cosine - b * sine,
    )
    return _times((*turned, e, f), "translate", [-x, -y])


# Files


def check_kind(file: Path) -> str:
    """The kind of a film, which the end of its name says."""
    kind = file.suffix.lower()
    if kind not in SUFFIXES:
        raise OptionError(f"{file.name}: the name of a film ends in {', '.join(SUFFIXES)}")
    return kind


def save(frames: Iterable[Frame], file: Path) -> None:
    """Write a film, all of it or nothing."""
    write = {".webp": _write_webp, ".gif": _write_gif, ".mp4": _write_video}[check_kind(file)]
    new = file.with_name(f".{file.name}.new")
    try:
        with new.open("wb") as opened:
            write(iter(frames), opened)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def _write_webp(frames: Iterator[Frame], file: IO[bytes]) -> None:
    """An animation of what changes from one picture to the next: Pillow would keep them all."""
    before, size = None, (0, 0)
    file.write(b"\0" * 44)  # the heads, once the length is known
    for image, duration in frames:
        shown = image if before is None else _changed(before, image)
        left, top, right, bottom = shown.getbbox() or (0, 0, 2, 2)
        left, top = left - left % 2, top - top % 2  # places are stored as halves
        encoded = io.BytesIO()
        shown.crop((left, top, right, bottom)).save(encoded, "WEBP", quality=QUALITY, method=METHOD)
        where = (left // 2, top // 2, right - left - 1, bottom - top - 1, duration)
        head = b"".join(value.to_bytes(3, "little") for value in where) + b"\0"
        _write_chunk(file, b"ANMF", head + _picture_chunks(encoded.getvalue()))
        before, size = image, image.size
    length = file.tell()
    file.seek(0)
    file.write(b"RIFF" + (length - 8).to_bytes(4, "little") + b"WEBP")
    extent = b"".join((each - 1).to_bytes(3, "little") for each in size)
    _write_chunk(file, b"VP8X", b"\x12\0\0\0" + extent)  # an animation, in parts transparent
    _write_chunk(file, b"ANIM", b"\xff" * 4 + b"\0\0")  # over and over


def _changed(before: Any, after: Any) -> Any:
    """The picture after another where they differ, and nothing elsewhere."""
    chops, widest = import_module("PIL.ImageChops"), import_module("PIL.ImageFilter").MaxFilter(3)
    red, green, blue = chops.difference(before, after).split()
    differs = chops.lighter(chops.lighter(red, green), blue).filter(widest)
    result = after.copy()
    result.putalpha(differs.point(lambda value: 255 if value else 0))
    return result


def _picture_chunks(encoded: bytes) -> bytes:
    """What an animation needs of a picture: all but the heads of its file."""
    extended = encoded[12:16] == b"VP8X"
    return encoded[30:] if extended else encoded[12:]


def _write_chunk(file: IO[bytes], name: bytes, content: bytes) -> None:
    file.write(name + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2))


def _write_gif(frames: Iterator[Frame], file: IO[bytes]) -> None:
    """All in the colours of the first picture."""
    first, *others = frames
    palette = first.image.quantize(COLOURS)
    images = [each.image.quantize(palette=palette, dither=0) for each in (first, *others)]
    durations = [first.duration, *(each.duration for each in others)]
    options = {"save_all": True, "loop": 0, "optimize": True}
    images[0].save(file, "GIF", append_images=images[1:], duration=durations, **options)


def _write_video(frames: Iterator[Frame], file: IO[bytes]) -> None:
    with needs("film"):
        av = import_module("av")
    with av.open(file, "w", format="mp4") as container:
        first = next(frames)
        stream, at = container.add_stream("libx264", rate=RATE), 0
        stream.width, stream.height = first.image.size
        stream.pix_fmt, stream.options = "yuv420p", {"crf": "23", "preset": "fast"}
        stream.codec_context.time_base = Fraction(1, 1000)
        for image, duration in chain([first], frames):
            picture = av.VideoFrame.from_image(image)
            picture.pts, picture.time_base = at, Fraction(1, 1000)
            container.mux(stream.encode(picture))
            at += duration
        container.mux(stream.encode())
