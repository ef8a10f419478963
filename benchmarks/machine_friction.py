"""Dry friction: problems E5–E11, E14, E20 of `benchmarks.machines`, each by its closed form."""

from __future__ import annotations

import math

import numpy as np
from benchmarks.machine_parts import Compared, G, end, run, slider
from scipy.optimize import brentq

import snodo as sn


def growing_force(
    formulation: str, c: float = 5.0, mass: float = 2.0, static: float = 0.3, mu: float = 0.2
) -> list[Compared]:
    """F = c t: slips at µ_s m g/c;  x = c s³/6m + (c t_s − µ m g) s²/2m  a time s later."""
    slips = static * mass * G / c
    until = slips + 0.8228
    m = slider(mass)
    m.joint_force("F", f"{c!r}*t", joint="P")
    m.friction("f", "P", coulomb=mu * mass * G, static=static * mass * G)
    result = run(m, until, formulation)
    s, left = until - slips, c * slips - mu * mass * G
    x, v = c * s**3 / (6 * mass) + left * s**2 / (2 * mass), c * s**2 / (2 * mass) + left * s / mass
    return [
        Compared("slips at, s", result.events.times("f", "slips"), [slips], 1e-11),
        Compared("place and speed after 0.8228 s, m, m/s", end(result, "P.displacement", "P.speed"), [x, v], 1e-11),
    ]


def incline(formulation: str, mu: float = 0.2, degrees: float = 20.0, v0: float = 3.0) -> list[Compared]:
    """Thrown up a slope: comes back with v₀ √((sin − µ cos)/(sin + µ cos)), or stays where it stops."""
    a = math.radians(degrees)
    m = slider(1.0, gravity=(-G * math.sin(a), -G * math.cos(a)))
    m.friction("f", "P", coulomb=mu * G * math.cos(a))
    m.event("back", when="P.displacement falls to 0 m", do="stop")
    result = run(m, 10.0 if mu > math.tan(a) else 100.0, formulation, initial={"P.speed": v0})
    up, down = (G * (math.sin(a) + s * mu * math.cos(a)) for s in (1, -1))
    t, top = v0 / up, v0**2 / (2 * up)
    if down < 0:
        x = result["P.displacement"].values
        return [
            Compared("stops at, s", result.events.times("f", "sticks"), [t], 1e-12 * max(1.0, t)),
            Compared("and there, m", x[-1], top, 1e-12 * max(1.0, top)),
            Compared("moved until 10 s, m", np.ptp(x[result.time > t]), 0.0, 0.0),
        ]
    back = t + math.sqrt(2 * top / down)
    return [
        Compared("turns at, s", result.events.times("f", "slips")[:1], [t], 1e-11),
        Compared("is back at, s", float(result.info["reached"]), back, 1e-11 * max(1.0, back)),
        Compared("with, m/s", -end(result, "P.speed"), v0 * math.sqrt(down / up), 1e-11 * max(1.0, v0)),
    ]


def smooth_creep(formulation: str) -> list[Compared]:
    """40 N smoothed over 0.01 m/s under the weight of 10 kg on 20°: v = s atanh(F/F_c)."""
    a = math.radians(20)
    m = slider(10.0, gravity=(-G * math.sin(a), -G * math.cos(a)))
    m.friction("f", "P", coulomb=40.0, smoothing=0.01)
    result = run(m, 10.0, formulation)
    creep = 0.01 * math.atanh(10 * G * math.sin(a) / 40)
    said = float("creeps by 0.12" in str(result.quality()))
    return [
        Compared("creep of smooth friction, m/s", -end(result, "P.speed"), creep, 1e-11),
        Compared("the verdict says so", said, 1.0, 0.0),
    ]


def stick_slip(
    formulation: str,
    V: float = 0.1,
    k: float = 100.0,
    static: float = 0.4,
    mu: float = 0.25,
    until: float = 100.0,
) -> list[Compared]:
    """1 kg on a belt: slips for (2π − 2 atan(ωΔ/V))/ω, sticks for 2Δ/V, with Δ = (µ_s − µ) g/ω²."""
    m = sn.Mechanism("belt", gravity=(0, -G))
    m.body("belt", mass=1.0, inertia=1.0)
    m.prismatic("B", "ground", "belt", axis="x", at=(0, 0))
    m.driver("motor", joint="B", speed=V)
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("C", "belt", "block", axis="x", at=(0, 0))
    m.spring("s", "ground", "block", start=(-10, 0), end=(0, 0), stiffness=k, length=10.0)
    m.friction("f", "C", coulomb=mu * G, static=static * G)
    result = run(m, until, formulation, initial={"C.speed": 0.0}, tolerance=1e-13, output=until / 4000)
    omega, drop = math.sqrt(k), (static - mu) * G / k
    slip, stick = (2 * math.pi - 2 * math.atan(omega * drop / V)) / omega, 2 * drop / V
    begins = static * G / k / V + (slip + stick) * np.arange(int(until / (slip + stick)) + 1)
    expected = np.sort(np.concatenate([begins, begins + slip]))
    expected = expected[expected < until]
    found = np.sort(np.concatenate([result.events.times("f", "slips"), result.events.times("f", "sticks")]))
    x = result["block.x"].values[result.time > begins[0]]
    amplitude = math.hypot(drop, V / omega)
    return [
        Compared(f"{expected.size} changes in {until:g} s, s", found, expected, 1e-10),
        Compared("lowest place, m", x.min(), mu * G / k - amplitude, 1e-4 * amplitude),
    ]


def sphere_rolls(formulation: str, v0: float = 3.0, mu: float = 0.2, spin: float = 0.0) -> list[Compared]:
    """Slides until t = 2 (v₀ + spin)/7µg, and rolls with (5 v₀ − 2 spin)/7; `spin` is backwards, in m/s at the rim."""
    R, mass = 0.1, 2.0
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=mass, inertia=0.4 * mass * R**2)
    m.sphere_contact("floor", "ball", R, mu=mu)
    rolls = 2 * (v0 + spin) / (7 * mu * G)
    after = v0 - mu * G * rolls
    start = {"ball.y": R, "ball.vx": v0, "ball.omega": spin / R}
    result = run(m, 1.5 * rolls, formulation, initial=start)
    way = v0 * rolls - 0.5 * mu * G * rolls**2 + after * 0.5 * rolls
    kinetic = 0.5 * mass * v0**2 + 0.2 * mass * spin**2
    loss = kinetic - 0.7 * mass * after**2
    return [
        Compared("rolls from, s", result.events.times("floor", "sticks"), [rolls], 1e-11 * max(1.0, rolls)),
        Compared("speed and place, m/s, m", end(result, "ball.vx", "ball.x"), [after, way], 1e-11 * max(1.0, way)),
        Compared("heat, J", -end(result, "floor.friction.work"), loss, 1e-10 * max(1.0, kinetic)),
    ]


# ---------------------------------------------------------------- E9
def _shafts(inertias: tuple[float, float]) -> sn.Mechanism:
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in zip(("one", "two"), "AB", inertias, strict=True):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    return m


def clutch(
    formulation: str,
    inertias: tuple[float, float] = (0.4, 0.25),
    speeds: tuple[float, float] = (150.0, 20.0),
    capacity: float = 12.0,
    growth: float = 10.0,
) -> list[Compared]:
    """Locks at Δω/(T (1/I₁ + 1/I₂)) after ½ I₁I₂/(I₁+I₂) Δω² of heat; breaks away under a growing torque."""
    one, two = inertias
    difference, common = speeds[0] - speeds[1], (one * speeds[0] + two * speeds[1]) / (one + two)
    locks = abs(difference) / (capacity * (1 / one + 1 / two))
    heat = 0.5 * one * two / (one + two) * difference**2
    begins, static = max(2.0, 1.2 * locks), 1.25 * capacity
    breaks = begins + static * (one + two) / (two * growth)
    until = breaks + 2.1
    m = _shafts(inertias)
    m.clutch("c", "A", "B", capacity=capacity, static=static)
    m.torque("engine", f"{growth!r}*max(0, t - {begins!r})", joint="A")
    result = run(m, until, formulation, initial={"A.speed": speeds[0], "B.speed": speeds[1]}, output=[0, begins, until])
    before = common + growth * (breaks - begins) ** 2 / (2 * (one + two))
    first = before + (growth * ((until - begins) ** 2 - (breaks - begins) ** 2) / 2 - capacity * 2.1) / one
    second = before + capacity * 2.1 / two
    lost = -sum(result.works[1][result.work_names.index(f"c.{joint}")] for joint in "AB")
    scale = max(1.0, *map(abs, speeds), first)
    return [
        Compared("locks at, s", result.events.times("c", "sticks"), [locks], 1e-12 * max(1.0, locks)),
        Compared("heat until then, J", lost, heat, 1e-12 * max(1.0, heat)),
        Compared("turns with, rad/s", float(result["A.speed"].values[1]), common, 1e-12 * scale),
        Compared("breaks away at, s", result.events.times("c", "slips"), [breaks], 1e-12 * max(1.0, breaks)),
        Compared("speeds 2.1 s later, rad/s", end(result, "A.speed", "B.speed"), [first, second], 1e-12 * scale),
    ]


def welded_shafts(formulation: str, torques: tuple[float, float] = (10.0, -3.0)) -> list[Compared]:
    """Two shafts of 0.4 and 0.25 kg m² at 150 and 20 rad/s are welded at 0.5 s, under torques on both."""
    inertias, speeds = (0.4, 0.25), (150.0, 20.0)
    m = _shafts(inertias)
    m.fixed("weld", "one", "two", at=(0, 0), closed=False)
    for joint, torque in zip("AB", torques, strict=True):
        m.torque(f"T{joint}", torque, joint=joint)
    m.event("lock", when="t = 0.5 s", do="close weld")
    start = {"A.speed": speeds[0], "B.speed": speeds[1]}
    result = run(m, 1.0, formulation, initial=start)
    momentum = sum(i * w + 0.5 * t for i, w, t in zip(inertias, speeds, torques, strict=True))
    a = sum(torques) / sum(inertias)
    carried = torques[0] - inertias[0] * a
    common = momentum / sum(inertias)
    return [
        Compared("speed when welded, rad/s", end(result, "A.speed") - 0.5 * a, common, 1e-12 * abs(common)),
        Compared("torque of the weld, N m", abs(float(result.reaction("weld")[-1, 2])), abs(carried), 1e-12 * 100),
    ]


# ---------------------------------------------------------------- E10, E11: friction that follows reactions
def unbalanced_rotor(formulation: str, c: float = 0.06, omega: float = 50.0, ecc: float = 0.05) -> list[Compared]:
    """N = m ε √(ω⁴ + ω̇²), so that ω̇ = −κ ω², κ = c/√(1 − c²), c = µ r m ε/I."""
    m = sn.Mechanism("rotor", gravity=(0, 0))
    m.body("rotor", mass=4.0, inertia=0.02 - 4.0 * ecc**2, com=(ecc, 0))
    m.revolute("O", "ground", "rotor", at=(0, 0))
    m.friction("f", "O", mu=c * 0.02 / (4.0 * ecc) / 0.06, radius=0.06)
    result = run(m, 1.0, formulation, initial={"O.speed": omega})
    kappa = c / math.sqrt(1 - c * c)
    expected = [omega / (1 + kappa * omega), math.log1p(kappa * omega) / kappa]
    return [Compared("speed and angle after 1 s, rad/s, rad", end(result, "O.speed", "O.angle"), expected, 1e-11)]


def flywheel_stops(formulation: str, mu_r: float = 0.006, omega: float = 50.0) -> list[Compared]:
    """A balanced wheel stops at I ω₀/(µ r m g), and stays."""
    m = sn.Mechanism("flywheel", gravity=(0, -G))
    m.body("wheel", mass=4.0, inertia=0.02)
    m.revolute("O", "ground", "wheel", at=(0, 0))
    m.friction("f", "O", mu=mu_r / 0.06, radius=0.06)
    stops = 0.02 * omega / (mu_r * 4.0 * G)
    result = run(m, 1.4 * stops, formulation, initial={"O.speed": omega})
    after = result.time > 1.01 * stops
    return [
        Compared("stops at, s", result.events.times("f", "sticks"), [stops], 1e-11 * max(1.0, stops)),
        Compared("turned after it, rad", np.ptp(result["O.angle"].values[after]), 0.0, 0.0),
    ]


def friction_circles(formulation: str, theta: float = 1.0, mu_r: float = 0.002, mu: float = 0.1) -> list[Compared]:
    """A slider-crank r = 0.1, l = 0.3 m under 1000 N on its piston, with almost no mass; θ below a quarter turn."""
    m = _slider_crank(theta, 0.0, (1e-9, 1e-9, 1e-9), mu_r, mu)
    m.joint_force("gas", -1000.0, joint="S")
    m.driver("crank drive", joint="O", speed=1e-6)
    result = run(m, 1e-6, formulation)
    lean = -math.asin(0.1 * math.sin(theta) / 0.3) + math.asin(2 * mu_r / 0.3)
    along = 1000.0 / (math.cos(lean) + mu * abs(math.sin(lean)))
    torque = along * (0.1 * math.sin(theta - lean) - 2 * mu_r)
    return [Compared("torque at the crank, N m", -float(result["crank drive.effort"].values[0]), torque, 1e-12 * 100)]


def _slider_crank(
    theta: float, gravity: float, masses: tuple[float, float, float], mu_r: float, mu: float, **guide: float
) -> sn.Mechanism:
    """Pins with friction circles of mu_r, a guide with friction mu."""
    m = sn.Mechanism("slider crank", gravity=(0, -gravity))
    x, y = 0.1 * math.cos(theta), 0.1 * math.sin(theta)
    B = (x + math.sqrt(0.09 - y * y), 0.0)
    m.add_points(O=(0, 0), A=(x, y), B=B)
    m.bar("crank", "O", "A", mass=masses[0])
    m.bar("rod", "A", "B", mass=masses[1])
    m.body("slider", mass=masses[2], inertia=1e-3, com=B)
    for joint, pair in (("O", ("ground", "crank")), ("A", ("crank", "rod")), ("B", ("rod", "slider"))):
        m.revolute(joint, *pair)
        m.friction(f"f{joint}", joint, mu=0.1, radius=mu_r / 0.1)
    m.prismatic("S", "ground", "slider", axis="x", at="B")
    m.friction("fS", "S", mu=mu, **guide)
    return m


def drawer(formulation: str, arm: float = 0.1, mu: float = 0.3) -> list[Compared]:
    """50 N beside the middle of a guide of ℓ = 0.4 m on 5 kg: a = F (1 − 2µ arm/ℓ)/m."""
    m = sn.Mechanism("drawer", gravity=(0, 0))
    m.body("drawer", mass=5.0, inertia=0.1)
    m.prismatic("P", "ground", "drawer", axis="x", at=(0, 0))
    m.friction("f", "P", mu=mu, length=0.4)
    m.point_force("pull", "drawer", at=(0, arm), force=(50.0, 0.0))
    result = run(m, 0.5, formulation, initial={"P.speed": 0.0})
    a = max(0.0, 50.0 * (1 - 2 * mu * arm / 0.4) / 5.0)
    return [Compared("acceleration of the drawer, m/s²", end(result, "P.acceleration"), a, 1e-12 * 10)]


def spin_down(formulation: str) -> list[Compared]:
    """No closed form: converged values of an independent code."""
    m = _slider_crank(0.3, G, (1.0, 0.8, 0.6), 0.002, 0.1, length=0.08)
    m.body("flywheel", mass=1e-9, inertia=0.02)
    m.fixed("hub", "crank", "flywheel", at="O")
    result = run(m, 7.0, formulation, initial={"O.speed": 12.0})
    times = [result.events.times(f"f{joint}", "sticks")[-1] for joint in "OABS"]
    return [
        Compared("all four places stick at, s", times, [5.75677920096] * 4, 1e-9),
        Compared("there, rad", end(result, "O.angle") + 0.3, 11.1132597836, 1e-9),
    ]


# ---------------------------------------------------------------- E14, E20
def bristles(formulation: str, stiffness: float = 4e6, zeta: float = 0.1) -> list[Compared]:
    """Below break-away 10 kg on bristles is an oscillator: speeds after 1, 2 and 3 periods."""
    mass, k, mu = 10.0, 1e8, 0.4
    own = math.sqrt(stiffness / mass)
    period = 2 * math.pi / (own * math.sqrt(1 - zeta**2))
    m = sn.Mechanism("block", gravity=(0, -G))
    m.body("block", mass=mass, inertia=1.0)
    words = {"stiffness": k, "damping": 0, "mu": mu, "bristle": mu * mass * G / stiffness}
    m.point_contact("foot", {"block": (0, 0)}, "block", **words)
    start = {"block.y": -mass * G / k, "block.vx": 5e-5}
    times = period * np.arange(4)
    result = run(m, float(times[-1]), formulation, initial=start, tolerance=1e-11, output=times)
    found = result["block.vx"].values / 5e-5
    return [Compared("speeds after whole periods, of the first", found, np.exp(-zeta * own * times), 1e-7)]


def slope_test(formulation: str, shaken: float = 5.0) -> list[Compared]:
    """84 % of the friction used, at rest or shaken: drift of the mean over whole periods."""
    a = math.radians(20)
    n, up = (-math.sin(a), math.cos(a)), np.array([math.cos(a), math.sin(a)])
    mu = 40 / (10 * G * math.cos(a))
    m = sn.Mechanism("slope", gravity=(0, -G))
    m.body("block", mass=10.0, inertia=1.0)
    words = {"mu": mu, "static": 1.1 * mu, "stiffness": 1e7, "damping": 20.0}
    m.point_contact("left", {"block": (-0.1, -0.05)}, "block", normal=n, **words)
    m.point_contact("right", {"block": (0.1, -0.05)}, "block", normal=n, **words)
    if shaken:
        along = [f"{shaken * float(x)!r}*sin(60*{math.pi!r}*t)" for x in up]
        m.point_force("shaking", "block", force=tuple(along), at={"block": (0, -0.05)})
    start = {"block.x": 0.05 * n[0], "block.y": 0.05 * n[1], "block.angle": a}
    result = run(m, 2.0, formulation, initial=start, tolerance=1e-10, output=1 / 1200)
    way, t = result["block.x"].values * up[0] + result["block.y"].values * up[1], result.time
    first, last = (way[(t > x - 1e-9) & (t < x + 0.5 - 1e-9)].mean() for x in (1.0, 1.5))
    name = "drift when shaken, µm/s" if shaken else "drift at rest, µm/s"
    return [Compared(name, 1e6 * (last - first) / 0.5, 0.0, 1e-6)]


def shaken_block(formulation: str, tolerance: float = 1e-10, shake: float = 12.0) -> list[Compared]:
    """F = 33.55 + shake exp(−((t − 5)/0.5)²) sin 60πt N against 44 N: the first root of F = 44 N."""
    hold = 33.5521760602481
    m = slider(10.0)
    m.joint_force("F", f"{hold!r} + {shake!r}*exp(-((t-5)/0.5)^2)*sin(60*pi*t)", joint="P")
    m.friction("f", "P", coulomb=40.0, static=44.0)
    result = run(m, 6.0, formulation, tolerance=tolerance)

    def excess(t: float) -> float:
        return hold + shake * math.exp(-(((t - 5) / 0.5) ** 2)) * math.sin(60 * math.pi * t) - 44.0

    t = np.linspace(3, 5, 200001)
    k = int(np.flatnonzero([excess(x) > 0 for x in t])[0])
    breaks = float(brentq(excess, t[k - 1], t[k], xtol=1e-15))
    return [Compared("breaks away at, s", result.events.times("f", "slips")[:1], [breaks], 1e-9)]
