"""What large mechanisms cost, in counts that do not depend on the machine, and that they give what small ones give."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import snodo as sn
from snodo.analyses.assembly import sparse_steps
from snodo.errors import AssemblyError
from snodo.formulations import rank
from snodo.formulations.bind import bind
from snodo.math.labelled_rows import independent_rows
from snodo.math.sparse_rank import clearly_independent


def chain(count: int) -> sn.Mechanism:
    """Bars that zigzag, hinged one to the other."""
    m = sn.Mechanism("chain", gravity=(0, -9.81))
    for k in range(count + 1):
        m.add_points(**{f"P{k}": (0.1 * k, 0.02 * (k % 2))})
    for k in range(count):
        m.bar(f"b{k}", f"P{k}", f"P{k + 1}", mass=0.1)
        m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=f"P{k}")
    return m


def ladder(count: int) -> sn.Mechanism:
    """Pendulums side by side, each tied to the next by a bar: the tree has many loops."""
    m = sn.Mechanism("ladder", gravity=(0, -9.81))
    for k in range(count):
        m.add_points(**{f"A{k}": (0.1 * k, 0.0), f"B{k}": (0.1 * k, -0.2)})
    for k in range(count):
        m.bar(f"a{k}", f"A{k}", f"B{k}", mass=0.1)
        m.revolute(f"A{k}", "ground", f"a{k}")
    for k in range(count - 1):
        m.bar(f"c{k}", f"B{k}", f"B{k + 1}", mass=0.1)
        m.revolute(f"l{k}", f"a{k}", f"c{k}", at=f"B{k}")
        m.revolute(f"r{k}", f"c{k}", f"a{k + 1}", at=f"B{k + 1}")
    return m


def calls(work: Callable[[], Any]) -> int:
    """How many functions are called."""
    count = 0

    def seen(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def grown(work: Callable[[int], Any], count: int) -> float:
    """Calls for twice as many bodies over calls for so many; what is done once is done before."""
    for n in (count, 2 * count):
        work(n)
    return calls(lambda: work(2 * count)) / calls(lambda: work(count))


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_description_and_binding_are_linear(formulation: str) -> None:
    assert grown(lambda n: bind(chain(n), formulation), 60) < 2.2


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_assembly_with_wanted_values_is_linear(formulation: str) -> None:
    bound = {n: bind(chain(n), formulation) for n in (80, 160)}
    assert grown(lambda n: sn.assemble(bound[n], initial={"j0.angle": 0.1, "j1.speed": 0.2}), 80) < 2.4


def test_start_of_a_run_factors_nothing_dense(monkeypatch: pytest.MonkeyPatch) -> None:
    def dense(*given: Any) -> None:
        raise AssertionError("the dense rank of many independent rows")

    monkeypatch.setattr(rank, "independent_rows", dense)
    bound = bind(chain(80), "planar")
    result = sn.simulate(bound, 2e-4, integrator=sn.RK4(step=1e-4), output=1e-4, progress=False, error_bars=False)
    assert bound.kept_rows.all()
    assert result.time.size == 3


@pytest.mark.parametrize("seed", range(5))
def test_clearly_independent_rows_are_those_of_the_dense_rank(seed: int) -> None:
    rng = np.random.default_rng(seed)
    J = rng.standard_normal((40, 60)) * (rng.random((40, 60)) < 0.15) + np.eye(40, 60)
    assert clearly_independent(csr_array(J))
    assert independent_rows(J).all()
    J[7] = 2.0 * J[3] - J[5]
    assert not clearly_independent(csr_array(J))
    J[7] = 0.0
    assert not clearly_independent(csr_array(J))


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial", "spatial_euler"])
@pytest.mark.parametrize(
    ("mechanism", "initial"),
    [
        (chain(8), {"b4.y": 0.1, "b5.vy": 0.3}),
        (chain(8), {"j2.angle": 0.4, "j3.speed": 0.5}),
        (ladder(5), {"A1.angle": 0.1, "A1.speed": 0.3}),
    ],
)
def test_sparse_assembly_is_the_dense_one(
    mechanism: sn.Mechanism, initial: dict[str, float], formulation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dense = sn.assemble(bind(mechanism, formulation), initial=initial)
    monkeypatch.setattr(sparse_steps, "FEW", 0)
    sparse = sn.assemble(bind(mechanism, formulation), initial=initial)
    # the search ends at steps of 1e-11, by which both may differ from where it leads
    np.testing.assert_allclose(sparse.q, dense.q, atol=1e-9)
    np.testing.assert_allclose(sparse.v, dense.v, atol=1e-8)
    assert sparse.nearest == dense.nearest


def test_a_contradiction_is_named_in_large_mechanisms_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse_steps, "FEW", 0)
    monkeypatch.setattr("snodo.analyses.assembly.starting_velocities.LARGEST_DENSE", 0)
    with pytest.raises(AssemblyError, match="contradict"):
        sn.assemble(bind(ladder(4), "planar"), initial={"A0.speed": 1.0, "A1.speed": -1.0})


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_all_poses_in_one_call(formulation: str) -> None:
    bound = bind(chain(5), formulation)
    q = bound.moved(bound.reference()[0], np.linspace(0.1, 0.3, bound.nv))
    found = bound.poses(q)
    assert list(found) == list(bound.mechanism.bodies)
    for name, pose in found.items():
        np.testing.assert_array_equal(pose.r, bound.pose(q, name).r)
        np.testing.assert_array_equal(pose.A, bound.pose(q, name).A)
    J = bound.jacobian_of(q, "b3")
    first, own = bound.local_jacobian(q, "b3")
    np.testing.assert_array_equal(J[:, first : first + own.shape[1]], own)
    assert np.count_nonzero(J) == np.count_nonzero(own)
