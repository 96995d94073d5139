"""Browser tests wait for what they look at: found in their sources, before it fails by chance.

A page shows what a click did a moment later, on a busy machine a long moment. `expect` looks until
it is there; most other ways to look do so once. So these are faults:

- an assertion of how many there are, of what is visible or where the page is at this moment;
- any look after something was done to the page, with nothing awaited between;
- a pause for a fixed time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent
SOURCES = (HERE.parent / "support" / "clicking.py", *sorted(HERE.glob("*.py")))

AT_ONCE = {
    *("count", "all", "all_inner_texts", "all_text_contents", "evaluate_all"),
    *("is_visible", "is_hidden", "is_enabled", "is_disabled", "is_editable", "is_checked"),
    *("query_selector", "query_selector_all", "eval_on_selector", "eval_on_selector_all"),
}
"""Looks that take whatever there is, nothing included."""

LOOKS = {
    *AT_ONCE,
    *("inner_text", "inner_html", "text_content", "get_attribute", "input_value", "bounding_box"),
    *("evaluate", "screenshot", "title", "content"),
}
ACTIONS = {
    *("click", "dblclick", "tap", "press", "type", "fill", "check", "uncheck", "select_option"),
    *("hover", "drag_to", "goto", "reload", "go_back", "go_forward", "set_content", "focus"),
    *("emulate_media", "set_viewport_size", "set_offline", "dispatch_event"),
}
SHOWS = "showPosition"
"""The one script that is over only when the page shows what it was given (`moves.js`)."""

POLLS = "eventually"
"""The one function that may pause: it looks again and again."""


class Effect(NamedTuple):
    """What a function does to a page."""

    looks_first: bool = False  # before it awaits anything
    is_awaited: bool | None = None  # at its end; None where it does nothing


class Reader(ast.NodeVisitor):
    """Follows a function from top to bottom, loops twice, and notes what is looked at too early."""

    def __init__(self, function: ast.FunctionDef, known: dict[str, Effect]) -> None:
        self._known = known
        self._in_assertion = False
        self._polls = function.name == POLLS
        self._looks_first = False
        self._is_awaited: bool | None = None
        self.found: set[tuple[int, str]] = set()
        self._visit_all(function.body)

    @property
    def effect(self) -> Effect:
        return Effect(self._looks_first, self._is_awaited)

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        self._in_assertion = True
        self.visit(node.test)
        self._in_assertion = False

    def visit_Expr(self, node: ast.Expr) -> None:
        """A script of which nothing is asked does something."""
        match node.value:
            case ast.Call(ast.Attribute(attr="evaluate"), args=[script, *_]):
                self._is_awaited = isinstance(script, ast.Constant) and script.value == SHOWS
            case value:
                self.visit(value)

    def visit_For(self, node: ast.For) -> None:
        for _ in range(2):
            self._visit_all([node.iter, *node.body])

    def visit_While(self, node: ast.While) -> None:
        for _ in range(2):
            self._visit_all([node.test, *node.body])
        self.visit(node.test)

    def visit_With(self, node: ast.With) -> None:
        """Playwright's `with page.expect_...` waits at its end."""
        self._visit_all(node.body)
        self._visit_all(item.context_expr for item in node.items)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Called by others, who look again and again."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Read by itself."""

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        if self._in_assertion and node.attr == "url" and ast.unparse(node.value) == "page":
            self.found.add((node.lineno, "page.url in an assertion: use expect"))

    def visit_Call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Name("expect"):
                self._is_awaited = True  # what is within only says where to look
                return
            case ast.Attribute(attr="sleep" | "wait_for_timeout" as name) if not self._polls:
                self.found.add((node.lineno, f"{name} waits for a time"))
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(attr=name) if name.startswith(("wait_for_", "expect_")):
                self._is_awaited = True
            case ast.Attribute(attr=name) if name in LOOKS:
                self._look(node.lineno, name)
            case ast.Attribute(attr=name) if name in ACTIONS:
                self._is_awaited = False
            case ast.Name(name) if name in self._known:
                if self._known[name].looks_first:
                    self._look(node.lineno, name)
                if self._known[name].is_awaited is not None:
                    self._is_awaited = self._known[name].is_awaited

    def _look(self, line: int, name: str) -> None:
        if self._in_assertion and name in AT_ONCE:
            self.found.add((line, f"{name}() in an assertion: use expect"))
        if self._is_awaited is None:
            self._looks_first = True
        if self._is_awaited is False:
            self.found.add((line, f"{name}() after something was done, and nothing awaited"))


def too_early(sources: list[str]) -> list[list[tuple[int, str]]]:
    """What is looked at too early in each of some files, which may call functions of each other."""
    files = [
        [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
        for source in sources
    ]
    known: dict[str, Effect] = {}
    for _ in range(3):  # functions that call functions that call functions
        for functions in files:
            known |= {each.name: Reader(each, known).effect for each in functions}
    return [
        sorted({found for each in functions for found in Reader(each, known).found})
        for functions in files
    ]


def test_what_is_looked_at_is_awaited() -> None:
    files = too_early([path.read_text(encoding="utf-8") for path in SOURCES])
    assert [
        f"{path.name}:{line}: {what}"
        for path, faults in zip(SOURCES, files, strict=True)
        for line, what in faults
    ] == []


@pytest.mark.parametrize(
    "body",
    [
        "tiles.click(); assert said.count() == 4",
        "expect(page).to_have_title('x'); assert said.count() == 4",
        "page.goto(url); text = page.locator('p').inner_text()",
        "page.goto(url); assert page.evaluate(FAULTS) == []",
        "expect(page).to_have_url(link); assert page.url.endswith('x')",
        "open_it(page); assert looked(page)",
        "page.wait_for_timeout(100)",
        "for _ in range(3):\n  text = page.locator('p').inner_text()\n  page.keyboard.press('Tab')",
    ],
)
def test_a_look_that_is_too_early_is_found(body: str) -> None:
    (result,) = too_early([f"{CALLED}def test(page):\n " + body.replace("\n", "\n ")])
    assert len(result) == 1 or "said.count" in body


@pytest.mark.parametrize(
    "body",
    [
        "tiles.click(); expect(said).to_have_count(4)",
        "tiles.click(); expect(said).to_have_count(4); text = said.first.inner_text()",
        "with page.expect_response('x'): button.click()\n assert page.evaluate(FAULTS) == []",
        "page.goto(url); wait(page); assert looked(page)",
        "stage.evaluate('showPosition', text); assert stage.evaluate(FAULTS) == []",
    ],
)
def test_a_look_at_what_was_awaited_is_none(body: str) -> None:
    assert too_early([f"{CALLED}def test(page):\n {body}"]) == [[]]


CALLED = """
def open_it(page):
    page.goto(url)
def looked(page):
    return page.locator("p").inner_text()
def wait(page):
    page.wait_for_function("() => window.ready")
"""
