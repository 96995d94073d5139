"""Summer Pavilion once more, naively: with dicts and strings, from the rules' text.

Nothing here is fast or shared with the package: it reads position texts and works on what it
read. Seats and spaces count from 1 and stars are called 1 to 6 and c, as in the texts.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from re import findall

COLOURS = "PGOYBR"  # the joker of round n is the nth (SP-3)
OUTER = "123456"  # clockwise from the upper left
STARS = OUTER + "c"
STAR_COLOURS = dict(zip(OUTER, "ORBYGP", strict=True))  # the coloured side
STAR_BONUS = {"P": 20, "G": 18, "O": 17, "Y": 16, "B": 15, "R": 14}
NUMBER_BONUS = {1: 4, 2: 8, 3: 12, 4: 16}
ONE_TO_SIX = range(1, 7)

Space = tuple[str, int]


@dataclass
class Board:
    score: int
    tiles: Counter[str]
    corners: Counter[str]
    passed: bool
    stars: dict[Space, str]


@dataclass
class Position:
    players: int
    grey: bool
    round: int
    values: dict[str, str]  # of the section `round`: phase, turn, after, bonus, start, marker
    sources: dict[str, Counter[str]]
    supply: Counter[str]
    bag: Counter[str]
    discard: Counter[str]
    boards: dict[int, Board]


# The board


def cost(grey: bool, space: Space) -> int:
    """What is printed on a space: on the grey side 3 in the centre, and 1 and 3 change places."""
    star, number = space
    if not grey:
        return number
    return 3 if star == "c" else {1: 3, 3: 1}.get(number, number)


def ornaments() -> dict[frozenset[Space], int]:
    """The spaces around each ornament, and the tiles it brings (SP-13)."""
    result: dict[frozenset[Space], int] = {}
    for place, star in enumerate(OUTER):
        following = OUTER[(place + 1) % 6]
        pillar = {(star, 2), (star, 3), ("c", place or 6), ("c", place + 1)}
        result[frozenset(pillar)] = 1
        result[frozenset({(star, 1), (star, 2), (following, 3), (following, 4)})] = 2
        result[frozenset({(star, 5), (star, 6)})] = 3
    return result


# Reading


def read(text: str) -> Position:
    sections = {}
    for line in text.splitlines():
        keyword, *words = line.split()
        name = f"seat {words[0]}" if keyword == "seat" else keyword
        sections[name] = words
    options = values_of(sections["pavilion"])
    displays = {str(n): pile(word) for n, word in enumerate(sections["displays"], 1)}
    players = int(options["players"])
    return Position(
        players=players,
        grey=options.get("side") == "grey",
        round=int(sections["round"][0]),
        values=values_of(sections["round"]),
        sources={"c": pile(*sections["centre"]), **displays},
        supply=pile(*sections["supply"]),
        bag=pile(*sections["bag"]),
        discard=pile(*sections["discard"]),
        boards={n: board(values_of(sections[f"seat {n}"])) for n in range(1, players + 1)},
    )


def values_of(words: list[str]) -> dict[str, str]:
    return dict(word.split("=") for word in words if "=" in word)


def pile(word: str) -> Counter[str]:
    return Counter({letter: int(number or 1) for letter, number in findall(r"([A-Z])(\d*)", word)})


def board(values: dict[str, str]) -> Board:
    stars = zip(STARS, values["stars"].split("/"), strict=True)
    cells = {(star, n): cell for star, row in stars for n, cell in enumerate(row, 1)}
    return Board(
        score=int(values["score"]),
        tiles=pile(values["tiles"]),
        corners=pile(values["corners"]),
        passed=values.get("passed") == "yes",
        stars={space: cell for space, cell in cells.items() if cell in COLOURS},
    )


# Legality


def legal_moves(position: Position) -> set[str]:
    """Every legal move of the seat to move."""
    match position.values["phase"]:
        case "taking":
            return {f"{source}{colour}" for source, colour in takes(position)}
        case "placing":
            return placements(position) | {"pass"}
        case "bonus":
            return {f"+{colour}" for colour in position.supply}
        case "keeping":
            return {f"k{colour}" for colour in mover(position).tiles} | {"done"}
    return set()


def mover(position: Position) -> Board:
    return position.boards[int(position.values["turn"])]


def joker(position: Position) -> str:
    return COLOURS[position.round - 1]


def takes(position: Position) -> set[tuple[str, str]]:
    """A colour that is not the joker, or the joker where nothing else lies (SP-4)."""
    result = set()
    for source, held in position.sources.items():
        colours = {colour for colour in COLOURS if held[colour]}
        result |= {(source, colour) for colour in colours - {joker(position)} or colours}
    return result


def placements(position: Position) -> set[str]:
    """Every space, colour and number of jokers that can be paid (SP-8, SP-9)."""
    own, wild = mover(position), joker(position)
    result = set()
    for space in [(star, n) for star in STARS for n in ONE_TO_SIX]:
        if space in own.stars:
            continue
        for colour in colours_for(position, own, space[0]):
            price = cost(position.grey, space)
            for jokers in range(price):
                spent = Counter({colour: price - jokers})
                spent[wild] += jokers
                if spent <= own.tiles and not (jokers and colour == wild):
                    result.add(f"s{space[0]}{space[1]}{colour}" + (f"+{jokers}" if jokers else ""))
    return result


def colours_for(position: Position, own: Board, star: str) -> set[str]:
    """What a star takes (SP-10, SP-11)."""
    there = [colour for (other, _), colour in own.stars.items() if other == star]
    if not position.grey:
        return {STAR_COLOURS[star]} if star != "c" else set(COLOURS) - set(there)
    if len(there) < 2:
        return set(COLOURS)
    return set(there) if len(set(there)) == 1 else set(COLOURS) - set(there)


# What happens


def after(position: Position, move: str) -> Position:
    """The position after a legal move, up to the next decision or draw."""
    position = deepcopy(position)
    own = mover(position)
    if position.values["phase"] == "taking":
        take(position, *move)
    elif move[0] == "s":
        place(position, own, move)
    elif move[0] == "+":
        move_tile(position.supply, own.tiles, move[1])
        position.values["bonus"] = str(int(position.values["bonus"]) - 1)
        if position.values["bonus"] == "0":
            end_turn(position)
    elif move == "pass":
        position.values["phase"] = "keeping"
    else:
        if move != "done":
            move_tile(own.tiles, own.corners, move[1])
        if move == "done" or not own.tiles or own.corners.total() == 4:
            end_pass(position, own)
    return position


def move_tile(origin: Counter[str], target: Counter[str], colour: str) -> None:
    target[colour] += 1
    origin[colour] -= 1
    if not origin[colour]:
        del origin[colour]


def take(position: Position, source: str, colour: str) -> None:
    values, own, wild = position.values, mover(position), joker(position)
    held = position.sources[source]
    taken = Counter({wild: min(1, held[wild])})  # one joker comes along, or it alone (SP-4)
    if colour != wild:
        taken[colour] = held[colour]
    own.tiles += taken
    position.sources[source] = Counter()
    position.sources["c"] += held - taken
    if source == "c" and values["marker"] == "centre":  # SP-5
        values["marker"] = values["turn"]
        own.score = max(1, own.score - taken.total())
    if any(rest.total() for rest in position.sources.values()):
        values["turn"] = following(position, values["turn"])
    else:
        begin_placing(position)


def following(position: Position, seat: str) -> str:
    return str(int(seat) % position.players + 1)


def begin_placing(position: Position) -> None:
    values = position.values
    if values["marker"] != "centre":
        values["start"] = values["marker"]  # SP-6
    seats = [values["start"]]
    while len(seats) < position.players:
        seats.append(following(position, seats[-1]))
    give_turn(position, seats)


def give_turn(position: Position, seats: list[str]) -> None:
    """The first of these seats that can go on places; one without tiles passes (SP-7, SP-15)."""
    for seat in seats:
        own = position.boards[int(seat)]
        own.passed = own.passed or not own.tiles
        if not own.passed:
            position.values.update(phase="placing", turn=seat)
            return
    end_round(position)


def place(position: Position, own: Board, move: str) -> None:
    space, colour, jokers = (move[1], int(move[2])), move[3], int(move[5:] or 0)
    spent = Counter({colour: cost(position.grey, space) - jokers})
    spent[joker(position)] += jokers
    own.tiles -= spent
    position.discard += spent - Counter(colour)
    own.stars[space] = colour
    own.score += len(group(own.stars, space))
    due = sum(
        tiles
        for spaces, tiles in ornaments().items()
        if space in spaces and spaces <= set(own.stars)
    )
    due = min(due, position.supply.total())
    if due:
        position.values.update(phase="bonus", bonus=str(due))
    else:
        end_turn(position)


def group(stars: dict[Space, str], space: Space) -> set[Space]:
    """The filled spaces of the star that hang together with this one (SP-12)."""
    result, fresh = set(), {space}
    while fresh:
        result |= fresh
        near = {(star, (n + step - 1) % 6 + 1) for star, n in fresh for step in (1, -1)}
        fresh = (near & set(stars)) - result
    return result


def end_pass(position: Position, own: Board) -> None:
    """What is not kept costs a point each (SP-15)."""
    own.score = max(1, own.score - own.tiles.total())
    position.discard += own.tiles
    own.tiles = Counter()
    own.passed = True
    end_turn(position)


def end_turn(position: Position) -> None:
    """The supply is refilled, except after the last turn of the game (SP-14)."""
    values = position.values
    values.pop("bonus", None)
    over = position.round == 6 and not any(own.tiles.total() for own in position.boards.values())
    if over or position.supply.total() == 10 or not (position.bag | position.discard):
        go_on(position, values["turn"])
    else:
        values.update(phase="refill", after=values.pop("turn"))


def go_on(position: Position, seat: str) -> None:
    seats = [following(position, seat)]
    while len(seats) < position.players:
        seats.append(following(position, seats[-1]))
    give_turn(position, seats)


def deal(position: Position, pieces: str) -> Position:
    """The position after tiles were drawn, one by one (SP-2, SP-14, SP-16)."""
    position = deepcopy(position)
    for place, colour in enumerate(pieces):
        if not position.bag:
            position.bag, position.discard = position.discard, Counter()
        refill = position.values["phase"] == "refill"
        move_tile(
            position.bag,
            position.supply if refill else position.sources[str(place // 4 + 1)],
            colour,
        )
    if position.values["phase"] == "deal":
        begin_round(position)
        position.values.update(phase="taking", turn=position.values["start"])
    elif position.round == 0:
        position.values["phase"] = "deal"
    else:
        go_on(position, position.values.pop("after"))
    return position


def begin_round(position: Position) -> None:
    position.round += 1
    position.values["marker"] = "centre"
    for own in position.boards.values():
        own.tiles, own.corners, own.passed = own.corners, Counter(), False


def end_round(position: Position) -> None:
    position.values.pop("turn", None)
    if position.round == 6:
        end_game(position)
    elif position.bag or position.discard:
        position.values["phase"] = "deal"
    else:  # nothing to take (SP-6)
        begin_round(position)
        begin_placing(position)


def end_game(position: Position) -> None:
    """Bonuses, then a point off for each tile in the corners (SP-17 to SP-19)."""
    position.values["phase"] = "over"
    for own in position.boards.values():
        own.score += final_bonus(position.grey, own.stars)
        own.score = max(1, own.score - own.corners.total())
        position.discard += own.corners
        own.corners = Counter()


def final_bonus(grey: bool, stars: dict[Space, str]) -> int:
    points = 0
    for star in STARS:
        held = [stars[star, n] for n in ONE_TO_SIX if (star, n) in stars]
        if len(held) == 6:
            points += STAR_BONUS[held[0]] if len(set(held)) == 1 else 12
    for number, bonus in NUMBER_BONUS.items():
        spaces = {(s, n) for s in STARS for n in ONE_TO_SIX if cost(grey, (s, n)) == number}
        points += bonus if spaces <= set(stars) else 0
    return points


def places(position: Position) -> tuple[int, ...]:
    """Points alone; ties share a place (SP-20)."""
    scores = [own.score for own in position.boards.values()]
    return tuple(1 + sum(other > score for other in scores) for score in scores)
