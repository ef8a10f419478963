"""The mechanism as tables: bodies, joints, constraints, forces, drivers, initial values."""

from __future__ import annotations

from typing import Any

from snodo.mechanism.part import GROUND
from snodo.mechanism.printing import details
from snodo.views.report.elements import heading, number, paragraph, section, table, vector
from snodo.views.report.subject import Subject

NOT_STORED = "a Python function, which is not stored with a result"


def parts(s: Subject) -> str:
    """The section."""
    m = s.mechanism
    others = [_others(s, title) for title in ("frames", "constraints", "forces", "drivers")]
    return section("Parts", _gravity(s), _bodies(s), _joints(s), *others, _initial(m))


def _gravity(s: Subject) -> str:
    m = s.mechanism
    where = "in the plane" if m.dimension == 2 else "in space"
    return paragraph(f"A mechanism {where}; gravity {vector(m.gravity)} m/s². SI units throughout.")


def _bodies(s: Subject) -> str:
    F, m = s.formulation, s.mechanism
    rows, total = [], 0.0
    for name in F.body_names:
        inertia = F.geometry.bodies[name].inertia
        total += inertia.mass
        centre = vector(inertia.com[: m.dimension])
        moments = [number(inertia.izz)] if m.dimension == 2 else [_moments(inertia), _products(inertia)]
        rows.append([name, m.bodies[name].kind.replace("_", " "), number(inertia.mass), centre, *moments])
    about = ["moment of inertia [kg m²]"] if m.dimension == 2 else ["Jxx, Jyy, Jzz [kg m²]", "Jxy, Jxz, Jyz [kg m²]"]
    heads = ("body", "kind", "mass [kg]", "centre of mass [m]", *about)
    sums = ("all bodies", "", number(total), "", *("" for _ in about))
    note = "Centres of mass are in body axes, from the body's origin; moments of inertia are about them."
    return heading("Bodies") + table(heads, rows, (0, 1), total=sums, what="bodies") + paragraph(note, "soft")


def _moments(inertia: Any) -> str:
    return ", ".join(number(inertia.tensor[k][k]) for k in range(3))


def _products(inertia: Any) -> str:
    """Products of inertia; those that are rounding are zero, and none if all are."""
    J = inertia.tensor
    dust = 1e-9 * max(abs(J[k][k]) for k in range(3))
    products = [x if abs(x) > dust else 0.0 for x in (J[0][1], J[0][2], J[1][2])]
    return ", ".join(map(number, products)) if any(products) else "0"


def _joints(s: Subject) -> str:
    rows = [[joint.name, _kind(joint), _ends(joint), details(joint)] for joint in s.mechanism.joints.values()]
    heads = ("joint", "kind", "between", "as given")
    return heading("Joints") + table(heads, rows, (0, 1, 2, 3), what="joints") if rows else ""


def _kind(joint: Any) -> str:
    return f"{'elastic ' if joint.elastic else ''}{joint.kind.replace('_', ' ')}"


def _ends(joint: Any) -> str:
    return f"{getattr(joint, 'parent', GROUND)} – {getattr(joint, 'child', '')}"


def _others(s: Subject, title: str) -> str:
    found = getattr(s.mechanism, title)
    lost = s.result.info.get("functions_not_stored", ()) if s.result is not None else ()
    rows = [
        [part.name, part.kind.replace("_", " "), NOT_STORED if part.name in lost else details(part)]
        for part in found.values()
    ]
    heads = (title[:-1], "kind", "as given")
    return heading(title.capitalize()) + table(heads, rows, (0, 1, 2), what=title) if rows else ""


def _initial(m: Any) -> str:
    rows = [[name, str(value)] for name, value in m.initial.items()]
    return heading("Initial values") + table(("coordinate", "value"), rows, (0, 1), what="values") if rows else ""
