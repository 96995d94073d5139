"""Factories: sun and moon sides, and where taken tiles go (DU-3, DU-8 to DU-11)."""

from __future__ import annotations

from azulejos.core.bag import discard, draw
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import count, tiles, total
from azulejos.games.duel import table as duel
from azulejos.games.duel.moves import BROKEN, moon_code, stack_code, sun_code
from azulejos.games.duel.table import Seat, Table

ALL_COLOURS = (1 << duel.COLOURS) - 1


# Filling


@compiled
def clear_factories(table: Table) -> None:
    """No chips on the small factories: all are unseen."""
    for factory in range(duel.SMALL):
        table.chips[factory] = duel.NO_CHIP
    for kind in range(duel.CHIP_KINDS):
        table.unseen_chips[kind] = duel.CHIP_COPIES


@compiled
def fill_large(table: Table, pieces: Codes, dealt: int) -> bool:
    """Fill the large factory; False if the tiles go back to be drawn again (DU-3)."""
    for place in range(dealt):
        draw(table, pieces[place])
        table.sun[duel.LARGE] += tiles(pieces[place], 1)
    colour = int(pieces[0])
    if count(table.sun[duel.LARGE], colour) < duel.LARGE_TILES:
        return True
    if table.bag == tiles(colour, count(table.bag, colour)):
        return True
    table.bag += table.sun[duel.LARGE]
    table.sun[duel.LARGE] = 0
    return False


@compiled
def fill_small(table: Table, pieces: Codes, count: int) -> None:
    """Fill the small factories in order, as far as the tiles go (DU-3, DU-21)."""
    for place in range(count):
        draw(table, pieces[place])
        table.sun[place // duel.SMALL_TILES] += tiles(pieces[place], 1)


# Taking tiles


@compiled
def has_tiles(table: Table) -> bool:
    """Whether tiles lie on any factory."""
    held = table.large_moon
    for factory in range(duel.FACTORIES):
        held |= table.sun[factory]
    for factory in range(duel.SMALL):
        held |= table.stacks[factory]
    return held != 0


@compiled
def list_takes(table: Table, seat: Seat, codes: Codes, listed: int) -> int:
    """List the takes from sun sides and moon sides (DU-8, DU-9)."""
    lines = open_lines(seat)
    for factory in range(duel.FACTORIES):
        pile = table.sun[factory]
        if pile:
            for colour in range(duel.COLOURS):
                if count(pile, colour):
                    code = sun_code(factory, colour, 0)
                    listed = list_targets(lines, code, colour, codes, listed)
    colours = moon_colours(table)
    for colour in range(duel.COLOURS):
        if (colours >> colour) & 1:
            listed = list_targets(lines, moon_code(colour, 0), colour, codes, listed)
    return listed


@compiled
def moon_colours(table: Table) -> int:
    """The colours on top of the moon sides, a bit each (DU-9)."""
    colours = 0
    for factory in range(duel.SMALL):
        colours |= (1 << (duel.top_of(table.stacks[factory]) + 1)) >> 1
    if table.large_moon:
        for colour in range(duel.COLOURS):
            if count(table.large_moon, colour):
                colours |= 1 << colour
    return colours


@compiled
def list_targets(lines: int, code: int, colour: int, codes: Codes, count: int) -> int:
    """List a take with every line that accepts its colour, and the broken track (DU-11)."""
    for line in range(duel.SIZE):
        codes[count] = code + line
        count += (lines >> (duel.COLOURS * line + colour)) & 1
    codes[count] = code + BROKEN
    return count + 1


@compiled
def open_lines(seat: Seat) -> int:
    """What each pattern line accepts, a bit for every line and colour (DU-11)."""
    lines = 0
    for line in range(duel.SIZE):
        lines |= colours_accepted(seat, line) << (duel.COLOURS * line)
    return lines


@compiled
def colours_accepted(seat: Seat, line: int) -> int:
    """An empty line accepts all, another its own colour while it has room (DU-11)."""
    if seat.line_count[line] == 0:
        return ALL_COLOURS
    if room_on(seat, line) == 0:
        return 0
    return 1 << seat.line_colour[line]


@compiled
def room_on(seat: Seat, line: int) -> int:
    """How many more tiles a pattern line holds (DU-1)."""
    return line + 1 - seat.line_count[line]


@compiled
def sun_take(table: Table, seat: Seat, factory: int, colour: int, line: int) -> None:
    """Take a colour from the sun side of one factory (DU-8)."""
    held = count(table.sun[factory], colour)
    table.sun[factory] -= tiles(colour, held)
    if factory == duel.LARGE:
        leave_large(table)
    else:
        leave_small(table, factory)
    lay_tiles(table, seat, colour, held, line)


@compiled
def leave_large(table: Table) -> None:
    """The rest goes to the moon side; without any, the first-player tile is taken (DU-8, DU-10)."""
    rest = table.sun[duel.LARGE]
    table.sun[duel.LARGE] = 0
    table.large_moon += rest
    if rest == 0:
        take_first_tile(table)


@compiled
def leave_small(table: Table, factory: int) -> None:
    """The rest is stacked; what can be stacked in only one way is stacked at once (DU-8)."""
    rest = table.sun[factory]
    colour = only_colour(rest)
    if colour == duel.NONE:
        table.factory_at_hand = factory
        return
    for _ in range(total(rest)):
        table.stacks[factory] = duel.put_on(table.stacks[factory], colour)
    table.sun[factory] = 0


@compiled
def only_colour(pile: int) -> int:
    """The colour of all tiles of a pile; NONE where they have several."""
    held = total(pile)
    for colour in range(duel.COLOURS):
        if count(pile, colour) == held:
            return colour
    return duel.NONE


@compiled
def list_stacks(table: Table, codes: Codes) -> int:
    """List the orders of the tiles to be stacked, from the top down (DU-8)."""
    rest = table.sun[table.factory_at_hand]
    listed = 0
    for top in range(duel.COLOURS):
        if count(rest, top) == 0:
            continue
        below_top = rest - tiles(top, 1)
        for second in range(duel.COLOURS):
            if count(below_top, second) == 0:
                continue
            third = last_colour(below_top - tiles(second, 1))
            codes[listed] = stack_code(top, second, third)
            listed += 1
    return listed


@compiled
def last_colour(pile: int) -> int:
    """The colour of a single tile; -1 of none."""
    for colour in range(duel.COLOURS):
        if count(pile, colour):
            return colour
    return -1


@compiled
def stack_rest(table: Table, stack: int) -> None:
    """Stack the rest over the chip (DU-8)."""
    table.stacks[table.factory_at_hand] = stack
    table.sun[table.factory_at_hand] = 0
    table.factory_at_hand = duel.NONE


@compiled
def moon_take(table: Table, seat: Seat, colour: int, line: int) -> None:
    """Take a colour from all moon sides: of each stack the top tile only (DU-9, DU-10)."""
    held = tiles_on_moons(table, colour)
    large = count(table.large_moon, colour)
    if large:
        table.large_moon -= tiles(colour, large)
        take_first_tile(table)
    for factory in range(duel.SMALL):
        if duel.top_of(table.stacks[factory]) == colour:
            table.stacks[factory] = duel.take_off(table.stacks[factory])
    lay_tiles(table, seat, colour, held, line)


@compiled
def tiles_on_moons(table: Table, colour: int) -> int:
    """How many tiles a take from the moon sides brings: of each stack the top one only (DU-9)."""
    held = count(table.large_moon, colour)
    for factory in range(duel.SMALL):
        held += duel.top_of(table.stacks[factory]) == colour
    return held


@compiled
def take_first_tile(table: Table) -> None:
    """The first to come takes the first-player tile (DU-10)."""
    if table.first_seat == duel.NONE:
        table.first_seat = table.actor


# Where taken tiles go


@compiled
def lay_tiles(table: Table, seat: Seat, colour: int, count: int, line: int) -> None:
    """Lay tiles on one line; the surplus, or all by choice, is broken (DU-11)."""
    if line != BROKEN:
        fitting = min(count, room_on(seat, line))
        seat.line_colour[line] = colour
        seat.line_count[line] += fitting
        count -= fitting
    break_tiles(table, seat, colour, count)


@compiled
def break_tiles(table: Table, seat: Seat, colour: int, count: int) -> None:
    """Lay tiles on the broken track; what it cannot hold is discarded (DU-11)."""
    fitting = min(count, duel.BROKEN_SPACES - total(seat.broken))
    seat.broken += tiles(colour, fitting)
    discard(table, colour, count - fitting)
