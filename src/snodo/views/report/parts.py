"""The mechanism as tables: bodies, joints, constraints, forces, drivers, initial values."""

from __future__ import annotations

from typing import Any

from snodo.mechanism.part import GROUND
from snodo.mechanism.printing import details
from snodo.views.report.elements import heading, number, paragraph, section, table, vector
from snodo.views.report.subject import Subject


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
    F, flat = s.formulation, s.mechanism.dimension == 2
    rows, total = [], 0.0
    for name in F.body_names:
        inertia = F.geometry.bodies[name].inertia
        total += inertia.mass
        moments = number(inertia.izz) if flat else _moments(inertia)
        centre = vector(inertia.com[: s.mechanism.dimension])
        rows.append([name, s.mechanism.bodies[name].kind.replace("_", " "), number(inertia.mass), centre, moments])
    about = "moment of inertia [kg m²]" if flat else "Jxx, Jyy, Jzz; products [kg m²]"
    heads = ("body", "kind", "mass [kg]", "centre of mass [m]", about)
    sums = ("all bodies", "", number(total), "", "")
    note = "Centres of mass are in body axes, from the body's origin; moments of inertia are about them."
    return heading("Bodies") + table(heads, rows, (0, 1), total=sums, what="bodies") + paragraph(note, "soft")


def _moments(inertia: Any) -> str:
    J = inertia.tensor
    products = {"xy": J[0][1], "xz": J[0][2], "yz": J[1][2]}
    small = 1e-9 * max(abs(J[k][k]) for k in range(3))
    nonzero = [f"J{word} {number(x)}" for word, x in products.items() if abs(x) > small]
    return "; ".join([", ".join(number(J[k][k]) for k in range(3)), *([", ".join(nonzero)] if nonzero else [])])


def _joints(s: Subject) -> str:
    rows = [
        [joint.name, joint.kind.replace("_", " "), _ends(joint), "elastic" if joint.elastic else "", details(joint)]
        for joint in s.mechanism.joints.values()
    ]
    if not any(row[3] for row in rows):
        table_of = table(
            ("joint", "kind", "between", "as given"), [[*r[:3], r[4]] for r in rows], (0, 1, 2, 3), what="joints"
        )
    else:
        table_of = table(("joint", "kind", "between", "", "as given"), rows, (0, 1, 2, 3, 4), what="joints")
    return heading("Joints") + table_of if rows else ""


def _ends(joint: Any) -> str:
    return f"{getattr(joint, 'parent', GROUND)} – {getattr(joint, 'child', '')}"


def _others(s: Subject, title: str) -> str:
    found = getattr(s.mechanism, title)
    rows = [[part.name, part.kind.replace("_", " "), details(part)] for part in found.values()]
    return (
        heading(title.capitalize()) + table((title[:-1], "kind", "as given"), rows, (0, 1, 2), what=title)
        if rows
        else ""
    )


def _initial(m: Any) -> str:
    rows = [[name, str(value)] for name, value in m.initial.items()]
    return heading("Initial values") + table(("coordinate", "value"), rows, (0, 1), what="values") if rows else ""
