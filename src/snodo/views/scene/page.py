"""A scene as one HTML file that needs nothing else: no request leaves it.

The program of the viewer (`viewer/`, built into `viewer.js`) is inside, deflated; the browser inflates it.  Names and
texts of the mechanism are data: in the JSON of the scene every `<` is escaped, and the program shows them as text only.
"""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from html import escape
from importlib import resources
from typing import Any

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
"""What the page may do: run its own program and nothing else."""
LIVE = "; connect-src 'self'"
"""A page of the local server may also ask that server."""
LOADER = (
    "(async()=>{const b=Uint8Array.from(atob(document.getElementById('program').textContent),c=>c.charCodeAt(0));"
    "const t=await new Response(new Blob([b]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();"
    "const s=document.createElement('script');s.textContent=t;document.body.append(s)})()"
)


def page_of(scene: dict[str, Any], live: bool = False) -> str:
    """The text of the page; `live` for pages that a local server answers."""
    title = escape(str(scene["name"]))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}{LIVE if live else ""}">'
        f'<link rel="icon" href="data:,"><title>{title}</title></head><body>'
        f"<noscript>{title}: this page needs JavaScript.</noscript>"
        f'<script type="application/json" id="scene">{as_json(scene)}</script>'
        f'<script type="text/plain" id="program">{program()}</script><script>{LOADER}</script></body></html>'
    )


def as_json(scene: dict[str, Any]) -> str:
    """Compact JSON that can stand inside a script element."""
    text = json.dumps(scene, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c")


@cache
def program() -> str:
    """The viewer, deflated, in base64."""
    text = resources.files("snodo.views.scene").joinpath("viewer.js").read_bytes()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text) + deflate.flush()).decode()
