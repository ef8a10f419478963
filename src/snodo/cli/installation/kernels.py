"""What is compiled already, and what the first run of a kind of mechanism would compile."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from snodo.cli.installation.findings import Section
from snodo.compiled import Compiled, Family


class FirstRun(NamedTuple):
    """What a run with the usual choices needs."""

    what: str
    families: tuple[str, ...]
    seconds: float
    """For all of it, on two cores of a server that others use too."""


_STEPS = ("the loop over the steps",)
_ROWS = (*_STEPS, "the factors of constraint rows", "constraint methods", "the monitor of singular positions")
_LOOPS = ("kinematics of trees", "the equations of trees with loops", "equations of trees with loops in time")
FIRST_RUNS = (
    FirstRun(
        "planar mechanisms",
        ("the planar equations", "planar equations in time", "energies of planar mechanisms", *_ROWS),
        12.0,
    ),
    FirstRun(
        "open chains and trees in space",
        (
            "the equations of trees",
            "all places of trees",
            "kinematics of trees",
            "equations of trees with loops in time",
            "the energies of trees",
            *_STEPS,
        ),
        15.0,
    ),
    FirstRun("loops in space", (*_LOOPS, "motions of trees", "the energies of trees", *_ROWS), 18.0),
    FirstRun(
        "absolute coordinates in space",
        (
            "the equations of spatial mechanisms",
            "spatial equations in time",
            "energies of spatial mechanisms",
            *_ROWS,
        ),
        18.0,
    ),
)


def kernels() -> Section:
    """Families of kernels, how many of them are compiled, and what first runs would compile."""
    from snodo import _jit

    section = Section("compiled")
    if _jit.numba.config.DISABLE_JIT:
        section.add("kernels", "none", "NUMBA_DISABLE_JIT is set")
        return section
    entries = {what: paths_of(table, family) for what, (table, family) in families().items()}
    missing = {what: [path for path in paths if not kept(path)] for what, paths in entries.items()}
    done = [what for what in entries if not missing[what]]
    section.add("kernels", f"{len(done)} of {len(entries)} families", "others are compiled when they are first needed")
    for run in FIRST_RUNS:
        section.add(f"first run of {run.what}", *_estimate(run, entries, missing))
    section.data = {"families": {what: not missing[what] for what in entries}}
    section.data["seconds_to_compile"] = {run.what: round(_seconds(run, entries, missing), 1) for run in FIRST_RUNS}
    return section


def _estimate(run: FirstRun, entries: dict[str, list[str]], missing: dict[str, list[str]]) -> tuple[str, str]:
    seconds = _seconds(run, entries, missing)
    lacking = [what for what in run.families if missing[what]]
    if not lacking:
        return "compiled", ""
    return f"compiles about {max(seconds, 1.0):.0f} s, once", ", ".join(lacking)


def _seconds(run: FirstRun, entries: dict[str, list[str]], missing: dict[str, list[str]]) -> float:
    """An estimate: as much of the whole time as the fraction of entries that are missing."""
    count = sum(len(entries[what]) for what in run.families)
    return run.seconds * sum(len(missing[what]) for what in run.families) / count


# ---------------------------------------------------------------- all families
@cache
def tables() -> tuple[Compiled, ...]:
    """Every table of kernels in the library."""
    from snodo.analyses.assembly import many_starts
    from snodo.analyses.inverse_kinematics import task
    from snodo.analyses.kinematics import kinematics
    from snodo.constraint_methods import augmented_lagrangian, reduced_state
    from snodo.constraint_methods import in_time as methods_in_time
    from snodo.constraint_methods.dense import EVALUATION, _kernels
    from snodo.formulations import connected
    from snodo.formulations import in_time as formulations_in_time
    from snodo.formulations.planar import planar
    from snodo.formulations.rewriting import program
    from snodo.formulations.spatial import coordinates as spatial
    from snodo.formulations.tree import coordinates as tree
    from snodo.formulations.tree import in_time
    from snodo.integrators.dae import run as dae
    from snodo.integrators.ode import run
    from snodo.math import fronts
    from snodo.simulation import sample_table
    from snodo.simulation.sensitivities import run as sensitivities
    from snodo.simulation.stepping import compiled_steps as stepping
    from snodo.singular import entries as singular
    from snodo.switching import entries as switching

    shared = [kinematics.KERNELS, methods_in_time.ON_VERBS, connected.FACTORS, EVALUATION, run.LOOP, fronts.KERNELS]
    shared += [
        formulations_in_time.READINGS,
        switching.KERNELS,
        task.KERNELS,
        singular.KERNELS,
        reduced_state.KERNELS,
        augmented_lagrangian.PROJECTION,
        dae.LOOP,
        stepping.STEPPING,
        stepping.BY_ADDRESS,
        sample_table.KERNELS,
        program.KERNELS,
        many_starts.KERNELS,
        sensitivities.KERNELS,
    ]
    equations = [planar.ENTRIES, spatial.ANGULAR, spatial.EULER, tree.ENTRIES, in_time.OPEN]
    equations += [planar.IN_LANES, in_time.IN_LANES]
    own = [_kernels(f"snodo.constraint_methods.kernels.{name}", name) for name in _methods()]
    return (*shared, *equations, *own)


def _methods() -> list[str]:
    """Constraint methods that have a kernel of their own."""
    folder = Path(__file__).parents[2] / "constraint_methods" / "kernels"
    found = sorted(p.stem for p in folder.glob("*.py") if "\ndef rate(" in p.read_text(encoding="utf-8"))
    shared = ("augmented", "reduced_state")  # of all formulations; of embedding and quasi-velocities
    return [name for name in found if name not in shared]


def families() -> dict[str, tuple[Compiled, Family]]:
    """All families by name."""
    return {family.what: (table, family) for table in tables() for family in table._families.values()}


def paths_of(table: Compiled, family: Family) -> list[str]:
    """The full names of its entries."""
    return [f"{table._folder}.{path}" for path in family.entries.split()]


def kept(path: str) -> bool:
    """Whether the machine code of an entry is in the cache; nothing is loaded or compiled."""
    return kept_at(path) is not None


def kept_at(path: str) -> Path | None:
    """The file with the machine code of an entry, if there is one."""
    from snodo import _jit

    entry: Any = _jit.named(path)
    target = _jit.numba.core.registry.cpu_target.target_context
    return _jit.MachineCode(entry._function).kept_at(getattr(entry, "_signature", _jit.USER), target.codegen())
