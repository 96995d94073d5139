"""`./check audit` says what was not audited, and takes it for no success."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from loading import program


@pytest.fixture
def audit() -> ModuleType:
    return program("requirements/audit.py")


def test_vulnerabilities_are_told(audit: ModuleType) -> None:
    bad = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
    good = {"name": "new", "version": "2.0", "vulns": []}
    answer = audit.of_python(json.dumps({"dependencies": [bad, good], "fixes": []}))
    assert answer == (2, ["old 1.0: PYSEC-1, mended in 1.1"], "")
    report = {
        "auditReportVersion": 2,
        "vulnerabilities": {"old": {"severity": "high", "range": "<2"}},
        "metadata": {"dependencies": {"total": 7}},
    }
    assert audit.of_npm(json.dumps(report)) == (7, ["old: high, in <2"], "")


def test_a_package_that_nothing_is_known_of_was_not_audited(audit: ModuleType) -> None:
    skipped = {"name": "lost", "skip_reason": "not found"}
    answer = audit.of_python(json.dumps({"dependencies": [skipped], "fixes": []}))
    assert answer == (0, [], "nothing could be learnt about lost")


@pytest.mark.parametrize("report", ["", "Traceback", "[]", '{"message": "405 Method Not Allowed"}'])
def test_what_cannot_be_asked_is_said(audit: ModuleType, report: str) -> None:
    assert audit.of_python(report).unknown
    assert audit.of_npm(report).unknown


def test_the_exit_code_tells_what_was_found(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    clean, result, unknown = (1, [], ""), (1, ["old"], ""), (0, [], "no network")
    for python, npm, code in [
        (clean, clean, 0),
        (clean, unknown, 75),
        (unknown, clean, 75),
        (result, unknown, 1),
        (clean, result, 1),
    ]:
        monkeypatch.setattr(audit, "run_pip_audit", lambda _: "")
        monkeypatch.setattr(audit, "run_npm_audit", lambda: "")
        monkeypatch.setattr(audit, "of_python", lambda _, answer=python: audit.Answer(*answer))
        monkeypatch.setattr(audit, "of_npm", lambda _, answer=npm: audit.Answer(*answer))
        assert audit.main() == code
