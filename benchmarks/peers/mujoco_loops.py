"""The problems of `benchmarks.work_precision` in MuJoCo: trees of joints whose loops are closed by soft constraints.

MuJoCo has no rigid loops: a constraint is a spring-damper with a time constant of at least two steps, here exactly two,
of the hardest impedance that it allows, so that the error falls with the step (shorter ones, which it lets one ask for,
are better only for the windows, by a factor of three).  Integrator RK4, Newton's solver, nothing
else switched on; the time is that of the process inside mj_step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from time import process_time
from typing import Any

import mujoco
import numpy as np
from benchmarks.references import (
    ANDREWS_DURATION,
    ANDREWS_JOINTS,
    ANDREWS_SPRING,
    ANDREWS_TORQUE,
    BRICARD_AXES,
    BRICARD_GRAVITY,
    BRICARD_HINGES,
    BRICARD_P3,
    ElasticPin,
    PlanarBody,
    Point,
    SliderCrank,
    andrews_bodies,
    bricard_bars,
)

AXES = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}


def text(x: Any) -> str:
    """Numbers as MuJoCo's files have them."""
    return " ".join(repr(float(a)) for a in np.ravel(x))


@dataclass
class Link:
    """A body whose frame is at its joint, along the world's axes at the start; places are those of the world."""

    name: str
    parent: str | None
    place: np.ndarray
    mass: float
    com: np.ndarray
    inertia: np.ndarray
    joints: str
    sites: str = ""


def hinge(name: str, axis: str = "z", more: str = "") -> str:
    return f'<joint name="{name}" type="hinge" axis="{AXES[axis]}" {more}/>'


def slide(name: str, axis: str, more: str = "") -> str:
    return f'<joint name="{name}" type="slide" axis="{AXES[axis]}" {more}/>'


def built(links: Sequence[Link], gravity: Sequence[float], step: float, closing: str = "", more: str = "") -> Any:
    """The model of these links."""

    def body(link: Link, origin: np.ndarray) -> str:
        J = link.inertia
        full = text([J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]])
        own = f'<inertial pos="{text(link.com - link.place)}" mass="{link.mass!r}" fullinertia="{full}"/>'
        children = "".join(body(child, link.place) for child in links if child.parent == link.name)
        inside = own + link.joints + link.sites + children
        return f'<body name="{link.name}" pos="{text(link.place - origin)}">{inside}</body>'

    world = "".join(body(link, np.zeros(3)) for link in links if link.parent is None)
    options = f'timestep="{step!r}" gravity="{text(gravity)}" integrator="RK4" solver="Newton" iterations="50"'
    soft = f'solref="{2 * step!r} 1" solimp="0.9999 0.9999 0.001 0.5 1"'
    equality = closing.replace("<connect ", f"<connect {soft} ")
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler boundmass="0" boundinertia="0"/><option {options} tolerance="1e-14"><flag contact="disable"'
        f' limit="disable" frictionloss="disable" eulerdamp="disable"/></option><worldbody>{ground_site(more)}{world}'
        f"</worldbody><equality>{equality}</equality>{more}</mujoco>"
    )


def ground_site(more: str) -> str:
    """The ground's end of Andrews' spring."""
    return f'<site name="ground" pos="{text([*ANDREWS_SPRING.ground, 0])}"/>' if 'site="ground"' in more else ""


def connect(first: str, second: str, place: Sequence[float]) -> str:
    """A common point of two bodies; the place is in the frame of the first."""
    return f'<connect body1="{first}" body2="{second}" anchor="{text(place)}"/>'


def flat(x: Sequence[float]) -> np.ndarray:
    """A place of the plane in space."""
    return np.array([x[0], x[1], 0.0])


def plane(name: str, parent: str | None, place: Point, mass: float, com: Point, inertia: float, **more: str) -> Link:
    """A body that moves in the plane; its other moments of inertia do not matter."""
    joints = more.get("joints", hinge(name))
    return Link(name, parent, flat(place), mass, flat(com), inertia * np.eye(3), joints, more.get("sites", ""))


def stepped(model: Any, data: Any, step: float, times: Sequence[float]) -> tuple[float, list[Any]]:
    """CPU seconds, and copies of the data at the times; a time that is no multiple of the step is refused."""
    cpu, done, found = 0.0, 0, []
    for t in times:
        count = round(t / step)
        if abs(count * step - t) > 1e-9 * t:
            raise ValueError(f"{t:g} s is no multiple of {step:g} s")
        began = process_time()
        mujoco.mj_step(model, data, nstep=count - done)
        cpu, done = cpu + process_time() - began, count
        mujoco.mj_kinematics(model, data)
        found.append((np.array(data.qpos), np.array(data.xpos), np.array(data.xmat)))
    if abs(data.time - times[-1]) > 0.5 * step:  # MuJoCo begins anew
        raise RuntimeError(f"MuJoCo's run is unstable with a step of {step:g} s")
    return cpu, found


def coordinate(model: Any, name: str) -> int:
    """Where a joint's coordinate is."""
    return int(model.joint(name).qposadr[0])


# ---------------------------------------------------------------- the problems
def windows(step: float, n: int = 2, duration: float = 10.0) -> tuple[float, np.ndarray]:
    """CPU seconds; the top of the first link at the end."""
    links, closing = [], ""
    for k in range(n + 1):
        links.append(plane(f"link{k}", None, (k, 0), 1.0, (k, 0.5), 1 / 12))
        if k < n:
            links.append(plane(f"coupler{k}", f"link{k}", (k, 1), 1.0, (k + 0.5, 1), 1 / 12))
            closing += connect(f"coupler{k}", f"link{k + 1}", (1, 0, 0))
    model = built(links, (0, -9.81, 0), step, closing)
    data = mujoco.MjData(model)
    for k in range(n + 1):
        data.joint(f"link{k}").qvel[:] = -1.0
        if k < n:
            data.joint(f"coupler{k}").qvel[:] = 1.0
    cpu, found = stepped(model, data, step, [duration])
    angle = found[0][0][coordinate(model, "link0")] + pi / 2
    return cpu, np.array([cos(angle), sin(angle)])


def andrews(step: float) -> tuple[float, np.ndarray]:
    """CPU seconds; angles of the seven bodies at the end."""
    bodies, parents = andrews_bodies(), {"K2": "K1", "K4": "K5", "K6": "K7"}

    def world(body: PlanarBody, point: Point) -> Point:
        c, s = cos(body.angle), sin(body.angle)
        return body.origin[0] + c * point[0] - s * point[1], body.origin[1] + s * point[0] + c * point[1]

    links = []
    for name, body in bodies.items():
        place = np.subtract(world(body, ANDREWS_SPRING.point), body.origin)
        sites = f'<site name="end" pos="{text(flat(place))}"/>' if name == ANDREWS_SPRING.body else ""
        com = world(body, body.centre)
        links.append(plane(name, parents.get(name), body.origin, body.mass, com, body.inertia, sites=sites))
    closing = ""
    for name in ("F3", "F4", "F6"):
        joint = ANDREWS_JOINTS[name]
        assert joint.first is not None
        place = np.subtract(world(bodies[joint.first], joint.first_point), bodies[joint.first].origin)
        closing += connect(joint.first, joint.second, flat(place))
    spring = f'stiffness="{ANDREWS_SPRING.stiffness}" springlength="{ANDREWS_SPRING.length}"'
    more = f'<tendon><spatial {spring}><site site="ground"/><site site="end"/></spatial></tendon>'
    model = built(links, (0, 0, 0), step, closing, more)
    data = mujoco.MjData(model)
    data.joint("K1").qfrc_applied[:] = ANDREWS_TORQUE
    cpu, found = stepped(model, data, step, [ANDREWS_DURATION])
    turned = {name: found[0][0][coordinate(model, name)] for name in bodies}
    for name, parent in parents.items():
        turned[name] += turned[parent]
    return cpu, np.array([body.angle + turned[name] for name, body in bodies.items()])


def slider_crank(step: float, p: SliderCrank | None = None) -> tuple[float, np.ndarray]:
    """CPU seconds; angles of crank and rod at the end.  An elastic pin is two springs between crank and rod."""
    p = p or SliderCrank()
    r, l, m = p.crank, p.rod, p.mass  # noqa: E741
    phi, turn, _ = p.rod_angle(p.angle)
    pin = (r * cos(p.angle), r * sin(p.angle))
    end = (pin[0] + l * cos(phi), 0.0)
    joints = hinge("rod")
    if isinstance(p, ElasticPin):
        law = f'stiffness="{p.stiffness!r}" damping="{p.damping!r}"'
        joints = slide("x", "x", law) + slide("y", "y", law) + joints
    links = [
        plane("crank", None, (0, 0), m, (pin[0] / 2, pin[1] / 2), m * r**2 / 12),
        plane("rod", "crank", pin, m, ((pin[0] + end[0]) / 2, pin[1] / 2), m * l**2 / 12, joints=joints),
        plane("slider", None, end, m, end, p.slider_inertia, joints=slide("slider", "x")),
    ]
    closing = connect("rod", "slider", (end[0] - pin[0], -pin[1], 0))
    model = built(links, (0, -p.gravity, 0), step, closing)
    data = mujoco.MjData(model)
    swing = turn * p.speed
    data.joint("crank").qvel[:], data.joint("rod").qvel[:] = p.speed, swing - p.speed
    data.joint("slider").qvel[:] = -r * sin(p.angle) * p.speed - l * sin(phi) * swing
    cpu, found = stepped(model, data, step, [p.duration])
    q = found[0][0]
    crank, rod = (q[coordinate(model, name)] for name in ("crank", "rod"))
    return cpu, np.array([p.angle + crank, phi + crank + rod])


def bricard(step: float) -> tuple[float, np.ndarray]:
    """CPU seconds; the third hinge at the times of the reference.  The sixth hinge is two common points."""
    places, names = np.array(BRICARD_HINGES, float), [f"bar{k}" for k in range(1, 6)]
    links = [
        Link(name, parent, places[k], bar.mass, bar.middle, np.diag(bar.inertia), hinge(name, BRICARD_AXES[k]))
        for k, (name, parent, bar) in enumerate(zip(names, [None, *names], bricard_bars()))
    ]
    last = places[5] - places[4]
    closing = "".join(connect("bar5", "world", last + x) for x in np.array([[0, 0, 0], [0.5, 0, 0]]))
    model = built(links, (0, -BRICARD_GRAVITY, 0), step, closing)
    cpu, found = stepped(model, mujoco.MjData(model), step, list(BRICARD_P3))
    second = model.body("bar2").id
    ends = [x[second] + A[second].reshape(3, 3) @ (places[2] - places[1]) for _, x, A in found]
    return cpu, np.array(ends).ravel()


def governor(step: float, duration: float = 10.0) -> tuple[float, np.ndarray]:
    """CPU seconds; angle of the shaft and height of the slider at the end."""
    shaft, cube, rod, ball = 0.3, 3.0, 0.3, 5.0
    mass, com = rod + ball, (0.5 * rod + ball) / (rod + ball)
    across = rod * (1 / 12 + 1e-4 / 12 + (com - 0.5) ** 2) + ball * (1 - com) ** 2
    slim = np.diag([shaft * (1 + 1e-4) / 12] * 2 + [shaft * 2e-4 / 12])
    sides = {"right": 1.0, "left": -1.0}
    sites = "".join(f'<site name="on_{name}" pos="{0.05 * side} 0 0"/>' for name, side in sides.items())
    middle, more = np.array([0, 0, 0.5]), ""
    links = [
        Link("shaft", None, np.zeros(3), shaft, middle, slim, hinge("shaft", "z")),
        Link("slider", "shaft", middle, cube, middle, np.eye(3) * cube * 0.02 / 12, slide("slider", "z"), sites),
    ]
    for name, side in sides.items():
        down, head = np.array([side * sqrt(3) / 2, 0.0, -0.5]), np.array([0.05 * side, 0.0, 1.0])
        inertia = across * (np.eye(3) - np.outer(down, down)) + rod * 2e-4 / 12 * np.outer(down, down)
        site = f'<site name="{name}" pos="{text(0.5 * down)}"/>'
        links.append(Link(name, "shaft", head, mass, head + com * down, inertia, hinge(name, "y"), site))
        law = 'stiffness="8e5" damping="4e4" springlength="0.5"'
        more += f'<spatial {law}><site site="on_{name}"/><site site="{name}"/></spatial>'
    model = built(links, (0, 0, -9.81), step, "", f"<tendon>{more}</tendon>")
    data = mujoco.MjData(model)
    data.joint("shaft").qvel[:] = 2 * pi
    cpu, found = stepped(model, data, step, [duration])
    q = found[0][0]
    return cpu, np.array([q[coordinate(model, "shaft")], 0.5 + q[coordinate(model, "slider")]])
