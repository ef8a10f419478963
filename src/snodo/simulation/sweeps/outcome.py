"""The outcome of a sweep: one labelled dataset, with a row for each member, and its plots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from snodo.errors import FileError, NameNotFound, Problem, UnsupportedError, suggestion
from snodo.notebook import letter
from snodo.results.files.result_file import read_dataset, write_dataset
from snodo.simulation.sweeps.plan import Plan
from snodo.simulation.sweeps.sweep_plots import PlotsOfSweeps
from snodo.simulation.sweeps.work import STATUS, Rows, Task
from snodo.spelling import Spelled
from snodo.types import RunChoices
from snodo.whole_files import must_end, write_whole

if TYPE_CHECKING:
    import pandas
    import xarray

    from snodo.mechanism.mechanism import Mechanism
    from snodo.results.result import Result

FORMAT = "snodo sweep 1"
MEMBER = "member"
SLASH = "\u2215"
"""In a file `/` separates groups; names have this instead."""


@dataclass(repr=False)
class Sweep(PlotsOfSweeps, Spelled):
    """The outputs of all members of a sweep; made by `sn.sweep`.

    `swept["B.reaction max"]` → (member), `swept.dataset`, `swept.failed`, `swept.to_csv(path)`, `len(swept)`.

    Parameters
    ----------
    dataset : xarray.Dataset
        A row for each member: what varies as coordinates, the outputs, `status`, `reason` and `reached` [s].
    mechanism : Mechanism, optional
        The mechanism that was varied.

    Examples
    --------
    >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
    >>> swept["A.angle min"].dims
    ('member',)
    """

    dataset: xarray.Dataset
    """A row for each member."""
    mechanism: Mechanism | None = None
    """The mechanism that was varied."""

    @classmethod
    def _of(cls, task: Task, plan: Plan, rows: Rows, interrupted: bool = False) -> Sweep:
        """The rows with their labels."""
        import xarray

        data: dict[str, Any] = {}
        single = [one for one in task.outputs if one.word != "series"]
        for k, one in enumerate(single):
            data[one.name] = (MEMBER, rows.numbers[:, k], _labels(one))
        for one in task.outputs:
            if one.word == "series":
                data[one.name] = ((MEMBER, "time"), rows.series[one.name], _labels(one))
        data["status"] = (MEMBER, np.array(STATUS, object)[rows.status].astype(str))
        data["reason"] = (MEMBER, np.array(rows.reasons, dtype=str))
        data["reached"] = (MEMBER, rows.reached, {"units": "s", "long_name": "time reached"})
        coordinates: dict[str, Any] = {MEMBER: np.arange(plan.count)}
        for k, varied in enumerate(task.varied):
            labels = {"units": varied.unit, "long_name": varied.name}
            coordinates[varied.name] = (MEMBER, plan.members.values[:, k], labels)
        if any(one.word == "series" for one in task.outputs):
            coordinates["time"] = ("time", task.times, {"units": "s", "long_name": "time"})
        found = xarray.Dataset(data, coordinates)
        found.attrs.update(
            format=FORMAT,
            mechanism=task.mechanism.name,
            vary=json.dumps([one.name for one in task.varied]),
            shape=json.dumps(list(plan.members.shape)),
            plan=json.dumps(plan.content),
            duration=float(task.times[-1]),
            interrupted=int(interrupted),
        )
        return cls(found, task.mechanism)

    # ---------------------------------------------------------------- what there is
    @property
    def names(self) -> list[str]:
        """What varies."""
        return list(json.loads(self.dataset.attrs["vary"]))

    @property
    def outputs(self) -> list[str]:
        """Names of the numbers and series of each member."""
        return [str(name) for name in self.dataset.data_vars if name not in ("status", "reason", "reached")]

    @property
    def shape(self) -> tuple[int, ...]:
        """Of a grid, how many values each quantity has; of anything else, empty."""
        return tuple(json.loads(self.dataset.attrs["shape"]))

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return bool(self.dataset.attrs["interrupted"])

    @property
    def how(self) -> str:
        """How members were computed, in words: side by side, one after the other, or each with a binding, and why."""
        return str(self.dataset.attrs.get("how", ""))

    @property
    def failed(self) -> xarray.Dataset:
        """The members that did not finish, with their reasons."""
        return self.dataset.isel({MEMBER: np.flatnonzero(self.dataset["status"].values != "finished")})

    @property
    def grid(self) -> xarray.Dataset:
        """Of a grid, the same with one dimension for each quantity: `swept.grid["B.reaction max"].sel(crank=0.12)`."""
        if not self.shape:
            remedy = "use swept.dataset, or vary a mapping of sequences"
            raise UnsupportedError(Problem("the members of this sweep are not a grid", remedy))
        import xarray

        d, names = self.dataset, self.names
        data: dict[str, Any] = {}
        for word, table in d.data_vars.items():
            data[str(word)] = (
                (*names, *table.dims[1:]),
                table.values.reshape(*self.shape, *table.shape[1:]),
                table.attrs,
            )
        coordinates: dict[str, Any] = {}
        for axis, name in enumerate(names):
            values = d[name].values.reshape(self.shape)
            line = tuple(slice(None) if k == axis else 0 for k in range(len(names)))
            coordinates[name] = (name, values[line], d[name].attrs)
        if "time" in d.coords:
            coordinates["time"] = ("time", d["time"].values, d["time"].attrs)
        return xarray.Dataset(data, coordinates, d.attrs)

    def __len__(self) -> int:
        return int(self.dataset.sizes[MEMBER])

    def __contains__(self, name: object) -> bool:
        return name in self.dataset

    def __getitem__(self, name: str) -> xarray.DataArray:
        if name not in self.dataset:
            raise NameNotFound(Problem(f"the sweep has no {name!r}", suggestion(str(name), map(str, self.dataset))))
        return self.dataset[name]

    # ---------------------------------------------------------------- single members
    def simulate(self, member: int, **choices: Unpack[RunChoices]) -> Result:
        """Run one member again and return its whole result.

        Parameters
        ----------
        member : int
            Its number.
        **choices : as of `sn.simulate`
            Instead of those of the sweep.

        Returns
        -------
        Result
            The motion; its numbers differ from those of the sweep by the tolerance at most.

        Raises
        ------
        UnsupportedError
            If the mechanism is not known, because Python functions are not stored.
        RunError
            If it cannot be finished.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
        >>> result = swept.simulate(2)
        """
        from snodo.simulation.sweeps.again import simulate_member

        return simulate_member(self, member, dict(choices))

    # ---------------------------------------------------------------- files
    def to_netcdf(self, path: str | Path) -> Path:
        """Write everything, with the plan and the mechanism, to a file that `sn.Sweep.load` reads.

        Parameters
        ----------
        path : str or Path
            A file ending in .nc.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If it cannot be written.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
        >>> file = swept.to_netcdf("angles.nc")
        """
        target = must_end(path, ".nc", "a sweep")
        names = {name: str(name).replace("/", SLASH) for name in self.dataset.variables if "/" in str(name)}
        return write_dataset(target, self.dataset.rename(names))

    @classmethod
    def load(cls, path: str | Path) -> Sweep:
        """Read a sweep that was written with `to_netcdf`.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Sweep
            The sweep.

        Raises
        ------
        FileError
            If the file is damaged, or is no sweep.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
        >>> again = sn.Sweep.load(swept.to_netcdf("angles.nc"))
        """
        from snodo.formats import loads

        found = read_dataset(Path(path))
        if found.attrs.get("format") != FORMAT:
            raise FileError(Problem(f"{path} is no sweep", "read results of runs with sn.Result.load"))
        found = found.rename({name: str(name).replace(SLASH, "/") for name in found.variables if SLASH in str(name)})
        found = found.set_coords(json.loads(found.attrs["vary"]))
        for name in ("status", "reason"):
            found[name] = found[name].astype(str)
        text = json.loads(found.attrs["plan"])["mechanism"]
        mechanism = loads(text, name=str(path)) if text else None
        return cls(found, mechanism)

    def to_csv(self, path: str | Path) -> Path:
        """Write a table with a row for each member; whole series are left out.

        Parameters
        ----------
        path : str or Path
            A file ending in .csv.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If it cannot be written.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
        >>> file = swept.to_csv("angles.csv")
        """
        target = must_end(path, ".csv", "a table")
        frame = self.to_dataframe()
        heads = [f"{name} [{unit}]" if unit else name for name, unit in frame.attrs["units"].items()]
        return write_whole(target, frame.to_csv(header=heads, index_label=MEMBER, lineterminator="\r\n"))

    def to_dataframe(self) -> pandas.DataFrame:
        """Make a table with a row for each member; whole series are left out.

        Returns
        -------
        pandas.DataFrame
            What varies, the outputs, status and reason; units are in `frame.attrs["units"]`.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
        >>> list(swept.to_dataframe().columns)
        ['A.angle', 'A.angle min', 'status', 'reason', 'reached']
        """
        import pandas

        d = self.dataset
        names = [*self.names, *(str(word) for word, table in d.data_vars.items() if table.dims == (MEMBER,))]
        frame = pandas.DataFrame({name: d[name].values for name in names}, index=pandas.Index(d[MEMBER].values))
        frame.attrs["units"] = {name: str(d[name].attrs.get("units", "")) for name in names}
        return frame

    # ---------------------------------------------------------------- in words
    def __str__(self) -> str:
        d = self.dataset
        ends = []
        for name in self.names:
            x = d[name].values
            unit = d[name].attrs.get("units", "")
            ends.append(f"  {name:<16} {x.min():.6g} … {x.max():.6g} {unit}".rstrip())
        lines = [f"sweep of mechanism {d.attrs['mechanism']!r}: {len(self)} members", *ends]
        for name in self.outputs:
            x, unit = d[name].values, d[name].attrs.get("units", "")
            if np.isfinite(x).any():
                lines.append(f"  {name:<24} {np.nanmin(x):.6g} … {np.nanmax(x):.6g} {unit}".rstrip())
            else:
                lines.append(f"  {name:<24} no value")
        return "\n".join([*lines, *_failures(d)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


def _labels(one: Any) -> dict[str, str]:
    return {"units": one.unit, "long_name": f"{one.word} of {one.label}" if one.word != "series" else one.label}


def _failures(d: Any, most: int = 5) -> Sequence[str]:
    """How many members did not finish, and why the first of them did not."""
    lines = []
    for status in ("failed", "lost", "not run"):
        rows = np.flatnonzero(d["status"].values == status)
        if rows.size:
            lines.append(f"  {rows.size} {status}")
            shown = [k for k in rows[:most] if d["reason"].values[k]]
            lines += [f"    member {k}: {d['reason'].values[k]}" for k in shown]
    return lines
