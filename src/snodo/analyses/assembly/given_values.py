"""Initial values as users give them: numbers, text with units, arrays, rotations; a sequence means a batch of runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.formulations.bind import MechanismLike
from snodo.math.rotation import Rotation
from snodo.mechanism.mechanism import Mechanism

ATTITUDE = ("e0", "e1", "e2", "e3")
_EXAMPLE = 'give names and values, such as {"A.angle": 0.5, "A.speed": "60 rpm"}'


def spread(mechanism: MechanismLike, initial: Mapping[str, Any] | None) -> dict[str, Any]:
    """Names of coordinates with a number, a text, or a list of these (a batch); raises MechanismError.

    `body.rotation` with an `sn.Rotation` (of a body, or of a joint that leaves all turns free) becomes its four Euler
    parameters; several rotations in one object are a batch.
    """
    if initial is None:
        return {}
    described: Any = getattr(mechanism, "mechanism", mechanism)  # of a bound formulation
    if not isinstance(initial, Mapping):
        raise MechanismError(Problem(f"initial is {_shown(initial)}, not a table of names and values", _EXAMPLE))
    found: dict[str, Any] = {}
    for name, value in initial.items():
        if not isinstance(name, str):
            raise MechanismError(Problem(f"initial: {name!r} is not the name of a coordinate", _EXAMPLE))
        if isinstance(value, Rotation) or name.rpartition(".")[2] == "rotation":
            found.update(_parameters(described, name, value))
        else:
            found[name] = _listed(name, value)
    return found


def one_number(name: str, value: Any) -> Any:
    """The value, if it is not a sequence."""
    if isinstance(value, list | tuple):
        what = f"initial {name}: {_shown(value)} is a sequence, which means a batch of runs"
        raise MechanismError(Problem(what, "give one number here; sn.simulate takes batches"))
    return value


def _listed(name: str, value: Any) -> Any:
    """The value; arrays and other sequences as lists."""
    try:
        depth = 0 if isinstance(value, str) else np.ndim(value)
    except ValueError:  # lists of unequal lengths inside one another
        depth = 2
    if depth > 1:
        what = f"initial {name}: {_shown(value)} has more than one dimension"
        raise MechanismError(Problem(what, "give one number, or a flat sequence with a number for each run of a batch"))
    return list(value) if depth == 1 else value


def _parameters(mechanism: Mechanism, name: str, value: Any) -> dict[str, Any]:
    """Euler parameters of an attitude given as a rotation."""
    stem, _, word = name.rpartition(".")
    if word != "rotation":
        what = f"initial {name}: {_shown(value)} is given for one coordinate"
        raise MechanismError(Problem(what, _instead(mechanism, stem, name)))
    mechanism.coordinate(f"{stem}.e0")  # raises if it has none, in the words of the part
    if not isinstance(value, Rotation):
        what = f"initial {name}: {_shown(value)} is not a rotation"
        raise MechanismError(Problem(what, "give an sn.Rotation, such as sn.Rotation.from_axis_angle((0, 0, 1), 0.3)"))
    p = value.as_euler_parameters()
    return {f"{stem}.{e}": _listed(name, p[..., k]) for k, e in enumerate(ATTITUDE)}


def _turns_freely(mechanism: Mechanism, stem: str) -> bool:
    """Whether a body or joint has Euler parameters."""
    try:
        mechanism.coordinate(f"{stem}.e0")
    except MechanismError:
        return False
    return True


def _instead(mechanism: Mechanism, stem: str, name: str) -> str:
    if _turns_freely(mechanism, stem):
        return f'give the whole attitude: {{"{stem}.rotation": …}}'
    return f"give {name} as a number, or as text with a unit"


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())
    short = text if len(text) <= 60 else text[:58] + " …"
    return f"{short} ({type(value).__name__})"
