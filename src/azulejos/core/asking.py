"""Asking the rules from outside: `ask(spaces_for, table.side, seat, row)`.

A compiled kernel cannot be called with a `RecordView`, which is what everything but kernels holds.
But a kernel is Python, too: `ask` runs it as such, and whatever it calls. So nobody outside of the
kernels needs to know a rule. A call takes 0.1 us more than one of a plain function, as long as one
of a compiled kernel that takes two ints, and nothing is compiled for it. What is called all the
time, like `make_move`, takes flat bytes instead: see `core/kernels.py`.

The table of a state is read-only, so a rule that would change it raises; `State.scratch` is a copy
for such rules.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar

from azulejos.core import compiled, interpreted

Rule = Callable[..., Any]
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

INSTRUCTIONS = ("record", "lowest_bit", "bit_count", "multiply_add", "nanoseconds")


class PlainRules(dict[Rule, Rule]):
    """Kernels as plain Python, which also call each other so; some may be replaced on the way."""

    def __init__(self, changes: Mapping[Rule, Callable[[Rule], Rule]] | None = None) -> None:
        super().__init__()
        self._changes = changes or {}

    def __missing__(self, kernel: Rule) -> Rule:
        source = getattr(kernel, "py_func", kernel)
        known: dict[str, object] = {"__builtins__": builtins}
        copy: Rule = FunctionType(source.__code__, known, source.__name__, source.__defaults__)
        change = self._changes.get(kernel)
        self[kernel] = change(copy) if change else copy
        for name in source.__code__.co_names:
            if name in source.__globals__:
                known[name] = self._plain(source.__globals__[name])
        return self[kernel]

    def _plain(self, thing: Any) -> object:
        for name in INSTRUCTIONS:
            if thing is getattr(compiled, name):
                return getattr(interpreted, name)
        if isinstance(thing, ModuleType):
            return _Module(thing, self._plain) if _is_ours(thing.__name__) else thing
        is_kernel = hasattr(thing, "py_func")
        is_ours = isinstance(thing, FunctionType) and _is_ours(thing.__module__)
        return self[thing] if is_kernel or is_ours else thing


def _is_ours(module: str) -> bool:
    return module.startswith("azulejos.")


class _Module:
    """A module whose rules are plain Python."""

    def __init__(self, module: ModuleType, plain: Callable[[object], object]) -> None:
        self._module = module
        self._as_plain = plain

    def __getattr__(self, name: str) -> object:
        result = self._as_plain(getattr(self._module, name))
        setattr(self, name, result)
        return result


_RULES = PlainRules()


def ask(kernel: Callable[Asked, Answer], *arguments: Asked.args, **_none: Asked.kwargs) -> Answer:
    """What a rule says of a table that is read through views."""
    answer: Answer = _RULES[kernel](*arguments)
    return answer
