"""Rolling contacts: the point of contact, and the force on the wheel there, along the normal and in the surface.

The force is taken from the reaction on the wheel, the point and the directions from the geometry alone.  As the contact
lets the wheel turn freely about its point, the reaction has no moment there.

    normal             away from the surface, towards the wheel
    forward, sideways  of a wheel: a × n along its way (a its axis), and n × (a × n) towards its axis; in 2-D z × n
    along_1, along_2   of a ball on a plane: two directions of the plane, fixed in the parent
    around, along      of a ball on a cylinder of axis k: k × n and k; in 2-D forward, z × n
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.mechanism.reader import directions_across
from snodo.mechanism.velocity_constraints import Rolling
from snodo.results.attitude import matrices

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
Z = np.array([0.0, 0.0, 1.0])


def contact(result: Result, name: str) -> Any:
    """Force on the wheel at its point of contact (time, direction) [N]: normal, then along the surface."""
    part = _rolling(result, name)
    _, directions = _place(result, part)
    reaction = result.reaction(name, body=part.child)
    force = _three(reaction.values[:, : result.mechanism.dimension])
    values = np.column_stack([(force * e).sum(axis=1) for e in directions.values()])
    table = result._array(values, ("time", "direction"), f"contact force of {name}", "N")
    told = {key: reaction.attrs[key] for key in ("determined",) if key in reaction.attrs}
    return table.assign_coords(direction=list(directions)).assign_attrs(told)


def contact_point(result: Result, name: str) -> Any:
    """World place of the point of contact (time, axis) [m]."""
    point, _ = _place(result, _rolling(result, name))
    return result._vector(point[:, : result.mechanism.dimension], f"point of contact of {name}", "m")


def _rolling(result: Result, name: str) -> Rolling:
    known = {key: part for key, part in result.mechanism.constraints.items() if isinstance(part, Rolling)}
    if name not in known:
        raise NameNotFound(Problem(f"there is no rolling contact {name!r}", suggestion(name, known)))
    return known[name]


def _place(result: Result, part: Rolling) -> tuple[Array, dict[str, Array]]:
    """Point of contact (time, 3) and the directions there, in world axes."""
    if part.surface_radius is not None:
        return _on_round(result, part, part.surface_radius)
    geometry, (A, B) = result.formulation.geometry, _axes(result, part)
    s, _, normal = part.on_plane(geometry)
    n, centre = A @ normal, _centre(result, part, s)
    if result.mechanism.dimension == 3 and part.axis is None:
        first, second = (A @ e for e in directions_across(normal))
        return centre - part.radius * n, {"normal": n, "along_1": first, "along_2": second}
    a = B @ (Z if result.mechanism.dimension == 2 else geometry.direction(part.axis, part.child, part))
    forward = _unit(np.cross(a, n))
    up = np.cross(forward, a)
    if result.mechanism.dimension == 2:
        return centre - part.radius * up, {"normal": n, "forward": forward}
    return centre - part.radius * up, {"normal": n, "forward": forward, "sideways": np.cross(n, forward)}


def _on_round(result: Result, part: Rolling, surface: float) -> tuple[Array, dict[str, Array]]:
    A, _ = _axes(result, part)
    s, on, axis = part.on_round(result.formulation.geometry)
    k, centre = A @ axis, _centre(result, part, s)
    middle = _three(result.position(part.parent).values) + A @ on
    d = centre - middle
    n = np.sign(surface) * _unit(d - (d * k).sum(axis=1)[:, None] * k)
    around, point = np.cross(k, n), centre - part.radius * n
    if result.mechanism.dimension == 2:
        return point, {"normal": n, "forward": around}
    return point, {"normal": n, "around": around, "along": k}


def _axes(result: Result, part: Rolling) -> tuple[Array, Array]:
    return matrices(result, part.parent), matrices(result, part.child)


def _centre(result: Result, part: Rolling, s: Array) -> Array:
    return _three(result.position(part.child).values) + matrices(result, part.child) @ s


def _three(x: Array) -> Array:
    return np.hstack([x, np.zeros((len(x), 3 - x.shape[1]))])


def _unit(x: Array) -> Array:
    return np.asarray(x / np.linalg.norm(x, axis=1)[:, None])


# ---------------------------------------------------------------- by name
def contact_series(result: Result) -> Iterator[tuple[str, Any]]:
    """`roll.normal`, `.forward` …, `.friction` (the size of the force in the surface), `.contact_x` … of each."""
    for name, part in result.mechanism.constraints.items():
        if isinstance(part, Rolling):
            for k, word in enumerate(_words(result, part)):
                yield f"{name}.{word}", partial(_force, result, name, word, k)
            yield f"{name}.friction", partial(_friction, result, name)
            for k, letter in enumerate("xyz"[: result.mechanism.dimension]):
                yield f"{name}.contact_{letter}", partial(_coordinate, result, name, k)


def _words(result: Result, part: Rolling) -> list[str]:
    """The names of the directions, without computing them."""
    if result.mechanism.dimension == 2:
        return ["normal", "forward"]
    if part.surface_radius is not None:
        return ["normal", "around", "along"]
    return ["normal", "along_1", "along_2"] if part.axis is None else ["normal", "forward", "sideways"]


def _force(result: Result, name: str, word: str, k: int) -> Any:
    table = contact(result, name)
    told = {key: table.attrs[key] for key in ("determined",) if key in table.attrs}
    return result.labelled(table.values[:, k], f"{word} force of {name}", "N").assign_attrs(told)


def _friction(result: Result, name: str) -> Any:
    table = contact(result, name)
    told = {key: table.attrs[key] for key in ("determined",) if key in table.attrs}
    sizes = np.linalg.norm(table.values[:, 1:], axis=1)
    return result.labelled(sizes, f"force of {name} in the surface", "N").assign_attrs(told)


def _coordinate(result: Result, name: str, k: int) -> Any:
    values = contact_point(result, name).values[:, k]
    return result.labelled(values, f"{'xyz'[k]} of the point of contact of {name}", "m")
