"""The systems that kernels are compiled for."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass

LINUX, MAC, WINDOWS, BROWSER = "linux", "darwin", "win32", "wasm32"

CLOCK = """
declare i32 @clock_gettime(i32, ptr)
define i32 @azulejos_clock(i32 %which, ptr %room) {{
  store i64 0, ptr %room
  %rest = getelementptr i8, ptr %room, i32 8
  store i64 0, ptr %rest
  %status = call i32 @clock_gettime(i32 {monotonic}, ptr %room)
  ret i32 %status
}}
"""
"""Kernels read seconds and nanoseconds of 64 bits, but WebAssembly writes the latter as 32; and the
monotonic clock has another number on each system."""

CLOCK_OF_WINDOWS = """
declare i32 @QueryPerformanceCounter(ptr)
declare i32 @QueryPerformanceFrequency(ptr)
define i32 @azulejos_clock(i32 %which, ptr %room) {
  %rest = getelementptr i8, ptr %room, i32 8
  call i32 @QueryPerformanceFrequency(ptr %rest)
  %rate = load i64, ptr %rest
  call i32 @QueryPerformanceCounter(ptr %room)
  %ticks = load i64, ptr %room
  %seconds = udiv i64 %ticks, %rate
  %left = urem i64 %ticks, %rate
  %billions = mul i64 %left, 1000000000
  %nanoseconds = udiv i64 %billions, %rate
  store i64 %seconds, ptr %room
  store i64 %nanoseconds, ptr %rest
  ret i32 0
}
"""

SIMD = "+simd128"
WITHOUT_SIMD = "+sign-ext,+bulk-memory,+mutable-globals,+nontrapping-fptoint"


@dataclass(frozen=True)
class Target:
    """A system with a processor: what LLVM, Zig and wheels call it."""

    system: str
    triple: str
    zig: str
    tag: str = ""  # of its wheels
    cpu: str = "generic"
    features: str = ""
    file: str = "_kernels.abi3.so"

    @property
    def has_all(self) -> bool:
        """Whether the kernels of `azulejos.research` are in the library, too."""
        return self.system != BROWSER

    @property
    def clock(self) -> str:
        """The function that reads its clock, as LLVM's text."""
        if self.system == WINDOWS:
            return CLOCK_OF_WINDOWS
        return CLOCK.format(monotonic=6 if self.system == MAC else 1)


def _linux(processor: str, **other: str) -> Target:
    """Needs no version of any C library: what it calls is in all since glibc 2.17 and musl 1.1."""
    tag = f"manylinux_2_17_{processor}.musllinux_1_1_{processor}"
    return Target(LINUX, f"{processor}-unknown-linux-gnu", f"{processor}-linux-gnu", tag, **other)


def _browser(features: str, file: str) -> Target:
    triple = "wasm32-unknown-emscripten"
    return Target(BROWSER, triple, "wasm32-emscripten", features=features, file=file)


TARGETS = {
    "linux-x86_64": _linux("x86_64", cpu="x86-64"),
    "linux-aarch64": _linux("aarch64"),
    "darwin-arm64": Target(
        MAC, "arm64-apple-macosx11.0.0", "aarch64-macos.11.0", "macosx_11_0_arm64", "apple-m1"
    ),
    "darwin-x86_64": Target(
        MAC, "x86_64-apple-macosx10.13.0", "x86_64-macos.10.13", "macosx_10_13_x86_64", "x86-64"
    ),
    "win32-amd64": Target(
        WINDOWS,
        "x86_64-pc-windows-gnu",
        "x86_64-windows-gnu",
        "win_amd64",
        "x86-64",
        file="_kernels.pyd",
    ),
    "wasm": _browser(f"{WITHOUT_SIMD},{SIMD}", "_kernels.so"),
    "wasm-plain": _browser(WITHOUT_SIMD, "_kernels.plain.so"),
}

BROWSERS = ("wasm", "wasm-plain")
HOST = f"{sys.platform}-{platform.machine().lower()}"
"""The system at hand."""
