"""Reports from Python: of a result, of a mechanism that is simulated first, or of a file of either."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from snodo.errors import AssemblyError, FileError, Problem, RunError, UnsupportedError
from snodo.formats import load
from snodo.formulations.base import Formulation
from snodo.formulations.bind import bind
from snodo.mechanism.mechanism import Mechanism
from snodo.results.result import Result
from snodo.results.shown_units import UnitsLike
from snodo.simulation.simulate import simulate
from snodo.spelling import spelled
from snodo.types import MechanismLike
from snodo.views.report.page import page
from snodo.views.report.subject import Subject
from snodo.views.report.units import shown_units
from snodo.views.style import writable
from snodo.whole_files import write_whole

ENDINGS = (".html", ".htm")
RESULTS = (".nc",)
DURATION = 5.0
"""Simulated time [s] of a mechanism that gives none."""


@spelled
def report(
    source: MechanismLike | Result | str | Path,
    path: str | Path | None = None,
    *,
    names: str | Iterable[str] = (),
    units: UnitsLike = None,
    **options: object,
) -> Path:
    """Write a report: one page that needs no network and prints well.

    It has the mechanism drawn and as tables, its degrees of freedom, its equations, plots of the motion, peaks of the
    reactions and whether they are determined, the balance of energy, the verdict on the quality, and the methods with
    their references. Of a mechanism that cannot be assembled, or whose run stops part way, it says so.

    Parameters
    ----------
    source : Result, Mechanism, formulation, str or path
        A result, or a mechanism, which is simulated first; or a file of either (.nc, .yaml, .urdf, …).
    path : str or path, optional
        A file ending in .html; by default, of a file, its name with `_report.html` in the current folder.
    names : str or sequence of str, optional
        Series to plot, as in `result[name]`; by default efforts of drivers and the joint coordinates that vary most.
    units : str, sequence of str or mapping, optional
        Units of plots and of tables of the motion, as in `result.plot`: "deg", ["deg", "rpm", "mm"] or
        {"angle": "deg"}; by default SI.
    **options : optional
        Of a mechanism, what `sn.simulate` takes, such as `duration` [s], `method` and `integrator`; by default those of
        the file, and 5 s.

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
        If a file cannot be read or written.

    Examples
    --------
    >>> file = sn.report(pendulum, "pendulum.html", duration=0.5)
    >>> file = sn.report(pendulum, "pendulum.html", units="deg", duration=0.5)
    """
    if path is None and not isinstance(source, str | Path):
        raise FileError(Problem("a report needs a file to be written to", 'give its name: sn.report(m, "report.html")'))
    target = writable(_beside(source) if path is None else path, ENDINGS, "a report")
    chosen = (names,) if isinstance(names, str) else tuple(names)
    return write_whole(target, page(_subject(source, chosen, units, options)))


def _beside(source: Any) -> Path:
    return Path(f"{Path(source).stem}_report.html")


def _subject(source: Any, names: tuple[str, ...], units: UnitsLike, options: dict[str, Any]) -> Subject:
    if isinstance(source, str | Path):
        file = Path(source)
        if file.suffix.lower() not in RESULTS:
            return _of_mechanism(load(file), names, units, options, file.name, text_of(file))
        source = Result.load(file)
    if isinstance(source, Result):
        if options:
            what = f"{', '.join(options)}: a result has been computed already"
            raise UnsupportedError(Problem(what, "omit them, or give the mechanism"))
        return of_result(source, names, units)
    if not isinstance(source, Mechanism | Formulation):
        what = f"a report is about one result or mechanism, not about {type(source).__name__}"
        raise UnsupportedError(Problem(what, "report the members of a batch one by one"))
    return _of_mechanism(source, names, units, options)


def _of_mechanism(
    source: Any, names: tuple[str, ...], units: UnitsLike, options: dict[str, Any], file: str = "", text: str = ""
) -> Subject:
    options = dict(options)
    word = options.pop("formulation", None)
    if word is None and not isinstance(source, Formulation):
        word = source.run.formulation
    F = bind(source, word)
    if options.get("duration") is None:
        options["duration"] = F.mechanism.run.duration or DURATION
    shown = shown_units(units, F, names)
    problems: Sequence[Problem] = ()
    result = None
    try:
        result = simulate(F, **options)
    except (RunError, AssemblyError) as error:
        problems, result = error.problems, getattr(error, "result", None)
    return Subject(F, result, tuple(problems), names, file, text, shown)


def of_result(result: Result, names: tuple[str, ...] = (), units: UnitsLike = None) -> Subject:
    """A report's subject from a result."""
    shown = shown_units(units, result.formulation, names, result)
    return Subject(result.formulation, result, (), names, shown=shown)


def text_of(file: Path) -> str:
    """The text of a file that has been read."""
    return file.read_text(encoding="utf-8", errors="replace")
