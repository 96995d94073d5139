"""Kernels as LLVM modules: Numba types and lowers them, but neither optimises nor runs.

What Numba would optimise is folded for the processor at hand and its pointers of 64 bits. So its
steps after lowering are left out, and each kernel gets a function that takes plain pointers and
numbers. This uses Numba's internals; if those have changed, it says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, codegen, cpu, types
from numba.core.compiler_lock import global_compiler_lock
from numba.np.arrayobj import populate_array

from azulejos.ahead.exports import Export
from azulejos.errors import BuildError

POINTER = ir.IntType(8).as_pointer()
DIMENSION = ir.IntType(32)
NUMBER = ir.DoubleType()
WORD = ir.IntType(32)
"""Pointers and dimensions in a block, which stands for a named tuple: addresses have 32 bits."""


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
    """The kernel, all that it calls, and a function that takes plain numbers, as LLVM's text."""
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
    """A function of plain numbers that calls a kernel."""

    def __init__(
        self, export: Export, made: Any, module: ir.Module, kinds: tuple[Any, ...]
    ) -> None:
        self._made, self._kinds = made, kinds
        self._context = made.target_context
        self._returns = made.signature.return_type
        plain = [each for kind in kinds for each in _plain(kind)]
        gives = ir.VoidType() if self._returns == types.none else NUMBER
        self._function = ir.Function(module, ir.FunctionType(gives, plain), export.symbol)
        self._builder = ir.IRBuilder(self._function.append_basic_block())
        self._given = iter(self._function.args)

    def write(self) -> None:
        builder, context = self._builder, self._context
        values = [self._value(kind) for kind in self._kinds]
        callee = context.declare_function(self._function.module, self._made.fndesc)
        status, result = context.call_conv.call_function(
            builder, callee, self._returns, self._kinds, values
        )
        with builder.if_then(status.is_error, likely=False):
            builder.call(
                builder.module.declare_intrinsic(
                    "llvm.trap", (), ir.FunctionType(ir.VoidType(), [])
                ),
                [],
            )
        if self._returns == types.none:
            builder.ret_void()
        elif isinstance(self._returns, types.Float):
            builder.ret(result)
        else:
            builder.ret(builder.sitofp(_wide(builder, result, self._returns), NUMBER))

    def _value(self, kind: Any) -> Any:
        """A value of Numba's for the next arguments."""
        if isinstance(kind, types.DType):
            return cgutils.get_null_value(self._context.get_value_type(kind))  # type: ignore[no-untyped-call]
        if isinstance(kind, types.BaseTuple):
            return self._from_block(kind, next(self._given))
        if isinstance(kind, types.Array):
            data = next(self._given)
            return self._array(kind, data, [next(self._given) for _ in range(kind.ndim)])
        return self._builder.fptosi(next(self._given), self._context.get_value_type(kind))

    def _from_block(self, kind: Any, block: Any) -> Any:
        """A named tuple: the addresses and dimensions of its arrays lie one after the other."""
        words = iter(range(1 << 16))
        cells = self._builder.bitcast(block, WORD.as_pointer())

        def word() -> Any:
            place = self._builder.gep(cells, [WORD(next(words))])
            return self._builder.load(place)

        def member(kind: Any) -> Any:
            address = self._builder.inttoptr(word(), POINTER)
            if isinstance(kind, types.BaseTuple):
                return self._from_block(kind, address)
            return self._array(kind, address, [word() for _ in range(kind.ndim)])

        return self._context.make_tuple(self._builder, kind, [member(each) for each in kind])

    def _array(self, kind: Any, data: Any, dimensions: list[Any]) -> Any:
        """A contiguous array: how far its elements are apart follows from its dimensions."""
        builder, context = self._builder, self._context
        wide = ir.IntType(64)
        shape = [builder.zext(each, wide) for each in dimensions]
        item = wide(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
        strides = [item]
        for dimension in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], dimension))
        array = context.make_array(kind)(context, builder)
        populate_array(  # type: ignore[no-untyped-call]
            array,
            data=builder.bitcast(data, context.get_data_type(kind.dtype).as_pointer()),
            shape=shape,
            strides=strides,
            itemsize=item,
            meminfo=None,
        )
        return array._getvalue()


def _plain(kind: Any) -> list[ir.Type]:
    """How an argument is passed."""
    if isinstance(kind, types.DType):
        return []
    if isinstance(kind, types.BaseTuple):
        return [POINTER]
    if isinstance(kind, types.Array):
        return [POINTER, *[DIMENSION] * kind.ndim]
    return [NUMBER]


def _wide(builder: ir.IRBuilder, result: Any, kind: Any) -> Any:
    """A result as a signed number of 64 bits."""
    if result.type.width == 64:
        return result
    is_signed = getattr(kind, "signed", False)  # a truth value is not
    return (builder.sext if is_signed else builder.zext)(result, ir.IntType(64))
