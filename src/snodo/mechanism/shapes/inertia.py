"""Mass properties of a rigid body: mass, centre of mass, and the inertia tensor about it.

With C the centre of mass, d the vector from C to a point P, and R, t taking one frame to another:

    I_P  = I_C + m (dᵀd 1 − d dᵀ)                                   (1) Huygens–Steiner
    I_C' = R I_C Rᵀ,   c' = R c + t                                 (2) the same body in another frame
    m = Σ m_k,   c = Σ m_k c_k / m,   I_C = Σ I_k about c by (1)     (3) several bodies as one

The principal moments J₁ ≤ J₂ ≤ J₃ of any real body are not negative and satisfy J₁ + J₂ ≥ J₃, because
J₁ + J₂ − J₃ = 2 ∫ z₃² dm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snodo.errors import MechanismError, Problem
from snodo.math.rotation import Rotation

Vector = tuple[float, float, float]
Tensor = tuple[Vector, Vector, Vector]
Array = NDArray[np.float64]

ROUNDING = 1e-6
"""Tolerated relative error of a tensor, so that numbers copied with six digits are accepted."""

EQUAL = 1e-9
"""Relative difference below which two principal moments count as equal."""


@dataclass(frozen=True)
class Inertia:
    """Mass, centre of mass and inertia tensor of a rigid body, in the body frame.

    The tensor has the products of inertia with their minus sign, I_xy = −∫ x y dm.  All zeros is a particle.
    """

    mass: float = field(metadata={"quantity": "mass", "doc": "mass [kg]"})
    com: Vector = field(
        default=(0.0, 0.0, 0.0),
        metadata={"quantity": "length", "doc": "centre of mass in the body frame [m]; two numbers lie in the plane"},
    )
    tensor: Tensor = field(
        default=((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        metadata={"quantity": "moment of inertia", "doc": "about the centre of mass, in body axes [kg m²]"},
    )

    def __post_init__(self) -> None:
        """Convert lists and arrays to tuples of floats; `problems` checks the numbers."""
        mass = _numbers("mass", self.mass, ())
        tensor = _numbers("inertia tensor", self.tensor, (3, 3))
        object.__setattr__(self, "mass", float(mass))
        object.__setattr__(self, "com", vector("centre of mass", self.com))
        object.__setattr__(self, "tensor", tuple(tuple(row) for row in tensor.tolist()))

    @classmethod
    def planar(cls, mass: float, com_xy: Sequence[float], izz: float) -> Inertia:
        """A body of plane motion from `mass` [kg], `com_xy` [m] and the moment `izz` about the centre of mass [kg m²].

        The motion does not depend on the other two moments.  They are those of a flat body symmetric in x and y, for
        which the plate theorem I_xx + I_yy = I_zz gives I_xx = I_yy = I_zz / 2.
        """
        moment = float(_numbers("izz", izz, ()))
        return cls(mass, vector("centre of mass", com_xy), as_tensor(np.diag([moment / 2, moment / 2, moment])))

    @property
    def izz(self) -> float:
        """Moment of inertia about the z axis through the centre of mass [kg m²]."""
        return self.tensor[2][2]

    def about(self, point: Sequence[float]) -> Array:
        """Inertia tensor about a point of the body frame [kg m²], equation (1)."""
        d = np.subtract(vector("point", point), self.com)
        return np.array(self.tensor) + self.mass * (np.dot(d, d) * np.eye(3) - np.outer(d, d))

    def moved(self, rotation: ArrayLike | Rotation, translation: Sequence[float] = (0.0, 0.0, 0.0)) -> Inertia:
        """The same body seen from another frame, equation (2): a point r of this frame is rotation·r + translation."""
        R = _rotation(rotation)
        com = R.dot(self.com) + vector("translation", translation)
        return Inertia(self.mass, tuple(com), as_tensor(R.dot(self.tensor).dot(R.T)))

    def __add__(self, other: Inertia) -> Inertia:
        """Two bodies of the same frame as one, equation (3); massless ones keep the first centre of mass."""
        mass = self.mass + other.mass
        if mass == 0.0 and self.mass != 0.0:
            what = f"the masses {self.mass:g} kg and {other.mass:g} kg cancel: their sum has no centre of mass"
            raise MechanismError(Problem(what, "subtract less mass"))
        share = other.mass / mass if mass else 0.0
        com = vector("centre of mass", [a + share * (b - a) for a, b in zip(self.com, other.com)])
        return Inertia(mass, com, as_tensor(self.about(com) + other.about(com)))

    def scaled(self, factor: float) -> Inertia:
        """The same geometry with `factor` times the density: mass and tensor are multiplied (−1 makes a hole)."""
        return Inertia(factor * self.mass, self.com, as_tensor(factor * np.array(self.tensor)))

    def principal(self) -> tuple[Array, Rotation]:
        """Principal moments about the centre of mass, ascending [kg m²], and their axes: principal to body axes.

        The axes are right-handed.  Equal moments do not determine them: those closest to the body axes are used, so
        that rounding does not turn them; each of the first two points to the positive side of the body axis nearest to
        it.
        """
        raise_all(_finite_problems("the body", np.array(self.tensor)) or _symmetry_problems("the body", self.tensor))
        moments, axes = np.linalg.eigh(np.array(self.tensor))
        return moments, Rotation.from_matrix(_settled(moments, axes))

    def problems(self, name: str) -> list[Problem]:
        """All reasons why these numbers cannot belong to a real body called `name`."""
        return self._mass_problems(name) + self._com_problems(name) + self._tensor_problems(name)

    def _mass_problems(self, name: str) -> list[Problem]:
        if 0.0 < self.mass < np.inf:
            return []
        return [Problem(f"{name}: the mass is {self.mass:g} kg", "give a positive, finite mass in kg")]

    def _com_problems(self, name: str) -> list[Problem]:
        if np.isfinite(self.com).all():
            return []
        return [Problem(f"{name}: the centre of mass is {_listed(self.com)} m", "give finite coordinates in m")]

    def _tensor_problems(self, name: str) -> list[Problem]:
        found = _finite_problems(name, np.array(self.tensor)) or _symmetry_problems(name, self.tensor)
        return found or _moment_problems(name, np.linalg.eigvalsh(np.array(self.tensor)))


def _settled(moments: Array, axes: Array) -> Array:
    """Principal axes (columns), made unique: their rotation if moments are equal, and their signs."""
    low, high = np.diff(moments) <= EQUAL * np.abs(moments).max()
    if low and high:
        return np.eye(3)
    axes = axes.copy()
    if low or high:
        lone = axes[:, 2 if low else 0]
        first = np.eye(3)[np.argmin(np.round(np.abs(lone), 8))]  # the body axis nearest to the plane of equal moments
        first = first - lone * (lone @ first)
        axes[:, 0 if low else 1] = first / np.linalg.norm(first)
        axes[:, 1 if low else 2] = np.cross(lone, axes[:, 0 if low else 1])
    for k in (0, 1):
        axes[:, k] *= np.copysign(1.0, axes[np.argmax(np.round(np.abs(axes[:, k]), 8)), k])
    axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
    return axes


def raise_all(problems: list[Problem]) -> None:
    """Raise one error with all problems, if there are any."""
    if problems:
        raise MechanismError(problems)


def _finite_problems(name: str, tensor: Array) -> list[Problem]:
    if np.isfinite(tensor).all():
        return []
    return [Problem(f"{name}: the inertia tensor is {tensor.tolist()} kg m²", "give finite moments in kg m²")]


def _symmetry_problems(name: str, given: ArrayLike) -> list[Problem]:
    tensor = np.array(given)
    asymmetry = np.abs(tensor - tensor.T)
    if asymmetry.max() <= ROUNDING * np.abs(tensor).max():
        return []
    i, j = (int(k) for k in np.unravel_index(asymmetry.argmax(), (3, 3)))
    a, b = "xyz"[i], "xyz"[j]
    what = f"{name}: the inertia tensor is not symmetric: I_{a}{b} = {tensor[i, j]:g}, I_{b}{a} = {tensor[j, i]:g}"
    return [Problem(what, "give each product of inertia the same value above and below the diagonal")]


def _moment_problems(name: str, moments: Array) -> list[Problem]:
    """Problems of the ascending principal moments."""
    low, middle, high = (float(m) for m in moments)
    forgiven = ROUNDING * max(abs(low), abs(high))
    if low < -forgiven:
        what = f"{name}: a principal moment of inertia is negative: {_listed(moments)} kg m²"
        remedy = "check the signs: I_xy = −∫ x y dm; the tensor is about the centre of mass, not about the origin"
        return [Problem(what, remedy)]
    if low + middle < high - forgiven:
        what = f"{name}: no body has the principal moments {_listed(moments)} kg m²: {low:g} + {middle:g} < {high:g}"
        remedy = (
            "the two smaller moments together must reach the largest; check units, digits and the products of inertia"
        )
        return [Problem(what, remedy)]
    return []


def vector(name: str, value: Sequence[float]) -> Vector:
    """Three coordinates from two (z = 0) or three; `name` is used in the error."""
    values = _numbers(name, value, (2,), (3,)).tolist()
    return (values[0], values[1], values[2] if len(values) == 3 else 0.0)


def as_tensor(matrix: Array) -> Tensor:
    """A 3×3 array as the tuples that `Inertia` keeps."""
    x, y, z = matrix.tolist()
    return (tuple(x), tuple(y), tuple(z))


def _numbers(name: str, value: object, *shapes: tuple[int, ...]) -> Array:
    """`value` as an array of one of the shapes, or an error that shows what was given."""
    try:
        array = np.array(value, dtype=float)
    except (TypeError, ValueError):
        array = None
    if array is None or array.shape not in shapes:
        wanted = " or ".join("×".join(map(str, shape)) or "one" for shape in shapes)
        number = "number" if wanted == "one" else "numbers"
        raise MechanismError(Problem(f"the {name} is {value!r}", f"give {wanted} {number}"))
    return array


def _rotation(value: ArrayLike | Rotation) -> Array:
    """`value` as a rotation matrix, checked: RᵀR = 1 and det R = 1."""
    if isinstance(value, Rotation):
        value = value.as_matrix()
    R = _numbers("rotation", value, (3, 3))
    with np.errstate(invalid="ignore"):
        error, det = np.abs(R.T.dot(R) - np.eye(3)).max(), np.linalg.det(R)
    if error < ROUNDING and det > 0.0:
        return R
    what = f"the rotation {R.tolist()} is not one: det R = {det:g}, |RᵀR − 1| = {error:g}"
    raise MechanismError(Problem(what, "give orthonormal columns that form a right-handed frame"))


def _listed(values: Sequence[float] | Array) -> str:
    return "(" + ", ".join(f"{v:g}" for v in values) + ")"
