"""Edits of positions. What is being edited, a draft, may be impossible in the meantime."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from azulejos.core.game import Game
from azulejos.core.notation import NOTHING, pile_text, read_number, read_pile, sections
from azulejos.core.options import Options
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.editing import EDITORS
from azulejos.editing.places import EMPTY_CELL, Place, Sections, option_places
from azulejos.errors import NotationError, OptionError, excerpt, quoted
from azulejos.games import game_of
from azulejos.messages import Message, fault

MAX_VALUE_LENGTH = 120
IN_VALUES = re.compile(r"[A-Za-z0-9*?!.,: -]*")
"""Nothing that divides the parts of a position's text."""

OPTION = "option-"


@dataclass(frozen=True)
class Draft:
    """A position that is being edited."""

    state: State  # possible or not
    values: dict[str, str]  # what lies at every place
    places: list[Place]  # those that the phase has
    faults: Sequence[Message]  # what is impossible about it


def edited(text: str, edits: Mapping[str, str]) -> Draft:
    """Let other things lie at some places of a position, which may be impossible before and after.

    The bag holds what lies nowhere else. An edit that no text can say is a `NotationError`.
    """
    game = game_of(text)
    before = game.draft(text)
    values = {**_values(before, _places(game, before.options)), **edits}
    options = _options(game, values)
    places = _places(game, options)
    if strange := edits.keys() - {place.name for place in places}:
        raise NotationError(fault("fault.edit.place", place=excerpt(min(strange))))
    state = game.draft(_written(game, options, places, values))
    there = [place for place in places if place.is_there(state.phase)]
    return Draft(state, _values(state, there), there, game.faults(state.table))


def _values(state: State, places: list[Place]) -> dict[str, str]:
    """What lies at some places of a position."""
    parts = Sections(sections(str(state)))
    options = {f"{OPTION}{name}": str(value) for name, value in state.options.as_dict().items()}
    return {place.name: options.get(place.name) or parts.read(place) for place in places}


def _places(game: Game, options: Options) -> list[Place]:
    return option_places(game.options) + EDITORS.of(game.name).places(options)


def _options(game: Game, values: Mapping[str, str]) -> Options:
    """The options among some values; those that no longer go together are the usual ones."""
    wanted = {place.where.key: values[place.name] for place in option_places(game.options)}
    try:
        return game.options.of({str(name): value for name, value in wanted.items()})
    except OptionError as error:
        raise NotationError(error.message) from None


def _written(game: Game, options: Options, places: list[Place], values: Mapping[str, str]) -> str:
    """The text of a table with such options on which that lies where it can."""
    parts = Sections(sections(str(game.new(options))))
    phase = values.get("phase", "")
    for place in places:
        if place.name.startswith(OPTION):
            continue
        if not place.is_there(phase):
            parts.leave_out(place.where.section, str(place.where.key))
        elif place.name in values:
            parts.write(place, checked(place, values[place.name]))
        elif place.phases:
            parts.write(place, place.otherwise)
    parts.drop("bag")
    EDITORS.of(game.name).complete(parts)
    return parts.text()


def checked(place: Place, value: str) -> str:
    """What is to lie at a place, as texts have it; refused if it cannot lie there at all."""
    if len(value) > MAX_VALUE_LENGTH or not IN_VALUES.fullmatch(value):
        raise NotationError(fault("fault.edit.strange", place=place.name, text=excerpt(value)))
    value = value.strip() or NOTHING
    if place.kind in ("tiles", "line"):
        return _pile(place, value)
    if place.kind == "tile" and value == NOTHING:
        value = EMPTY_CELL
    if not _may_lie(place, value):
        raise NotationError(_may_not_lie(place, value))
    return value


def _may_not_lie(place: Place, value: str) -> Message:
    if place.pieces:
        return fault(
            "fault.edit.piece", place=place.name, text=quoted(value), allowed=" ".join(place.pieces)
        )
    return fault(
        "fault.edit.number",
        place=place.name,
        text=quoted(value),
        low=place.numbers[0],
        high=place.numbers[-1],
    )


def _pile(place: Place, value: str) -> str:
    letters = "".join(place.pieces)
    pile = read_pile(value, letters)
    if sum(counts(pile)) > place.most:
        raise NotationError(fault("fault.edit.most", place=place.name, most=place.most))
    return pile_text(pile, letters)


def _may_lie(place: Place, value: str) -> bool:
    """Whether a place is for such a value; what words say is checked when the text is read."""
    match place.kind:
        case "tile":
            return value in (EMPTY_CELL, *place.pieces)
        case "choice":
            return value in place.pieces
        case "number":
            return read_number(value) in place.numbers
        case "row" | "pieces":
            parts = list(value) if place.kind == "row" else re.split("[ ,]", value)
            result = [] if value == NOTHING else parts
            return {*result} <= {*place.pieces} and len(result) <= place.most
    return True
