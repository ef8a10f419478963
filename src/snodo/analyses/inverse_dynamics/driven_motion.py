"""Drivers for a table of coordinates: {"A.angle": "2*t", "slider.x": samples} becomes a driven mechanism.

Numbers and functions of time are taken as they are; samples, a number for each time, become the quintic spline through
them.  The table replaces a driver of the mechanism that moves the same coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.inverse_dynamics.manifold_spline import FEWEST
from snodo.analyses.inverse_dynamics.samples import is_function, rows_of
from snodo.errors import MechanismError, Problem, SnodoError, UnsupportedError
from snodo.mechanism.drivers import Driver
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import convert

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


def driven_by(F: Formulation, table: Mapping[str, Any], times: Array, noise: float = 0.0) -> Mechanism:
    """A copy of a bound mechanism with a driver for each coordinate of the table."""
    mechanism, problems = F.mechanism.copy(), []
    for name, given in table.items():
        try:
            _drive(F, mechanism, name, given, times, noise)
        except SnodoError as error:
            problems += [p if name in p.what else Problem(f"{name}: {p.what}", p.remedy) for p in error.problems]
    if problems:
        raise MechanismError(problems)
    return mechanism


def _drive(F: Formulation, mechanism: Mechanism, name: str, given: Any, times: Array, noise: float) -> None:
    part, word, quantity = mechanism.coordinate(name)
    if quantity not in ("angle", "length"):
        what = f"{name!r} is a {quantity.replace('_', ' ')}, which cannot be driven in a mechanism with constraints"
        raise UnsupportedError(Problem(what, "give angles and displacements, or arrays of all coordinates"))
    function = _function(name, given, quantity, times, noise)
    key = "angle" if quantity == "angle" else "displacement"
    driver: dict[str, Any]
    if part.name in mechanism.joints:
        several = not mechanism.joints[part.name].coordinate
        driver = {"joint": part.name, "of": word if several else "", key: function}
    elif word == "angle":
        driver = {"body": part.name, "angle": function}
    else:
        drawn = float(F.geometry.pose(part.name).r["xyz".index(word)])
        driver = {"body": part.name, "along": word, "displacement": _shifted(function, -drawn)}
    _give_way(mechanism, driver)
    mechanism.driver("motion of " + name.replace(".", " "), **driver)


def _give_way(mechanism: Mechanism, driver: dict[str, Any]) -> None:
    """Remove a driver that moves the same coordinate."""
    same = [name for name, other in mechanism.drivers.items() if _moves(other, driver)]
    for name in same:
        del mechanism.drivers[name]


def _moves(other: Driver, driver: dict[str, Any]) -> bool:
    if other.joint:
        return other.joint == driver.get("joint") and other.of == driver.get("of")
    return other.body == driver.get("body") and other.motion == "body angle" and "angle" in driver


def _function(name: str, given: Any, quantity: str, times: Array, noise: float) -> Any:
    if is_function(given):
        return convert(given, f"function:{quantity}")
    samples = rows_of(given, times, [name], name)[:, 0]
    if times.size < FEWEST:
        what = f"{name} has {times.size} samples, but its derivatives need at least {FEWEST}"
        raise UnsupportedError(Problem(what, "give more samples, or a function of time"))
    return _through(times, samples, noise)


def _through(times: Array, samples: Array, noise: float) -> PythonFunction:
    """The quintic spline through (or, with noise, near) the samples."""
    from scipy.interpolate import UnivariateSpline

    f = UnivariateSpline(times, samples, k=5, s=times.size * noise**2)
    return _called(lambda t, n: float(f(t, n)))


def _shifted(function: Any, by: float) -> PythonFunction:
    return _called(lambda t, n: function.derivatives(t)[n] + (by if n == 0 else 0.0))


def _called(f: Callable[[float, int], float]) -> PythonFunction:
    """A function of time by its derivatives f(t, n)."""
    return PythonFunction(lambda t: f(float(t), 0), lambda t: f(float(t), 1), lambda t: f(float(t), 2))
