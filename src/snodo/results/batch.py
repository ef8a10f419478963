"""The results of a batch of runs: each one as an ordinary result, and every series of all of them in one array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from snodo.errors import Problem, RunError
from snodo.notebook import letter
from snodo.results.quality.verdict import Quality
from snodo.results.result import Result
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray

Array = np.ndarray


@dataclass
class Member:
    """One run of a batch: its rows, how to make its result on demand, and why it failed, if it did."""

    formulation: Any
    time: Array
    states: Array
    """Rows of (q, v, works)."""
    make: Callable[[], Result] | None
    problem: Problem | None = None
    interrupted: bool = False
    """Whether Ctrl-C ended it."""

    @cached_property
    def result(self) -> Result:
        """The ordinary result."""
        if self.make is None:
            raise RunError(self.problem or Problem("there is no result"))
        return self.make()


@dataclass
class Batch(Spelled):
    """The motions of a batch of initial states, or of mechanisms.

    `len(batch)`, `batch[3]` → Result, `batch["A.angle"]` → (member, time), `batch.problems`; made by `sn.simulate`.

    Parameters
    ----------
    members : sequence of Member
        The runs.
    time : array
        Times of the rows [s].
    how : str
        How it was computed: in lanes, or one after the other and why.

    Examples
    --------
    >>> batch = sn.simulate(pendulum, 0.1, initial={"A.angle": [0.1, 0.2, 0.3]})
    >>> batch["A.angle"].dims
    ('member', 'time')
    """

    members: Sequence[Member]
    time: Array
    """Times of the rows [s]."""
    how: str
    """How it was computed: in lanes, or one after the other and why."""
    problems: dict[int, Problem] = field(init=False)
    """Why members failed, by number; the result of a failed member ends early."""

    def __post_init__(self) -> None:
        """Collect what went wrong."""
        self.problems = {k: member.problem for k, member in enumerate(self.members) if member.problem is not None}

    def __len__(self) -> int:
        return len(self.members)

    def _instead_of(self, name: str) -> str:
        """Suggest the results of the batch for names that only a result has."""
        return f"use one of its results: batch[0].{name}" if hasattr(Result, name) else ""

    @overload
    def __getitem__(self, key: int) -> Result: ...
    @overload
    def __getitem__(self, key: str) -> xarray.DataArray: ...
    def __getitem__(self, key: int | str) -> Any:
        if isinstance(key, str):
            return self._series(key)
        return self.members[key].result

    def __contains__(self, name: object) -> bool:
        return any(name in member.result for member in self.members[:1])

    def quality(self) -> Quality:
        """Judge how accurately the equations were solved: the worst verdict of the members.

        Returns
        -------
        Quality
            The quality of the worst member.

        Examples
        --------
        >>> batch.quality().verdict
        'good'
        """
        return max((member.result.quality() for member in self.members if member.make is not None), key=_badness)

    # ---------------------------------------------------------------- series of all members
    def _series(self, name: str) -> xarray.DataArray:
        """A series of all members; not-a-number where one has ended."""
        import xarray

        found = self._column(name)
        if found is None:
            return self._gathered(name)
        values, unit = found
        owner, _, word = name.rpartition(".")
        attributes = {"long_name": f"{word} of {owner}", "units": unit}
        return xarray.DataArray(values, dims=("member", "time"), coords={"time": self.time}, attrs=attributes)

    def _column(self, name: str) -> tuple[Array, str] | None:
        """A coordinate or velocity of a tree's joint, straight from the states."""
        F = self.members[0].formulation
        owner = name.rpartition(".")[0]
        if F.name != "tree" or owner in F.mechanism.bodies or owner in F.mechanism.frames:
            return None
        units = [*F.coordinate_units, *(f"{unit}/s" for unit in F.velocity_units)]
        columns = dict(zip((*F.coordinate_names, *F.velocity_names), enumerate(units)))
        if name not in columns:
            return None
        k, unit = columns[name]
        return self._rows([member.states[:, k] for member in self.members]), unit

    def _gathered(self, name: str) -> xarray.DataArray:
        """Any other series, from the results."""
        import xarray

        each = [member.result[name] if member.make is not None else None for member in self.members]
        known = next(series for series in each if series is not None)
        empty = np.zeros((0, *known.shape[1:]))
        values = self._rows([empty if series is None else series.values for series in each])
        others = {dim: known[dim] for dim in known.dims[1:] if dim in known.coords}
        coordinates = {"time": self.time, **others}
        return xarray.DataArray(values, dims=("member", *known.dims), coords=coordinates, attrs=known.attrs)

    def _rows(self, each: Sequence[Array]) -> Array:
        """One row for each member, filled up to the length of the batch."""
        out = np.full((len(each), self.time.size, *each[0].shape[1:]), np.nan)
        for row, values in zip(out, each):
            row[: len(values)] = values
        return out

    # ---------------------------------------------------------------- in words
    def __str__(self) -> str:
        name = self.members[0].formulation.mechanism.name
        span = f"t = {self.time[0]:g} … {self.time[-1]:g} s"
        lines = [f"batch of {len(self)} runs of mechanism {name!r}: {self.time.size} rows, {span}", f"  {self.how}"]
        lines += [f"  member {k}: {problem.what}" for k, problem in list(self.problems.items())[:8]]
        if len(self.problems) > 8:
            lines.append(f"  … and {len(self.problems) - 8} more that failed")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


def _badness(quality: Quality) -> tuple[bool, float]:
    """What is not finite is worst, then the largest relative error."""
    return not np.isfinite(quality.worst) or bool(quality.missed), quality.worst
