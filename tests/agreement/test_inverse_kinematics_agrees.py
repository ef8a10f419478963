"""Inverse kinematics against Pinocchio's placements, SciPy's optimisers and closed forms, in all formulations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import least_squares, minimize

import snodo as sn
from robot_files import ROBOTS, pin

UP = np.array([0.0, 0.0, 0.8])
ARMS = {"panda.urdf": "panda_hand_tcp", "ur5_robot.urdf": "tool0"}


class Arm:
    """A robot here and in Pinocchio."""

    def __init__(self, name: str) -> None:
        path = next(path for path in ROBOTS if path.name == name)
        self.mechanism, self.tip = sn.load(path), ARMS[name]
        self.tree = sn.Tree(self.mechanism)
        self.pin = pin.buildModelFromUrdf(str(path))
        self.data = self.pin.createData()
        names = self.tree.coordinate_names
        own = [self.mechanism.limits[n.rpartition(".")[0]] for n in names]
        self.lower, self.upper = (np.array([getattr(x, w) for x in own]) for w in ("lower", "upper"))
        self.order = [self.pin.joints[self.pin.getJointId(n.rpartition(".")[0])].idx_q for n in names]

    def placement(self, q: Any) -> Any:
        """Of the tip, by Pinocchio."""
        own = np.zeros(self.pin.nq)
        own[self.order] = q
        pin.framesForwardKinematics(self.pin, self.data, own)
        return self.data.oMf[self.pin.getFrameId(self.tip)].copy()

    def random(self, generator: np.random.Generator) -> Any:
        return generator.uniform(self.lower, self.upper)

    def error(self, q: Any, wanted: Any) -> Any:
        """What is missed, in natural units, by Pinocchio."""
        now = self.placement(q)
        turned = pin.log3(now.rotation @ wanted.rotation.T)
        return np.concatenate([(now.translation - wanted.translation) / self.tree.size, turned])

    def target(self, wanted: Any) -> dict[str, Any]:
        return {self.tip: (wanted.translation, sn.Rotation.from_matrix(wanted.rotation))}


@pytest.fixture(scope="module", params=ARMS)
def arm(request: pytest.FixtureRequest) -> Arm:
    return Arm(request.param)


def test_random_poses_of_robots_are_reached_within_the_limits(arm):
    generator = np.random.default_rng(3)
    middle = (arm.lower + arm.upper) / 2
    for _ in range(40):
        wanted = arm.placement(arm.random(generator))
        found = sn.inverse_kinematics(arm.tree, arm.target(wanted), start=middle, tries=100)
        assert np.abs(arm.error(found.q, wanted)).max() < 1e-9
        assert (found.q >= arm.lower - 1e-9).all()
        assert (found.q <= arm.upper + 1e-9).all()


def test_a_path_of_a_robot(arm):
    """Joints that move smoothly give a path of the tip; from the first pose it is found again, or one as near."""
    generator, s = np.random.default_rng(5), np.linspace(0, 1, 50)
    start = 0.6 * (arm.lower + arm.upper) / 2 + 0.4 * arm.random(generator)
    way = start + 0.05 * np.minimum(1, arm.upper - arm.lower) * np.sin(np.outer(s, generator.uniform(1, 4, start.size)))
    places = [arm.placement(q) for q in way]
    r = np.array([place.translation for place in places])
    R = sn.Rotation.from_matrix(np.array([place.rotation for place in places]))
    path = sn.inverse_kinematics(arm.tree, {arm.tip: (r, R)}, start=start, times=s, limits=False)
    assert path.reached.all()
    for q, wanted in zip(path.q, places):
        assert np.abs(arm.error(q, wanted)).max() < 1e-11
    if arm.tree.nv == 6:
        assert path.q == pytest.approx(way, abs=1e-8)
    assert np.abs(np.diff(path.q, axis=0)).max() < 0.05


def test_out_of_reach_as_scipy_finds_it():
    arm = Arm("ur5_robot.urdf")
    generator = np.random.default_rng(8)
    for _ in range(5):
        wanted = arm.placement(arm.random(generator))
        wanted.translation = wanted.translation + np.array([0.0, 0.0, 1.5])
        found = sn.inverse_kinematics(arm.tree, arm.target(wanted), must_reach=False, tries=0, limits=False)
        assert not found.reached
        theirs = least_squares(arm.error, found.q + 0.02, args=(wanted,), xtol=1e-15, ftol=1e-15, gtol=1e-12)
        mine = arm.error(found.q, wanted)
        assert mine @ mine == pytest.approx(2 * theirs.cost, rel=1e-9)
        distance, angle = found.residuals[arm.tip]
        assert np.hypot(distance / arm.tree.size, angle) == pytest.approx(np.linalg.norm(mine), rel=1e-9)


def test_the_nearest_of_a_redundant_arm_as_scipy_finds_it():
    """SLSQP from nearby: least Σ Δ² with the pose and the limits as constraints."""
    arm = Arm("panda.urdf")
    tree, generator = arm.tree, np.random.default_rng(1)
    start = (arm.lower + arm.upper) / 2
    scale = 1 / tree.velocity_scale
    for _ in range(6):
        q = np.clip(start + 0.5 * generator.standard_normal(tree.nq), arm.lower, arm.upper)
        wanted = arm.placement(q)
        found = sn.inverse_kinematics(tree, arm.target(wanted), start=start)
        theirs = minimize(
            lambda x: np.sum((scale * (x - start)) ** 2),
            found.q + 1e-3,
            jac=lambda x: 2 * scale**2 * (x - start),
            bounds=list(zip(arm.lower, arm.upper)),
            constraints=[{"type": "eq", "fun": lambda x, wanted=wanted: arm.error(x, wanted)}],
            method="SLSQP",
            options={"ftol": 1e-13, "maxiter": 300},
        )
        mine = np.sum((scale * (found.q - start)) ** 2)
        assert mine == pytest.approx(theirs.fun, rel=1e-6)


# ---------------------------------------------------------------- loops
def platform() -> sn.Mechanism:
    """A plate on six legs, each with a universal joint below, a cylinder, and a ball above."""
    m = sn.Mechanism("platform", dimension=3)
    m.box("plate", (0.5, 0.5, 0.05), at=(0, 0, 0.8), mass=5.0)
    for k, (foot, head) in enumerate(zip(*ends())):
        head = head + UP
        m.add_points(**{f"P{k}": tuple(foot), f"M{k}": tuple((foot + head) / 2), f"R{k}": tuple(head)})
        e = (head - foot) / np.linalg.norm(head - foot)
        first = np.cross(e, [0.0, 0.0, 1.0]) / np.linalg.norm(np.cross(e, [0.0, 0.0, 1.0]))
        m.cylinder(f"barrel{k}", f"P{k}", f"M{k}", radius=0.03, mass=1.0)
        m.cylinder(f"piston{k}", f"M{k}", f"R{k}", radius=0.02, mass=0.5)
        m.universal(f"P{k}", "ground", f"barrel{k}", axis=tuple(first), second=tuple(np.cross(e, first)))
        m.prismatic(f"leg{k}", f"barrel{k}", f"piston{k}", axis=tuple(e), at=f"M{k}")
        m.spherical(f"R{k}", f"piston{k}", "plate", at=f"R{k}")
    return m


def ends() -> tuple[Any, Any]:
    """Of the legs: on the ground, and on the plate from its centre."""
    a, b = np.radians([[60 * k + (10 if k % 2 else -10), 60 * k + (-20 if k % 2 else 20)] for k in range(6)]).T
    ground = 0.6 * np.column_stack([np.cos(a), np.sin(a), 0 * a])
    return ground, 0.35 * np.column_stack([np.cos(b), np.sin(b), 0 * b])


def extensions(r: Any, R: sn.Rotation) -> Any:
    """Of the legs of a plate at r, R: distances, without those as drawn."""
    feet, heads = ends()
    now = np.linalg.norm(r + R.apply(heads) - feet, axis=1)
    return now - np.linalg.norm(heads + UP - feet, axis=1)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_legs_of_a_platform(formulation):
    m, R = platform(), sn.Rotation.from_axis_angle((1, 2, 3), "10 deg")
    r = np.array([0.05, 0.02, 0.85])
    found = sn.inverse_kinematics(m, {"plate": (r, R)}, formulation=formulation)
    legs = [found[f"leg{k}.displacement"] for k in range(6)]
    assert legs == pytest.approx(extensions(r, R), abs=1e-11)
    assert np.abs(found.result.formulation.constraints(found.q)).max() < 1e-11


def test_a_platform_within_the_limits_of_its_legs_as_scipy_finds_it():
    m, R = platform(), sn.Rotation.from_axis_angle((1, 2, 3), "10 deg")
    r, size = np.array([0.05, 0.02, 0.95]), sn.Tree(m).size
    limits = {f"leg{k}.displacement": (-0.03, 0.03) for k in range(6)}
    found = sn.inverse_kinematics(m, {"plate": (r, R)}, limits=limits, must_reach=False)

    def cost(x: Any) -> float:
        turned = sn.Rotation.from_rotation_vector(x[3:]) * R.inverse()
        return float(np.sum(((x[:3] - r) / size) ** 2) + turned.magnitude() ** 2)

    def legs(x: Any) -> Any:
        return extensions(x[:3], sn.Rotation.from_rotation_vector(x[3:]))

    walls = [{"type": "ineq", "fun": lambda x, sign=sign: 0.03 + sign * legs(x)} for sign in (1, -1)]
    theirs = minimize(cost, [0, 0, 0.8, 0, 0, 0], constraints=walls, method="SLSQP", options={"ftol": 1e-14})
    pose = found.pose("plate")
    mine = np.concatenate([pose.r, sn.Rotation.from_matrix(pose.A).as_rotation_vector()])
    assert cost(mine) == pytest.approx(theirs.fun, rel=1e-6)
    assert mine == pytest.approx(theirs.x, abs=1e-4)
    assert found.at_limits == tuple(f"leg{k}.displacement" for k in (1, 2, 3, 5))


# ---------------------------------------------------------------- a human
def test_a_human_reaches_with_its_feet_on_the_ground():
    tree = sn.Tree(sn.human.body(joints="reduced"))
    q, _ = tree.reference()
    feet = {name: tree.pose(q, name) for name in ("left_foot", "right_foot")}
    hand = tree.pose(q, "left_fingertip").r + np.array([0.35, 0.05, 0.5])
    found = sn.inverse_kinematics(tree, {"left_fingertip": hand, **feet}, limits={"left_elbow.angle": (0, 2.5)})
    assert found.pose("left_fingertip").r == pytest.approx(hand, abs=1e-9)
    for name, pose in feet.items():
        assert found.pose(name).r == pytest.approx(pose.r, abs=1e-9)
        assert np.abs(found.pose(name).A - pose.A).max() < 1e-9
    assert found["left_elbow.angle"] >= -1e-9
    moved = tree.difference(q, found.q) / tree.velocity_scale
    J = np.vstack([tree.jacobian_of(found.q, "left_fingertip")[:3], *(tree.jacobian_of(found.q, f) for f in feet)])
    free = np.linalg.svd(J * tree.velocity_scale)[2][J.shape[0] :]
    if not found.at_limits:
        assert np.abs(free @ moved).max() < 1e-3 * np.linalg.norm(moved)


def test_markers_of_a_human_are_fitted():
    """Noisy places of many frames: the least squares of SciPy, from the solution on."""
    tree = sn.Tree(sn.human.body(joints="reduced"))
    generator = np.random.default_rng(2)
    q = tree.integrate(tree.reference()[0], 0.3 * generator.standard_normal(tree.nv), 1.0)
    names = list(tree.mechanism.frames)
    markers = {name: tree.pose(q, name).r + 0.01 * generator.standard_normal(3) for name in names}
    found = sn.inverse_kinematics(tree, markers, must_reach=False, tries=0)
    assert max(miss.distance for miss in found.residuals.values()) < 0.05

    def missed(step: Any) -> Any:
        now = tree.integrate(found.q, step, 1.0)
        return np.concatenate([tree.pose(now, name).r - r for name, r in markers.items()])

    mine = missed(np.zeros(tree.nv))
    theirs = least_squares(missed, np.full(tree.nv, 1e-3), xtol=1e-14, ftol=1e-14)
    assert mine @ mine == pytest.approx(2 * theirs.cost, rel=1e-6)
    distances = [found.residuals[name].distance for name in names]
    assert distances == pytest.approx(np.linalg.norm(mine.reshape(-1, 3), axis=1), abs=1e-12)
