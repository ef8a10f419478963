"""A mechanism as a Python script with the same names: `m.bar("crank", "A", "B", mass=0.5)`."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any

from snodo.formats.yaml.part_data import field_data, given_values, part_data
from snodo.formats.yaml.parts_section import splits
from snodo.formats.yaml.robot_data import written_as
from snodo.formats.yaml.sweep_section import sweep_data
from snodo.formats.yaml.time_functions import formula_of, function_fields, reads_as_formula
from snodo.mechanism import contacts
from snodo.mechanism.constraints import UserConstraint
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.forces import UserForce
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.parameters import Parameter
from snodo.mechanism.part import Part, part_fields
from snodo.mechanism.velocity_constraints import VelocityConstraint

_METHODS: dict[type[Part], str] = {
    UserForce: "force",
    UserConstraint: "constraint",
    VelocityConstraint: "velocity_constraint",
    contacts.PointContact: "point_contact",
    contacts.SphereContact: "sphere_contact",
    contacts.SpheresContact: "spheres_contact",
    contacts.BoxContact: "box_contact",
    contacts.CurveContact: "curve_contact",
    contacts.CylinderContact: "cylinder_contact",
    LinearActuator: "linear_actuator",
}
_RENAMED = {"interpolation": "kind"}
"""Words of methods that differ from the names of fields."""
_SPREAD = {"ends": ("start", "end"), "joints": ("first", "second")}
"""Fields with two values that a method takes one by one."""


def to_python(mechanism: Mechanism) -> str:
    """Write a script that builds the mechanism.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism to write.

    Returns
    -------
    str
        A script that builds an equal mechanism, called `m`; numbers are in SI units.

    Raises
    ------
    MechanismError
        If the description is wrong, or contains a Python function that is not a formula.

    Examples
    --------
    >>> print(sn.to_python(pendulum).splitlines()[-1])
    m.revolute("A", "ground", "arm")
    """
    mechanism.check()
    mechanism, _ = splits(mechanism, flat=True)
    script = _Script(mechanism.dimension)
    gravity = script.code(mechanism.gravity)
    lines = [f"m = sn.Mechanism({text(mechanism.name)}, dimension={mechanism.dimension}, gravity={gravity})"]
    if mechanism.description:
        lines.append(f"m.description = {text(mechanism.description)}")
    lines += [script.parameter(parameter) for parameter in mechanism.parameters.values()]
    if written_as(mechanism, "gravity", "", mechanism.gravity):
        lines.append(f"m.gravity = {script.code(tuple(mechanism.expressions['gravity', ''].text))}")
    for name, xyz in mechanism.points.items():
        given = written_as(mechanism, "points", name, xyz) or xyz
        lines.append(f"m.point({text(name)}, {', '.join(map(script.code, given))})")
    lines += [script.call(part) for part in mechanism.parts()]
    for joint, limits in mechanism.limits.items():
        given = written_as(mechanism, "limits", joint, limits)
        words = ", ".join(f"{word}={script.code(value)}" for word, value in (given or {}).items())
        lines.append(
            f"m.limit({text(joint)}, {words})" if given else f"m.limits[{text(joint)}] = {script.made(limits)}"
        )
    for body, pieces in mechanism.visuals.items():
        lines.append(f"m.visuals[{text(body)}] = [{', '.join(map(script.made, pieces))}]")
    for section in ("initial", "initial_guess"):
        if getattr(mechanism, section):
            lines.append(f"m.{section} = {script.code(getattr(mechanism, section))}")
    lines += [f"m.run.{word} = {script.code(value)}" for word, value in part_data(mechanism.run).items()]
    settings = sweep_data(mechanism.sweep)
    if settings:
        script.imports.add(("snodo.mechanism.sweep_settings", "SweepSettings"))
        words = ", ".join(f"{word}={script.code(_plain(value))}" for word, value in settings.items())
        lines.append(f"m.sweep = SweepSettings({words})")
    return "\n".join(["import snodo as sn", *script.import_lines(), "", *lines]) + "\n"


def _plain(value: Any) -> Any:
    """Outputs of a sweep are a tuple."""
    return tuple(value) if isinstance(value, list) else value


class _Script:
    """Writes calls, and records the imports that they need."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.imports: set[tuple[str, str]] = set()

    def import_lines(self) -> list[str]:
        """One line for each module."""
        modules = sorted({module for module, _ in self.imports})
        return [
            f"from {m} import {', '.join(sorted(name for module, name in self.imports if module == m))}"
            for m in modules
        ]

    def call(self, part: Part) -> str:
        """The call of the mechanism's method that adds a part."""
        values = self.values(part)
        method = _METHODS.get(type(part), part.kind)
        if not hasattr(Mechanism, method):
            return self.constructed(part)
        ordered, named = [text(part.name)], []
        parameters = list(inspect.signature(getattr(Mechanism, method)).parameters.values())[2:]
        for parameter in parameters:
            if parameter.kind is parameter.VAR_POSITIONAL:
                ordered += values.pop("outline")
            elif parameter.name not in values:
                continue
            elif parameter.default is parameter.empty and parameter.kind is not parameter.KEYWORD_ONLY:
                ordered.append(values.pop(parameter.name))
            else:
                named.append(f"{parameter.name}={values.pop(parameter.name)}")
        if values and not any(p.kind is p.VAR_KEYWORD for p in parameters):
            return self.constructed(part)
        named += [f"{word}={code}" for word, code in values.items()]
        return f"m.{method}({', '.join(ordered + named)})"

    def parameter(self, parameter: Parameter) -> str:
        """The call that adds a parameter."""
        words = {"low": parameter.low, "high": parameter.high, "description": parameter.description or None}
        named = [f", {word}={self.code(value)}" for word, value in words.items() if value is not None]
        return f"m.parameter({text(parameter.name)}, {self.code(parameter.given)}{''.join(named)})"

    def constructed(self, part: Part) -> str:
        """The part created by its class, if the method does not take all its fields."""
        specs = {spec.name: spec for spec in part_fields(type(part))}
        words = [f"name={text(part.name)}"]
        words += [
            f"{name}={self.field(part, specs[name], value)}"
            for name, value in given_values(part, self.dimension).items()
        ]
        return f"m.add({self.imported(type(part))}({', '.join(words)}))"

    def values(self, part: Part) -> dict[str, Any]:
        """Code for the fields of a part by the words of the method; corners as a list of codes."""
        specs = {spec.name: spec for spec in part_fields(type(part))}
        codes: dict[str, Any] = {}
        for name, value in given_values(part, self.dimension).items():
            if name in _SPREAD:
                written = part.expressions.get(name)
                given = written.text if written is not None and written.still(value) else value
                codes |= dict(zip(_SPREAD[name], map(self.code, given)))
            elif name == "outline":
                codes[name] = [self.code(corner) for corner in value]
            else:
                codes[_RENAMED.get(name, name)] = self.field(part, specs[name], value)
        return codes

    def field(self, part: Part, spec: Any, value: Any) -> str:
        """Code for the value of one field."""
        family, _, use = spec.metadata["quantity"].partition(":")
        data = field_data(part, spec, value)
        written = part.expressions.get(spec.name)
        if written is not None and written.still(value) and not holds_table(written.text):
            return self.code(written.text)
        if isinstance(value, Function):
            return self.function(value, use)
        if family in ("functions", "one_or_more_functions"):
            return "(" + ", ".join(self.function(f, use) for f in value) + ")"
        return self.code(data if spec.name in ("parts", "do") else value)

    def function(self, function: Function, use: str) -> str:
        """Code for a function of time: a number, a formula, or the object."""
        if isinstance(function, PythonFunction):
            function = formula_of(function)
        if isinstance(function, Constant):
            return repr(function.value)
        if isinstance(function, MeasuredFormula):
            return text(function.text)
        if isinstance(function, Formula) and reads_as_formula(str(function.text), use):
            return text(str(function.text))
        words = [f"{word}={self.code(getattr(function, word))}" for word in function_fields(type(function))]
        return f"{self.imported(type(function))}({', '.join(words)})"

    def made(self, data: Any) -> str:
        """Code for a plain dataclass, without fields at their default."""
        words = [
            f"{s.name}={self.code(getattr(data, s.name))}" for s in fields(data) if getattr(data, s.name) != s.default
        ]
        return f"{self.imported(type(data))}({', '.join(words)})"

    def imported(self, cls: type) -> str:
        """The name of a class, which the script will import."""
        self.imports.add((cls.__module__, cls.__name__))
        return cls.__name__

    def code(self, value: Any) -> str:
        """Code for plain data."""
        if isinstance(value, dict):
            return "{" + ", ".join(f"{text(key)}: {self.code(v)}" for key, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.code, value)) + "]"
        if isinstance(value, tuple):
            return "(" + ", ".join(map(self.code, value)) + ("," if len(value) == 1 else "") + ")"
        if isinstance(value, str):
            return text(value)
        return repr(value) if isinstance(value, bool | int) else repr(float(value))


def holds_table(value: Any) -> bool:
    """Whether a function of time was written as a table, which only a file understands."""
    return isinstance(value, dict) or (isinstance(value, list | tuple) and any(map(holds_table, value)))


def text(value: str) -> str:
    """A Python string, in double quotes if that needs no more escapes."""
    shown = repr(value)
    return f'"{shown[1:-1]}"' if '"' not in value else shown
