"""From LLVM modules to WebAssembly: linked into one, optimised for it, and made loadable."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm

from azulejos.ahead.imports import imported_functions
from azulejos.core.exported import SUFFIXES
from azulejos.errors import BuildError

FEATURES = "+sign-ext,+bulk-memory,+mutable-globals,+nontrapping-fptoint"
SIMD = ",+simd128"

CLOCK = """
declare i32 @clock_gettime(i32, ptr)
define i32 @azulejos_clock(i32 %which, ptr %room) {
  store i64 0, ptr %room
  %rest = getelementptr i8, ptr %room, i32 8
  store i64 0, ptr %rest
  %status = call i32 @clock_gettime(i32 1, ptr %room)
  ret i32 %status
}
"""
"""The clock writes nanoseconds as 32 bits where kernels read 64; and 1 is the monotonic clock,
whatever number it has where kernels were lowered."""

FROM_OUTSIDE = frozenset({"clock_gettime"})
"""What a module may import; anything else is an unexpected call."""


@dataclass(frozen=True)
class Target:
    """A kind of module: how its name ends, and whether it uses SIMD."""

    suffix: str
    simd: bool


TRIPLE = "wasm32-unknown-emscripten"
SHARED = ("-shared", "--experimental-pic")  # in the memory of Python
TARGETS = tuple(Target(suffix, simd) for suffix, simd in zip(SUFFIXES, (True, False), strict=True))


class Linker:
    """Links the LLVM modules of exports, which are given as text, for every target."""

    def __init__(self, texts: Iterable[str], symbols: Sequence[str]) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self._symbols = symbols
        self._module = llvm.parse_assembly(_for_machine(CLOCK, _machine(TARGETS[0])))
        for text in texts:
            part = _for_machine(_without_machine(text), _machine(TARGETS[0]))
            self._module.link_in(llvm.parse_assembly(part))
        _keep_only(self._module, symbols)

    def write(self, path: Path, target: Target) -> None:
        """Write a module."""
        machine = _machine(target)
        module = self._module.clone()
        _optimise(module, machine)
        made = path.with_suffix(".o")
        made.write_bytes(machine.emit_object(module))
        _run_linker(made, self._symbols, path)
        made.unlink()
        _check_imports(path)


def _machine(target: Target) -> Any:
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic",
        features=FEATURES + (SIMD if target.simd else ""),
        opt=3,
        reloc="pic",
        codemodel="default",
    )


def _for_machine(text: str, machine: Any) -> str:
    layout = machine.target_data
    return f'target triple = "{machine.triple}"\ntarget datalayout = "{layout}"\n{text}'


def _without_machine(text: str) -> str:
    """A module's text without what Numba wrote for the machine at hand."""
    text = re.sub(r"^target (triple|datalayout) = .*\n", "", text, flags=re.MULTILINE)
    text = text.replace("= common ", "= linkonce_odr ")
    text = text.replace("@sqrt(", "@llvm.sqrt.f64(")
    return text.replace("@clock_gettime(", "@azulejos_clock(")


def _keep_only(module: Any, symbols: Sequence[str]) -> None:
    """Let only the exports be seen from outside, so that what they do not call is dropped."""
    for function in module.functions:
        if not function.is_declaration and function.name not in symbols:
            function.linkage = llvm.Linkage.internal
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = llvm.Linkage.internal


def _optimise(module: Any, machine: Any) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)


def _run_linker(made: Path, symbols: Sequence[str], path: Path) -> None:
    command = [sys.executable, "-m", "ziglang", "wasm-ld"]
    command += ["--no-entry", "--allow-undefined", "--strip-all", "--gc-sections"]
    command += [*SHARED, *(f"--export={symbol}" for symbol in symbols)]
    done = subprocess.run(  # noqa: S603 - the linker that the extra `site` brings
        [*command, str(made), "-o", str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"{path.name} cannot be linked: {done.stderr.strip()}")


def _check_imports(path: Path) -> None:
    unknown = sorted(imported_functions(path.read_bytes()) - FROM_OUTSIDE)
    if unknown:
        raise BuildError(f"{path.name} would need {', '.join(unknown)} from outside")
