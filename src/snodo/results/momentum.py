"""Momentum, centre of mass and inertia of bodies along a motion, about any pole (`formulations/series/momentum.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.errors import NameNotFound, Problem
from snodo.formulations.series.momentum import chosen
from snodo.results.attitude import matrices

if TYPE_CHECKING:
    import xarray

    from snodo.results.result import Result

Array = np.ndarray
Bodies = str | Sequence[str] | None


class Momentum(NamedTuple):
    """Linear and angular momentum of bodies along a motion: `p, H = result.momentum("arm")`."""

    linear: xarray.DataArray
    """p (time, axis) [kg m/s]."""
    angular: xarray.DataArray
    """H about the pole (time, axis) [kg m²/s]; in the plane (time)."""


def momentum(result: Result, bodies: Bodies, about: Any, axes: str) -> Momentum:
    """p and H of bodies about a pole."""
    F = result.formulation
    both = F.momentum(result.q, result.v, about, bodies)
    A = _axes(result, chosen(F, bodies), axes)
    p, H = (_turned(A, x) for x in (both[:, :3], both[:, 3:]))
    d, who, pole = F.mechanism.dimension, _said(bodies), _pole(about)
    linear = result._vector(p[:, :d], f"momentum of {who}", "kg m/s")
    label = f"angular momentum of {who} about {pole}"
    angular = result._vector(H, label, "kg m²/s") if d == 3 else result.labelled(H[:, 2], label, "kg m²/s")
    return Momentum(linear.assign_attrs(axes=axes), angular.assign_attrs(axes=axes, about=pole))


def center_of_mass(result: Result, bodies: Bodies) -> xarray.DataArray:
    """The centre of mass of bodies."""
    path = result.formulation.center_of_mass(result.q, bodies)
    return result._vector(path[:, : result.mechanism.dimension], f"centre of mass of {_said(bodies)}", "m")


def inertia(result: Result, bodies: Bodies, about: Any, axes: str) -> xarray.DataArray:
    """The inertia tensor of bodies about a pole; in the plane the moment about z."""
    F, pole = result.formulation, _pole(about)
    J = F.inertia(result.q, bodies, about)
    A = _axes(result, chosen(F, bodies), axes)
    if A is not None:
        J = np.swapaxes(A, 1, 2) @ J @ A
    label = f"inertia of {_said(bodies)} about {pole}"
    if result.mechanism.dimension == 2:
        return result.labelled(J[:, 2, 2], label, "kg m²").assign_attrs(axes=axes, about=pole)
    found = result._array(J, ("time", "row", "column"), label, "kg m²")
    return found.assign_coords(row=list("xyz"), column=list("xyz")).assign_attrs(axes=axes, about=pole)


def _axes(result: Result, bodies: list[str], axes: str) -> Array | None:
    """A (time, 3, 3) of the axes that are asked for; None for the world's."""
    if axes == "world":
        return None
    if not isinstance(axes, str):
        raise NameNotFound(Problem(f"axes is {axes!r}", 'give "world", "body", or the name of a body or frame'))
    if axes != "body" or axes in result.mechanism.bodies:
        return matrices(result, axes)
    if len(bodies) != 1:
        what = f'axes="body" does not say which of {len(bodies)} bodies'
        raise NameNotFound(Problem(what, f'name one, such as axes="{bodies[0]}", or use axes="world"'))
    return matrices(result, bodies[0])


def _turned(A: Array | None, vectors: Array) -> Array:
    return vectors if A is None else np.asarray((np.swapaxes(A, 1, 2) @ vectors[..., None])[..., 0])


def _said(bodies: Bodies) -> str:
    if bodies is None:
        return "all bodies"
    return bodies if isinstance(bodies, str) else ", ".join(bodies)


def _pole(about: Any) -> str:
    return about if isinstance(about, str) else "a point" if np.ndim(about) == 1 else "a moving point"
