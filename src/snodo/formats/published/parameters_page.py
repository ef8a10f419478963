"""The page of the reference about parameters, formulas and parts used again."""

from __future__ import annotations

from snodo.formats.yaml.parameter_section import WORDS as OF_PARAMETERS
from snodo.formats.yaml.parts_section import WORDS as OF_PARTS
from snodo.math.expression import CONSTANTS, FUNCTIONS

MEANINGS: dict[str, str] = {
    "sin": "sine of an angle in radians, or with a unit: `sin(30 deg)`",
    "cos": "cosine",
    "tan": "tangent",
    "asin": "angle in radians whose sine is x, −π/2 … π/2",
    "acos": "angle whose cosine is x, 0 … π",
    "atan": "angle whose tangent is x, −π/2 … π/2",
    "atan2": "angle of the point (x, y) from the x axis, −π … π: `atan2(y, x)`",
    "sinh": "hyperbolic sine",
    "cosh": "hyperbolic cosine",
    "tanh": "hyperbolic tangent; `tanh(v/v0)` is a smooth sign",
    "exp": "eˣ",
    "log": "natural logarithm",
    "sqrt": "square root; of an area it is a length",
    "abs": "size without sign",
    "sign": "−1, 0 or 1",
    "min": "the smaller of two",
    "max": "the larger of two; `max(0, x)` is x where that is positive",
}
"""The functions of formulas."""

_HEAD = """# Parameters and parts used again

```yaml
parameters:
  crank:   {value: 120 mm, from: 80 mm, to: 200 mm, description: throw of the crank}
  coupler: 2*crank + 5 mm
  wall:    3 mm
points: {A: [0, 0], B: [crank, 0], C: [crank + coupler, 0]}
bodies:
  crank: {bar: [A, B], mass: 7850 kg/m^3 * 20 mm * wall * crank}
  rod:   {bar: [B, C], mass: 7850 kg/m^3 * 20 mm * wall * coupler}
```

A parameter is a named number. Every other number of the file may be a formula of parameters.

`sn.load("slider.yaml", crank=0.1)` and `snodo run slider.yaml --set crank=0.1` choose other values;
`m.with_parameters(crank=0.1)` does it in Python.

## Name a parameter

A parameter is a number, a number with a unit, a formula, or a table with these keys:
"""

_RULES = """
The order is free: `coupler` may stand above `crank`. A circle of parameters that depend on one another is an error.

A name has letters, digits and `_`, and is not that of a unit or function (`m`, `min`), nor of a point, frame, state,
signal or table. Bodies and joints may have the name of a parameter.

## Write a formula

A formula has numbers with units, parameters, `+ - * / ^`, parentheses, `pi`, `e` and the functions below.
Nothing in it is run as a program.

Units are checked. `2*crank + 5` adds a length and a plain number, and is an error: write `5 mm`. Where no unit is
written at all, numbers are in SI units.

In formulas of time and motion, such as `effort*sin(2*pi*t) - drag*A.speed`, parameters are numbers in SI units,
and units are not checked.

A quotient of a name and a measure needs spaces or parentheses: `u / A.speed`. `left/A.speed` is a measure in a part.

## Look up a function

Formulas of parameters, of time and of motion have the same functions:

| function | meaning |
|---|---|
"""

_PARTS = """
In formulas of time and motion, `table(name, x)` reads a [table](tables.md), and `distance(P, Q)` is the distance of
two places.

## Use a file as a part

```yaml
parts:
  left:  {use: suspension.yaml, at: [0, 0.7, 0], on: chassis}
  right: {use: suspension.yaml, at: [0, -0.7, 0], on: chassis, mirror: y}
  rear:  {use: suspension.yaml, at: [-2.4, 0, 0], turned: {axis: z, angle: 180 deg}, set: {arm: 0.31}}
joints:
  wheel: {revolute: [left/knuckle, wheel], at: left/hub, axis: y}
```

The mechanism of another file is copied as often as needed. Names in the copy have a prefix: `left/knuckle`,
`left/A.angle`. The prefix is the key, so each use has its own.

| key | meaning |
|---|---|
"""

_MORE = """
The ground of the part becomes the body `on`. A joint `weld: {fixed: [chassis, left/ground]}` says the same.

A part sees only its own parameters; `set` gives them other values. `--set left/arm=0.3` does it from outside.
Gravity and `run` of the part are not used.

A part may not have `states`, `signals` or `controllers`; write them in the file that uses it.

## Know what the mirror does

The same numbers mean the mirror image: a mirrored joint has the angle of the original, and its axis points so that
this is true. Inertia, threads, gears, forces and the frames of bodies are mirrored too. These signs change:

| part | what changes its sign, for `mirror: y` |
|---|---|
| cylindrical joint | `displacement`, `speed` |
| spherical joint | `e1`, `e3`, `wx`, `wz` |
| free joint, bodies in space | `y`, `vy`, `e1`, `e3`, `wx`, `wz` |
| selection | `y`, `vy`, `rx`, `rz`, `wx`, `wz` |
| planar joint, Oldham coupling | for `mirror: x`: `x`, `y`, `vx`, `vy`; axes in its plane follow from the world's x |

Formulas of these coordinates, initial values, springs and drivers of the part are changed accordingly.

A user's `formula` force or constraint in world coordinates cannot be placed elsewhere, and is an error. A mesh or
composite that is mirrored becomes a body with the same mass properties. In the plane nothing can be mirrored.
"""


def page() -> list[str]:
    """The lines of the page."""
    functions = [f"| `{name}({'x, y' if n == 2 else 'x'})` | {MEANINGS[name]} |" for name, n in FUNCTIONS.items()]
    constants = [f"| `{name}` | {value:.8g} … |" for name, value in CONSTANTS.items()]
    return [
        _HEAD,
        "| key | meaning |\n|---|---|",
        *(f"| `{word}` | {told} |" for word, told in OF_PARAMETERS.items()),
        _RULES.rstrip("\n"),
        *functions,
        *constants,
        _PARTS.rstrip("\n"),
        *(f"| `{word}` | {told} |" for word, told in OF_PARTS.items()),
        _MORE,
    ]
