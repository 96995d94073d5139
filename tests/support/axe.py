"""What axe has against the page, and how notes and dialogs lie on a phone."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clicking import wait_until_drawn

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FOUND = """([within, options]) =>
  axe.run(within ?? document, options).then(({ violations }) => violations)"""

needs_axe = pytest.mark.skipif(
    not AXE.is_file() and os.environ.get("CI") != "true",
    reason="axe-core is not installed: ./check page installs it",
)


def violations(page: Page, within: str | None = None) -> list[str]:
    """What axe has against the page as it is now, and against its colours in the other theme.

    A selector limits it to a part of the page, which takes less time.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        page.wait_for_function("() => window.axe")
    result: list[dict[str, Any]] = page.evaluate(FOUND, [within, {"resultTypes": ["violations"]}])
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    contrast = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
    result += page.evaluate(FOUND, [within, contrast])
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    return [
        f"{v['id']}: {json.dumps([node['html'][:160] for node in v['nodes'][:3]])}" for v in result
    ]


PHONE = (360, 640)

PLACED = """selector => {
  const found = [];
  const boxOf = element => element.getBoundingClientRect();
  const note = document.querySelector(selector);
  const { left, right, top, bottom } = boxOf(note);
  const isAbove = note.matches('.site-bar, dialog');
  if (left < 0 || right > innerWidth || (isAbove && (top < 0 || bottom > innerHeight)))
    found.push(`out of view: ${[left, right, top, bottom].map(Math.round)}`);
  if (note.scrollWidth > note.clientWidth) found.push('it scrolls sideways');
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  for (const target of note.querySelectorAll('a, button, label.button, input:not(.unseen)')) {
    const { width, height } = boxOf(target);
    if (Math.min(width, height) < 23.5) found.push(`small: ${target.outerHTML.slice(0, 80)}`);
  }
  for (const part of document.querySelectorAll('.table .own, .table .prompt, .table .bar')) {
    if (!note.matches('.site-bar')) break;
    const box = boxOf(part);
    const across = Math.min(right, box.right) - Math.max(left, box.left);
    const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    if (across > 1 && down > 1) found.push(`it lies on ${part.className}`);
  }
  return found;
}"""


ALONE = """selector => {
  window.sheets = [...document.adoptedStyleSheets];
  const alone = new CSSStyleSheet();
  alone.replaceSync(`main { visibility: hidden } ${selector} { visibility: visible }`);
  document.adoptedStyleSheets = [alone];
}"""
"""Shows a note, since axe ignores what is hidden, and not the page, which would take time."""


def faults(page: Page, note: str) -> list[str]:
    """What is wrong with a note above the page, or a dialog, on a phone and in both themes."""
    before = page.viewport_size
    assert before
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    wait_until_drawn(page)
    result: list[str] = page.evaluate(PLACED, note)
    page.evaluate(ALONE, note)
    result += violations(page, note) if AXE.is_file() else []
    page.evaluate("() => { document.adoptedStyleSheets = window.sheets }")
    page.set_viewport_size(before)
    wait_until_drawn(page)
    return result
