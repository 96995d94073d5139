"""Ask whether anything that the lock files name has known vulnerabilities: ./check audit

The advisories of PyPI and of npm are asked for over the network. A package that they know nothing
about, because only a mirror can be reached, has not been audited: that is said, and is no success.
Exit code 1 if there are vulnerabilities, 75 if that could not be found out.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("serve.lock", "check.lock", "node.lock")
UNKNOWN = 75  # EX_TEMPFAIL


class Answer(NamedTuple):
    """What was found of some packages."""

    audited: int
    found: list[str]
    unknown: str = ""  # why not all were audited


def main() -> int:
    answers = {name: of_python(run_pip_audit(name)) for name in LOCKS}
    answers["package-lock.json"] = of_npm(run_npm_audit())
    for name, (audited, found, unknown) in answers.items():
        for vulnerability in found:
            print(f"{name}: {vulnerability}")
        print(f"{name}: {audited} packages audited, {len(found)} vulnerabilities")
        if unknown:
            print(f"{name}: NOT AUDITED: {unknown}")
    if any(answer.found for answer in answers.values()):
        return 1
    return UNKNOWN if any(answer.unknown for answer in answers.values()) else 0


def run_pip_audit(lock: str) -> str:
    tool = ["uv", "run", "--quiet", "--no-project", "--isolated"]
    tool += ["--with-requirements", str(ROOT / "requirements" / "audit.lock"), "pip-audit"]
    options = ["--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    return _output([*tool, *options, "--requirement", str(ROOT / "requirements" / lock)])


def run_npm_audit() -> str:
    build = [sys.executable, str(ROOT / "hatch_build.py")]
    return _output([*build, "npm", "audit", "--package-lock-only", "--json"])


def _output(command: list[str]) -> str:
    """What is printed; both programs also fail where they only found something."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603


def of_python(report: str) -> Answer:
    """What a report of pip-audit says."""
    packages = _read(report).get("dependencies")
    if packages is None:
        return Answer(0, [], "the advisories of PyPI cannot be reached")
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    found = [
        f"{package['name']} {package['version']}: {vulnerability['id']}, "
        f"mended in {', '.join(vulnerability['fix_versions']) or 'no version yet'}"
        for package in packages
        for vulnerability in package.get("vulns", ())
    ]
    unknown = f"nothing could be learnt about {', '.join(skipped)}" if skipped else ""
    return Answer(len(packages) - len(skipped), found, unknown)


def of_npm(report: str) -> Answer:
    """What a report of npm audit says."""
    read = _read(report)
    if "auditReportVersion" not in read:
        return Answer(0, [], f"the advisories of npm cannot be reached: {read.get('message', '')}")
    found = [
        f"{name}: {entry['severity']}, in {entry['range']}"
        for name, entry in read["vulnerabilities"].items()
    ]
    return Answer(read["metadata"]["dependencies"]["total"], found)


def _read(report: str) -> dict[str, Any]:
    try:
        read = json.loads(report)
    except json.JSONDecodeError:
        return {}
    return read if isinstance(read, dict) else {}


if __name__ == "__main__":
    sys.exit(main())
