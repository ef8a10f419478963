"""Robots of example-robot-data beside Pinocchio, one state from Python and batches, in one run.

Run from the repository root:   python -m benchmarks.robots

The URDFs are read by both programs; Talos, ANYmal and Panda have a free base.  Before anything is timed, the results
are compared.  Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.ratios import Ratio
from benchmarks.tree import BATCH, Case, best_times, ratios_of, show

import snodo as sn
from snodo.formats.urdf.names import Names
from snodo.formats.urdf.reading import read_robot

ROBOTS = {"Talos": "talos_reduced", "ANYmal": "anymal", "Panda, free base": "panda"}


def urdf(name: str) -> Path:
    """The file of a robot of example-robot-data."""
    files = metadata.files("example-robot-data") or []
    return min(Path(str(file.locate())) for file in files if file.name == f"{name}.urdf")


class Robot(Case):
    """A robot on a free base, whose joints the two programs may have in another order."""

    def __init__(self, name: str, path: Path) -> None:
        import pinocchio as pin

        self.names = Names(read_robot(path.read_text(encoding="utf-8"), path.name))
        tree = sn.Tree(sn.load(path, base="free", inertia="keep", mimic="ignore"))
        super().__init__(name, tree, pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer()))

    def joints(self) -> Iterator[tuple[str, Any]]:
        """Our name of each joint, and Pinocchio's joint."""
        root = next(j.name for j in self.tree.mechanism.joints.values() if j.kind == "free")
        for name in list(self.pin.names)[1:]:
            joint = self.pin.joints[self.pin.getJointId(name)]
            yield root if name == "root_joint" else self.names.joint(name), joint

    def coordinates(self) -> np.ndarray:
        """Of Pinocchio; quaternions are scalar last there, and endless turns are a cosine and a sine."""
        found = np.empty((BATCH, self.pin.nq))
        for name, joint in self.joints():
            mine, speeds = self.Q[:, self.tree.position_slice(name)], self.tree.velocity_slice(name)
            if joint.nq == 7:
                mine = np.column_stack([mine[:, :3], np.roll(mine[:, 3:], -1, axis=1)])
            elif joint.nq == 2:
                mine = np.column_stack([np.cos(mine), np.sin(mine)])
            found[:, joint.idx_q : joint.idx_q + joint.nq] = mine
            self.order[joint.idx_v : joint.idx_v + joint.nv] = np.arange(speeds.start, speeds.stop)
        return found


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """All robots and algorithms."""
    for name, file in ROBOTS.items():
        yield from ratios_of(Robot(name, urdf(file)), 60 if quick else 250)


def main() -> None:
    """Print the tables."""
    for name, file in ROBOTS.items():
        case = Robot(name, urdf(file))
        print(f"\n{name}: largest difference from Pinocchio {case.largest_difference():.1e}, batches of {BATCH}")
        for what, calls in case.calls().items():
            show(f"{what}, {name}", best_times(calls))


if __name__ == "__main__":
    main()
