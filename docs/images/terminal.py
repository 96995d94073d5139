"""Make the pictures of games in the terminal: python docs/images/terminal.py

Plays a game between two bots with fixed seeds for a while and draws the table as `azulejos play`
does.
"""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

from rich.console import Console

from azulejos import Match, bot, game
from azulejos.cli.draw import draw

MOVES = 20

# Rich's own template loads a font from another host; ours uses what the reader has.
TEMPLATE = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: DejaVu Sans Mono, Menlo, Consolas, monospace;
    font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
<rect fill="#0c1f38" width="{width}" height="{height}" rx="10" />
<g transform="translate({terminal_x}, 16)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    """Draw the table of every game that is named, or of Azul."""
    for name in sys.argv[1:] or ["azul"]:
        match = Match(game(name), names=("Ana", "greedy"), source=random.Random(7))
        players = [bot("greedy:seed=1"), bot("greedy:seed=2")]
        for _ in range(MOVES):
            seat = match.state.to_move
            assert seat is not None
            match.play(seat, players[seat].choose(match.view(seat)))
        console = Console(record=True, width=80, force_terminal=True, file=io.StringIO())
        console.print(draw(match.state, match.names))
        console.save_svg(
            str(Path(__file__).with_name(f"{name}-terminal.svg")),
            code_format=TEMPLATE,
            unique_id=name,
        )


if __name__ == "__main__":
    main()
