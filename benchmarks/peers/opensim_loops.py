"""The problems of `benchmarks.work_precision` in OpenSim 4.6 (Simbody): trees of joints, loops closed by constraints.

    python -m benchmarks.peers.opensim_loops

A pin that closes a loop in the plane is a point on a line across the plane: two rows, none redundant.  Bricard's last
hinge is a common point and a second point on the hinge's line: the five rows of a hinge.  Forces are built-in ones,
except the governor's spring-dampers, which OpenSim has only as an expression.  Nothing is stored or analysed on the
way.  The time is that of the process from the first step to the last output; building, assembling and initialising are
not counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import numpy as np
import opensim
from benchmarks.references import (
    ANDREWS_DURATION,
    ANDREWS_END,
    ANDREWS_JOINTS,
    ANDREWS_SPRING,
    ANDREWS_TORQUE,
    BRICARD_AXES,
    BRICARD_GRAVITY,
    BRICARD_HINGES,
    BRICARD_P3,
    GOVERNOR_END,
    SLIDER_CRANK_ANGLE,
    WINDOWS_B0,
    ElasticPin,
    PlanarBody,
    Point,
    SliderCrank,
    andrews_bodies,
    andrews_body_angles,
    bricard_bars,
)

SETTINGS = (
    ("RungeKuttaMerson", 1e-7),
    ("RungeKuttaMerson", 1e-8),
    ("RungeKuttaMerson", 1e-9),
    ("RungeKuttaFeldberg", 1e-10),
    ("CPodes", 1e-9),
    ("CPodes", 1e-10),
)
"""For Bricard's mechanism around the error 1e-8, chosen among some forty runs."""
METHODS = ("RungeKuttaMerson", "RungeKuttaFeldberg", "CPodes")
"""RungeKutta3 takes three times as long, and the Euler and Verlet methods have orders of one and two."""

TURNED = {"x": (0.0, math.pi / 2, 0.0), "y": (-math.pi / 2, 0.0, 0.0), "z": (0.0, 0.0, 0.0)}
"""Angles about x, y, z that bring a pin's own axis, z, to an axis of the world."""
STILL = (0.0, 0.0, 0.0)


def vec3(x: Any) -> Any:
    return opensim.Vec3(*map(float, x))


def flat(x: Sequence[float]) -> np.ndarray:
    """A place of the plane in space."""
    return np.array([x[0], x[1], 0.0])


class Builder:
    """A model whose bodies have frames at their centres of mass, along the world's axes at the start."""

    def __init__(self, gravity: Sequence[float]) -> None:
        opensim.Logger.setLevelString("error")
        self.model = opensim.Model()
        self.model.setGravity(vec3(gravity))
        self.bodies: dict[str, Any] = {"ground": self.model.getGround()}
        self.places: dict[str, np.ndarray] = {"ground": np.zeros(3)}
        self.coordinates: dict[str, Any] = {}

    def body(self, name: str, mass: float, com: Sequence[float], inertia: np.ndarray) -> None:
        """A body; its inertia is a matrix or the three moments about the centre of mass."""
        J = np.diag(inertia) if np.ndim(inertia) == 1 else np.asarray(inertia)
        moments = opensim.Inertia(*(float(J[k]) for k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))))
        self.bodies[name], self.places[name] = opensim.Body(name, mass, vec3(STILL), moments), np.array(com, float)
        self.model.addBody(self.bodies[name])

    def end(self, name: str, place: Sequence[float]) -> tuple[Any, Any]:
        """A body and a place of the world, seen from it."""
        return self.bodies[name], vec3(np.asarray(place) - self.places[name])

    def joint(self, kind: Any, parent: str, child: str, place: Sequence[float], turned: Sequence[float]) -> Any:
        """A joint of the child; its coordinates are kept by the child's name and their number."""
        ends = [x for name in (parent, child) for x in (*self.end(name, place), vec3(turned))]
        made = kind(child, *ends)
        self.model.addJoint(made)
        for k in range(made.numCoordinates()):
            self.coordinates[f"{child}{k or ''}"] = made.upd_coordinates(k)
        return made

    def pin(self, parent: str, child: str, place: Sequence[float], axis: str = "z") -> None:
        """A pin along an axis of the world."""
        self.joint(opensim.PinJoint, parent, child, place, TURNED[axis])

    def slide(
        self, child: str, place: Sequence[float], parent: str = "ground", turned: Sequence[float] = STILL
    ) -> None:
        """Along x, turned by angles about x, y, z."""
        self.joint(opensim.SliderJoint, parent, child, place, turned)

    def close(self, first: str, second: str, place: Sequence[float], along: Sequence[float] = (0, 0, 1)) -> None:
        """A point of the second body stays on a line of the first: a pin of the plane."""
        line = (self.bodies[first], vec3(along), self.end(first, place)[1])
        self.model.addConstraint(opensim.PointOnLineConstraint(*line, *self.end(second, place)))

    def start(self, **speeds: float) -> None:
        """Speeds at the start, by coordinate."""
        for name, speed in speeds.items():
            self.coordinates[name].setDefaultSpeedValue(float(speed))

    def run(
        self, method: str, accuracy: float, times: Sequence[float], read: Callable[[Any], Any]
    ) -> tuple[float, Any]:
        """CPU seconds, and what is read from the states at the times, one after the other."""
        self.model.finalizeConnections()
        state = self.model.initSystem()
        manager = opensim.Manager(self.model)
        manager.setIntegratorMethod(getattr(opensim.Manager, f"IntegratorMethod_{method}"))
        manager.setIntegratorAccuracy(accuracy)
        manager.setWriteToStorage(False)
        manager.setPerformAnalyses(False)
        manager.initialize(state)
        cpu, found = 0.0, []
        for t in times:
            began = process_time()
            state = manager.integrate(t)
            cpu += process_time() - began
            self.model.realizePosition(state)
            found.append(read(state))
        return cpu, np.array(found).ravel()

    def value(self, name: str, state: Any) -> float:
        """Of a coordinate."""
        return float(self.coordinates[name].getValue(state))


def plane(B: Builder, name: str, mass: float, com: Point, inertia: float) -> None:
    """A body that moves in the plane; its other moments of inertia do not matter."""
    B.body(name, mass, flat(com), inertia * np.ones(3))


# ---------------------------------------------------------------- the problems: CPU seconds, and what is compared
def windows(method: str, accuracy: float, n: int = 2, duration: float = 10.0) -> tuple[float, np.ndarray]:
    """The top of the first link at the end."""
    B = Builder((0, -9.81, 0))
    for k in range(n + 1):
        plane(B, f"link{k}", 1.0, (k, 0.5), 1 / 12)
        B.pin("ground", f"link{k}", flat((k, 0)))
    for k in range(n):
        plane(B, f"coupler{k}", 1.0, (k + 0.5, 1), 1 / 12)
        B.pin(f"link{k}", f"coupler{k}", flat((k, 1)))
        B.close(f"coupler{k}", f"link{k + 1}", flat((k + 1, 1)))
    B.start(**{f"link{k}": -1.0 for k in range(n + 1)}, **{f"coupler{k}": 1.0 for k in range(n)})

    def top(state: Any) -> list[float]:
        angle = B.value("link0", state) + math.pi / 2
        return [math.cos(angle), math.sin(angle)]

    return B.run(method, accuracy, [duration], top)


def andrews(method: str, accuracy: float) -> tuple[float, np.ndarray]:
    """Angles of the seven bodies at the end."""
    bodies, parents = andrews_bodies(), {"K2": "K1", "K4": "K5", "K6": "K7"}

    def world(body: PlanarBody, point: Point) -> Point:
        c, s = math.cos(body.angle), math.sin(body.angle)
        return body.origin[0] + c * point[0] - s * point[1], body.origin[1] + s * point[0] + c * point[1]

    B = Builder(STILL)
    for name, body in bodies.items():
        plane(B, name, body.mass, world(body, body.centre), body.inertia)
    for name in ("K1", "K3", "K5", "K7", *parents):
        B.pin(parents.get(name, "ground"), name, flat(bodies[name].origin))
    for name in ("F3", "F4", "F6"):
        joint = ANDREWS_JOINTS[name]
        assert joint.first is not None
        B.close(joint.first, joint.second, flat(world(bodies[joint.first], joint.first_point)))
    s = ANDREWS_SPRING
    ends = [*B.end("ground", flat(s.ground)), *B.end(s.body, flat(world(bodies[s.body], s.point)))]
    B.model.addForce(opensim.PointToPointSpring(*ends, s.stiffness, s.length))
    motor = opensim.PrescribedForce("motor", B.bodies["K1"])
    motor.setTorqueFunctions(opensim.Constant(0.0), opensim.Constant(0.0), opensim.Constant(ANDREWS_TORQUE))
    B.model.addForce(motor)

    def angles(state: Any) -> list[float]:
        turned = {name: B.value(name, state) for name in bodies}
        for name, parent in parents.items():
            turned[name] += turned[parent]
        return [body.angle + turned[name] for name, body in bodies.items()]

    return B.run(method, accuracy, [ANDREWS_DURATION], angles)


def bricard(method: str, accuracy: float) -> tuple[float, np.ndarray]:
    """The third hinge at the times of the reference."""
    B, hinges = Builder((0, -BRICARD_GRAVITY, 0)), np.array(BRICARD_HINGES, float)
    names = ["ground", *(f"bar{k}" for k in range(1, 6))]
    for name, bar in zip(names[1:], bricard_bars()):
        B.body(name, bar.mass, bar.middle, bar.inertia)
    for k, axis in enumerate(BRICARD_AXES[:5]):
        B.pin(names[k], names[k + 1], hinges[k], axis)
    along = np.array([1.0, 0.0, 0.0])
    B.model.addConstraint(opensim.PointConstraint(*B.end("ground", hinges[5]), *B.end("bar5", hinges[5])))
    B.close("ground", "bar5", hinges[5] + 0.5 * along, along)
    bar, point = B.end("bar2", hinges[2])

    def third(state: Any) -> list[float]:
        found = bar.findStationLocationInGround(state, point)
        return [found.get(k) for k in range(3)]

    return B.run(method, accuracy, list(BRICARD_P3), third)


def governor(method: str, accuracy: float, duration: float = 10.0) -> tuple[float, np.ndarray]:
    """Angle of the shaft and height of the slider at the end."""
    shaft, cube, rod, ball = 0.3, 3.0, 0.3, 5.0
    mass, com = rod + ball, (0.5 * rod + ball) / (rod + ball)
    across = rod * (1 / 12 + 1e-4 / 12 + (com - 0.5) ** 2) + ball * (1 - com) ** 2
    B, middle = Builder((0, 0, -9.81)), np.array([0, 0, 0.5])
    B.body("shaft", shaft, middle, np.array([shaft * (1 + 1e-4) / 12] * 2 + [shaft * 2e-4 / 12]))
    B.body("slider", cube, middle, np.ones(3) * cube * 0.02 / 12)
    B.pin("ground", "shaft", STILL)
    B.slide("slider", middle, "shaft", (0.0, -math.pi / 2, 0.0))
    for name, side in {"right": 1.0, "left": -1.0}.items():
        down, head = np.array([side * math.sqrt(3) / 2, 0.0, -0.5]), np.array([0.05 * side, 0.0, 1.0])
        inertia = across * (np.eye(3) - np.outer(down, down)) + rod * 2e-4 / 12 * np.outer(down, down)
        B.body(name, mass, head + com * down, inertia)
        B.pin("shaft", name, head, "y")
        on_slider, on_rod = B.end("slider", middle + np.array([0.05 * side, 0, 0])), B.end(name, head + 0.5 * down)
        ends = ("slider", on_slider[1], name, on_rod[1])
        law = opensim.ExpressionBasedPointToPointForce(*ends, "8e5*(d-0.5)+4e4*ddot")
        B.model.addForce(law)
    B.start(shaft=2 * math.pi)

    def read(state: Any) -> list[float]:
        return [B.value("shaft", state), 0.5 + B.value("slider", state)]

    return B.run(method, accuracy, [duration], read)


def slider_crank(method: str, accuracy: float, p: SliderCrank | None = None) -> tuple[float, np.ndarray]:
    """Angles of crank and rod at the end.  An elastic pin is a planar joint with springs, along axes of the crank."""
    p = p or SliderCrank()
    r, l, m = p.crank, p.rod, p.mass  # noqa: E741
    phi, turn, _ = p.rod_angle(p.angle)
    pin = (r * math.cos(p.angle), r * math.sin(p.angle))
    end = (pin[0] + l * math.cos(phi), 0.0)
    B = Builder((0, -p.gravity, 0))
    plane(B, "crank", m, (pin[0] / 2, pin[1] / 2), m * r**2 / 12)
    plane(B, "rod", m, ((pin[0] + end[0]) / 2, pin[1] / 2), m * l**2 / 12)
    plane(B, "slider", m, end, p.slider_inertia)
    B.pin("ground", "crank", STILL)
    B.slide("slider", flat(end))
    if isinstance(p, ElasticPin):
        B.joint(opensim.PlanarJoint, "crank", "rod", flat(pin), STILL)
        for name in ("rod1", "rod2"):
            B.coordinates[name].setName(name)
            law = opensim.SpringGeneralizedForce(name)
            law.setStiffness(p.stiffness)
            law.setViscosity(p.damping)
            law.setRestLength(0.0)
            B.model.addForce(law)
    else:
        B.pin("crank", "rod", flat(pin))
    B.close("rod", "slider", flat(end))
    swing = turn * p.speed
    B.start(
        crank=p.speed,
        rod=swing - p.speed,
        slider=-r * math.sin(p.angle) * p.speed - l * math.sin(phi) * swing,
    )

    def angles(state: Any) -> list[float]:
        crank, rod = B.value("crank", state), B.value("rod", state)
        return [p.angle + crank, phi + crank + rod]

    return B.run(method, accuracy, [p.duration], angles)


def show() -> None:
    """One run of each problem by each method."""
    problems: dict[str, tuple[Callable[..., tuple[float, np.ndarray]], Any]] = {
        "windows": (windows, WINDOWS_B0),
        "andrews": (andrews, andrews_body_angles(ANDREWS_END)),
        "bricard": (bricard, np.array(list(BRICARD_P3.values())).ravel()),
        "governor": (governor, GOVERNOR_END),
        "slider-crank": (lambda *x: _crank(*slider_crank(*x)), [SLIDER_CRANK_ANGLE]),
    }
    print(f"{'problem':>14}{'method':>20}{'accuracy':>10}{'CPU s':>10}{'error':>12}")
    for name, (run, known) in problems.items():
        for method in METHODS:
            for accuracy in (1e-4, 1e-6, 1e-8):
                try:
                    cpu, found = run(method, accuracy)
                except RuntimeError as error:
                    print(f"{name:>14}{method:>20}{accuracy:10.0e}  stopped: {str(error).splitlines()[0][:80]}")
                    continue
                print(
                    f"{name:>14}{method:>20}{accuracy:10.0e}{cpu:10.3f}{np.abs(found - known).max():12.2e}", flush=True
                )


def _crank(cpu: float, angles: np.ndarray) -> tuple[float, np.ndarray]:
    return cpu, angles[:1]


if __name__ == "__main__":
    show()
