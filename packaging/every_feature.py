"""Use every feature once, and say which functions were compiled: in a wheel with machine code, only those of users.

    python packaging/every_feature.py       prints a line of JSON, names of entries and of users' functions

Mechanisms are small and runs are short; what matters is which kernels they need.
"""

from __future__ import annotations

import json
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import snodo as sn

QUIET: dict[str, Any] = {"progress": False, "error_bars": False}
ENTRIES: list[str] = []
"""Entries of ours that were compiled,"""
OTHERS: list[str] = []
"""and functions of users."""


def watch() -> None:
    """Note from now on what is compiled."""
    from snodo import _jit
    from snodo._jit.machine_code import MachineCode

    take = MachineCode.load_overload
    cfunc = _jit.numba.core.ccallback.CFunc._compile_uncached

    def noted(self: MachineCode, signature: Any, target: Any) -> Any:
        found = take(self, signature, target)
        if found is None:
            ENTRIES.append(f"{self._function.__module__}.{self._function.__qualname__}")
        return found

    def also_noted(self: Any) -> Any:
        if not isinstance(self._cache, MachineCode):
            OTHERS.append(self.__name__)
        return cfunc(self)

    MachineCode.load_overload = noted  # type: ignore[method-assign]
    _jit.numba.core.ccallback.CFunc._compile_uncached = also_noted


# ---------------------------------------------------------------- mechanisms
def example(name: str) -> sn.Mechanism:
    """A mechanism of the examples, those in the package or those of a clone."""
    folders = [Path(sn.__file__).parent / "example_files", Path(__file__).parents[1] / "examples"]
    return sn.load(next(folder / name for folder in folders if (folder / name).is_file()))


def arm(dimension: int = 2) -> sn.Mechanism:
    """Two links on hinges, with a torque u."""
    space = dimension == 3
    m = sn.Mechanism("arm", dimension=dimension, gravity=(0, 0, -9.81) if space else (0, -9.81))
    for k, name in enumerate(("upper", "lower")):
        at = (0.5 * k, 0.0, 0.0)[:dimension]
        where: dict[str, Any] = {"axis": "y" if space else "z", "at": at}
        m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1) if space else 0.1, com=(0.2, 0, 0)[:dimension], at=at)
        m.revolute("AB"[k], "upper" if k else "ground", name, **(where if space else {"at": at}))
    m.torque("u", 0.0, joint="A")
    m.frame("hand", "lower", at=(1.0, 0.0, 0.0)[:dimension])
    return m


def block(**words: Any) -> sn.Mechanism:
    """A block that is thrown along a line with friction and stops."""
    m = sn.Mechanism("block", gravity=(0, -9.81))
    m.body("b", mass=1.0, inertia=0.1)
    m.prismatic("x", "ground", "b", axis="x", at=(0, 0))
    m.initial["x.speed"] = 2.0
    m.friction("f", "x", **words)
    return m


def ball(**words: Any) -> sn.Mechanism:
    """A ball above the floor."""
    m = sn.Mechanism("ball", dimension=3, gravity=(0, 0, -9.81))
    m.body("ball", mass=1.0, inertia=(0.01, 0.01, 0.01), at=(0, 0, 0.2))
    m.sphere_contact("c", "ball", 0.1, mu=0.3, restitution=0.5, **words)
    m.initial["ball.vx"] = 0.5
    return m


# ---------------------------------------------------------------- features
def formulations_methods_and_integrators() -> None:
    from snodo.registry import INTEGRATORS, METHODS

    fixed = {"rk4": sn.RK4(step=1e-3), "generalized_alpha": sn.GeneralizedAlpha(step=1e-3)}
    plane, space = example("four_bar.yaml"), example("spatial_slider_crank.yaml")
    for m, names in (
        (plane, ("planar", "tree", "spatial", "spatial_euler")),
        (space, ("tree", "spatial", "spatial_euler")),
    ):
        for formulation in names:
            for integrator in INTEGRATORS:
                attempt(
                    sn.simulate, m, 0.01, formulation=formulation, integrator=fixed.get(integrator, integrator), **QUIET
                )
            for method in METHODS:
                attempt(sn.simulate, m, 0.01, formulation=formulation, method=method, **QUIET)
    for formulation in ("tree", "spatial"):
        for integrator in INTEGRATORS:
            chosen = fixed.get(integrator, integrator)
            attempt(sn.simulate, arm(3), 0.01, formulation=formulation, integrator=chosen, **QUIET)


def results() -> None:
    for name, formulation in (("four_bar.yaml", "planar"), ("bricard.yaml", "tree"), ("bricard.yaml", "spatial")):
        m = example(name)
        result = sn.simulate(m, 0.05, formulation=formulation, progress=False)
        str(result.quality())
        for joint in m.joints:
            attempt(result.reaction, joint)
        with tempfile.TemporaryDirectory() as folder:
            result.save(Path(folder) / "run.nc")
            result.animate(Path(folder) / "run.html")
            result.draw(Path(folder) / "run.png")
    for name in (
        "engine.yaml",
        "excavator.yaml",
        "rolling_disc.yaml",
        "valve_train.yaml",
        "geneva.yaml",
        "gear_train.yaml",
    ):
        attempt(sn.simulate, example(name), 0.02, **QUIET)
    for name in ("door_closer.yaml", "dc_motor.yaml", "cam_table.yaml", "car.yaml", "wishbone_bushings.yaml"):
        attempt(sn.simulate, example(name), 0.02, **QUIET)
    for name in ("slider_crank_friction.yaml", "excavator_relief.yaml", "chaplygin_sleigh.yaml", "parallelogram.yaml"):
        attempt(sn.simulate, example(name), 0.02, **QUIET)
    for formulation in ("planar", "tree", "spatial"):
        attempt(sn.simulate, example("parallelogram.yaml"), 1.0, formulation=formulation, **QUIET)


def what_switches() -> None:
    for formulation in ("planar", "tree", "spatial"):
        for words in ({"coulomb": 3.0}, {"coulomb": 3.0, "static": 4.0}, {"coulomb": 3.0, "smoothing": 1e-3}):
            attempt(sn.simulate, block(**words), 1.0, formulation=formulation, **QUIET)
        stopped = block(coulomb=1.0)
        stopped.limit("x", upper=0.2, restitution=0.5)
        attempt(sn.simulate, stopped, 1.0, formulation=formulation, **QUIET)
        soft = block(coulomb=1.0)
        soft.limit("x", upper=0.2, stiffness=1e4)
        attempt(sn.simulate, soft, 1.0, formulation=formulation, **QUIET)
        seen = arm()
        seen.event("passed", when="A.angle falls to -30 deg", do="record")
        attempt(sn.simulate, seen, 1.0, formulation=formulation, **QUIET)
    for formulation in ("tree", "spatial"):
        for words in ({}, {"stiffness": 1e5}, {"stiffness": 1e5, "bristle": "0.2 mm"}):
            attempt(sn.simulate, ball(**words), 0.5, formulation=formulation, **QUIET)


def control() -> None:
    m = arm()
    m.state("i", rate="(1 - 1.2*i)/0.02")
    m.signal("power", "i*A.speed")
    m.controller("pd", every="1 ms", gives={"w": "-3*A.angle"})
    m.torque("w_acts", "w + power", joint="B")
    for formulation in ("planar", "tree", "spatial"):
        attempt(sn.simulate, m, 0.05, formulation=formulation, **QUIET)
        for words in ({}, {"substeps": 1}, {"copies": 5, "substeps": 1}, {"copies": 5}):
            attempt(stepped, formulation, **words)
    with tempfile.TemporaryDirectory() as folder:
        attempt(sn.export_fmu, arm(), Path(folder) / "arm.fmu", inputs=["u"], outputs=["A.angle"], step="1 ms")


def stepped(formulation: str, **words: Any) -> None:
    simulator = sn.Simulator(arm(), ["u"], ["A.angle", "hand.x"], formulation=formulation, **words)
    simulator.reset()
    simulator.step(1e-3, u=0.1)


def analyses() -> None:
    for m in (arm(), arm(3), example("four_bar_free.yaml")):
        for formulation in ("planar", "tree", "spatial") if m.dimension == 2 else ("tree", "spatial"):
            for analysis in (sn.assemble, sn.linearize, sn.modes, sn.doctor, sn.mobility, sn.explain):
                attempt(analysis, m, formulation=formulation)
            equations_of({"planar": sn.Planar, "tree": sn.Tree, "spatial": sn.Spatial}[formulation](m))
        attempt(sn.equilibrium, m)
        motion = {
            f"{joint}.angle": "0.1*t" for joint in ("A", "B")[: 1 if "B" in m.joints and len(m.joints) > 2 else 2]
        }
        attempt(
            sn.inverse_dynamics, m, motion, np.linspace(0, 0.1, 5), actuators=[name.split(".")[0] for name in motion]
        )
        attempt(sn.compare, m, 0.01)
    attempt(sn.inverse_kinematics, arm(), {"hand": (0.7, 0.2)})
    attempt(sn.inverse_kinematics, arm(3), {"hand": (0.7, 0.0, 0.2)})
    driven = arm()
    driven.driver("a", joint="A", angle="0.3*t")
    driven.driver("b", joint="B", angle="0.1*t")
    for formulation in ("planar", "tree", "spatial"):
        attempt(sn.kinematics, driven, 0.1, formulation=formulation)


def equations_of(F: Any) -> None:
    """What a formulation says of its equations."""
    q, v = F.reference()
    for name in ("mass_matrix", "constraints", "jacobian"):
        attempt(getattr(F, name), q)
    for name in ("nu", "gamma", "forces", "solve"):
        attempt(getattr(F, name), q, *([] if name == "nu" else [v]))
    for analysis in (sn.equations, sn.embedding, sn.quasi_velocities):
        attempt(analysis, F, q, v)
    attempt(lambda: sn.derivatives(F, q, v).acceleration)
    attempt(sn.projectors, F, q)


def trees() -> None:
    tree = sn.Tree(arm(3))
    q, v = tree.random(np.random.default_rng(0))
    everything_of(tree, q, v, v + 0.3, np.ones(6))
    everything_of(tree, *(np.tile(x, (11, 1)) for x in (q, v, v + 0.3, np.ones(6))))


def everything_of(tree: sn.Tree, q: Any, v: Any, x: Any, wrench: Any) -> None:
    """What a tree computes, of one state or of a batch."""
    for name in ("forward_dynamics", "inverse_dynamics"):
        attempt(getattr(tree, name), q, v, x)
        attempt(getattr(tree, name), q, v, x, {"lower": wrench})
    for name in ("joint_wrenches", "inverse_dynamics_derivatives", "forward_dynamics_derivatives"):
        attempt(getattr(tree, name), q, v, x)
    for name in ("bias", "momentum", "kinetic_energy"):
        attempt(getattr(tree, name), q, v)
    for name in ("mass_matrix", "articulated_inertia", "center_of_mass"):
        attempt(getattr(tree, name), q)
    for name in ("pose", "jacobian_of"):
        attempt(getattr(tree, name), q, "lower")
    attempt(tree.velocity, q, v, "lower")
    attempt(tree.acceleration, q, v, x, "lower")


def batches() -> None:
    for m, formulation in (
        (arm(3), "tree"),
        (arm(), "planar"),
        (example("four_bar_free.yaml"), "planar"),
        (arm(3), "spatial"),
    ):
        for integrator in ("dop853", "dormand_prince", sn.RK4(step=1e-3), "auto"):
            values = {"A.angle": np.linspace(0.1, 0.2, 9)}
            attempt(sn.simulate, m, 0.02, initial=values, formulation=formulation, integrator=integrator, **QUIET)


def what_users_write() -> None:
    m = arm()
    m.law("pd", reads=["A.angle"], drives=["A"], function=law_with_a_branch)
    for formulation in ("planar", "tree", "spatial"):
        attempt(sn.simulate, m, 0.02, formulation=formulation, **QUIET)


def law_with_a_branch(t: float, x: Any) -> Any:
    """No formula says this, so it is compiled."""
    total = 0.0
    for k in range(3):
        if x[0] > 0.1 * k:
            total -= x[0]
    return [total]


def long_runs() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "run.ckpt"
        attempt(sn.simulate, example("four_bar.yaml"), 0.05, checkpoint=file, **QUIET)
        attempt(sn.resume, file)


REFUSED: list[str] = []


def attempt(call: Callable[..., Any], *arguments: Any, **words: Any) -> None:
    """Call it; what this combination refuses is noted, and of no interest here."""
    try:
        call(*arguments, **words)
    except (sn.SnodoError, TypeError, AttributeError, ValueError) as error:
        REFUSED.append(
            f"{getattr(call, '__name__', call)} {words}: {type(error).__name__}: {str(error).splitlines()[0]}"
        )


FEATURES = (
    formulations_methods_and_integrators,
    results,
    what_switches,
    control,
    analyses,
    trees,
    batches,
    what_users_write,
    long_runs,
)


def main() -> None:
    """Use everything."""
    warnings.simplefilter("ignore")
    watch()
    for feature in FEATURES:
        feature()
    if "--verbose" in sys.argv:
        print("\n".join(REFUSED), file=sys.stderr)
    print(json.dumps({"entries": sorted(set(ENTRIES)), "others": sorted(set(OTHERS)), "refused": len(REFUSED)}))


if __name__ == "__main__":
    main()
