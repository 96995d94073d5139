"""What chance may draw next, piece by piece with probabilities, for trees with chance nodes.

A whole deal has more outcomes than anybody could list, but each of its pieces has a few. The rules
draw by `sample`; this says what the next piece can be after those already drawn, and how likely.
`tests/research/test_outcomes.py` has the rules draw everything that they can, and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from azulejos.core.asking import ask
from azulejos.core.bag import WithBag
from azulejos.core.displays import tiles_to_deal
from azulejos.core.game import Game
from azulejos.core.pile import counts
from azulejos.games.duel import plates
from azulejos.games.duel import table as duel
from azulejos.games.duel.chips import chips_to_turn
from azulejos.games.pavilion.setup import tiles_wanted
from azulejos.games.sintra.setup import first_side, seat_without_strips
from azulejos.games.sintra.strips import has_jokers
from azulejos.games.sintra.table import COLOURS as SINTRA_COLOURS
from azulejos.games.sintra.table import ROUNDS, SIDES_OF_A_SET
from azulejos.games.sintra.table import Table as SintraTable

Drawn = Sequence[int]
Weights = dict[int, int]
"""The pieces that can come next, each with its share of the chances."""


def outcomes(game: Game, table: Any, drawn: Drawn) -> list[tuple[int, float]]:
    """The next pieces with their probabilities; none when the draw is complete."""
    pool = game.phases[table.phase].pool
    assert pool is not None
    weights = _NEXT[game.name, pool](table, drawn)
    whole = sum(weights.values())
    return [(piece, weight / whole) for piece, weight in sorted(weights.items())]


def is_explicit(game: Game) -> bool:
    """Whether it is known of a game what chance may draw next."""
    return all((game.name, pool.name) in _NEXT for pool in game.pools)


def _start(table: Any, drawn: Drawn) -> Weights:
    return {} if drawn else dict.fromkeys(range(table.players), 1)


# Tiles of a bag


def _tiles(table: WithBag, wanted: int, drawn: Drawn) -> Weights:
    """One by one; the discard goes into the bag when that is empty."""
    bag, discard = counts(table.bag), counts(table.discard)
    if len(drawn) == min(wanted, sum(bag) + sum(discard)):
        return {}
    for colour in drawn:
        if not any(bag):
            bag, discard = discard, [0] * len(bag)
        bag[colour] -= 1
    left = bag if any(bag) else discard
    return {colour: count for colour, count in enumerate(left) if count}


def _deal(table: Any, drawn: Drawn) -> Weights:
    return _tiles(table, ask(tiles_to_deal, table.players), drawn)


def _pavilion_tiles(table: Any, drawn: Drawn) -> Weights:
    return _tiles(table, ask(tiles_wanted, table), drawn)


# Sintra


def _strips(table: SintraTable, drawn: Drawn) -> Weights:
    """Any strip of the set that is left, with either side up unless one has a joker (SG-2)."""
    first = ask(first_side, table.own_strips, ask(seat_without_strips, table))
    laid = {(side - first) // 2 for side in drawn}
    weights = {}
    for side in range(first, first + SIDES_OF_A_SET):
        if (side - first) // 2 not in laid and not ask(has_jokers, side):
            weights[side] = 1 + ask(has_jokers, side ^ 1)
    return weights


def _round_tiles(table: SintraTable, drawn: Drawn) -> Weights:
    """Anything but one tile of each colour on I; each colour once on II to VI (SG-4)."""
    if not drawn:
        return {c: n - 1 for c, n in enumerate(counts(table.bag)[:SINTRA_COLOURS]) if n > 1}
    if len(drawn) == ROUNDS:
        return {}
    return dict.fromkeys(set(range(SINTRA_COLOURS)) - set(drawn[1:]), 1)


# Duel


def _scoring(table: duel.Table, drawn: Drawn) -> Weights:
    """Scoring tiles in order, any side up; if only three are in play, any may be left out (DU-2).

    With three of four tiles a gap of one tile leaves no choice for the rest: so the tile after the
    last drawn comes as often as any of those that can still follow, one for each way to go on.
    """
    to_come = table.scoring_wanted - len(drawn)
    if to_come == 0:
        return {}
    following = range(drawn[-1] // 2 + 1 if drawn else 0, duel.SCORING_TILES)
    spare = len(following) - to_come
    ways = (
        {following[0]: len(following) - spare, following[spare]: 1} if spare else {following[0]: 1}
    )
    return {2 * tile + side: weight for tile, weight in ways.items() for side in range(2)}


def _plates(table: duel.Table, drawn: Drawn) -> Weights:
    """The plates that are turned up, then the next back (DU-2, DU-4)."""
    turned = ask(plates.plates_to_turn, table)
    place = len(drawn)
    unseen = _without(table.unseen_plates, drawn[:turned])
    if place < turned:
        return _front(table.stack_front[place], table.top_kind if place == 0 else duel.NONE, unseen)
    return _back(table, place, unseen) if place == turned < table.stack_height else {}


def _look(table: duel.Table, drawn: Drawn) -> Weights:
    """The plates in the hand that the drawer has not seen (DU-6)."""
    new = [place for place in range(table.hand_count) if not table.hand_known[place]]
    if len(drawn) == len(new):
        return {}
    place = new[len(drawn)]
    unseen = _without(table.unseen_plates, drawn)
    return _front(table.hand_front[place], table.hand_kind[place], unseen)


def _front(front: int, kind: int, unseen: int) -> Weights:
    """The front that a plate has, or any unseen one with its back."""
    fitting = ask(plates.of_kind, unseen, kind) if front == duel.NONE else 1 << front
    return {plate: 1 for plate in range(duel.PLATES) if (fitting >> plate) & 1}


def _back(table: duel.Table, place: int, unseen: int) -> Weights:
    """The back of a plate of the stack; unseen plates in the hand cannot be that plate."""
    front = table.stack_front[place]
    if front != duel.NONE:
        return {plates.BACK + ask(plates.kind_of, front): 1}
    in_hand = [k for k, f in zip(table.hand_kind, table.hand_front, strict=True) if f == duel.NONE]
    weights = {}
    for kind in (duel.SPECIAL_PLATE, duel.JOKER_PLATE):
        count = ask(plates.of_kind, unseen, kind).bit_count()
        weights[plates.BACK + kind] = count - in_hand[: table.hand_count].count(kind)
    return {back: weight for back, weight in weights.items() if weight}


def _without(plates_left: int, drawn: Drawn) -> int:
    return plates_left & ~sum(1 << plate for plate in drawn)


def _chips(table: duel.Table, drawn: Drawn) -> Weights:
    """Any chip that nobody has seen (DU-12)."""
    if len(drawn) == ask(chips_to_turn, table):
        return {}
    left = {kind: table.unseen_chips[kind] - drawn.count(kind) for kind in range(duel.CHIP_KINDS)}
    return {kind: count for kind, count in left.items() if count}


_NEXT: dict[tuple[str, str], Callable[[Any, Drawn], Weights]] = {
    ("azul", "start"): _start,
    ("azul", "bag"): _deal,
    ("sintra", "start"): _start,
    ("sintra", "strips"): _strips,
    ("sintra", "track"): _round_tiles,
    ("sintra", "bag"): _deal,
    ("pavilion", "start"): _start,
    ("pavilion", "bag"): _pavilion_tiles,
    ("duel", "start"): _start,
    ("duel", "scoring"): _scoring,
    ("duel", "plates"): _plates,
    ("duel", "large"): lambda table, drawn: _tiles(table, duel.LARGE_TILES, drawn),
    ("duel", "small"): lambda table, drawn: _tiles(table, duel.SMALL * duel.SMALL_TILES, drawn),
    ("duel", "chips"): _chips,
    ("duel", "back"): lambda table, drawn: {} if drawn else _back(table, 0, table.unseen_plates),
    ("duel", "look"): _look,
}
"""What can come next, by game and pool."""
