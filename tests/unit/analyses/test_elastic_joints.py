"""Elastic joints: springs in the place of rows, in every formulation and method; against potentials and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from tests import mechanisms
from tests.placed_like import placed_like

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.series.elastic_joints import elastic_reaction, rigid_twin

FORMULATIONS = ("planar", "tree", "spatial")


def door(lower: float, upper: float, turning: float = 1.0) -> sn.Mechanism:
    """20 kg on two elastic hinges, 1.4 m apart, the centre of mass 0.4 m beside them."""
    m = sn.Mechanism("door", dimension=3, gravity=(0, 0, -9.81))
    m.box("leaf", (0.8, 0.04, 2.0), (0.4, 0, 1.0), mass=20)
    for name, k, z in (("lower", lower, 0.3), ("upper", upper, 1.7)):
        m.revolute(name, "ground", "leaf", axis="z", at=(0, 0, z), stiffness=k, damping=k / 500)
        m.joints[name].torsional_stiffness, m.joints[name].torsional_damping = turning, turning / 100
    return m


def four_bar(stiffness: float | None = None, damping: float = 0.0) -> sn.Mechanism:
    m = mechanisms.four_bar()
    m.joints["C"].stiffness, m.joints["C"].damping = stiffness, damping
    return m


def plane_of_all() -> sn.Mechanism:
    """Every elastic joint of the plane."""
    m = sn.Mechanism("bushings", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.3, 0.1), C=(0.7, 0.1), D=(1.0, 0.3), E=(1.3, 0.1), F=(0.2, 0.6))
    for name, ends in (("a", "AB"), ("b", "BC"), ("c", "CD"), ("d", "DE"), ("e", "EF")):
        m.bar(name, *ends, mass=1.0)
    k = {"stiffness": 3000.0, "damping": 4.0}
    turning = {"torsional_stiffness": 200.0, "torsional_damping": 0.5}
    m.revolute("A", "ground", "a", **k)
    m.fixed("B", "a", "b", **k, **turning)
    m.prismatic("C", "b", "c", axis=(1, 0.5), **k, **turning)
    m.pin_in_slot("D", "c", "d", axis=(0.2, 1), **k)
    m.revolute("E", "d", "e")
    m.rod("strut", "ground", "e", (0, 1), "F", **k)
    return m


def space_of_all() -> sn.Mechanism:
    """Every elastic joint of space, one after the other."""
    m = sn.Mechanism("bushings in space", dimension=3, gravity=(0, 0, -9.81))
    for k in range(9):
        m.box(f"b{k}", (0.1, 0.2, 0.3), at=(0.3 * k, 0.1 * k, 0), mass=1.0)
        m.point(f"p{k}", 0.3 * k - 0.1, 0.1 * k, 0.05 * k)
    k = {"stiffness": 3000.0, "damping": 4.0}
    both = {**k, "torsional_stiffness": 200.0, "torsional_damping": 0.5}
    m.revolute("p0", "ground", "b0", axis=(1, 2, 3), **both)
    m.prismatic("p1", "b0", "b1", axis=(1, -1, 0), **both)
    m.cylindrical("p2", "b1", "b2", axis=(0, 1, 1), **both)
    m.universal("p3", "b2", "b3", axis=(0, 0, 1), second=(0, 1, 0), **both)
    m.spherical("p4", "b3", "b4", **k)
    m.planar("p5", "b4", "b5", axis=(1, 0, 1), **both)
    m.selection("p6", "b5", "b6", directions=("rx", "y"), **both)
    m.fixed("p7", "b6", "b7", **both)
    m.pin_in_slot("p8", "b7", "b8", axis=(1, 1, 0), **k)
    return m


# ---------------------------------------------------------------- by hand
@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_a_door_shares_its_weight_by_the_stiffness_of_its_hinges(formulation):
    result = sn.simulate(door(1e6, 2e6), 0.6, output=0.1, formulation=formulation)
    lower, upper = (result.reaction(name).values[-1] for name in ("lower", "upper"))
    weight, couple = 20 * 9.81, 20 * 9.81 * 0.4 / 1.4
    assert lower[[0, 2]] == pytest.approx([couple, weight / 3], rel=2e-4)
    assert upper[[0, 2]] == pytest.approx([-couple, 2 * weight / 3], rel=2e-4)
    assert result["leaf.z"].values[-1] == pytest.approx(1.0 - weight / 3e6 - 0.4 * couple / 1.4 * 1.5e-6, abs=1e-7)
    assert result["energy.elastic"].values[-1] > 0
    assert result.quality().energy_relative < 1e-8


def test_it_is_the_elastic_resolution_of_the_doctor():
    """The rigid door has five rows too many; the doctor resolves them by the same stiffnesses (turning: k L²)."""
    rigid = rigid_twin(sn.Spatial(door(1.0, 1.0)))
    size = rigid.size
    told = sn.doctor(rigid.mechanism).reactions(
        resolution="elastic", stiffness={"lower": 1e6, "upper": 2e6}, axes="world"
    )
    m = door(1e6, 2e6)
    for name, k in (("lower", 1e6), ("upper", 2e6)):
        m.joints[name].torsional_stiffness, m.joints[name].torsional_damping = k * size**2, k * size**2 / 500
    result = sn.simulate(m, 0.6, output=0.1, formulation="spatial")
    for name in ("lower", "upper"):
        assert result.reaction(name).values[-1] == pytest.approx(told[name], abs=0.02)


# ---------------------------------------------------------------- forces and potentials
@pytest.mark.parametrize(
    ("make", "bind"),
    [(plane_of_all, sn.Planar), (plane_of_all, sn.Tree), (plane_of_all, sn.Spatial), (space_of_all, sn.Tree)],
)
def test_forces_are_those_of_the_potential(make, bind):
    """At rest Q is minus the derivative of gravity's and the springs' energy along every velocity."""
    F = bind(make())
    q = F.moved(F.reference()[0], 0.02 * np.random.default_rng(2).standard_normal(F.nv))
    rest, step = np.zeros(F.nv), 1e-5
    for k in range(F.nv):
        ends = [F.state(F.moved(q, sign * step * np.eye(F.nv)[k]), rest) for sign in (-1, 1)]
        energies = F.energies(np.zeros(2), np.array(ends)).sum(axis=1)
        assert F.forces(q, rest)[k] == pytest.approx(-np.diff(energies)[0] / (2 * step), abs=1e-4)


def test_formulations_agree_in_space():
    """Accelerations and reactions in a strained state that moves."""
    m = space_of_all()
    tree, spatial = sn.Tree(m), sn.Spatial(m)
    rng = np.random.default_rng(5)
    q = tree.moved(tree.reference()[0], 0.05 * rng.standard_normal(tree.nv))
    v = 0.3 * rng.standard_normal(tree.nv)
    there = placed_like(spatial, tree.motion, q, v)
    assert tree.nc == spatial.nc == 0
    a, b = tree.solve(q, v)[0], spatial.solve(*there)[0]
    for body in m.bodies:
        place = tree.motion.acceleration(body, q, v, a)
        assert spatial.motion.acceleration(body, *there, b) == pytest.approx(place, rel=1e-9, abs=1e-8)
    first, second = (sn.simulate(m, 0.2, output=0.02, formulation=f, tolerance=1e-10) for f in ("tree", "spatial"))
    for joint in m.joints:
        for axes in ("world", "parent", "child"):
            pair = [x.reaction(joint, axes=axes).values for x in (first, second)]
            assert pair[0] == pytest.approx(pair[1], abs=2e-5), joint
    assert first.quality().energy_relative < 1e-8


def test_formulations_agree_in_the_plane():
    results = [sn.simulate(plane_of_all(), 0.3, output=0.02, formulation=f, tolerance=1e-10) for f in FORMULATIONS]
    for other in results[1:]:
        assert other.works.sum(axis=1) == pytest.approx(results[0].works.sum(axis=1), abs=1e-8)
        for joint in plane_of_all().joints:
            pair = [x.reaction(joint).values for x in (results[0], other)]
            assert pair[0] == pytest.approx(pair[1], abs=1e-5), joint
    for result in results:
        assert result.quality().energy_relative < 1e-9


def test_reactions_balance_the_bodies():
    """m a = m g + what the joints exert, of every body; with a rod that pulls along itself."""
    m = plane_of_all()
    result = sn.simulate(m, 0.3, output=0.02, tolerance=1e-10)
    for body in m.bodies:
        total = np.tile([0.0, -9.81], (result.time.size, 1))
        for name, part in m.joints.items():
            sign = {part.child: 1, part.parent: -1}.get(body, 0)
            total = total + sign * result.reaction(name).values[:, :2]
        assert total == pytest.approx(result.acceleration(f"{body}.com").values, abs=1e-6)


# ---------------------------------------------------------------- turned far, in space
TURNED = {
    "fixed": ({}, (1, 2, 2)),
    "prismatic": ({"axis": "x"}, (2, 1, 2)),
    "revolute": ({"axis": "x"}, (0, 3, 4)),
    "cylindrical": ({"axis": "x"}, (0, 4, 3)),
    "universal": ({"axis": "x", "second": "y"}, (0, 0, 1)),
}


def bushing(kind: str, damping: float = 0.0, **words: str) -> sn.Mechanism:
    """A block on one elastic joint of 30 N m/rad at its centre of mass."""
    m = sn.Mechanism("bushing", dimension=3, gravity=(0, 0, 0))
    m.add_points(P=(0.2, 0.1, 0.3))
    m.box("b", (0.2, 0.3, 0.4), at="P", mass=2.0)
    k = {"stiffness": 400.0, "torsional_stiffness": 30.0, "torsional_damping": damping}
    getattr(m, kind)("P", "ground", "b", **words, **k)
    return m


def turned(F: sn.Tree, axis: tuple[float, ...], angle: float) -> np.ndarray:
    u = np.array(axis) / np.linalg.norm(axis)
    q = F.reference()[0].copy()
    q[3:7] = (np.cos(angle / 2), *(np.sin(angle / 2) * u))
    return q


@pytest.mark.parametrize("formulation", ["tree", "spatial", "spatial_euler"])
@pytest.mark.parametrize("kind", TURNED)
def test_the_moment_is_linear_in_a_large_angle(kind, formulation):
    """k θ about the axis of the turn, by the equations of motion: I ω̇ = −k θ u at rest; energy ½ k θ²."""
    words, axis = TURNED[kind]
    u = np.array(axis) / np.linalg.norm(axis)
    F = bind(bushing(kind, **words), formulation)
    inertia = np.array([0.3**2 + 0.4**2, 0.2**2 + 0.4**2, 0.2**2 + 0.3**2]) * 2.0 / 12
    for angle in (0.1, 0.5, 1.0, 1.5, *([] if kind == "universal" else [2.0, 3.0])):
        q, rest = turned(F, axis, angle), np.zeros(F.nv)
        A = F.motion.rotation("b", q)
        moment = A @ np.diag(inertia) @ A.T @ F.motion.angular_acceleration("b", q, rest, F.solve(q, rest)[0])
        assert moment == pytest.approx(-30 * angle * u, abs=1e-8)
        assert elastic_reaction(F, "P", q[None], rest[None])[0, 3:] == pytest.approx(-30 * angle * u, abs=1e-8)
        energy = F.energies(np.zeros(1), F.state(q, rest)[None])[0, 2]
        assert energy == pytest.approx(15 * angle**2, rel=1e-9)


@pytest.mark.parametrize("kind", TURNED)
def test_energy_and_damping_at_large_angles(kind):
    """The works of the dampers balance the energy; the formulations agree on motion and reactions."""
    words, _ = TURNED[kind]
    start = {"b.wx": 2.0, "b.wy": -6.0, "b.wz": 7.0, "b.vy": 0.3}
    results = [
        sn.simulate(bushing(kind, 0.2, **words), 0.4, initial=start, output=0.05, tolerance=1e-10, formulation=name)
        for name in ("tree", "spatial", "spatial_euler")
    ]
    for result in results:
        assert result.quality().energy_relative < 1e-7
        assert result["P.turn.work"].values[-1] < -0.01
        assert result.reaction("P").values == pytest.approx(results[0].reaction("P").values, abs=1e-5)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_a_weld_holds_as_in_the_plane(formulation):
    """16 N m on 30 N m/rad: it swings about 16/30 rad, up to twice that, by (1 − cos) as a linear oscillator."""
    m = bushing("fixed")
    m.torque("T", body="b", torque=16.0, axis="z")
    result = sn.simulate(m, 1.0, output=0.01, tolerance=1e-10, formulation=formulation)
    rate = np.sqrt(30 / (2.0 / 12 * 0.13))
    expected = 16 / 30 * rate * np.sin(rate * result.time)
    assert result["b.wz"].values == pytest.approx(expected, abs=1e-5)
    assert not result.info["warnings"]


def test_a_run_that_turns_too_far_says_so():
    result = sn.simulate(bushing("fixed"), 0.5, initial={"b.wz": 150.0}, output=0.001)
    assert any("elastic fixed 'P' is turned by" in text for text in result.info["warnings"])


def test_the_doctor_names_elastic_joints():
    assert "their motion counts as free: C." in str(sn.doctor(four_bar(1e5)))
    assert "lastic" not in str(sn.doctor(four_bar()))


# ---------------------------------------------------------------- beside rigid joints
def test_it_becomes_rigid_like_one_over_the_stiffness():
    rigid = sn.simulate(four_bar(), 0.3, output=0.01, tolerance=1e-10)
    errors = []
    for k in (1e4, 1e5, 1e6):
        soft = sn.simulate(four_bar(k, 0.6 * np.sqrt(k)), 0.3, output=0.01, tolerance=1e-10)
        errors.append(np.abs(soft["A.angle"].values - rigid["A.angle"].values).max())
    assert errors[0] / errors[1] == pytest.approx(10, rel=0.1)
    assert errors[1] / errors[2] == pytest.approx(10, rel=0.02)


@pytest.mark.parametrize("method", ["augmented", "baumgarte", "geometric", "embedding", "quasi_velocities"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_with_every_method(method, formulation):
    usual = sn.simulate(four_bar(1e4, 30.0), 0.1, output=0.02, tolerance=1e-10)
    other = sn.simulate(four_bar(1e4, 30.0), 0.1, output=0.02, tolerance=1e-10, method=method, formulation=formulation)
    assert other["A.angle"].values == pytest.approx(usual["A.angle"].values, abs=1e-8)
    assert other.reaction("C").values == pytest.approx(usual.reaction("C").values, abs=1e-3)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_it_starts_without_strain(formulation):
    """An initial angle moves everything as if the joint were rigid."""
    start, rigid = (
        sn.assemble(m, initial={"A.angle": 0.4, "A.speed": 2.0}, formulation=formulation)
        for m in (four_bar(1e5), four_bar())
    )
    result = sn.simulate(four_bar(1e5), 0.01, initial={"A.angle": 0.4, "A.speed": 2.0}, formulation=formulation)
    assert result["energy.elastic"].values[0] < 1e-18
    assert start.moved == pytest.approx(rigid.moved, abs=1e-9)
    if formulation != "tree":
        assert start.v == pytest.approx(rigid.v, abs=1e-9)


def test_a_strained_start_is_kept_where_it_is_wanted():
    result = sn.simulate(door(1e5, 1e5), 0.01, initial={"leaf.z": 0.99}, formulation="spatial")
    assert result["leaf.z"].values[0] == pytest.approx(0.99)
    assert result["energy.elastic"].values[0] == pytest.approx(0.5 * 2e5 * 0.01**2, rel=1e-6)


def test_inverse_dynamics_with_an_elastic_joint():
    """The motion of a run is one that needs no efforts, and its reactions are the same."""
    m = four_bar(1e4, 30.0)
    run = sn.simulate(m, 0.1, output=0.01, tolerance=1e-10)
    found = sn.inverse_dynamics(m, run, actuators=[])
    for joint in "ABCD":
        assert found.reaction(joint).values == pytest.approx(run.reaction(joint).values, abs=1e-6)


# ---------------------------------------------------------------- words
def test_in_a_file():
    m = sn.loads(sn.to_yaml(door(1e6, 2e6)))
    assert m.joints["upper"].stiffness == 2e6
    assert m.joints["upper"].torsional_damping == pytest.approx(0.01)
    text = sn.to_yaml(four_bar())
    assert "stiffness" not in text


@pytest.mark.parametrize(
    ("kind", "settings", "match"),
    [
        ("revolute", {"stiffness": 1e5, "torsional_stiffness": 1.0}, "takes no torsional_stiffness"),
        ("revolute", {"stiffness": -1.0}, "stiffness is -1"),
        ("revolute", {"damping": 2.0}, "damping is 2"),
        ("revolute", {"stiffness": 1.0, "damping": -2.0}, "damping is -2"),
        ("fixed", {"stiffness": 1e5}, "is elastic, but has no torsional_stiffness"),
        ("fixed", {"torsional_stiffness": 1e5}, "is elastic, but has no stiffness"),
        ("free", {"stiffness": 1e5}, "takes no stiffness: it constrains no displacements"),
    ],
)
def test_wrong_words(kind, settings, match):
    m = four_bar()
    part = {"revolute": sn.mechanism.joints.Revolute, "fixed": sn.mechanism.joints.Fixed}
    part["free"] = sn.mechanism.joints.Free
    m.add(part[kind](name="X", parent="ground", child="crank", at="A", **settings))
    with pytest.raises(sn.MechanismError, match=match):
        m.check()


def test_screws_stay_rigid():
    m = sn.Mechanism("screw", dimension=3)
    m.box("nut", (0.1, 0.1, 0.1), mass=1.0)
    m.helical("S", "ground", "nut", axis="z", pitch=0.01, at=(0, 0, 0))
    m.joints["S"].stiffness, m.joints["S"].torsional_stiffness = 1e4, 10.0
    with pytest.raises(sn.MechanismError, match="a helical cannot be elastic") as error:
        m.check()
    assert len(error.value.problems) == 1


def test_it_is_explained():
    text = str(sn.explain(four_bar(1e5, 3.0)))
    assert "C.x: elastic joint of coupler (i) and rocker (j), instead of a row" in text
    assert "− k (x − x_0) − c" in text or "−k (x − x_0) − c" in text
