"""What is written around the tables of the reference of the file format, page by page."""

BODIES = """# Bodies and frames

```yaml
bodies:
  crank: {bar: [A, B], mass: 0.5 kg}
```

A body is a shape with a mass or a density; Snodo computes its centre of mass and moments of inertia.
"""

EVERY_BODY = """Give a mass or a density. What you also give, `com` or `inertia`, replaces what follows from the shape.
"""

MATERIALS = """These materials can be given as a `density`:
"""

FRAMES = """## Fix a frame to a body

A frame is a place on a body to observe, or to refer to in joints and forces: `result["tip.x"]`.
"""

JOINTS = """# Joints

```yaml
joints:
  A: {revolute: [ground, crank]}
```

A joint names its parent and its child. It sits `at` a place, or at the point with its own name.

Its coordinate is zero as drawn, unless `reference` says otherwise.

## Choose a joint

![A plate in four positions, held by eight kinds of joint](../../pictures/joints.png)

*Free* is the number of motions that the joint leaves in the plane and in space; – means that it does not exist in the
plane.
"""

EVERY_JOINT = """
## Give what every joint has

Here for a revolute joint; rods have two ends, `from` and `to`, instead of `at`.
"""

ELASTIC = """With a stiffness, springs and dampers replace the constraint:
[elastic joints](../../howto/elastic_joints.md).
The torsional keys are for joints that also hold rotations.
"""

CONSTRAINTS = """# Constraints

```yaml
constraints:
  mesh: {gear: [A, D], teeth: [20, 40]}
```

A constraint is a relation that is not a joint: between the coordinates of joints, or between bodies.

## Choose a constraint
"""

FORCES = """# Forces

```yaml
forces:
  spring: {spring: [ground, block], from: A, to: C, stiffness: 2 N/mm}
```

Gravity needs no force: it is a section of its own, `gravity: [0, -9.81]`.

A force or torque is a number, a [function of time](functions.md), or a formula of the motion, such as
`"-20*A.angle - 3*A.speed"`: [let a force depend on the motion](../../howto/force_laws.md).

## Choose a force
"""

DRIVERS = """# Drivers

```yaml
drivers:
  motor: {joint: A, speed: 60 rpm}
```

A driver imposes a motion as a [function of time](functions.md). The result has its torque or force, `motor.effort`.

## Choose what is driven

| what | write |
|---|---|
| the coordinate of a joint | `{joint: A, angle: "30 deg * sin(t)"}` |
| one of several coordinates of a joint | `{joint: cross, of: second, speed: 60 rpm}` |
| the angle of a body in the world | `{body: crank, speed: 60 rpm}` |
| a point of a body, along a direction | `{body: block, at: C, along: x, displacement: "0.1 * sin(t)"}` |
| a point of a body, along a path | `{body: block, at: C, path: ["0.1*cos(t)", "0.1*sin(t)"]}` |

## Start a motor smoothly

```yaml
drivers:
  motor: {joint: A, speed: {smooth_step: {start: 0, end: 1500 rpm, duration: 2 s}}}
```

A speed may be any function of time except a table or a formula. The angle or displacement is its exact integral from
the initial value.

## Look up a key

Give `joint` or `body`, and one of `angle`, `displacement`, `path`, `speed`, `acceleration`.
"""

DRIVERS_END = """How to, with results: [drive a joint](../../howto/drive_a_joint.md).
"""

FUNCTIONS = """# Functions of time

```yaml
drivers:
  motor: {joint: A, angle: {harmonic: {amplitude: 30 deg, frequency: 2 Hz}}}
```

Where a table says *function*, write one of three things:

- a number: `30 N`;
- a formula in `t`: `"30 deg * sin(2*pi*t)"`;
- a table with one of the words below.

## Choose a function
"""

FUNCTION_KEYS = """A *value* has the unit of the key it is used for, a *rate* this unit per second.
Defaults are in brackets.
"""

FUNCTION_EXAMPLES = {
    "constant": "force: {constant: 30 N}",
    "ramp": "speed: {ramp: {start: 0, rate: 2}}",
    "polynomial": "angle: {polynomial: [0, 0.5, 0.1]}",
    "harmonic": "angle: {harmonic: {amplitude: 30 deg, frequency: 2 Hz}}",
    "smooth_step": "angle: {smooth_step: {start: 0, end: 90 deg, duration: 2 s}}",
    "cycloid": "displacement: {cycloid: {end: 40 mm, begin: 0.5 s, duration: 1 s}}",
    "table": "angle: {table: {times: [0, 1, 2], values: [0, 30 deg, 10 deg]}}",
    "formula": 'angle: {formula: "30 deg * sin(2*pi*t)"}',
}

RUN = """# Run settings

```yaml
run: {duration: 2 s, output: 0.01 s, tolerance: 1e-9}
```

These are defaults. Arguments of `sn.simulate` and options of `snodo run` take precedence.
"""

RUN_END = """How to choose: [coordinates](../../understand/coordinates.md) ·
[constraint methods](../../understand/methods.md) ·
[stiff motions](../../understand/dae_index.md) · [accuracy](../../trust/accuracy.md).
"""
