"""Constraints on velocities: all formulations and all methods against one another, in motions and reactions.

A wheelset on an incline, a disc on a table that is tilted and on one that gives way, wheels on wheels, a ball in a
drum, carts with coupled speeds, a swimmer whose angular momentum is prescribed; some also against what can be worked
out by hand.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk

import snodo as sn
from snodo.constraint_methods import method_from
from snodo.constraint_methods.redundancy import keep_independent_rows
from snodo.formulations.bind import bind

TIGHT = sn.DOP853(rtol=1e-11)
IN_PLANE = ("planar", "tree", "spatial", "spatial_euler")
IN_SPACE = ("tree", "spatial", "spatial_euler")
EXACT = ("geometric", "embedding", "quasi_velocities", "augmented_lagrangian")
R = 0.3


def thin(mass: float, radius: float) -> tuple[float, float, float]:
    """Moments of a disc with the axis y."""
    return (mass * radius**2 / 4, mass * radius**2 / 2, mass * radius**2 / 4)


# ---------------------------------------------------------------- mechanisms
def wheelset() -> sn.Mechanism:
    """Two wheels that turn on one axle, on a plane that falls along x, with a mass ahead of the axle on it."""
    slope = np.deg2rad(10)
    m = sn.Mechanism("wheelset", dimension=3, gravity=(9.81 * np.sin(slope), 0, -9.81 * np.cos(slope)))
    m.add_points(L=(0, 0.5, R), M=(0, -0.5, R), O=(0, 0, 0), C=(0, 0, R))
    m.body("axle", mass=3.0, inertia=(0.4, 0.1, 0.45), com=(0.05, 0.02, -0.1), at="C")
    for wheel, place in (("left", "L"), ("right", "M")):
        m.body(wheel, mass=1.0, inertia=thin(1.0, R), at=place)
        m.revolute(place, "axle", wheel, axis="y")
        m.rolling(f"{wheel}_contact", "ground", wheel, R, normal="z", axis="y", at=place, on="O")
    m.initial = {"L.speed": 2.0, "M.speed": 3.0}
    return m


def tilted_table() -> sn.Mechanism:
    """A disc on a table whose tilt about x is prescribed."""
    m = _on_table()
    m.driver("tilt", joint="T", angle="0.2*sin(2*t)")
    return m


def yielding_table() -> sn.Mechanism:
    """A disc on a table that swings on a spring."""
    m = _on_table()
    m.torsional_spring("spring", "T", stiffness=60.0, damping=2.0)
    return m


def _on_table() -> sn.Mechanism:
    m = sn.Mechanism("table", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(T=(0, 0, 0), C=(0.1, 0.2, R + 0.05))
    m.body("table", mass=20.0, inertia=(3.0, 2.0, 4.0), com=(0, 0, -0.1), at="T")
    m.body("disc", mass=1.0, inertia=thin(1.0, R), at="C")
    m.revolute("T", "ground", "table", axis="x")
    m.rolling("W", "table", "disc", R, normal="z", axis="y", at="C")
    m.initial = {"disc.wy": 7.0, "disc.wz": 0.5, "disc.wx": 0.3}
    return m


def ball_on_table() -> sn.Mechanism:
    m = _on_table()
    del m.constraints["W"]
    m.rolling("W", "table", "disc", R, normal="z", at="C")
    m.driver("tilt", joint="T", angle="0.2*sin(2*t)")
    return m


def wheel_on_plank() -> sn.Mechanism:
    """In the plane: a wheel on a plank that swings on a hinge."""
    m = sn.Mechanism("plank", gravity=(0, -9.81))
    m.add_points(A=(0, 0), C=(0.2, R + 0.02))
    m.body("plank", mass=4.0, inertia=0.8, com=(0.05, 0), at="A")
    m.disc("wheel", R, at="C", mass=1.0)
    m.revolute("A", "ground", "plank")
    m.torsional_spring("spring", "A", stiffness=80.0)
    m.rolling("W", "plank", "wheel", R, normal="y", at="C")
    m.initial = {"A.speed": 0.3}
    return m


def sleigh_on_raft() -> sn.Mechanism:
    """A knife edge that cuts into a body that moves itself."""
    m = sn.Mechanism("raft")
    m.add_points(P=(0.1, 0.2))
    m.body("raft", mass=5.0, inertia=2.0, com=(0.1, 0), at=(0, 0))
    m.body("sleigh", mass=1.0, inertia=0.5, com=(0.3, 0), at="P")
    m.knife_edge("P", "raft", "sleigh", axis="x")
    m.initial = {"sleigh.omega": 2.0, "raft.omega": -0.3, "raft.vx": 0.1, "raft.vy": 0.2}
    return m


def coupled_carts() -> sn.Mechanism:
    """Speeds of two carts and a wheel in a relation that depends on time."""
    m = sn.Mechanism("carts", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0, 1), C=(1, 2))
    for name, place in (("a", "A"), ("b", "B")):
        m.box(name, (0.2, 0.1), at=place, mass=1.0)
        m.prismatic(place, "ground", name, axis="x", at=place)
    m.disc("wheel", 0.2, at="C", mass=2.0)
    m.revolute("C", "ground", "wheel")
    m.speed_coupler("S", {"A": 1.0, "B": -2.0, "wheel.omega": 0.5}, value="0.3*cos(3*t)")
    m.spring("k", "ground", "a", (0.5, 0), {"a": (0, 0)}, stiffness=20.0)
    return m


def planet() -> sn.Mechanism:
    """In the plane: a wheel on the rim of another one, which turns on a hinge."""
    m = sn.Mechanism("planet", gravity=(0, -9.81))
    m.add_points(A=(0, 0), C=(0.6 * np.sin(0.2), 0.6 * np.cos(0.2)))
    m.disc("sun", 0.4, at="A", mass=3.0)
    m.body("wheel", mass=1.0, inertia=0.02, com=(0.02, 0.01), at="C")
    m.revolute("A", "ground", "sun")
    m.rolling("W", "sun", "wheel", 0.2, at="C", on="A", surface_radius=0.4)
    m.initial = {"A.speed": 1.0}
    return m


def ball_in_drum() -> sn.Mechanism:
    """A ball inside a drum that turns about a slanted axis of its own."""
    m = sn.Mechanism("drum", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), C=(0, 0.3, -0.4))
    m.body("drum", mass=5.0, inertia=(1.0, 1.2, 1.1), com=(0.1, 0.02, 0), at="A")
    m.sphere("ball", 0.2, at="C", mass=1.0)
    m.revolute("A", "ground", "drum", axis=(1, 0, 0.2))
    m.rolling("W", "drum", "ball", 0.2, at="C", on="A", surface_radius=-0.7, surface_axis=(1, 0, 0))
    m.initial = {"A.speed": 2.0, "ball.vx": 0.3, "ball.wz": 0.4}
    return m


PLANE = (wheel_on_plank, sleigh_on_raft, coupled_carts, planet)
SPACE = (wheelset, tilted_table, yielding_table, ball_on_table, ball_in_drum)
CASES = [(m, word) for m in PLANE for word in IN_PLANE] + [(m, word) for m in SPACE for word in IN_SPACE]
T = 0.6


@cache
def motion(describe: Any, formulation: str) -> sn.Result:
    result: sn.Result = sn.simulate(
        describe(), T, formulation=formulation, integrator=TIGHT, output=T / 3, progress=False
    )
    return result


# ---------------------------------------------------------------- formulations
@pytest.mark.parametrize(("describe", "formulation"), CASES, ids=lambda x: getattr(x, "__name__", x))
def test_formulations_agree_in_motions_and_reactions(describe: Any, formulation: str) -> None:
    found, wanted = motion(describe, formulation), motion(describe, "tree")
    for body in wanted.formulation.body_names:
        np.testing.assert_allclose(found.position(body), wanted.position(body), atol=1e-8)
        np.testing.assert_allclose(found.velocity(body), wanted.velocity(body), atol=1e-8)
        np.testing.assert_allclose(found.acceleration(body), wanted.acceleration(body), atol=2e-7)
    redundant = describe is wheelset  # the sideways forces of the two wheels are not determined one by one
    for part in [] if redundant else [*describe().joints, *describe().constraints, *describe().drivers]:
        np.testing.assert_allclose(found.reaction(part), wanted.reaction(part), atol=1e-7, err_msg=part)
    assert np.abs(found.found["violation"]).max() < 1e-10
    assert np.abs(found.found["violation_rate"]).max() < 1e-9


@pytest.mark.parametrize(("describe", "formulation"), CASES, ids=lambda x: getattr(x, "__name__", x))
def test_work_and_energy_agree(describe: Any, formulation: str) -> None:
    assert motion(describe, formulation).quality().verdict == "good"


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_the_sideways_forces_of_a_wheelset_are_redundant_and_their_sum_is_not(formulation: str) -> None:
    found = motion(wheelset, formulation)
    assert len(found.info["redundant_rows"]) == 1
    sums = [
        r.reaction("left_contact").values[:, :3] + r.reaction("right_contact").values[:, :3]
        for r in (found, motion(wheelset, "tree"))
    ]
    np.testing.assert_allclose(sums[0], sums[1], atol=1e-7)
    m = wheelset()
    accelerated = sum(
        m.bodies[name].mass * found.acceleration(f"{name}.com").values for name in ("axle", "left", "right")
    )
    np.testing.assert_allclose(sums[0] + 5.0 * np.array(m.gravity), accelerated, atol=1e-7)


# ---------------------------------------------------------------- methods
@cache
def bound(describe: Any, formulation: str) -> tuple[Any, np.ndarray, np.ndarray]:
    F = bind(describe(), formulation)
    run = sn.simulate(F, T, tolerance=1e-10, output=[0.0, T], progress=False)
    keep_independent_rows(F, run.q[-1], T)
    return F, run.q[-1], run.v[-1]


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize(("describe", "formulation"), CASES, ids=lambda x: getattr(x, "__name__", x))
def test_methods_agree_in_accelerations_and_forces(describe: Any, formulation: str, method: str) -> None:
    F, q, v = bound(describe, formulation)
    wanted, multipliers = F.solve(q, v, T)
    ready = method_from(method).bind(F, q, v, T)
    found = ready.recover(np.array([T]), ready.state(q, v)[None])
    size = F.velocity_scale
    scale = np.abs(wanted / size).max() + np.abs(v / size).max() ** 2 + 9.81 / F.size
    assert np.abs((found["acceleration"][0] - wanted) / size).max() < 1e-9 * scale
    J = F.jacobian(q, T)
    force = max(np.abs(J.T @ multipliers).max(), np.abs(F.forces(q, v, T)).max())
    np.testing.assert_allclose(J.T @ found["multiplier"][0], J.T @ multipliers, atol=1e-8 * force)


@pytest.mark.parametrize("method", [*EXACT, "augmented", "baumgarte"])
@pytest.mark.parametrize(
    ("describe", "formulation"), [(sleigh_on_raft, "planar"), (yielding_table, "tree"), (tilted_table, "spatial")]
)
def test_methods_agree_in_motions(describe: Any, formulation: str, method: str) -> None:
    wanted = motion(describe, formulation)
    found = sn.simulate(
        describe(), T, formulation=formulation, method=method, integrator=TIGHT, output=T / 3, progress=False
    )
    np.testing.assert_allclose(found.q, wanted.q, atol=1e-7)
    np.testing.assert_allclose(found.v, wanted.v, atol=1e-6)


def test_viscous_constraints_converge_like_one_over_their_damping() -> None:
    """Penalty: a row on velocities is a damper, and slips by λ/D."""
    wanted = motion(sleigh_on_raft, "planar").position("sleigh").values[-1]
    errors = []
    for damping in (1e2, 1e3, 1e4):
        method = sn.Penalty(damping=damping)
        found = sn.simulate(sleigh_on_raft(), T, method=method, integrator=TIGHT, output=T / 3, progress=False)
        errors.append(np.linalg.norm(found.position("sleigh").values[-1] - wanted))
        slip, force = found.found["violation_rate"][:, 0], found.multipliers[:, 0]
        np.testing.assert_allclose(force, damping * slip, rtol=1e-9, atol=1e-12)
    assert errors[0] / errors[1] == pytest.approx(10, rel=0.2)
    assert errors[1] / errors[2] == pytest.approx(10, rel=0.05)


# ---------------------------------------------------------------- by hand
@pytest.mark.parametrize("formulation", IN_PLANE)
def test_a_wheel_rolls_down_an_incline_with_two_thirds_of_the_acceleration(formulation: str) -> None:
    m = sn.Mechanism("incline", gravity=(0, -9.81))
    slope = np.deg2rad(30)
    down, normal = np.array([np.cos(slope), -np.sin(slope)]), np.array([np.sin(slope), np.cos(slope)])
    m.disc("wheel", R, at=R * normal, mass=2.0)
    m.rolling("W", "ground", "wheel", R, normal=normal, at=R * normal)
    result = sn.simulate(m, 1.0, formulation=formulation, integrator=TIGHT, output=0.5, progress=False)
    a = 2 / 3 * 9.81 * np.sin(slope)
    np.testing.assert_allclose(result.position("wheel")[-1], R * normal + a / 2 * down, atol=1e-9)
    np.testing.assert_allclose(result["wheel.omega"][-1], -a / R, atol=1e-9)
    force = result.reaction("W").values[:, :2]  # at the wheel's centre: friction turns it
    np.testing.assert_allclose(force @ normal, 2.0 * 9.81 * np.cos(slope), atol=1e-9)
    np.testing.assert_allclose(force @ down, -2.0 * 9.81 * np.sin(slope) / 3, atol=1e-9)


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_a_ball_on_a_turntable_circles_at_two_sevenths_of_its_speed(formulation: str) -> None:
    """A homogeneous ball on a table that turns at Ω moves on a circle with 2/7 Ω (Earnshaw 1844; Milne 1948)."""
    m = sn.Mechanism("turntable", dimension=3, gravity=(0, 0, -9.81))
    speed, r = 3.0, 0.1
    m.add_points(T=(0, 0, 0), C=(0.5, 0, r))
    m.body("table", mass=5.0, inertia=(1.0, 1.0, 2.0), at="T")
    m.sphere("ball", r, at="C", mass=0.4)
    m.revolute("T", "ground", "table", axis="z")
    m.driver("motor", joint="T", speed=speed)
    m.rolling("W", "table", "ball", r, normal="z", at="C")
    m.initial = {"ball.vx": 0.2, "ball.vy": -0.1}
    duration = 2 * np.pi / (2 / 7 * speed)
    result = sn.simulate(m, duration, formulation=formulation, integrator=TIGHT, output=duration / 4, progress=False)
    start, _, half, _, end = result.position("ball").values
    np.testing.assert_allclose(end, start, atol=1e-8)
    radius = np.linalg.norm(result.velocity("ball").values[0]) / (2 / 7 * speed)
    assert np.linalg.norm(half - start) == pytest.approx(2 * radius, abs=1e-8)


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_a_wheel_in_a_bowl_swings_like_a_pendulum(formulation: str) -> None:
    """Of the length 3/2 (R − r): ½ m v² + ¼ m v² = m g h."""
    m = sn.Mechanism("bowl", gravity=(0, -9.81))
    start = 0.8 * np.exp(1j * (-np.pi / 2 + 1.2))
    m.disc("wheel", 0.2, at=(start.real, start.imag), mass=1.5)
    m.rolling("W", "ground", "wheel", 0.2, at=(start.real, start.imag), on=(0, 0), surface_radius=-1.0)
    period = 4 * np.sqrt(1.5 * 0.8 / 9.81) * ellipk(np.sin(0.6) ** 2)
    result = sn.simulate(m, period, formulation=formulation, integrator=TIGHT, output=period / 4, progress=False)
    places = result.position("wheel").values
    np.testing.assert_allclose(places[[0, 4]], [[start.real, start.imag]] * 2, atol=1e-8)
    np.testing.assert_allclose(places[[1, 3]], [[0, -0.8]] * 2, atol=1e-8)


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_a_ball_in_an_upright_pipe_comes_up_again(formulation: str) -> None:
    """It rises and falls √(2/7) times as often as it goes round (Littlewood's golf ball; Gualtieri and others 2006)."""
    m = sn.Mechanism("pipe", dimension=3, gravity=(0, 0, -9.81))
    r, pipe, turns = 0.1, 0.5, 6.0
    m.add_points(C=(pipe - r, 0, 0))
    m.sphere("ball", r, at="C", mass=0.4)
    m.rolling("C", "ground", "ball", r, on=(0, 0, 0), surface_radius=-pipe, surface_axis="z")
    m.initial = {"ball.vy": turns * (pipe - r), "ball.vz": 0.0, "ball.wx": 0.0}
    omega = np.sqrt(2 / 7) * turns
    times = np.linspace(0, 2 * np.pi / omega, 9)
    result = sn.simulate(m, output=times, formulation=formulation, integrator=TIGHT, progress=False)
    depth = 9.81 * 5 / 7 / omega**2
    np.testing.assert_allclose(result.position("ball").values[:, 2], -depth * (1 - np.cos(omega * times)), atol=1e-8)


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_a_prescribed_angular_momentum_is_a_constraint_on_velocities(formulation: str) -> None:
    """Two bodies on a hinge in the air: Σ (I ω + m r × v) about the origin is kept at b(t) = 0.5 + 0.2 t, in Python."""
    m = sn.Mechanism("swimmer")
    masses, moments = (2.0, 1.0), (0.3, 0.1)
    m.add_points(A=(0, 0), B=(0.6, 0.1))
    m.body("trunk", mass=masses[0], inertia=moments[0], at="A")
    m.body("leg", mass=masses[1], inertia=moments[1], at="B")
    m.revolute("hip", "trunk", "leg", at=(0.3, 0))

    def momentum(t: Any, q: Any, v: Any) -> Any:
        spin = sum(moments[k] * v[3 * k + 2] for k in range(2))
        orbit = sum(masses[k] * (q[3 * k] * v[3 * k + 1] - q[3 * k + 1] * v[3 * k]) for k in range(2))
        return spin + orbit - 0.5 - 0.2 * t

    m.velocity_constraint("L", ("trunk", "leg"), function=momentum)
    m.torque("hip_torque", "0.4*sin(5*t)", joint="hip")
    result = sn.simulate(m, 2.0, formulation=formulation, integrator=TIGHT, output=0.5, progress=False)
    total = 0.0
    for body, mass, moment in zip(("trunk", "leg"), masses, moments):
        r, u = result.position(body).values, result.velocity(body).values
        total = total + mass * (r[:, 0] * u[:, 1] - r[:, 1] * u[:, 0]) + moment * result[f"{body}.omega"].values
    np.testing.assert_allclose(total, 0.5 + 0.2 * result.time, atol=1e-9)
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_of_redundant_rows_those_on_positions_are_kept(formulation: str) -> None:
    """A wheel that rolls, and a formula that says the same of its position: x + R φ = 0."""
    m = sn.Mechanism("wheel", gravity=(3.0, -9.81))
    m.disc("wheel", R, at=(0, R), mass=1.0)
    m.rolling("W", "ground", "wheel", R, normal="y", at=(0, R))
    m.constraint("rack", "wheel", formula=f"wheel.x + {R}*wheel.angle")
    result = sn.simulate(m, 1.0, formulation=formulation, output=0.5, progress=False)
    F = result.formulation
    assert [row for row, kept in zip(F.row_names, F.kept_rows) if not kept] == ["W.forward"]
    np.testing.assert_allclose(result["wheel.x"].values, 0.5 * 2.0 * result.time**2, atol=1e-7)
    np.testing.assert_allclose(result["wheel.x"].values, -R * result["wheel.angle"].values, atol=1e-12)
