"""Types of user input before conversion: places, directions, numbers with units, functions of time.

`snodo.types` shows them all in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import numpy as np

from snodo.math.expression import Expression
from snodo.math.rotation import Rotation
from snodo.mechanism.functions.time_function import Function

if TYPE_CHECKING:
    import xarray

Quantity: TypeAlias = float | str | np.floating[Any] | np.integer[Any]
"""A number in SI units, or text with a unit: 0.15, "150 mm"."""

Time: TypeAlias = Quantity
"""A time [s], or text with a unit: "200 ms"."""

Vector: TypeAlias = Sequence[Quantity] | np.ndarray
"""Two or three quantities."""

Place: TypeAlias = str | Vector | Mapping[str, Vector]
"""The name of a point or frame, world coordinates as drawn [m], or {body: coordinates in its frame [m]}."""

Pole: TypeAlias = "str | Vector | xarray.DataArray"
"""A body, `body.com`, frame, joint, "com" or "origin", or coordinates in the world [m]; of a result, also a row of them
for each time."""

DirectionLike: TypeAlias = str | Vector | Mapping[str, Vector]
"""x, -y, "30 deg" from x, a vector as drawn, two points ("A", "B"), or {body: vector in its frame}."""

AngleLike: TypeAlias = Quantity | Rotation
"""An angle [rad] about z or about an axis given separately, or a `Rotation`."""

InertiaLike: TypeAlias = Quantity | Vector | Sequence[Vector]
"""A moment of inertia about z, three principal moments, or a 3 × 3 table [kg m²]."""

FunctionLike: TypeAlias = Quantity | Function | Expression | Callable[[Any], Any]
"""A function of time: a number, the text of a formula in t, a Python function, or an object such as `Harmonic`."""

Bodies: TypeAlias = str | Sequence[str]
"""One body or several, in the order that a user's function expects."""

Do: TypeAlias = str | Callable[..., Any] | Sequence[str | Callable[..., Any]]
"""What an event does: text such as "open latch", a Python function, or several of them."""

Formulas: TypeAlias = Quantity | Expression | Sequence[Quantity | Expression]
"""One formula or several."""


class InertiaWords(TypedDict, total=False):
    """Options that replace the mass properties of a shape."""

    com: Vector
    inertia: InertiaLike
    idealised: bool


class PlacedWords(InertiaWords, total=False):
    """The same for a body that may also be rotated as drawn."""

    angle: AngleLike
    axis: DirectionLike | None


class ElasticWords(TypedDict, total=False):
    """Options that make a joint elastic."""

    stiffness: Quantity | None
    damping: Quantity
    torsional_stiffness: Quantity | None
    torsional_damping: Quantity


class JointWords(ElasticWords, total=False):
    """The same, and whether the joint holds at the start."""

    closed: bool


class ContactWords(TypedDict, total=False):
    """How a contact rebounds, yields and rubs."""

    restitution: float
    restitution_by: str
    impacts: str
    mu: float
    static: float | None
    stiffness: Quantity | None
    exponent: float
    damping: Quantity | None
    depth: Quantity | None
    at_speed: Quantity | None
    bristle: Quantity
