"""The whole page: one file, no script, no request."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import escape

from snodo._version import __version__
from snodo.views.report.equations import equations
from snodo.views.report.freedom import freedom
from snodo.views.report.head import drawing, head
from snodo.views.report.methods import methods, source
from snodo.views.report.motion import motion
from snodo.views.report.parts import parts
from snodo.views.report.pictures import Pictures
from snodo.views.report.quality import energy, quality
from snodo.views.report.reactions import reactions
from snodo.views.report.style import STYLE
from snodo.views.report.subject import Subject

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""Nothing is loaded and nothing runs, whatever a name contains."""


def page(s: Subject) -> str:
    """The page as text."""
    pictures = Pictures()
    sections = [
        drawing(s, pictures),
        freedom(s),
        motion(s, pictures),
        reactions(s, pictures),
        energy(s, pictures),
        quality(s),
        parts(s),
        equations(s),
        methods(s),
        source(s),
    ]
    body = "\n".join([head(s), _contents(sections), *(part for part in sections if part)])
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(s.mechanism.name)}: report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<footer>Written by Snodo {__version__} on {when}. {_units(s)}</footer>\n"
        "</body>\n</html>\n"
    )


def _units(s: Subject) -> str:
    if not s.shown.units:
        return "Lengths in m, angles in rad, SI throughout."
    return "Plots and tables of the motion are in the units that they name, all other numbers in SI units."


def _contents(sections: list[str]) -> str:
    """Links to the sections."""
    found = re.findall(r'^<section id="([^"]*)"><h2>([^<]*)</h2>', "\n".join(sections), re.M)
    links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title in found)
    return f'<ul class="contents">{links}</ul>'
