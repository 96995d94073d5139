"""The kernels of a game, as the rest of the package calls them: made of the rules it registers.

A game registers its rules, which take its table as a record. What takes flat bytes, plays whole
games or values moves is written once, in functions marked `for_each_game`, and compiled for one
game by `for_game`: as a copy in which the names in capitals mean that game's rules. A copy has a
name of its own and lies in the cache beside the game's other kernels, so no process compiles it
again, and it takes no argument more than the rule: a call from Python costs 0.3 us. (Functions that
take others as arguments or capture them are never found in Numba's cache.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from types import FunctionType
from typing import Any, Generic, TypeVar, cast

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import ByLayout, compiled, exported, record
from azulejos.core.layout import Codes, Layout, Numbers, Raw, Table
from azulejos.core.library import know_layout
from azulejos.core.tables import copy_table
from azulejos.core.turn import CHANCE, NOBODY

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class Rules(Generic[Table]):
    """The rules that a game registers; each reads or changes its table as a record, unchecked."""

    game: str
    module: str  # where they are registered: it imports all that they depend on
    table: Layout
    set_up: Callable[[Table], None]
    """Lay out a table that is all zeros but for the options."""

    list_moves: Callable[[Table, Codes], int]
    make_move: Callable[[Table, int], None]
    sample: Callable[[Table, Rng, Codes], int]
    """List what chance may draw."""

    deal: Callable[[Table, Codes, int], None]
    rank_keys: Callable[[Table, int, Codes], None]
    preview: Callable[[Raw, Raw, int, int], int]
    """The score of a seat if the round ended right after a move: (before, after, code, seat).

    The tables are flat bytes, so that the one before can be copied; the one after may be spoiled.
    """

    observe: Callable[[Table, int, Numbers], None]
    """Write what a seat may know as numbers; `Game.observation` says what they mean."""

    conceal: Callable[[Table, int], None] | None = None
    """Blank what a seat may not know; None in a game without secrets."""

    determinize: Callable[[Table, int, Rng], None] | None = None
    """Fill the blanks of a seat's view with something that they may be."""

    fill_view: Callable[[Table, Rng], None] | None = None
    """Fill the blanks of anybody's view that chance is to draw in; leave positions alone."""


@dataclass(frozen=True, eq=False)
class Kernels:
    """The compiled functions of a game. Each is handed a table as flat bytes and trusts it."""

    rules: Rules
    set_up: Callable[[Raw], None]
    list_moves: Callable[[Raw, Codes], int]
    make_move: Callable[[Raw, int], None]
    sample: Callable[[Raw, Rng, Codes], int]
    """Spoils the table where that is a view."""

    deal: Callable[[Raw, Codes, int], None]
    rank_keys: Callable[[Raw, int, Codes], None]
    observe: Callable[[Raw, int, Numbers], None]
    value_moves: Callable[[Raw, Raw, Codes, Codes], int]
    play_randomly: Callable[[Raw, Rng, Codes, Codes], int]
    conceal: Callable[[Raw, int], None] | None
    determinize: Callable[[Raw, int, Rng], None] | None


# Copies for a game

TEMPLATES: set[Callable[..., object]] = set()


def for_each_game(template: Kernel) -> Kernel:
    """Mark a function that is compiled for each game; it may call others that are marked."""
    TEMPLATES.add(template)
    return template


@cache
def for_game(template: Kernel, rules: Rules) -> Kernel:
    """A marked function, compiled for one game."""
    return compiled(copy_for(template, rules), template.__module__)


def copy_for(template: Kernel, rules: Rules) -> Kernel:
    """A copy of a marked function in which the names in capitals mean the rules of a game."""
    known = {**template.__globals__, "__name__": rules.module}
    known |= {each.name.upper(): getattr(rules, each.name) for each in fields(rules)}
    for called in template.__code__.co_names:
        if isinstance(known.get(called), FunctionType) and known[called] in TEMPLATES:
            known[called] = for_game(known[called], rules)
    name = f"{rules.game}_{template.__name__}"
    copy = FunctionType(template.__code__, known, name)
    copy.__qualname__ = name  # by which Numba links and caches it
    copy.__annotations__ = template.__annotations__
    return cast(Kernel, copy)


NOT_REGISTERED: Any = None
TABLE: Layout = NOT_REGISTERED
SET_UP: Callable[..., None] = NOT_REGISTERED
LIST_MOVES: Callable[..., int] = NOT_REGISTERED
MAKE_MOVE: Callable[..., None] = NOT_REGISTERED
SAMPLE: Callable[..., int] = NOT_REGISTERED
DEAL: Callable[..., None] = NOT_REGISTERED
RANK_KEYS: Callable[..., None] = NOT_REGISTERED
PREVIEW: Callable[..., int] = NOT_REGISTERED
OBSERVE: Callable[..., None] = NOT_REGISTERED
CONCEAL: Callable[..., None] = NOT_REGISTERED
DETERMINIZE: Callable[..., None] = NOT_REGISTERED
FILL_VIEW: Callable[..., None] = NOT_REGISTERED

# The rules on flat bytes


@for_each_game
def set_up(raw: Raw) -> None:
    SET_UP(record(raw, TABLE))


@for_each_game
def list_moves(raw: Raw, codes: Codes) -> int:
    return LIST_MOVES(record(raw, TABLE), codes)


@for_each_game
def make_move(raw: Raw, code: int) -> None:
    MAKE_MOVE(record(raw, TABLE), int(code))


@for_each_game
def sample(raw: Raw, rng: Rng, pieces: Codes) -> int:
    return SAMPLE(record(raw, TABLE), rng, pieces)


@for_each_game
def sample_in_view(raw: Raw, rng: Rng, pieces: Codes) -> int:
    table = record(raw, TABLE)
    FILL_VIEW(table, rng)
    return SAMPLE(table, rng, pieces)


@for_each_game
def deal(raw: Raw, pieces: Codes, count: int) -> None:
    DEAL(record(raw, TABLE), pieces, count)


@for_each_game
def rank_keys(raw: Raw, seat: int, keys: Codes) -> None:
    RANK_KEYS(record(raw, TABLE), seat, keys)


@for_each_game
def observe(raw: Raw, seat: int, out: Numbers) -> None:
    OBSERVE(record(raw, TABLE), seat, out)


@for_each_game
def conceal(raw: Raw, seat: int) -> None:
    CONCEAL(record(raw, TABLE), seat)


@for_each_game
def determinize(raw: Raw, seat: int, rng: Rng) -> None:
    DETERMINIZE(record(raw, TABLE), seat, rng)


# What follows from them


@for_each_game
def value_moves(raw: Raw, scratch: Raw, codes: Codes, values: Codes) -> int:
    """List the legal moves and, for each, the mover's score if the round ended right after it.

    The second table is scratch; the value of `codes[n]` goes to `values[n]`.
    """
    seat = record(raw, TABLE).turn
    count = list_moves(raw, codes)
    for place in range(count):
        code = int(codes[place])
        copy_table(raw, scratch)
        make_move(scratch, code)
        values[place] = PREVIEW(raw, scratch, code, seat)
    return count


@for_each_game
def play_randomly(raw: Raw, rng: Rng, codes: Codes, pieces: Codes) -> int:
    """Play uniformly random moves to the end of the game and return how many."""
    table = record(raw, TABLE)
    moves = 0
    while table.turn != NOBODY:
        if table.turn == CHANCE:
            DEAL(table, pieces, SAMPLE(table, rng, pieces))
        else:
            MAKE_MOVE(table, int(codes[below(rng, LIST_MOVES(table, codes))]))
            moves += 1
    return moves


# The rules for kernels of any game, such as a search, which take the layout of the table

LIST_BY_LAYOUT = ByLayout()
MAKE_BY_LAYOUT = ByLayout()
RANK_BY_LAYOUT = ByLayout()

list_moves_of = LIST_BY_LAYOUT.kernel
"""(layout, raw, codes) -> number of legal moves listed."""

make_move_of = MAKE_BY_LAYOUT.kernel
"""(layout, raw, code): play a legal move."""

rank_keys_of: Any = RANK_BY_LAYOUT.kernel
"""(layout, raw, seat, keys): write what ranks a seat."""


@for_each_game
def list_in_layout(_layout: Layout, raw: Raw, codes: Codes) -> int:
    return LIST_MOVES(record(raw, TABLE), codes)


@for_each_game
def make_in_layout(_layout: Layout, raw: Raw, code: int) -> None:
    MAKE_MOVE(record(raw, TABLE), int(code))


@for_each_game
def rank_in_layout(_layout: Layout, raw: Raw, seat: int, keys: Codes) -> None:
    RANK_KEYS(record(raw, TABLE), seat, keys)


def register(rules: Rules) -> Kernels:
    """Make the kernels of a game."""
    know_layout(rules.table, rules.game)
    LIST_BY_LAYOUT.add(rules.table, copy_for(list_in_layout, rules))
    MAKE_BY_LAYOUT.add(rules.table, copy_for(make_in_layout, rules))
    RANK_BY_LAYOUT.add(rules.table, copy_for(rank_in_layout, rules))
    return Kernels(
        rules=rules,
        set_up=for_game(set_up, rules),
        list_moves=for_game(list_moves, rules),
        make_move=for_game(make_move, rules),
        sample=for_game(sample_in_view if rules.fill_view else sample, rules),
        deal=for_game(deal, rules),
        rank_keys=for_game(rank_keys, rules),
        observe=for_game(observe, rules),
        value_moves=for_game(value_moves, rules),
        play_randomly=for_game(play_randomly, rules),
        conceal=for_game(conceal, rules) if rules.conceal else None,
        determinize=for_game(determinize, rules) if rules.determinize else None,
    )


# Loops over many games and tables, for measuring: `for_game(play_games, rules)(...)`

Tables = Raw
"""Many tables: flat bytes in the rows of an array."""


@exported
@for_each_game
def play_games(  # noqa: PLR0917 - compiled functions take no keywords
    fresh: Raw, raw: Raw, rng: Rng, codes: Codes, pieces: Codes, games: int
) -> int:
    """Play whole games at random, one after the other from a fresh table, and count the moves."""
    moves = 0
    for _ in range(games):
        copy_table(fresh, raw)
        moves += play_randomly(raw, rng, codes, pieces)
    return moves


@exported
@for_each_game
def list_all(tables: Tables, codes: Codes) -> int:
    """List the legal moves of every table and return how many they are together."""
    moves = 0
    for index in range(len(tables)):
        moves += list_moves(tables[index], codes)
    return moves


@exported
@for_each_game
def play_all(tables: Tables, codes: Codes) -> None:
    """Play one move on every table."""
    for index in range(len(tables)):
        make_move(tables[index], codes[index])


@exported
@compiled
def copy_all(tables: Tables, copies: Tables) -> None:
    """Copy every table."""
    for index in range(len(tables)):
        copy_table(tables[index], copies[index])
