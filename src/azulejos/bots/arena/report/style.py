"""What a report is made of: its style sheet, by day and by night, sections, tables, paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --page: #f6f9fd; --card: #fff; --text: #1f2a3a; --soft: #4a5a72;
  --edge: #c6d7ec; --grid: #dbe5f1; --zero: #7d8fa8; --good: 29 122 76; --bad: 168 64 26;
  --s0: #1d4a9d; --s1: #a8401a; --s2: #1d7a4c; --s3: #7a3fa3; --s4: #8a6a00; --s5: #0b7285;
  --s6: #a61e5c; --s7: #4b5563; }
@media (prefers-color-scheme: dark) { :root { --page: #0c1f38; --card: #12294a; --text: #fdf7e9;
  --soft: #c3d4ee; --edge: #2b4a75; --grid: #23406a; --zero: #7f9cc8; --good: 111 211 165;
  --bad: 255 157 106; --s0: #6aa2ff; --s1: #ff9d6a; --s2: #6fd3a5; --s3: #e0a3ff; --s4: #ffd978;
  --s5: #6fd6e8; --s6: #ff8fb8; --s7: #c3cbd6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page);
  color: var(--text); font: 16px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.15rem; margin: 0 0 .6rem; }
p { margin: .4rem 0; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: .7rem;
  padding: 1rem; margin: 1rem 0; }
.soft, figcaption, th { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: .3rem .55rem; text-align: right; border-bottom: 1px solid var(--grid);
  white-space: nowrap; }
th { font-weight: 600; font-size: .85rem; }
th:first-child, td:first-child { text-align: left; }
td:first-child { font-weight: 600; }
.words td, .words th { text-align: left; vertical-align: top; }
.words td { white-space: normal; overflow-wrap: anywhere; }
.words td { min-width: 4rem; }
.words td:first-child { min-width: 8rem; }
.cross td + td { text-align: center; }
.cross th + th { text-align: center; white-space: normal; overflow-wrap: anywhere; }
.cross small { display: block; color: var(--soft); }
.win { background: rgb(var(--good) / var(--much)); }
.loss { background: rgb(var(--bad) / var(--much)); }
figure { margin: 0; }
figure + figure { margin-top: 1.2rem; }
figcaption { font-size: .85rem; margin-top: .4rem; }
svg { display: block; width: 100%; height: 100%; overflow: visible; }
svg * { vector-effect: non-scaling-stroke; }
.graph { display: grid; grid-template: 15rem 1.4rem / 3.6rem 1fr; }
.graph.low { grid-template-rows: 9rem 1.4rem; }
.rows { display: grid; grid-template-columns: minmax(4rem, max-content) 1fr max-content;
  column-gap: .8rem; }
.rows > .area { height: 1.9rem; }
.rows > .label { max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.rows > .label, .rows > .value { align-self: center; font-size: .9rem; }
.rows > .value { text-align: right; font-variant-numeric: tabular-nums; color: var(--soft); }
.below { grid-column: 2; position: relative; height: 1.4rem; }
.beside { position: relative; }
.below span, .beside span { position: absolute; font-size: .78rem; color: var(--soft); }
.below span { transform: translateX(-50%); top: .2rem; white-space: nowrap; }
.beside span { right: .5rem; transform: translateY(50%); }
.grid { stroke: var(--grid); } .zero { stroke: var(--zero); }
.dot { stroke-width: 9; stroke-linecap: round; } .whisker { stroke-width: 2; }
polyline { fill: none; stroke-width: 2; } polygon { stroke: none; opacity: .16; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1rem; font-size: .85rem; margin: .5rem 0 0; }
.legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: 50%;
  margin-right: .35rem; }
code { overflow-wrap: anywhere; }
@media (max-width: 34rem) {
  body { padding: .5rem; } section { padding: .75rem; }
  .rows { grid-template-columns: 1fr max-content; grid-auto-flow: row dense; }
  .rows > .area, .rows > .below { grid-column: 1 / -1; }
  .rows > .label { grid-column: 1; max-width: 60vw; } .rows > .value { grid-column: 2; }
  .rows > .area { grid-row: auto; height: 1.4rem; }
  .graph { grid-template-columns: 2.9rem 1fr; }
  td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 6.5rem; }
  .words thead { display: none; }
  .words tr, .words td { display: block; padding: 0 .2rem; border: 0; }
  .words tr { padding: .4rem 0; border-bottom: 1px solid var(--grid); }
}
@media print { section { break-inside: avoid; } }
"""

SERIES = 8


def colours() -> str:
    """A class for every series: what is stroked, filled and named in its colour."""
    return "".join(
        f".s{n} {{ stroke: var(--s{n}); }} polygon.s{n}, rect.s{n} {{ fill: var(--s{n}); "
        f"stroke: none; }} i.s{n} {{ background: var(--s{n}); }} "
        for n in range(SERIES)
    )


# Blocks


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


def series(index: int) -> str:
    return f"s{index % SERIES}"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    body = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(text)}</td></tr>" for name, text in pairs
    )
    return section("What was played", f'<table class="words"><tbody>{body}</tbody></table>')
