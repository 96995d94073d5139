"""Draw the positions that the documentation shows: python docs/images/positions.py

A test compares the pictures with what would be drawn now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from azulejos import game, svg

WIDTH = 900
NOTATION = Path(__file__).parents[1] / "notation.md"
POSITIONS = {
    "azul": """azul players=2
round 4 phase=offer turn=1 start=2 marker=centre quiet=1
displays B3W R2KW R2KW - R2KW
centre B2Y
bag B4Y7R2K4W3
discard B4Y8R8K4W8
seat 1 score=14 lines=-/-/-/K2/B3 floor=- wall=BY..W/WB..K/.W..R/R..../.....
seat 2 score=16 lines=K/-/-/-/K4 floor=- wall=.YR.W/.BYR./.WB../.K..Y/.....""",
    "sintra": """sintra players=2
round 4 phase=keep turn=1 start=1 marker=centre track=OPB
displays - BPYW O2Y2 B2OW BOYW
centre BY
bag BO2P5Y2W4
discard B8O9P5Y5W6
seat 1 score=17 broken=3 wraps=0 glazier=6 windows=-/-/P/-/-/W/-/OB \
strips=B2P3:P3/O3Y2:O3Y/P2W3/P4Y/OW4:W3/Y3W2:Y3W2/B4W/-
seat 2 score=15 broken=2 wraps=0 glazier=5 windows=-/-/Y/-/-/B/-/W \
strips=O4P/Y3W2/O3Y2/P5/P4Y:P4/O5/B5:B3/BY4:Y3""",
    "pavilion": """pavilion players=2
round 5 phase=taking turn=1 start=2 marker=centre
supply G4Y2B3R
displays PGOY O2YR Y3R - P2O2
centre Y
bag P2G5O5Y3B3R2
discard P10G4O7Y6B8R8
seat 1 score=45 tiles=PR2 corners=- stars=O...../RRR.../BBB.../YY..../GG..../PP..../YGRBOP
seat 2 score=36 tiles=P2G2B corners=- stars=OO..../RR..../BB..../Y...../GG..../-/OPBGRY""",
    "duel": """duel players=2
round 3 phase=action turn=2 start=2 first=factory
plates 2 3 5
stack ?5 top=J
factories BRKT/-/? BRKT/-/? BYRT/-/? B2R2/-/?
large BYKT2/-
bag YR
discard B6Y5K6T4
seat 1 score=15 tokens=2 taken=0 lines=-/-/-/-/R2/R3 broken=- chips=Y,K used=R,RT \
plates=8n/4n/-/-/14s/10e/-/18w/- dome=..KY../..RK../..K.../....B./....../......
seat 2 score=2 tokens=2 taken=0 lines=-/-/T2/-/Y2/- broken=- chips=BK used=Y,YK,RT \
plates=-/6e/-/11s/-/13n/9e/12n/- dome=..RT../..KY../....../.Y..../....../...T..""",
}


def pictures() -> Iterator[tuple[Path, str]]:
    """The files and what is in them."""
    for name, text in POSITIONS.items():
        drawn = svg(game(name).position(text), size=WIDTH, theme="dark", names=("Ana", "Ben"))
        yield Path(__file__).with_name(f"{name}-position.svg"), drawn
    explained = re.search(r"```\n(azul players=2\n.*?)```", NOTATION.read_text("utf-8"), re.DOTALL)
    assert explained
    drawn = svg(game("azul").position(explained[1]), size=WIDTH)
    yield Path(__file__).with_name("notation.svg"), drawn


if __name__ == "__main__":
    for file, drawn in pictures():
        file.write_text(drawn, encoding="utf-8")
