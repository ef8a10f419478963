"""A result out of the program: files, tables, plots, pictures and films."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.errors import Problem, UnsupportedError

if TYPE_CHECKING:
    import pandas

    from snodo.results.result import Result


class Outputs:
    """Doors of `Result`; each is opened when it is called."""

    def save(self: Any, path: str | Path) -> Path:
        """Write everything to a netCDF file (.nc), or the usual series to a table (.csv)."""
        from snodo.results.files.saving import save

        return save(self, path)

    @classmethod
    def load(cls, path: str | Path, verify: bool = True) -> Result:
        """Read a result saved as netCDF; a file that was cut or changed is refused (verify=False takes what it says).

        Files of versions before checksums were introduced are read with verify=False.
        """
        from snodo.results.files.saving import load

        return load(path, verify)

    def to_csv(self: Any, path: str | Path, *names: str) -> Path:
        """Write the named series (default: motion of bodies and joints, efforts of drivers) as a table with units."""
        from snodo.results.files.saving import to_csv

        return to_csv(self, path, names)

    def to_dataframe(self: Any, *names: str) -> pandas.DataFrame:
        """The named series as a table, a row for each time and a column for each series.

        Parameters
        ----------
        *names : str
            Series as in `result[name]`; one with several components gives a column for each, such as `B.reaction.fx`.
            Default: motion of bodies and joints, efforts of drivers.

        Returns
        -------
        pandas.DataFrame
            Indexed by time [s]; `frame.attrs["units"]` has the unit of each column.
        """
        from snodo.results.files.frame import to_dataframe

        return to_dataframe(self, names)

    def plot(self: Any, *names: str, path: str | Path | None = None) -> Any:
        """Plot named series against time; returns the matplotlib figure."""
        from snodo.views.plots import plot

        return plot(self, *names, path=path)

    def plot_path(self: Any, *names: str, path: str | Path | None = None) -> Any:
        """Plot the paths of bodies, frames or joints in the plane, y against x; returns the matplotlib figure."""
        if self.mechanism.dimension == 3:
            remedy = (
                'draw them with the mechanism, result.draw(trace=["tool"]), or plot result.plot("tool.x", "tool.y")'
            )
            raise UnsupportedError(Problem("a path in space has three coordinates, this plot two", remedy))
        from snodo.views.plots import plot_path

        return plot_path(self, *names, path=path)

    def animate(self: Any, path: str | Path, **options: Any) -> Path:
        """Write an animation: .gif, .mp4 or .html."""
        from snodo.views.plane.animation import animate

        return animate(self, path, **options)

    def draw(self: Any, path: str | Path | None = None, **options: Any) -> Any:
        """Draw several positions in one picture; returns the matplotlib figure."""
        from snodo.views.plane.drawing import draw_positions

        return draw_positions(self, path=path, **options)
