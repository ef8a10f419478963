"""The page of a file that cannot be shown: its problems as text; it loads again when the file is saved."""

from __future__ import annotations

import json
from html import escape

from snodo.errors import Problem
from snodo.views.scene.page import LIVE, POLICY

STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:8vh auto;max-width:46em;padding:0 1.5em}"
    "body{color:#2b2f36;background:#fff}"
    "h1{font-size:19px}li{margin:0 0 1.1em}code{display:block;color:#5d6470;font-size:13px}"
    ".remedy{color:#0072b2}ol{padding-left:1.3em;overflow-wrap:anywhere;white-space:pre-wrap}"
    "@media(prefers-color-scheme:dark){body{color:#e7eaee;background:#15181d}code{color:#a7aeb9}.remedy{color:#5ab4e6}}"
)
PROGRAM = (
    "new EventSource('changes').onmessage=e=>{const n=JSON.parse(e.data);"
    "if(n.version>0||JSON.stringify(n.problems)!==document.body.dataset.problems)location.reload()}"
)


def as_data(problems: list[Problem]) -> list[dict[str, str]]:
    """Problems as the page reads them."""
    return [{"what": problem.what, "remedy": problem.remedy, "where": problem.where} for problem in problems]


def problems_page(name: str, problems: list[Problem]) -> str:
    """The page."""
    data = escape(json.dumps(as_data(problems), separators=(",", ":"), ensure_ascii=False), quote=True)
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}{LIVE}"><link rel="icon" href="data:,">'
        f"<title>{escape(name)}</title><style>{STYLE}</style></head>"
        f'<body data-problems="{data}"><h1>{escape(name)}: {count}</h1><ol>{"".join(map(_item, problems))}</ol>'
        f"<p>Save the file when it is corrected: this page follows.</p><script>{PROGRAM}</script></body></html>"
    )


def _item(problem: Problem) -> str:
    where = f"<code>{escape(problem.where)}</code>" if problem.where else ""
    remedy = f'<div class="remedy">→ {escape(problem.remedy)}</div>' if problem.remedy else ""
    return f"<li>{where}{escape(problem.what)}{remedy}</li>"
