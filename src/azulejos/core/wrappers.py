"""What Numba compiles of a kernel: only what is called.

Numba adds a wrapper to every function that it compiles, which unpacks arguments from Python objects
and packs the result. Most kernels are called by other kernels alone: without their wrappers
compiling takes a seventh less time. Calling a kernel that has none would crash, so Numba is shown
what it compiled without one only where a kernel calls it.

Numba also compiles a kernel once more for every constant and every width of number that another
kernel passes to it. Azul's search is 8 % faster by that. But where bounds are checked, that is in
the tests, numbers are passed as 64 bits, which saves a fifth of the time of compiling.

Numba links every kernel that another calls as `linkonce_odr`: LLVM has to keep it as others might
call it, and neither inlines nor specialises it fully. Kernels are linked as internal functions
instead, which makes searches 1.2 to 3.9 times as fast and compiling them a third slower. Other
functions that a program compiles with Numba are left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from numba.core import codegen, types
from numba.core.compiler_lock import global_compiler_lock

from azulejos.core.announcing import announce

WITHOUT = "no_cpython_wrapper"  # an option of Numba


def wrap_on_demand(dispatcher: Any, *, cached: bool) -> Any:
    """Compile a kernel without a wrapper as long as only other kernels call it.

    In the cache each kind has a key of its own.
    """
    _override(dispatcher, dispatcher, get_call_template, _compile_for_args, add_overload, compile)
    compiler = dispatcher._compiler
    compiler.compile = partial(_compile_aloud, compiler.compile, cached)
    if cached:
        _override(dispatcher._cache, dispatcher, _index_key, load_overload)
    return dispatcher


def _override(thing: Any, dispatcher: Any, *methods: Callable[..., Any]) -> None:
    for method in methods:
        assert hasattr(type(thing), method.__name__), "this version of Numba works otherwise"
        setattr(thing, method.__name__, partial(method, dispatcher))


_compiling: list[Any] = []
"""The kernels that are being compiled, each called by the one before it."""


def compile(dispatcher: Any, signature: Any) -> Any:  # noqa: A001
    """Compile a kernel, or load it from the cache."""
    with global_compiler_lock:
        _compiling.append(dispatcher)
        try:
            return type(dispatcher).compile(dispatcher, signature)
        finally:
            _compiling.pop()


def _compile_aloud(compile_it: Callable[..., Any], cached: object, *arguments: Any) -> Any:
    """Compile what is not in the cache, and say so."""
    announce("once per machine" if cached else "at every start, as no cache can be written")
    return compile_it(*arguments)


def _optimize_final_module(library: Any) -> None:
    """Let LLVM optimise a kernel with all that it calls, which nobody else can call."""
    if _compiling and not _compiling[-1].targetoptions.get("boundscheck"):
        for function in library._final_module.functions:
            if not function.is_declaration and function.linkage == LINKAGE.linkonce_odr:
                function.linkage = LINKAGE.internal
    _optimize_as_numba_does(library)


_numba: Any = codegen
LINKAGE = _numba.ll.Linkage
_optimize_as_numba_does = _numba.CPUCodeLibrary._optimize_final_module
_numba.CPUCodeLibrary._optimize_final_module = _optimize_final_module


def get_call_template(dispatcher: Any, args: Any, kws: Any) -> Any:
    """Answer Numba, which is compiling a kernel that calls this one."""
    options = dispatcher.targetoptions
    is_recursive = dispatcher.is_compiling  # then Numba looks for the very types
    if options.get("boundscheck") and not is_recursive:
        args = tuple(map(widened, args))
    before = options.get(WITHOUT, False)
    options[WITHOUT] = True
    try:
        return type(dispatcher).get_call_template(dispatcher, args, kws)
    finally:
        options[WITHOUT] = before


def widened(kind: Any) -> Any:
    """The type that an argument is passed as; to Numba a constant is a type of its own."""
    is_number = kind in types.signed_domain or isinstance(kind, types.IntegerLiteral)
    return types.int64 if is_number else kind


def _compile_for_args(dispatcher: Any, *args: Any, **kws: Any) -> Any:
    """Answer Python, which calls the kernel with types that no wrapper is there for."""
    with global_compiler_lock:
        made = dispatcher.overloads
        inner = {types: made.pop(types) for types in list(made) if not has_wrapper(made[types])}
        try:
            return type(dispatcher)._compile_for_args(dispatcher, *args, **kws)
        finally:
            for types, each in inner.items():
                made.setdefault(types, each)


def add_overload(dispatcher: Any, made: Any) -> None:
    """Keep what was compiled or loaded; let Python find it if it has a wrapper."""
    if has_wrapper(made):
        type(dispatcher).add_overload(dispatcher, made)
    else:
        dispatcher.overloads[tuple(made.signature.args)] = made


def has_wrapper(made: Any) -> bool:
    """Whether Python can call what was compiled."""
    return bool(made.library.get_pointer_to_function(made.fndesc.llvm_cpython_wrapper_name))


def load_overload(dispatcher: Any, signature: Any, target: Any) -> Any:
    """Load what is cached; a kernel can call what has a wrapper, too."""
    cache, options = dispatcher._cache, dispatcher.targetoptions
    result = type(cache).load_overload(cache, signature, target)
    if result is None and options.get(WITHOUT):
        options[WITHOUT] = False
        result = type(cache).load_overload(cache, signature, target)
        options[WITHOUT] = True
    return result


def _index_key(dispatcher: Any, signature: Any, codegen: Any) -> Any:
    """The key of what is cached."""
    cache = dispatcher._cache
    key = type(cache)._index_key(cache, signature, codegen)
    return (*key, WITHOUT) if dispatcher.targetoptions.get(WITHOUT) else key
