"""`azulejos film`: a recorded game as an animation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track

from azulejos.bots.analysis import Analyst, decisions_of
from azulejos.bots.search.games import check_searched
from azulejos.bots.search.result import Budget
from azulejos.cli.arguments import FILE, wrong_usage
from azulejos.cli.players import shown_names
from azulejos.cli.prepare import prepare, prepare_search
from azulejos.cli.screen import Screen
from azulejos.errors import RecordError
from azulejos.messages import ENGLISH
from azulejos.narration.languages import LANGUAGES
from azulejos.pictures import LARGEST, SMALLEST, THEMES
from azulejos.pictures.film import WIDTH, Film, Frame, check_kind, save
from azulejos.play.record import Record

FOR_A_MOVE = Budget(seconds=0.25)

T = TypeVar("T")


@click.command(
    epilog="""\b
Examples:
  azulejos film friday.txt friday.webp               moves in motion, points, a sentence for each
  azulejos film friday.txt friday.gif --language uk  where WebP is not shown
  azulejos film friday.txt friday.mp4 --mistakes     with what each mistake cost

\b
It needs pip install 'azulejos[pictures]', for .mp4 'azulejos[film]'. Everybody's secrets are shown,
as in `azulejos replay`."""
)
@click.argument("record", type=FILE)
@click.argument("file", type=FILE)
@click.option(
    "--mistakes", is_flag=True, help="Show what mistakes cost: the game is reviewed first."
)
@click.option(
    "--size",
    type=click.IntRange(SMALLEST, LARGEST),
    default=WIDTH,
    show_default=True,
    help="Width in pixels.",
)
@click.option(
    "--theme", type=click.Choice(THEMES), default=THEMES[0], show_default=True, help="Colours."
)
@click.option("--name", "names", multiple=True, help="A player's name. Repeatable, one per seat.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    show_default=True,
    help="Language of the sentences.",
)
def film(
    record: Path,
    file: Path,
    *,
    mistakes: bool,
    size: int,
    theme: str,
    names: tuple[str, ...],
    language: str,
) -> None:
    """Make a film of a recorded game: an animated WebP or GIF, or a video (.mp4)."""
    with wrong_usage():
        check_kind(file)
    game = Record.load(record)
    names = names or shown_names(game.names)
    if len(names) != len(game.names):
        raise click.UsageError(f"{len(names)} names for {len(game.names)} players")
    costs = _costs(game) if mistakes else {}
    shown = Film(game, names, language, theme, size, costs)
    try:
        save(_in_sight(shown), file)
    except OSError as error:
        raise RecordError(f"cannot write {file}: {error.strerror or error}") from None


def _in_sight(film: Film) -> Iterator[Frame]:
    """The pictures of a film, event by event."""
    events = len(film.record.events) + 1
    for frames in _tracked(film.frames(), "drawing", events):
        yield from frames


def _costs(record: Record) -> dict[int, float]:
    """What the mistakes of a game cost, by the numbers of their events."""
    check_searched(record.game)
    screen = Screen()
    prepare(record.game, screen)
    prepare_search(record.game, screen)
    decisions = decisions_of(record)
    judged = Analyst(record.game).review(decisions, FOR_A_MOVE)
    judgements = _tracked(judged, "reviewing", len(decisions))
    return {each.decision.event: each.cost for each in judgements if each.is_mistake}


def _tracked(steps: Iterator[T], what: str, count: int) -> Iterator[T]:
    """The same steps, with a progress bar where somebody can see it."""
    errors = Console(stderr=True)
    yield from track(
        steps, what, total=count, console=errors, transient=True, disable=not errors.is_terminal
    )
