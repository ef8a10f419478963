"""The two planar loops of `benchmarks.references` in Exudyn 1.13: CPU time and error for a series of step sizes.

    python -m benchmarks.peers.exudyn_planar

Two-dimensional rigid bodies with their nodes at the centres of mass; the build without range checks, one thread, no
files written, nothing printed.  The time is that of the process inside SolveDynamic, best of a few
runs; building and assembling are not counted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from math import cos, sin
from time import process_time
from typing import Any

sys.exudynFast = True  # type: ignore[attr-defined]  # the build without range checks; must precede the import

import exudyn as exu  # noqa: E402
from benchmarks.references import (  # noqa: E402
    ANDREWS_DURATION,
    ANDREWS_JOINTS,
    ANDREWS_SPRING,
    ANDREWS_TORQUE,
    SLIDER_CRANK_ANGLE,
    ElasticPin,
    Point,
    SliderCrank,
    andrews_bodies,
    andrews_error,
)
from exudyn import itemInterface as items  # noqa: E402


@dataclass(frozen=True)
class Settings:
    """What was tuned: solver, spectral radius of the generalised-α method, Newton and linear solver.

    Chosen among some eighty runs by error against CPU time, for the error's clean second order in the step: full Newton
    with a tolerance that one iteration meets (modified Newton takes about six at 1e-8, and its error scatters with the
    tolerance, now and then to a luckier value), Eigen's dense solver (both models are small).
    """

    solver: str = "GeneralizedAlpha"
    spectral_radius: float = 0.9
    modified_newton: bool = False
    linear_solver: str = "EigenDense"
    relative_tolerance: float = 1e-4


SLIDER_CRANK_SETTINGS = Settings(spectral_radius=0.8)
ANDREWS_SETTINGS = Settings(solver="TrapezoidalIndex2")


@dataclass
class Model:
    """An Exudyn system with named bodies; points are given in the frames of the references and moved to the centres."""

    system: Any = field(default_factory=lambda: exu.SystemContainer().AddSystem())
    nodes: dict[str, int] = field(default_factory=dict)
    objects: dict[str | None, int] = field(default_factory=dict)
    centres: dict[str | None, Point] = field(default_factory=lambda: {None: (0.0, 0.0)})

    def __post_init__(self) -> None:
        """The ground is the body without a name."""
        self.objects[None] = self.system.AddObject(items.ObjectGround())

    def body(
        self,
        name: str,
        mass: float,
        inertia: float,
        centre: Point,
        origin: Point,
        angle: float,
        velocity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        """Add a body with its frame at `origin` and `angle`; `velocity`: of its centre, and its speed of turning."""
        x = origin[0] + cos(angle) * centre[0] - sin(angle) * centre[1]
        y = origin[1] + sin(angle) * centre[0] + cos(angle) * centre[1]
        node = items.NodeRigidBody2D(referenceCoordinates=[x, y, angle], initialVelocities=list(velocity))
        self.nodes[name] = self.system.AddNode(node)
        rigid = items.ObjectRigidBody2D(mass=mass, inertia=inertia, nodeNumber=self.nodes[name])
        self.objects[name] = self.system.AddObject(rigid)
        self.centres[name] = centre

    def marker(self, name: str | None, point: Point, kind: Any = items.MarkerBodyPosition) -> int:
        """Number of a new marker at a point of a body."""
        local = [point[0] - self.centres[name][0], point[1] - self.centres[name][1], 0.0]
        return int(self.system.AddMarker(kind(bodyNumber=self.objects[name], localPosition=local)))

    def pin(self, first: str | None, first_point: Point, second: str, second_point: Point) -> None:
        """Join two points by a revolute joint."""
        ends = [self.marker(first, first_point), self.marker(second, second_point)]
        self.system.AddObject(items.ObjectJointRevolute2D(markerNumbers=ends))

    def elastic_pin(self, first: str, first_point: Point, second: str, second_point: Point, k: float, d: float) -> None:
        """Join two points by springs (N/m) with dampers (N s/m) along x and y."""
        ends = [self.marker(first, first_point), self.marker(second, second_point)]
        connector = items.ObjectConnectorCartesianSpringDamper
        self.system.AddObject(connector(markerNumbers=ends, stiffness=[k, k, 0.0], damping=[d, d, 0.0]))

    def angle(self, name: str) -> float:
        """The body's angle now, turns included."""
        return float(self.system.GetNodeOutput(self.nodes[name], exu.OutputVariableType.CoordinatesTotal)[2])


def slider_crank_model(problem: SliderCrank) -> Model:
    model = Model()
    r, l, m = problem.crank, problem.rod, problem.mass  # noqa: E741
    theta, omega = problem.angle, problem.speed
    phi, turn, _ = problem.rod_angle(theta)
    pin, speed = (r * cos(theta), r * sin(theta)), (-r * sin(theta) * omega, r * cos(theta) * omega)
    swing = turn * omega
    lean = (-l * sin(phi) * swing, l * cos(phi) * swing)
    model.body("crank", m, m * r**2 / 12, (r / 2, 0), (0, 0), theta, (speed[0] / 2, speed[1] / 2, omega))
    middle = (speed[0] + lean[0] / 2, speed[1] + lean[1] / 2, swing)
    model.body("rod", m, m * l**2 / 12, (l / 2, 0), pin, phi, middle)
    slider = (pin[0] + l * cos(phi), 0.0)
    model.body("slider", m, problem.slider_inertia, (0, 0), slider, 0.0, (speed[0] + lean[0], 0.0, 0.0))
    model.pin(None, (0, 0), "crank", (0, 0))
    if isinstance(problem, ElasticPin):
        model.elastic_pin("crank", (r, 0), "rod", (0, 0), problem.stiffness, problem.damping)
    else:
        model.pin("crank", (r, 0), "rod", (0, 0))
    model.pin("rod", (l, 0), "slider", (0, 0))
    ends = [model.marker(name, (0, 0), items.MarkerBodyRigid) for name in (None, "slider")]
    model.system.AddObject(items.ObjectJointPrismatic2D(markerNumbers=ends))
    for name in ("crank", "rod", "slider"):
        centre = model.marker(name, model.centres[name])
        model.system.AddLoad(items.LoadForceVector(markerNumber=centre, loadVector=[0, -m * problem.gravity, 0]))
    return model


def andrews_model() -> Model:
    model = Model()
    for name, body in andrews_bodies().items():
        model.body(name, body.mass, body.inertia, body.centre, body.origin, body.angle)
    for joint in ANDREWS_JOINTS.values():
        model.pin(joint.first, joint.first_point, joint.second, joint.second_point)
    spring = ANDREWS_SPRING
    ends = [model.marker(None, spring.ground), model.marker(spring.body, spring.point)]
    connector = items.ObjectConnectorSpringDamper
    model.system.AddObject(connector(markerNumbers=ends, referenceLength=spring.length, stiffness=spring.stiffness))
    driven = model.marker("K1", (0, 0), items.MarkerBodyRigid)
    model.system.AddLoad(items.LoadTorqueVector(markerNumber=driven, loadVector=[0, 0, ANDREWS_TORQUE]))
    return model


def simulation_settings(duration: float, step: float, chosen: Settings) -> Any:
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime = duration
    time.numberOfSteps = round(duration / step)
    time.minimumStepSize = 1e-3 * step
    time.verboseMode = 0
    time.generalizedAlpha.spectralRadius = chosen.spectral_radius
    time.newton.useModifiedNewton = chosen.modified_newton
    time.newton.relativeTolerance = chosen.relative_tolerance
    settings.linearSolver.solverType = getattr(exu.LinearSolverType, chosen.linear_solver)
    settings.solution.file.write = False
    settings.solution.sensors.active = False
    settings.parallel.numberOfThreads = 1
    return settings


def timed(model: Model, duration: float, step: float, chosen: Settings, runs: int) -> dict[str, Any]:
    """Solve `runs` times from the start: least CPU time of the process (s) and the bodies' angles at the end (rad)."""
    model.system.Assemble()
    settings = simulation_settings(duration, step, chosen)
    solver = getattr(exu.DynamicSolverType, chosen.solver)
    seconds = []
    for _ in range(runs):
        start = process_time()
        if not model.system.SolveDynamic(settings, solverType=solver):
            raise RuntimeError(f"Exudyn did not finish with a step of {step:g} s and {chosen}")
        seconds.append(process_time() - start)
    return {"cpu": min(seconds), "angles": {name: model.angle(name) for name in model.nodes}}


def slider_crank(step: float, chosen: Settings = SLIDER_CRANK_SETTINGS, runs: int = 3) -> dict[str, Any]:
    """Ten seconds of the slider-crank with the given step (s): CPU seconds, angles at the end, error of the crank's."""
    problem = SliderCrank()
    found = timed(slider_crank_model(problem), problem.duration, step, chosen, runs)
    return found | {"error": abs(found["angles"]["crank"] - SLIDER_CRANK_ANGLE)}


def andrews(step: float, chosen: Settings = ANDREWS_SETTINGS, runs: int = 3) -> dict[str, Any]:
    """Andrews' mechanism over 0.03 s with the given step (s): CPU seconds, angles at the end, largest angle error."""
    found = timed(andrews_model(), ANDREWS_DURATION, step, chosen, runs)
    return found | {"error": andrews_error(found["angles"])}


def table(name: str, run: Callable[[float], dict[str, Any]], steps: list[float]) -> None:
    print(f"{name}\n{'step s':>10}{'CPU s':>10}{'error rad':>12}")
    for step in steps:
        found = run(step)
        print(f"{step:10.1e}{found['cpu']:10.3f}{found['error']:12.2e}", flush=True)


if __name__ == "__main__":
    table("slider-crank, 10 s", slider_crank, [1e-3, 3e-4, 1e-4, 3e-5])
    table("Andrews' squeezing mechanism, 0.03 s", andrews, [1e-5, 3e-6, 1e-6, 3e-7])
