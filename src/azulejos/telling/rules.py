"""The rules of the games in our own words."""

from __future__ import annotations

from pathlib import Path

from azulejos.errors import AzulejosError

PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = (PACKAGE / "docs" / "rules", PACKAGE.parent.parent / "docs" / "rules")
"""Where the rules lie: in an installed package, in a checkout."""


def rules_text(game: str) -> str:
    """The rules of a game as Markdown."""
    for folder in FOLDERS:
        if (folder / f"{game}.md").is_file():
            return (folder / f"{game}.md").read_text(encoding="utf-8")
    raise AzulejosError(f"the rules of {game} are missing: no file docs/rules/{game}.md was found")
