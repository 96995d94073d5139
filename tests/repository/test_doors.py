"""What others come in by: templates, workflow and hooks are what a forge and pre-commit read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.stem)
def test_a_template_is_a_form(file: Path) -> None:
    form = read(file)
    if file.stem == "config":
        assert set(form) == {"blank_issues_enabled"}
        return
    assert {"name", "description", "body"} <= set(form)
    assert all(field["attributes"]["label"] for field in form["body"])
    names = [field["id"] for field in form["body"]]
    assert len(names) == len(set(names))


def test_the_workflow_does_what_our_own_does_on_every_python_that_is_supported() -> None:
    job = read(ROOT / ".github" / "workflows" / "check.yml")["jobs"]["check"]
    assert {"run": ".ci/run"} in job["steps"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    classifiers = " ".join(project["classifiers"])
    assert job["strategy"]["matrix"]["python"] == re.findall(r"Python :: (3\.\d+)", classifiers)
    assert project["requires-python"] == f">={job['strategy']['matrix']['python'][0]}"


def test_hooks_call_steps_that_there_are() -> None:
    (repository,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    check, message = (hook["entry"].split() for hook in repository["hooks"])
    steps = re.search(r'^steps="(.*)"$', (ROOT / "check").read_text(encoding="utf-8"), re.MULTILINE)
    assert check[0] == "./check"
    assert steps
    assert set(check[1:]) <= set(steps[1].split())
    assert (ROOT / message[1]).is_file()
