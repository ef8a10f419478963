"""Times of events at equal error: a bouncing ball beside Exudyn and MuJoCo, and a block that sticks and slips.

Before that, what an event costs: the CPU time of a run with events less that of the same run without them, over the
number of events.  The time of both runs has fixed parts of some milliseconds; so there are many events.

    python -m benchmarks.events

| problem | what is compared | closed form |
|---|---|---|
| ball | the first four impacts of a ball dropped from 1 m, restitution ½ | t₁ (1 + 2 Σ eᵏ) |
| belt | ends of sticking of a block on a belt, with a spring, in 10 s | period 0.727836962770419 s |

| cost of an event | events | without them |
|---|---|---|
| E1 ball | impacts of a ball without loss | it falls |
| E2 pendulum | impacts of a bar at the bottom without loss | it swings |
| E7 belt | a block sticks and slips | it swings on its spring |
| E9 clutch | it locks and breaks away under a torque that swings | there is none |

The peers have no rigid impacts.  Their ball meets a spring and damper, on which a contact lasts 5 to 200 steps: with
each step the spring with the least error is taken, since a soft one delays the ball and a stiff one changes the
restitution.
Its damping is that of the closed form of such a spring, which pulls before it parts (Exudyn) or only pushes (MuJoCo).
Their impacts are where the gap passes zero, by interpolation between steps.  The belt with peers is in
`stick_slip.py`.  Each row has the CPU time of the whole run and its largest error; a ratio is the CPU time of a peer
over that of our cheapest run with an error that is not larger.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

import snodo as sn

G = 9.81
HEIGHT, RESTITUTION, IMPACTS = 1.0, 0.5, 4
STIFFNESS, STATIC, SLIDING, BELT = 100.0, 0.4 * G, 0.25 * G, 0.1
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10)
STEPS = (1e-3, 1e-4, 1e-5)
ROUNDS = 3
CONTACTS = (5, 10, 20, 50, 100, 200)
"""Steps that a contact with a peer's spring may last."""
Timed = Callable[[], np.ndarray]
"""A run; returns the times of its events [s]."""


def bounces() -> np.ndarray:
    """Times of the first impacts of the ball [s]."""
    first = math.sqrt(2 * HEIGHT / G)
    return first * (1 + 2 * np.concatenate([[0.0], np.cumsum(RESTITUTION ** np.arange(1, IMPACTS))]))


def slips() -> np.ndarray:
    """Times at which the block begins to slip [s]."""
    omega, drop = math.sqrt(STIFFNESS), (STATIC - SLIDING) / STIFFNESS
    period = (2 * math.pi - 2 * math.atan(omega * drop / BELT)) / omega + 2 * drop / BELT
    first = STATIC / STIFFNESS / BELT
    return first + period * np.arange(int((10.0 - first) / period) + 1)


# ---------------------------------------------------------------- ours
def our_ball(tolerance: float) -> Timed:
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "ball", axis="y", at=(0, 0))
    m.limit("P", lower=0.0, restitution=RESTITUTION)
    F = sn.Tree(m)
    until = float(bounces()[-1]) + 0.01

    def run() -> np.ndarray:
        result = sn.simulate(
            F,
            until,
            output=until / 2,
            initial={"P.displacement": HEIGHT},
            tolerance=tolerance,
            error_bars=False,
            progress=False,
        )
        return result.events.times("P.lower", "impact")

    return run


def our_belt(tolerance: float) -> Timed:
    m = sn.Mechanism("belt", gravity=(0, -G))
    m.body("belt", mass=1.0, inertia=1.0)
    m.prismatic("B", "ground", "belt", axis="x", at=(0, 0))
    m.driver("motor", joint="B", speed=BELT)
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("C", "belt", "block", axis="x", at=(0, 0))
    m.spring("s", "ground", "block", start=(-10, 0), end=(0, 0), stiffness=STIFFNESS, length=10.0)
    m.friction("f", "C", coulomb=SLIDING, static=STATIC)
    F = sn.Tree(m)

    def run() -> np.ndarray:
        start = {"C.speed": 0.0}
        result = sn.simulate(F, 10.0, output=5.0, initial=start, tolerance=tolerance, error_bars=False, progress=False)
        return result.events.times("f", "slips")

    return run


# ---------------------------------------------------------------- peers
def pulling(k: float) -> float:
    """Damping [N s/m] of a spring of k [N/m] under 1 kg with the restitution, half a period after the touch."""
    decrement = -math.log(RESTITUTION)
    return 2 * math.sqrt(k) * decrement / math.hypot(math.pi, decrement)


def pushing(k: float) -> float:
    """The same for a spring that only pushes.

    The force vanishes at ω_d t = π − atan(2ζ√(1 − ζ²)/(1 − 2ζ²)), where the speed has the ratio exp(−ζ ω t).
    """
    low, high = 0.0, 0.7
    for _ in range(60):
        z = 0.5 * (low + high)
        root = math.sqrt(1 - z * z)
        ratio = math.exp(-z / root * (math.pi - math.atan(2 * z * root / (1 - 2 * z * z))))
        low, high = (z, high) if ratio > RESTITUTION else (low, z)
    return 2 * low * math.sqrt(k)


def stiffness(step: float, lasts: int) -> float:
    """A spring on which a contact lasts so many steps."""
    return (math.pi / (lasts * step)) ** 2


def most_exact(ball: Callable[[float, int], Timed], step: float) -> Timed:
    """A peer's ball with the spring that has the least error with this step."""
    expected = bounces()

    def error(run: Timed) -> float:
        found = run()
        return float(np.abs(found[: expected.size] - expected).max()) if found.size >= expected.size else math.inf

    return min((ball(step, lasts) for lasts in CONTACTS), key=error)


def falls_through(t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Times at which x falls through zero."""
    k = np.flatnonzero((x[:-1] > 0) & (x[1:] <= 0))
    return t[k] + (t[k + 1] - t[k]) * x[k] / (x[k] - x[k + 1])


def mujoco_ball(step: float, lasts: int) -> Timed:
    import mujoco

    k = stiffness(step, lasts)
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option gravity="0 0 -{G}" timestep="{step}" integrator="implicitfast"/>
        <worldbody><geom type="plane" size="1 1 1" solref="{-k} {-pushing(k)}" solimp="0.9999 0.9999 1e-6"/>
        <body pos="0 0 {HEIGHT + 0.1}"><joint type="slide" axis="0 0 1"/>
        <geom type="sphere" size="0.1" mass="1" solref="{-k} {-pushing(k)}" solimp="0.9999 0.9999 1e-6"/></body>
        </worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    count = int((bounces()[-1] + 0.05) / step)

    def run() -> np.ndarray:
        mujoco.mj_resetData(model, data)
        x = np.empty(count + 1)
        x[0] = HEIGHT
        for n in range(count):
            mujoco.mj_step(model, data)
            x[n + 1] = HEIGHT + data.qpos[0]
        return falls_through(step * np.arange(count + 1), x)

    return run


def exudyn_ball(step: float, lasts: int) -> Timed:
    import exudyn as exu
    import exudyn.itemInterface as items

    system = exu.SystemContainer().AddSystem()
    node = system.AddNode(items.Node1D(referenceCoordinates=[0.0], initialCoordinates=[HEIGHT]))
    system.AddObject(items.ObjectMass1D(mass=1.0, nodeNumber=node))
    ground = system.AddNode(items.NodePointGround())
    data = system.AddNode(items.NodeGenericData(initialCoordinates=[1, 0, 0], numberOfDataCoordinates=3))
    ends = [system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, node)]
    k = stiffness(step, lasts)
    stop = {"useLimitStops": True, "limitStopsLower": 0.0, "limitStopsUpper": 10.0}
    stop |= {"limitStopsStiffness": k, "limitStopsDamping": pulling(k)}
    system.AddObject(items.ObjectConnectorCoordinateSpringDamperExt(markerNumbers=ends, nodeNumber=data, **stop))
    system.AddLoad(items.LoadCoordinate(markerNumber=ends[1], load=-G))
    height = exu.OutputVariableType.Coordinates
    sensor = system.AddSensor(items.SensorNode(nodeNumber=node, storeInternal=True, outputVariableType=height))
    system.Assemble()
    settings, until = exu.SimulationSettings(), float(bounces()[-1]) + 0.05
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = round(until / step), until
    settings.timeIntegration.verboseMode, settings.solutionSettings.writeSolutionToFile = 0, False
    settings.solutionSettings.sensorsWritePeriod = step
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0

    def run() -> np.ndarray:
        system.SolveDynamic(settings, solverType=exu.DynamicSolverType.GeneralizedAlpha)
        found = system.GetSensorStoredData(sensor)
        return falls_through(found[:, 0], found[:, 1])

    return run


# ---------------------------------------------------------------- the cost of an event
def ball(events: bool) -> tuple[sn.Mechanism, float, dict[str, float]]:
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "ball", axis="y", at=(0, 0))
    if events:
        m.limit("P", lower=0.0, restitution=1.0)
    return m, 180.0, {"P.displacement": HEIGHT}


def pendulum(events: bool) -> tuple[sn.Mechanism, float, dict[str, float]]:
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0, -1.0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    if events:
        m.limit("A", lower=0.0, restitution=1.0)
    return m, 180.0, {"A.angle": math.pi / 2}


def belt(events: bool) -> tuple[sn.Mechanism, float, dict[str, float]]:
    m = sn.Mechanism("belt", gravity=(0, -G))
    m.body("belt", mass=1.0, inertia=1.0)
    m.prismatic("B", "ground", "belt", axis="x", at=(0, 0))
    m.driver("motor", joint="B", speed=BELT)
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("C", "belt", "block", axis="x", at=(0, 0))
    m.spring("s", "ground", "block", start=(-10, 0), end=(0, 0), stiffness=STIFFNESS, length=10.0)
    if events:
        m.friction("f", "C", coulomb=SLIDING, static=STATIC)
    return m, 100.0, {"C.speed": 0.0}


def clutch(events: bool) -> tuple[sn.Mechanism, float, dict[str, float]]:
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in (("one", "A", 0.4), ("two", "B", 0.25)):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    m.torque("load", "60*sin(4*t)", body="one")
    if events:
        m.clutch("c", "A", "B", capacity="12 N m", static="15 N m")
    return m, 100.0, {"A.speed": 15.0, "B.speed": 2.0}


def costs() -> None:
    """Print what an event costs."""
    print("cost of an event, at a tolerance of 1e-8")
    problems = {"E1 ball": ball, "E2 pendulum": pendulum, "E7 belt": belt, "E9 clutch": clutch}
    for title, problem in problems.items():
        for formulation in (sn.Planar, sn.Tree, sn.Spatial):
            with_events, without = (_spent(formulation, *problem(events)) for events in (True, False))
            count = with_events[1]
            cost = 1e6 * (with_events[0] - without[0]) / count
            evaluations = (with_events[2] - without[2]) / count
            words = f"{count:4d} events {cost:7.1f} µs an event, {evaluations:5.0f} evaluations"
            print(f"  {title:12} {formulation.name:8} {words}", flush=True)


def _spent(formulation: type, m: sn.Mechanism, until: float, start: dict[str, float]) -> tuple[float, int, float]:
    """Least CPU time of a run [s], its events, and its evaluations."""
    F, best = formulation(m), math.inf
    for _ in range(ROUNDS + 1):
        began = time.process_time()
        result = sn.simulate(
            F, until, output=until / 2, initial=start, tolerance=1e-8, error_bars=False, progress=False
        )
        best = min(best, time.process_time() - began)
    return best, len({event.time for event in result.events}), float(result.info["evaluations"])


# ---------------------------------------------------------------- the table
def measured(run: Timed, expected: np.ndarray) -> tuple[float, float]:
    """Least CPU time of a run [s], and its largest error of an event [s]; infinite if events are missing."""
    best, error = math.inf, math.inf
    for _ in range(ROUNDS):
        began = time.process_time()
        found = run()
        best = min(best, time.process_time() - began)
        error = float(np.abs(found[: expected.size] - expected).max()) if found.size >= expected.size else math.inf
    return best, error


def compare(title: str, expected: np.ndarray, ours: dict[str, Timed], peers: dict[str, Timed]) -> None:
    print(f"\n{title}: {expected.size} events")
    rows = {name: measured(run, expected) for name, run in ours.items()}
    for name, (cpu, error) in rows.items():
        print(f"  {name:28} {1e3 * cpu:9.2f} ms   error {error:.1e} s")
    for name, run in peers.items():
        cpu, error = measured(run, expected)
        enough = [spent for spent, own in rows.values() if own <= error]
        ratio = f"{cpu / min(enough):6.2f} × ours at this error" if enough and error < math.inf else "events missing"
        print(f"  {name:28} {1e3 * cpu:9.2f} ms   error {error:.1e} s   {ratio}")


# ---------------------------------------------------------------- watching, and samples
def bar_linkage() -> sn.Mechanism:
    m = sn.Mechanism("four-bar", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    for name, ends, mass in (("crank", "AB", 0.5), ("coupler", "BC", 1.2), ("rocker", "CD", 0.9)):
        m.bar(name, *ends, mass=mass)
    for name, parent, child in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(name, parent, child)
    m.revolute("D", "ground", "rocker")
    return m


def watching(duration: float = 20.0) -> None:
    """CPU time of a four-bar with events and stops that are never reached, over that of the same one without."""
    print("\nwatching, when nothing happens: CPU time over that without, beyond that of a short run")
    words = {"joint": ("angle rises to 9999 rad", "angle falls to -9999 rad"), "speed": ("speed rises to 9999 rad/s",)}
    for kind in (sn.Planar, sn.Tree, sn.Spatial):
        runs = {}
        for name in ("none", "joint", "speed", "stops"):
            m = bar_linkage()
            for k, word in enumerate(words.get(name, ())):
                m.event(f"e{k}", when=f"A.{word}", do="record")
            if name == "stops":
                m.limit("A", lower=-9999.0, upper=9999.0, restitution=0.5)
            runs[name] = kind(m)
        least = {(name, until): math.inf for name in runs for until in (0.05, duration)}
        for _ in range(3 * ROUNDS):
            for name, until in least:
                least[name, until] = min(least[name, until], _turned(runs[name], until))
        spent = {name: least[name, duration] - least[name, 0.05] for name in runs}
        found = "   ".join(f"{name} {spent[name] / spent['none']:.3f}" for name in runs if name != "none")
        print(f"  {kind.__name__:9} {found}")


def _turned(F: object, duration: float) -> float:
    """CPU time of a run of the four-bar [s]."""
    began = time.process_time()
    sn.simulate(F, duration, output=duration, initial={"A.speed": 8.0}, error_bars=False, progress=False)
    return time.process_time() - began


def sampling(duration: float = 5.0, every: float = 1e-3) -> None:
    """CPU time of a sample, beside that of steps of the same length without samples."""

    def python(t: float, x: np.ndarray, memory: dict[str, float]) -> tuple[list[float], dict[str, float]]:
        return [1e-3 * (1 - x[0])], {"I": memory["I"] + 1e-3 * (1 - x[0])}

    print("\na sample of a controller, beside a step of its period (one evaluation and a formula or function included)")
    runs = {}
    for name in ("none", "formulas", "Python function"):
        m = bar_linkage()
        if name == "none":
            m.signal("u", "0.001*(1 - A.speed)")
        elif name == "formulas":
            gives, then = {"u": "0.001*(1 - A.speed)"}, {"I": "I + 0.001*(1 - A.speed)"}
            m.controller("c", every=every, memory={"I": 0.0}, gives=gives, then=then)
        else:
            m.controller("c", every=every, memory={"I": 0.0}, reads=["A.speed"], gives=["u"], function=python)
        m.torque("T", "u", joint="A")
        runs[name] = sn.Tree(m)
    spent = {name: math.inf for name in runs}
    steps = sn.DOP853(rtol=1e-8, max_step=every)
    for _ in range(1 + ROUNDS):
        for name, F in runs.items():
            began = time.process_time()
            sn.simulate(F, duration, output=duration, integrator=steps, error_bars=False, progress=False)
            spent[name] = min(spent[name], time.process_time() - began)
    for name in ("formulas", "Python function"):
        print(f"  {name:16} {1e6 * (spent[name] - spent['none']) / (duration / every):6.2f} µs")


def main() -> None:
    costs()
    peers: dict[str, Timed] = {}
    if find_spec("mujoco"):
        peers |= {f"MuJoCo, {step:g} s": most_exact(mujoco_ball, step) for step in STEPS}
    if find_spec("exudyn"):
        peers |= {f"Exudyn, {step:g} s": most_exact(exudyn_ball, step) for step in STEPS}
    compare("ball", bounces(), {f"snodo, {x:g}": our_ball(x) for x in TOLERANCES}, peers)
    compare("belt", slips(), {f"snodo, {x:g}": our_belt(x) for x in TOLERANCES}, {})
    watching()
    sampling()


if __name__ == "__main__":
    main()
