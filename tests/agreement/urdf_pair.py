"""The same robot here and in Pinocchio, from its URDF: states, orders, names of frames, and how near is near."""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from robot_files import ROBOTS, pin
from snodo.formats.urdf.names import Names
from snodo.formats.urdf.reading import read_robot

CLOSE = 1e-10
PROBE = (0.3, -0.2, 0.5)


def pairs(robots: list[Path]) -> pytest.MarkDecorator:
    """Parametrizes `pair`: these robots, each with a fixed and a free base."""
    every = [(path, base) for path in robots for base in ("fixed", "free")]
    return pytest.mark.parametrize("pair", every, ids=[f"{path.stem}-{base}" for path, base in every], indirect=True)


a_dozen, every_robot = pairs(ROBOTS[::6]), pairs(ROBOTS)


class Pair:
    """The same robot in both programs, with its joints' places in each."""

    def __init__(self, path: Path, base: str) -> None:
        mechanism = sn.load(path, base=base, inertia="keep", mimic="ignore")
        free = (pin.JointModelFreeFlyer(),) if base == "free" else ()
        self.model = pin.buildModelFromUrdf(str(path), *free)
        names = Names(read_robot(path.read_text(encoding="utf-8"), path.name))
        self.links = {
            names.link(frame.name): k
            for k, frame in enumerate(self.model.frames)
            if frame.type == pin.FrameType.BODY and frame.name != "universe"
        }
        self._probe(mechanism)
        self.tree = sn.Tree(mechanism)
        self.data = self.model.createData()
        root = next((j.name for j in self.tree.mechanism.joints.values() if j.kind == "free"), "")
        self.joints = [
            (root if name == "root_joint" else names.joint(name), self.model.joints[self.model.getJointId(name)])
            for name in list(self.model.names)[1:]
        ]

    def _probe(self, mechanism: sn.Mechanism) -> None:
        """The frame `probe`, off the axes of the last link that is a body."""
        body = [name for name in self.links if name in mechanism.bodies][-1]
        carrier = self.model.frames[self.links[body]]
        mechanism.frame("probe", on=body, at={body: PROBE})
        place = carrier.placement * pin.SE3(np.eye(3), np.array(PROBE))
        probe = pin.Frame("probe", carrier.parentJoint, self.links[body], place, pin.FrameType.OP_FRAME)
        self.links["probe"] = self.model.addFrame(probe)

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
