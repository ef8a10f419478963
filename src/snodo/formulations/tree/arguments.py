"""Checks of the arguments of a tree: lengths, finite numbers, Euler parameters, names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError, UnsupportedError, suggestion
from snodo.formulations.tree.kernels import layout

if TYPE_CHECKING:
    from snodo.formulations.tree.coordinates import Coordinates
    from snodo.formulations.tree.flatten import Flat

Array = np.ndarray


def coordinates(tree: Coordinates, q: Any) -> Array:
    """q as an array of its own, with Euler parameters of length one."""
    found = _vector(q, tree.coordinate_names, "q", layout.LARGEST)
    at, names = attitudes(tree)
    if not names:
        return found
    p = found[at]
    squares = np.matmul(p[:, None, :], p[:, :, None])[:, 0]
    if not squares.all():
        name = names[int(np.argmin(p.any(axis=1)))]
        problem = Problem(f"q: the Euler parameters of {name!r} are all zero", "no rotation is (1, 0, 0, 0)")
        raise UnsupportedError(problem)
    found[at] = p / np.sqrt(squares)
    return found


def attitudes(tree: Coordinates) -> tuple[Array, list[str]]:
    """Where the Euler parameters of each spherical and free joint are in q (joints, 4), and the joints' names."""
    if "attitudes" not in tree.kept:
        places = [place for place in tree.flat.places if place.frames.kind in ("spherical", "free")]
        at = np.array([range(place.q.stop - 4, place.q.stop) for place in places], np.intp).reshape(-1, 4)
        tree.kept["attitudes"] = at, [place.branch.joint.name for place in places]
    found: tuple[Array, list[str]] = tree.kept["attitudes"]
    return found


def velocities(tree: Coordinates, v: Any, word: str = "v") -> Array:
    """Velocities, accelerations or joint forces as an array."""
    return _vector(v, tree.velocity_names, word, layout.STRONGEST)


def joint_forces(tree: Any, q: Any, tau: Any) -> Any:
    """τ as given; {joint or coordinate: force} as an array (nv), in one state."""
    if not isinstance(tau, Mapping):
        return tau
    if np.ndim(q) > 1:
        what = "tau by names, for many states at once"
        raise UnsupportedError(Problem(what, f"give an array of {tree.nv} joint forces, or a row of them per state"))
    from snodo.formulations.solving import given_forces

    return given_forces(tree, coordinates(tree, q), tau, None)


def real(x: Any) -> Array | None:
    """An array of float64, or None if these are not real numbers."""
    try:
        return None if np.iscomplexobj(x) else np.asarray(x, dtype=float, order="C")
    except (TypeError, ValueError):
        return None


def _vector(x: Any, names: list[str], word: str, limit: float) -> Array:
    vector = real(x)
    if vector is None:
        raise UnsupportedError(Problem(f"{word} is {x!r}", f"give {len(names)} numbers"))
    if vector.shape != (len(names),):
        listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        what = f"{word} has shape {vector.shape}, but needs {len(names)} numbers"
        raise UnsupportedError(Problem(what, f"one for each of {listed}"))
    if not (np.abs(vector) <= limit).all():
        bad = [f"{name} = {value:g}" for name, value in zip(names, vector) if not abs(value) <= limit]
        raise UnsupportedError(Problem(f"{word}: {', '.join(bad)}", "give finite numbers in SI units"))
    return vector.copy()


def wrenches(tree: Coordinates, external: Mapping[str, Any]) -> Array:
    """External wrenches (f, μ), world axes at the bodies' origins, one row for each link."""
    rows = np.zeros((len(tree.flat.parents), 6))
    for name, wrench in external.items():
        if name not in tree.mechanism.bodies:
            problem = Problem(f"external: there is no body {name!r}", suggestion(name, tree.mechanism.bodies))
            raise NameNotFound(problem)
        words = [f"{name}.{word}" for word in ("fx", "fy", "fz", "mx", "my", "mz")]
        rows[tree.flat.bodies[name][0]] = _vector(wrench, words, f"external {name!r}", layout.STRONGEST)
    return rows


def singular(tree: Coordinates, flat: Flat | None = None) -> RunError:
    """Forward dynamics found no finite acceleration: which joint moves nothing that resists, in the model it used."""
    d = (flat or tree.flat).freedoms("d")[:, 0]
    wrong = ~((d > 0) & (d < 1e300))
    first = wrong & ~np.isnan(d)  # the others are not numbers because of these
    culprits = [tree.velocity_names[k] for k in np.flatnonzero(first if first.any() else wrong)]
    what = f"no inertia resists {', '.join(culprits) or 'the motion'}: its acceleration is not determined"
    return RunError(Problem(what, "give the bodies it moves mass and moments of inertia"))
