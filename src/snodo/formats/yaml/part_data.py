"""A mechanism as plain data with the names of the file format, shared by YAML files, scripts and the schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

import numpy as np

from snodo.errors import FileError, MechanismError, Problem
from snodo.formats.yaml.parameter_section import parameters_data
from snodo.formats.yaml.parts_section import splits
from snodo.formats.yaml.robot_data import limits_data, visuals_data, written_as
from snodo.formats.yaml.sweep_section import sweep_data
from snodo.formats.yaml.time_functions import function_data
from snodo.formats.yaml.words import SECTIONS, holds_python, primary_fields
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism import forces, not_stored
from snodo.mechanism.controllers import Controller
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import Part, part_fields, primary_names, word_of
from snodo.mechanism.shapes import composite as composites
from snodo.mechanism.shapes import mesh as meshes
from snodo.mechanism.shapes import plate as plates
from snodo.mechanism.shapes import round_shape as rounds
from snodo.mechanism.shapes import shape as shapes
from snodo.mechanism.velocity_constraints import VelocityConstraint
from snodo.mechanism.written import plain_copy

_SHAPE_WORDS = {
    rounds.Disc: "radius",
    shapes.Box: "size",
    rounds.Sphere: "radius",
    plates.Plate: "points",
    shapes.Bar: "length",
    meshes.Mesh: "file",
}


def mechanism_data(mechanism: Mechanism, flat: bool = True) -> dict[str, Any]:
    """Every section that is not empty, in the order of the file; parts used again are written out if it is flat."""
    not_stored.refuse(mechanism)
    mechanism, parts = splits(mechanism, flat)
    data: dict[str, Any] = {"mechanism": mechanism.name}
    if mechanism.description:
        data["description"] = mechanism.description
    data["dimension"] = mechanism.dimension
    data["gravity"] = written_as(mechanism, "gravity", "", mechanism.gravity) or list(mechanism.gravity)
    data["parameters"], data["parts"] = parameters_data(mechanism.parameters), parts
    data["points"] = {
        name: written_as(mechanism, "points", name, xyz) or list(xyz) for name, xyz in mechanism.points.items()
    }
    for section in SECTIONS:
        data[section] = {
            name: part_data(part, mechanism.dimension) for name, part in getattr(mechanism, section).items()
        }
    data["signals"] = {
        name: field_data(signal, spec_of(signal, "formula"), signal.formula)
        for name, signal in mechanism.signals.items()
    }
    data["limits"], data["visuals"] = limits_data(mechanism), visuals_data(mechanism)
    data["initial"], data["initial_guess"] = dict(mechanism.initial), dict(mechanism.initial_guess)
    data["run"], data["sweep"] = part_data(mechanism.run), sweep_data(mechanism.sweep)
    return {word: value for word, value in data.items() if value not in ({}, "")}


def part_data(part: Part, dimension: int = 2) -> dict[str, Any]:
    """A part as {kind: primary, field: value, …}, without fields at their default."""
    values = given_values(part, dimension)
    data: dict[str, Any] = {}
    if primary_names(type(part)):
        primary = [field_data(part, spec, values.pop(spec.name, None)) for spec in primary_fields(type(part))]
        data[part.kind] = primary[0] if len(primary) == 1 else primary
    for spec in part_fields(type(part)):
        if spec.name in values:
            data[word_of(spec)] = field_data(part, spec, values[spec.name])
    return data


def given_values(part: Part, dimension: int = 2) -> dict[str, Any]:
    """The fields of a part that are not at their default; a Python function is replaced by its formula."""
    values = {}
    for spec in part_fields(type(part)):
        value = getattr(part, spec.name)
        if value is None or (spec.default is not MISSING and value == spec.default):
            continue
        if holds_python(spec) and isinstance(part, Controller):
            what = f"{part.title}: a Python function cannot be written to a file"
            raise FileError(Problem(what, "write formulas: gives={…} and then={…}", part.where))
        if holds_python(spec):
            values["formula"] = _formulas(part, value, dimension)
        else:
            values[spec.name] = value
    return values


def field_data(part: Part, spec: Any, value: Any) -> Any:
    """The value of a field as plain data; raises FileError, naming the part, if it cannot be written."""
    family, _, unit = spec.metadata["quantity"].partition(":")
    written = part.expressions.get(spec.name)
    if written is not None and written.still(value) and not _has_python(written.text):
        return _listed(plain_copy(written.text))
    if family == "actions":
        return _actions(part, value)
    try:
        if isinstance(value, Function):
            return function_data(value, unit)
        if family in ("functions", "one_or_more_functions"):
            return [function_data(f, unit) for f in value]
    except FileError as error:
        problems = [Problem(f"{part.title}: {word_of(spec)}: {p.what}", p.remedy, part.where) for p in error.problems]
        raise FileError(problems) from None
    return _plain(value, part)


def spec_of(part: Part, word: str) -> Any:
    """The field of a part with this name."""
    return next(spec for spec in part_fields(type(part)) if spec.name == word)


def _listed(value: Any) -> Any:
    """What was written in Python, with lists instead of tuples."""
    if isinstance(value, dict):
        return {key: _listed(inside) for key, inside in value.items()}
    return [_listed(inside) for inside in value] if isinstance(value, list | tuple) else value


def _has_python(value: Any) -> bool:
    """Whether there are objects in what was written that a file cannot contain."""
    if isinstance(value, dict):
        return any(map(_has_python, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_python, value))
    return not isinstance(value, str | int | float | None)


def _actions(part: Part, do: Any) -> Any:
    """What an event does; a Python function cannot be written."""
    if any(map(callable, do)):
        what = f"{part.title}: do: a Python function cannot be written to a file"
        raise FileError(
            Problem(what, "use record, stop, open, close and set, or build the mechanism in Python", part.where)
        )
    return do[0] if len(do) == 1 else list(do)


def _plain(value: Any, part: Part) -> Any:
    if isinstance(value, composites.Part):
        return _shape_data(value, part)
    if isinstance(value, dict):
        return {key: _plain(v, part) for key, v in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain(v, part) for v in value]
    return value


def _shape_data(given: composites.Part, part: Part) -> dict[str, Any]:
    """One shape of a composite, in the form in which it is read."""
    shape = given.shape
    if isinstance(shape, shapes.Particle):
        data: dict[str, Any] = {"particle": True}
    elif type(shape) in _SHAPE_WORDS:
        primary = _SHAPE_WORDS[type(shape)]
        data = {type(shape).__name__.lower(): _plain(getattr(shape, primary), part)}
        extras = {"inner_radius", "thickness", "width", "unit"} & set(vars(shape))
        data |= {word: getattr(shape, word) for word in sorted(extras) if getattr(shape, word)}
    else:
        what = f"{part.title}: a {type(shape).__name__} inside a composite cannot be written to a file"
        raise FileError(Problem(what, "use bars, boxes, discs, spheres, plates, meshes and particles", part.where))
    if given.at is not None:
        data["at"] = list(given.at if given.at[2] else given.at[:2])
    for word in ("angle", "mass", "density", "hole"):
        if getattr(given, word):
            data[word] = getattr(given, word)
    return data


def _formulas(part: Any, function: Callable[..., Any], dimension: int) -> Any:
    """The formulas that a user's Python force or constraint computes."""
    q = [f"{body}.{word}" for body in part.bodies for word in forces.POSITION_WORDS[dimension]]
    v = [f"{body}.{word}" for body in part.bodies for word in forces.VELOCITY_WORDS[dimension]]
    has_speeds = type(part) in SECTIONS["forces"].values() or isinstance(part, VelocityConstraint)

    def flat(t: Any, *z: Any) -> Any:
        numbers = np.array(z, dtype=float if all(isinstance(x, float) for x in z) else object)
        return function(t, numbers[: len(q)], numbers[len(q) :]) if has_speeds else function(t, numbers)

    try:
        traced = [str(formula) for formula in trace(flat, "t", *q, *(v if has_speeds else []), of=function)]
    except (NotTraceable, MechanismError) as error:
        what = f"{part.title}: its Python function cannot be written as a formula: {error}"
        raise FileError(Problem(what, "write formula=… instead of function=…", part.where)) from None
    return traced[0] if len(traced) == 1 else tuple(traced)
