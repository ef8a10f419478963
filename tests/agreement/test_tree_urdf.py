"""Dynamics of every URDF of example-robot-data against Pinocchio, fixed and free base, to 1e-10 relative.

A dozen robots run always; all of them with twenty states each run with `pytest -m slow`.
"""

from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.formats.urdf import read_robot
from snodo.formats.urdf_names import Names

pin = pytest.importorskip("pinocchio")
try:
    _FILES = metadata.files("example-robot-data") or []
except metadata.PackageNotFoundError:
    pytest.skip("example-robot-data is not installed", allow_module_level=True)
ROBOTS = sorted(Path(str(f.locate())) for f in _FILES if f.suffix == ".urdf" and f.name != "ur3.urdf")
CLOSE = 1e-10


class Pair:
    """The same robot in both programs, with its joints' places in each."""

    def __init__(self, path: Path, base: str) -> None:
        self.tree = sn.Tree(sn.load(path, base=base, inertia="keep", mimic="ignore"))
        free = (pin.JointModelFreeFlyer(),) if base == "free" else ()
        self.model = pin.buildModelFromUrdf(str(path), *free)
        self.data = self.model.createData()
        names = Names(read_robot(path.read_text(encoding="utf-8"), path.name))
        root = next((j.name for j in self.tree.mechanism.joints.values() if j.kind == "free"), "")
        self.joints = [
            (root if name == "root_joint" else names.joint(name), self.model.joints[self.model.getJointId(name)])
            for name in list(self.model.names)[1:]
        ]

    def state(self, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
        """The same random state in both: ours q, v, x; theirs q, v, x (x an acceleration or a torque)."""
        T, m = self.tree, self.model
        q, v, x = T.reference()[0], rng.normal(size=T.nv), rng.normal(size=T.nv)
        p, w, y = pin.neutral(m), np.zeros(m.nv), np.zeros(m.nv)
        for name, joint in self.joints:
            ours, theirs = T.position_slice(name), slice(joint.idx_q, joint.idx_q + joint.nq)
            if joint.nq == 7:
                quaternion = rng.normal(size=4)
                quaternion /= np.linalg.norm(quaternion)
                q[ours] = [*rng.normal(size=3), *quaternion]
                p[theirs] = [*q[ours][:3], *np.roll(quaternion, -1)]
            else:
                angle = rng.uniform(-1.0, 1.0)
                q[ours] = angle
                p[theirs] = (np.cos(angle), np.sin(angle)) if joint.nq == 2 else angle
            speeds = slice(joint.idx_v, joint.idx_v + joint.nv)
            w[speeds], y[speeds] = v[T.velocity_slice(name)], x[T.velocity_slice(name)]
        return q, v, x, p, w, y

    def order(self) -> np.ndarray:
        """For each of Pinocchio's velocities, its place among ours."""
        places = np.zeros(self.model.nv, int)
        for name, joint in self.joints:
            ours = self.tree.velocity_slice(name)
            places[joint.idx_v : joint.idx_v + joint.nv] = np.arange(ours.start, ours.stop)
        return places


def assert_close(ours: np.ndarray, theirs: np.ndarray, what: str, rounding: float = 0.0) -> None:
    size = max(1.0, float(np.abs(theirs).max(initial=0.0)))
    worst = float(np.abs(np.asarray(ours) - theirs).max(initial=0.0)) / size
    assert worst <= max(CLOSE, rounding), f"{what}: {worst:.1e}"


def compare(pair: Pair, rng: np.random.Generator) -> None:
    T, m, d = pair.tree, pair.model, pair.data
    q, v, x, p, w, y = pair.state(rng)
    o = pair.order()
    assert m.nv == T.nv
    if m.nv == 0:  # a drone welded to the ground
        return
    assert_close(T.inverse_dynamics(q, v, x)[o], pin.rnea(m, d, p, w, y), "inverse dynamics")
    columns = [pin.rnea(m, d, p, 0 * w, e) - pin.rnea(m, d, p, 0 * w, 0 * w) for e in np.eye(m.nv)]
    mass = np.array(columns).reshape(m.nv, m.nv).T
    assert_close(T.mass_matrix(q)[np.ix_(o, o)], mass, "mass matrix")
    torque = T.inverse_dynamics(q, v, x)
    condition = np.linalg.cond(mass) if m.nv else 1.0
    if condition < 1e14:  # romeo has joints that move no mass
        again = T.inverse_dynamics(q, v, T.forward_dynamics(q, v, torque))
        assert_close(again, torque, "forward after inverse dynamics")
    if condition < 1e9:  # ill-conditioned ones (icub: 6e7) differ by rounding, Pinocchio's being the larger
        accelerations = pin.aba(m, d, p, w, torque[o])
        assert_close(T.forward_dynamics(q, v, torque)[o], accelerations, "forward dynamics", 1e-15 * condition)
    theirs = pin.computeCentroidalMomentum(m, d, p, w)
    com = pin.centerOfMass(m, d, p)
    assert_close(T.momentum(q, v)[:3], theirs.linear, "momentum")
    about_origin = theirs.angular + np.cross(com, theirs.linear)
    assert_close(T.momentum(q, v, about="origin")[3:], about_origin, "angular momentum")
    if m.inertias[0].mass == 0:  # Pinocchio leaves out what is welded to the ground
        assert_close(T.center_of_mass(q), com, "centre of mass")
    pin.computeRNEADerivatives(m, d, p, w, y)
    found = T.inverse_dynamics_derivatives(q, v, x)
    if depth_first(m):
        assert_close(found.by_q[np.ix_(o, o)], d.dtau_dq, "∂τ/∂q")
        assert_close(found.by_v[np.ix_(o, o)], d.dtau_dv, "∂τ/∂v")


def depth_first(model) -> bool:  # type: ignore[no-untyped-def]
    """Whether each joint follows its parent's subtree: Pinocchio's derivatives need it."""
    on_the_way = [0]
    for joint in range(1, model.njoints):
        while on_the_way and on_the_way[-1] != model.parents[joint]:
            on_the_way.pop()
        if not on_the_way:
            return False
        on_the_way.append(joint)
    return True


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("path", ROBOTS[::6], ids=lambda p: p.stem)
def test_a_dozen_robots(path: Path, base: str) -> None:
    pair, rng = Pair(path, base), np.random.default_rng(1)
    for _ in range(2):
        compare(pair, rng)


@pytest.mark.slow
@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("path", ROBOTS, ids=lambda p: p.stem)
def test_every_robot(path: Path, base: str) -> None:
    pair, rng = Pair(path, base), np.random.default_rng(2)
    for _ in range(20):
        compare(pair, rng)
