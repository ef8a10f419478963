"""One run that is kept in a folder, from its start or from where another process has left it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.analyses.assembly.assemble import Assembly
from snodo.errors import FileError, Problem, SnodoError, UnsupportedError
from snodo.formats import loads
from snodo.integrators.dae.bound import NoMethod
from snodo.interrupts import waiting_interrupts
from snodo.math.rows_on_disk import LARGE
from snodo.math.units import quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.progress import ProgressBar
from snodo.registry import FORMULATIONS, INTEGRATORS, METHODS
from snodo.results.result import Result
from snodo.simulation.checkpoints.folder import Folder
from snodo.simulation.checkpoints.keeper import EVERY, RunKeeper
from snodo.simulation.checkpoints.sameness import identity, refuse_others
from snodo.simulation.error_bars import check_by_twin
from snodo.simulation.memory import must_fit
from snodo.simulation.numbers import must_suit_numbers
from snodo.simulation.one_run import Choices, assembled, moved, moved_on, recovered
from snodo.spelling import spelled
from snodo.switching.suits import refuse_checkpoints
from snodo.types import Time

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
NUMBERS = ("gap", "iterations", "tries", "moved", "nearest", "branch")
TUPLE = "items of a tuple"
SIMULATE_AGAIN = "call the same sn.simulate again: it goes on from there"


@dataclass(repr=False)
class Kept(Assembly):
    """The start of a run from a checkpoint, in the words of the original one."""

    words: str = ""

    def __str__(self) -> str:
        return self.words


def run_long(
    F: Formulation, initial: Mapping[str, Any] | None, choices: Choices, path: str | Path, every: Time | None
) -> Result:
    """Simulate with a checkpoint, or go on from there if it is one of the same run."""
    _refuse_functions(F)
    must_suit_numbers(F, choices, checkpoint=True)
    refuse_checkpoints(F.mechanism, choices.integrator)
    seconds = interval(every)
    with Folder(path) as folder, F.lock:
        start = assembled(F, initial, choices)
        mine = identity(F, choices)
        kept = folder.read("run")
        if kept is None:
            folder.must_have_room(_size(F, choices.times.size))
            span = {"begin": choices.begin, "end": float(choices.times[-1])}
            folder.write("run", {"identity": mine, "start": _stored(start), "choices": _words(choices), **span})
        else:
            refuse_others(folder.path, kept["identity"], mine)
            _same_start(folder.path, F, kept["start"], start)
        return _run(folder, F, start, choices, seconds)


@spelled
def resume(
    checkpoint: str | Path,
    *,
    checkpoint_every: Time | None = None,
    error_bars: bool | None = None,
    progress: bool = True,
) -> Result:
    """Go on with a run that was interrupted or killed, from its checkpoint, and return its result.

    The result has the same bits as without interruption, apart from timings.  A run that has finished gives its result
    again.  To call the same `sn.simulate` again does the same.

    Parameters
    ----------
    checkpoint : str or Path
        The folder given to `sn.simulate` as `checkpoint`, or to `snodo run` as `--checkpoint`.
    checkpoint_every : quantity, optional
        Time between two checkpoints, in s of real time; by default 30.
    error_bars : bool, optional
        As in `sn.simulate`; by default as it was there.
    progress : bool, optional
        Whether to show a progress bar.

    Returns
    -------
    Result
        The motion, from its start on.

    Raises
    ------
    FileError
        If there is no checkpoint, or if it is damaged.
    UnsupportedError
        If the checkpoint is of another version of snodo, or of another processor; the message says what differs.

    Examples
    --------
    >>> result = sn.simulate(pendulum, 0.5, checkpoint="run.ckpt")
    >>> bool((sn.resume("run.ckpt").states == result.states).all())
    True
    """
    seconds = interval(checkpoint_every)
    with Folder(checkpoint, must_exist=True) as folder:
        kept = folder.read("run")
        assert kept is not None
        words = kept["choices"]
        if words is None:
            what = f"the choices of the run in {folder.path} are objects that a file cannot hold"
            raise UnsupportedError(Problem(what, SIMULATE_AGAIN))
        mechanism = loads(kept["identity"]["mechanism"], name=str(folder.path))
        F = FORMULATIONS[kept["identity"]["formulation"]](mechanism)
        if error_bars is None:
            error_bars = words["error_bars"]
        times = words["times"]
        with ProgressBar(words["begin"], times[-1]) as bar:
            integrator = _made(INTEGRATORS, words["integrator"])
            choices = Choices(
                NoMethod.of(integrator) if integrator.solves_constraints else _made(METHODS, words["method"]),
                integrator,
                times,
                bar if progress else None,
                words["max_steps"],
                error_bars,
                begin_at=words["begin"],
            )
            refuse_others(folder.path, kept["identity"], identity(F, choices))
            return _run(folder, F, _start(kept["start"]), choices, seconds)


class Waiting(NamedTuple):
    """What is in a checkpoint."""

    mechanism: Mechanism
    formulation: str
    t: float
    """Time reached [s]."""
    end: float
    """End time [s]."""


def waiting(checkpoint: str | Path) -> Waiting:
    """Look into a checkpoint."""
    folder = Folder(checkpoint, must_exist=True)
    kept, state = folder.read("run"), folder.read("state")
    assert kept is not None
    mechanism = loads(kept["identity"]["mechanism"], name=str(folder.path))
    t = kept["begin"] if state is None else state["t"]
    return Waiting(mechanism, kept["identity"]["formulation"], t, kept["end"])


def _size(F: Formulation, rows: int) -> float:
    """Bytes that the samples take on disk; the tables that are computed from them are there too, if they are large."""
    works = len(F.work_names)
    states = 8.0 * rows * (F.nq + F.nv + works)
    return states if states < LARGE else states + 8.0 * rows * (F.nv + 3 * F.nc + 3 + works)


def interval(given: Any) -> float:
    """Time between two checkpoints [s]."""
    if given is None:
        return EVERY
    seconds = float(quantity(given, "time"))
    if not 0.0 <= seconds < np.inf:
        what = f"checkpoint_every = {given!r} is not a time between two checkpoints"
        raise SnodoError(Problem(what, 'give a time, such as "30 s"; 0 for as often as possible'))
    return seconds


def _run(folder: Folder, F: Formulation, start: Assembly, choices: Choices, every: float) -> Result:
    """Run in a formulation of its own, which nobody has used before."""
    if choices.error_bars and _size(F, choices.times.size) >= LARGE:
        must_fit(F, choices.times.size)  # the twin is not kept on disk
    G = type(F)(F.mechanism)
    keeper = RunKeeper(folder, folder.read("state"), choices.times, every)
    with G.lock, closing(keeper), waiting_interrupts() as keeper.pressed:
        motion = moved(G, start, replace(choices, keeper=keeper))
    with G.lock:
        try:
            result = recovered(motion, start, choices)
        except OSError as error:
            what = f"the samples are complete, but not their accelerations and forces: {error.strerror or error}"
            remedy = f"free some space on the disk of {folder.path}, and call the same again"
            raise FileError(Problem(what, remedy)) from None
        check_by_twin(result, start, motion.run, choices, partial(moved, G, start), moved_on)
    return result


# ---------------------------------------------------------------- what is kept
def _refuse_functions(F: Formulation) -> None:
    """Refuse Python functions that a file cannot hold: another process could not know whether they are the same."""
    from snodo.results.files.saving import not_storable

    names = not_storable(F)
    if names:
        titles = " and ".join(F.mechanism[name].title for name in names)
        what = f"a checkpoint cannot hold the Python function of {titles}: it might be another one, or in another state"
        remedy = "write it as a formula; or simulate in pieces, start=result, and save their results"
        raise UnsupportedError(Problem(what, remedy))


def _stored(start: Assembly) -> dict[str, Any]:
    numbers = {name: getattr(start, name) for name in NUMBERS}
    return {"q": start.q, "v": start.v, "words": str(start), **{k: _plain(x) for k, x in numbers.items()}}


def _start(stored: dict[str, Any]) -> Kept:
    return Kept(**stored)


def _same_start(path: Path, F: Formulation, kept: dict[str, Any], start: Assembly) -> None:
    names = [*F.coordinate_names, *F.velocity_names]
    old, new = (np.concatenate([q, v]) for q, v in ((kept["q"], kept["v"]), (start.q, start.v)))
    differ = np.flatnonzero(old != new)
    if differ.size:
        k = int(differ[np.argmax(np.abs(old - new)[differ])])
        what = f"the checkpoint {path} is of another run: it starts with {names[k]} = {old[k]:.17g}, not {new[k]:.17g}"
        raise UnsupportedError(Problem(what, "give the same initial values, or another folder"))


def _words(choices: Choices) -> dict[str, Any] | None:
    """The choices in a form that `resume` understands; None if they are objects that a file cannot hold."""
    found: dict[str, Any] = {}
    for word in ("method", "integrator"):
        chosen = getattr(choices, word)
        values = {field.name: _plain(getattr(chosen, field.name)) for field in fields(chosen) if field.init}
        if any(value is NotImplemented for value in values.values()):
            return None
        found[word] = [chosen.name, values]
    numbers = {"begin": choices.begin, "max_steps": choices.max_steps, "error_bars": choices.error_bars}
    return {**found, **numbers, "times": choices.times}


def _plain(value: Any) -> Any:
    """Numbers, words, and arrays and lists and tables of them as a checkpoint stores them; others: NotImplemented."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, Mapping):
        items = {str(key): _plain(x) for key, x in value.items()}
        return NotImplemented if any(x is NotImplemented for x in items.values()) else items
    if isinstance(value, list | tuple):
        found = [_plain(x) for x in value]
        if any(x is NotImplemented for x in found):
            return NotImplemented
        return {TUPLE: found} if isinstance(value, tuple) else found
    return NotImplemented


def _made(registry: Any, stored: tuple[str, dict[str, Any]]) -> Any:
    """A method or an integrator."""
    return registry[stored[0]](**{name: _as_given(value) for name, value in stored[1].items()})


def _as_given(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {TUPLE}:
            return tuple(map(_as_given, value[TUPLE]))
        return {key: _as_given(x) for key, x in value.items()}
    return list(map(_as_given, value)) if isinstance(value, list) else value
