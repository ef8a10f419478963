"""Batches of states: the same as a loop over the states, for every joint and every number of states."""

import os
import subprocess
import sys

import numpy as np
import pytest

import snodo as sn
from snodo.errors import NameNotFound, RunError, UnsupportedError
from snodo.formulations.tree.tree import Tree
from snodo.mechanism import joints

ROUND = (0.1, 0.12, 0.15)
KINDS = (
    "revolute",
    "prismatic",
    "helical",
    "cylindrical",
    "universal",
    "spherical",
    "planar",
    "free",
    "selection",
    "fixed",
)
WORDS = {
    "revolute": {"axis": (1, 2, -1)},
    "prismatic": {"axis": (1, 0, 2)},
    "helical": {"axis": (0, 1, 1), "pitch": 0.3},
    "cylindrical": {"axis": (1, 1, 0)},
    "universal": {"axis": (1, 0, 0), "second": (0, 1, 1)},
    "planar": {"axis": (0, 1, 2)},
    "selection": {"directions": ("rx", "y", "rz", "x")},
}


def branched(kinds, backward=False):
    """A trunk of the given joints, with a hinged twig on every second body."""
    m = sn.Mechanism("branched", dimension=3, gravity=(1, -2, -9.81))
    base = "ground"
    for k, kind in enumerate(kinds):
        m.body(
            f"b{k}", mass=1 + 0.3 * k, inertia=ROUND, com=(0.2, -0.1, 0.1), at=(0.4 * k, 0.1, 1), angle=0.3, axis="x"
        )
        ends = (f"b{k}", base) if backward and kind != "free" and base != "ground" else (base, f"b{k}")
        words = {"name": f"j{k}", "parent": ends[0], "child": ends[1], "at": (0.4 * k - 0.1, 0, 1)}
        m.add(joints.JOINTS[kind](**words, **WORDS.get(kind, {})))
        base = f"b{k}"
        if k % 2:
            m.body(f"t{k}", mass=0.5, inertia=ROUND, com=(0, 0.3, 0), at=(0.4 * k, 1, 1))
            m.revolute(f"h{k}", base, f"t{k}", at=(0.4 * k, 0.5, 1), axis=(0, 1, k))
    return Tree(m)


def states(tree, count, seed=0):
    rng = np.random.default_rng(seed)
    drawn = [tree.random(rng) for _ in range(count)]
    Q = np.array([q for q, _ in drawn]).reshape(count, tree.nq)
    V = np.array([v for _, v in drawn]).reshape(count, tree.nv)
    return Q, V, rng.standard_normal((count, tree.nv))


def same(batch, rows):
    rows = np.array(rows)
    return batch.shape == rows.shape and np.abs(batch - rows).max() <= 1e-13 * max(1.0, np.abs(rows).max())


def check_everything(tree, count):
    Q, V, X = states(tree, count)
    each = list(zip(Q, V, X))
    assert same(tree.forward_dynamics(Q, V, X), [tree.forward_dynamics(*state) for state in each])
    assert same(tree.inverse_dynamics(Q, V, X), [tree.inverse_dynamics(*state) for state in each])
    assert same(tree.mass_matrix(Q), [tree.mass_matrix(q) for q in Q])
    assert same(tree.bias(Q, V), [tree.bias(q, v) for q, v in zip(Q, V)])


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_every_joint(kind, backward):
    check_everything(branched([kind, "revolute", kind], backward), 9)


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 100])
def test_any_number_of_states(count):
    check_everything(branched(["free", "spherical", "universal", "revolute", "helical", "selection"]), count)


@pytest.mark.parametrize("count", [1, 9, 20])
def test_sums(count):
    tree = branched(["free", "planar", "revolute"])
    Q, V, _ = states(tree, count)
    assert same(tree.center_of_mass(Q), [tree.center_of_mass(q) for q in Q])
    for about in ("com", "origin"):
        assert same(tree.momentum(Q, V, about), [tree.momentum(q, v, about) for q, v in zip(Q, V)])
    assert same(tree.kinetic_energy(Q, V), [tree.kinetic_energy(q, v) for q, v in zip(Q, V)])
    assert same(tree.potential_energy(Q), [tree.potential_energy(q) for q in Q])


def test_inverse_undoes_forward():
    tree = branched(["free", "spherical", "revolute", "helical"])
    Q, V, T = states(tree, 50)
    A = tree.forward_dynamics(Q, V, T)
    assert np.allclose(tree.inverse_dynamics(Q, V, A), T, atol=1e-11)
    assert np.allclose(np.einsum("bij,bj->bi", tree.mass_matrix(Q), A) + tree.bias(Q, V), T, atol=1e-11)


def test_one_row_or_vector_serves_all_states():
    tree = branched(["spherical", "revolute"])
    Q, V, T = states(tree, 12)
    wanted = [tree.forward_dynamics(Q[0], v, T[0]) for v in V]
    assert same(tree.forward_dynamics(Q[0], V, T[0]), wanted)
    assert same(tree.forward_dynamics(Q[:1], V, T[:1].tolist()), wanted)
    assert same(tree.forward_dynamics(Q[:1].tolist(), V[0], T[0]), [tree.forward_dynamics(Q[0], V[0], T[0])])


def test_arrays_of_any_kind():
    tree = branched(["spherical", "revolute"])
    Q, V, T = states(tree, 12)
    wanted = tree.forward_dynamics(Q, V, T)
    assert same(tree.forward_dynamics(Q.tolist(), np.asfortranarray(V), np.repeat(T, 2, axis=0)[::2]), wanted)
    whole = np.ones((3, tree.nv), dtype=int)
    assert same(tree.forward_dynamics(Q[:3], whole, whole), tree.forward_dynamics(Q[:3], whole * 1.0, whole * 1.0))


def test_no_states():
    tree = branched(["spherical", "revolute"])
    Q, V, T = states(tree, 0)
    assert tree.forward_dynamics(Q, V, T).shape == (0, tree.nv)
    assert tree.bias(Q, V).shape == (0, tree.nv)
    assert tree.mass_matrix(Q).shape == (0, tree.nv, tree.nv)
    assert tree.center_of_mass(Q).shape == (0, 3)


def test_threads():
    tree = branched(["free", "spherical", "revolute"])
    for count in (1, 8, 9, 17, 100):
        Q, V, T = states(tree, count)
        for threads in (2, 3):
            assert np.array_equal(tree.forward_dynamics(Q, V, T, threads=threads), tree.forward_dynamics(Q, V, T))
            assert np.array_equal(tree.bias(Q, V, threads=threads), tree.bias(Q, V))
            assert np.array_equal(tree.mass_matrix(Q, threads=threads), tree.mass_matrix(Q))
    for threads in (0, -1, 1.5, "two"):
        with pytest.raises(UnsupportedError, match="threads"):
            tree.forward_dynamics(Q, V, T, threads=threads)


def test_quaternions_of_any_length():
    tree = branched(["spherical", "revolute"])
    Q, V, T = states(tree, 5)
    longer = Q.copy()
    longer[:, :4] *= np.arange(2.0, 7.0)[:, None]
    assert np.allclose(tree.forward_dynamics(longer, V, T), tree.forward_dynamics(Q, V, T), rtol=1e-12)


def test_shapes_are_told():
    tree = branched(["spherical", "revolute"])
    Q, V, T = states(tree, 5)
    with pytest.raises(UnsupportedError, match=r"v has shape \(5, 7\)"):
        tree.forward_dynamics(Q, np.ones((5, 7)), T)
    with pytest.raises(UnsupportedError, match=r"v has shape \(\)"):
        tree.forward_dynamics(Q, 0.0, T)
    with pytest.raises(UnsupportedError, match="v is not an array of numbers"):
        tree.forward_dynamics(Q, V + 1j, T)
    with pytest.raises(UnsupportedError, match=r"q has shape \(1, 5, 6\)"):
        tree.mass_matrix(Q[None])
    with pytest.raises(UnsupportedError, match="q has 5 rows, v has 5 rows, tau has 4 rows"):
        tree.forward_dynamics(Q, V, T[:4])
    with pytest.raises(UnsupportedError, match="not an array of numbers"):
        tree.inverse_dynamics(Q, V, [["a"] * tree.nv] * 5)
    with pytest.raises(UnsupportedError, match="v is "):
        tree.forward_dynamics(Q[0], [[1.0], [1.0, 2.0]], T[0])
    with pytest.raises(UnsupportedError, match=r"external 'b0' has shape \(5, 5\)"):
        tree.forward_dynamics(Q, V, T, external={"b0": np.ones((5, 5))})
    with pytest.raises(UnsupportedError, match=r"q has 5 rows, .* external 'b0' has 4 rows"):
        tree.forward_dynamics(Q, V, T, external={"b0": np.ones((4, 6))})
    with pytest.raises(NameNotFound, match="no body 'b9'"):
        tree.forward_dynamics(Q, V, T, external={"b9": (1, 0, 0, 0, 0, 0)})


@pytest.mark.parametrize("word", ["q", "v", "tau"])
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e301])
def test_the_row_that_is_not_finite_is_named(word, value):
    tree = branched(["spherical", "revolute"])
    given = dict(zip(("q", "v", "tau"), states(tree, 21)))
    given[word][13, -1] = value
    name = tree.coordinate_names[-1] if word == "q" else tree.velocity_names[-1]
    for threads in (1, 2):
        with pytest.raises(UnsupportedError, match=f"row 13: {word}: {name}"):
            tree.forward_dynamics(**given, threads=threads)
    if word == "q":
        for run in (tree.mass_matrix, tree.center_of_mass):
            with pytest.raises(UnsupportedError, match=f"row 13: q: {name}"):
                run(given["q"])


def test_the_row_without_rotation_is_named():
    tree = branched(["spherical", "revolute"])
    Q, V, T = states(tree, 11)
    Q[10, :4] = 0.0
    for run in (lambda: tree.forward_dynamics(Q, V, T), lambda: tree.mass_matrix(Q), lambda: tree.momentum(Q, V)):
        with pytest.raises(UnsupportedError, match="row 10: q: the Euler parameters of 'j0' are all zero"):
            run()


def test_what_resists_nothing_is_named():
    m = sn.Mechanism("needle", dimension=3)
    m.body("needle", mass=1.0, inertia=(0.0, 0.1, 0.1))
    m.revolute("spin", "ground", "needle", at=(0, 0, 0), axis="x")
    tree = Tree(m)
    with pytest.raises(RunError, match="row 0: no inertia resists"):
        tree.forward_dynamics(np.zeros((3, 1)), np.zeros((3, 1)), np.ones((3, 1)))
    assert np.array_equal(tree.mass_matrix(np.zeros((3, 1))), np.zeros((3, 1, 1)))


SCRIPT = """
import numpy as np, snodo as sn
from snodo.formulations.tree.tree import Tree
m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
m.body("a", mass=1, inertia=(0.1, 0.2, 0.25), com=(0.2, 0, 0.1))
m.body("b", mass=2, inertia=(0.1, 0.2, 0.25), com=(0.2, 0, 0.1), at=(0.5, 0, 0))
m.revolute("j", "ground", "a", at=(0, 0, 0), axis="y")
m.revolute("k", "a", "b", at=(0.5, 0, 0), axis="x")
tree, X = Tree(m), np.arange(6.0).reshape(3, 2)
print(*tree.forward_dynamics(X, X, X).ravel(), *tree.mass_matrix(X).ravel(), *tree.momentum(X, X).ravel())
E = {"b": np.arange(18.0).reshape(3, 6)}
print(*np.ravel(list(tree.joint_wrenches(X, X, X, E).values())))
print(*np.ravel(tree.forward_dynamics_derivatives(X, X, X, E)))
"""


def test_batches_without_the_compiler():
    found = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", SCRIPT]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found.append(np.array(done.stdout.split(), float))
    assert np.allclose(found[0], found[1], rtol=1e-12, atol=1e-12)
