"""Impacts and contact: problems E1–E4, E12, E13, E17 of `benchmarks.machines`, each by its closed form."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from benchmarks.machine_parts import Compared, G, run, slider
from scipy.optimize import brentq
from scipy.special import ellipk

import snodo as sn


def bouncing_ball(formulation: str, h: float = 1.0, e: float = 0.5, impacts: int = 4) -> list[Compared]:
    """t₁ = √(2h/g),  t_n = t₁ (1 + 2 Σ eᵏ),  rest at t₁ (1 + e)/(1 − e)."""
    m = slider(axis="y")
    m.limit("P", lower=0.0, restitution=e)
    first = math.sqrt(2 * h / G)
    limit = first * (1 + e) / (1 - e)
    result = run(m, 1.2 * limit, formulation, initial={"P.displacement": h})
    times = first * (1 + 2 * np.concatenate([[0], np.cumsum(e ** np.arange(1, impacts))]))
    left_out = 2 * 1e-6 * math.sqrt(2 * G * h) / (G * (1 - e))
    return [
        Compared("times of the first impacts, s", result.events.times("P.lower", "impact")[:impacts], times, 1e-12),
        Compared("rests from, s", result.events.times("P.lower", "rests"), [limit], 1.01 * left_out),
    ]


def _swings(k: float, e: float, omega: float, count: int) -> np.ndarray:
    """Times at which a pendulum with restitution e passes its lowest position: K(k)/ω, then 2 K(eⁿk)/ω more."""
    times = [ellipk(k * k) / omega]
    for n in range(1, count):
        times.append(times[-1] + 2 * ellipk((e**n * k) ** 2) / omega)
    return np.array(times)


def bar_against_a_stop(formulation: str, L: float = 1.0, e: float = 0.6, angle: float = math.pi / 2) -> list[Compared]:
    """A bar let go at an angle from the vertical strikes a stop at the bottom."""
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0, -L))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    m.limit("A", lower=0.0, restitution=e)
    omega, k = math.sqrt(1.5 * G / L), math.sin(angle / 2)
    times = _swings(k, e, omega, 5)
    result = run(m, 1.01 * times[-1], formulation, initial={"A.angle": angle})
    impacts = result.events.named("A.lower", "impact")[:5]
    speeds = 2 * omega * k * e ** np.arange(5)
    return [
        Compared("times of five impacts, s", [x.time for x in impacts], times, 1e-10),
        Compared("speeds at them, rad/s", [-x.before for x in impacts], speeds, 1e-10),
    ]


def weight_on_a_rod(formulation: str, L: float = 0.5, e: float = 0.8) -> list[Compared]:
    """The same with a point mass on a massless rod, let go at 90°, against a wall."""
    m = sn.Mechanism("weight", gravity=(0, -G))
    m.particle("ball", (L, 0), mass=1.0)
    m.rod("tie", "ground", "ball", (0, 0), {"ball": (0, 0)})
    m.point_contact("wall", {"ball": (0, 0)}, "ball", plane_point=(0, -L), normal="x", restitution=e)
    times = _swings(math.sin(math.pi / 4), e, math.sqrt(G / L), 4)
    result = run(m, 1.01 * times[-1], formulation)
    return [Compared("times of four impacts, s", result.events.times("wall", "impact")[:4], times, 1e-10)]


def struck_bar(formulation: str, share: float = 1.0, L: float = 0.8, mass: float = 2.0) -> list[Compared]:
    """A hinged bar that strikes the ground at s = share L: the impulse of its hinge is p (1 − 3s/2L)."""
    m = sn.Mechanism("bar", gravity=(0, 0))
    m.add_points(A=(0, 0), B=(0, L))
    m.bar("bar", "A", "B", mass=mass)
    m.revolute("A", "ground", "bar")
    m.point_contact("hit", (0, share * L), "bar", plane_point=(0, 0), normal="-x", restitution=0.4)
    result = run(m, 0.02, formulation, initial={"A.angle": "1 deg", "A.speed": -3.0})
    (hit,) = result.events.named("hit", "impact")
    jump = mass * 0.5 * L * (float(result["A.speed"].values[-1]) + 3.0)
    expected = hit.impulse * (1 - 1.5 * share)
    return [Compared("impulse of the hinge, N s", hit.impulse - jump, expected, 1e-13 * mass * L * 3)]


def bar_and_block(
    formulation: str, M: float = 0.5, e: float = 0.4, speed: float = 3.0, L: float = 0.8, mass: float = 2.0
) -> list[Compared]:
    """ω⁺ = ω (I − e M L²)/(I + M L²),  v = (1 + e) I L ω/(I + M L²),  loss ½ (1 − e²)(L ω)²/(L²/I + 1/M)."""
    m = sn.Mechanism("strike", gravity=(0, 0))
    m.add_points(A=(0, 0), B=(0, L))
    m.bar("bar", "A", "B", mass=mass)
    m.revolute("A", "ground", "bar")
    m.body("block", mass=M, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at="B")
    m.point_contact("hit", "B", "bar", against="block", plane_point="B", normal="-x", restitution=e)
    start = {"A.angle": "1 deg", "A.speed": -speed, "P.displacement": 0.0}
    result = run(m, math.radians(1) / speed * 1.2, formulation, initial=start)
    (hit,) = result.events.named("hit", "impact")
    inertia = mass * L**2 / 3
    both = inertia + M * L**2
    after, block = speed * (inertia - e * M * L**2) / both, (1 + e) * inertia * L * speed / both
    loss = 0.5 * (1 - e**2) * (L * speed) ** 2 / (L**2 / inertia + 1 / M)
    return [
        Compared("speed of the bar, rad/s", -float(result["A.speed"].values[-1]), after, 1e-13 * speed),
        Compared("speed of the block, m/s", float(result["P.speed"].values[-1]), block, 1e-13 * speed),
        Compared("loss, J", hit.loss, loss, 1e-13 * max(1.0, loss)),
    ]


def cradle(formulation: str, balls: int = 5, e: float = 0.9) -> list[Compared]:
    """Equal balls in a row, in turn: each impact hands (1 + e)/2 of the speed on, (1 − e)/2 stays, until all part."""
    m = sn.Mechanism("cradle", gravity=(0, 0))
    for k in range(balls):
        m.body(f"ball{k}", mass=1.0, inertia=1.0)
        m.prismatic(f"P{k}", "ground" if k == 0 else f"ball{k - 1}", f"ball{k}", axis="x", at=(0, 0))
        if k:
            m.limit(f"P{k}", lower=0.0, restitution=e)
    start = {"P0.speed": 1.0, "P0.displacement": 0.0, "P1.displacement": 0.1, "P1.speed": -1.0}
    start |= {f"P{k}.{word}": 0.0 for k in range(2, balls) for word in ("displacement", "speed")}
    result = run(m, 0.1 + 1e-9, formulation, initial=start)
    speeds = [float(result.velocity(f"ball{k}")[-1, 0]) for k in range(balls)]
    return [Compared(f"speeds of {balls} balls, m/s", speeds, _handed_on(balls, e), 1e-14)]


def together(formulation: str, e: float = 1.0, balls: int = 3) -> list[Compared]:
    """Equal balls that touch share an impact: G p = (1 + e) u for all contacts at once, v = v⁻ + Wᵀ p."""
    m = sn.Mechanism("balls", gravity=(0, 0))
    for k in range(balls):
        m.body(f"ball{k}", mass=1.0, inertia=0.01, at=(0.2 * k - (0.01 if k == 0 else 0.0), 0))
    words = {"radii": (0.1, 0.1), "restitution": e, "impacts": "together"}
    for k in range(1, balls):
        m.spheres_contact(f"c{k}", f"ball{k}", f"ball{k - 1}", **words)
    result = run(m, 0.01 * (1 + 1e-9), formulation, initial={"ball0.vx": 1.0})
    speeds = [float(result.velocity(f"ball{k}")[-1, 0]) for k in range(balls)]
    W = np.eye(balls - 1, balls, 1) - np.eye(balls - 1, balls)
    before = np.eye(balls)[0]
    after = before - W.T @ np.linalg.solve(W @ W.T, (1 + e) * (W @ before))
    return [Compared(f"speeds of {balls} balls, m/s", speeds, after, 1e-14)]


def _handed_on(balls: int, e: float) -> np.ndarray:
    """Speeds after impacts in turn, the fastest approach first, of equal balls that touch."""
    v = np.zeros(balls)
    v[0] = 1.0
    for _ in range(10000):
        approach = v[:-1] - v[1:]
        k = int(np.argmax(approach))
        if approach[k] <= 1e-6:
            break
        mean, half = 0.5 * (v[k] + v[k + 1]), 0.5 * e * approach[k]
        v[k], v[k + 1] = mean - half, mean + half
    return v


# ---------------------------------------------------------------- E12
def _rod(mu: float, theta: float, vx: float, **more: object) -> tuple[sn.Mechanism, dict[str, float]]:
    """A rod of 1 kg and 1 m that touches the ground with its lower end."""
    m = sn.Mechanism("rod", gravity=(0, -G))
    m.body("rod", mass=1.0, inertia=1 / 12)
    m.point_contact("tip", {"rod": (-0.5, 0)}, "rod", mu=mu, **more)
    return m, {"rod.x": 0.5 * math.cos(theta), "rod.y": 0.5 * math.sin(theta), "rod.angle": theta, "rod.vx": vx}


def _jams(formulation: str, mu: float, theta: float) -> bool:
    m, start = _rod(mu, theta, -5.0)
    try:
        run(m, 1e-12, formulation, initial=start)
    except sn.RunError as error:
        if "Painlevé" not in str(error):
            raise
        return True
    return False


def _border(jams: Callable[[float], bool], expected: float, inwards: float) -> float:
    """Where a rod begins to jam, by halving within 1e-7 of what is expected; nan if it is not there."""
    free, jammed = expected - 1e-7 * inwards, expected + 1e-7 * inwards
    if jams(free) or not jams(jammed):
        return math.nan
    while abs(jammed - free) > 2e-9:
        middle = 0.5 * (free + jammed)
        free, jammed = (free, middle) if jams(middle) else (middle, jammed)
    return 0.5 * (free + jammed)


def painleves_rod(formulation: str, mu: float = 1.5) -> list[Compared]:
    """1 + 3 cos θ (cos θ − µ sin θ) = 0, that is 5 + 3 cos 2θ = 3 µ sin 2θ; it first occurs at µ = 4/3."""
    amplitude, phase = 3 * math.hypot(1, mu), math.atan2(mu, -1.0)
    half = math.acos(5 / amplitude)
    first, last = 0.5 * (phase - half), 0.5 * (phase + half)
    found = [_border(lambda x: _jams(formulation, mu, x), y, s) for y, s in ((first, 1.0), (last, -1.0))]
    least = _border(lambda x: _jams(formulation, x, math.atan(2)), 4 / 3, 1.0)
    return [
        Compared("angles between which it jams, rad", found, [first, last], 1e-8),
        Compared("least friction with which it jams", least, 4 / 3, 1e-8),
    ]


# ---------------------------------------------------------------- E13
def _dissipation(e: float) -> float:
    """The root x of  x (1 + e) = ln((1 + x)/(1 − e x))  that is not zero."""
    return float(brentq(lambda x: x * (1 + e) - math.log1p(x) + math.log1p(-e * x), 1e-3, (1 - 1e-14) / e, xtol=1e-15))


def _rebound(x: float) -> float:
    """The restitution that belongs to x = d v₀."""
    return float(brentq(lambda e: x * (1 + e) - math.log1p(x) + math.log1p(-e * x), 1e-9, min(1.0, 1 / x) - 1e-12))


def hunt_crossley(formulation: str, e: float = 0.5, exponent: float = 1.5) -> list[Compared]:
    """k δⁿ (1 + d δ̇) with e at 1 m/s: rebounds at half the speed, at it, and at twice."""
    ratios, expected = [], []
    for speed in (0.5, 1.0, 2.0):
        m = sn.Mechanism("ball", gravity=(0, 0))
        m.body("ball", mass=1.3, inertia=0.01)
        words = {"restitution": e, "at_speed": 1.0, "stiffness": 1e5, "exponent": exponent}
        m.sphere_contact("c", "ball", radius=0.1, normal="y", **words)
        result = run(m, 0.2 / speed, formulation, initial={"ball.y": 0.101, "ball.vy": -speed})
        ratios.append(float(result.velocity("ball")[-1, 1]) / speed)
        expected.append(_rebound(_dissipation(e) * speed))
    return [Compared("rebounds at ½, 1 and 2 m/s", ratios, expected, 1e-10)]


# ---------------------------------------------------------------- E17
ROUTH = {
    ("energy", 0.05): (0.022866101893, 0.867848453609, -2.484729610076),
    ("energy", 0.3): (0.218769765901, 0.993080374420, -1.842480074158),
    ("energy", 1.0): (0.337313202893, 1.074847537806, -1.471811796994),
    ("impulse", 0.3): (0.217642214910, 0.989321871117, -1.837063491061),
}
"""Impulses along and across the ground [N s] and spin [rad/s] of the rod after its impact."""


def rod_strikes(formulation: str, mu: float = 0.3, by: str = "energy") -> list[Compared]:
    """A rod at 60° with (0.3, −1) m/s strikes the ground, e = ½ (Stronge, or Poisson)."""
    m, start = _rod(mu, math.radians(60), 0.3, restitution=0.5, restitution_by=by, normal="y")
    m.gravity = (0, 0)
    start |= {"rod.y": start["rod.y"] + 1e-3, "rod.vy": -1.0}
    result = run(m, 2e-3, formulation, initial=start)
    v = result.velocity("rod").values[-1]
    found = [v[0] - 0.3, v[1] + 1.0, float(result["rod.omega"].values[-1])]
    return [Compared(f"impulses and spin, {by}, µ = {mu:g}", found, ROUTH[by, mu], 1e-11)]
