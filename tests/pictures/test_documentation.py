"""The pictures of positions in the documentation are what would be drawn now."""

from __future__ import annotations

import runpy
from pathlib import Path

IMAGES = Path(__file__).parents[2] / "docs" / "images"


def test_the_documentation_shows_what_is_drawn(rewrite: bool) -> None:
    pictures = dict(runpy.run_path(str(IMAGES / "positions.py"))["pictures"]())
    assert len(pictures) == 5
    for file, drawn in pictures.items():
        if rewrite:
            file.write_text(drawn, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == drawn, "run python docs/images/positions.py"
        assert len(drawn) < 75_000
