"""Random trees in three dimensions, described by their parts, for the tests of the tree formulation."""

import numpy as np

import snodo as sn
from snodo.mechanism import joints
from snodo.mechanism.body import rotation_about

KINDS = (
    "revolute",
    "prismatic",
    "spherical",
    "free",
    "planar",
    "universal",
    "helical",
    "cylindrical",
    "selection",
    "fixed",
)
DIRECTIONS = ("x", "y", "z", "rx", "ry", "rz")


def unit(rng):
    n = rng.standard_normal(3)
    return n / np.linalg.norm(n)


def inertia_tensor(rng):
    """That of a random cloud of points."""
    cloud = rng.standard_normal((6, 3)) * 0.3
    return np.einsum("ij,ij", cloud, cloud) * np.eye(3) - cloud.T @ cloud


def add_body(m, name, rng):
    return m.body(
        name,
        mass=rng.uniform(0.5, 2.0),
        com=tuple(rng.uniform(-0.3, 0.3, 3)),
        inertia=inertia_tensor(rng).tolist(),
        at=tuple(rng.uniform(-1, 1, 3)),
        angle=rng.uniform(-3, 3),
        axis=tuple(unit(rng)),
    )


def add_joint(m, name, kind, parent, child, rng):
    words = {"name": name, "parent": parent, "child": child, "at": tuple(rng.uniform(-1, 1, 3))}
    axis = unit(rng)
    if kind in ("revolute", "prismatic", "helical"):
        words["reference"] = rng.uniform(-0.5, 0.5)
    if kind in ("revolute", "prismatic", "helical", "cylindrical", "planar", "universal"):
        words["axis"] = tuple(axis)
    if kind == "helical":
        words["pitch"] = rng.uniform(0.1, 0.5)
    if kind == "universal":
        words["second"] = tuple(np.cross(axis, unit(rng)))
    if kind == "selection":
        words["directions"] = tuple(rng.permutation(DIRECTIONS)[: rng.integers(1, 6)])
    return m.add(joints.JOINTS[kind](**words))


def random_tree(rng, count, kinds=KINDS, turned=0.0, gravity=None):
    """`count` bodies, each on an earlier one (or the ground) by a joint of a random kind, some described backward."""
    m = sn.Mechanism("random", dimension=3, gravity=rng.uniform(-10, 10, 3).tolist() if gravity is None else gravity)
    for k in range(count):
        add_body(m, f"b{k}", rng)
        base = "ground" if k == 0 else f"b{rng.integers(k)}"
        kind = str(rng.choice(kinds))
        ends = (base, f"b{k}")
        if kind != "free" and rng.uniform() < turned:
            ends = ends[::-1]
        add_joint(m, f"j{k}", kind, *ends, rng)
    return m


def rotation(rng):
    return rotation_about(unit(rng), rng.uniform(-3, 3))
