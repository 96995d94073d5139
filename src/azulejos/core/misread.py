"""Errors of texts that cannot be read, as several games find them; catalogues translate them."""

from __future__ import annotations

from azulejos.errors import NotationError, quoted
from azulejos.messages import fault


def unknown_section(title: str, keyword: str) -> NotationError:
    """A section that positions of a game do not have."""
    return NotationError(fault("fault.text.section", title=title, section=quoted(keyword)))


def unreadable(text: str, like: str) -> NotationError:
    """Something that is written in another way, of which an example is given."""
    return NotationError(fault("fault.text.like", text=quoted(text), like=like))


def no_tile(letter: str, letters: str) -> NotationError:
    """A letter on a board that stands for no tile."""
    return NotationError(fault("fault.text.tile", letter=repr(letter), allowed=" ".join(letters)))
