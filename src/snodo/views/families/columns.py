"""What pictures of sweeps draw: what varies and what was kept, in the units wanted; colours and their bars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.results.shown_units import ShownUnits
from snodo.views.style import GREY, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from snodo.simulation.sweeps.outcome import Sweep

Array = np.ndarray
MAP = "viridis"
"""Colours that grow equally in brightness for everybody's eyes."""
LONGEST = 30
"""Longest name of an axis before its unit goes to the next line."""


@dataclass(frozen=True)
class Column:
    """A number of each member, or with a time axis a series."""

    name: str
    unit: str
    values: Array

    @property
    def title(self) -> str:
        """Name and unit for an axis."""
        if not self.unit:
            return self.name
        return f"{self.name}{chr(10) if len(self.name) > LONGEST else ' '}[{self.unit}]"


def column(swept: Sweep, name: str, shown: ShownUnits) -> Column:
    """A quantity that varies, or an output; raises NameNotFound."""
    known = [*swept.names, *swept.outputs]
    if name not in known:
        raise NameNotFound(Problem(f"the sweep has no {name!r}", suggestion(str(name), known)))
    table = swept.dataset[name]
    own = str(table.attrs.get("units", ""))
    unit, values = shown.converted(name, own, np.asarray(table.values, float)) if own else ("", table.values)
    return Column(name, unit, np.asarray(values, float))


def numbers(swept: Sweep, names: tuple[str, ...] | list[str], shown: ShownUnits) -> list[Column]:
    """Columns with one number for each member."""
    found = [column(swept, name, shown) for name in names]
    for one in found:
        if one.values.ndim != 1:
            what = f"{one.name!r} is a whole series of each member"
            raise UnsupportedError(Problem(what, "name an output with one number, such as 'A.angle max'"))
    return found


def outputs_with(swept: Sweep, dimensions: int) -> list[str]:
    """Outputs that are numbers (1) or series (2)."""
    return [name for name in swept.outputs if swept.dataset[name].ndim == dimensions]


def must_vary(swept: Sweep, count: int, what: str) -> list[str]:
    """The quantities that vary, of which a picture needs so many."""
    found = [name for name in swept.names if np.ptp(swept.dataset[name].values) > 0]
    if len(found) < count:
        raise UnsupportedError(
            Problem(f"{what} needs {count} quantities that vary, and the sweep has {len(found)}", "vary another one")
        )
    return found


def with_limits(low: float, high: float) -> Any:
    """A scale of colours between two values."""
    from matplotlib.colors import Normalize

    return Normalize(low, high if high > low else low + 1.0)


def colour_bar(figure: Figure, ax: Any, scale: Any, title: str) -> None:
    """A bar that says what the colours mean."""
    from matplotlib.cm import ScalarMappable

    bar = figure.colorbar(ScalarMappable(scale, MAP), ax=ax, pad=0.02, aspect=30)
    bar.set_label(title, **text_style(9.5))
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=9, color=GREY, length=3)


def colours_of(values: Array, scale: Any) -> Array:
    """Colours of numbers."""
    from matplotlib import colormaps

    found: Array = colormaps[MAP](scale(values))
    return found


def note_failures(ax: Axes, swept: Sweep) -> None:
    """Say how many members are not shown."""
    lost = len(swept.failed["member"])
    if lost:
        words = f"{lost} of {len(swept)} members did not finish"
        ax.set_title(words, loc="right", **text_style(8.5, color=GREY))
