"""Links are numbered by depth, coordinates in the order of the description; every body's centre in one sweep."""

import numpy as np

import snodo as sn
from snodo.formulations.planar.planar import Planar
from snodo.formulations.tree.flatten import spread_of
from snodo.formulations.tree.tree import Tree


def two_arms(dimension):
    m = sn.Mechanism("two arms", dimension=dimension)
    com, zero = (0.3, 0.1, 0.2)[:dimension], (0.0, 0.0, 0.0)[:dimension]
    inertia, axis = (0.2, {}) if dimension == 2 else ((0.1, 0.2, 0.25), {"axis": "y"})
    for arm in "ab":
        base = "ground"
        for k in range(3):
            at = (float(k), 0.5 * k, 0.0)[:dimension]
            m.body(f"{arm}{k}", mass=1.0 + k, com=com, inertia=inertia, at=at)
            m.revolute(f"j{arm}{k}", base, f"{arm}{k}", at=at if k else zero, **axis)
            base = f"{arm}{k}"
    return m


def test_links_by_depth_coordinates_as_described():
    tree = Tree(two_arms(3))
    assert [tree.flat.bodies[name][0] for name in ("a0", "b0", "a1", "b1", "a2", "b2")] == [1, 2, 3, 4, 5, 6]
    assert [name.partition(".")[0] for name in tree.velocity_names] == ["ja0", "ja1", "ja2", "jb0", "jb1", "jb2"]
    assert tree.flat.parents == [0, 0, 0, 1, 2, 3, 4]


def test_centres_are_the_positions_of_all_bodies():
    rng = np.random.default_rng(3)
    for F in (Tree(two_arms(3)), Tree(two_arms(2)), Planar(two_arms(2))):
        q = F.reference()[0] + rng.standard_normal(F.nq)
        expected = [F.motion.position(f"{body}.com", q) for body in F.body_names]
        np.testing.assert_allclose(F.motion.centres(q), expected, rtol=0, atol=1e-14)


def test_spread_is_the_second_moment():
    rng = np.random.default_rng(4)
    cloud = rng.standard_normal((5, 3))
    for J in (cloud.T @ cloud, np.eye(3), np.zeros((3, 3)), np.diag([0.0, 2.0, 2.0]), np.diag([3.0, 1.0, 2.0])):
        found = spread_of(J)
        u, v = np.array(found.u), np.array([0.0, found.y, found.z])
        again = found.round * np.eye(3) + np.outer(u, u) + np.outer(v, v)
        np.testing.assert_allclose(again, J, rtol=0, atol=1e-14 * max(1.0, np.abs(J).max()))
