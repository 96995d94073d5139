"""Films: true to the game, tiles that fly, small files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import azulejos
from azulejos import AZUL, Record
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.errors import OptionError
from azulejos.pictures import drawing_of, film, svg
from azulejos.pictures.raster import png

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Ana", "Ben")
EVENTS = 14
MAX_BYTES = 2_000_000 * EVENTS // 60


def beginning(game: str, events: int = EVENTS) -> Record:
    """The first events of a game that is kept."""
    record = Record.load(sorted((GOLDEN / game).glob("*.txt"))[0])
    return Record(record.game, record.options, record.names, record.events[:events], None)


@pytest.fixture(scope="module")
def frames() -> list[list[film.Frame]]:
    record = beginning("azul")
    return [*film.Film(record, record.names, costs={5: 2.25}).frames()]


def flat(frames: list[list[film.Frame]]) -> Iterator[film.Frame]:
    return (each for some in frames for each in some)


def distance(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of a colour."""
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


@pytest.mark.parametrize("game", azulejos.GAME_NAMES)
def test_what_is_shown_after_events_is_the_picture_of_the_position(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "CAPTION", 0)  # the sentence is nearly out of sight
    record = beginning(game, 3)
    shown = [*film.Film(record, record.names).frames()]
    for state, frames in zip(record.states(), shown, strict=True):
        image = frames[-1].image
        drawn = svg(state, names=record.names, size=image.width)
        own = Image.open(io.BytesIO(png(drawn, image.width)))
        inner = (12, 12, image.width - 12, own.height - 24)  # corners are round
        assert distance(image.crop(inner), own.crop(inner)) < 1


def taking() -> tuple[State, State]:
    before = AZUL.position("azul; round 1 phase=offer turn=1 start=1; displays BBYR KKWW - - -")
    return before, before.play("1B2")


def test_the_tiles_that_are_taken_fly_to_their_line() -> None:
    before, taken = (drawing_of(each, NAMES, "en") for each in taking())
    flights = film.flights_between(before, taken)
    blue = [(start, end) for start, end in flights if start.name == "tile-blue"]
    assert len(blue) == 2
    for start, end in blue:
        assert start.name == end.name
        assert start.y < 500 < end.y, "from above the boards to one of them"
    others = {start.name for start, _ in flights} - {"tile-blue"}
    assert others == {"tile-yellow", "tile-red", "tile-first"}, "the rest goes to the centre"


def test_nothing_flies_where_nothing_changes() -> None:
    drawing = drawing_of(taking()[0], NAMES, "en")
    assert film.flights_between(drawing, drawing) == []


@pytest.mark.parametrize("game", azulejos.GAME_NAMES)
def test_tiles_are_found_where_they_are_drawn(game: str) -> None:
    """As many as the scene has, all of them on the picture."""
    record = beginning(game, 8)
    for state in record.states():
        drawing = drawing_of(state, record.names, "en")
        for tile in film.tiles_in(drawing.drawn):
            assert 0 < tile.x < drawing.width
            assert 0 < tile.y < drawing.height
            assert 8 < tile.size < 120


def test_moves_are_in_motion_and_deals_are_not(frames: list[list[film.Frame]]) -> None:
    events = beginning("azul").events
    assert len(frames) == len(events) + 1
    for event, shown in zip(events, frames[1:], strict=True):
        steps = [each for each in shown if each.duration == film.STEP]
        assert len(steps) == (film.STEPS if isinstance(event, Move) else 0)
        for one, other in zip(steps, shown[1:], strict=False):
            assert distance(one.image, other.image) > 0


def test_a_mistake_is_shown_longer_with_what_it_cost(frames: list[list[film.Frame]]) -> None:
    record = beginning("azul")
    plain = [*film.Film(record, record.names).frames()]
    assert frames[5][-1].duration == film.AFTER_MISTAKE > plain[5][-1].duration
    box = ImageChops.difference(frames[5][-1].image, plain[5][-1].image).getbbox()
    assert box
    assert box[1] > frames[0][0].image.height * 0.85, "nothing but the sentence below differs"
    assert distance(frames[4][-1].image, plain[4][-1].image) == 0


def test_sentences_are_in_the_chosen_language() -> None:
    record = beginning("azul", 3)
    images = {
        language: [*film.Film(record, record.names, language).frames()][-1][-1].image
        for language in ("en", "ru", "sr")
    }
    below = [image.crop((0, int(image.height * 0.9), *image.size)) for image in images.values()]
    assert distance(below[0], below[1]) > 1
    assert distance(below[0], below[2]) > 1


@pytest.mark.parametrize("kind", [".webp", ".gif"])
def test_a_film_can_be_read_back(frames: list[list[film.Frame]], kind: str, tmp_path: Path) -> None:
    file, shown = tmp_path / f"game{kind}", [*flat(frames)]
    film.save(shown, file)
    assert file.stat().st_size < MAX_BYTES
    with Image.open(file) as read:
        assert (read.size, getattr(read, "n_frames", 1)) == (shown[0].image.size, len(shown))
        lasted = 0
        for i, frame in enumerate(shown):
            read.seek(i)
            assert distance(read, frame.image) < {".webp": 6, ".gif": 9}[kind]
            lasted += read.info["duration"]
        assert lasted == sum(frame.duration for frame in shown)
    assert [*tmp_path.iterdir()] == [file]


def test_a_video_can_be_read_back(frames: list[list[film.Frame]], tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    file, shown = tmp_path / "game.mp4", [*flat(frames)]
    film.save(shown, file)
    assert file.stat().st_size < MAX_BYTES
    with av.open(str(file)) as container:
        pictures = [*container.decode(video=0)]
    assert len(pictures) == len(shown)
    starts = [sum(each.duration for each in shown[:i]) for i in range(len(shown))]
    assert [round(1000 * picture.time) for picture in pictures] == starts
    assert distance(pictures[-1].to_image(), shown[-1].image) < 5


def test_other_kinds_are_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"ends in \.webp, \.gif, \.mp4"):
        film.save([], tmp_path / "game.avi")

    def broken() -> Iterator[film.Frame]:
        yield film.Frame(Image.new("RGB", (20, 20)), 50)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        film.save(broken(), tmp_path / "game.webp")
    assert [*tmp_path.iterdir()] == []
