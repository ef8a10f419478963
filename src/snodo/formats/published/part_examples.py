"""One small example of every kind of part, for the reference of the file format.

The examples of one section fit one common mechanism, which a test adds to each of them before it reads them.
"""

from __future__ import annotations

EXAMPLES: dict[str, dict[str, str]] = {
    "bodies": {
        "body": "block: {mass: 2 kg, inertia: 0.01 kg*m^2, at: [0.3, 0]}",
        "bar": "crank: {bar: [A, B], mass: 0.5 kg}",
        "cylinder": "shaft: {cylinder: [A, B], radius: 10 mm, density: steel}",
        "disc": "wheel: {disc: 50 mm, at: A, mass: 1 kg}",
        "box": "block: {box: [0.1, 0.2, 0.05], at: B, mass: 2 kg}",
        "sphere": "ball: {sphere: 30 mm, at: B, density: brass}",
        "plate": "plate: {plate: [A, B, C], thickness: 5 mm, density: aluminium}",
        "mesh": "link: {mesh: link.stl, unit: mm, density: steel}",
        "particle": "bead: {particle: B, mass: 10 g}",
        "composite": (
            "ring:\n"
            "  composite:\n"
            "    - {disc: 80 mm, at: [0, 0], thickness: 5 mm, density: steel}\n"
            "    - {disc: 30 mm, at: [0, 0], thickness: 5 mm, density: steel, hole: true}"
        ),
    },
    "frames": {"": "tip: {on: crank, at: B}"},
    "joints": {
        "revolute": "A: {revolute: [ground, crank]}  # in space also axis: z",
        "prismatic": "slide: {prismatic: [ground, block], axis: x, at: C}",
        "fixed": "weld: {fixed: [crank, block], at: B}",
        "pin_in_slot": "slot: {pin_in_slot: [crank, block], axis: [A, B], at: C}",
        "rod": "link: {rod: [crank, block], from: B, to: C}",
        "planar": "table: {planar: [ground, block], at: C}  # in space also axis: z",
        "oldham": "coupling: {oldham: [ground, block], at: C}  # in space also axis: z",
        "free": "base: {free: [ground, block], at: C}",
        "cylindrical": "sleeve: {cylindrical: [ground, block], axis: x, at: C}",
        "helical": "screw: {helical: [ground, block], axis: x, pitch: 5 mm, at: C}",
        "universal": "cross: {universal: [ground, block], axis: x, second: y, at: C}",
        "spherical": "ball: {spherical: [ground, block], at: C}",
        "constant_velocity": "drive: {constant_velocity: [ground, block], axis: x, second: [1, 0.2, 0], at: C}",
        "revolute_spherical": "arm: {revolute_spherical: [ground, block], from: A, to: C, axis: z}",
        "point_in_plane": "foot: {point_in_plane: [ground, block], axis: z, at: C}",
        "selection": "support: {selection: [ground, block], directions: [x, rz], at: C}",
    },
    "constraints": {
        "gear": "mesh: {gear: [A, D], teeth: [20, 40]}",
        "rack_and_pinion": "rack: {rack_and_pinion: [A, slide], radius: 30 mm}",
        "belt": "belt: {belt: [A, D], radii: [50 mm, 120 mm], preload: 300 N}",
        "coupler": "belt: {coupler: {A: 1, D: -2}}",
        "parallel": "level: {parallel: [ground, block], axis: z}",
        "constant_angle": "tilt: {constant_angle: [ground, block], axis: z, second: x, angle: 80 deg}",
        "on_curve": "bead: {on_curve: [ground, block], at: C, points: [A, B, C], closed_curve: no}",
        "formula": 'bead: {formula: "block.y - 0.5*block.x^2", bodies: [block]}',
        "rolling": "contact: {rolling: [ground, wheel], radius: 50 mm, normal: y, at: D}",
        "knife_edge": "skate: {knife_edge: [ground, block], axis: x, at: C}",
        "speed_coupler": "variator: {speed_coupler: {A: 1, D: -2}, value: 0.5}",
        "velocity_formula": 'pursuit: {velocity_formula: "block.vy - t*block.vx", bodies: [block]}',
    },
    "forces": {
        "spring": "spring: {spring: [ground, block], from: A, to: C, stiffness: 2 N/mm, damping: 5 N*s/m}",
        "torsional_spring": "spring: {torsional_spring: A, stiffness: 3 N*m/rad}",
        "joint_spring": "buffer: {joint_spring: slide, stiffness: 2 N/mm}",
        "friction": "bearing: {friction: A, coulomb: 0.2 N*m, viscous: 0.01 N*m*s/rad}",
        "clutch": "clutch: {clutch: [A, D], capacity: 12 N*m, static: 15 N*m}",
        "freewheel": "one_way: {freewheel: A, turns: forward}",
        "ratchet": "pawl: {ratchet: A, teeth: 24, turns: forward}",
        "point_force": 'push: {point_force: crank, at: B, force: [0, "30 N * sin(2*pi*t)"]}',
        "torque": "motor: {torque: 5 N*m, joint: A}",
        "joint_force": "piston: {joint_force: 200 N, joint: slide}",
        "cylinder": "ram: {cylinder: [ground, block], from: A, to: C, force: 2 kN, stops: [0.1 m, 2 m]}",
        "bushing": "mount: {bushing: [ground, block], at: C, stiffness: [2 kN/mm, 2 kN/mm, 3 kN*m/rad]}",
        "motor_inertia": "rotor: {motor_inertia: A, inertia: 2e-5 kg*m^2, ratio: 100}",
        "cable": 'rope: {cable: [C on block, "over B, 20 mm", A], stiffness: 40 N/mm}',
        "formula": "drag: {formula: [-0.3*block.vx, -0.3*block.vy, 0], bodies: [block]}",
    },
    "drivers": {"": "motor: {joint: A, speed: 60 rpm}"},
    "contacts": {
        "point": "bumper: {point: C, body: block, through: A, normal: x, restitution: 0.6}",
        "sphere": "heel: {sphere: block, at: C, radius: 30 mm, depth: 4 mm, restitution: 0.3, at_speed: 1 m/s}",
        "spheres": "click: {spheres: [wheel, block], radii: [50 mm, 20 mm], restitution: 0.9}",
        "curve": "cam: {curve: block, at: C, radius: 10 mm, against: wheel, points: [A, B, [0.1, 0.4]]}",
        "box": "corners: {box: block, size: [0.1, 0.1], mu: 0.5}",
        "cylinder": "rim: {cylinder: block, radius: 20 mm, axis: z, mu: 0.5}",
    },
    "events": {"": "enough: {when: A.angle rises to 90 deg, do: stop}"},
    "tables": {"": "gas: {x: [0, 180, 360, 720], y: [1, 40, 1, 1], units: [deg, bar], kind: monotone, periodic: yes}"},
    "states": {"": "i: {rate: (12 - 1.2*i - 0.05*A.speed)/0.002, scale: 1 A}"},
    "signals": {"": "heat: 0.2*A.speed^2"},
    "controllers": {"": "hold: {every: 1 ms, gives: {u: -20*A.angle - 3*A.speed}}"},
}
"""The text below the name of the section, by section and kind."""

FREEDOMS: dict[str, tuple[str, str]] = {
    "revolute": ("1", "1"),
    "prismatic": ("1", "1"),
    "fixed": ("0", "0"),
    "pin_in_slot": ("2", "4"),
    "rod": ("2", "5"),
    "planar": ("3", "3"),
    "oldham": ("2", "2"),
    "free": ("3", "6"),
    "cylindrical": ("–", "2"),
    "helical": ("–", "1"),
    "universal": ("–", "2"),
    "spherical": ("–", "3"),
    "constant_velocity": ("–", "2"),
    "revolute_spherical": ("–", "4"),
    "point_in_plane": ("–", "5"),
    "selection": ("–", "as listed"),
}
"""How many motions every joint leaves, in the plane and in space."""

NOTES: dict[tuple[str, str], tuple[str, ...]] = {
    ("bodies", "body"): (
        "It has no word for its kind. Use it when you know mass and inertia; the others compute them from a shape.",
        "In space, `inertia` is three numbers (about x, y and z) or three rows of three.",
    ),
    ("bodies", "bar"): ("Its x axis points from the first end to the second.",),
    ("bodies", "composite"): (
        "Each shape is placed by coordinates, not by the name of a point. A shape with `hole: true` is subtracted.",
    ),
    ("joints", "free"): ("It holds nothing, so it cannot be elastic.",),
    ("joints", "selection"): ("The directions form a chain: each is in the axes moved by the previous ones.",),
    ("constraints", "gear"): (
        "Without `pressure_angle` it relates only the angles: the forces between the teeth do not load the bearings.",
        "With it the teeth touch at the pitch point, and the bearings carry their forces.",
    ),
    ("constraints", "belt"): (
        "It does not slip. The bearings carry the tensions of its straight parts: their difference, and the preload.",
    ),
    ("constraints", "coupler"): (
        "If it does not hold as drawn, assembly moves all its joints as little as possible; with a `follower`, it "
        "moves only that joint.",
    ),
    ("constraints", "formula"): (
        "Formulas use `t`, `block.x`, `block.y` and `block.angle`; in space `block.x`, `block.y`, `block.z` and the "
        "Euler parameters `block.e0` … `block.e3`.",
        "Euler parameters with all signs reversed are the same orientation, so the relation must not change with them.",
    ),
    ("constraints", "rolling"): (
        "The wheel stays in contact, and its contact point does not slip. In space a wheel has an `axis` and may lean; "
        "without an axis it is a ball.",
        "A round surface is a circle in the plane, and a cylinder (for balls only) in space.",
        "The contact also pulls, where a real wheel would lift off; `result.quality()` reports it. The reaction is "
        "given at the origin of the wheel.",
    ),
    ("constraints", "knife_edge"): ("It does not keep the edge on the surface: in space, add a joint for that.",),
    ("constraints", "speed_coupler"): (
        "A speed is the name of a joint with one coordinate, or a velocity of a body in world axes: `cart.vx`, "
        "`wheel.omega`, in space also `wheel.wx`.",
    ),
    ("constraints", "velocity_formula"): (
        "Formulas use `t`, the coordinates as above, and the velocities `block.vx`, `block.vy`, `block.omega`; in "
        "space `block.vx` … `block.vz` and `block.wx` … `block.wz`, in world axes.",
        "It may be nonlinear in the velocities: [rolling and other nonholonomic constraints]"
        "(../../understand/nonholonomic.md).",
    ),
    ("forces", "spring"): (
        "The force is −stiffness (l − length) − damping l̇ + force(t).",
        "Other laws are written as a `force` of its own length: `force: -4e4*(s.length - 0.3)^3` for a spring `s`.",
    ),
    ("forces", "cylinder"): (
        "Give `force`, or `length` or `speed` as a function of time; then its force is found.",
        "[Events](events.md) lock it by `close` and release it by `open`.",
    ),
    ("forces", "bushing"): (
        "In space six numbers: along x, y, z of the parent and about them; in the plane three. Or a symmetric matrix.",
    ),
    ("forces", "motor_inertia"): (
        "It adds ratio² · inertia to the inertia of the joint. Formulation tree has it on every joint with one "
        "coordinate, the others on hinges to the ground.",
    ),
    ("forces", "cable"): (
        "`P on boom` is a point of a body, `over C on mast, 60 mm` a pulley around a point; a side may follow: `left`.",
        "It exists in the plane. Without a stiffness it does not stretch.",
    ),
    ("forces", "torque"): (
        "It acts on one `body`, or in one `joint`. On a body in space, give an `axis` or three components.",
    ),
    ("forces", "friction"): (
        "`coulomb` is the friction torque or force itself, not a coefficient.",
        "With `smoothing`, it is coulomb · tanh(speed / smoothing): below this speed the joint creeps instead of "
        "sticking. A smaller value makes the reversal sharper and the equations stiffer.",
        "Without it friction is dry; where sticking is not computed, it reverses over 0.01 rad/s or m/s.",
    ),
    ("contacts", "sphere"): (
        "Compliant, as here, its depth and restitution are meant at the impact speed `at_speed`. Friction of a "
        "compliant contact gives way by `bristle` before it slips.",
    ),
    ("contacts", "spheres"): ("They touch from outside.",),
    ("contacts", "curve"): (
        "A cam is better given as `profile`, a [table](tables.md) of radii over the angle from x of the body "
        "`against`, periodic over 360 deg. A spline through `points` is closed unless `closed_curve: no`.",
        "In space the curve is in the plane of x and y of its body, its surface is straight along z, and a roller is a "
        "ball.",
    ),
    ("contacts", "box"): (
        "`at` is the centre of the box. Its corners are contacts of their own: `corners.1`, `corners.2`, …; x changes "
        "its sign first, then y, then z.",
    ),
    ("forces", "clutch"): (
        "One joint instead of two makes a brake: `clutch: A`. Two joints have the same parent.",
        "[Events](events.md) engage it by `close` and disengage it by `open`.",
    ),
    ("forces", "formula"): (
        "In the plane: fx, fy and torque for each body, from `t`, `block.x`, `block.y`, `block.angle`, `block.vx`, "
        "`block.vy`, `block.omega`.",
        "In space: fx, fy, fz, mx, my, mz, from `block.x` … `block.z`, `block.e0` … `block.e3`, `block.vx` … "
        "`block.wz`.",
        "Forces act at the origin of the body; all components are in world axes.",
    ),
}
"""What else to know about a kind, one idea each."""
