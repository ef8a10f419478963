"""The reference of the file format, made from the fields of the parts.

`docs/reference/file_format.md` is its text; `python -m snodo.formats.published.publish` writes it.
"""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from snodo.formats.yaml.time_functions import FUNCTION_WORDS, function_fields
from snodo.formats.yaml.words import SECTIONS, SINGULAR, UNNAMED, is_required, primary_fields, secondary_fields
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.part import Part, word_of
from snodo.mechanism.run_settings import RunSettings
from snodo.mechanism.shapes.material import MATERIALS
from snodo.registry import REGISTRIES

_INTRODUCTION = """# The file format

<!-- made by `python -m snodo.formats.published.publish`; do not edit -->

A mechanism is a YAML file (`.yaml` or `.yml`; `.json` with the same content also works). It lists points first,
refers to everything by name, and may give units:

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

`sn.load("four_bar.yaml")` reads it and reports all mistakes at once, each with its line. `sn.save` writes it.

* **As drawn** means in the geometry that the file describes, before assembly and initial values move the bodies.
* **Numbers** are in SI units and radians. Numbers with a unit (`30 deg`, `3 N/mm`, `2e-3 kg*m^2`) are converted; a
  unit of the wrong kind is an error.
* **Names** are unique in the file; `ground` is the fixed frame. A point may have the same name as the joint at it.
* **A place** is the name of a point or frame, world coordinates as drawn `[x, y]`, or `{body: [x, y]}` in the
  frame of a body. A joint may be given on both bodies, `at: {crank: [100 mm, 0], rod: [-80 mm, 0]}`: then the
  drawing may be rough, and assembly closes the joint.
* **A direction** is `x`, `y`, `z`, `-x` …, an angle from x (`30 deg`), a vector, two points `[A, B]`,
  or `{body: [x, y]}`.
* `on`, `off`, `yes` and `no` are plain text, as in YAML 1.2. Tags (`!!…`) and `<<` are refused; anchors (`&a`, `*a`)
  work.
* A file may be up to 10 MB large.

The sections, in the order in which they are written; only `bodies` is required:

| section | contents |
|---|---|
| `mechanism` | its name |
| `description` | a sentence or two |
| `dimension` | 2 (planar, the default) or 3 (spatial) |
| `gravity` | acceleration of gravity [m/s²]; default: none |
| `include` | a file, or a list of files, relative to this one (see below) |
| `urdf` | a URDF file of a robot, relative to this one, to start from (see below) |
| `base` | how the robot's root is held: `fixed` (the default) or `free` |
| `points` | `{A: [0, 0], …}`, world coordinates as drawn [m] |
| `bodies` … `drivers` | the parts, `name: {…}`, as below |
| `limits` | limits of joints (see below): data only, without effect on the motion |
| `visuals` | shapes of bodies for pictures only (see below) |
| `initial` | initial values: `{A.angle: 30 deg, crank.omega: 3 rad/s}` (see below) |
| `initial_guess` | where the search for a closed position starts: `{C.angle: 120 deg}`; selects the branch |
| `run` | default settings of a run (see the end) |

The parts of included files are added first, each file once. For `mechanism`, `description`, `dimension`, `gravity` and
`run`, a file takes precedence over the files that it includes.

A file may start from a URDF and add what a URDF cannot describe: joints that close loops, forces, drivers.

```yaml
urdf: robot.urdf             # or {file: robot.urdf, inertia: keep, mimic: ignore}
base: free
joints:
  loop: {spherical: [left_rod, right_rod], at: {left_rod: [0, 0, 0.2], right_rod: [0, 0, 0.2]}}
```

Links become bodies, drawn with all joints at zero; massless links that are welded to others become frames. Names are
kept, except that a dot becomes `_`, and a joint with the name of a link gets the suffix `_joint`. The joint that holds
the root is called `base`. The dimension is 3 and gravity is 9.81 m/s² along −z, unless given. `inertia: keep` accepts
impossible mass properties as they are. `mimic: ignore` lets joints that mimic others move freely instead of coupling
them. `sn.load("robot.urdf", base="free")` reads a URDF directly.

An initial value belongs to a body (`x`, `y`, `angle`, `vx`, `vy`, `omega`) or to a joint (`angle` or `displacement`,
and `speed`). In space a body has `x`, `y`, `z`, `e0` … `e3`, `vx` …, `wx` … (world axes). A joint with several
coordinates has a name for each: a universal joint `first`, `second`, `first_speed`, `second_speed`; a cylindrical joint
`displacement`, `angle`, `speed`, `omega`; a spherical joint `e0` … `e3`, `wx`, `wy`, `wz` (child's axes); a free joint
also `x`, `y`, `z`, `vx`, `vy`, `vz`.

**Coordinates without an initial value** follow from one rule, in every formulation. Of all closed positions with the
given initial values, the one is chosen in which the joints move least from the drawing: the sum of the squares of their
changes is smallest, with angles in radians and lengths divided by the size of the mechanism. Velocities are chosen in
the same way: those of the joints are smallest. So a joint of an open chain without initial values stays as drawn and at
rest, and a drawing that closes is not changed. The `follower` of a coupler, such as a joint of a URDF that mimics
another, is not counted: it adjusts, and the others stay.

An `initial_guess` has the same names as `initial`; the search for a closed position starts near it. It selects the
branch of a linkage that can close in several ways: `initial: {A.angle: 53 deg}`, `initial_guess: {C.angle: 120 deg}`.
The position found is as close to the guess as the joints and the initial values allow; the guess is not a constraint.
Only positions can be guessed, not speeds.

`limits` and `visuals` store the joint limits and the shapes of links in a URDF. Neither affects the motion.

```yaml
limits:                      # lower, upper, effort, speed, damping, friction
  elbow: {lower: -90 deg, upper: 90 deg, effort: 30 N*m, speed: 2 rad/s}
visuals:                     # box: edges, cylinder: [radius, length] along z, sphere: radius, mesh: file (not opened)
  arm: [{cylinder: [40 mm, 0.3], at: [0, 0, 0.15], color: [0.2, 0.2, 0.8, 1]}, {mesh: arm.stl, scale: [1, 1, 1]}]
```

A shape is placed `at` a point of its body's frame and rotated by the matrix `rotation` (three rows, shape to body).
"""

_FUNCTIONS = """
## Functions of time

Where a table says *function*, write a number (`30 N`), a formula in `t` (`"30 deg * sin(2*pi*t)"`), or one of
these tables, as in `angle: {harmonic: {amplitude: 30 deg, frequency: 2 Hz}}`.
A *value* has the unit of the field it is used for, a *rate* this unit per second.
"""

_NOTES = {
    "gear": """It relates only the angles: the forces between the teeth do not load the bearings, which carry only the
torque.""",
    "driver": """A speed may be any function of time except a table or a formula: a motor that starts up is
`{joint: A, speed: {smooth_step: {start: 0, end: 1500 rpm, duration: 2 s}}}`. The angle or displacement is its exact
integral from the initial value.""",
}
"""Notes on some kinds of part."""


def reference() -> str:
    """The reference as Markdown."""
    lines = [_INTRODUCTION]
    for section, kinds in SECTIONS.items():
        lines.append(f"## {section}\n")
        for cls in kinds.values():
            lines += _part(section, cls)
    lines.append(f"Materials for `density`: {', '.join(f'{word} ({rho:g})' for word, rho in MATERIALS.items())} kg/m³.")
    lines.append(_FUNCTIONS)
    lines += ["| function | what it is | fields |", "|---|---|---|"]
    for word, function in FUNCTION_WORDS.items():
        fields = "; ".join(_function_field(spec) for spec in function_fields(function).values())
        lines.append(f"| `{word}` | {_sentence(function)} | {fields} |")
    lines += ["", "## run\n", *_table(list(secondary_fields(RunSettings).items()))]
    return "\n".join(lines).rstrip() + "\n"


def _part(section: str, cls: type[Part]) -> list[str]:
    """Heading, description, syntax and table of one kind of part."""
    named = cls is not UNNAMED.get(section)
    primary = primary_fields(cls)
    words = ", ".join(word_of(spec) for spec in primary)
    behind = f"{cls.kind}: {words if len(primary) == 1 else f'[{words}]'}" if named else ""
    fields = ", ".join(f"{word}: …" for word, spec in secondary_fields(cls).items() if is_required(spec))
    heading = f"### {cls.kind}" if named else f"### a {SINGULAR[section]} without a kind"
    example = "{" + ", ".join(filter(None, (behind, fields, "…"))) + "}"
    rows = [(f"{cls.kind} → {word_of(spec)}" if len(primary) > 1 else cls.kind, spec) for spec in primary if named]
    return [
        f"{heading}\n",
        f"{_sentence(cls)}\n",
        *(f"{_NOTES[key]}\n" for key in [cls.kind] if key in _NOTES),
        f"`name: {example}`\n",
        *_table(rows + list(secondary_fields(cls).items())),
        "",
    ]


def _table(rows: list[tuple[str, Any]]) -> list[str]:
    return ["| word | value | meaning | default |", "|---|---|---|---|", *(_row(word, spec) for word, spec in rows)]


def _row(word: str, spec: Any) -> str:
    return f"| `{word}` | {_value(spec)} | {spec.metadata['doc'].replace('|', '/')} | {_default(spec)} |"


def _value(spec: Any) -> str:
    family, _, unit = spec.metadata["quantity"].partition(":")
    simple = {
        "body": "name of a body",
        "joint": "name of a joint",
        "file": "name of a file",
        "names": "names",
        "point": "place",
        "points": "places",
    }
    simple |= {
        "flag": "true or false",
        "tensor": "inertia",
        "terms": "table of numbers",
        "formulas": "formula, or a list of them",
        "anything": "",
    }
    if family == "word":
        return " or ".join(f"`{word}`" for word in unit.split("|"))
    if family == "registered":
        return " or ".join(f"`{word}`" for word in REGISTRIES[unit].built_in())
    if family == "either":
        return " or ".join(kind.replace("_", " ") for kind in unit.split("|"))
    if family == "motion":
        return f"function ({unit} or angular {unit})"
    if family in ("function", "functions", "one_or_more_functions", "vector", "numbers"):
        many = {"functions": "list of functions", "vector": "list", "numbers": "list"}
        many["one_or_more_functions"] = "function, or a list of them"
        return f"{many.get(family, 'function')} ({unit.replace('_', ' ')})"
    return simple.get(family, family.replace("_", " "))


def _default(spec: Any) -> str:
    if is_required(spec):
        return "required"
    if spec.default in (None, "", MISSING):
        return ""
    if isinstance(spec.default, Constant):
        return f"{spec.default.value:g}"
    return str(spec.default).lower() if isinstance(spec.default, bool) else f"{spec.default}"


def _function_field(spec: Any) -> str:
    default = "" if spec.default is MISSING else f" ({str(spec.default).lower()})"
    return f"`{spec.name}` {spec.metadata['doc']}{default}"


def _sentence(cls: type) -> str:
    return (cls.__doc__ or "").split("\n")[0].replace("|", "/")
