"""Every rule has a test: the IDs of `docs/rules/<game>.md` stand in names of tests.

Rule **AZ-4** is tested by `test_az_04_...` somewhere under `tests/rules/azul/`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import azulejos

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "docs" / "rules"


@pytest.mark.parametrize("name", azulejos.GAME_NAMES)
def test_every_rule_has_a_test(name: str) -> None:
    rules = rule_ids((RULES / f"{name}.md").read_text())
    assert rules, f"docs/rules/{name}.md marks no rule like **AZ-4**"
    missing = sorted(rules - cited_ids(TESTS / "rules" / name))
    assert not missing, f"rules without a test: {', '.join(missing)}"


@pytest.mark.parametrize("name", azulejos.GAME_NAMES)
def test_every_rule_test_names_a_rule(name: str) -> None:
    unknown = cited_ids(TESTS / "rules" / name) - rule_ids((RULES / f"{name}.md").read_text())
    assert not unknown, f"tests of rules that do not exist: {', '.join(sorted(unknown))}"


def rule_ids(text: str) -> set[str]:
    """The rules that a page states: `**AZ-4**` or a heading `### AZ-4`."""
    return set(re.findall(r"(?:\*\*|^#+ +)([A-Z]{2}-\d+)\b", text, re.MULTILINE))


def cited_ids(folder: Path) -> set[str]:
    """The rules that names of tests cite, as `AZ-4`."""
    names = [
        name
        for file in folder.rglob("test_*.py")
        for name in re.findall(r"^ *def (test_\w+)", file.read_text(), re.MULTILINE)
    ]
    cited = [re.match(r"test_([a-z]{2})_(\d+)_", name) for name in names]
    return {f"{rule[1].upper()}-{int(rule[2])}" for rule in cited if rule}
