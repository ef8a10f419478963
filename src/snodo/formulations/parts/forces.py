"""From the applied forces of a mechanism to laws: bodies, points and joint coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.loads import rubbing
from snodo.formulations.parts.bushings import bushing_laws
from snodo.formulations.parts.cables import cable_laws
from snodo.formulations.parts.capstans import capstan_laws
from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.formulations.parts.contact_gaps import contact_gaps
from snodo.formulations.parts.numbers import named_input
from snodo.formulations.parts.soft_stops import soft_laws
from snodo.formulations.parts.switched import slipping_belts
from snodo.formulations.parts.yielding import YieldingRow, drive_of, rows_of, split, yields
from snodo.mechanism.body import Particle
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.forces import Clutch
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.tabulated import resolved_all
from snodo.mechanism.joints import Rod
from snodo.mechanism.laws import Law
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.states import Signals
from snodo.mechanism.tables import curves_of


def laws_of(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """All forces except gravity and those that are rows; raises UnsupportedError listing all that are not supported."""
    laws = all_laws(mechanism, builder)
    if not builder.laws_as_rows:
        return laws
    return [law for law in (drive_of(law) if yields(law) else law for law in laws) if law is not None]


def yielding_rows(mechanism: Mechanism, builder: RowBuilder) -> list[YieldingRow]:
    """The springs and dampers as rows."""
    laws = enumerate(all_laws(mechanism, builder))
    return [row for k, law in laws if yields(law) for row in rows_of(law, builder, k)]


def all_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """All forces except gravity and those that hold and let go; raises UnsupportedError listing all not supported."""
    laws: list[Law] = [law for part in mechanism.forces.values() if (law := part.law(builder)) is not None]
    curves = curves_of(mechanism.tables)
    for law in laws:
        law.functions = resolved_all(law.functions, curves)
    problems = [problem for law in laws for problem in _turned_particle(law, mechanism)]
    signals = Signals(mechanism, builder.geometry)
    for law in [] if problems else laws:
        law.functions = tuple(signals.written_out(f) if isinstance(f, MeasuredFormula) else f for f in law.functions)
        names = [name for f in law.functions if isinstance(f, MeasuredFormula) for name in f.names]
        law.measures = {name: named_input(builder, name, law.part) for name in names}
        several, joint = bool(law.coordinate), mechanism.joints.get(law.joint)
        law.coordinate = law.coordinate or getattr(joint, "coordinate", "")
        if joint is not None and (several or law.joint not in builder.carried):
            law.kind, law.quantity = "measured", builder.coordinate(joint, law.coordinate)
            if law.quantity.period and law.stiffness:
                what = f"{law.part.title} acts in joint {law.joint!r}, which closes a loop and does not count turns"
                problems.append(Problem(what, "cut the loop at another joint", law.part.where))
    if problems:
        raise UnsupportedError(problems)
    laws = [split(law, mechanism) for law in laws] if builder.laws_as_rows else laws
    laws += [*bushing_laws(mechanism, builder), *cable_laws(mechanism, builder), *relief_laws(mechanism, builder)]
    laws += [law for belt in slipping_belts(mechanism) if builder.switched for law, _ in belt.slip_laws(builder)]
    own = [*elastic_laws(mechanism, builder), *soft_laws(mechanism, builder), *clutch_laws(mechanism, builder)]
    return [*laws, *own, *rubbing_laws(mechanism, builder), *capstan_laws(mechanism, builder)]


def rubbing_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """Laws without a force of their own, to which the power of the friction of rigid contacts is added."""
    return [
        Law(contact, "measured", True, quantity=gap, row=f"{name}.friction")
        for contact in (rubbing(mechanism) if builder.switched else ())
        for name, gap in contact_gaps(builder, contact).items()
    ]


def clutch_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """Friction of clutches and brakes on each of their joints, if somebody switches its direction (`switching/`)."""
    laws = []
    for part in mechanism.forces.values() if builder.switched else ():
        for name in part.joints if isinstance(part, Clutch) else ():
            joint = mechanism.joints[name]
            law = Law(part, "coordinate", True, joint=name, coordinate=joint.coordinate, row=f"{part.name}.{name}")
            if name not in builder.carried:
                law.kind, law.quantity = "measured", builder.coordinate(joint)
            law.coulomb, law.smoothing, law.dry = float(part.capacity), 1.0, True
            laws.append(law)
    return laws


def relief_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """Cylinders that yield, if somebody switches their direction (`switching/`)."""
    cylinders = (part for part in mechanism.forces.values() if isinstance(part, LinearActuator) and builder.switched)
    return [part.relief_law(builder) for part in cylinders if part.relief is not None]


def elastic_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """F = −k Φ − d Φ̇ for every row Φ that an elastic joint would have if it were rigid; a rod is a spring.

    In space the rows that constrain rotations are products of directions; one torsion replaces all of them.
    """
    laws = []
    for part in mechanism.joints.values():
        if part.elastic and isinstance(part, Rod):
            laws.append(_elastic_rod(part, builder))
        elif part.elastic:
            part_rows = builder.rows_of(part)
            for row, x in zip(part_rows.rows, part_rows.quantities):
                turns = x.unit == "rad"
                if turns and mechanism.dimension == 3:
                    continue
                law = Law(part, "measured", False, quantity=x, row=row)
                law.stiffness = part.torsional_stiffness if turns else part.stiffness
                law.damping = part.torsional_damping if turns else part.damping
                law.dissipates = law.damping > 0
                laws.append(law)
            if part.torsional_stiffness and mechanism.dimension == 3:
                laws.append(_torsion(part, builder))
    return laws


def _torsion(part: Any, builder: RowBuilder) -> Law:
    """The moment of an elastic joint in space against the rotations that are not free."""
    a, b, free = builder.turning(part)
    law = Law(part, "torsion", part.torsional_damping > 0, part.parent, part.child, row=f"{part.name}.turn")
    law.held, law.turned = 3 - len(free), b @ a.T
    if free:
        law.start, law.end = a @ free[0], b @ free[-1]
    law.stiffness, law.damping = part.torsional_stiffness, part.torsional_damping
    return law


def _elastic_rod(part: Rod, builder: RowBuilder) -> Law:
    """A spring along it."""
    law = Law(part, "spring", part.damping > 0, part.parent, part.child, *builder.ends(part))
    law.row = f"{part.name}.length"
    law.stiffness, law.damping, law.free = part.stiffness or 0.0, part.damping, part.full_length(builder)
    return law


def _turned_particle(law: Law, mechanism: Mechanism) -> Iterator[Problem]:
    """Problems of a force that would rotate a particle."""
    joint = mechanism.joints.get(law.joint)
    ends = (joint.parent, joint.child) if joint is not None and joint.coordinate == "angle" else ()
    if any(isinstance(mechanism.bodies.get(body), Particle) for body in ends):
        what = f"{law.part.title}: it exerts a torque on a particle, which does not rotate"
        yield Problem(what, "make it a body with a moment of inertia", law.part.where)
