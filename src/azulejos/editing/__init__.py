"""Positions edited place by place: what lies where, without a rule of its own.

An edit lets something lie at a place; the place is a part of the position's text, and whether the
position is possible is the judgement of `Game.faults`. Every game has a module of its name here
with an `EDITOR`.
"""

from __future__ import annotations

from importlib import import_module

from azulejos.core.registry import Registry
from azulejos.editing.places import Editor

EDITORS: Registry[Editor] = Registry(lambda game: import_module(f"azulejos.editing.{game}").EDITOR)
