"""Mechanisms whose motion is known in closed form, and reference problems whose motion is known from tight runs.

A case names the series to look at.  In a closed form each of them is a function of time; of a reference problem the
truth is a run at a relative tolerance of 1e-13 in the same formulation, whose own error bar says how good it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import atan, cos, pi, radians, sin, sqrt, tan, tanh

import numpy as np
from benchmarks.mechanisms import andrews, bricard, slider_crank, windows
from benchmarks.references import ANDREWS_DURATION, ANDREWS_END, BRICARD_P3
from numpy.typing import NDArray
from scipy.special import ellipj, ellipk

import snodo as sn

Array = NDArray[np.float64]
Truth = dict[str, Array]
Published = dict[float, dict[str, float]]

IN_PLANE = ("planar", "tree", "spatial")
IN_SPACE = ("tree", "spatial")


@dataclass(frozen=True)
class Case:
    """A mechanism, how long it runs [s], the coarsest step of RK4 [s], and the true series (or their names).

    published: of the references, time [s] → series → value
    """

    name: str
    describe: Callable[[], sn.Mechanism]
    duration: float
    step: float
    truth: Callable[[Array], Truth] | tuple[str, ...]
    formulations: tuple[str, ...] = IN_PLANE
    published: Published = field(default_factory=dict)


# ---------------------------------------------------------------- pendulum and particles
def pendulum() -> sn.Mechanism:
    """A uniform bar of 1 m and 1 kg, let go horizontally."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    return m


def pendulum_truth(t: Array, g: float = 1.5 * 9.81) -> Truth:
    """sin(φ/2) = k sn(K + √g t) for the angle φ from below, with φ̈ = −g sin φ, from rest at φ = 90°."""
    k = sqrt(0.5)
    sn_, cn, _, _ = ellipj(float(ellipk(k * k)) + sqrt(g) * t, k * k)
    angle = 2 * np.arcsin(k * sn_) - pi / 2
    speed, alpha = 2 * k * sqrt(g) * cn, -g * np.cos(angle)
    lift = 0.5 * (np.cos(angle) * alpha - np.sin(angle) * speed**2)
    return {"A.angle": angle, "A.speed": speed, "A.fy": lift + 9.81, "energy.kinetic": speed**2 / 6}


def ball_on_a_rod() -> sn.Mechanism:
    """IFToMM library of computational benchmark problems, A01: 1 kg on a massless rod of 1 m, from rest at (−1, 0)."""
    m = sn.Mechanism("A01", gravity=(0, -9.81))
    m.particle("ball", (-1, 0), mass=1)
    m.rod("tie", "ground", "ball", (0, 0), {"ball": (0, 0)})
    return m


def ball_truth(t: Array) -> Truth:
    """The same with the length 1 m of the mathematical pendulum, mirrored."""
    found = pendulum_truth(t, 9.81)
    angle, speed = found["A.angle"], found["A.speed"]
    x, y = -np.cos(angle), np.sin(angle)
    return {"ball.x": x, "ball.vy": np.cos(angle) * speed, "tie.fx": 3 * 9.81 * x * y}


def kepler() -> sn.Mechanism:
    """An ellipse about the origin: μ = 1 m³/s², a = 1 m, e = 0.3, from the pericentre."""
    m = sn.Mechanism("Kepler")
    m.body("planet", mass=1.0, inertia=1.0, at=(0.7, 0))
    cube = "(planet.x^2 + planet.y^2)^1.5"
    m.force("pull", "planet", formula=[f"-planet.x/{cube}", f"-planet.y/{cube}", "0"])
    m.initial = {"planet.vx": 0.0, "planet.vy": sqrt(1.3 / 0.7)}
    return m


def kepler_truth(t: Array, e: float = 0.3) -> Truth:
    """Kepler's equation  E − e sin E = t,  by Newton's method."""
    E = t + e * np.sin(t)
    for _ in range(30):
        E = E - (E - e * np.sin(E) - t) / (1 - e * np.cos(E))
    r = 1 - e * np.cos(E)
    x, y = np.cos(E) - e, sqrt(1 - e * e) * np.sin(E)
    return {"planet.x": x, "planet.vy": sqrt(1 - e * e) * np.cos(E) / r, "planet.ay": -y / r**3}


def projectile() -> sn.Mechanism:
    """A body thrown against a resistance in proportion to its speed."""
    m = sn.Mechanism("projectile", gravity=(0, -9.81))
    m.body("ball", mass=2.0, inertia=1.0, at=(0, 0))
    m.force("drag", "ball", formula=["-0.8*ball.vx", "-0.8*ball.vy", "0"])
    m.initial = {"ball.vx": 10.0, "ball.vy": 15.0}
    return m


def projectile_truth(t: Array) -> Truth:
    """v decays at 0.4/s to the final speed g/0.4."""
    d, fall = np.exp(-0.4 * t), 9.81 / 0.4
    y = (15 + fall) * (1 - d) / 0.4 - fall * t
    return {"ball.x": 25 * (1 - d), "ball.y": y, "ball.vy": (15 + fall) * d - fall, "ball.ax": -4 * d}


# ---------------------------------------------------------------- oscillators
def oscillator(damping: float = 0.0, force: str = "") -> sn.Mechanism:
    """1 kg on a spring of 100 N/m, started at 0.1 m."""
    m = sn.Mechanism("oscillator")
    m.body("mass", mass=1.0, inertia=1.0, at=(0, 0))
    m.prismatic("guide", "ground", "mass", at=(0, 0), axis="x")
    m.spring("spring", "ground", "mass", start=(-1, 0), end=(0, 0), stiffness=100.0, damping=damping)
    if force:
        m.joint_force("push", force, joint="guide")
    m.initial = {"guide.displacement": 0.1}
    return m


def oscillator_truth(t: Array, damping: float = 0.0, force: float = 0.0, w: float = 1.0) -> Truth:
    """ẍ + damping ẋ + 100 x = force sin(w t): the forced part and a free one that starts at 0.1 m, at rest."""
    forced = force / (100 - w * w + 1j * damping * w) * np.exp(1j * w * t)
    s = -damping / 2 + 1j * sqrt(100 - damping**2 / 4)
    x0, v0 = 0.1 - forced[0].imag, -(1j * w * forced[0]).imag
    free = (x0 - 1j * (v0 - s.real * x0) / s.imag) * np.exp(s * t)
    x, v = forced.imag + free.real, (1j * w * forced).imag + (s * free).real
    a = force * np.sin(w * t) - damping * v - 100 * x
    return {"guide.displacement": x, "guide.speed": v, "guide.acceleration": a, "energy.elastic": 50 * x**2}


def flywheel() -> sn.Mechanism:
    """2 kg m² against a viscous bearing, torque 6 N m."""
    m = sn.Mechanism("flywheel")
    m.body("wheel", mass=10.0, inertia=2.0, at=(0, 0))
    m.revolute("A", "ground", "wheel", at=(0, 0))
    m.torque("motor", 6.0, joint="A")
    m.friction("oil", "A", viscous=1.0)
    return m


def flywheel_truth(t: Array) -> Truth:
    """ω = 6 (1 − e^{−t/2})."""
    d = np.exp(-t / 2)
    return {"A.angle": 6 * t - 12 * (1 - d), "A.speed": 6 * (1 - d), "A.acceleration": 3 * d}


# ---------------------------------------------------------------- guided, driven, rolling
def trammel() -> sn.Mechanism:
    """A uniform bar whose ends slide in perpendicular slots: it turns uniformly, its middle runs on a circle."""
    m = sn.Mechanism("trammel")
    m.bar("bar", (cos(0.3), 0), (0, sin(0.3)), mass=1.0)
    m.pin_in_slot("along_x", "ground", "bar", axis="x", at=(cos(0.3), 0))
    m.pin_in_slot("along_y", "ground", "bar", axis="y", at=(0, sin(0.3)))
    m.frame("C", "bar", at=(cos(0.3) / 2, sin(0.3) / 2))
    m.initial = {"bar.omega": -2.0}
    return m


def trammel_truth(t: Array) -> Truth:
    """The middle at the angle 0.3 + 2 t; each slot gives one component of its acceleration."""
    x, y = 0.5 * np.cos(0.3 + 2 * t), 0.5 * np.sin(0.3 + 2 * t)
    return {"C.x": x, "C.vy": 2 * x, "C.ax": -4 * x, "along_x.fy": -4 * y}


def bead() -> sn.Mechanism:
    """A bead in a slot that is driven round at 4 rad/s: unstable."""
    m = sn.Mechanism("bead")
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("pivot", "ground", "arm", at=(0, 0))
    m.body("bead", mass=1.0, inertia=0.01, at=(0.01, 0))
    m.prismatic("slot", "arm", "bead", at=(0.01, 0), axis="x")
    m.driver("motor", joint="pivot", speed=4.0)
    return m


def bead_truth(t: Array) -> Truth:
    """r = 0.01 cosh 4 t."""
    r, v = 0.01 * np.cosh(4 * t), 0.04 * np.sinh(4 * t)
    x = r * np.cos(4 * t)
    return {"slot.displacement": r - 0.01, "slot.speed": v, "bead.x": x, "motor.effort": 8 * r * v}


def sleigh() -> sn.Mechanism:
    """Chaplygin's sleigh: 1 kg, 0.5 kg m², centre of mass 0.3 m ahead of the edge."""
    m = sn.Mechanism("Chaplygin's sleigh")
    m.add_points(P=(0, 0))
    m.body("sleigh", mass=1.0, inertia=0.5, com=(0.3, 0), at="P")
    m.knife_edge("P", "ground", "sleigh", axis="x")
    m.initial = {"sleigh.vx": 0.2, "sleigh.omega": 2.0}
    return m


def sleigh_truth(t: Array) -> Truth:
    """v = c tanh τ, ω = (c/k) sech τ, θ = (k/a) gd τ, with τ growing at the rate a c/k²."""
    a, k = 0.3, sqrt(0.59)
    c = sqrt(0.2**2 + (k * 2.0) ** 2)
    start = np.arctanh(0.2 / c)
    tau = start + a * c / k**2 * t
    v, w = c * np.tanh(tau), c / k / np.cosh(tau)
    theta = k / a * 2 * (np.arctan(np.tanh(tau / 2)) - atan(tanh(start / 2)))
    return {"sleigh.angle": theta, "sleigh.omega": w, "sleigh.vx": v * np.cos(theta), "sleigh.alpha": -a * v * w / k**2}


def skate() -> sn.Mechanism:
    """A skate on an incline of 20°, turning at 1.5 rad/s; let go at rest, pointing downhill (x)."""
    m = sn.Mechanism("skate", gravity=(9.81 * sin(radians(20)), 0))
    m.add_points(P=(0, 0))
    m.body("skate", mass=1.3, inertia=0.2, at="P")
    m.knife_edge("P", "ground", "skate", axis="x")
    m.initial = {"skate.omega": 1.5}
    return m


def skate_truth(t: Array) -> Truth:
    """x = b sin² ωt,  y = b (ωt − ½ sin 2ωt),  b = g sin 20°/(2 ω²)."""
    u, b = 1.5 * t, 9.81 * sin(radians(20)) / (2 * 1.5**2)
    return {"skate.x": b * np.sin(u) ** 2, "skate.y": b * (u - np.sin(2 * u) / 2), "skate.vx": 1.5 * b * np.sin(2 * u)}


DISC_R, DISC_LEAN, DISC_U3 = 0.3, 0.3, -2.5
DISC_U2 = (DISC_R * DISC_U3**2 * tan(DISC_LEAN) / 4 - 9.81 * sin(DISC_LEAN)) / (1.5 * DISC_R * DISC_U3)
"""Speed about its axis at which a thin disc that leans by 0.3 rad rolls in a circle (moments about the contact)."""


def disc() -> sn.Mechanism:
    """A thin disc that rolls in a circle."""
    R, lean = DISC_R, DISC_LEAN
    m = sn.Mechanism("rolling disc", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(C=(0, 0, R), O=(0, 0, 0))
    m.body("disc", mass=1.0, inertia=(R * R / 4, R * R / 2, R * R / 4), at="C")
    m.rolling("W", "ground", "disc", radius=R, normal="z", axis="y", at="C", on="O")
    wy, wz = DISC_U2 * cos(lean) - DISC_U3 * sin(lean), DISC_U2 * sin(lean) + DISC_U3 * cos(lean)
    turned = {"disc.e0": cos(lean / 2), "disc.e1": sin(lean / 2), "disc.e2": 0.0, "disc.e3": 0.0}
    m.initial = {**turned, "disc.x": 0.0, "disc.y": -R * sin(lean), "disc.wx": 0.0, "disc.wy": wy, "disc.wz": wz}
    return m


def disc_truth(t: Array) -> Truth:
    """The centre runs on a circle, at the speed r u₂ in the direction of the yaw."""
    rate, speed = DISC_U3 / cos(DISC_LEAN), DISC_R * DISC_U2
    x, vy = speed / rate * np.sin(rate * t), speed * np.sin(rate * t)
    return {"disc.x": x, "disc.vy": vy, "disc.ax": -rate * vy}


# ---------------------------------------------------------------- tops
def free_top() -> sn.Mechanism:
    """A symmetric body without forces: moments 1, 1, 2 kg m², turning at (1, 0, 5) rad/s."""
    m = sn.Mechanism("free top", dimension=3)
    m.body("top", mass=1.0, inertia=(1.0, 1.0, 2.0))
    m.initial = {"top.wx": 1.0, "top.wy": 0.0, "top.wz": 5.0}
    return m


def free_top_truth(t: Array) -> Truth:
    """The axis goes round the angular momentum H at |H|/1, the body turns about its axis at −5 rad/s against it."""
    H = sqrt(1 + 10**2)
    h = np.array([1, 0, 10]) / H
    first = [np.cos(H * t / 2), *(h[:, None] * np.sin(H * t / 2))]
    c, s = np.cos(-2.5 * t), np.sin(-2.5 * t)
    e0, e1 = first[0] * c - first[3] * s, first[1] * c + first[2] * s
    w = _precessing(h, H * t)
    return {"top.e0": e0, "top.e1": e1, "top.wx": w[0], "top.wy": w[1]}


def _precessing(h: Array, angle: Array) -> Array:
    """(1, 0, 5) turned about h."""
    w, c, s = np.array([1.0, 0.0, 5.0]), np.cos(angle), np.sin(angle)
    return np.outer(w, c) + np.outer(np.cross(h, w), s) + np.outer(h * (h @ w), 1 - c)


TOP_M, TOP_L, TOP_A, TOP_C, TOP_TILT, TOP_RATE = 2.0, 0.1, 0.03, 0.005, 0.5, 1.5
TOP_SPIN = (TOP_M * 9.81 * TOP_L + TOP_A * TOP_RATE**2 * cos(TOP_TILT)) / (TOP_C * TOP_RATE)
"""Angular velocity about its axis for which the top precesses steadily; moments TOP_A, TOP_C about the tip."""


def top() -> sn.Mechanism:
    """A heavy symmetric top, tilted by 0.5 rad, that precesses at 1.5 rad/s."""
    m = sn.Mechanism("top", dimension=3, gravity=(0, 0, -9.81))
    about = TOP_A - TOP_M * TOP_L**2
    m.body("top", mass=TOP_M, com=(0, 0, TOP_L), inertia=(about, about, TOP_C), axis="y", angle=TOP_TILT, at=(0, 0, 0))
    m.spherical("tip", "ground", "top", at=(0, 0, 0))
    m.frame("C", "top", at=(TOP_L * sin(TOP_TILT), 0, TOP_L * cos(TOP_TILT)))
    spin = TOP_SPIN - TOP_RATE * cos(TOP_TILT)
    m.initial = {"top.wx": spin * sin(TOP_TILT), "top.wy": 0.0, "top.wz": TOP_RATE + spin * cos(TOP_TILT)}
    return m


def top_truth(t: Array) -> Truth:
    """The centre of mass runs on a circle."""
    r, u = TOP_L * sin(TOP_TILT), TOP_RATE * t
    x, vy = r * np.cos(u), r * TOP_RATE * np.cos(u)
    return {"C.x": x, "C.vy": vy, "tip.fx": -TOP_M * TOP_RATE**2 * x}


# ---------------------------------------------------------------- reference problems
def tumbling() -> sn.Mechanism:
    """A free body, nearly about its middle axis: it flips over (Jacobi's elliptic functions)."""
    m = sn.Mechanism("tumbling", dimension=3)
    m.body("body", mass=1.0, inertia=(0.3, 0.35, 0.4), at=(0, 0, 0))
    m.initial = {"body.wx": 0.1, "body.wy": 15.0, "body.wz": 0.1}
    return m


def fast_top() -> sn.Mechanism:
    """A benchmark of Lie-group integrators: 15 kg, spinning at 150 rad/s."""
    m = sn.Mechanism("fast top", dimension=3, gravity=(0, 0, -9.81))
    m.body("top", mass=15.0, com=(0, 1, 0), inertia=(0.234375, 0.46875, 0.234375), at=(0, 0, 0))
    m.spherical("tip", "ground", "top", at=(0, 0, 0))
    m.frame("C", "top", at=(0, 1, 0))
    m.initial = {"tip.wx": 0.0, "tip.wy": 150.0, "tip.wz": -4.61538}
    return m


def wobbling_disc() -> sn.Mechanism:
    """A disc of 0.3 m that rolls and wobbles (Kane and Levinson, Dynamics, 1985)."""
    m = disc()
    y, z = 8.0 * cos(0.1) - 0.5 * sin(0.1), 8.0 * sin(0.1) + 0.5 * cos(0.1)
    turned = {"disc.e0": cos(0.05), "disc.e1": sin(0.05), "disc.e2": 0.0, "disc.e3": 0.0}
    m.initial = {**turned, "disc.x": 0.0, "disc.y": -0.3 * sin(0.1), "disc.wx": 0.0, "disc.wy": y, "disc.wz": z}
    return m


def governor() -> sn.Mechanism:
    """IFToMM library, A05: a flyball governor with stiff spring-dampers."""
    m = sn.Mechanism("governor", dimension=3, gravity=(0, 0, -9.81))
    m.box("shaft", (0.01, 0.01, 1.0), (0, 0, 0.5), density=3000.0)
    m.revolute("shaft_bearing", "ground", "shaft", at=(0, 0, 0), axis="z")
    m.box("slider", (0.1, 0.1, 0.1), (0, 0, 0.5), density=3000.0)
    m.prismatic("guide", "shaft", "slider", at=(0, 0, 0.5), axis="z")
    com = (0.15 + 5.0) / 5.3
    across = 0.3 * (1 + 1e-4) / 12 + 0.3 * (com - 0.5) ** 2 + 5 * (1 - com) ** 2
    for side, name in ((1, "right"), (-1, "left")):
        tilt, head = side * radians(60), (0.05 * side, 0, 1)
        middle = (0.05 * side + 0.5 * sin(tilt), 0, 1 - 0.5 * cos(tilt))
        inertia = (across, across, 0.3 * 2e-4 / 12)
        m.body(name, mass=5.3, com=(0, 0, -com), inertia=inertia, at=head, axis="y", angle=-tilt)
        m.revolute(f"{name}_hinge", "shaft", name, at=head, axis="y")
        ends = {"start": (0.05 * side, 0, 0.5), "end": middle}
        m.spring(f"{name}_spring", "slider", name, **ends, stiffness=8e5, damping=4e4, length=0.5)
    m.initial = {"shaft_bearing.speed": 2 * pi}
    return m


def bicycle() -> sn.Mechanism:
    """The Whipple bicycle (Meijaard and others, Proc. R. Soc. A 463, 2007), riding at 5 m/s, disturbed."""
    m = sn.Mechanism("Whipple bicycle", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(R=(0, 0, 0.3), F=(1.02, 0, 0.35), S=(1.1, 0, 0), O=(0, 0, 0))
    m.body("frame", mass=85.0, inertia=((9.2, 0, -2.4), (0, 11.0, 0), (-2.4, 0, 2.8)), at=(0.3, 0, 0.9))
    fork = ((0.05892, 0, 0.00756), (0, 0.06, 0), (0.00756, 0, 0.00708))
    m.body("fork", mass=4.0, inertia=fork, at=(0.9, 0, 0.7))
    m.body("rear", mass=2.0, inertia=(0.0603, 0.12, 0.0603), at="R")
    m.body("front", mass=3.0, inertia=(0.1405, 0.28, 0.1405), at="F")
    m.revolute("R", "frame", "rear", axis="y")
    m.revolute("F", "fork", "front", axis="y")
    m.revolute("S", "frame", "fork", axis=(-sin(pi / 10), 0, cos(pi / 10)))
    m.rolling("rear_contact", "ground", "rear", 0.3, normal="z", axis="y", at="R", on="O")
    m.rolling("front_contact", "ground", "front", 0.35, normal="z", axis="y", at="F", on="O")
    m.initial = {"R.speed": 5 / 0.3, "frame.wx": 0.1}
    return m


def triple_chain() -> sn.Mechanism:
    """Of the tests of RBDL: three links with the centre of mass 1 m ahead and unit moments, from rest."""
    m = sn.Mechanism("triple chain", dimension=3, gravity=(0, -9.81, 0))
    for k, parent in enumerate(("ground", "b0", "b1")):
        m.body(f"b{k}", mass=1, com=(1, 0, 0), inertia=(1, 1, 1), at=(k, 0, 0))
        m.revolute(f"j{k}", parent, f"b{k}", at=(k, 0, 0), axis="z")
    return m


CLOSED_FORMS = [
    Case("pendulum", pendulum, 5.0, 0.04, pendulum_truth),
    Case("A01 ball on a rod", ball_on_a_rod, 5.0, 0.04, ball_truth, ("planar", "tree", "spatial")),
    Case("Kepler", kepler, 12.0, 0.08, kepler_truth),
    Case("projectile with drag", projectile, 3.0, 0.3, projectile_truth),
    Case("free oscillator", oscillator, 5.0, 0.04, oscillator_truth),
    Case("damped oscillator", lambda: oscillator(1.2), 5.0, 0.04, lambda t: oscillator_truth(t, 1.2)),
    Case(
        "forced oscillator",
        lambda: oscillator(0.5, "20*sin(7*t)"),
        5.0,
        0.04,
        lambda t: oscillator_truth(t, 0.5, 20, 7),
    ),
    Case("flywheel", flywheel, 5.0, 0.4, flywheel_truth),
    Case("trammel", trammel, 5.0, 0.1, trammel_truth),
    Case("bead in a driven slot", bead, 2.5, 0.02, bead_truth),
    Case("Chaplygin's sleigh", sleigh, 5.0, 0.1, sleigh_truth),
    Case("skate on an incline", skate, 4.0, 0.1, skate_truth),
    Case("disc in a circle", disc, 3.0, 0.02, disc_truth, IN_SPACE),
    Case("free top", free_top, 5.0, 0.05, free_top_truth, IN_SPACE),
    Case("heavy top", top, 2.0, 0.001, top_truth, IN_SPACE),
]

# IFToMM library of computational benchmark problems: the exact elliptic solution of A02, independent computations of
# A04 (`references.py`) and of A05 (two tolerances agree to 4e-10); A03 in 28 digits (`references.py`).
A02: Published = {
    1.0: {"B0f.x": -0.1950203019494351, "B0f.vy": 1.3275783251604871},
    2.0: {"B0f.x": 0.05781579576801143, "B0f.vy": -0.05891224871344565},
}
A03: Published = {ANDREWS_DURATION: {"K1.angle": ANDREWS_END[0]}}
A04: Published = {t: {"P3f.x": place[0]} for t, place in BRICARD_P3.items() if t <= 3}
A05: Published = {
    0.1: {
        "shaft_bearing.angle": 0.6221066814026751,
        "guide.displacement": 0.5238364755696135 - 0.5,
        "guide.speed": 0.4592718104366762,
    }
}

REFERENCES = [
    Case("A02 two windows", lambda: windows(2), 2.0, 0.005, ("B0f.x", "B0f.vy", "A0.angle"), published=A02),
    Case("A03 Andrews", andrews, 0.03, 1e-4, ("K1.angle", "K3.omega", "F3.fx", "energy.kinetic"), published=A03),
    Case("A04 Bricard", bricard, 3.0, 0.02, ("P3f.x", "P3f.vz", "energy.kinetic"), IN_SPACE, A04),
    Case(
        "A05 governor",
        governor,
        0.2,
        5e-5,
        ("shaft_bearing.angle", "guide.displacement", "guide.speed"),
        ("tree",),
        A05,
    ),
    Case("slider-crank", slider_crank, 3.0, 0.01, ("A.angle", "slider.vx", "B.fx")),
    Case("tumbling body", tumbling, 7.0, 0.01, ("body.e0", "body.wx", "body.alphay"), IN_SPACE),
    Case("fast top", fast_top, 0.3, 0.001, ("C.x", "C.vz", "tip.fz"), IN_SPACE),
    Case("wobbling disc", wobbling_disc, 2.0, 0.02, ("disc.x", "disc.vy", "disc.alphaz"), IN_SPACE),
    Case("Whipple bicycle", bicycle, 2.0, 0.02, ("frame.y", "S.angle", "S.speed"), IN_SPACE),
    Case("triple chain", triple_chain, 2.0, 0.02, ("j0.angle", "j2.speed", "j1.fx"), IN_SPACE),
]

CASES = CLOSED_FORMS + REFERENCES
