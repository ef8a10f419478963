"""One run from the command line: load, simulate, report, write; the valid part of a failed run is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from snodo.analyses.assembly.assemble import moves
from snodo.analyses.doctor.hints import MOST_ROWS, beyond_limits, far_points, hints, large_moves, unequal_sizes
from snodo.analyses.doctor.mobility import mobility
from snodo.cli.exit_codes import Exit, exit_code
from snodo.cli.happened import print_events
from snodo.cli.parameters import loaded
from snodo.cli.printing import look, plural, print_table, report, wrote
from snodo.cli.series import name_problems, own_units, print_names, unit_problems, usual_lines
from snodo.cli.settings import settings_problems
from snodo.errors import AssemblyError, MechanismError, NameNotFound, Problem, RunError, SnodoError, UnsupportedError
from snodo.formulations.bind import bind, default_formulation
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.mesh_folders import look_in
from snodo.progress import silence
from snodo.results.files.frame import usual
from snodo.results.not_run import not_yet_run
from snodo.results.quality.verdict import COVERS
from snodo.results.series import usual_names
from snodo.results.shown_units import UnitsLike, fitting

NOT_CHOSEN: dict[str, Any] = {"kinematics": False, "names": False, "units": []}
NOT_CHOSEN |= dict.fromkeys(("cut", "plots", "series", "tables", "traces", "values"), ())
NOT_CHOSEN |= dict.fromkeys(("checkpoint", "checkpoint_every", "save", "csv", "plot_file", "x", "draw"))
NOT_CHOSEN |= dict.fromkeys(("animate", "meshes"))
"""Options of `snodo run` that other commands which run a mechanism may not have."""
DEFAULT_DURATION = 5.0
MOST_LINES = 24
NOTICEABLE = 1e-3
"""Assembly is reported if it moves a body by more than this fraction of the mechanism's size."""


class Running:
    """The steps of `snodo run`."""

    def __init__(self, file: Path, choices: dict[str, Any], quiet: bool) -> None:
        """Choices are the options of the command by name."""
        self.choices, self.quiet = choices, quiet
        self.mechanism = self._loaded(file)
        if choices.get("meshes") is not None:
            look_in(self.mechanism, choices["meshes"])
        self.code = Exit.DONE
        """How it ended: the first thing that went wrong."""

    def _loaded(self, file: Path) -> Mechanism:
        return loaded(file, self.choices["values"])

    def go(self) -> None:
        """Run everything; problems are printed, and `code` says how it ended."""
        self._cut()
        self.F = bind(self.mechanism, self.choices["formulation"] or self.mechanism.run.formulation)
        if self.choices["names"]:
            print_names(self.F)
            return
        self._refuse_unknown_words()
        self._introduce()
        with silence(self.quiet):
            result = self._result()
            self._note_interruption(result)
            if result is not None and result.time.size:
                self._describe(result)
                self._table(result)
                self._write(result)

    def _cut(self) -> None:
        """Set the joints to cut, if they are given on the command line."""
        m, cut = self.mechanism, self.choices["cut"]
        if not cut:
            return
        m.run.cut = tuple(cut)  # first: the default depends on it
        word = self.choices["formulation"] or m.run.formulation or default_formulation(m)
        if word != "tree":
            what = f"--cut applies to the formulation tree, not to {word}"
            raise UnsupportedError(Problem(what, "add --formulation tree, or omit --cut"))

    def say(self, line: str) -> None:
        """Print unless quiet."""
        if not self.quiet:
            click.echo(line)

    # ---------------------------------------------------------------- before
    def _refuse_unknown_words(self) -> None:
        """Report wrong settings and unknown series and points, all at once, before the run."""
        c = self.choices
        wrong, unknown = settings_problems(self.mechanism.run), list[Problem]()
        if c["plots"] or c["series"] or c["traces"] or c["x"] or c["tables"]:
            unknown = name_problems(self.F, (*c["plots"], *c["series"], *c["tables"]), c["traces"], c["x"])
        if c["units"] and not (wrong or unknown):
            unknown = unit_problems(c["units"], own_units(self.F, self._shown_series()))
        if wrong:
            raise MechanismError([*wrong, *unknown])
        if unknown:
            raise NameNotFound(unknown)

    def _shown_series(self) -> list[str]:
        """All series of plots and tables."""
        c, found = self.choices, [*self.choices["tables"]]
        if c["plots"] or c["plot_file"]:
            found += self._plotted()
        if c["csv"]:
            found += c["series"] or usual(not_yet_run(self.F))
        return found

    def _plotted(self) -> list[str]:
        return [self.choices["x"] or "time", *(self.choices["plots"] or usual_names(self.F))]

    def _units(self, names: Iterable[str]) -> UnitsLike:
        """Those of the units that fit these series: others belong to other plots and tables."""
        return fitting(self.choices["units"], own_units(self.F, names)) if self.choices["units"] else None

    def _introduce(self) -> None:
        m = self.mechanism
        counts = [plural(len(m.bodies), "body", "bodies")]
        for section, word in (
            ("joints", "joint"),
            ("constraints", "constraint"),
            ("forces", "force"),
            ("drivers", "driver"),
        ):
            if getattr(m, section):
                counts.append(plural(len(getattr(m, section)), word))
        self.say(f"{m.name}: {', '.join(counts)}")
        if m.description:
            self.say(" ".join(m.description.split()))

    # ---------------------------------------------------------------- the run
    def _result(self) -> Any:
        """The result, or its valid part after printing the problems."""
        try:
            return self._kinematics() if self.choices["kinematics"] else self._simulation()
        except RunError as error:
            self._fail(error.problems, code=Exit.STOPPED)
            return error.result
        except AssemblyError:
            self._hint([*far_points(self.F), *unequal_sizes(self.F)])
            raise

    def _note_interruption(self, result: Any) -> None:
        """Report that Ctrl-C ended the run early, even if quiet."""
        if result is not None and result.info.get("status") == "interrupted":
            self.code = Exit.INTERRUPTED
            click.echo(f"interrupted at t = {result.info['reached']:g} s: the results cover the time before", err=True)
            if self.choices["checkpoint"]:
                click.echo(f"snodo resume {self.choices['checkpoint']} goes on from there", err=True)

    def _simulation(self) -> Any:
        from snodo.simulation.simulate import simulate

        names = ("method", "tolerance", "error_bars", "checkpoint", "checkpoint_every")
        words = {name: self.choices[name] for name in names}
        return simulate(
            self.F,
            self._duration(),
            output=self.choices["output_step"],
            integrator=self._integrator(),
            **words,
        )

    def _kinematics(self) -> Any:
        from snodo.analyses.kinematics.kinematics import kinematics

        return kinematics(self.F, self._duration(), output=self.choices["output_step"])

    def _duration(self) -> float | None:
        given = self.choices["duration"]
        if given is None and self.mechanism.run.duration is None:
            self.say(f"the file has no duration: simulating {DEFAULT_DURATION:g} s (change it with --duration)")
            return DEFAULT_DURATION
        return None if given is None else float(given)

    def _integrator(self) -> Any:
        step = self.choices["step"]
        if step is None:
            return self.choices["integrator"]
        from snodo.integrators.base import integrator_from

        return integrator_from(self.choices["integrator"], step=step)

    def _hint(self, found: list[str]) -> None:
        if not self.quiet:
            look(found)

    def _fail(self, problems: list[Problem], title: str = "", code: Exit = Exit.WRITING) -> None:
        self.code = self.code or code
        report(problems, title)

    # ---------------------------------------------------------------- after
    def _describe(self, result: Any) -> None:
        if self.quiet:
            return
        self._freedom(result)
        self._assembly(result)
        look([*hints(self.F, result.q[0], result.v[0]), *beyond_limits(self.F, result.q)])
        i = result.info
        choices = [f"{word} {_short(i[word])}" for word in ("formulation", "method", "integrator") if i.get(word)]
        if i.get("cut_joints"):
            choices.insert(1, f"loops cut at {', '.join(i['cut_joints'])}")
        click.echo(", ".join(choices))
        if str(i.get("chosen", "")).startswith("stiff"):
            click.echo(f"integrator chosen along the run: {i['chosen']}")
        click.echo("")
        series = usual_lines(result)
        print_table(("", "start", "end", "smallest", "largest", "unit"), series[:MOST_LINES], left=(0, 5))
        if len(series) > MOST_LINES:
            click.echo(f"… and {len(series) - MOST_LINES} more (see their names with --names)")
        click.echo("")
        print_events(result)
        self._verdict(result)

    def _freedom(self, result: Any) -> None:
        if self.F.nc > MOST_ROWS:
            return
        found = mobility(self.F, result.q[0], v=result.v[0], t=float(result.time[0]))
        dof = found.degrees_of_freedom
        counted = f"{found.coordinates} coordinates, {found.rows} rows of rank {found.rank}"
        line = f"{plural(dof, 'degree')} of freedom: {counted if found.rows else 'no constraint rows'}"
        locked = dof == 0 and not self.mechanism.drivers
        if dof == 0 and not locked and not self.choices["kinematics"]:
            line += " (the drivers determine the motion; --kinematics follows them without integrating)"
        click.echo(line)
        if found.velocity_rows:
            click.echo(found.levels)
        if found.redundant and not locked:  # otherwise a hint names them
            click.echo(f"redundant rows omitted: {', '.join(found.redundant)}")

    def _assembly(self, result: Any) -> None:
        if large_moves(self.F, result.q[0]):
            return  # printed as a hint
        moved = moves(self.F, result.q[0])
        body = max(moved, key=moved.__getitem__, default="")
        if body and moved[body] > NOTICEABLE * self.F.size:
            goal = "close the joints and meet the initial values" if self.F.nc else "meet the initial values"
            click.echo(f"assembled: bodies moved to {goal}, {body} by {moved[body]:.3g} m")

    def _verdict(self, result: Any) -> None:
        i = result.info
        span = f"t = {result.time[0]:g} … {result.time[-1]:g} s, {plural(result.time.size, 'row')}"
        if "steps" in i:
            rejected = f" ({i['rejected']:.0f} rejected)" if i.get("rejected") else ""
            span += f", {i['steps']:.0f} steps{rejected}, {i['seconds']:.3g} s of computing time"
        click.echo(span)
        quality = result.quality()
        colour = {"good": "green", "fair": "yellow", "unchecked": "yellow"}.get(quality.verdict, "red")
        click.echo(click.style("quality ", bold=True) + click.style(quality.verdict, fg=colour))
        for finding in quality.findings:
            click.echo(f"  {finding}")
        click.echo(click.style(f"  {COVERS}", dim=True))

    # ---------------------------------------------------------------- files
    def _write(self, result: Any) -> None:
        """Write every requested file; if one fails, the others are still written."""
        c = self.choices
        jobs: list[tuple[Path | None, Callable[[Path], object]]] = [
            (c["save"], result.save),
            (c["csv"], lambda path: self._csv(result, path)),
            (c["plot_file"] or (Path("plot.png") if c["plots"] else None), lambda path: self._plot(result, path)),
            (c["draw"], lambda path: result.draw(path, trace=c["traces"])),
            (c["animate"], lambda path: result.animate(path, trace=c["traces"])),
        ]
        finished = self.code is Exit.DONE
        for path, write in jobs:
            if path is not None:
                self._attempt(path if finished else self._beside(path), write)

    def _beside(self, path: Path) -> Path:
        """Where to write an unfinished run: it does not replace an existing file."""
        if not path.is_file():
            return path
        beside = path.with_name(f"{path.stem}.unfinished{path.suffix}")
        click.echo(f"{path} is not overwritten, because this run was not finished: writing {beside}", err=True)
        return beside

    def _attempt(self, path: Path, write: Callable[[Path], object]) -> None:
        try:
            write(path)
        except SnodoError as error:
            self._fail(error.problems, f"{path} was not written", _of_writing(error))
        except OSError as error:
            self._fail([Problem(f"{error.strerror or error}")], f"{path} was not written")
        else:
            if not self.quiet:
                wrote(path)

    def _plot(self, result: Any, path: Path) -> None:
        _, *names = self._plotted()
        result.plot(*names, x=self.choices["x"], units=self._units(self._plotted()), path=path)

    def _csv(self, result: Any, path: Path) -> None:
        names = self.choices["series"]
        result.to_csv(path, *names, units=self._units(names or usual(result)))

    def _table(self, result: Any) -> None:
        """Peaks and means of series, even if quiet: they were asked for."""
        if self.choices["tables"]:
            click.echo(result.table(*self.choices["tables"], units=self._units(self.choices["tables"])))
            click.echo("")


def _of_writing(error: SnodoError) -> Exit:
    """The code for a file that was not written."""
    code = exit_code(error)
    return Exit.WRITING if code is Exit.MODEL else code


def _short(choice: str) -> str:
    """`DOP853(rtol=1e-08, atol=None)` without parameters that are None."""
    return re.sub(r"(, )?\w+=None", "", choice)
