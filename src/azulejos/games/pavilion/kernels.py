"""The rules of Summer Pavilion from outside: flat bytes come in, records are used inside."""

from __future__ import annotations

from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Kernels
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import copy_table
from azulejos.games.pavilion import rules, scoring
from azulejos.games.pavilion.table import TABLE
from azulejos.games.pavilion.value import round_points


@compiled
def set_up(raw: Raw) -> None:
    rules.set_up(record(raw, TABLE))


@compiled
def list_moves(raw: Raw, codes: Codes) -> int:
    return rules.list_moves(record(raw, TABLE), codes)


@compiled
def make_move(raw: Raw, code: int) -> None:
    rules.make_move(record(raw, TABLE), int(code))


@compiled
def sample(raw: Raw, rng: Rng, pieces: Codes) -> int:
    return rules.sample(record(raw, TABLE), rng, pieces)


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
    table = record(raw, TABLE)
    number = list_moves(raw, codes)
    for place in range(number):
        code = int(codes[place])
        copy_table(raw, scratch)
        make_move(scratch, code)
        values[place] = round_points(record(scratch, TABLE), table.turn, code, table.rounds)
    return number


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
