"""What every part of a report is made of: sections, paragraphs, tables, and colours of bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from azulejos.bots.arena.report.style import SERIES


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def paragraph(text: str) -> str:
    return f'<p class="soft">{escape(text)}</p>'


def table(head: Sequence[str], lines: Iterable[Sequence[str]], kind: str = "") -> str:
    def cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)

    body = "".join(f"<tr>{cells('td', each)}</tr>" for each in lines)
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{cells("th", head)}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def series(number: int) -> str:
    return f"s{number % SERIES}"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    body = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(text)}</td></tr>" for name, text in pairs
    )
    return section("What was played", f'<table class="words"><tbody>{body}</tbody></table>')
