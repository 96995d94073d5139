"""Pictures of positions as SVG, in the look of the page.

Every game has a module of its name here with a `PICTURE`. What lies where is read from its scene,
and how it looks from `azulejos.look`: the page does the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from azulejos.core.registry import Registry
from azulejos.core.state import State, View
from azulejos.errors import OptionError, UnknownName
from azulejos.messages import ENGLISH, number_text
from azulejos.narration.languages import LANGUAGES, catalogue
from azulejos.pictures.pieces import Box, Picture, Player, Words
from azulejos.pictures.style import theme_called
from azulejos.pictures.whole import Heading, Metadata, whole, written
from azulejos.play.match import Match
from azulejos.scenes import stage

PICTURES: Registry[Picture] = Registry(
    lambda game: import_module(f"azulejos.pictures.{game}").PICTURE
)

THEMES = ("light", "dark")
WIDTH = 1000  # pixels
SMALLEST, LARGEST = 100, 10_000


def svg(
    shown: State | View | Match,
    seat: int | None = None,
    *,
    size: int = WIDTH,
    theme: str = "light",
    names: Sequence[str] | None = None,
    language: str = ENGLISH,
) -> str:
    """A position as SVG, `size` pixels wide.

    Of a view, or with `seat`, only what that seat may know is drawn, its own board first; of a
    position or a match everything.
    """
    _check(size, theme, language)
    words = Words(catalogue(language).messages)
    seen = _seen(shown, seat, names, words)
    state = seen.state
    drawing, players, round_ = _drawn(seen, words)
    title = ", ".join([state.game.title, *([f"{words['ui.round']} {round_}"] if round_ else [])])
    metadata = Metadata(title, _about(players), str(state))
    return written(drawing, theme_called(theme), size, metadata)


def drawing_of(state: State, names: Sequence[str] | None, language: str) -> Box:
    """A position as a drawing that is not written yet."""
    words = Words(catalogue(language).messages)
    return _drawn(_seen(state, None, names, words), words)[0]


def _drawn(seen: _Seen, words: Words) -> tuple[Box, list[Player], str]:
    """What is drawn of a position, who sits there, and which round it is."""
    state = seen.state
    game = PICTURES.of(state.game.name)
    scene = stage(state.game).scene(state)
    players = _players(seen, game.first(scene) if game.first else None, words)
    round_ = _round(scene, game.rounds)
    piles = {pile: getattr(scene, pile) for pile in ("bag", "discard") if hasattr(scene, pile)}
    heading = Heading(state.game.title, round_, piles, game.shape)
    return whole(game, scene, players, heading, words), players, round_


def has_picture(game: str) -> bool:
    """Whether positions of a game can be drawn."""
    try:
        PICTURES.of(game)
    except ModuleNotFoundError:
        return False
    return True


def in_notebook(shown: State | View | Match) -> str | None:
    """What a notebook shows of a position."""
    game = shown.state.game if isinstance(shown, View) else shown.game
    return svg(shown) if has_picture(game.name) else None


def _check(size: int, theme: str, language: str) -> None:
    if theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if not SMALLEST <= size <= LARGEST:
        raise OptionError(f"a picture is {SMALLEST} to {LARGEST} pixels wide, not {size}")


@dataclass(frozen=True)
class _Seen:
    """A position, whose view of it that is, and who sits there."""

    state: State
    seat: int | None
    names: Sequence[str]


def _seen(
    shown: State | View | Match, seat: int | None, names: Sequence[str] | None, words: Words
) -> _Seen:
    if isinstance(shown, Match):
        names = names or shown.names
        shown = shown.state
    if isinstance(shown, View):
        if seat not in (None, shown.seat):
            raise OptionError(f"a view of seat {shown.seat} does not show what seat {seat} sees")
        seat, shown = shown.seat, shown.state
    elif seat is not None:
        shown = shown.view(seat).state
    if not has_picture(shown.game.name):
        raise OptionError(f"there are no pictures of {shown.game.title}")
    named = words["ui.player"]
    names = names or [named.replace("{number}", str(n + 1)) for n in range(shown.players)]
    if len(names) != shown.players:
        raise OptionError(f"{len(names)} names for {shown.players} players")
    return _Seen(shown, seat, names)


def _players(seen: _Seen, first: int | None, words: Words) -> list[Player]:
    """Everybody at the table; whose view it is comes first, then the others in turn."""
    state, names = seen.state, seen.names
    initials = [name[:1].upper() or "?" for name in names]
    if len(set(initials)) < len(initials):
        initials = [str(seat + 1) for seat in range(state.players)]
    order = [((seen.seat or 0) + i) % state.players for i in range(state.players)]
    return [
        Player(
            seat=seat,
            name=names[seat],
            initial=initials[seat],
            score=state.scores[seat],
            status=words[_status(state, seat, seen.seat)],
            is_to_move=state.to_move == seat,
            is_first=seat == first,
        )
        for seat in order
    ]


def _status(state: State, seat: int, own: int | None) -> str:
    """The message that says how a player stands, or nothing."""
    if state.to_move == seat:
        return "ui.your-turn" if seat == own else "ui.thinking"
    outcome = state.outcome
    return "ui.history.won" if outcome and outcome.places[seat] == 1 else ""


def _round(scene: object, last: int | None) -> str:
    played = getattr(scene, "round", None)
    if played is None:
        return ""
    return f"{max(1, played)}/{last}" if last else str(max(1, played))


def _about(players: Sequence[Player]) -> str:
    """Who has how many points, and who is to move."""
    said = [
        f"{player.name}: {number_text(player.score)}"
        + (f" ({player.status})" if player.status else "")
        for player in players
    ]
    return ", ".join(said)
