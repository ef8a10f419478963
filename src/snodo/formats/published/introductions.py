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

CONTACTS = """# Contacts

```yaml
contacts:
  heel:   {sphere: foot, at: H, radius: 30 mm, mu: 0.8}
  bumper: {point: P, body: cart, through: W, normal: -x, restitution: 0.6}
```

A contact lets a point, a sphere, the corners of a box or, in space, the edges of a cylinder touch a plane, which is
fixed to the ground or to the body `against`. Two spheres touch one another, and a point or a roller touches a curve.

The plane passes `through` a point. Its `normal` points to the side that is free; by default upwards, against gravity.

## Choose rigid or compliant

A contact is rigid: after an impact the speed is `restitution` times that before it.

With a `stiffness` k or a `depth` it is compliant: at the depth δ it pushes with k δⁿ (1 + d δ̇) (Hunt and Crossley).
d follows from the `restitution` at the impact speed `at_speed`, or is given as `damping`.

```yaml
contacts:
  heel: {sphere: foot, radius: 30 mm, depth: 4 mm, restitution: 0.3, at_speed: 1 m/s}
  ball: {sphere: ball, radius: 20 mm, stiffness: 5e7, exponent: 1.5, damping: 0.2 s/m}
```

With an exponent other than 1, `stiffness` is a plain number in N/mⁿ.

## Friction

With `mu` a contact rubs, and with `static` it holds more at rest. A rigid contact sticks or slides; impacts with
friction take `restitution_by`. A compliant contact gives way by `bristle` before it slips.

How to, with results: [let bodies touch](../../howto/contact.md).

Each contact has its own numbers: materials are not combined. The gap is a measure for [events](events.md): `heel.gap`.

## Choose a contact
"""

TABLES = """# Tables

```yaml
tables:
  lift: {x: [0, 60, 120, 180, 360], y: [0, 4, 8, 0, 0], units: [deg, mm], kind: monotone, periodic: yes}
  gas:  {file: pressure.csv, columns: [deg, bar], periodic: yes}
  map:  {x: [0, 100, 200], y: [0, 1], z: [[0, 9], [0, 12], [0, 10]], units: [rad/s, 1, N*m]}
forces:
  push: {joint_force: "-0.0056*table(gas, A.angle)", joint: S}
constraints:
  cam: {formula: "F.displacement - table(lift, A.angle)"}
```

A formula reads a table by its name: `table(gas, A.angle)`, or `table(map, A.speed, t)` with two arguments. Numbers
are converted by their units when the table is read; in formulas everything is in SI units and radians.

## Fill in its keys
"""

TABLES_END = """
The file is text with commas, semicolons, tabs or spaces between the columns. Lines that begin with `#` and one line of
headings are left out. Three columns hold the points x, y, z of a grid, one on each line, in any order. When a
mechanism is saved, its tables are written as lists.

Table from a file, verdicts, and all functions of formulas: [use a table](../../howto/tables.md).
"""

EVENTS = """# Events

```yaml
events:
  caught: {when: arm.angle rises to 90 deg, do: close latch}
  let_go: {when: t = 2 s, do: [open latch, set motor.torque to 0]}
  enough: {when: slider.x is above 0.4 m, do: stop}
```

An event does something at the instant at which a condition becomes true.

## Say when

A condition compares a measure with a number, with its unit.

| write | becomes true |
|---|---|
| `A.angle rises to 90 deg` | when the measure reaches the value from below |
| `heel.gap falls to 0` | when it reaches the value from above |
| `A.speed passes 2 rad/s` | when it reaches the value from either side |
| `slider.x is above 0.4 m`, `… is below …` | when it gets beyond the value; also at the start, if it is there already |
| `t = 2 s` | at this time |

Measures are coordinates and speeds of joints, places and velocities of bodies and frames, lengths and speeds of
springs, gaps of [contacts](contacts.md), [states](states.md), [signals](signals.md), outputs of
[controllers](controllers.md), and the time `t`.

Conditions are joined by `and`. One of them may be an instant, as in
`A.angle rises to 90 deg and A.speed is above 1 rad/s`.

## Say what is done

| write | what happens |
|---|---|
| `record` | the instant is noted in the result; nothing else changes |
| `stop` | the run ends |
| `open latch`, `close latch` | a joint, constraint, contact or clutch stops or begins to hold |
| `set motor.torque to 3 N m` | a number of a force changes |

Several actions are a list; `stop` is the last one. In Python, an action may also be a function.

A joint or constraint that an event closes begins with `closed: no`.

## Look up a key
"""

STATES = """# States

```yaml
states:
  i: {rate: (u - 1.2*i - 0.05*A.speed)/0.002, scale: 1 A}
signals:
  u: 0.4*(100 - A.speed)
forces:
  shaft: {torque: 0.05*i, joint: A}
```

A state is a number of your own that is integrated with the motion: a current, a pressure, the activation of a muscle.

Its rate is a formula of the time `t`, of measures such as `A.speed`, and of states, [signals](signals.md) and outputs
of [controllers](controllers.md) by their names, all in SI units. The same names can stand in the formulas of forces and
torques, and in conditions of [events](events.md).

`initial: {i: 2}` gives another start. A name must not be that of a unit, such as `A` or `m`.

## Look up a key
"""

SIGNALS = """# Signals

```yaml
signals:
  slip: A.speed - 0.5*B.speed
  heat: 4*slip^2
```

A signal is a formula with a name, of `t`, measures, [states](states.md), other signals and outputs of
[controllers](controllers.md).

Other formulas and conditions of [events](events.md) can use the name, and `result["slip"]` is its series. Signals may
not depend on one another in a circle.
"""

CONTROLLERS = """# Controllers

```yaml
controllers:
  speed:
    every: 1 ms
    memory: {I: 0}
    gives: {u: 0.4*(100 - A.speed) + 8*I}
    then: {I: I + 0.001*(100 - A.speed)}
forces:
  motor: {torque: 0.05*u, joint: A}
```

A controller reads the motion at equal times, the first of them at the start, and holds its outputs in between.

`gives` and `then` are computed from the same values, those before the sample. Formulas name `t`, measures,
[states](states.md), [signals](signals.md), outputs of all controllers, and the controller's own memory.

In Python a controller may be a function instead of formulas; a file cannot contain one.

## Look up a key
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

SWEEP = """# Sweeps

```yaml
sweep:
  vary: {crank: 80 mm .. 200 mm in 25, A.angle: [0, 30 deg, 60 deg]}
  outputs: [B.reaction max, rod.angle final]
```

`snodo sweep slider.yaml --save family.nc` and `sn.sweep(m)` compute all combinations: here 75 members.
[How to](../../howto/sweeps.md). Arguments and options take precedence.
"""

SWEEP_END = """## Name what varies

A name in `vary` is a [parameter](parameters.md) (`crank`, `left/arm` of a part) or an initial value (`A.angle`,
`crank.omega`, a state). Values are numbers in SI units or texts with units.

| values | mean |
|---|---|
| `80 mm .. 200 mm in 25` | 25 equally spaced values, both ends among them |
| `[80 mm, 100 mm, 0.2]` | these |
| `80 mm .. 200 mm` | with `sampling: latin_hypercube` or `sobol`: the range to draw from |

With `sampling`, a member is drawn from all ranges at once, and `members` says how many. Sobol points need a power of
two.

```yaml
sweep: {vary: {crank: 80 mm .. 200 mm}, sampling: latin_hypercube, members: 1000, seed: 1}
```

## Name what is kept

An output is the name of a [series](../series.md) and a word.

| word | meaning |
|---|---|
| `final`, `initial` | value at the end, at the start |
| `min`, `max`, `peak to peak` | of the rows |
| `mean`, `rms` | over time |
| `time of max`, `time of min` | when [s] |
| `series` | all rows |

A name alone means `final`, `min`, `max` and `rms`. Of a series with components the size counts; of a reaction that is
the size of its force.
"""
