"""Twenty-odd mechanisms, open, closed, redundant, rheonomic and nonholonomic, in the plane and in space, on their way.

A state is computed in joint coordinates and carried over to the other formulations body by body, so that all of them
are asked about the same instant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import snodo as sn
from snodo.constraint_methods.redundancy import keep_independent_rows
from snodo.formulations.bind import bind
from snodo.math import euler_parameters as ep

EXAMPLES = Path(__file__).parents[2] / "examples"


# ---------------------------------------------------------------- those that are no examples
def rhomb() -> sn.Mechanism:
    """Cranks of 1 m, a coupler of 1.5 m: a parallelogram that swings through positions where all bars are in line."""
    m = sn.Mechanism("rhomb", gravity=(0, -9.81))
    tip = np.array([np.cos(0.3), np.sin(0.3)])
    m.add_points(O=(0, 0), P=(1.5, 0), A=tuple(tip), B=(tip[0] + 1.5, tip[1]))
    for name, (i, j) in {"left": "OA", "top": "AB", "right": "PB"}.items():
        m.bar(name, i, j, mass=1)
    for name, parent, child in (("O", "ground", "left"), ("A", "left", "top"), ("B", "top", "right")):
        m.revolute(name, parent, child)
    m.revolute("P", "ground", "right")
    m.initial["O.speed"] = 8.0
    return m


def ball_chain() -> sn.Mechanism:
    """Two rods that hang from one another by balls."""
    m = sn.Mechanism("ball chain", dimension=3, gravity=(0, 0, -9.81))
    m.box("upper", (0.1, 0.2, 1.0), (0, 0.5, 0), mass=2)
    m.box("lower", (0.3, 0.1, 0.6), (0, 1.5, 0.2), mass=1)
    m.spherical("A", "ground", "upper", at=(0, 0, 0))
    m.spherical("B", "upper", "lower", at=(0, 1, 0))
    m.initial.update({"A.wx": 1.0, "A.wz": 2.0, "B.wy": 3.0})
    return m


def door() -> sn.Mechanism:
    """A leaf on two hinges, one too many, whose axis leans."""
    m = sn.Mechanism("door", dimension=3, gravity=(0, 2.0, -9.81))
    m.box("leaf", (0.8, 0.04, 2.0), (0.4, 0, 1.0), mass=20)
    m.revolute("lower", "ground", "leaf", axis="z", at=(0, 0, 0.3))
    m.revolute("upper", "ground", "leaf", axis="z", at=(0, 0, 1.7))
    m.initial["lower.speed"] = 1.0
    return m


def spatial_four_bar() -> sn.Mechanism:
    """Two hinges whose axes cross in space, and a coupler between balls that also turns about itself."""
    m = sn.Mechanism("spatial four-bar", dimension=3, gravity=(0, 0, -9.81))
    m.box("crank", (0.3, 0.05, 0.05), (0.15, 0, 0), mass=1)
    m.box("coupler", (0.1, 0.8, 0.1), (0.35, 0.4, 0.15), mass=2)
    m.box("rocker", (0.05, 0.05, 0.5), (0.4, 0.8, 0.05), mass=1.5)
    m.revolute("A", "ground", "crank", axis="z", at=(0, 0, 0))
    m.spherical("B", "crank", "coupler", at=(0.3, 0, 0))
    m.spherical("C", "coupler", "rocker", at=(0.4, 0.8, 0.3))
    m.revolute("D", "ground", "rocker", axis=(1, 0.3, 0), at=(0.4, 0.8, -0.2))
    m.initial["A.speed"] = 3.0
    return m


def shaken_pendulum() -> sn.Mechanism:
    """A pendulum on a carriage that is moved to and fro."""
    m = sn.Mechanism("shaken pendulum", gravity=(0, -9.81))
    m.box("carriage", (0.2, 0.1), at=(0, 0), mass=1)
    m.bar("rod", (0, 0), (0.5, -0.5), mass=2)
    m.prismatic("rail", "ground", "carriage", axis="x", at=(0, 0))
    m.revolute("pivot", "carriage", "rod", at=(0, 0))
    m.driver("shaker", joint="rail", displacement=sn.Harmonic(amplitude=0.1, frequency=1.5))
    return m


# ---------------------------------------------------------------- the list
OPEN = {"pendulum": 0.5, "double_pendulum": 0.4, "oscillator": 0.3, ball_chain: 0.3}
CLOSED = {"four_bar_free": 0.2, "slider_crank": 0.02, "fairbairn": 0.1, "andrews": 0.01, "gear_train": 0.2}
CLOSED |= {spatial_four_bar: 0.2}
REDUNDANT = {"parallelogram": 0.5, "bricard": 0.5, door: 0.4, rhomb: 0.15}
RHEONOMIC = {"four_bar": 0.3, "fairbairn_driven": 0.4, "cam": 0.02, "spatial_slider_crank": 0.3, "quick_return": 0.3}
RHEONOMIC |= {shaken_pendulum: 0.4}
NONHOLONOMIC: dict[str | Callable[[], sn.Mechanism], float] = {"chaplygin_sleigh": 0.5, "rolling_disc": 0.5}

TIMES = {
    key if isinstance(key, str) else key.__name__: t
    for group in (OPEN, CLOSED, REDUNDANT, RHEONOMIC, NONHOLONOMIC)
    for key, t in group.items()
}
"""Mechanisms by name, and a time at which they are in the middle of their motion [s]."""
BUILT = {build.__name__: build for build in (ball_chain, door, rhomb, spatial_four_bar, shaken_pendulum)}
BUILT |= {key.__name__: key for key in NONHOLONOMIC if callable(key)}
IN_SPACE = ("ball_chain", "spatial_four_bar", "bricard", "door", "spatial_slider_crank", "rolling_disc")
CASES = [(name, word) for name in TIMES for word in ("tree", "spatial", "spatial_euler")]
CASES += [(name, "planar") for name in TIMES if name not in IN_SPACE]


def mechanism(name: str) -> sn.Mechanism:
    return BUILT[name]() if name in BUILT else sn.load(EXAMPLES / f"{name}.yaml")


class Moving(NamedTuple):
    """A formulation in a state of a motion."""

    F: Any
    q: np.ndarray
    v: np.ndarray
    t: float


@cache
def moving(name: str, formulation: str) -> Moving:
    """A bound formulation with its state in the middle of the motion, the same for all formulations."""
    m, t = mechanism(name), TIMES[name]
    F = bind(m, formulation)
    if formulation == "tree":
        run = sn.simulate(F, t, tolerance=1e-11, output=[0.0, t], progress=False)
        q, v = run.q[-1], run.v[-1]
    else:
        q, v = carried_over(moving(name, "tree"), F)
    keep_independent_rows(F, q, t)
    return Moving(F, q, v, t)


def carried_over(tree: Moving, F: Any) -> tuple[np.ndarray, np.ndarray]:
    """The state of a tree in absolute coordinates; exact but for rounding."""
    values: dict[str, float] = {}
    motion, q, v = tree.F.motion, tree.q, tree.v
    for body in F.body_names:
        place, speed = motion.position(f"{body}.com", q), motion.velocity(f"{body}.com", q, v)
        A = motion.rotation(body, q)
        turning = A.T @ motion.angular_velocity(body, q, v)
        for name in (body, f"{body}.com"):
            values |= {f"{name}.{axis}": x for axis, x in zip("xyz", (*place, 0.0))}
            values |= {f"{name}.v{axis}": x for axis, x in zip("xyz", (*speed, 0.0))}
        values |= {f"{body}.e{k}": x for k, x in enumerate(ep.extracted(A))}
        values |= {f"{body}.w{k}": x for k, x in enumerate(turning, 1)}
        values |= {f"{body}.v_e{k}": x for k, x in enumerate(ep.rate(ep.extracted(A), turning, "body"))}
        if F.mechanism.dimension == 2:
            values[f"{body}.angle"], values[f"{body}.omega"], _ = motion.turn(body, q, v, 0 * v)
    if F.mechanism.dimension == 3:
        for name in F.flat.counters:  # the turns of joints are counted in space
            joint, _, word = name.rpartition(".")
            x = motion.builder.coordinate(F.mechanism.joints[joint], word)
            values[name] = motion.along(x, q, v, 0 * v)[0]
    return tuple(np.array([values[name] for name in names], float) for names in (F.coordinate_names, F.velocity_names))
