"""The reference of the file format, made from the fields of the parts.

`docs/file_format.md` is its text; `python -m snodo.formats.published.publish` writes it.
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

A mechanism is a YAML file (`.yaml`, `.yml`, or the same in `.json`). Points first, names everywhere,
units where written:

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

`sn.load("four_bar.yaml")` reads it. Every mistake is reported at once, with its line. `sn.save` writes it.

* **Numbers** are in SI units and radians; with a unit (`30 deg`, `3 N/mm`, `2e-3 kg*m^2`) they are converted, and
  a unit of the wrong kind is an error.
* **Names** are unique in the file; `ground` is the frame. Points may share the name of a joint that sits there.
* **A place** is the name of a point or frame, world coordinates as drawn `[x, y]`, or `{body: [x, y]}` in the
  frame of a body. A joint may be given on both bodies, `at: {crank: [100 mm, 0], rod: [-80 mm, 0]}`: then the
  drawing may be rough, and assembly closes it.
* **A direction** is `x`, `y`, `z`, `-x` …, an angle against x (`30 deg`), a vector, two points `[A, B]`,
  or `{body: [x, y]}`.
* `on`, `off`, `yes` and `no` are words, as in YAML 1.2. Tags (`!!…`) and `<<` are refused; anchors (`&a`, `*a`) work.
* A file may have up to 10 MB.

The sections, in the order in which they are written: all are optional but `bodies`.

| section | what it holds |
|---|---|
| `mechanism` | its name |
| `description` | a sentence or two |
| `dimension` | 2 (planar, the default) or 3 (spatial) |
| `gravity` | acceleration of gravity [m/s²]; if left out, none |
| `include` | a file, or a list of files, relative to this one (see below) |
| `urdf` | a robot's file (URDF), relative to this one, from which the mechanism begins (see below) |
| `base` | how the robot's root is held: `fixed` (the default) or `free` |
| `points` | `{A: [0, 0], …}`, world coordinates as drawn [m] |
| `bodies` … `drivers` | the parts, `name: {…}`, as below |
| `limits` | what joints are made for (see below): data that does not act |
| `visuals` | pieces of bodies for viewing (see below) |
| `initial` | initial values: `{A.angle: 30 deg, crank.omega: 3 rad/s}` (see below) |
| `initial_guess` | where to search for a start: `{C.angle: 120 deg}`; chooses the branch (see below) |
| `run` | how to run it when nothing else is said, see the end |

The parts of included files are added first, each file once. What a file says about `mechanism`, `description`,
`dimension`, `gravity` and `run` goes before what the files it includes say about it.

A file may begin from a URDF and say what a URDF cannot: joints that close loops, forces, drivers.

```yaml
urdf: robot.urdf             # or {file: robot.urdf, inertia: keep, mimic: ignore}
base: free
joints:
  loop: {spherical: [left_rod, right_rod], at: {left_rod: [0, 0, 0.2], right_rod: [0, 0, 0.2]}}
```

Links are bodies, drawn with all joints at zero; links without mass that are welded to others are frames. Names are
kept, with a dot written `_`, and `_joint` behind the name of a joint that is named like a link. The joint that holds
the root is called `base`. The dimension is 3 and gravity 9.81 m/s² along −z, unless given. `inertia:
keep` takes impossible mass properties as they are; `mimic: ignore` lets joints that mimic others move on their own
instead of coupling them. `sn.load("robot.urdf", base="free")` reads a URDF alone.

An initial value is that of a body (`x`, `y`, `angle`, `vx`, `vy`, `omega`) or of a joint (`angle` or `displacement`,
and `speed`). In space a body has `x`, `y`, `z`, `e0` … `e3`, `vx` …, `wx` … (world axes), and a joint with several
coordinates a word for each: `first`, `second`, `first_speed`, `second_speed` of a universal joint, `displacement`,
`angle`, `speed`, `omega` of a cylindrical one, `e0` … `e3`, `wx`, `wy`, `wz` of a spherical one (child's axes), and
`x`, `y`, `z`, `vx`, `vy`, `vz` besides of a free one.

**What initial values leave open** is settled by one rule, in every formulation: of all positions that close and have
the initial values, the joints move as little as possible from the drawing (the sum of the squares of their changes is
least, angles in radians, lengths divided by the size of the mechanism); of all velocities likewise, the joints' are
least. So a joint of an open chain of which nothing is said stays as drawn and at rest, and a drawing that closes stays
as it is. The `follower` of a coupler, such as a joint of a URDF that mimics another, does not count: it gives way,
the others stay.

An `initial_guess` is a position of the same names as in `initial`, near which the closed start is searched for. It
chooses the branch of a linkage that closes in several ways, and is met as nearly as the joints and the initial values
allow, but is not held: `initial: {A.angle: 53 deg}`, `initial_guess: {C.angle: 120 deg}`. Speeds are not guessed.

`limits` and `visuals` keep what a URDF says of its joints and the looks of its links. Neither acts on the motion.

```yaml
limits:                      # lower, upper, effort, speed, damping, friction
  elbow: {lower: -90 deg, upper: 90 deg, effort: 30 N*m, speed: 2 rad/s}
visuals:                     # box: edges, cylinder: [radius, length] along z, sphere: radius, mesh: file (not opened)
  arm: [{cylinder: [40 mm, 0.3], at: [0, 0, 0.15], color: [0.2, 0.2, 0.8, 1]}, {mesh: arm.stl, scale: [1, 1, 1]}]
```

A piece stands `at` a place of its body's frame, turned by the matrix `rotation` (three rows, piece to body).
"""

_FUNCTIONS = """
## Functions of time

Where a table says *function*, write a number (`30 N`), a formula in `t` (`"30 deg * sin(2*pi*t)"`), or one of
these tables, as in `angle: {harmonic: {amplitude: 30 deg, frequency: 2 Hz}}`.
A *value* is of the kind of the field it is used for, a *rate* is that per second.
"""

_NOTES = {
    "gear": """It relates the angles only: the forces between the teeth do not load the bearings, whose reaction to it
is that of the torque alone.""",
    "driver": """A speed may be any function of time but a table or a formula: a motor that runs up is
`{joint: A, speed: {smooth_step: {start: 0, end: 1500 rpm, duration: 2 s}}}`. The angle or displacement is its exact
integral from the initial value.""",
}
"""More about some kinds of part."""


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
    """Heading, sentence, first line and table of one kind of part."""
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
        return "must be given"
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
