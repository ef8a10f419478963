"""Controllers, transmissions and breaks: problems E15, E16, E18 of `benchmarks.machines`."""

from __future__ import annotations

import math

import numpy as np
from benchmarks.machine_parts import Compared, G, end, run, slider
from scipy.linalg import expm

import snodo as sn

R, L, K, J, B = 1.2, 2e-3, 0.05, 2e-4, 1e-5
TIMES = [0.0, 0.01, 0.05, 0.2]


def pi_motor(formulation: str, gain: float = 0.4, integral: float = 8.0, goal: float = 100.0) -> list[Compared]:
    """A motor with inductance under a PI controller, continuous and sampled at 1 ms, by the matrix exponential."""
    found, again = [], []
    for sampled in (False, True):
        m = _motor(sampled, gain, integral, goal)
        result, second = (run(m, TIMES[-1], formulation, integrator="dop853", output=TIMES) for _ in range(2))
        found.append(np.column_stack([result["i"].values, result["A.speed"].values])[1:])
        again.append(float(not np.array_equal(result.states, second.states)))
    return [
        Compared("current and speed, continuous, A, rad/s", found[0], _continuous(gain, integral, goal), 1e-10),
        Compared("current and speed, sampled, A, rad/s", found[1], _sampled(gain, integral, goal), 1e-10),
        Compared("runs whose repetition has other bits", sum(again), 0.0, 0.0),
    ]


def _motor(sampled: bool, gain: float, integral: float, goal: float) -> sn.Mechanism:
    m = sn.Mechanism("motor")
    m.body("rotor", mass=1.0, inertia=J)
    m.revolute("A", "ground", "rotor", at=(0, 0))
    m.state("i", rate="(u - 1.2*i - 0.05*A.speed)/0.002", scale="1 A")
    m.torque("shaft", "0.05*i - 1e-5*A.speed", joint="A")
    law, error = f"{gain!r}*({goal!r} - A.speed) + {integral!r}*I", f"({goal!r} - A.speed)"
    if sampled:
        m.controller("speed", every="1 ms", memory={"I": 0}, gives={"u": law}, then={"I": f"I + 0.001*{error}"})
    else:
        m.state("I", rate=error)
        m.signal("u", law)
    return m


def _continuous(gain: float, integral: float, goal: float) -> np.ndarray:
    """(i, ω, I, 1)˙ = A (i, ω, I, 1)."""
    A = np.zeros((4, 4))
    A[0] = [-R / L, -(K + gain) / L, integral / L, gain * goal / L]
    A[1] = [K / J, -B / J, 0, 0]
    A[2] = [0, -1, 0, goal]
    return np.array([(expm(A * t) @ [0, 0, 0, 1.0])[:2] for t in TIMES[1:]])


def _sampled(gain: float, integral: float, goal: float) -> np.ndarray:
    """(i, ω) from sample to sample under a held voltage; u from the integral before its update."""
    A = np.array([[-R / L, -K / L, 1 / L], [K / J, -B / J, 0.0], [0.0, 0.0, 0.0]])
    step = expm(A * 1e-3)
    x, memory, found = np.zeros(2), 0.0, []
    for k in range(201):
        if any(abs(1e-3 * k - t) < 1e-9 for t in TIMES[1:]):
            found.append(x.copy())
        u = gain * (goal - x[1]) + integral * memory
        memory += 1e-3 * (goal - x[1])
        x = (step @ [*x, u])[:2]
    return np.array(found)


# ---------------------------------------------------------------- E16
def _stage(dimension: int, torque: float, **words: object) -> sn.Mechanism:
    """Wheels of 0.1 and 0.3 m, held in balance by torques on both."""
    m = sn.Mechanism("stage", dimension=dimension, gravity=(0,) * dimension)
    third = (0,) * (dimension - 2)
    axis = {} if dimension == 2 else {"axis": "z"}
    for name, joint, x, inertia in (("w0", "A", 0.0, 0.01), ("w1", "B", 0.4, 0.09)):
        m.body(name, mass=2.0, inertia=inertia if dimension == 2 else (inertia,) * 3, at=(x, 0, *third))
        m.revolute(joint, "ground", name, at=(x, 0, *third), **axis)
    m.torque("drive", torque, joint="A")
    m.torque("load", 3 * torque, joint="B")
    m.gear("stage", "A", "B", teeth=(20, 60), **words)
    return m


def spur_gear(formulation: str, torque: float = 50.0, degrees: float = 20.0) -> list[Compared]:
    """F_t = T/r, radial F_t tan α, in the bearings."""
    result = run(_stage(2, torque, pressure_angle=math.radians(degrees)), 0.1, formulation)
    force = torque / 0.1
    found = [*result.reaction("A").values[-1][:2], *(-result.reaction("B").values[-1][:2])]
    radial = force * math.tan(math.radians(degrees))
    return [Compared("forces in both bearings, N", found, [radial, force] * 2, 1e-10 * force)]


def helical_gear(formulation: str, torque: float = 50.0, helix: float = 15.0, degrees: float = 20.0) -> list[Compared]:
    """Radial F_t tan α/cos β, axial F_t tan β; a negative helix is left-handed."""
    words = {"pressure_angle": math.radians(degrees), "helix": math.radians(abs(helix))}
    words |= {"hand": "right" if helix >= 0 else "left"}
    result = run(_stage(3, torque, **words), 0.1, formulation)
    force, beta = torque / 0.1, math.radians(helix)
    expected = [force * math.tan(math.radians(degrees)) / math.cos(beta), force, -force * math.tan(beta)]
    return [Compared("forces in its bearing, N", result.reaction("A").values[-1][:3], expected, 1e-10 * force)]


def same_motion(formulation: str, degrees: float = 20.0) -> list[Compared]:
    """A stage that runs up moves as one with the ratio alone."""
    speeds = []
    for words in ({"pressure_angle": math.radians(degrees)}, {}):
        m = _stage(2, 50.0, **words)
        m.forces["load"].torque = sn.Constant(0.0)
        speeds.append(end(run(m, 0.2, formulation), "A.speed", "B.speed"))
    expected = 50.0 * 0.2 / (0.01 + 0.09 / 9)
    return [
        Compared("speeds with and without teeth, rad/s", speeds[0], speeds[1], 1e-12 * expected),
        Compared("speed after 0.2 s, rad/s", speeds[0][0], expected, 1e-12 * expected),
    ]


def motor_inertia(formulation: str, ratio: float = 100.0, inertia: float = 2e-5) -> list[Compared]:
    """A rotor behind a ratio n adds n² J: the acceleration of a wheel of 0.1 kg m² under 3 N m."""
    m = sn.Mechanism("drive", gravity=(0, 0))
    m.body("arm", mass=1.0, inertia=0.1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.motor_inertia("rotor", "A", inertia, ratio)
    m.torque("drive", 3.0, joint="A")
    result = run(m, 0.1, formulation)
    expected = 3.0 / (0.1 + ratio**2 * inertia)
    return [Compared("acceleration, rad/s²", end(result, "A.acceleration"), expected, 1e-12 * expected)]


def capstan(formulation: str, mu: float = 0.3, heavy: float = 3.0, light: float = 1.0) -> list[Compared]:
    """Two weights on a rope around a post that stands still: T₁/T₂ = e^(µπ),  a = g (m₁ − R m₂)/(m₁ + R m₂)."""
    m = sn.Mechanism("capstan", gravity=(0, -G))
    m.add_points(C=(0, 0), P=(-0.1, -1.0), Q=(0.1, -1.0))
    for name, mass, at in (("a", heavy, "P"), ("b", light, "Q")):
        m.body(name, mass=mass, inertia=1.0, at=at)
        m.prismatic(name.upper(), "ground", name, axis="y", at=at)
    m.cable("rope", ["P on a", "over C, 0.1 m", "Q on b"], mu=mu)
    result = run(m, 0.2, formulation)
    first, last = end(result, "rope.first_tension", "rope.last_tension")
    R = math.exp(mu * math.pi)
    a = G * (heavy - R * light) / (heavy + R * light)
    return [
        Compared("ratio of the tensions", first / last, R, 1e-13 * R),
        Compared("sinks in 0.2 s, m", end(result, "A.displacement"), -0.02 * a, 1e-12),
    ]


# ---------------------------------------------------------------- E18
def pulses(formulation: str, height: float = 50.0, begins: float = 30.0, lasts: float = 2.0) -> list[Compared]:
    """A torque that acts shortly in a long run; a shorter one; and a bell of 1 ms: nothing is stepped over."""
    found, expected = [], []
    for torque, first, width, until in ((height, begins, lasts, 60.0), (1.0, 2.0, 0.1, 5.0)):
        law = f"{0.5 * torque!r}*(sign(t - {first!r}) - sign(t - {first + width!r}))"
        result = run(_wheel(law), until, formulation)
        found += list(end(result, "A.speed", "A.angle"))
        expected += [torque * width, torque * width * (until - first - 0.5 * width)]
    bell = end(run(_wheel("100*exp(-((t - 0.5)/0.001)^2)"), 1.0, formulation), "A.speed")
    located = 1e-11 * height * 60.0  # breaks of a formula are located to 1e-11 s
    return [
        Compared("speeds and angles after pulses, rad/s, rad", found, expected, located),
        Compared("speed after a bell of 1 ms, rad/s", bell, 0.1 * math.sqrt(math.pi), 1e-10),
    ]


def _wheel(law: str) -> sn.Mechanism:
    """1 kg m² on an axis, under a torque."""
    m = sn.Mechanism("wheel", gravity=(0, 0))
    m.body("wheel", mass=1.0, inertia=1.0)
    m.revolute("A", "ground", "wheel", at=(0, 0))
    m.torque("T", law, joint="A")
    return m


def roots_in_a_step(formulation: str, roots: tuple[float, float, float] = (2.0, 6.0, 10.0)) -> list[Compared]:
    """x = (t − a)(t − b)(t − c), under a force ẍ: all roots are recorded, and recording changes no bit."""
    a, b, c = roots
    runs = []
    for watched in (True, False):
        m = slider(1.0)
        m.joint_force("F", f"6*t - {2 * (a + b + c)!r}", joint="P")
        if watched:
            m.event("zero", when="P.displacement passes 0 m", do="record")
        start = {"P.displacement": -a * b * c, "P.speed": a * b + b * c + c * a}
        runs.append(run(m, 1.2 * c, formulation, initial=start))
    size = runs[1].q.shape[1] + runs[1].v.shape[1]
    bits = float((runs[0].states[:, :size] != runs[1].states[:, :size]).sum())
    return [
        Compared("roots inside one step, s", runs[0].events.times("zero"), sorted(roots), 1e-10),
        Compared("numbers changed by recording", bits, 0.0, 0.0),
    ]
