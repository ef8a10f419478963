"""Sweeps: a family of mechanisms, computed here, in several processes or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.continued_start import times_from
from snodo.errors import MechanismError, Problem, RunError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.mechanism.mechanism import Mechanism
from snodo.progress import ProgressBar
from snodo.simulation.sweeps.folder import SweepFolder
from snodo.simulation.sweeps.ordering import weights
from snodo.simulation.sweeps.outcome import Sweep
from snodo.simulation.sweeps.outputs import outputs_of
from snodo.simulation.sweeps.places import Here, Place, whole_number
from snodo.simulation.sweeps.plan import Plan, chunk_for, content_of, plan_of, refuse_others
from snodo.simulation.sweeps.quantities import together
from snodo.simulation.sweeps.sampling import SAMPLINGS, VaryLike, members_from
from snodo.simulation.sweeps.work import FINISHED, Rows, Task, Work
from snodo.simulation.varied_settings import refuse_varied_settings
from snodo.spelling import spelled
from snodo.types import FormulationLike, InitialValues, IntegratorLike, MechanismLike, MethodLike, Time, Times

if TYPE_CHECKING:
    from distributed import Client

    from snodo.simulation.sweeps.quantities import together
from snodo.simulation.sweeps.sampling import Members

MOST_REASONS = 8
SHORT, LONG, MORE = 0.02, 20.0, 16
"""A first group that takes less than `LONG` [s] is timed once more, and after less than `SHORT` so many groups."""


@spelled
def sweep(
    mechanism: MechanismLike,
    duration: Time | None = None,
    vary: VaryLike | None = None,
    outputs: str | Iterable[str] | None = None,
    *,
    output: Times | None = None,
    initial: InitialValues | None = None,
    initial_guess: InitialValues | None = None,
    formulation: FormulationLike | None = None,
    method: MethodLike | None = None,
    integrator: IntegratorLike | None = None,
    tolerance: float | None = None,
    max_steps: int | None = None,
    threads: int = 1,
    workers: int | None = None,
    scheduler: str | Client | None = None,
    folder: str | Path | None = None,
    chunk: int | None = None,
    progress: bool = True,
) -> Sweep:
    """Simulate a family: the same mechanism with many values of its parameters and initial values.

    Members that fail are rows with their reason; nothing else stops.  The numbers do not depend on threads, workers
    and interruptions: chunks of members are fixed in a plan.  Ctrl-C returns the members computed so far.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism, with parameters (`m.parameter`, or the section `parameters` of its file).
    duration : quantity, optional
        Simulated time of each run [s]; by default that of the mechanism.
    vary : mapping, list of mappings, DataFrame, LatinHypercube or Sobol, optional
        `{"crank": np.linspace(0.1, 0.2, 50), "A.angle": ["0 deg", "30 deg"]}` computes all combinations; a list of
        `{"crank": 0.1, "A.angle": 0.2}`, or a table of pandas, has a row for each member.  Names are parameters and
        initial values.  By default the section `sweep` of the file.
    outputs : sequence of str, optional
        What is kept: "B.reaction max", "rod.angle final"; other words are initial, min, mean, rms, peak to peak, time
        of max, time of min, and series (all rows).  A name alone means final, min, max and rms; by default the
        coordinates of the joints.
    output : quantity or array, optional
        Time between two rows of a run [s], or the times of the rows [s], as in `sn.simulate`.
    initial : mapping, optional
        Initial values that all members share.
    initial_guess : mapping, optional
        Positions near which a closed start is searched for.
    formulation : str or class, optional
        As in `sn.simulate`.
    method : str or object, optional
        As in `sn.simulate`.
    integrator : str or object, optional
        As in `sn.simulate`.
    tolerance : float, optional
        As in `sn.simulate`.
    max_steps : int, optional
        Limit on the steps of each run.
    threads : int, optional
        Threads of this process.
    workers : int, optional
        Processes of this machine.
    scheduler : str or distributed.Client, optional
        A Dask cluster: the address of its scheduler, or a client; needs a folder.
    folder : str or Path, optional
        Where the sweep is kept while it runs.  Killed at any moment, and called again, it goes on and ends with the
        same bits.
    chunk : int, optional
        Members of a chunk; by default about half a second of work, measured at the start.
    progress : bool, optional
        Whether to show a progress bar.

    Returns
    -------
    Sweep
        The outputs of all members, as `sweep.dataset` and by name: `sweep["B.reaction max"]`.

    Raises
    ------
    RunError
        If all members fail, or the scheduler is lost; `error.result` has the members computed so far.
    MechanismError
        If the description is wrong, or a name means nothing.
    UnsupportedError
        If choices are not compatible, or the folder has another sweep; the message says what differs.

    Examples
    --------
    >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
    >>> swept["A.angle min"].shape
    (3,)
    """
    m = _mechanism(mechanism)
    places = {"threads": None if threads == 1 else threads, "workers": workers, "scheduler": scheduler}
    _must_be_one_place({word: given for word, given in places.items() if given is not None}, folder)
    vary = _from_file(m) if vary is None else vary
    F = bind(mechanism, formulation or m.run.formulation)
    asked = (m.sweep.outputs or None) if outputs is None else outputs
    members, kept = together(lambda: members_from(m, vary), lambda: outputs_of(F, asked))
    choices = {
        "formulation": formulation,
        "method": method,
        "integrator": integrator,
        "tolerance": tolerance,
        "max_steps": max_steps,
        "initial_guess": dict(initial_guess) if initial_guess else None,
    }
    _must_have_one_setting(F.mechanism, members, duration, output, tolerance, max_steps, initial)
    task = Task(
        m,
        members.varied,
        kept,
        times_from(0.0, duration, output, F.mechanism.run),
        dict(initial or {}),
        {word: value for word, value in choices.items() if value is not None},
        members.values[0],
    )
    driver = Driver(task, members, threads, workers, scheduler, chunk, progress)
    return driver.run(folder)


def _mechanism(given: MechanismLike) -> Mechanism:
    found = given if isinstance(given, Mechanism) else getattr(given, "mechanism", None)
    if not isinstance(found, Mechanism):
        what = f"a sweep varies one mechanism, and this is a {type(given).__name__}"
        raise UnsupportedError(Problem(what, "give a mechanism with parameters; sn.simulate takes lists of mechanisms"))
    return found


def _must_be_one_place(places: Mapping[str, Any], folder: Any) -> None:
    if len(places) > 1:
        what = f"{' and '.join(places)} are given"
        raise UnsupportedError(Problem(what, "choose one place: threads, workers or a scheduler"))
    if "scheduler" in places and folder is None:
        what = "a sweep on a cluster needs a folder, so that nothing is lost with the scheduler"
        raise UnsupportedError(Problem(what, 'give one: folder="crank.sweep"'))


def _must_have_one_setting(
    m: Mechanism, members: Members, duration: Any, output: Any, tolerance: Any, max_steps: Any, initial: Any
) -> None:
    """Refuse settings of the run that differ between members, and initial values that vary and are given for all."""
    names = [one.name for one in members.varied]
    given = {"duration": duration, "output": output, "tolerance": tolerance, "max_steps": max_steps}
    refuse_varied_settings(m, names, [word for word, own in given.items() if own is not None])
    twice = [name for name in names if name in dict(initial or {})]
    if twice:
        what = f"initial gives {twice[0]!r} to all members, and it varies"
        raise UnsupportedError(Problem(what, "give it once"))


def _from_file(m: Mechanism) -> Any:
    """What the section `sweep` says."""
    settings = m.sweep
    if not settings.vary:
        remedy = 'give {"crank": np.linspace(0.1, 0.2, 50)}, or write sweep: {vary: {crank: 80 mm .. 200 mm in 25}}'
        raise MechanismError(Problem("there is nothing to vary", remedy, settings.where))
    if settings.sampling == "grid":
        return settings.vary
    assert settings.members is not None
    return SAMPLINGS[settings.sampling](settings.vary, settings.members, settings.seed)


class Driver:
    """Makes or finds the plan, has its chunks computed, and joins them."""

    def __init__(
        self,
        task: Task,
        members: Members,
        threads: int = 1,
        workers: int | None = None,
        scheduler: Any = None,
        chunk: int | None = None,
        progress: bool = True,
    ) -> None:
        self.task, self.members, self.progress = task, members, progress
        self.threads = whole_number("threads", threads)
        self.workers = None if workers is None else whole_number("workers", workers)
        self.chunk = None if chunk is None else whole_number("chunk", chunk)
        self.scheduler = scheduler
        self.work = Work(task)
        self.rows = Rows.empty(task, len(members.values))
        self.begun = time.monotonic()

    def run(self, path: str | Path | None) -> Sweep:
        """All members, or those up to Ctrl-C."""
        with ExitStack() as stack:
            folder = None if path is None else stack.enter_context(SweepFolder(path))
            plan, missing = self._plan(folder)
            how = self.work.family.how
            error = self._compute(plan, missing, folder)
        found = Sweep._of(self.task, plan, self.rows, interrupted=isinstance(error, KeyboardInterrupt))
        found.dataset.attrs["how"] = how
        if isinstance(error, RunError):
            error.result = found
            raise error
        if not isinstance(error, KeyboardInterrupt):
            _refuse_failures(found)
        return found

    # ---------------------------------------------------------------- the plan
    def _plan(self, folder: SweepFolder | None) -> tuple[Plan, list[int]]:
        """The plan of the folder or a new one, and the chunks that are missing."""
        kept = None if folder is None else folder.plan()
        if kept is None:
            lanes = self.work.family.lanes
            size = self.chunk or chunk_for(self._seconds(lanes), len(self.members.values), lanes)
            if size % lanes:
                what = f"chunk = {size}: members are computed {lanes} at a time"
                raise UnsupportedError(Problem(what, f"give a multiple of {lanes}"))
            along = weights(self.work, self.members, lanes)
            plan = plan_of(self.task, self.members, lanes, size, along, folder is not None)
            if folder is not None:
                folder.write_plan(plan)
            return plan, list(range(plan.chunks))
        assert folder is not None
        mine = content_of(self.task, self.members)
        refuse_others(folder.path, kept, mine | {"lanes": self.work.family.lanes}, self.chunk)
        plan = Plan(self.members, kept["lanes"], kept["chunk"], kept)
        return plan, [k for k in range(plan.chunks) if not self._found(plan, folder, k)]

    def _found(self, plan: Plan, folder: SweepFolder, k: int) -> bool:
        """Whether a chunk is in the folder; its rows are then taken."""
        rows = folder.read(k)
        first, last = plan.span(k)
        if rows is None or len(rows.status) != last - first:
            return False
        self.rows.put(plan.numbers(k), rows)
        return True

    def _seconds(self, lanes: int) -> float:
        """Processor time of one member [s]; this also compiles what is needed, before others begin."""
        some = self.members.values[:lanes]
        taken = self._timed(some)
        if taken < LONG:  # it may have loaded or compiled something
            taken = self._timed(some)
        if taken < SHORT:
            some = self.members.values[: lanes * MORE]
            taken = self._timed(some)
        return taken / len(some)

    def _timed(self, values: np.ndarray) -> float:
        begin = time.thread_time()
        self.work.rows(values)
        return time.thread_time() - begin

    # ---------------------------------------------------------------- the chunks
    def _place(self) -> Place:
        if self.scheduler is not None:
            from snodo.simulation.sweeps.cluster import Cluster

            return Cluster(self.task, self.scheduler)
        if self.workers is not None:
            from snodo.simulation.sweeps.processes import Processes

            return Processes(self.task, self.workers)
        return Here(self.work, self.threads)

    def _compute(self, plan: Plan, missing: list[int], folder: SweepFolder | None) -> BaseException | None:
        """Have the missing chunks computed; what ended this early."""
        if not missing:
            return None
        done = plan.count - sum(plan.span(k)[1] - plan.span(k)[0] for k in missing)
        failed = int(((self.rows.status != FINISHED) & (self.rows.status != 0)).sum())
        with ProgressBar(done, plan.count, "sweeping", "runs") as bar:
            try:
                place = self._place()
                try:
                    for k, rows in place.rows(plan, missing):
                        if folder is not None:
                            folder.write(k, rows)
                        self.rows.put(plan.numbers(k), rows)
                        done, failed = done + len(rows.status), failed + rows.failed
                        bar.label = f"sweeping ({failed} failed)" if failed else "sweeping"
                        if self.progress:
                            bar(done)
                finally:
                    getattr(place, "close", lambda: None)()
            except (KeyboardInterrupt, RunError) as error:
                return error
        return None


def _refuse_failures(found: Sweep) -> None:
    """Raise RunError if no member finished."""
    if bool(found.dataset["status"].isin(["finished"]).any()):
        return
    reasons = found.failed["reason"].values[:MOST_REASONS]
    count = found.dataset.sizes["member"]
    problems = [Problem(f"member {k}: {reason}") for k, reason in enumerate(map(str, reasons))]
    if count > len(problems):
        problems.append(Problem(f"… and {count - len(problems)} more: no member of the sweep finished"))
    error = RunError(problems)
    error.result = found
    raise error
