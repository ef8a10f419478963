"""Several results in one plot or table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.results.plotting import Plotting
from snodo.spelling import Spelled

if TYPE_CHECKING:
    from snodo.results.batch import Batch
    from snodo.results.result import Result


class Overlay(Plotting, Spelled):
    """Several results that are plotted and tabulated together.

    Everything that a result plots, an overlay plots for all its results: `plot`, `plot_phase`, `plot_path`,
    `plot_hodograph`, `plot_energy`, `plot_spectrum`, `plot_orders` and `table`. The results may differ in their
    mechanisms, times and methods; they must have the series that are asked for.

    Parameters
    ----------
    results : mapping of str to Result, or Batch
        The results by what they are called in the plot; members of a batch are called by their numbers.

    Examples
    --------
    >>> stiff, soft = sn.simulate(pendulum, 0.1), sn.simulate(pendulum, 0.1, tolerance=1e-4)
    >>> both = sn.Overlay({"tight": stiff, "loose": soft})
    >>> figure = both.plot("A.angle", units="deg")
    >>> len(both.table("A.angle"))
    2
    """

    def __init__(self, results: Mapping[str, Result] | Batch) -> None:
        self._results = dict(_named(results))

    def _runs(self) -> Mapping[str, Result]:
        return self._results

    def __getitem__(self, name: str) -> Result:
        if name not in self._results:
            raise NameNotFound(Problem(f"there is no result {name!r}", suggestion(str(name), self._results)))
        return self._results[name]

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        lines = [f"  {name}: {r.mechanism.name!r}, {r.time.size} rows" for name, r in self._results.items()]
        return "\n".join([f"overlay of {len(self)} results", *lines])


def _named(results: Mapping[str, Result] | Batch) -> Mapping[str, Result]:
    from snodo.results.batch import Batch
    from snodo.results.result import Result

    form = 'write sn.Overlay({"soft": first, "stiff": second})'
    if isinstance(results, Batch):
        results = {str(k): results[k] for k in range(len(results)) if k not in results.problems}
        form = "all its members failed: see batch.problems"
    if not isinstance(results, Mapping):
        raise NameNotFound(Problem(f"an overlay needs results with names, not {type(results).__name__}", form))
    if not results:
        raise NameNotFound(Problem("an overlay needs results", form))
    for name, result in results.items():
        if not isinstance(name, str) or not name.strip():
            raise NameNotFound(Problem(f"{name!r} is no name for a result", form))
        if not isinstance(result, Result):
            raise NameNotFound(Problem(f"{name!r} is no result, but {type(result).__name__}", form))
    return results
