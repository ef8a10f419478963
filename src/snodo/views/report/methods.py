"""How it was computed: formulation, constraint method, integrator, versions; the works to cite; the input."""

from __future__ import annotations

import platform
import sys
from html import escape
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from snodo._version import __version__
from snodo.errors import SnodoError
from snodo.results.citing import Use, cite, uses
from snodo.results.result import Result
from snodo.views.report.elements import folded, heading, number, paragraph, section, table, verbatim
from snodo.views.report.subject import Subject, is_large

MOST_LINES, OF_LARGE = 400, 100
"""Lines of the input that are shown, and of a large one."""
STATISTICS = {
    "steps": "steps",
    "rejected": "rejected steps",
    "evaluations": "evaluations of the equations",
    "smallest_step": "smallest step [s]",
    "largest_step": "largest step [s]",
    "seconds": "computing time [s]",
}


def methods(s: Subject) -> str:
    """The section."""
    rows = [["Snodo", __version__], ["formulation", s.formulation.name]]
    if s.result is not None:
        rows = [["Snodo", __version__], *_choices(s.result.info), *_statistics(s.result.info)]
    rows += [["Python, system", f"{sys.version.split()[0]}, {platform.system()} {platform.machine()}"]]
    rows += [["numpy, scipy, numba", ", ".join(map(_version, ("numpy", "scipy", "numba")))]]
    return section("Methods", table(("", ""), rows, (0, 1)), *(_references(s.result) if s.result is not None else ()))


def _choices(info: dict[str, Any]) -> list[list[str]]:
    words = {
        "kind": "analysis",
        "formulation": "formulation",
        "method": "constraint method",
        "integrator": "integrator",
    }
    rows = [[title, str(info[word])] for word, title in words.items() if info.get(word)]
    if info.get("chosen"):
        rows.append(["choice of the integrator", str(info["chosen"])])
    if info.get("cut_joints"):
        rows.append(["loops cut at", ", ".join(info["cut_joints"])])
    accuracy = info.get("accuracy") or {}
    if accuracy.get("twin"):
        rows.append(["errors estimated with", str(accuracy["twin"])])
    rows += [["start", line] for line in str(info.get("start", "")).split("\n") if line]
    return rows


def _statistics(info: dict[str, Any]) -> list[list[str]]:
    return [
        [title, number(float(info[word]), 3 if "s]" in title else 12)]
        for word, title in STATISTICS.items()
        if word in info
    ]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


# ---------------------------------------------------------------- works to cite
def _references(result: Result) -> list[str]:
    found = uses(result)
    works = list(dict.fromkeys(work for use in found for work in use.works))
    numbers = {work: k for k, work in enumerate(works, 1)}
    listed = "".join(f"<li>{escape(work.text())}</li>" for work in works)
    used = [[use.what, _marks(use, numbers)] for use in found]
    return [
        heading("References"),
        table(("used", "references"), used, (0, 1)),
        f'<ol class="references">{listed}</ol>',
        folded("BibTeX", f"<pre>{escape(cite(result, 'bibtex'))}</pre>"),
    ]


def _marks(use: Use, numbers: dict[Any, int]) -> str:
    marks = ", ".join(f"[{numbers[work]}]" for work in use.works)
    return marks or ("see BibTeX" if use.entries else "no reference is known")


# ---------------------------------------------------------------- the input
def source(s: Subject) -> str:
    """The text of the file, or the mechanism as it would be written."""
    most = OF_LARGE if is_large(s.mechanism) else MOST_LINES
    if s.text:
        return section("Input", paragraph(s.file, "soft"), folded("The file", verbatim(s.text, most)))
    from snodo.formats import to_yaml

    try:
        text, what = to_yaml(s.mechanism), "The mechanism as a file"
    except SnodoError:
        text, what = str(s.mechanism), "The mechanism as a table: it has functions that a file cannot have"
    return section("Input", folded(what, verbatim(text, most)))
