"""From LLVM modules to objects: linked into one, and optimised for each system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm

from azulejos.ahead.targets import Target
from azulejos.errors import BuildError

FROM_OUTSIDE = {"clock_gettime", "QueryPerformanceCounter", "QueryPerformanceFrequency"}
"""What kernels may need of a system, beside what copies and clears memory."""

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()


def link(texts: Iterable[str], symbols: Sequence[str]) -> str:
    """One module of those of many exports, for no system yet."""
    module = llvm.parse_assembly("")
    for text in texts:
        module.link_in(llvm.parse_assembly(_without_machine(text)))
    _keep_only(module, symbols)
    return str(module)


def _without_machine(text: str) -> str:
    """A module's text without what Numba wrote for the machine at hand."""
    text = re.sub(r"^target (triple|datalayout) = .*\n", "", text, flags=re.MULTILINE)
    text = text.replace("= common ", "= linkonce_odr ")
    text = text.replace("@sqrt(", "@llvm.sqrt.f64(")
    return text.replace("@clock_gettime(", "@azulejos_clock(")


def _keep_only(module: Any, symbols: Sequence[str]) -> None:
    """Let only the exports be seen from outside, so that what they do not call is dropped."""
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in symbols:
            thing.linkage = llvm.Linkage.internal


def write_object(text: str, symbols: Sequence[str], target: Target, path: Path) -> None:
    """Write these exports of a module as machine code."""
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc="pic", codemodel="default"
    )
    header = f'target triple = "{machine.triple}"\ntarget datalayout = "{machine.target_data}"\n'
    module = llvm.parse_assembly(header + text)
    module.link_in(llvm.parse_assembly(header + target.clock))
    _keep_only(module, symbols)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    check_needs(module)
    path.write_bytes(machine.emit_object(module))


def check_needs(module: Any) -> None:
    """Refuse a module that calls what no system is known to have."""
    declared = {each.name for each in module.functions if each.is_declaration}
    unknown = {name for name in declared if not name.startswith("llvm.")} - FROM_OUTSIDE
    if unknown:
        raise BuildError(f"kernels would need {', '.join(sorted(unknown))} from outside")
