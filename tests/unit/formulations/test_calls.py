"""Calls that ask one thing of a state: batches give what single states give, and mistakes are told.

Arrays of float64 go straight to the kernels, lists go the careful way: both must agree to rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.poses import Poses
from snodo.formulations.tree import manifold

EXAMPLES = Path(__file__).parents[3] / "examples"
CASES = [("four_bar", "planar"), ("four_bar", "tree"), ("spatial_slider_crank", "tree"), ("rolling_disc", "tree")]
CASES += [("spatial_slider_crank", "spatial"), ("somersaulter", "tree")]


def somersaulter() -> sn.Mechanism:
    """A floating trunk with a ball joint, a hinge, a screw, two welds and a slide after a turn."""
    m = sn.Mechanism("somersaulter", dimension=3, gravity=(0.0, 0.0, -9.81))
    for k, name in enumerate(("trunk", "arm", "hand", "ring", "leg", "foot", "tail")):
        m.body(name, mass=1.0 + k, com=(0.1, 0.02 * k, 0.0), inertia=(0.1, 0.2, 0.25), at=(0.2 * k, 0.1 * k, 0.05 * k))
    m.free("base", "ground", "trunk", at=(0.0, 0.0, 0.0))
    m.spherical("shoulder", "trunk", "arm", at=(0.2, 0.1, 0.05))
    m.fixed("wrist", "arm", "hand", at=(0.4, 0.2, 0.1))
    m.fixed("finger", "hand", "ring", at=(0.6, 0.3, 0.15))
    m.revolute("hip", "trunk", "leg", at=(0.8, 0.4, 0.2), axis=(0.0, 0.6, 0.8))
    m.cylindrical("knee", "leg", "foot", at=(1.0, 0.5, 0.25), axis=(1.0, 0.0, 0.0))
    m.revolute("tail joint", "trunk", "tail", at=(1.2, 0.6, 0.3), axis=(0.0, 0.0, 1.0))
    m.frame("tip", on="ring", at=(0.7, 0.3, 0.1), angle=0.5, axis=(0.0, 0.6, 0.8))
    return m


@pytest.fixture(scope="module", params=CASES, ids=lambda case: "-".join(case))
def F(request: pytest.FixtureRequest) -> Any:
    name, formulation = request.param
    return bind(somersaulter() if name == "somersaulter" else sn.load(EXAMPLES / f"{name}.yaml"), formulation)


def states(F: Any, count: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Some states near the drawing, with Euler parameters of length one."""
    rng = np.random.default_rng(7)
    q, v = F.reference()[0], 0.3 * rng.standard_normal((count, F.nv))
    Q = np.array([F.moved(q, step) for step in v])
    if F.name == "spatial":
        Q = np.array([F.state(q, v[0])[: F.nq] for q in Q])
    return Q, v


def names(F: Any) -> list[str]:
    m = F.mechanism
    return [*m.bodies, *m.frames, *m.joints, *(f"{body}.com" for body in m.bodies), "ground"]


def close(one: Any, other: Any) -> None:
    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


def test_places_of_a_batch_are_those_of_its_states(F: Any) -> None:
    Q, V = states(F)
    for name in names(F):
        many = F.pose(Q, name)
        assert (many.r.shape, many.A.shape) == ((5, 3), (5, 3, 3))
        for k, (q, v) in enumerate(zip(Q, V)):
            one, listed = F.pose(q, name), F.pose(q.tolist(), name)
            close(many.r[k], one.r), close(many.A[k], one.A)
            close(listed.r, one.r), close(listed.A, one.A)
            close(F.velocity(Q, V, name)[k], F.velocity(q, v, name))
            close(F.velocity(q.tolist(), v.tolist(), name), F.velocity(q, v, name))
            close(F.jacobian_of(q, name) @ v, F.velocity(q, v, name))


def test_jacobians_and_accelerations_of_batches(F: Any) -> None:
    Q, V = states(F)
    for name in list(F.mechanism.bodies)[:3]:
        if F.name != "spatial":
            close(F.jacobian_of(Q, name), [F.jacobian_of(q, name) for q in Q])
        if F.name == "tree":
            many = F.acceleration(Q, V, V, name)
            close(many, [F.acceleration(q, v, v, name) for q, v in zip(Q, V)])
            close(many[0], F.acceleration(Q[0].tolist(), V[0].tolist(), V[0], name))


def test_velocities_are_the_rates_of_places(F: Any) -> None:
    """By central differences along the motion, whose error is of the order of the square of the step."""
    h, (Q, V) = 1e-5, states(F)
    for name in names(F):
        before, after = (F.pose(F.moved(Q[0], sign * h * V[0]), name) for sign in (-1.0, 1.0))
        twist, A = F.velocity(Q[0], V[0], name), F.pose(Q[0], name).A
        np.testing.assert_allclose(twist[:3], (after.r - before.r) / (2 * h), atol=1e-8)
        spin = (after.A - before.A) / (2 * h) @ A.T
        np.testing.assert_allclose(twist[3:], [spin[2, 1], spin[0, 2], spin[1, 0]], atol=1e-8)


def test_all_poses_are_a_mapping_and_arrays(F: Any) -> None:
    Q, _ = states(F)
    found, many = F.poses(Q[0]), F.poses(Q)
    assert isinstance(found, Poses)
    assert list(found) == [*F.mechanism.bodies, *F.mechanism.frames]
    assert found.names == list(found)
    assert len(found) == len(found.r) == len(found.A)
    for k, (name, pose) in enumerate(found.items()):
        close(pose.r, F.pose(Q[0], name).r), close(found.A[k], F.pose(Q[0], name).A)
        close(many[name].r, F.pose(Q, name).r), close(many[name].A, F.pose(Q, name).A)
    few = F.poses(Q[0].tolist(), ["ground", next(iter(F.mechanism.bodies))])
    assert next(iter(few)) == "ground"
    assert "nobody" not in few
    with pytest.raises(sn.NameNotFound, match="there is no pose of 'nobody'"):
        few["nobody"]


def test_steps_on_the_manifold_are_those_of_the_equations(F: Any) -> None:
    """The kernels against the same equations in NumPy, for small, large and no turns; and batches."""
    if F.name != "tree":
        pytest.skip("coordinates of others are not on such a manifold")
    Q, V = states(F)
    places = F.flat.places
    for size in (0.0, 1e-9, 1e-3, 1.0, 2.5):
        for q, v in zip(Q, V):
            after, v = F.integrate(q, size * v, 1.3), size * v
            close(after, F.count_turns(manifold.integrate(places, q, v, 1.3)))
            close(F.difference(q, after), manifold.difference(places, F.nv, q, after))
            if not F.flat.counters:
                close(F.coordinate_rates(3.0 * q if "base" in F.joint_places else q, v)[-4:], rates_of(F, q, v)[-4:])
    close(F.integrate(Q, V, 0.7), [F.integrate(q, v, 0.7) for q, v in zip(Q, V)])
    close(F.integrate(Q[0], V, 0.7), [F.integrate(Q[0], v, 0.7) for v in V])
    close(F.difference(Q, Q[::-1]), [F.difference(q, p) for q, p in zip(Q, Q[::-1])])
    close(F.coordinate_rates(Q, V), [F.coordinate_rates(q, v) for q, v in zip(Q, V)])
    close(F.integrate(Q[1].tolist(), V[1].tolist(), 0.7), F.integrate(Q[1], V[1], 0.7))


def rates_of(F: Any, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """q̇ by central differences of `integrate`, whose error is below 1e-9 here."""
    h = 1e-4
    found: np.ndarray = manifold.rates(F.flat.places, q, v)
    slope = (F.integrate(q, v, h) - F.integrate(q, v, -h)) / (2 * h)
    np.testing.assert_allclose(found, slope, atol=1e-7)
    return found


def test_the_compiled_solution_is_the_careful_one(F: Any) -> None:
    """Dense linear algebra, which lists go through, against the compiled equations with pivots above 1e-4."""
    Q, V = states(F)
    A, multipliers = F.solve(Q, V, 0.1)
    assert (A.shape, multipliers.shape) == ((5, F.nv), (5, F.nc))
    for k, (q, v) in enumerate(zip(Q, V)):
        quick, careful = F.solve(q, v, 0.1), F.solve(q.tolist(), v.tolist(), 0.1)
        size = max(1.0, *(float(np.abs(x).max(initial=0.0)) for x in careful))
        for one, other, batch in zip(quick, careful, (A[k], multipliers[k])):
            np.testing.assert_allclose(one, other, atol=1e-10 * size)
            np.testing.assert_allclose(batch, one, atol=1e-12 * size)
    close(F.solve(Q, V[0])[0][2], F.solve(Q[2], V[0])[0])


def test_redundant_rows_are_solved_carefully() -> None:
    """Multipliers of least norm, which the compiled equations do not know, also after a run has left out rows."""
    F = sn.Planar(sn.load(EXAMPLES / "parallelogram.yaml"))
    sn.simulate(F, 0.05)
    q = sn.assemble(F).q
    a, multipliers = F.solve(q, np.zeros(F.nv))
    careful = F.solve(q.tolist(), [0.0] * F.nv)
    close(a, careful[0]), close(multipliers, careful[1])


MISTAKES: list[tuple[str, Callable[[Any, Any, Any], Any], str]] = [
    ("short", lambda F, q, v: F.pose(q[:-1], "arm"), "but needs 21 numbers|has shape"),
    ("name", lambda F, q, v: F.pose(q, "armm"), "armm"),
    ("order", lambda F, q, v: F.pose("arm", q), "wanted by its name"),
    ("words", lambda F, q, v: F.velocity(q, "fast", "arm"), "v is 'fast'"),
    ("nan", lambda F, q, v: F.integrate(q, v * np.nan, 0.1), "finite numbers"),
    ("zero", lambda F, q, v: F.difference(q, 0.0 * q), "Euler parameters of 'base' are all zero"),
    ("zero pose", lambda F, q, v: F.pose(0.0 * q, "arm"), "Euler parameters of 'base' are all zero"),
    ("zero twist", lambda F, q, v: F.velocity(0.0 * q, v, "arm"), "Euler parameters of 'base' are all zero"),
    ("zero poses", lambda F, q, v: F.poses(0.0 * q), "Euler parameters of 'base' are all zero"),
    ("zero J", lambda F, q, v: F.jacobian_of(0.0 * q, "arm"), "Euler parameters of 'base' are all zero"),
    ("row", lambda F, q, v: F.integrate(np.array([q, q * np.nan]), v, 0.1), "row 1: q"),
    ("row of poses", lambda F, q, v: F.poses(np.array([q, q, 0.0 * q])), "row 2: q"),
    ("row of places", lambda F, q, v: F.pose(np.array([q, q + np.inf]), "arm"), "row 1: q"),
    ("lengths", lambda F, q, v: F.velocity(np.array([q] * 3), np.array([v] * 2), "arm"), "different lengths"),
    ("batch", lambda F, q, v: F.solve(np.array([q] * 3), np.array([v] * 2)), "in a batch of 3 states"),
    ("row solved", lambda F, q, v: F.solve(np.array([q, q]), np.array([v, v * np.nan])), "row 1: v"),
]


@pytest.mark.parametrize(("ask", "told"), [case[1:] for case in MISTAKES], ids=[case[0] for case in MISTAKES])
def test_mistakes_are_told(ask: Callable[..., Any], told: str) -> None:
    F: Any = sn.Tree(somersaulter())
    q, v = F.reference()
    with pytest.raises(sn.SnodoError, match=told):
        ask(F, q, v + 0.1)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda F, q: F.pose(q[:-1], "rocker"), "q has shape \\(8,\\), but needs 9 numbers"),
        (lambda F, q: F.pose("rocker", q), "wanted by its name"),
        (lambda F, q: F.velocity(q, "fast", "rocker"), "v is 'fast'"),
        (lambda F, q: F.poses(q, ["roker"]), "roker"),
    ],
)
def test_mistakes_in_the_plane_are_told(ask: Callable[..., Any], told: str) -> None:
    F = sn.Planar(sn.load(EXAMPLES / "four_bar.yaml"))
    with pytest.raises(sn.SnodoError, match=told):
        ask(F, F.reference()[0])


def test_a_batch_of_one_state_is_a_batch(F: Any) -> None:
    Q, V = states(F, 1)
    name = next(iter(F.mechanism.bodies))
    assert F.pose(Q, name).r.shape == F.poses(Q)[name].r.shape == (1, 3)
    assert F.velocity(Q, V, name).shape == (1, 6)
    assert F.solve(Q, V)[0].shape == (1, F.nv)
    if F.name == "tree":
        assert F.integrate(Q, V, 0.1).shape == F.coordinate_rates(Q, V).shape == (1, F.nq)
        assert F.difference(Q, Q).shape == (1, F.nv)
        assert F.jacobian_of(Q, name).shape == (1, 6, F.nv)
