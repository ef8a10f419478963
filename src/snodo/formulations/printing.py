"""A bound formulation in words, for `print(F)` and for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.notebook import card, table

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

SHOWN = 8
"""Names that are told of each kind."""


class Printed:
    """What shows itself in words, and in notebooks as tables."""

    def __repr__(self: Any) -> str:
        return in_words(self)

    def _repr_html_(self: Any) -> str:
        return as_html(self)


def title(F: Formulation) -> str:
    """What it is, and how large."""
    counts = ((F.nq, "coordinate"), (F.nv, "velocity"), (F.nc, "constraint row"))
    told = ", ".join(f"{n} {word if n == 1 else word.removesuffix('y') + 'ies' if word[-1] == 'y' else word + 's'}"
                     for n, word in counts)  # fmt: skip
    return f"{F.name} formulation of mechanism {F.mechanism.name!r}: {told}"


def named(F: Formulation) -> dict[str, list[tuple[str, str]]]:
    """Names and units of coordinates, velocities and rows."""
    velocities = [f"{unit}/s" for unit in F.velocity_units]
    return {
        "coordinates": list(zip(F.coordinate_names, F.coordinate_units)),
        "velocities": list(zip(F.velocity_names, velocities)),
        "constraint rows": list(zip(F.row_names, F.row_units)),
    }


def in_words(F: Formulation) -> str:
    """Its size, and the first names of each kind."""
    lines = [title(F)]
    for kind, names in named(F).items():
        told = ", ".join(f"{name} [{unit}]" if unit else name for name, unit in names[:SHOWN])
        lines += [f"  {kind}: {told}{', …' if len(names) > SHOWN else ''}"] if names else []
    cut = F.cut_joints
    return "\n".join([*lines, f"  loops cut at: {', '.join(cut)}"] if cut else lines)


def as_html(F: Formulation) -> str:
    """Tables of coordinates, velocities and rows."""
    return card(title(F), *(table(kind, ("name", "unit"), names) for kind, names in named(F).items() if names))
