"""The rules of Sintra from outside: flat bytes come in, records are used inside."""

from __future__ import annotations

from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Kernels
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import copy_table
from azulejos.games.sintra import rules, scoring, setup
from azulejos.games.sintra.table import TABLE


@compiled
def set_up(raw: Raw) -> None:
    setup.set_up(record(raw, TABLE))


@compiled
def list_moves(raw: Raw, codes: Codes) -> int:
    return rules.list_moves(record(raw, TABLE), codes)


@compiled
def make_move(raw: Raw, code: int) -> None:
    rules.make_move(record(raw, TABLE), code)


@compiled
def sample(raw: Raw, rng: Rng, pieces: Codes) -> int:
    return setup.sample(record(raw, TABLE), rng, pieces)


@compiled
def deal(raw: Raw, pieces: Codes, number: int) -> None:
    setup.deal(record(raw, TABLE), pieces, number)


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
        values[place] = scoring.points_now(record(scratch, TABLE), seat)
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
