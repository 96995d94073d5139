"""Kernels as LLVM modules: Numba types and lowers them, but neither optimises nor runs.

What Numba would optimise is folded for the processor at hand and its pointers of 64 bits. So its
steps after lowering are left out, and each kernel gets a function that is alike for all systems:
it takes words of 64 bits, one after the other, and returns one (see `extension.c`). This uses
Numba's internals; if those have changed, it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, codegen, cpu, types
from numba.core.compiler_lock import global_compiler_lock
from numba.np.arrayobj import populate_array

from azulejos.ahead.exports import Export
from azulejos.errors import BuildError

WORD = ir.IntType(64)


def stop_after_lowering() -> None:
    """Let this process lower kernels for another machine; it can run none from now on."""
    _replace(codegen.CPUCodeLibrary, "_optimize_functions", lambda *_: None)
    _replace(codegen.CPUCodeLibrary, "_optimize_final_module", lambda *_: None)
    _replace(codegen.JITCPUCodegen, "_add_module", lambda *_: None)
    _replace(codegen.JITCodeLibrary, "_finalize_specific", lambda *_: None)
    _replace(codegen.JITCPUCodegen, "set_env", lambda *_: None)
    # Numba tells callees apart by their entry points: each gets one of its own, never called
    _replace(cpu.CPUContext, "get_executable", lambda *_: [].append)


def _replace(owner: type, name: str, stand_in: Callable[..., Any]) -> None:
    if not hasattr(owner, name):
        raise BuildError(f"Numba {numba.__version__} has no {owner.__name__}.{name} any more")
    setattr(owner, name, stand_in)


def lowered(export: Export) -> str:
    """The kernel, all that it calls, and its function of words, as LLVM's text."""
    kinds = tuple(numba.typeof(each) for each in export.examples)  # type: ignore[no-untyped-call]
    kernel: Any = export.kernel
    kernel.compile(kinds)
    made = kernel.overloads[kinds]
    library = made.target_context.codegen().create_library(export.symbol)
    module = library.create_ir_module(export.symbol)
    _Wrapper(export, made, module, kinds).write()
    library.add_ir_module(module)
    with global_compiler_lock:
        library.add_linking_library(made.library)
        library.finalize()
    return str(library._final_module)


class _Wrapper:
    """A function of words that calls a kernel."""

    def __init__(
        self, export: Export, made: Any, module: ir.Module, kinds: tuple[Any, ...]
    ) -> None:
        self._made, self._kinds = made, kinds
        self._context = made.target_context
        self._returns = made.signature.return_type
        function = ir.Function(module, ir.FunctionType(WORD, [WORD.as_pointer()]), export.symbol)
        self._builder = ir.IRBuilder(function.append_basic_block())
        self._words = self._each_word(function.args[0])

    def write(self) -> None:
        builder, context = self._builder, self._context
        values = [self._value(kind) for kind in self._kinds]
        callee = context.declare_function(builder.module, self._made.fndesc)
        status, result = context.call_conv.call_function(
            builder, callee, self._returns, self._kinds, values
        )
        with builder.if_then(status.is_error, likely=False):
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(builder.module.declare_intrinsic("llvm.trap", (), kind), [])
        nothing = self._returns == types.none
        builder.ret(WORD(0) if nothing else _wide(builder, result, self._returns))

    def _each_word(self, words: Any) -> Iterator[Any]:
        for place in count():
            yield self._builder.load(self._builder.gep(words, [WORD(place)]))

    def _value(self, kind: Any) -> Any:
        """A value of Numba's for the next words."""
        if isinstance(kind, types.DType):
            return cgutils.get_null_value(self._context.get_value_type(kind))  # type: ignore[no-untyped-call]
        if isinstance(kind, types.BaseTuple):
            members = [self._value(each) for each in kind]  # type: ignore[attr-defined]
            return self._context.make_tuple(self._builder, kind, members)
        if isinstance(kind, types.Array):
            return self._array(kind)
        assert kind == types.int64, f"a number is passed as {kind}"
        return next(self._words)

    def _array(self, kind: Any) -> Any:
        """A contiguous array: how far its elements are apart follows from its dimensions."""
        builder, context = self._builder, self._context
        element = context.get_data_type(kind.dtype)
        data = builder.inttoptr(next(self._words), element.as_pointer())
        shape = [next(self._words) for _ in range(kind.ndim)]
        item = WORD(context.get_abi_sizeof(element))
        strides = [item]
        for dimension in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], dimension))
        array = context.make_array(kind)(context, builder)
        populate_array(  # type: ignore[no-untyped-call]
            array, data=data, shape=shape, strides=strides, itemsize=item, meminfo=None
        )
        return array._getvalue()


def _wide(builder: ir.IRBuilder, result: Any, kind: Any) -> Any:
    """A result as a signed number of 64 bits."""
    if result.type.width == WORD.width:
        return result
    is_signed = getattr(kind, "signed", False)  # a truth value is not
    return (builder.sext if is_signed else builder.zext)(result, WORD)
