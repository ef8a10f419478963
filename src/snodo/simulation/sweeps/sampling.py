"""Which members a sweep has: all combinations (a grid), a list of rows, or samples of ranges and distributions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from snodo.errors import MechanismError, Problem, UnsupportedError
from snodo.mechanism.input_types import Quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.simulation.sweeps.quantities import MOST_VALUES, Varied, axis_of, range_of, together, varied

if TYPE_CHECKING:
    import pandas

Array = np.ndarray
TAKEN = {"member", "time", "status", "reason", "reached"}
"""Names of the dataset of a sweep."""


@dataclass(frozen=True)
class Members:
    """The members of a sweep: their values, and how these were chosen."""

    varied: tuple[Varied, ...]
    values: Array
    """(members, quantities) in SI units."""
    how: dict[str, Any]
    """The generator with its seed, in words and numbers."""
    shape: tuple[int, ...] = ()
    """Of a grid: how many values each quantity has."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of what varies."""
        return tuple(one.name for one in self.varied)


@dataclass(frozen=True)
class Samples(ABC):
    """Members drawn from ranges or distributions.

    ranges: of each quantity a pair (low, high), text such as "80 mm .. 200 mm", None for the range of the parameter,
    or a frozen distribution of scipy.stats.
    """

    ranges: Mapping[str, Any]
    count: int
    seed: int = 0

    kind: ClassVar[str] = ""

    def __post_init__(self) -> None:
        """Check the number of members and the seed."""
        for word, least in (("count", 1), ("seed", 0)):
            value = getattr(self, word)
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
                raise UnsupportedError(Problem(f"{word} = {value!r}", f"give a whole number from {least}"))
        if self.count > MOST_VALUES:
            raise UnsupportedError(Problem(f"{self.count} members", f"give at most {MOST_VALUES}"))

    def _members(self, m: Mechanism) -> Members:
        """The members for a mechanism."""
        known = together(*(partial(_range, m, name, given) for name, given in self.ranges.items()))
        found, unit = tuple(what for what, _ in known), self._unit_points(len(known))
        columns, told = [], dict[str, Any]()
        for k, (what, given) in enumerate(known):
            if hasattr(given, "ppf"):
                columns.append(np.asarray(given.ppf(unit[:, k]), float))
                told[what.name] = _distribution(given)
            else:
                low, high = given
                columns.append(low + (high - low) * unit[:, k])
                told[what.name] = [low, high]
        values = np.column_stack(columns) if columns else np.zeros((self.count, 0))
        how = {"kind": self.kind, "count": int(self.count), "seed": int(self.seed), "ranges": told}
        return Members(found, values, how)

    @abstractmethod
    def _unit_points(self, dimensions: int) -> Array:
        """Points in the unit cube (count, dimensions)."""


def _range(m: Mechanism, name: str, given: Any) -> tuple[Varied, Any]:
    """What a name means, and its range or distribution."""
    what = varied(m, name)
    return what, given if hasattr(given, "ppf") else range_of(m, what, given)


def _distribution(given: Any) -> str:
    """A distribution in words."""
    name = getattr(getattr(given, "dist", given), "name", type(given).__name__)
    numbers = [*map(repr, getattr(given, "args", ())), *(f"{k}={v!r}" for k, v in getattr(given, "kwds", {}).items())]
    return f"{name}({', '.join(numbers)})"


@dataclass(frozen=True)
class LatinHypercube(Samples):
    """Latin hypercube samples: in each quantity one member in each of `count` equally likely intervals.

    Parameters
    ----------
    ranges : mapping
        Of each quantity a pair (low, high), text such as "80 mm .. 200 mm", None for the range of the parameter, or a
        frozen distribution of `scipy.stats`.
    count : int
        Number of members.
    seed : int, optional
        Seed of the random numbers; the same seed gives the same members.

    Raises
    ------
    UnsupportedError
        If count or seed is not a whole number.

    Examples
    --------
    >>> samples = sn.LatinHypercube({"crank": ("80 mm", "200 mm")}, 100, seed=1)
    """

    ranges: Mapping[str, Any]
    count: int
    seed: int = 0

    kind: ClassVar[str] = "latin_hypercube"

    def _unit_points(self, dimensions: int) -> Array:
        """Points in the unit cube (count, dimensions)."""
        from scipy.stats import qmc

        return np.asarray(qmc.LatinHypercube(dimensions, seed=self.seed).random(self.count))


@dataclass(frozen=True)
class Sobol(Samples):
    """Scrambled Sobol points, which fill ranges more evenly than random points.

    Parameters
    ----------
    ranges : mapping
        As of `LatinHypercube`.
    count : int
        Number of members, a power of two: only then are the points balanced.
    seed : int, optional
        Seed of the scrambling; the same seed gives the same members.

    Raises
    ------
    UnsupportedError
        If count is no power of two.

    Examples
    --------
    >>> samples = sn.Sobol({"crank": ("80 mm", "200 mm"), "mass": (1.0, 2.0)}, 128)
    """

    ranges: Mapping[str, Any]
    count: int
    seed: int = 0

    kind: ClassVar[str] = "sobol"

    def __post_init__(self) -> None:
        """Check the number of members and the seed."""
        super().__post_init__()
        if self.count & (self.count - 1):
            above = 1 << int(self.count).bit_length()
            what = f"Sobol points are balanced for powers of two only, and count is {self.count}"
            raise UnsupportedError(Problem(what, f"give {above // 2} or {above}, or use sn.LatinHypercube"))

    def _unit_points(self, dimensions: int) -> Array:
        """Points in the unit cube (count, dimensions)."""
        from scipy.stats import qmc

        return np.asarray(qmc.Sobol(dimensions, seed=self.seed).random(self.count))


SAMPLINGS: dict[str, type[Samples]] = {cls.kind: cls for cls in (LatinHypercube, Sobol)}


@dataclass(frozen=True)
class _Grid:
    """All combinations; the last quantity changes fastest."""

    axes: Mapping[str, Any] = field(default_factory=dict)

    def _members(self, m: Mechanism) -> Members:
        axes = together(*(partial(axis_of, m, name, given) for name, given in self.axes.items()))
        found, columns = tuple(what for what, _ in axes), [values for _, values in axes]
        shape = tuple(column.size for column in columns)
        count = int(np.prod(shape, dtype=float))
        if count > MOST_VALUES:
            what = f"the grid has {' × '.join(map(str, shape))} = {count} members"
            raise UnsupportedError(Problem(what, f"give at most {MOST_VALUES}, or samples such as sn.Sobol"))
        values = np.stack([x.ravel() for x in np.meshgrid(*columns, indexing="ij")], axis=1)
        told = {name: column.tolist() for name, column in zip(self.axes, columns)}
        return Members(found, values, {"kind": "grid", "count": count, "axes": told}, shape)


@dataclass(frozen=True)
class _Rows:
    """The members one by one."""

    rows: Sequence[Mapping[str, Any]]

    def _members(self, m: Mechanism) -> Members:
        names = tuple(self.rows[0])
        for k, row in enumerate(self.rows):
            if set(row) != set(names):
                odd = ", ".join(sorted(set(row) ^ set(names)))
                what = f"row {k} of the sweep does not name the same quantities as the first: {odd}"
                raise MechanismError(Problem(what, "give a value of each in every row"))
        axes = together(*(partial(axis_of, m, name, [row[name] for row in self.rows]) for name in names))
        found, columns = tuple(what for what, _ in axes), [values for _, values in axes]
        return Members(found, np.column_stack(columns), {"kind": "rows", "count": len(self.rows)})


def members_from(m: Mechanism, vary: Any) -> Members:
    """The members of a mapping (a grid), a list of rows, a table of pandas, or samples."""
    found = _generator(vary)._members(m)
    taken = sorted(set(found.names) & TAKEN)
    if taken:
        what = f"{taken[0]!r} names a column that every sweep has, and cannot vary"
        raise UnsupportedError(Problem(what, "give the parameter another name"))
    if not np.isfinite(found.values).all():
        row, column = np.argwhere(~np.isfinite(found.values))[0]
        what = f"{found.names[column]} of member {row} is {found.values[row, column]}"
        raise MechanismError(Problem(what, "give finite numbers"))
    return found


def _generator(vary: Any) -> Any:
    if isinstance(vary, Samples):
        return vary
    if isinstance(vary, Mapping) and vary:
        return _Grid(vary)
    if hasattr(vary, "to_dict") and hasattr(vary, "columns"):
        vary = vary.to_dict("records")
    listed = isinstance(vary, Sequence) and not isinstance(vary, str) and len(vary) > 0
    if listed and all(isinstance(row, Mapping) for row in vary) and vary[0]:
        return _Rows(vary)
    what = "there is nothing to vary" if not _some(vary) else f"vary is a {type(vary).__name__}"
    remedy = 'give {"crank": np.linspace(0.1, 0.2, 50)}, a list of rows, or samples such as sn.LatinHypercube'
    raise MechanismError(Problem(what, remedy))


def _some(vary: Any) -> bool:
    try:
        return vary is not None and len(vary) > 0
    except TypeError:
        return True


Values: TypeAlias = "Quantity | Sequence[float] | Sequence[str] | Sequence[Quantity] | np.ndarray"
"""Values of one quantity: a list, an array, or a text such as `80 mm .. 200 mm in 25`."""

VaryLike: TypeAlias = "Mapping[str, Values] | Sequence[Mapping[str, Quantity]] | pandas.DataFrame | Samples"
"""What varies: values by name, of which all combinations are computed; a row for each member; or samples."""
