"""Every URDF of example-robot-data, against Pinocchio: masses, joints, kinematics of all links, lumped inertias.

The kinematics here is the slow one from the book: pose of the child = pose of the parent · joint, link by link.
"""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from robot_files import ALL, EMPTY, ROBOTS, pin
from snodo.formats.urdf.names import Names
from snodo.formats.urdf.reading import read_robot
from snodo.math.euler_parameters import extracted
from snodo.mechanism.body import rotation_about
from snodo.mechanism.geometry import Pose
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.shapes.inertia import Inertia

NEGATIVE = ("romeo_laas_small", "tiago", "tiago_dual", "tiago_no_hand")
MASSLESS = ("romeo", "romeo_laas_small")
MIMICS_NOTHING = ("alex_psyonic_hands",)
Values = dict[str, float]


@pytest.fixture(params=ROBOTS, ids=[path.stem for path in ROBOTS], scope="module")
def path(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture(params=["fixed", "free"], scope="module")
def base(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def mechanism(path: Path, base: str) -> Mechanism:
    return sn.load(path, base=base, inertia="keep", mimic="ignore")


@pytest.fixture(scope="module")
def names(path: Path) -> Names:
    return Names(read_robot(path.read_text(encoding="utf-8"), path.name))


@pytest.fixture(scope="module")
def model(path: Path, base: str):  # type: ignore[no-untyped-def]
    free = (pin.JointModelFreeFlyer(),) if base == "free" else ()
    return pin.buildModelFromUrdf(str(path), *free)


def moved_joints(model) -> list[str]:  # type: ignore[no-untyped-def]
    return [name for name in list(model.names)[1:] if name != "root_joint"]


# ---------------------------------------------------------------- kinematics from the book
def joint_pose(joint, m: Mechanism, value: float, root: Pose) -> Pose:  # type: ignore[no-untyped-def]
    """The child's frame in the parent's."""
    geometry = m.geometry()
    A = geometry.pose(joint.parent).A.T @ geometry.pose(joint.child).A
    p, c = (np.array(joint.at[body]) for body in (joint.parent, joint.child))
    if joint.kind == "free":
        return root
    if joint.kind == "revolute":
        A = rotation_about(np.array(joint.axis[joint.parent]), value) @ A
    elif joint.kind == "prismatic":
        p = p + value * np.array(joint.axis[joint.parent])
    return Pose(p - A @ c, A)


def poses(m: Mechanism, values: Values, root: Pose) -> dict[str, Pose]:
    """Every body and frame in the world; bodies stand behind the body that carries them."""
    above = {joint.child: joint for joint in m.joints.values()}
    drawn, found = m.geometry(), {"ground": Pose(np.zeros(3), np.eye(3))}
    m = m.copy()
    m.geometry = lambda: drawn  # type: ignore[method-assign]
    for name in m.bodies:
        joint = above[name]
        step, parent = joint_pose(joint, m, values.get(joint.name, 0.0), root), found[joint.parent]
        found[name] = Pose(parent.to_world(step.r), parent.A @ step.A)
    for name in m.frames:
        on, s, A = drawn.frame(name)
        found[name] = Pose(found[on].to_world(s), found[on].A @ A)
    return found


def configuration(model, values: Values, root: Pose) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Pinocchio's q: joints by name, (cos, sin) for continuous ones, the quaternion with its scalar last."""
    q = pin.neutral(model)
    for name in list(model.names)[1:]:
        joint = model.joints[model.getJointId(name)]
        if name == "root_joint":
            q[:7] = [*root.r, *np.roll(extracted(root.A), -1)]
        elif joint.nq == 2:
            q[joint.idx_q : joint.idx_q + 2] = np.cos(values[name]), np.sin(values[name])
        else:
            q[joint.idx_q] = values[name]
    return q


# ---------------------------------------------------------------- what is the same
def test_mass_and_joints(mechanism: Mechanism, model, names: Names) -> None:  # type: ignore[no-untyped-def]
    mass = sum(body.mass or 0.0 for body in mechanism.bodies.values())
    on_ground = model.inertias[0].mass
    assert mass == pytest.approx(pin.computeTotalMass(model) + on_ground, rel=1e-13)
    moved = [name for name, joint in mechanism.joints.items() if joint.kind not in ("fixed", "free")]
    assert sorted(moved) == sorted(names.joint(name) for name in moved_joints(model))
    for name in moved_joints(model):
        joint, limits = model.joints[model.getJointId(name)], mechanism.limits[names.joint(name)]
        if joint.nq == 1 and limits.lower is not None:
            assert limits.lower == pytest.approx(model.lowerPositionLimit[joint.idx_q])
            assert limits.effort == pytest.approx(model.upperEffortLimit[joint.idx_v])


@pytest.mark.parametrize("seed", [0, 1])
def test_all_links_stand_where_pinocchio_has_them(mechanism, model, names: Names, seed: int) -> None:  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(seed)
    values = {name: rng.uniform(-1, 1) if seed else 0.0 for name in moved_joints(model)}
    turn = rotation_about(rng.normal(size=3), rng.uniform(0, 3)) if seed else np.eye(3)
    root = Pose(rng.normal(size=3) if seed else np.zeros(3), turn)
    ours = poses(mechanism, {names.joint(name): value for name, value in values.items()}, root)
    data = model.createData()
    pin.framesForwardKinematics(model, data, configuration(model, values, root))
    for k, frame in enumerate(model.frames):
        if frame.type == pin.FrameType.BODY and frame.name != "universe":
            pose = ours[names.link(frame.name)]
            np.testing.assert_allclose(pose.r, data.oMf[k].translation, atol=2e-14)
            np.testing.assert_allclose(pose.A, data.oMf[k].rotation, atol=1e-14)


def test_welded_bodies_weigh_what_pinocchio_lumps(mechanism, model, names: Names) -> None:  # type: ignore[no-untyped-def]
    geometry = mechanism.geometry()
    above = {joint.child: joint for joint in mechanism.joints.values()}
    lumped: dict[str, tuple[str, Inertia]] = {}
    for name in mechanism.bodies:
        top = name
        while above[top].kind == "fixed" and above[top].parent != "ground":
            top = above[top].parent
        here, there = geometry.pose(name), geometry.pose(top)
        part = geometry.bodies[name].inertia.moved(there.A.T @ here.A, tuple(there.to_local(here.r)))
        lumped[top] = (top, lumped[top][1] + part) if top in lumped else (top, part)
    for name in moved_joints(model):
        ours = lumped[mechanism.joints[names.joint(name)].child][1]
        theirs = model.inertias[model.getJointId(name)]
        assert ours.mass == pytest.approx(theirs.mass, rel=1e-13, abs=1e-300)
        if ours.mass > 0:
            np.testing.assert_allclose(ours.com, theirs.lever, atol=1e-14)
        scale = max(np.abs(theirs.inertia).max(), ours.mass)
        np.testing.assert_allclose(ours.tensor, theirs.inertia, atol=1e-13 * scale)


# ---------------------------------------------------------------- what is refused
@pytest.mark.parametrize("path", ALL, ids=[path.stem for path in ALL])
def test_what_is_impossible_is_told_and_nothing_else(path: Path) -> None:
    try:
        sn.load(path)
        told = ""
    except sn.FileError as error:
        told = str(error)
    assert ("moment of inertia is negative" in told) == (path.stem in NEGATIVE)
    assert ("neither it nor the links it carries have mass" in told) == (path.stem in MASSLESS)
    assert ("mimics" in told) == (path.stem in MIMICS_NOTHING)
    assert ("has no links" in told) == (path.name == EMPTY)
    assert bool(told) == (path.stem in (*NEGATIVE, *MASSLESS, *MIMICS_NOTHING) or path.name == EMPTY)
