"""External bots: from a file, from a program, or of an installed package.

A file or program that is named runs with all rights of this process. So names from elsewhere (over
a network, out of a record) are looked up with `external=False`.
"""

from __future__ import annotations

import re

from azulejos.bots.external import program
from azulejos.bots.external.files import file_kind, installed_kind, installed_names
from azulejos.bots.protocol import BotKind

PROGRAM = re.compile(r"exec(?:,(?P<parameters>[^:]*))?:(?P<command>.*)", re.DOTALL)
FILE = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[^:]*))?(?::(?P<parameters>.*))?", re.DOTALL)


def external_kind(text: str) -> tuple[BotKind, str] | None:
    """The kind of an external bot, and its parameters as text; None if it is none."""
    if result := PROGRAM.fullmatch(text):
        return program.kind(result["command"]), result["parameters"] or ""
    if result := FILE.fullmatch(text):
        return file_kind(result["file"], result["name"] or ""), result["parameters"] or ""
    name, _, parameters = text.partition(":")
    if name in installed_names():
        return installed_kind(name), parameters
    return None


def is_external(text: str) -> bool:
    """Whether a text names a file or a program."""
    return bool(PROGRAM.fullmatch(text) or FILE.fullmatch(text))
