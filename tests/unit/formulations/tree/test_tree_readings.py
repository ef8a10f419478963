"""Readings of a tree: one state, many states, and anything that is not an array of numbers."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn


def robot() -> sn.Mechanism:
    m = sn.Mechanism("robot", dimension=3)
    for name, at in (("a", (0, 0, 0)), ("b", (0.5, 0, 0)), ("c", (0.5, 0.4, 0)), ("d", (2, 0, 0))):
        m.body(name, mass=1.0, com=(0.1, 0.2, 0.3), inertia=(0.2, 0.3, 0.4), at=at)
    m.revolute("A", "ground", "a", axis=(0, 0, 1), at={"ground": (0, 0, 0), "a": (0, 0, 0)})
    m.spherical("B", "a", "b", at={"a": (0.5, 0, 0), "b": (0, 0, 0)})
    m.universal("C", "b", "c", axis=(1, 0, 0), second=(0, 1, 0), at={"b": (0, 0.4, 0), "c": (0, 0, 0)})
    m.free("D", "ground", "d", at={"ground": (0, 0, 0), "d": (0, 0, 0)})
    m.frame("hand", on="c", at=(0.2, 0.1, 0.3))
    return m


NAMES = ("a", "b", "c", "d", "c.com", "hand", "C")


@pytest.fixture(scope="module")
def states():
    tree = sn.Tree(robot())
    rng = np.random.default_rng(3)
    drawn = [tree.random(rng) for _ in range(11)]
    return tree, np.array([q for q, _ in drawn]), np.array([v for _, v in drawn]), rng.standard_normal((11, tree.nv))


@pytest.mark.parametrize("name", NAMES)
def test_many_states_are_read_as_one_by_one(states, name) -> None:
    tree, q, v, a = states
    poses, close = tree.pose(q, name), {"rtol": 1e-12, "atol": 1e-12}
    np.testing.assert_allclose(poses.r, [tree.pose(x, name).r for x in q], **close)
    np.testing.assert_allclose(poses.A, [tree.pose(x, name).A for x in q], **close)
    np.testing.assert_allclose(tree.velocity(q, v, name), [tree.velocity(*x, name) for x in zip(q, v)], **close)
    one_by_one = [tree.acceleration(*x, name) for x in zip(q, v, a)]
    np.testing.assert_allclose(tree.acceleration(q, v, a, name), one_by_one, **close)
    np.testing.assert_allclose(tree.jacobian_of(q, name), [tree.jacobian_of(x, name) for x in q], **close)
    np.testing.assert_allclose(
        tree.jacobian_rate(q, v, name), [tree.jacobian_rate(*x, name) for x in zip(q, v)], **close
    )


def test_many_states_share_what_has_one_row(states) -> None:
    tree, q, v, a = states
    np.testing.assert_allclose(tree.velocity(q, v[0], "hand"), [tree.velocity(x, v[0], "hand") for x in q], atol=1e-12)
    direct, residual = tree.acceleration_parts(q, v, a)
    for name in ("b", "d"):
        np.testing.assert_allclose(direct[name] + residual[name], tree.acceleration(q, v, a, name), atol=1e-11)


@pytest.mark.parametrize("name", NAMES)
def test_readings_agree_with_one_another(states, name) -> None:
    """(v, ω) = J v; the pose moves with (v, ω); the velocity with the acceleration."""
    tree, q, v, a = (x if k == 0 else x[0] for k, x in enumerate(states))
    h = 1e-6
    np.testing.assert_allclose(tree.jacobian_of(q, name) @ v, tree.velocity(q, v, name), atol=1e-12)
    ends = [(tree.integrate(q, v + s * h / 2 * a, s * h), v + s * h * a) for s in (-1, 1)]
    poses = [tree.pose(x, name) for x, _ in ends]
    np.testing.assert_allclose((poses[1].r - poses[0].r) / (2 * h), tree.velocity(q, v, name)[:3], atol=1e-7)
    spin = (poses[1].A - poses[0].A) @ tree.pose(q, name).A.T / (2 * h)
    np.testing.assert_allclose([spin[2, 1], spin[0, 2], spin[1, 0]], tree.velocity(q, v, name)[3:], atol=1e-7)
    speeds = [tree.velocity(*x, name) for x in ends]
    np.testing.assert_allclose((speeds[1] - speeds[0]) / (2 * h), tree.acceleration(q, v, a, name), atol=1e-6)


def test_lists_strides_and_long_euler_parameters_are_taken(states) -> None:
    tree, q, v, _ = states
    expected = tree.velocity(q[1], v[1], "hand")
    np.testing.assert_allclose(tree.velocity(q[1].tolist(), v[1].tolist(), "hand"), expected, atol=1e-13)
    np.testing.assert_allclose(tree.velocity(np.asfortranarray(q)[1], v[1], "hand"), expected, atol=1e-13)
    long = q[1].copy()
    long[tree.position_slice("B")] *= 3.0
    np.testing.assert_allclose(tree.pose(long, "hand").A, tree.pose(q[1], "hand").A, atol=1e-13)
    np.testing.assert_allclose(tree.jacobian_of(long, "hand"), tree.jacobian_of(q[1], "hand"), atol=1e-13)
    np.testing.assert_allclose(tree.pose(np.array([long]), "hand").A[0], tree.pose(q[1], "hand").A, atol=1e-13)


def test_what_is_read_is_not_changed_by_the_next_reading(states) -> None:
    tree, q, v, a = states
    first = tree.pose(q[0], "a")
    kept = first.r.copy(), first.A.copy(), tree.acceleration(q[0], v[0], a[0], "a")
    copy = kept[2].copy()
    tree.acceleration(q[1], v[1], a[1], "a")
    np.testing.assert_array_equal(first.r, kept[0])
    np.testing.assert_array_equal(first.A, kept[1])
    np.testing.assert_array_equal(kept[2], copy)


def test_bad_states_are_refused_by_number(states) -> None:
    tree, q, v, _ = states
    bad = q.copy()
    bad[4, 0] = np.nan
    for read in (
        lambda x: tree.pose(x, "hand"),
        lambda x: tree.jacobian_of(x, "c"),
        lambda x: tree.velocity(x, v, "c"),
    ):
        with pytest.raises(sn.UnsupportedError, match="row 4"):
            read(bad)
        with pytest.raises(sn.UnsupportedError):
            read(bad[4]) if read(q) is not None else None
    none = q[0].copy()
    none[tree.position_slice("B")] = 0.0
    with pytest.raises(sn.UnsupportedError, match="all zero"):
        tree.pose(none, "hand")
    with pytest.raises(sn.NameNotFound):
        tree.pose(q[0], "foot")
    with pytest.raises(sn.UnsupportedError, match="but needs"):
        tree.pose(q[0][:3], "hand")
