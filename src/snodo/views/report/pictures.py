"""Pictures within the page: vectors as inline SVG, what would be large or has depth as PNG in a data URI."""

from __future__ import annotations

import base64
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any

from snodo.views.style import INCH

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAWN = 580
"""Width of a drawing [pixel]: letters keep their size on the page."""
LARGEST_SVG = 600_000
"""Letters above which a picture becomes a PNG."""
_UNNAMED = {"Date": None, "Creator": None, "Format": None, "Type": None}


class Pictures:
    """Makes the figures of one page, whose parts have names of their own."""

    def __init__(self) -> None:
        self._count = 0

    def figure(self, make: Callable[[], Figure], caption: str, *, pixels: bool = False, kind: str = "") -> str:
        """A figure with its caption; `pixels` asks for a PNG."""
        self._count += 1
        with _as_text():
            made = make()
            for ax in made.axes:
                ax.set_title("", loc="left")  # the page has it
            inner = "" if pixels else self._svg(made)
            inner = inner or _png(made, caption)
        mark = f' class="{kind}"' if kind else ""
        return f"<figure{mark}>{inner}<figcaption>{escape(caption)}</figcaption></figure>"

    def _svg(self, made: Figure) -> str:
        """Inline SVG; empty if it is too large."""
        written = StringIO()
        made.savefig(written, format="svg", metadata=_UNNAMED, transparent=True)
        svg = written.getvalue()
        if len(svg) > LARGEST_SVG:
            return ""
        return _apart(svg[svg.index("<svg") :], f"f{self._count}-")


def _apart(svg: str, prefix: str) -> str:
    """A drawing whose identifiers do not meet those of another one, and whose style is its own."""
    head, _, body = svg.partition(">")
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, count=1, flags=re.S)
    body = re.sub(r'(<[^<>]*? )id="', rf'\1id="{prefix}', body)
    body = re.sub(r'(<[^<>]*?xlink:href=")#', rf"\1#{prefix}", body)
    body = re.sub(r"(<[^<>]*?url\()#", rf"\1#{prefix}", body)
    return f"{head}>{body}"


def _png(made: Figure, caption: str) -> str:
    written = BytesIO()
    made.savefig(written, format="png", dpi=2 * INCH)
    data = base64.b64encode(written.getvalue()).decode("ascii")
    return f'<img alt="{escape(caption)}" src="data:image/png;base64,{data}"/>'


@contextmanager
def _as_text() -> Iterator[None]:
    """Names are written as they are: dollar signs are no formulas, and letters of any script are left to the reader."""
    import matplotlib

    settings: Any = {"text.parse_math": False, "svg.fonttype": "none", "svg.hashsalt": "snodo"}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*[Gg]lyph.*")
        yield
