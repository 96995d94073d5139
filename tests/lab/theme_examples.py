"""For every theme two cases: in one its rule holds, in the other it just does not.

A case is a position with a best line and a rival. The second has other lines, or another position
in which a tile makes the difference.
"""

from __future__ import annotations

from typing import NamedTuple

NO_LINES = "-/-/-/-/-"
NO_WALL = "...../...../...../...../....."


class Example(NamedTuple):
    """Lines are a best one and a rival, from the same position unless another is given."""

    position: str
    holds: tuple[str, str]
    fails: tuple[str, str]
    where_it_fails: str = ""  # another position


def azul(
    displays: str = "BBYR KKWW - - -", centre: str = "-", lines: str = NO_LINES, wall: str = NO_WALL
) -> str:
    return (
        f"azul players=2; round 2 phase=offer turn=1 start=1; displays {displays}; "
        f"centre {centre}; seat 1 score=5 lines={lines} floor=- wall={wall}; "
        f"seat 2 score=5 lines={NO_LINES} floor=- wall={NO_WALL}"
    )


def ends(wall: str, centre: str = "BY") -> str:
    """Two tiles are left: one for each."""
    return azul("- - - - -", centre, wall=wall)


GREY = (
    "azul players=2 side=grey; round 2 phase={phase} turn=1 start=1{more}; displays {displays}; "
    "seat 1 score=5 lines=-/B2/-/-/-; seat 2 score=5"
)

COMMON = {
    "sacrifice": Example(
        azul("BB YYRR - - -"),
        ("1Bf", "1B2"),  # two on the floor cost 2 points, and one on the wall brings one
        ("1Bf", "1B1"),
        azul("B YYRR - - -"),
    ),
    "denial": Example(azul(), ("1B2", "2K2 1B2"), ("1B2", "2K2 1Y1")),
    "overflow": Example(azul("WWWW - - - -", "B"), ("cB1 1Wf", "1W4 cB1"), ("cB1 1W2", "1W4 cB1")),
    "marker": Example(azul(centre="BB"), ("cB2", "1B2"), ("1B2", "cB2")),
    "waiting": Example(azul(centre="BB"), ("1B2", "cB2"), ("1B2", "2K2")),
}

AZUL = {
    "row": Example(
        ends("BYRK./...../...../...../.....", "WY"),
        ("cW1 cY1", "cY2 cW1"),
        ("cW1 cY1", "cY2 cW1"),
        ends("BYR../...../...../...../.....", "WY"),
    ),
    "column": Example(
        ends("...../W..../K..../R..../Y...."),
        ("cB1 cY1", "cY1 cB1"),
        ("cB1 cY1", "cY1 cB1"),
        ends("...../W..../K..../R..../....."),
    ),
    "colour": Example(
        ends("...../.B.../..B../...B./....B"),
        ("cB1 cY1", "cY1 cB1"),
        ("cB1 cY1", "cY1 cB1"),
        ends("...../.B.../..B../...B./....."),
    ),
    "floor": Example(azul(), ("1Bf", "2K2"), ("1B2", "2Kf")),
    "tiling": Example(
        GREY.format(phase="tiling", more=" line=2", displays="- - - - -"),
        ("w23", "w24"),
        ("1Y1", "1R1"),
        GREY.format(phase="offer", more="", displays="YR - - - -"),
    ),
}


def sintra(displays: str = "BB - - - -", centre: str = "P", seat: str = "") -> str:
    return (
        f"sintra players=2; round 1 phase=turn turn=1 start=1; displays {displays}; "
        f"centre {centre}; seat 1 {seat}"
    )


STRIPS = "strips=OW4/BY4/O3Y2/P5/P4Y/B5{on}/W5/O5"
BEHIND = sintra("BB - - - -", "PO", f"{STRIPS.format(on='')} glazier=6")

SINTRA = {
    "window": Example(
        sintra(seat=STRIPS.format(on=":B3")),
        ("1B6", "1B2"),
        ("1B6", "1B2"),
        sintra(seat=STRIPS.format(on=":B2")),
    ),
    "glazier": Example(BEHIND, ("back", "1B6"), ("1B6", "back")),
    "breaking": Example(BEHIND, ("cP-", "1B6"), ("cO8", "1B6")),
}


def placing(seat: str, other: str = "tiles=G2") -> str:
    return (
        "pavilion; round 1 phase=placing turn=1 start=1; supply G4Y6; "
        f"seat 1 {seat}; seat 2 {other}"
    )


def taking(displays: str) -> str:
    return f"pavilion; round 1 phase=taking turn=1 start=1; displays {displays}; supply G10"


PAVILION = {
    "jokers": Example(
        placing("tiles=P2B3"), ("s32B", "s32B+1"), ("s32B+1", "s32B"), placing("tiles=P2B3")
    ),
    "joker": Example(taking("BBP R - - -"), ("1B", "2R"), ("2R", "1B")),
    "star": Example(
        placing("tiles=B6 stars=-/-/BBBBB./-/-/-/-"),
        ("s36B", "pass"),
        ("s36B", "pass"),
        placing("tiles=B6 stars=-/-/.BBBB./-/-/-/-"),
    ),
    "number": Example(
        placing("tiles=B stars=O...../R...../-/Y...../G...../P...../R....."),
        ("s31B", "pass"),
        ("s31B", "pass"),
        placing("tiles=B stars=O...../R...../-/Y...../G...../P...../-"),
    ),
    "ornament": Example(
        placing("tiles=B6 stars=-/-/....B./-/-/-/-"),
        ("s36B", "pass"),
        ("s36B", "pass"),
        placing("tiles=B6 stars=-/-/B...../-/-/-/-"),
    ),
    "supply": Example(
        "pavilion; round 1 phase=bonus turn=1 start=1 bonus=1; supply G4Y6; "
        "seat 1 tiles=B stars=-/-/....BB/-/-/-/-; seat 2 tiles=G2",
        ("+G", "+Y"),
        ("s31B", "pass"),
        placing("tiles=B"),
    ),
    "keeping": Example(placing("tiles=B2"), ("pass", "s31B"), ("s31B", "pass")),
}


def duel(
    small: str = "B2YR/-/? K2T2/-/? -/YB/? -/-/R",
    *,
    turn: str = "round 2 phase=action",
    one: str = "",
) -> str:
    return (
        f"duel; {turn} turn=1 start=1; plates 1 2 3; factories {small}; large -/-; "
        "seat 1 score=5 tokens=2; seat 2 score=5 tokens=2"
    )


STACKS = duel("YR/-/? K2T2/-/? -/YB/? -/-/R", turn="round 2 phase=stacking factory=1")


def tiling(scoring: str, first_row: str = "......") -> str:
    """A turquoise tile fits on plate 1 (YK/T*) and on plate 2 (?B/TK)."""
    return (
        f"duel scoring={scoring}; round 5 phase=placing turn=1 start=1 line=2; "
        "factories -/-/- -/-/- -/-/- -/-/-; seat 1 score=5 taken=2 lines=-/T2/-/-/-/- "
        f"plates=1n/2n/-/-/-/-/-/-/- dome={first_row}/....../....../....../....../......; "
        "seat 2 score=9 taken=2"
    )


DUEL = {
    "plates": Example(duel(), ("p1", "1B2"), ("1B2", "p1")),
    "moon": Example(duel(), ("mY1", "1Y1"), ("1Y1", "mY1")),
    "stacking": Example(STACKS, ("oYR", "oRY"), ("1B2", "p1"), duel()),
    "chips": Example(duel(), ("c4", "1B2"), ("1B2", "c4")),
    "dome": Example(tiling("1A2A3A"), ("d21", "d23"), ("1B2", "p1"), duel()),
    "scoring": Example(
        tiling("1A2A3B", "YK...."),  # the plate in the corner is full, which brings 3 points
        ("d21", "d23"),
        ("d21", "d23"),
        tiling("1A2B3A", "YK...."),  # a tile on the edge, which brings 1
    ),
}

EXAMPLES = {"azul": AZUL, "sintra": SINTRA, "pavilion": PAVILION, "duel": DUEL}
