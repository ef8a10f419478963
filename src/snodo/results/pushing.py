"""Forces of stops and contacts (multipliers of their rows, or force laws if they are compliant), and how much of the
friction at rest is used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from snodo.formulations.parts.switched import SwitchedRow
from snodo.formulations.series.efforts import drives

if TYPE_CHECKING:
    import xarray

    from snodo.results.result import Result


def pushing_series(result: Result) -> Iterator[tuple[str, Any]]:
    """`A.lower.force`, `heel.force`, …: positive, and zero where there is a gap."""
    F = result.formulation
    for row in F.builder.switched:
        if isinstance(row, SwitchedRow) and row.pushes:
            yield f"{row.name}.force", partial(_of_row, result, row.name)
    if "friction_used" in result.found:
        for k, name in enumerate(sticking_parts(F)):
            yield f"{name}.utilisation", partial(_used, result, k, name)
    for law in F.flat.forces:
        if "stop.gap" in law.measures:
            yield f"{law.row}.force", partial(_of_law, result, law)


def sticking_parts(F: Any) -> list[str]:
    """Frictions, clutches and brakes that stick, in the order of their rows."""
    rows = [row for row in F.builder.switched if isinstance(row, SwitchedRow)]
    return [row.part.name for row in rows if row.name == f"{row.part.name}.stick"]


def _used(result: Result, k: int, name: str) -> xarray.DataArray:
    """Friction against the largest at rest: 1 while it slides; 0 of an open clutch."""
    return result.labelled(result.found["friction_used"][:, k], f"utilisation of {name}", "1")


def _of_row(result: Result, name: str) -> xarray.DataArray:
    F = result.formulation
    k = F.row_names.index(name)
    unit = "N" if F.row_units[k] == "m" else "N m"
    return result.labelled(-result.multipliers[:, k], f"force of {name}", unit)


def _of_law(result: Result, law: Any) -> xarray.DataArray:
    F = result.formulation
    rows = dict(zip(F.row_names, F.row_units))
    unit = "N m" if rows.get(law.row) == "rad" else "N"
    return result.labelled(drives(F, law, result.time, result.q, result.v)[..., 0], f"force of {law.row}", unit)
