"""The table of the loads on one body: printed, as a data frame, and as a file."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.math.labelled import aligned, written
from snodo.notebook import letter
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.whole_files import must_end, write_whole

if TYPE_CHECKING:
    import pandas

Array = np.ndarray
OWN = {
    "place": "m",
    "force": "N",
    "moment": "N m",
    "acceleration": "m/s²",
    "angular velocity": "rad/s",
    "angular acceleration": "rad/s²",
    "mass": "kg",
    "inertia": "kg m²",
}
DUST = 1e-11
"""Size, relative to the largest number of its kind, below which a number is printed as 0."""


@dataclass(frozen=True)
class Load:
    """One load on a body: force and moment at a place, three components each, SI units."""

    name: str
    kind: str
    place: Array
    """Coordinates [m], of the world, or of the body if the table is in body axes."""
    force: Array
    moment: Array
    """About the place [N m]."""


@dataclass(frozen=True, repr=False)
class Loads:
    """All loads on one body at one instant, which balance; `loads["B"].force`, `print(loads)`, `loads.to_csv(path)`.

    Vectors have three components, in the plane with z = 0, in SI units.
    """

    mechanism: str
    body: str
    time: float
    axes: str
    dimension: int
    mass: float
    """[kg]"""
    centre: Array
    """Centre of mass [m]."""
    inertia: Array
    """Inertia tensor about the centre of mass [kg m²]."""
    acceleration: Array
    """Of the centre of mass [m/s²]."""
    angular_velocity: Array
    """[rad/s]"""
    angular_acceleration: Array
    """[rad/s²]"""
    loads: Sequence[Load]
    """Gravity, joints, constraints, drivers and forces, and at last the load of inertia."""
    notes: Sequence[str] = ()
    """Loads that are not unique, or lack something."""
    units: UnitsLike = None
    _shown: dict[str, tuple[str, float]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find the units of the table."""
        shown = ShownUnits(self.units)
        self._shown.update({what: shown.of(what, own) for what, own in OWN.items()})
        shown.check()

    def __getitem__(self, name: str) -> Load:
        found = {load.name: load for load in self.loads}
        if name not in found:
            raise NameNotFound(Problem(f"nothing named {name!r} acts on {self.body!r}", suggestion(name, found)))
        return found[name]

    def __len__(self) -> int:
        return len(self.loads)

    # ---------------------------------------------------------------- sums
    def _sum(self, loads: Sequence[Load]) -> tuple[Array, Array]:
        force, moment = np.zeros(3), np.zeros(3)
        for load in loads:
            force = force + load.force
            moment = moment + load.moment + np.cross(load.place - self.centre, load.force)
        return force, moment

    @property
    def resultant(self) -> tuple[Array, Array]:
        """Sum of all loads but inertia: force [N], and moment about the centre of mass [N m]."""
        return self._sum([load for load in self.loads if load.kind != "inertia"])

    @property
    def unbalanced(self) -> tuple[Array, Array]:
        """Sum of all loads with inertia: zero but for rounding and the errors of the solution."""
        return self._sum(self.loads)

    # ---------------------------------------------------------------- export
    def _components(self) -> list[tuple[str, str, int]]:
        """Columns: word, quantity and component."""
        if self.dimension == 2:
            plane = [("x", "place", 0), ("y", "place", 1), ("fx", "force", 0), ("fy", "force", 1)]
            return [*plane, ("torque", "moment", 2)]
        words = (("", "place"), ("f", "force"), ("m", "moment"))
        return [(f"{prefix}{letter}", what, k) for prefix, what in words for k, letter in enumerate("xyz")]

    def _numbers(self, load: Load) -> list[float]:
        return [float(getattr(load, what)[k]) * self._shown[what][1] for _, what, k in self._components()]

    def _heads(self) -> list[str]:
        return [f"{word} [{self._shown[what][0]}]" for word, what, _ in self._components()]

    def to_dataframe(self) -> pandas.DataFrame:
        """A row for each load, the last one inertia; units, and the motion of the body, in `frame.attrs`."""
        import pandas

        words = [word for word, _, _ in self._components()]
        frame = pandas.DataFrame(
            [self._numbers(load) for load in self.loads],
            columns=words,
            index=pandas.Index([load.name for load in self.loads], name="load"),
        )
        frame.insert(0, "kind", [load.kind for load in self.loads])
        frame.attrs["units"] = {word: self._shown[what][0] for word, what, _ in self._components()}
        frame.attrs["motion"] = self._about()
        return frame

    def to_csv(self, path: str | Path) -> Path:
        """Write the table to a file that ends in .csv; lines that begin with # say whose loads these are."""
        target, text = must_end(path, ".csv", "a table"), StringIO(newline="")
        text.writelines(f"# {' '.join(line.split())}\r\n" for line in self._about())
        rows = [[load.name, load.kind, *map(repr, self._numbers(load))] for load in self.loads]
        csv.writer(text).writerows([["load", "kind", *self._heads()], *rows])
        return write_whole(target, text.getvalue())

    # ---------------------------------------------------------------- in words
    def _about(self) -> list[str]:
        """Whose loads these are, and how the body moves."""
        return [
            f"loads on {self.body} of {self.mechanism!r} at t = {self.time:.9g} s, {self.axes} axes",
            f"mass {self._one('mass', self.mass)}, centre of mass {self._vector('place', self.centre)}",
            f"inertia about it {self._tensor()}",
            f"acceleration of the centre of mass {self._vector('acceleration', self.acceleration)}",
            f"angular velocity {self._turn('angular velocity', self.angular_velocity)}, "
            f"angular acceleration {self._turn('angular acceleration', self.angular_acceleration)}",
            *self.notes,
        ]

    def _one(self, what: str, x: float) -> str:
        unit, factor = self._shown[what]
        return f"{x * factor:.6g} {unit}"

    def _vector(self, what: str, x: Array) -> str:
        unit, factor = self._shown[what]
        return f"({', '.join(f'{c:.6g}' for c in x[: self.dimension] * factor)}) {unit}"

    def _turn(self, what: str, x: Array) -> str:
        return self._one(what, float(x[2])) if self.dimension == 2 else self._vector(what, x)

    def _tensor(self) -> str:
        if self.dimension == 2:
            return self._one("inertia", float(self.inertia[2, 2]))
        unit, factor = self._shown["inertia"]
        words = (("xx", 0, 0), ("yy", 1, 1), ("zz", 2, 2), ("xy", 0, 1), ("xz", 0, 2), ("yz", 1, 2))
        return ", ".join(f"{word} {self.inertia[i, j] * factor:.6g}" for word, i, j in words) + f" {unit}"

    def __str__(self) -> str:
        title, *about = self._about()
        sums = [Load(word, "", self.centre, *pair) for word, pair in self._totals()]
        rows = [*self.loads, *sums]
        numbers = np.array([self._numbers(load) for load in rows])
        cells = [[load.kind, *row] for load, row in zip(rows, self._texts(numbers))]
        lines = aligned([["", "", *self._heads()]], [load.name for load in rows], cells)
        return "\n".join([title, *(f"  {line}" for line in [*about, *lines])])

    def _totals(self) -> list[tuple[str, tuple[Array, Array]]]:
        return [("sum without inertia", self.resultant), ("sum of all", self.unbalanced)]

    def _texts(self, numbers: Array) -> list[list[str]]:
        """The numbers as text; rounding beside the largest of the same quantity is 0."""
        texts = [[written(x) for x in row] for row in numbers]
        for what in ("place", "force", "moment"):
            columns = [k for k, (_, quantity, _) in enumerate(self._components()) if quantity == what]
            least = DUST * np.abs(numbers[:, columns]).max(initial=0.0)
            for row, values in zip(texts, numbers):
                for k in columns:
                    row[k] = "0" if abs(values[k]) <= least else row[k]
        return texts

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))
