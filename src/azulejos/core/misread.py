"""Errors of texts that cannot be read, as several games find them; catalogues translate them."""

from __future__ import annotations

from azulejos.errors import NotationError, quoted, worded


def unknown_section(title: str, keyword: str) -> NotationError:
    """A section that positions of a game do not have."""
    return NotationError(
        worded(
            "fault.text.section",
            "no section of a position of {title} begins with {section}",
            title=title,
            section=quoted(keyword),
        )
    )


def not_written_so(text: str, says: str, like: str) -> NotationError:
    """Something that is written in another way; `says` has places for the text and an example."""
    return NotationError(worded("fault.text.like", says, text=quoted(text), like=like))


def too_many(says: str, most: int, n: int) -> NotationError:
    """More of something than there can be; `says` has places for how many."""
    return NotationError(worded("fault.text.too_many", says, most=most, n=n))


def no_tile(letter: str, letters: str) -> NotationError:
    """A letter on a board that stands for no tile."""
    return NotationError(
        worded(
            "fault.text.tile",
            "{letter} is not a colour: {allowed}, or . for none",
            letter=repr(letter),
            allowed=" ".join(letters),
        )
    )
