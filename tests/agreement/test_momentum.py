"""Momentum about any pole, wrenches about any point, inertia about any point: against the laws that tie them together.

Ṗ = F,   Ḣ_A = M_A − v_A × p   (source text 002, (24)) along runs, by differences of the series: the momenta come from
the velocities, the forces and moments from multipliers and laws of force.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_wrenches import IN_PLANE, IN_SPACE, LOADED

import snodo as sn
from snodo.formulations.bind import bind

CASES = [("plane", word) for word in IN_PLANE] + [("space", word) for word in IN_SPACE]
GROUPS: dict[str, list[Any]] = {
    "plane": [None, "tip", ["arm", "tip"]],
    "space": [None, "lower", ["upper", "lower"]],
}
POLES: dict[str, list[Any]] = {
    "plane": ["com", "origin", "B", "arm", "tip.com", (0.3, -0.2)],
    "space": ["com", "origin", "B", "upper", "lower.com", (0.3, -0.2, 0.5)],
}
STEP = 5e-4


@cache
def run(name: str, word: str) -> sn.Result:
    """Rows as close as differences of the fourth order like them."""
    result: sn.Result = sn.simulate(
        LOADED[name](), 0.02, formulation=word, output=STEP, tolerance=1e-12, progress=False, error_bars=False
    )
    return result


def rate(x: np.ndarray) -> np.ndarray:
    """ẋ of all rows but the first and last two, with an error of h⁴ x⁗′/30."""
    return (8 * (x[3:-1] - x[1:-3]) - (x[4:] - x[:-4])) / (12 * STEP)


def three(x: np.ndarray) -> np.ndarray:
    return np.pad(x, ((0, 0), (0, 3 - x.shape[1])))


def split(wrench: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if wrench.shape[1] == 6:
        return wrench[:, :3], wrench[:, 3:]
    return three(wrench[:, :2]), np.pad(wrench[:, 2:], ((0, 0), (2, 0)))


def members(result: sn.Result, group: Any) -> list[str]:
    return list(result.mechanism.bodies) if group is None else [group] if isinstance(group, str) else group


def acting(result: sn.Result, group: Any, at: Any) -> tuple[np.ndarray, np.ndarray]:
    """Force and moment about `at` of all that acts on bodies: forces, joints, gravity; what is internal cancels."""
    from snodo.formulations.series.reactions import bodies_of as of_part
    from snodo.results.wrenches import bodies_of as of_force

    m, bodies = result.mechanism, members(result, group)
    f, moment = np.zeros((2, result.time.size, 3))
    if isinstance(at, str) and at == "com":
        at = result.center_of_mass(group).values
    for name in [*m.forces, *m.joints, *m.constraints, *m.drivers]:
        on = of_force(result, m.forces[name]) if name in m.forces else of_part(m, m[name])
        for body in dict.fromkeys(on):
            if body in bodies:
                push, turn = split(result.wrench(name, body=body, at=at).values)
                f, moment = f + push, moment + turn
    for body in bodies:
        weight = result.formulation.geometry.bodies[body].inertia.mass * np.array([*m.gravity, 0.0][:3])
        f, moment = (
            f + weight,
            moment + np.cross(three(result.position(f"{body}.com").values) - place(result, at), weight),
        )
    return f, moment


def place(result: sn.Result, at: Any) -> np.ndarray:
    if isinstance(at, str):
        return np.zeros((result.time.size, 3)) if at == "origin" else three(result.position(at).values)
    return np.broadcast_to(three(np.atleast_2d(at)), (result.time.size, 3))


@pytest.mark.parametrize("index", range(6))
@pytest.mark.parametrize(("name", "word"), CASES)
def test_the_cardinal_equations_hold_for_any_pole(name: str, word: str, index: int) -> None:
    """Of the whole, of one body and of two, about poles that stand still and that move.

    5e-8 of the largest moment: friction that changes within 5 ms leaves 2e-8 of it to the differences.
    """
    result, about = run(name, word), POLES[name][index]
    for group in GROUPS[name]:
        p, H = result.momentum(group, about=about)
        p, H = three(p.values), H.values if H.ndim == 2 else np.pad(H.values[:, None], ((0, 0), (2, 0)))
        force, moment = acting(result, group, about)
        A = three(result.center_of_mass(group).values) if about == "com" else place(result, about)
        inside = slice(2, -2)
        np.testing.assert_allclose(rate(p), force[inside], atol=5e-8 * np.abs(force).max())
        wanted = moment[inside] - np.cross(rate(A), p[inside])
        np.testing.assert_allclose(rate(H), wanted, atol=5e-8 * max(1.0, np.abs(moment).max()))


@pytest.mark.parametrize("name", ["plane", "space"])
def test_every_formulation_says_the_same(name: str) -> None:
    words = IN_PLANE if name == "plane" else IN_SPACE
    group, poles = GROUPS[name][2], POLES[name]
    for about in poles:
        for k, word in enumerate(words):
            p, H = run(name, word).momentum(group, about=about, axes=group[0])
            J = run(name, word).inertia(group, about=about)
            if not k:
                first = p, H, J
                continue
            for one, other in zip((p, H, J), first):
                assert one.dims == other.dims
                assert one.attrs["units"] == other.attrs["units"]
                np.testing.assert_allclose(one, other, atol=1e-9)


# ---------------------------------------------------------------- definitions
def test_momentum_of_one_body_is_that_of_its_masses() -> None:
    """(30): Σ r_Ai × m_i ṙ_i over a cloud with the mass, centre and inertia of the body."""
    F = bind(LOADED["space"](), "spatial")
    q, _ = F.reference()
    v = np.random.default_rng(3).normal(size=F.nv)
    inertia = F.geometry.bodies["upper"].inertia
    moments, axes = inertia.principal()
    masses, places = cloud(inertia.mass, moments)
    s = np.array(inertia.com) + axes.apply(places)
    A, pole = F.pose(q, "upper").A, np.array([0.3, 0.1, -0.7])
    r = F.pose(q, "upper").r + s @ A.T
    w = F.motion.angular_velocity("upper", q, v)
    r_dot = F.motion.velocity("upper", q, v) + np.cross(w, s @ A.T)
    wanted = [*(masses @ r_dot), *(masses @ np.cross(r - pole, r_dot))]
    np.testing.assert_allclose(F.momentum(q, v, about=pole, bodies="upper"), wanted, atol=1e-13)
    d = r - pole
    J = np.einsum("i,ijk->jk", masses, [x @ x * np.eye(3) - np.outer(x, x) for x in d])
    np.testing.assert_allclose(F.inertia(q, about=pole, bodies="upper"), J, atol=1e-13)
    np.testing.assert_array_equal(F.inertia(q, "upper", about=pole), F.inertia(q, about=pole, bodies="upper"))


def cloud(mass: float, moments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Six masses on the principal axes with ∫ x² dm = (J₂ + J₃ − J₁) / 2."""
    half = (moments.sum() / 2 - moments) / 2
    size = np.sqrt(half / (mass / 6))
    return np.full(6, mass / 6), np.vstack([np.diag(size), -np.diag(size)])


def test_inertia_turns_a_rigid_motion_into_its_angular_momentum() -> None:
    """H_A = J_A ω if all bodies turn about A as one; and Huygens and Steiner between two poles."""
    F = bind(LOADED["space"](), "spatial")
    q, _ = F.reference()
    w, A = np.array([0.3, -1.0, 2.0]), np.array([0.2, 0.5, -0.4])
    v = np.zeros((len(F.body_names), 6))
    for k, body in enumerate(F.body_names):
        pose = F.pose(q, f"{body}.com")
        v[k] = [*np.cross(w, pose.r - A), *(pose.A.T @ w)]
    np.testing.assert_allclose(F.momentum(q, v.ravel(), about=A)[3:], F.inertia(q, about=A) @ w, atol=1e-13)
    d = F.center_of_mass(q) - A
    moved = F.inertia(q) + F.total_mass * (d @ d * np.eye(3) - np.outer(d, d))
    np.testing.assert_allclose(F.inertia(q, about=A), moved, atol=1e-13)
    inertia, pose = F.geometry.bodies["upper"].inertia, F.pose(q, "upper")
    own = pose.A @ inertia.about(pose.A.T @ (A - pose.r)) @ pose.A.T
    np.testing.assert_allclose(F.inertia(q, about=A, bodies="upper"), own, atol=1e-13)


@pytest.mark.parametrize("word", IN_SPACE)
def test_free_flight_keeps_both_momenta(word: str) -> None:
    """Two bodies on a ball joint with a torque between them, under gravity; the integrator's tolerance limits it."""
    m = sn.Mechanism("flight", dimension=3, gravity=(0, 0, -9.81))
    m.box("one", (0.2, 0.3, 0.5), (0, 0, 0), mass=2.0)
    m.box("two", (0.1, 0.6, 0.2), (0.3, 0.3, 0.1), mass=1.0)
    m.revolute("hinge", "one", "two", at=(0.1, 0.1, 0.1), axis=(1, 2, 0))
    m.torque("muscle", "sin(7*t)", joint="hinge")
    m.initial.update({"one.vx": 1.0, "one.wx": 2.0, "one.wy": -3.0, "hinge.speed": 5.0})
    result = sn.simulate(m, 1.0, formulation=word, tolerance=1e-11, output=0.1, progress=False)
    p, H = result.momentum()
    fall = np.outer(result.time, 3.0 * np.array(m.gravity))
    np.testing.assert_allclose(p - fall, np.broadcast_to(p[0], p.shape), atol=1e-8)
    np.testing.assert_allclose(H, np.broadcast_to(H[0], H.shape), atol=1e-8)
    assert np.abs(result.momentum(about="one").angular.values[-1] - H.values[-1]).max() > 0.1
    one, two = (result.momentum(body, about="com").angular for body in ("one", "two"))
    assert np.abs(one.values[-1] - one.values[0]).max() > 0.01
    assert two.shape == (11, 3)


def test_a_path_of_the_result_is_a_pole() -> None:
    """The centre of mass of the whole, for the momentum of one body."""
    result = run("space", "tree")
    H = result.momentum("lower", about=result.center_of_mass()).angular
    p, H_own = result.momentum("lower")
    arm = result.position("lower.com").values - result.center_of_mass().values
    np.testing.assert_allclose(H, H_own + np.cross(arm, p), atol=1e-13)


def test_body_axes_of_one_body_give_the_tensor_times_the_spin() -> None:
    """ʲH_G = ʲJ_G ʲω, (41)."""
    result = run("space", "tree")
    H = result.momentum("upper", axes="body").angular
    J = np.array(result.formulation.geometry.bodies["upper"].inertia.tensor)
    np.testing.assert_allclose(H, result.angular_velocity("upper", axes="body").values @ J, atol=1e-13)
    np.testing.assert_allclose(result.inertia("upper", axes="body"), np.broadcast_to(J, (41, 3, 3)), atol=1e-13)


# ---------------------------------------------------------------- wrenches about any point
@pytest.mark.parametrize(("name", "word"), CASES)
def test_reactions_about_any_point(name: str, word: str) -> None:
    """μ_B = μ_A − r_AB × f, and the names and coordinates of one place give the same."""
    result = run(name, word)
    f, moment = split(result.reaction("B").values)
    joint = three(result.position("B").values)
    for at in POLES[name]:
        push, turn = split(result.reaction("B", at=at).values)
        A = three(result.center_of_mass().values) if at == "com" else place(result, at)
        np.testing.assert_allclose(push, f, atol=1e-12)
        np.testing.assert_allclose(turn, moment - np.cross(A - joint, f), atol=1e-10)
        rows = A[:, : result.mechanism.dimension]
        np.testing.assert_allclose(split(result.reaction("B", at=rows).values)[1], turn, atol=1e-12)
    child = result.mechanism.joints["B"].child
    np.testing.assert_allclose(result.reaction("B", at=child), result.reaction("B", body=child), atol=1e-10)
    turned = result.reaction("B", axes="child", at="origin")
    forward = result.reaction("B", at="origin")
    np.testing.assert_allclose(np.linalg.norm(turned, axis=1), np.linalg.norm(forward, axis=1), atol=1e-10)


def test_wrenches_between_the_links_about_any_point() -> None:
    result = run("space", "tree")
    tree, k = result.formulation, 7
    q, v, a = result.q[k], result.v[k], result.a[k]
    plain, about = tree.joint_wrenches(q, v, a), tree.joint_wrenches(q, v, a, at="lower.com", axes="child")
    arm = tree.motion.position("B", q) - tree.motion.position("lower.com", q)
    A = tree.motion.rotation("lower", q)
    moment = plain["B"][3:] + np.cross(arm, plain["B"][:3])
    np.testing.assert_allclose(about["B"], [*(A.T @ plain["B"][:3]), *(A.T @ moment)], atol=1e-12)
    many = tree.joint_wrenches(result.q, result.v, result.a, at="lower.com", axes="child")
    np.testing.assert_allclose(many["B"][k], about["B"], atol=1e-12)


def test_inverse_dynamics_about_any_point() -> None:
    result = run("space", "tree")
    found = sn.inverse_dynamics(result.mechanism, result)
    plain, about = (found.wrench("B", **x).values for x in ({}, {"at": (0, 0, 1)}))
    arm = result.position("B").values - np.array([0, 0, 1.0])
    np.testing.assert_allclose(about[:, 3:], plain[:, 3:] + np.cross(arm, plain[:, :3]), atol=1e-10)
    np.testing.assert_array_equal(found.reaction("B", at=(0, 0, 1)).values, about)


@pytest.mark.parametrize("word", ["planar", "tree", "spatial"])
def test_reactions_under_actuators_about_any_point(word: str) -> None:
    """Of a five-bar whose two cranks are driven by actuators."""
    m = sn.Mechanism("five-bar", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(-0.15, 0.3), C=(0.15, 0.6), D=(0.45, 0.3), E=(0.3, 0))
    for name, (i, j) in {"left": "AB", "upper": "BC", "lower": "CD", "right": "DE"}.items():
        m.bar(name, i, j, mass=0.5)
    for joint, parent, child in (("A", "ground", "left"), ("B", "left", "upper"), ("C", "upper", "lower")):
        m.revolute(joint, parent, child)
    m.revolute("D", "lower", "right")
    m.revolute("E", "ground", "right")
    motion = {"A.angle": "0.4*sin(3*t)", "E.angle": "0.3*(1 - cos(2*t))"}
    times = np.linspace(0, 0.5, 6)
    found = sn.inverse_dynamics(m, motion, times, actuators=["A", "E"], formulation=word)
    f, moment = split(found.reaction("C").values)
    push, turn = split(found.reaction("C", at="upper.com", axes="world").values)
    arm = three(found.position("C").values - found.position("upper.com").values)
    np.testing.assert_allclose(push, f, atol=1e-12)
    np.testing.assert_allclose(turn, moment + np.cross(arm, f), atol=1e-12)
    np.testing.assert_allclose(found.reaction("C", at=found.position("C").values), found.reaction("C"), atol=1e-10)


# ---------------------------------------------------------------- questions without an answer
def test_unknown_places_bodies_and_axes() -> None:
    result = run("space", "tree")
    with pytest.raises(sn.NameNotFound, match=r"no body, frame or joint 'uper'(.|\n)*did you mean 'upper'"):
        result.reaction("B", at="uper")
    with pytest.raises(sn.NameNotFound, match=r"point 'C' is not on a body(.|\n)*\(0.9, 0, 0.2\)(.|\n)*frame"):
        result.momentum(about="C")
    with pytest.raises(sn.NameNotFound, match=r"there is no body 'lowr'(.|\n)*'lower'"):
        result.momentum("lowr")
    with pytest.raises(sn.NameNotFound, match=r"at = \(1, 2\) is no place(.|\n)*3 coordinates"):
        result.wrench("wind", at=(1, 2))
    with pytest.raises(sn.NameNotFound, match=r"about has the shape \(3, 3\)(.|\n)*41 rows"):
        result.momentum(about=np.zeros((3, 3)))
    with pytest.raises(sn.NameNotFound, match=r'axes="body" does not say which of 3 bodies'):
        result.momentum(axes="body")
    with pytest.raises(sn.NameNotFound, match="there is no body or frame 'upp'"):
        result.inertia(axes="upp")
    with pytest.raises(sn.NameNotFound, match="'lower' twice"):
        result.center_of_mass(["lower", "lower"])
    with pytest.raises(sn.NameNotFound, match="names no body"):
        result.center_of_mass([])
    np.testing.assert_array_equal(
        result.reaction("B", at=("300 mm", 0, 0)).values, result.reaction("B", at=(0.3, 0, 0)).values
    )


@pytest.mark.parametrize("cls", [sn.Planar, sn.Spatial, sn.Tree])
def test_wrong_states_are_refused(cls: Any) -> None:
    F = cls(sn.load(Path(__file__).parents[2] / "examples" / "four_bar_free.yaml"))
    q, v = F.reference()
    for wrong in (q[:2], q * np.nan):
        with pytest.raises(sn.SnodoError):
            F.center_of_mass(wrong)
        with pytest.raises(sn.SnodoError):
            F.momentum(wrong, v)
    with pytest.raises(sn.SnodoError):
        F.momentum(q, np.zeros(F.nv + 3))
    with pytest.raises(sn.SnodoError, match="give the name of a body"):
        F.momentum(q, v, bodies=3)
