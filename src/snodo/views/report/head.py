"""The beginning of a report: title, verdict, key numbers, the mechanism drawn."""

from __future__ import annotations

from html import escape

import numpy as np

from snodo.results.quality.verdict import Quality
from snodo.results.result import Result
from snodo.views.report.elements import number, paragraph, plural, section
from snodo.views.report.pictures import DRAWN, Pictures
from snodo.views.report.subject import Subject, as_pixels

MOST_NAMED = 14
"""Bodies up to which names are written in the drawing."""
LONGEST_NAME = 24
DONE = {
    "kinematics": "kinematics of a driven motion",
    "inverse dynamics": "inverse dynamics of a prescribed motion",
    "inverse kinematics": "inverse kinematics of a path",
    "equilibrium": "equilibrium",
    "linear": "motion of the linear model",
    "mode": "motion of a mode",
}
"""What was done, by kind of result; all others were simulated."""
COLOURS = {"good": "good", "fair": "fair", "unchecked": "fair", "poor": "poor"}


def head(s: Subject) -> str:
    """Title, what it is for, one line of verdict, and the key numbers."""
    m = s.mechanism
    facts = "".join(f"<li><b>{escape(value)}</b>{escape(what)}</li>" for value, what in _facts(s))
    said = paragraph(" ".join(m.description.split()), "soft")
    return f'<header><h1>{escape(m.name)}</h1>\n{said}\n{_verdict(s)}\n<ul class="facts">{facts}</ul></header>'


def _verdict(s: Subject) -> str:
    word, colour, words = _in_one_line(s)
    return f'<p class="verdict {colour}"><b>{escape(word)}</b> {escape(words)}</p>'


def _in_one_line(s: Subject) -> tuple[str, str, str]:
    """A word, its colour, and the reason."""
    if s.motion is None or s.quality is None:
        return "No motion", "poor", s.complaint
    if s.complaint:
        return f"Stopped at t = {number(float(s.motion.time[-1]))} s", "poor", s.complaint
    reasons = [_reason(s.quality)]
    open_ones = len(s.quality.undetermined)
    if open_ones:
        reasons.append(f"{plural(open_ones, 'reaction')} not uniquely determined")
    return s.quality.verdict.capitalize(), COLOURS.get(s.quality.verdict, "poor"), "; ".join(reasons)


def _reason(quality: Quality) -> str:
    findings = quality.findings
    return findings[0] if findings else ""


def _facts(s: Subject) -> list[tuple[str, str]]:
    m, F = s.mechanism, s.formulation
    found = [(str(len(F.body_names)), "moving body" if len(F.body_names) == 1 else "moving bodies")]
    found.append((str(len(m.joints)), "joint" if len(m.joints) == 1 else "joints"))
    if s.diagnosis is not None and not s.diagnosis.complaint:
        dof = s.diagnosis.degrees_of_freedom
        driven = " (driven)" if m.drivers else ""
        found.append((str(dof), ("degree of freedom" if dof == 1 else "degrees of freedom") + driven))
    if s.motion is not None:
        found.append(
            (f"{number(float(np.ptp(s.motion.time)))} s", DONE.get(str(s.motion.info.get("kind")), "simulated"))
        )
        found += _peak_effort(s, s.motion)
    return found


def _extent(motion: Result) -> tuple[str, str]:
    """How long, and what was done."""
    done = DONE.get(str(motion.info.get("kind")), "simulated")
    if motion.time.size == 1:
        return "1 row", done
    return f"{number(float(np.ptp(motion.time)))} s", done


def _peak_effort(s: Subject, motion: Result) -> list[tuple[str, str]]:
    """The largest effort of the first driver."""
    for driver in list(s.mechanism.drivers)[:1]:
        effort = motion.effort(driver)
        unit, values = s.shown.converted(f"{driver}.effort", effort.attrs["units"], np.abs(effort.values))
        if effort.ndim == 1 and np.isfinite(values).any():
            return [(f"{number(float(np.nanmax(values)), 3)} {unit}", f"peak effort of {driver}")]
    return []


def drawing(s: Subject, pictures: Pictures) -> str:
    """The mechanism at the start."""
    from snodo.views.plane.drawing import draw_mechanism

    named = _named(s)
    q = s.motion.q[0] if s.motion is not None else None
    note = "" if named else " Names are left out: they are long, or there are many."
    caption = f"The mechanism at the start.{note}"
    picture = pictures.figure(
        lambda: draw_mechanism(s.formulation, q, labels=named, width=DRAWN),
        caption,
        pixels=as_pixels(s),
        kind="drawing",
    )
    return section("The mechanism", picture)


def _named(s: Subject) -> bool:
    m = s.mechanism
    names = [*m.bodies, *m.joints, *m.frames]
    return len(m.bodies) <= MOST_NAMED and max(map(len, names), default=0) <= LONGEST_NAME
