"""Every entry of every kernel belongs to one family, by a name that exists."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import snodo
from snodo import _jit
from snodo.compiled import Compiled

ROOT = Path(snodo.__file__).parent
BY_ADDRESS = {
    f"snodo.math.kernels.{name}" for name in ("formula.formula", "formula.time_formula", "function_shapes.shaped")
}
"""Asked for by their files: compiled for mechanisms that have formulas, or functions of time with a shape."""


def tables() -> list[Compiled]:
    from snodo.analyses.inverse_kinematics import task
    from snodo.analyses.kinematics import kinematics
    from snodo.constraint_methods import augmented_lagrangian, reduced_state
    from snodo.constraint_methods import in_time as methods_in_time
    from snodo.constraint_methods.dense import EVALUATION, _kernels
    from snodo.formulations import connected
    from snodo.formulations.planar import planar
    from snodo.formulations.spatial import coordinates as spatial
    from snodo.formulations.tree import coordinates as tree
    from snodo.formulations.tree import in_time
    from snodo.integrators.dae import run as dae
    from snodo.integrators.ode import run
    from snodo.math import fronts
    from snodo.singular import entries as singular

    folder = ROOT / "constraint_methods" / "kernels"
    methods = [p.stem for p in folder.glob("*.py") if "\ndef rate(" in p.read_text(encoding="utf-8")]
    methods.remove("augmented")  # the sparse equations of all formulations
    methods.remove("reduced_state")  # of embedding and quasi-velocities
    shared = [kinematics.KERNELS, methods_in_time.ON_VERBS, connected.FACTORS, EVALUATION, run.LOOP, fronts.KERNELS]
    shared += [task.KERNELS, singular.KERNELS, reduced_state.KERNELS, augmented_lagrangian.PROJECTION, dae.LOOP]
    equations = [planar.ENTRIES, spatial.ANGULAR, spatial.EULER, tree.ENTRIES, in_time.OPEN]
    own = (_kernels(f"snodo.constraint_methods.kernels.{name}", name) for name in methods)
    return [*shared, *equations, *own]


def named() -> set[str]:
    return {
        f"{table._folder}.{path}"
        for table in tables()
        for family in table._families.values()
        for path in family.entries.split()
    }


def entries() -> Iterator[str]:
    """All that the sources decorate."""
    for file in ROOT.rglob("kernels/*.py"):
        module = ".".join(["snodo", *file.relative_to(ROOT).with_suffix("").parts])
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                decorators = {ast.unparse(d).split("(")[0] for d in node.decorator_list}
                if decorators & {"entry", "c_entry", "monitor", "verb"}:
                    yield f"{module}.{node.name}"


def test_families_name_all_entries() -> None:
    assert named() | BY_ADDRESS == set(entries())


def test_what_is_compiled_beside_has_a_family() -> None:
    beside = {path for table in tables() for family in table._families.values() for path in family.beside.split()}
    assert beside
    assert beside <= named()


@pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_every_name_is_an_entry() -> None:
    assert all(isinstance(_jit.named(path), _jit._Lazy) for path in named())


def test_families_are_told_apart() -> None:
    """One name, one set of entries: nothing is announced twice."""
    told: dict[str, str] = {}
    for table in tables():
        for family in table._families.values():
            assert told.setdefault(family.what, family.entries) == family.entries
