"""From constraints on velocities to the rows of the plane: knife edges, wheels, coupled speeds, the user's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from snodo.formulations.parts.rolling_places import rolling_places, round_places
from snodo.formulations.planar.description import ZERO, Constraint, Describer, Link
from snodo.mechanism import velocity_constraints as on_velocities
from snodo.mechanism.part import GROUND


def knife_edge(d: Describer, part: on_velocities.KnifeEdge) -> Constraint:
    """No velocity of the point across the edge."""
    u = d.geometry.direction(part.axis, part.child, part)
    s_j = d.point(part.name if part.at is None else part.at, part.child, part)
    link = Link("edge", d.number(part.parent), d.number(part.child), s_j=s_j, u=complex(u[0], u[1]))
    return Constraint(part, link, [f"{part.name}.across"], ["m"], on_velocity=[True])


def rolling(d: Describer, part: on_velocities.Rolling) -> Constraint:
    """The height of a wheel over its line or circle, and no slip along it; c is its radius."""
    link = Link("rolling", d.number(part.parent), d.number(part.child), c=part.radius)
    if part.surface_radius is None:
        centre, on, n = rolling_places(d.geometry, part)
        link.u = complex(n[0], n[1])
    else:
        centre, on, _ = round_places(d.geometry, part)
        link.kind, link.u = "round", complex(part.surface_radius + part.radius)
    link.s_i = d.point({part.parent: on}, part.parent, part)
    link.s_j = d.point({part.child: centre}, part.child, part)
    rows = [f"{part.name}.height", f"{part.name}.forward"]
    return Constraint(part, link, rows, ["m", "m"], on_velocity=[False, True])


def speed_coupler(d: Describer, part: on_velocities.SpeedCoupler) -> Constraint:
    """Σ factor · speed − value(t)."""
    terms = [(factor, _speed(d, name)) for name, factor in part.factors.items()]
    unit = "m" if all(link.kind == "along" for _, link in terms) else "rad"
    link = Link("speeds", terms[0][1].i, terms[0][1].j)
    value = None if part.value == ZERO else part.value
    return Constraint(part, link, [f"{part.name}.speed"], [unit], value, terms=terms, on_velocity=[True])


def _speed(d: Describer, name: str) -> Link:
    """The coordinate whose speed is meant: of a joint, or `body.vx`, `body.vy`, `body.omega`."""
    if name in d.mechanism.joints:
        return d.joint_coordinate(name)
    body, _, word = name.rpartition(".")
    if word == "omega":
        return d.body_angle(body)
    s_j = d.point({body: (0.0, 0.0)}, body, d.mechanism.bodies[body])
    return Link("along", d.number(GROUND), d.number(body), s_j=s_j, u=1.0 + 0j if word == "vx" else 1j)


def written_speeds(d: Describer, part: on_velocities.VelocityConstraint) -> Constraint:
    """The user's rows g(t, q, v)."""
    from snodo.formulations.parts.user_velocity_rows import velocity_constraint_of

    written = velocity_constraint_of(part, [x for body in part.bodies for x in d.drawn(body)])
    numbers, rows = [d.number(b) for b in part.bodies], [f"{part.name}.{k + 1}" for k in range(written.outputs)]
    link = Link(f"velocity_{written.kind}", numbers[0], numbers[0])
    level = [True] * len(rows)
    return Constraint(part, link, rows, [""] * len(rows), bodies=numbers, written=written, on_velocity=level)


ON_VELOCITIES: dict[type, Callable[[Describer, Any], Constraint]] = {
    on_velocities.KnifeEdge: knife_edge,
    on_velocities.Rolling: rolling,
    on_velocities.SpeedCoupler: speed_coupler,
    on_velocities.VelocityConstraint: written_speeds,
}
