"""Results in files: netCDF with everything in it (the mechanism too), and CSV tables of chosen series."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism import mesh_folders, not_stored
from snodo.mechanism.controllers import silent
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.python_law import PythonLaw
from snodo.mechanism.part import part_fields
from snodo.progress import ProgressBar
from snodo.results.files.frame import Column, columns
from snodo.results.files.result_file import FORMAT, unpacked, write_dataset
from snodo.results.files.twin_file import DIMENSIONS, twin_from, twin_variables
from snodo.results.shown_units import UnitsLike
from snodo.whole_files import must_end, not_written, write_whole

if TYPE_CHECKING:
    import xarray

    from snodo.formulations.base import Formulation
    from snodo.results.result import Result


LABELS = {
    "load": "forces that follow reactions",
    "rub": "friction of contacts that slide, along their rows",
    "friction_limit": "largest friction at rest",
    "friction_used": "used part of the largest friction at rest",
    "friction_slides": "whether friction slides",
    "in_mode": "directions of friction, and numbers set by events",
}
"""What is found only where friction sticks, or forces follow reactions."""
ROWS = 10_000
"""Of a table, made into text at a time."""


def as_dataset(result: Result) -> xarray.Dataset:
    """All raw series as one Dataset with named coordinates, velocities, rows, energies and works."""
    import xarray

    F = result.formulation
    names = {
        "coordinate": F.coordinate_names,
        "velocity": F.velocity_names,
        "row": F.row_names,
        "kind": ["kinetic", "gravitational", "elastic"],
        "source": result.work_names,
    }
    columns = {
        "q": ("coordinate", result.q, "generalised coordinates"),
        "v": ("velocity", result.v, "generalised velocities"),
        "a": ("velocity", result.a, "generalised accelerations"),
        "multiplier": ("row", result.multipliers, "Lagrange multipliers"),
        "violation": ("row", result.found["violation"], "constraint violation"),
        "violation_rate": ("row", result.found["violation_rate"], "rate of the constraint violation"),
        "energy": ("kind", result.found["energy"], "energy"),
        "work": ("source", result.works, "work done since the start"),
        "power": ("source", result.found["power"], "power"),
    }
    if F.number_names:
        names["number"] = F.number_names
        columns["x"] = ("number", F.numbers_in(result.states), "states, outputs and memories")
    for key in LABELS:
        if key in result.found:
            columns[key] = (DIMENSIONS[key], np.asarray(result.found[key], float), LABELS[key])
    data = {key: (("time", dim), values, {"long_name": label}) for key, (dim, values, label) in columns.items()}
    for key, unit in (("energy", "J"), ("work", "J"), ("power", "W")):
        data[key][2]["units"] = unit
    dataset = xarray.Dataset(
        data, coords={"time": result.time, **{k: np.array(v, dtype=str) for k, v in names.items()}}
    )
    dataset["time"].attrs.update(units="s", long_name="time")
    dataset["coordinate"].attrs["units"] = ", ".join(F.coordinate_units)
    dataset["steps"] = (("step", "what"), result.step_history)
    dataset.attrs.update(format=FORMAT, mechanism=result.mechanism.name, info=json.dumps(result.info, default=str))
    return dataset


def save(result: Result, path: str | Path) -> Path:
    """netCDF (.nc) with everything, or CSV (.csv)."""
    path = Path(path)
    if path.suffix.lower() == ".csv":
        return to_csv(result, path, ())
    if path.suffix.lower() != ".nc":
        raise UnsupportedError(Problem(f"{path.name}: results are saved as .nc (netCDF) or .csv", "choose one of them"))
    from snodo.formats import to_yaml

    dataset = result.dataset.copy().assign(twin_variables(result))
    storable, left_out = _storable(result.formulation)
    dataset.attrs["yaml"] = to_yaml(storable)
    if any(piece.kind == "mesh" for pieces in storable.visuals.values() for piece in pieces):
        dataset.attrs["folders"] = json.dumps(mesh_folders.ways_to(storable.folders, path.parent))
    dataset.attrs["info"] = json.dumps({**result.info, "functions_not_stored": left_out}, default=str)
    return write_dataset(path, dataset)


def not_storable(F: Formulation) -> list[str]:
    """Parts with a Python function that a file cannot hold."""
    return _storable(F)[1]


def _storable(F: Formulation) -> tuple[Any, list[str]]:
    """The mechanism with Python functions that no formula can say replaced by zero, and the parts concerned.

    The motion, the multipliers and all energies are stored as they were; only a new run would miss the functions.
    """
    storable, left_out = F.mechanism.copy(), [part.name for part in not_stored.marked(F.mechanism)]
    not_stored.forget(storable)
    for described in (*F.flat.constraints, *F.flat.forces):
        part = described.part
        written = described.written
        changes: dict[str, Any] = {}
        if written is not None and written.route != "formula":
            zero = f"0 * {part.bodies[0]}.x"
            changes = {"function": None, "formula": tuple([zero] * written.outputs)}
        for spec in part_fields(type(part)):
            value = getattr(part, spec.name)
            if _only_python(value):
                changes[spec.name] = Constant(0.0)
            if isinstance(value, tuple) and any(map(_only_python, value)):
                changes[spec.name] = tuple(Constant(0.0) if _only_python(f) else f for f in value)
        if changes:
            left_out.append(part.name)
            storable._section_of(part)[part.name] = dataclasses.replace(part, **changes)
    for name, event in storable.events.items():
        if any(map(callable, event.do)):
            left_out.append(name)
            done = tuple("record" if callable(action) else action for action in event.do)
            storable.events[name] = dataclasses.replace(event, do=done)
    for name, controller in storable.controllers.items():
        if controller.function is not None:
            left_out.append(name)
            storable.controllers[name] = silent(controller)
    return storable, left_out


def _only_python(value: Any) -> bool:
    if isinstance(value, PythonLaw):
        return value.compiled
    return isinstance(value, PythonFunction) and not value.compiled


def load(path: str | Path, verify: bool = True, meshes: str | Path | None = None) -> Any:
    """Read a result saved with `save` (netCDF); verify: compare its checksum first; meshes: their folder."""
    from snodo.formats import loads
    from snodo.results.result import Result, rebind

    path = Path(path)
    dataset = unpacked(path, verify)
    info = json.loads(dataset.attrs["info"])
    mechanism = loads(dataset.attrs["yaml"], name=str(path))
    mechanism.folders += mesh_folders.places_of([*_listed(dataset.attrs.get("folders")), "."], path.parent)
    if meshes is not None:
        mesh_folders.look_in(mechanism, meshes)
    F = rebind(mechanism, info["formulation"])
    for name in info.get("functions_not_stored", ()):
        not_stored.mark(F.mechanism[name])
    states = _states(dataset, F)
    keys = ("multiplier", "violation", "violation_rate", "energy", "power")
    found = {"acceleration": np.array(dataset["a"]), **{key: np.array(dataset[key]) for key in keys}}
    found |= {key: np.array(dataset[key]) for key in LABELS if key in dataset}
    result = Result(F, np.array(dataset["time"]), np.ascontiguousarray(states), found, info)
    result.step_history = dataset["steps"].values
    result.twin = twin_from(dataset, result)
    return result


def _states(dataset: Any, F: Formulation) -> np.ndarray:
    """Rows (q, v, works, numbers, works of the method)."""
    q, v, works = (dataset[k].values for k in ("q", "v", "work"))
    own = len(F.work_names)
    numbers = dataset["x"].values if F.number_names else works[:, :0]
    return np.column_stack([q, v, works[:, :own], numbers, works[:, own:]])


def _listed(text: Any) -> list[Any]:
    """What a file says of folders; nothing if it says none, or not as JSON."""
    try:
        found = json.loads(text)
    except (TypeError, ValueError):
        return []
    return found if isinstance(found, list) else []


def to_csv(result: Result, path: str | Path, names: Sequence[str], units: UnitsLike = None) -> Path:
    """Series in columns, with units in the heading; default: coordinates of bodies and joints."""
    target = must_end(path, ".csv", "a table")
    try:
        table = list(columns(result, names, units))
    except OSError as error:  # of a disk that has the columns for a while
        raise not_written(target, error) from None
    with ProgressBar(0.0, result.time.size, f"writing {target.name}", "rows") as bar:
        return write_whole(target, _lines(result.time, table, bar))


def _lines(time: np.ndarray, table: Sequence[Column], bar: ProgressBar) -> Iterator[str]:
    """The text, some rows at a time."""
    yield _text([["time [s]", *(f"{name} [{unit}]" for name, unit, _ in table)]])
    for first in range(0, time.size, ROWS):
        bar(first)
        some = slice(first, first + ROWS)
        rows = zip(time[some], *[values[some] for _, _, values in table])
        yield _text([repr(float(x)) for x in row] for row in rows)


def _text(rows: Iterable[Sequence[str]]) -> str:
    text = StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()
