"""Pages of the reference of the file format that are written, not made: overview, values, start, robots."""

INDEX = """# The file format

A mechanism is a YAML file. This one is complete:

```yaml
mechanism: four-bar
dimension: 2
gravity: [0, -9.81]
points: {A: [0, 0], B: [0.10, 0.15], C: [0.45, 0.30], D: [0.50, 0]}
bodies:
  crank:   {bar: [A, B], mass: 0.5 kg}
  coupler: {bar: [B, C], mass: 1.2 kg}
  rocker:  {bar: [C, D], mass: 0.9 kg}
joints:                      # a joint named like a point sits at that point
  A: {revolute: [ground, crank]}
  B: {revolute: [crank, coupler]}
  C: {revolute: [coupler, rocker]}
  D: {revolute: [ground, rocker]}
drivers:
  motor: {joint: A, speed: 60 rpm}
run: {duration: 2 s}
```

Read it with `sn.load("four_bar.yaml")`, write one with `sn.save(m, "copy.yaml")`, and run it with
`snodo run four_bar.yaml`.

All mistakes are reported at once, each with its line and a remedy.

## Find a section

Only `bodies` is required.

| section | what it holds | example |
|---|---|---|
| `mechanism` | its name | `four-bar` |
| `description` | a sentence or two | |
| `dimension` | 2 (the plane, the default) or 3 (space) | `3` |
| `gravity` | acceleration of gravity, m/s²; default: none | `[0, 0, -9.81]` |
| [`include`](robots.md#include-other-files) | other files whose parts are added first | `gearbox.yaml` |
| [`urdf`, `base`](robots.md) | a robot to start from, and how its root is held | `robot.urdf`, `free` |
| [`parameters`](parameters.md) | named numbers, which formulas may use | `{crank: 120 mm, rod: 2*crank}` |
| [`parts`](parameters.md#use-a-file-as-a-part) | files used as parts, with a prefix | `left: {use: leg.yaml}` |
| `points` | named points, world coordinates as drawn, m | `{A: [0, 0]}` |
| [`bodies`](bodies.md) | rigid bodies | `crank: {bar: [A, B], mass: 0.5 kg}` |
| [`frames`](bodies.md#fix-a-frame-to-a-body) | frames fixed to bodies | `tip: {on: crank, at: B}` |
| [`joints`](joints.md) | what connects the bodies | `A: {revolute: [ground, crank]}` |
| [`constraints`](constraints.md) | gears, couplers, rolling, formulas | `mesh: {gear: [A, D], teeth: [20, 40]}` |
| [`forces`](forces.md) | springs, loads, friction | `push: {point_force: crank, force: [0, 5]}` |
| [`drivers`](drivers.md) | motions imposed as functions of time | `motor: {joint: A, speed: 60 rpm}` |
| [`contacts`](contacts.md) | what may touch what | `heel: {sphere: foot, at: H, radius: 30 mm}` |
| [`events`](events.md) | what happens when | `enough: {when: A.angle rises to 90 deg, do: stop}` |
| [`states`](states.md) | numbers that are integrated with the motion | `i: {rate: (12 - 1.2*i)/0.002}` |
| [`signals`](signals.md) | formulas with a name | `{power: 0.05*i*A.speed}` |
| [`controllers`](controllers.md) | sampled controllers | `hold: {every: 1 ms, gives: {u: -20*A.angle}}` |
| [`tables`](tables.md) | numbers that formulas read by name | `gas: {file: pressure.csv, columns: [deg, bar]}` |
| [`limits`](robots.md#store-limits-and-shapes) | limits of joints: data, or stops | `elbow: {upper: 1, act: yes}` |
| [`visuals`](robots.md#store-limits-and-shapes) | shapes for pictures only | |
| [`initial`](start.md) | initial positions, speeds and states | `{A.angle: 30 deg}` |
| [`initial_guess`](start.md#select-the-branch) | which way the mechanism closes | `{C.angle: 120 deg}` |
| [`run`](run.md) | duration, method, integrator | `{duration: 2 s}` |
| [`sweep`](sweep.md) | what a sweep varies and keeps | `{vary: {crank: 80 mm .. 200 mm in 25}}` |

[Values](values.md): units, names, places and directions. [Functions of time](functions.md): for forces and drivers.

## Know the rules of the text

- `.yaml` and `.yml` are YAML 1.2: `on`, `off`, `yes` and `no` are plain text. `.json` with the same content works too.
- Anchors (`&a`, `*a`) work. Tags (`!!…`) and `<<` are refused.
- A file may be up to 25 MB large.
- `snodo schema` prints a JSON schema, with which an editor completes and checks while you type.
- `sn.to_yaml(m)` gives the text of a mechanism that was built in Python.

```{toctree}
:hidden:

values
parameters
bodies
joints
constraints
forces
drivers
contacts
events
states
signals
controllers
tables
functions
start
robots
run
sweep
```
"""

VALUES = """# Values

Numbers, names, places and directions mean the same in every section.

## Give a number with its unit

```yaml
mass: 0.5 kg
stiffness: 3 N/mm
angle: 30 deg
inertia: 2e-3 kg*m^2
```

A number without a unit is in SI units and radians. A unit of the wrong kind is an error.

A number may be calculated, also from [parameters](parameters.md): `100 mm * cos(30 deg)`, `2*crank + 5 mm`.

## Name things

Names are unique in the file. Those of [parts used again](parameters.md#use-a-file-as-a-part) have a prefix:
`left/knuckle`. Only a point may have the same name as the joint at it: the joint then sits at that point.

`ground` is the fixed frame; it is always there. A name has no dots, because `crank.angle` is a coordinate of `crank`.

## Say where

A *place* is one of these:

| place | meaning |
|---|---|
| `B` | a point or a frame |
| `[0.1, 0.2]` | world coordinates as drawn; three numbers in space |
| `{crank: [0.1, 0]}` | coordinates in the frame of a body |
| `{crank: [100 mm, 0], rod: [-80 mm, 0]}` | for a joint: one place on each of its bodies |

*As drawn* means in the geometry that the file describes, before assembly and initial values move the bodies.

A joint that is given on both bodies closes by assembly, so the drawing may be rough.

## Give a direction

| direction | meaning |
|---|---|
| `x`, `y`, `z`, `-x`, … | along an axis of the world, as drawn |
| `30 deg` | an angle from x, in the plane |
| `[1, 1, 0]` | a vector; its length does not matter |
| `[A, B]` | from one point to another |
| `{crank: [1, 0]}` | a vector in the frame of a body |

## Look up a unit

Products, quotients and powers of units work too: `kN/mm`, `kg*mm^2`, `deg/s^2`.
"""

START = """# Start of a motion

```yaml
initial: {A.angle: 30 deg, crank.omega: 3 rad/s}
initial_guess: {C.angle: 120 deg}
```

`initial` sets coordinates and speeds at t = 0. What it leaves open follows from [one rule](#know-what-is-not-given).

## Name a coordinate

| of | positions | velocities |
|---|---|---|
| a body in the plane | `x`, `y`, `angle` | `vx`, `vy`, `omega` |
| a body in space | `x`, `y`, `z`, `e0` … `e3` | `vx`, `vy`, `vz`, `wx`, `wy`, `wz` (world axes) |
| a revolute or helical joint | `angle` | `speed` |
| a prismatic joint, a pin in a slot | `displacement` | `speed` |
| a universal joint | `first`, `second` | `first_speed`, `second_speed` |
| a cylindrical joint | `displacement`, `angle` | `speed`, `omega` |
| a planar joint | `x`, `y`, `angle` | `vx`, `vy`, `omega` |
| an Oldham coupling | `x`, `y` | `vx`, `vy` |
| a spherical joint | `e0` … `e3` | `wx`, `wy`, `wz` (child's axes) |
| a free joint in space | `x`, `y`, `z`, `e0` … `e3` | `vx`, `vy`, `vz`, `wx`, `wy`, `wz` |

`e0` … `e3` are Euler parameters, scalar first: [rotations](../../understand/rotations.md).

## Know what is not given

One rule, in every formulation: of all closed positions with the given values, the one is chosen in which the joints
move least from the drawing.

*Least* is the sum of the squares of their changes, with angles in radians and lengths divided by the size of the
mechanism. Velocities are chosen in the same way: those of the joints are smallest.

So a joint of an open chain without initial values stays as drawn and at rest, and a drawing that closes is not changed.

The `follower` of a coupler, such as a joint of a URDF that mimics another, is not counted: it adjusts, and the others
stay.

## Select the branch

```yaml
initial: {A.angle: 53 deg}
initial_guess: {C.angle: 120 deg}
```

Many linkages can close in several ways. The search starts near `initial_guess`, which has the names of `initial`.

The position found is as close to the guess as the joints and the initial values allow. A guess is not a constraint, and
only positions can be guessed, not speeds.
"""

ROBOTS = """# Robots, included files, limits and shapes

## Start from a robot's file

```yaml
urdf: robot.urdf             # or {file: robot.urdf, inertia: keep, mimic: ignore}
base: free
joints:
  loop: {spherical: [left_rod, right_rod], at: {left_rod: [0, 0, 0.2], right_rod: [0, 0, 0.2]}}
```

The file adds what a URDF cannot describe: joints that close loops, forces, drivers.
`sn.load("robot.urdf", base="free")` reads a URDF alone.

| key | value | default | meaning |
|---|---|---|---|
| `urdf` | file, or a table with the next three keys | – | a URDF, relative to this file |
| `file` | file | **required** | the same, in the table |
| `inertia` | `check`, `keep` | check | `keep` accepts impossible mass properties |
| `mimic` | `couple`, `ignore` | couple | `ignore` lets joints that mimic others move freely |
| `base` | `fixed`, `free` | fixed | how the robot's root is held |

What the URDF becomes:

- Links become bodies, drawn with all joints at zero. Massless links that are welded to others become frames.
- Names are kept, except that a dot becomes `_`, and a joint with the name of a link gets the suffix `_joint`.
- The joint that holds the root is called `base`.
- The dimension is 3 and gravity is 9.81 m/s² along −z, unless given.

## Include other files

```yaml
include: [gearbox.yaml, frame.yaml]
```

A file or a list of files, relative to this one. Their parts are added first, each file once.
To use a file several times, give each use its own name in [`parts`](parameters.md#use-a-file-as-a-part).

For `mechanism`, `description`, `dimension`, `gravity` and `run`, a file takes precedence over the files that it
includes.

## Store limits and shapes

```yaml
limits:
  elbow: {lower: -90 deg, upper: 90 deg, effort: 30 N*m, speed: 2 rad/s}
visuals:
  arm: [{cylinder: [40 mm, 0.3], at: [0, 0, 0.15], color: [0.2, 0.2, 0.8, 1]}, {mesh: arm.stl, scale: [1, 1, 1]}]
```

Neither affects the motion, unless limits act as [stops](#let-limits-act-as-stops).
[Inverse kinematics](../../howto/inverse_kinematics.md) keeps within the limits.

| key of `limits` | meaning |
|---|---|
| `lower`, `upper` | the range of the coordinate |
| `effort`, `speed` | the largest torque or force, and speed; data only |
| `damping`, `friction` | of the joint, as a URDF gives them; data only |
| `act` | whether the ends of the range are stops; default: no |
| `restitution` | of rigid stops, 0 … 1; default: 0 |
| `stiffness`, `stop_damping` | of compliant stops, per unit of the coordinate |

| key of `visuals` | meaning |
|---|---|
| `box` | its edges |
| `cylinder` | [radius, length], along z |
| `sphere` | its radius |
| `mesh`, `scale` | the name of a file, which is not opened, and factors for its numbers |
| `at` | its place in the frame of the body |
| `rotation` | a matrix, three rows, from shape to body |
| `color` | red, green, blue and opacity, from 0 to 1 |

## Let limits act as stops

```yaml
limits:
  door:  {lower: 0 deg, upper: 95 deg, restitution: 0.2}
  piston: {lower: 0, upper: 80 mm, stiffness: 500 N/mm, stop_damping: 2 N*s/mm}
```

`act: yes`, or one of `restitution`, `stiffness` and `stop_damping`, makes stops of the ends of the range.
The joint needs exactly one coordinate.

A stop is rigid: the joint leaves it with `restitution` times the speed of its arrival. With a `stiffness` it yields,
and pushes back with stiffness · depth + stop_damping · speed.
"""
