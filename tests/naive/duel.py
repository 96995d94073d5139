"""Azul Duel said once more, naively, from the text of the rules: lists, sets and dicts.

The game is a coroutine: `play` yields a `Chance` or an `Ask` and is sent the answer, pieces or a
move as text. What it returns at the end are the scores and the seat with the first-player tile.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import combinations, permutations

COLOURS = "BYRKT"
# Spaces from the top left, row by row; * special, ? joker
PLATES = dict(
    enumerate(
        re.findall(
            r"\S+",
            "YKT* ?BTK TRB? KYR? K*TR TY?K *KRB YBK* TRB* YR?B Y*KR TKR? BK*T RTY? TB?Y *TYB R?BK"
            " *YBR",
        ),
        1,
    )
)
SIX = range(1, 7)


@dataclass
class Chance:
    """Chance is to say this many things."""

    pool: str
    number: int


@dataclass
class Ask:
    """A seat is to choose one of these moves."""

    seat: int
    moves: set[str]


@dataclass
class Board:
    score: int = 5
    lines: dict[int, list[str]] = field(default_factory=lambda: {n: [] for n in SIX})
    broken: list[str] = field(default_factory=list)
    spaces: dict[tuple[int, int], str] = field(default_factory=dict)  # what is printed
    tiles: dict[tuple[int, int], str] = field(default_factory=dict)
    plates: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # slot: its spaces
    chips: list[str] = field(default_factory=list)
    tokens: int = 0
    taken: int = 0


Course = Generator[Chance | Ask, object, object]


class Duel:
    def __init__(self, scoring: str, start: int, *, free: bool, special_colour: bool) -> None:
        self.scoring = scoring
        self.start = start
        self.free = free
        self.special_colour = special_colour
        self.bag = Counter(dict.fromkeys(COLOURS, 13))
        self.tower: Counter[str] = Counter()
        self.face_up: list[int] = []
        self.stack: list[int | None] = [None] * 18  # the top first; None was never seen
        self.returned: dict[int | None, int] = {}  # who put a plate of the stack there
        self.groups: list[list[int]] = []  # plates put back together that were not drawn again
        self.sun: dict[str, list[str]] = {name: [] for name in "1234l"}
        self.moon: dict[str, list[str]] = {name: [] for name in "1234l"}  # tops first
        self.chips: dict[str, str] = {}
        self.boards = {1: Board(), 2: Board()}
        self.first: int | None = None  # the holder of the first-player tile

    # The course of the game

    def play(self) -> Generator[Chance | Ask, object, tuple[dict[int, int], int | None]]:
        if not self.start:
            (self.start,) = map(int, (yield Chance("start", 1)))
        if self.scoring.startswith("random"):
            self.scoring = "".join((yield Chance("scoring", int(self.scoring[-1]))))
        for number in range(1, 6):
            yield from self.prepare(number)
            if number == 1:
                for seat in (3 - self.start, self.start):
                    yield from self.first_plate(seat)
            yield from self.take_turns(number)
            holder = self.first or self.start
            for seat in (holder, 3 - holder):
                yield from self.place_lines(seat)
            self.start = holder
        for board in self.boards.values():
            board.score = max(0, board.score + self.bonus(board))
        return {seat: board.score for seat, board in self.boards.items()}, self.first

    def prepare(self, number: int) -> Course:
        self.first = None
        for board in self.boards.values():
            board.tokens, board.taken = (2 if number < 5 else 0), 0
        yield from self.turn_plates()
        yield from self.fill_large()
        tiles = yield from self.draw_tiles("small", 16)
        for place, tile in enumerate(tiles):
            self.sun[str(place // 4 + 1)].append(tile)
        self.chips = dict.fromkeys("1234", "face down")
        yield from self.turn_chips()

    def turn_plates(self) -> Course:
        turned = self.stack[: 3 - len(self.face_up)]
        rest = self.stack[len(turned) :]
        if turned:
            said = yield Chance("plates", len(turned) + bool(rest))
            self.face_up += self.see(turned, said[: len(turned)])
            self.see_back(rest, said[len(turned) :])
        self.stack = rest
        self.leave_groups(turned)
        return None

    def leave_groups(self, plates: list[int | None]) -> None:
        left = [[plate for plate in group if plate not in plates] for group in self.groups]
        self.groups = [group for group in left if group]

    def specials_put_back(self) -> list[int]:
        """What both players know of each group, from the top of the stack down."""
        return [sum("*" in PLATES[plate] for plate in group) for group in self.groups]

    def see(self, plates: list[int | None], said: list[str]) -> list[int]:
        for plate, text in zip(plates, said, strict=True):
            assert plate is None or plate == int(text)
        return [int(text) for text in said]

    def see_back(self, stack: list[int | None], said: list[str]) -> None:
        for plate, text in zip(stack, said, strict=False):
            assert plate is None or (text == "S") == ("*" in PLATES[plate])

    def fill_large(self) -> Course:
        while True:
            tiles = yield from self.draw_tiles("large", 5)
            if len(tiles) == 5 and len(set(tiles)) == 1 and set(+self.bag) - set(tiles):
                self.bag.update(tiles)
                continue
            self.sun["l"] = tiles
            return None

    def draw_tiles(self, pool: str, number: int) -> Generator[Chance | Ask, object, list[str]]:
        number = min(number, self.bag.total() + self.tower.total())
        if not number:
            return []
        tiles = list("".join((yield Chance(pool, number))))
        for tile in tiles:
            if not +self.bag:
                self.bag, self.tower = self.tower, Counter()
            assert self.bag[tile] > 0
            self.bag[tile] -= 1
        return tiles

    def turn_chips(self) -> Course:
        bare = [
            name
            for name, chip in self.chips.items()
            if chip == "face down" and not self.sun[name] and not self.moon[name]
        ]
        if bare:
            for name, chip in zip(bare, (yield Chance("chips", len(bare))), strict=True):
                self.chips[name] = chip
        return None

    # Plates

    def first_plate(self, seat: int) -> Course:
        move = yield Ask(seat, {f"p{plate}" for plate in self.face_up})
        self.face_up.remove(int(move[1:]))
        yield from self.lay(seat, int(move[1:]))
        yield from self.turn_plates()
        return None

    def lay(self, seat: int, plate: int) -> Course:
        board = self.boards[seat]
        free = set(range(1, 10)) - set(board.plates)
        move = yield Ask(seat, {f"@{slot}{way}" for slot in free for way in "nesw"})
        slot, turns = int(move[1]), "nesw".index(move[2])
        top, left = (slot - 1) // 3 * 2 + 1, (slot - 1) % 3 * 2 + 1
        clockwise = [(top, left), (top, left + 1), (top + 1, left + 1), (top + 1, left)]
        a, b, c, d = PLATES[plate]
        for place, space in enumerate((a, b, d, c)):
            board.spaces[clockwise[(place + turns) % 4]] = space
        board.plates[slot] = clockwise
        return None

    def may_draw(self, board: Board, drawn: int) -> bool:
        if not self.stack:
            return False
        return board.score > 0 or self.free or (drawn == 0 and not self.face_up)

    def draw_plates(self, seat: int) -> Course:
        board, hand = self.boards[seat], []
        while True:
            board.score = max(0, board.score - 1)
            hand.append(self.stack.pop(0))
            self.leave_groups(hand)
            if self.stack:
                self.see_back(self.stack, (yield Chance("back", 1)))
            if not self.may_draw(board, len(hand)):
                break
            if (yield Ask(seat, {"draw", "look"})) == "look":
                break
        new = [plate for plate in hand if self.returned.get(plate) != seat]
        if new:
            seen = self.see(new, (yield Chance("look", len(new))))
            hand = seen + [plate for plate in hand if plate not in new]
        kept = hand[0]
        if len(hand) > 1:
            kept = int((yield Ask(seat, {f"k{plate}" for plate in hand}))[1:])
        hand.remove(kept)
        if hand:
            self.groups.append(list(hand))
        while len(hand) > 1:
            plate = int((yield Ask(seat, {f"u{plate}" for plate in hand}))[1:])
            hand.remove(plate)
            self.stack.append(plate)
            self.returned[plate] = seat
        self.stack += hand
        self.returned.update(dict.fromkeys(hand, seat))
        yield from self.lay(seat, kept)
        return None

    # Turns

    def actions(self, seat: int) -> set[str]:
        board, moves = self.boards[seat], set()
        takes = {name + tile for name, tiles in self.sun.items() for tile in tiles}
        takes |= {"m" + tile for tile in self.moon["l"]}
        takes |= {"m" + self.moon[name][0] for name in "1234" if self.moon[name]}
        for take in takes:
            moves.add(take + "x")
            for line, tiles in board.lines.items():
                if not tiles or (len(tiles) < line and tiles[0] == take[1]):
                    moves.add(take + str(line))
        if board.taken < 2:
            moves |= {f"c{n}" for n, chip in self.chips.items() if chip not in ("face down", "")}
        if board.tokens:
            moves |= {f"p{plate}" for plate in self.face_up}
            if self.may_draw(board, 0):
                moves.add("draw")
        return moves

    def take_turns(self, number: int) -> Course:
        seat = self.start
        while any(self.actions(each) for each in (1, 2)):
            moves = self.actions(seat)
            if moves:
                yield from self.act(seat, (yield Ask(seat, moves)))
            seat = 3 - seat
        assert not any(self.sun.values()), "no tile may be left"
        assert not any(self.moon.values())
        assert not any(self.chips.values())
        assert not any(board.tokens for board in self.boards.values())
        return None

    def act(self, seat: int, move: str) -> Course:
        board = self.boards[seat]
        if move[0] == "c":
            board.chips.append(self.chips[move[1]])
            self.chips[move[1]] = ""
            board.taken += 1
        elif move == "draw":
            board.tokens -= 1
            yield from self.draw_plates(seat)
        elif move[0] == "p":
            board.tokens -= 1
            self.face_up.remove(int(move[1:]))
            yield from self.lay(seat, int(move[1:]))
        elif move[0] == "m":
            self.store(board, self.take_moon(seat, move[1]), move[2])
        else:
            yield from self.take_sun(seat, move)
        yield from self.turn_chips()
        return None

    def take_sun(self, seat: int, move: str) -> Course:
        name, colour, line = move
        taken = [tile for tile in self.sun[name] if tile == colour]
        rest = [tile for tile in self.sun[name] if tile != colour]
        self.sun[name] = []
        if name == "l" and not rest:
            self.first = self.first or seat
        self.store(self.boards[seat], taken, line)
        orders = {"".join(order) for order in permutations(rest)}
        if name != "l" and len(orders) > 1:
            rest = list((yield Ask(seat, {"o" + order for order in orders}))[1:])
        self.moon[name] = rest
        return None

    def take_moon(self, seat: int, colour: str) -> list[str]:
        taken = [tile for tile in self.moon["l"] if tile == colour]
        if taken:
            self.first = self.first or seat
        self.moon["l"] = [tile for tile in self.moon["l"] if tile != colour]
        tops = [name for name in "1234" if self.moon[name][:1] == [colour]]
        return taken + [self.moon[name].pop(0) for name in tops]

    def store(self, board: Board, tiles: list[str], line: str) -> None:
        tiles = list(tiles)
        while line != "x" and tiles and len(board.lines[int(line)]) < int(line):
            board.lines[int(line)].append(tiles.pop())
        self.break_tiles(board, tiles)

    def break_tiles(self, board: Board, tiles: list[str]) -> None:
        for tile in tiles:
            if len(board.broken) < 4:
                board.broken.append(tile)
            else:
                self.tower[tile] += 1

    # Placing

    def place_lines(self, seat: int) -> Course:
        board = self.boards[seat]
        for line in SIX:
            if board.lines[line]:
                yield from self.settle(seat, line)
        board.score -= sum(range(1, len(board.broken) + 1)) + 2 * (self.first == seat)
        board.score = max(0, board.score)
        self.tower.update(board.broken)
        board.broken = []
        return None

    def settle(self, seat: int, line: int) -> Course:
        board = self.boards[seat]
        tiles = board.lines[line]
        fitting = {
            (row, column)
            for (row, column), space in board.spaces.items()
            if row == line and space in (tiles[0], "?") and (row, column) not in board.tiles
        }
        if not fitting:
            if sum(row == line for row, _ in board.spaces) == 6:
                board.lines[line] = []
                self.break_tiles(board, tiles)
            return None
        if len(tiles) < line and not (yield from self.pay(seat, tiles[0], line - len(tiles))):
            return None
        (space,) = fitting if len(fitting) == 1 else [None]
        if space is None:
            move = yield Ask(seat, {f"d{row}{column}" for row, column in fitting})
            space = int(move[1]), int(move[2])
        self.place(board, space, tiles)
        board.lines[line] = []
        return None

    def pay(self, seat: int, colour: str, missing: int) -> Generator[Chance | Ask, object, bool]:
        board = self.boards[seat]
        order = ["B", "Y", "R", "K", "T", "BK", "YK", "BR", "RT", "YT"]
        payments = {
            tuple(sorted(some, key=order.index))
            for number in range(2 * missing, 3 * missing + 1)
            for some in combinations(board.chips, number)
            if sum(colour in chip for chip in some) >= 2 * (3 * missing - number)
        }
        spent: tuple[str, ...] = ()
        while True:
            longer = [some for some in payments if some[: len(spent)] == spent and some != spent]
            moves = {"+" + some[len(spent)] for some in longer}
            if not moves:
                break
            if not spent:
                moves.add("skip")
            elif spent in payments:
                moves.add("pay")
            move = yield Ask(seat, moves)
            if move in ("skip", "pay"):
                break
            spent = (*spent, move[1:])
        for chip in spent:
            board.chips.remove(chip)
        return bool(spent)

    def place(self, board: Board, space: tuple[int, int], tiles: list[str]) -> None:
        board.tiles[space] = tiles[0]
        self.tower.update(tiles[1:])
        runs = [self.run(board, space, step) for step in ((0, 1), (1, 0))]
        board.score += sum(run for run in runs if run > 1) or 1
        for spaces in board.plates.values():
            empty = [each for each in spaces if each not in board.tiles]
            if space in spaces and len(empty) == 1 and board.spaces[empty[0]] == "*":
                board.tiles[empty[0]] = "*"
                board.score += empty[0][0]

    def run(self, board: Board, space: tuple[int, int], step: tuple[int, int]) -> int:
        length = 1
        for way in (1, -1):
            row, column = space[0] + way * step[0], space[1] + way * step[1]
            while (row, column) in board.tiles:
                length += 1
                row, column = row + way * step[0], column + way * step[1]
        return length

    # The end

    def bonus(self, board: Board) -> int:
        tiles = board.tiles
        rows = [[tiles[r, c] for c in SIX if (r, c) in tiles] for r in SIX]
        columns = [[tiles[r, c] for r in SIX if (r, c) in tiles] for c in SIX]
        diagonals = [[(n, n) for n in SIX], [(n, 7 - n) for n in SIX]]
        jokers = [space in tiles for space, what in board.spaces.items() if what == "?"]
        specials = [space in tiles for space, what in board.spaces.items() if what == "*"]
        colours = COLOURS + "*" * self.special_colour
        corners = {1: 3, 3: 3, 7: 8, 9: 8}
        points = {
            "1A": 3 * sum(len(row) == 6 for row in rows),
            "1B": 4 * sum(len(set(row) & set(colours)) >= 5 for row in rows),
            "2A": 7 * sum(len(column) == 6 for column in columns),
            "2B": sum(r in (1, 6) or c in (1, 6) for r, c in tiles),
            "3A": 10 * sum(set(diagonal) <= set(tiles) for diagonal in diagonals),
            "3B": sum(
                worth
                for slot, worth in corners.items()
                if slot in board.plates and set(board.plates[slot]) <= set(tiles)
            ),
            "4A": 2 * len(jokers) * all(jokers),
            "4B": -3 * specials.count(False),
        }
        sides = [self.scoring[n : n + 2] for n in range(0, len(self.scoring), 2)]
        return sum(points[side] for side in sides)
