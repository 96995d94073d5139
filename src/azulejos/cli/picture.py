"""`azulejos picture`: a position as SVG or PNG."""

from __future__ import annotations

from pathlib import Path

import click

from azulejos.cli.arguments import FILE, wrong_usage
from azulejos.cli.players import shown_names
from azulejos.cli.screen import Screen
from azulejos.cli.sources import read
from azulejos.core.state import State
from azulejos.errors import RecordError
from azulejos.messages import ENGLISH
from azulejos.narration.languages import LANGUAGES
from azulejos.pictures import LARGEST, SMALLEST, THEMES, WIDTH, svg
from azulejos.pictures.raster import png
from azulejos.play.record import Record


@click.command(
    epilog="""\b
Examples:
  azulejos picture friday.txt friday.svg           the end of the game, or how far it has come
  azulejos picture friday.txt friday.png           the same as PNG
  azulejos picture friday.txt --at 12 > move.svg   the table after the 12th event
  azulejos picture "azul; round 1 phase=offer turn=1 start=1; displays BBYR KKWW - - -" azul.svg
  azulejos picture duel.txt --seat 1 --theme dark  what seat 1 sees

\b
Events are numbered as in `azulejos replay`; event 0 is the table before anything is dealt.
The picture needs nothing else to be shown: no fonts, no style sheets, no scripts."""
)
@click.argument("source", metavar="RECORD|POSITION")
@click.argument("file", type=FILE, required=False)
@click.option("--at", type=click.IntRange(0), metavar="N", help="After event N of a record.")
@click.option("--seat", type=click.IntRange(1), help="Only what this seat may know.")
@click.option(
    "--size",
    type=click.IntRange(SMALLEST, LARGEST),
    default=WIDTH,
    help="Width in pixels.",
)
@click.option("--theme", type=click.Choice(THEMES), default=THEMES[0], help="Colours.")
@click.option("--name", "names", multiple=True, help="A player's name. Repeatable, one per seat.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    help="Language of the words in it.",
)
def picture(
    source: str,
    file: Path | None,
    *,
    at: int | None,
    seat: int | None,
    size: int,
    theme: str,
    names: tuple[str, ...],
    language: str,
) -> None:
    """Draw a position, or one of a RECORD: to FILE, or as SVG to standard output.

    A FILE that ends in .png is PNG (with the extra `pictures`), any other SVG.
    Give a file with a record or a position, the position itself, or - for stdin.
    """
    with Screen().busy(f"Reading {source}...", only_if_long=True):
        state, known = _chosen(read(source), at)
    if seat and seat > state.players:
        raise click.UsageError(f"--seat {seat}: seats go from 1 to {state.players}")
    with wrong_usage():
        drawn = svg(
            state,
            None if seat is None else seat - 1,
            size=size,
            theme=theme,
            names=names or known,
            language=language,
        )
    if file is None:
        click.echo(drawn, nl=False)
        return
    try:
        file.write_bytes(png(drawn, size) if file.suffix.lower() == ".png" else drawn.encode())
    except OSError as error:
        raise RecordError(f"cannot write {file}: {error.strerror}") from None


def _chosen(source: Record | State, at: int | None) -> tuple[State, tuple[str, ...]]:
    """The position to draw, and who sits there, if that is known."""
    if isinstance(source, State):
        if at is not None:
            raise click.UsageError("--at chooses among the events of a record")
        return source, ()
    last = len(source.events)
    if at is not None and at > last:
        raise click.UsageError(f"--at {at}: the events of this record go from 0 to {last}")
    states = [*source.states()]
    return states[last if at is None else at], shown_names(source.names)
