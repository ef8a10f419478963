"""A result export: files, tables, pictures and animations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.mechanism.mesh_folders import look_in
from snodo.results.plotting import Plotting
from snodo.results.shown_units import UnitsLike

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from snodo.results.result import Result
    from snodo.views.scene.show import Shown


class Outputs(Plotting):
    """Methods of `Result`; each imports what it needs when called."""

    def save(self: Any, path: str | Path) -> Path:
        """Write the result to a file.

        Parameters
        ----------
        path : str or path
            Everything to a netCDF file (.nc), or the usual series to a table (.csv).

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If the file cannot be written.

        Examples
        --------
        >>> file = result.save("run.nc")
        """
        from snodo.results.files.saving import save

        return save(self, path)

    @classmethod
    def load(cls, path: str | Path, verify: bool = True, meshes: str | Path | None = None) -> Result:
        """Read a result that was saved as netCDF.

        Meshes of pictures are looked for beside the file, and where its model was if that is near; the file names no
        other folder, so that it can be sent to others.

        Parameters
        ----------
        path : str or path
            A file ending in .nc.
        verify : bool, optional
            Whether to refuse a file that was truncated or changed; files from versions without checksums are
            read with False.
        meshes : str or path, optional
            Folder of the meshes of a robot, if they are elsewhere.

        Returns
        -------
        Result
            The result.

        Raises
        ------
        FileError
            If the file cannot be read, or is damaged.

        Examples
        --------
        >>> same = sn.Result.load(result.save("run.nc"))
        """
        from snodo.results.files.saving import load

        return load(path, verify, meshes)

    def to_csv(self: Any, path: str | Path, *names: str, units: UnitsLike = None) -> Path:
        """Write named series as a table with units.

        Parameters
        ----------
        path : str or path
            A file ending in .csv.
        *names : str
            Series as in `result[name]`; by default motion of bodies and joints, efforts of drivers.
        units : str, sequence of str or mapping, optional
            Units of the columns, as in `plot`; the time is in seconds.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        NameNotFound
            If there is no such series.
        FileError
            If the name does not end in .csv, or the file cannot be written.

        Examples
        --------
        >>> file = result.to_csv("angles.csv", "A.angle", units="deg")
        """
        from snodo.results.files.saving import to_csv

        return to_csv(self, path, names, units)

    def to_dataframe(self: Any, *names: str, units: UnitsLike = None) -> pandas.DataFrame:
        """Return named series as a table, one row per time and a column for each series.

        Parameters
        ----------
        *names : str
            Series as in `result[name]`; one with several components gives a column for each, such as `B.reaction.fx`.
            By default motion of bodies and joints, efforts of drivers.
        units : str, sequence of str or mapping, optional
            Units of the columns, as in `plot`; the time is in seconds.

        Returns
        -------
        pandas.DataFrame
            Indexed by time [s]; `frame.attrs["units"]` has the unit of each column.

        Raises
        ------
        NameNotFound
            If there is no such series.

        Examples
        --------
        >>> list(result.to_dataframe("A.angle", "A.speed"))
        ['A.angle', 'A.speed']
        """
        from snodo.results.files.frame import to_dataframe

        return to_dataframe(self, names, units)

    def animate(
        self: Any,
        path: str | Path,
        fps: float | None = None,
        speed: float | None = None,
        trace: str | Iterable[str] | None = (),
        width: int | None = None,
        labels: bool | None = None,
        view: tuple[float, float] | None = None,
        curves: Sequence[str] | None = None,
        forces: str | Sequence[str] | None = None,
        meshes: str | Path | None = None,
    ) -> Path:
        """Write an animation of the motion: an interactive page, or a film.

        A page (.html) is one file that needs no network: open it, or send it by mail.

        Parameters
        ----------
        path : str or path
            A file ending in .html, .gif or .mp4.
        fps : float, optional
            Frames per second of a film, 30 by default, fewer for long motions (at most 400 frames in all).
        speed : float, optional
            0.1 shows it ten times slower; by default real time, or slower where that would be too fast to see.
        trace : str or sequence of str, optional
            Frames, joints or bodies whose paths are drawn; by default the frames, None for none.
        width : int, optional
            Width of a film [pixel], 640 by default.
        labels : bool, optional
            Whether names of bodies and joints are shown; by default a page shows them if there are few, and a film does
            not.
        view : pair of float, optional
            In space, azimuth and elevation of the viewer [deg].
        curves : sequence of str, optional
            Series that a page plots; by default the usual ones.
        forces : str or sequence of str, optional
            Joints and forces whose arrows a page can show; by default all if they fit the page, which says so if they
            do not.
        meshes : str or path, optional
            Folder of the meshes of a robot, if they are not found; the result remembers it.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        SnodoError
            If the file cannot be written, or has no such option.

        Examples
        --------
        >>> file = result.animate("motion.html")
        >>> file = result.animate("motion.gif", fps=10)
        """
        from snodo.views.plane.animation import animate

        if meshes is not None:
            look_in(self.mechanism, meshes)
        return animate(self, path, fps, speed, trace, width, labels, view, curves, forces)

    def show(self: Any, height: int = 560) -> Shown | Path:
        """Show the motion: in a notebook below the cell, otherwise in the browser.

        Parameters
        ----------
        height : int, optional
            Height of the page in a notebook [pixel].

        Returns
        -------
        Shown or Path
            In a notebook, what it displays (about 0.3 MB are kept in the notebook); otherwise the path of the page,
            which is in the folder for temporary files.

        Examples
        --------
        >>> page = result.show()  # doctest: +SKIP
        """
        from snodo.views.scene.show import in_notebook, open_page, shown

        found = shown(self, height=height)
        return found if in_notebook() else open_page(found)

    def draw(
        self: Any,
        path: str | Path | None = None,
        count: int = 8,
        trace: str | Iterable[str] | None = (),
        ax: Axes | None = None,
        labels: bool = False,
        width: int = 800,
        view: tuple[float, float] | None = None,
    ) -> Figure:
        """Draw several positions of the motion in one picture.

        The last position is strong, earlier ones are faint; they are equally spaced along the path, not in time.

        Parameters
        ----------
        path : str or path, optional
            File to write: .png, .svg or .pdf.
        count : int, optional
            Number of positions.
        trace : str or sequence of str, optional
            Frames, joints or bodies whose paths are drawn; by default frames and, fainter, joints and particles that
            move; None for none.
        ax : matplotlib Axes, optional
            Where to draw; by default a new figure.
        labels : bool, optional
            Whether names of bodies and joints are shown.
        width : int, optional
            Width of the picture [pixel].
        view : pair of float, optional
            In space, azimuth and elevation of the viewer [deg].

        Returns
        -------
        matplotlib.figure.Figure
            The picture.

        Raises
        ------
        SnodoError
            If the file cannot be written.

        Examples
        --------
        >>> figure = result.draw(count=4)
        """
        from snodo.views.plane.drawing import draw_positions

        return draw_positions(self, path, count, trace, ax, labels, width, view)

    def report(self: Any, path: str | Path, names: str | Iterable[str] = (), units: UnitsLike = None) -> Path:
        """Write a report: one page that needs no network and prints well.

        It has the mechanism drawn and as tables, its degrees of freedom, its equations, plots of the motion, peaks of
        the reactions and whether they are determined, the balance of energy, the verdict on the quality, and the
        methods with their references.

        Parameters
        ----------
        path : str or path
            A file ending in .html.
        names : str or sequence of str, optional
            Series to plot, as in `result[name]`; by default efforts of drivers and the joint coordinates that vary
            most.
        units : str, sequence of str or mapping, optional
            Units of plots and of tables of the motion, as in `plot`: "deg", ["deg", "rpm", "mm"] or {"angle": "deg"};
            by default SI.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        NameNotFound
            If there is no such series.
        UnitError
            If a unit does not exist, or fits nothing that the page shows.
        FileError
            If the file cannot be written, or has another ending.

        Examples
        --------
        >>> file = result.report("pendulum.html")
        >>> file = result.report("pendulum.html", units="deg")
        """
        from snodo.views.report.report import report

        return report(self, path, names=names, units=units)

    def cite(self: Any, style: str = "bibtex") -> str:
        """Return references to this software and to the methods that this run used.

        Parameters
        ----------
        style : {"bibtex", "text"}, optional
            BibTeX entries, or one line of plain text for each work.

        Returns
        -------
        str
            The references, each work once.

        Raises
        ------
        NameNotFound
            If there is no such style.

        Examples
        --------
        >>> print(result.cite("text").splitlines()[1])
        P. E. Nikravesh, Computer-Aided Analysis of Mechanical Systems, Prentice Hall, Englewood Cliffs, 1988.
        """
        from snodo.results.citing import cite

        return cite(self, style)
