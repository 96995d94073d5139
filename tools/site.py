"""Build the documentation site into build/site, and check it: ./check site

The builder refuses links between pages that lead nowhere. This checks what was built: every file
and anchor that a page links to must exist, and nothing may be loaded from other hosts. It also
looks at the links of the Markdown files at the root, which are not on the site.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site"
LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}
FOLLOWED = {("a", "href")}
NEVER_LOADED = {"canonical", "next", "prev"}  # links that tell search engines something
URLS = re.compile(r"url\(['\"]?(?:https?:)?//|@import ['\"](?:https?:)?//")
MARKDOWN_LINK = re.compile(r"\]\(([^)\s]+)\)")


class Page(HTMLParser):
    """What a page loads, where its links lead, and which anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.followed: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note addresses and names."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if values.get("rel") in NEVER_LOADED:
            return
        self.loaded += [values[name] for of, name in LOADED if of == tag and name in values]
        self.followed += [values[name] for of, name in FOLLOWED if of == tag and name in values]


def main() -> int:
    """Build and check; exit code 1 if anything is wrong."""
    built = subprocess.run(["zensical", "build", "--clean", "--strict"], cwd=ROOT, check=False)  # noqa: S607
    if built.returncode:
        return 1
    faults = [*faults_of_site(SITE), *faults_of_markdown(ROOT)]
    for fault in faults:
        print(fault)
    pages = sum(1 for _ in SITE.rglob("*.html"))
    print(f"{pages} pages in {SITE.relative_to(ROOT)}, {len(faults)} faults")
    return bool(faults)


def faults_of_site(site: Path) -> Iterator[str]:
    """Addresses that lead nowhere, and what would be loaded from other hosts."""
    for file in sorted(site.rglob("*.html")):
        page, name = read(file), file.relative_to(site)
        for address in page.loaded:
            if is_elsewhere(address):
                yield f"{name}: loads {address} from another host"
        for address in (*page.loaded, *page.followed):
            if not is_elsewhere(address) and not is_there(site, file, address):
                yield f"{name}: {address} is not there"
    for file in sorted(site.rglob("*.css")):
        if URLS.search(file.read_text(encoding="utf-8")):
            yield f"{file.relative_to(site)}: loads something from another host"


def is_elsewhere(address: str) -> bool:
    """Whether an address is not one of the site."""
    parts = urlsplit(address)
    return bool(parts.scheme or parts.netloc)


def is_there(site: Path, page: Path, address: str) -> bool:
    """Whether a file of the site, and an anchor in it, are there."""
    parts = urlsplit(address)
    path = unquote(parts.path)
    folder = site if path.startswith("/") else page.parent
    target = (folder / path.lstrip("/")).resolve() if path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or site not in target.parents:
        return False
    fragment = unquote(parts.fragment)
    return not fragment or target.suffix != ".html" or fragment in read(target).anchors


@cache
def read(file: Path) -> Page:
    """A page of the site."""
    return Page(file.read_text(encoding="utf-8"))


def faults_of_markdown(root: Path) -> Iterator[str]:
    """Links of the files at the root to what is not in the repository."""
    for file in sorted(root.glob("*.md")):
        for address in MARKDOWN_LINK.findall(file.read_text(encoding="utf-8")):
            path = urlsplit(address).path
            if not is_elsewhere(address) and not (root / unquote(path)).exists():
                yield f"{file.name}: {address} is not there"


if __name__ == "__main__":
    sys.exit(main())
