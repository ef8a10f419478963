"""A user's script, as long as such scripts are; `mypy --strict` must find nothing in it (`test_users_script.py`)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import snodo as sn
from snodo.types import MethodLike, Place


def pendulum(length: float, at: Place = "A") -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(f"{1000 * length} mm", 0))
    arm = m.bar("arm", "A", "B", density="steel", width=0.02, thickness="5 mm")
    arm.thickness = 0.006
    m.revolute("A", "ground", "arm", at=at, reference="0 deg")
    m.spring("s", "ground", "arm", start=(0.1, 0.3), end={"arm": (0.1, 0.0)}, stiffness="2 N/mm", damping=5)
    m.torque("motor", lambda t: 0.1 * np.sin(t), joint="A")
    m.force("drag", ["arm"], lambda t, q, v: [-0.3 * v[0], -0.3 * v[1], 0.0])
    m.initial["A.angle"] = "30 deg"
    return m


def last_angle(m: sn.Mechanism, method: MethodLike) -> float:
    result = sn.simulate(m, 0.2, method=method, integrator=sn.DOP853(rtol=1e-9), output=np.linspace(0, 0.2, 11))
    energy = result.energy().sel(kind="total")
    assert result.quality().verdict in ("good", "fair"), float(energy[0])
    return float(result["A.angle"][-1])


m = pendulum(0.5)
angles = [last_angle(m, method) for method in ("projection", sn.Baumgarte(alpha=5, beta=5), sn.Penalty(factor=300))]
result = sn.simulate(m, "200 ms", formulation=sn.Planar, output="20 ms")
going_on = sn.simulate(m, 0.1, start=result.state(at="200 ms"), progress=False)
reaction: np.ndarray = result.reaction("A", axes="world").values
batch = sn.simulate(m, 0.1, initial={"A.angle": np.linspace(0.0, 1.0, 4), "A.speed": 1.0}, threads=2)
several = sn.simulate([m, pendulum(0.5)], 0.1)
tips: list[float] = [float(one.position("arm")[-1, 0]) for one in (batch[0], several[1])]
series = batch["A.angle"].mean("member")
tree = sn.Tree(m)
q, v = tree.reference()
a: np.ndarray = tree.forward_dynamics(q, v, np.zeros(tree.nv))
articulated: np.ndarray = tree.sweeps(q, v, axes="world")["arm"].Delta
rows: int = sn.Planar(m).jacobian(sn.Planar(m).reference()[0]).shape[0]
efforts = sn.inverse_dynamics(m, {"A.angle": "pi / 6 + 0.3 * t"}, np.linspace(0, 1, 11), actuators=["A"])
freedoms: int = sn.doctor(m).degrees_of_freedom + sn.mobility(m).degrees_of_freedom
closed: np.ndarray = sn.assemble(m, initial={"A.angle": angles[0]}).q
posed = sn.inverse_kinematics(m, {"A.angle": "20 deg"}, start=result, limits={"A.angle": (None, 1.0)})
wanted: np.ndarray = posed.q
from_there = sn.simulate(m, 0.1, start=posed)
try:
    copy = sn.load(Path("no_such_file.yaml"))
except sn.FileError as error:
    message: str = error.problems[0].what
