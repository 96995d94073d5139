"""The rules of Azul Duel from outside: flat bytes come in, records are used inside."""

from __future__ import annotations

from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Kernels
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import copy_table
from azulejos.games.duel import outlook, plates, rounds, rules, scoring, secrets
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.table import LAYING, LOOK, NONE, PLAYERS, SLOTS, TABLE


@compiled
def set_up(raw: Raw) -> None:
    rounds.set_up(record(raw, TABLE))


@compiled
def list_moves(raw: Raw, codes: Codes) -> int:
    return rules.list_moves(record(raw, TABLE), codes)


@compiled
def make_move(raw: Raw, code: int) -> None:
    rules.make_move(record(raw, TABLE), code)


@compiled
def sample(raw: Raw, rng: Rng, pieces: Codes) -> int:
    """In a view chance answers as in one of the positions that it may be a view of.

    The table becomes that position; but what a look shows depends on the backs in the hand alone.
    """
    table = record(raw, TABLE)
    if table.phase != LOOK:
        for seat in range(PLAYERS):
            if secrets.is_blank(table, 1 - seat):
                secrets.imagine(table, seat, rng)
    return rules.sample(table, rng, pieces)


@compiled
def deal(raw: Raw, pieces: Codes, number: int) -> None:
    rules.deal(record(raw, TABLE), pieces, number)


@compiled
def rank_keys(raw: Raw, seat: int, keys: Codes) -> None:
    scoring.rank_keys(record(raw, TABLE), seat, keys)


@compiled
def play_randomly(raw: Raw, rng: Rng, codes: Codes, pieces: Codes) -> int:
    return rules.play_randomly(record(raw, TABLE), rng, codes, pieces)


@compiled
def value_moves(raw: Raw, scratch: Raw, codes: Codes, values: Codes) -> int:
    seat = record(raw, TABLE).turn
    number = list_moves(raw, codes)
    for place in range(number):
        copy_table(raw, scratch)
        make_move(scratch, codes[place])
        if record(scratch, TABLE).phase == LAYING:
            values[place] = value_of_plate(raw, scratch, codes[place], seat)
        else:
            values[place] = outlook.round_points(record(scratch, TABLE), seat)
    return number


@compiled
def value_of_plate(raw: Raw, scratch: Raw, code: int, seat: int) -> int:
    """The value of a move that brings a plate to be laid: that of the best place for it."""
    most = 0
    for slot in range(SLOTS):
        if record(raw, TABLE).seats[seat].laid[slot] != NONE:
            continue
        for turns in range(TURNS):
            copy_table(raw, scratch)
            make_move(scratch, code)
            table = record(scratch, TABLE)
            plates.lay(table, table.seats[seat], slot, turns)
            most = max(most, outlook.round_points(table, seat))
    return most


@compiled
def conceal(raw: Raw, seat: int) -> None:
    secrets.conceal(record(raw, TABLE), seat)


@compiled
def imagine(raw: Raw, seat: int, rng: Rng) -> None:
    secrets.imagine(record(raw, TABLE), seat, rng)


KERNELS = Kernels(
    set_up=set_up,
    list_moves=list_moves,
    make_move=make_move,
    sample=sample,
    deal=deal,
    rank_keys=rank_keys,
    play_randomly=play_randomly,
    value_moves=value_moves,
)
